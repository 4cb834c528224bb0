"""Times that convert the one before them: 5 days × 24 h × 60 min, for 24 h/day and 60 min/h."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from derive.checking.figures.calendar import OF_MONTHS
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, UnitNode
from derive.units.registry import resolve
from derive.units.text import parse_unit

_TIME = parse_unit("s").dimension


def with_clock_steps(statement: StatementNode) -> StatementNode:
    """The statement with each time that is as long as one of the units of time beside it per that
    unit.
    """
    return statement.with_sides(_stepped)


def _stepped(side: Node) -> Node:
    if not isinstance(side, ProductNode):
        return side
    below = tuple((-1, unit) for unit in _units_converted(side))
    return replace(side, factors=(*below, *side.factors)) if below else side


def _units_converted(side: ProductNode) -> Iterator[UnitNode]:
    """The unit of time that each time of a product converts, none of 24 h/day, which says so."""
    parts = [part if sign > 0 else sign for sign, part in _flat(side)]
    units = [part for part in parts if isinstance(part, UnitNode) and seconds_of(part)]
    for number, unit, behind in zip(parts, parts[1:], (*parts[2:], 1), strict=False):
        if isinstance(number, NumberNode) and unit in units and behind != -1:
            long = float(number.value) * seconds_of(unit)
            others = (one for one in units if one.word != unit.word)
            fitting = (u for u in others if math.isclose(long, seconds_of(u), rel_tol=OF_MONTHS))
            yield from islice(fitting, 1)


def _flat(side: ProductNode) -> Iterator[tuple[int, Node]]:
    """The factors of a product, those of products in it too."""
    for sign, part in side.factors:
        if isinstance(part, ProductNode):
            yield from ((sign * inner, node) for inner, node in _flat(part))
        else:
            yield sign, part


def seconds_of(node: Node) -> float:
    """The length of a unit of time; 0 for any other node."""
    found = resolve(node.word) if isinstance(node, UnitNode) else None
    return found.factor if found is not None and found.dimension == _TIME else 0.0
