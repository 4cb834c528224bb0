"""Figures with the times of their units left out, or put in: `$2/hour × 730` beside a month."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.errors import TextError
from derive.units.text import parse_unit

_TIME = parse_unit("s").dimension
_OPERATIONS = ("op", "ops")  # 50,000 ops × 1 KB = 50 MB/s
BITS = re.compile(r"(?P<prefix>[kMGTPE])b(?:it)?ps")
_SECONDS = {3600.0, 86400.0}


def without_times(statement: StatementNode) -> StatementNode:
    """The statement with every unit of time in its sides left out, but for computations in which
    times cancel: 2 kW × 24 h × $0.10/kWh = $4.80/day.
    """
    return statement.with_sides(uncancelled)


def uncancelled(side: Node) -> Node:
    """The side without times unless it is a computation in which they cancel, with the one in kW
    and kWh.
    """
    return side if cancels_times(side) else side_without_times(side)


def has_time(node: Node) -> bool:
    """Whether a node is a unit word with a time in it: day, MB/s, Gbps."""
    if not isinstance(node, UnitNode):
        return False
    try:
        unit = parse_unit(node.word)
    except TextError:
        return False
    return any(name == _TIME.exponents[0][0] for name, _ in unit.dimension.exponents)


def is_time(node: Node) -> bool:
    """Whether a node is a unit of time, or a power of one, or counts operations."""
    if isinstance(node, PowerNode):
        return is_time(node.base)
    try:
        return isinstance(node, UnitNode) and (
            node.word in _OPERATIONS or parse_unit(node.word).dimension == _TIME
        )
    except TextError:
        return False


def side_without_times(node: Node) -> Node:
    """The tree with every unit of time as the number 1, Gbps as Gbit."""
    if is_time(node):
        return one(node)
    if isinstance(node, UnitNode) and (rate := BITS.fullmatch(node.word)):
        return replace(node, word=f"{rate['prefix']}bit")
    if isinstance(node, SumNode):
        return replace(
            node, terms=tuple((sign, side_without_times(part)) for sign, part in node.terms)
        )
    if not isinstance(node, ProductNode):
        return node
    kept = [factor for factor in node.factors if not (is_time(factor[1]) or _is_one_time(*factor))]
    factors = [(sign, side_without_times(part)) for sign, part in kept]
    if len(factors) == 1 and factors[0][0] == 1:
        return factors[0][1]
    return replace(node, factors=tuple(factors)) if factors else one(node)


def _is_one_time(sign: int, node: Node) -> bool:
    """Whether a factor is one unit of time below the line: the 1 s of 2,315/s."""
    parts = node.factors if isinstance(node, ProductNode) and sign < 0 else ()
    numbers = [part.value for _, part in parts if isinstance(part, NumberNode)]
    times = sum(power > 0 and is_time(part) for power, part in parts)
    return numbers == [1] and times == len(parts) - 1 == 1


def cancels_times(node: Node) -> bool:
    """Whether a product of several figures has units of time, and none in what it comes to."""
    figure = figure_of(node) if isinstance(node, ProductNode) else None
    if figure is None or figure.plain or not any(map(has_time, nodes(node))):
        return False
    return "time" not in dict(figure.dimension.exponents)


def by_seconds(node: Node) -> Node:
    """The tree with a bare 3,600 or 86,400 below the line in seconds: 250 PB / 86,400."""
    if not isinstance(node, ProductNode):
        return node
    clock = [
        sign < 0 and isinstance(part, NumberNode) and float(part.value) in _SECONDS
        for sign, part in node.factors
    ]
    second = UnitNode("s", node.position)
    return replace(node, factors=(*node.factors, *((-1, second) for told in clock if told)))


def one(node: Node) -> Node:
    """A bare 1 in place of a node."""
    return NumberNode(Fraction(1), node.position, "1")
