"""Figures that agree as they are written, their units aside: `18,600 tokens / 843.8 = 22.04 s`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
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
from derive.program.tolerances import NOISE
from derive.units.registry import resolve
from derive.units.written_number import digits_shown

_CLOCK = {7.0, 12.0, 24.0, 30.0, 52.0, 60.0, 365.0, 3600.0, 8760.0, 86400.0}
_FEW_DIGITS = _FEW_SIDES = 2
_EQUAL = (FigureAgreement.EQUAL,)
_CLOSE = (FigureAgreement.EQUAL, FigureAgreement.CUT, FigureAgreement.COARSELY_CUT)


def agree_as_written(statement: StatementNode, *, by_clock: bool = False) -> bool:
    """Whether the figures of all neighbouring sides agree without their units, or in base units,
    and a measured figure that divides may have the missing one, or a chain goes on with what it has
    found; `by_clock`: a bare number counts seconds, hours or days, which no power of a thousand
    between the units says.
    """
    sides = statement.sides
    if len(sides) < 2 or any(kind_of(side) == SideKind.SYMBOLIC for side in sides):
        return False
    pairs = _pairs_without_units(statement)
    if all(_agree(*pair, _CLOSE) for pair in pairs):
        if by_clock:
            apart = itertools.starmap(are_thousands_apart, itertools.pairwise(sides))
            return any(map(_is_counted_by_clock, nodes(*sides))) and not any(apart)
        return any(map(_divides, nodes(*sides)))
    if not by_clock and any(map(_divides, nodes(*sides))) and _agree_in_base_units(statement):
        return True
    return (
        not by_clock
        and len(sides) > _FEW_SIDES
        and all(_agree(one, two, sign) or _goes_on(one, two, sign) for one, two, sign in pairs)
    )


def agree_without_units(statement: StatementNode) -> bool:
    """Whether the figures of all neighbouring sides agree with no regard to their units, sides with
    names aside.
    """
    worked = [
        pair
        for pair in _pairs_without_units(statement)
        if SideKind.SYMBOLIC not in map(kind_of, pair[:2])
    ]
    return bool(worked) and all(_agree(*pair, _CLOSE) for pair in worked)


def prices_agree_as_written(statement: StatementNode) -> bool:
    """Whether an amount of money per time is what the figures come to as they are written: a price
    is per hour though its unit does not say so, 8 GPUs × $3 × 730 h = $17,520 per month.
    """
    money = [node for node in nodes(*statement.sides) if _is_money(node)]
    return len(money) > 1 and agree_without_units(statement)


def _is_money(node: Node) -> bool:
    unit = resolve(node.word) if isinstance(node, UnitNode) else None
    return unit is not None and dict(unit.dimension.exponents).keys() == {"currency"}


def _pairs_without_units(statement: StatementNode) -> list[tuple[Node, Node, str]]:
    bare = [without_units(side) for side in statement.sides]
    return list(zip(bare, bare[1:], statement.signs, strict=False))


def _agree(
    left: Node, right: Node, sign: str, allowed: Collection[FigureAgreement] = _EQUAL
) -> bool:
    found = compared(left, right, sign)
    return found is not None and found.agreement in allowed


def _agree_in_base_units(statement: StatementNode) -> bool:
    """Whether all neighbouring sides agree once their units are those without a prefix."""
    for left, right, sign in zip(
        statement.sides, statement.sides[1:], statement.signs, strict=False
    ):
        here, there = figure_of(left), figure_of(right)
        if here is None or there is None:
            return False
        ratio = Fraction(here.scale) / Fraction(there.scale)
        scaled = ProductNode(
            ((1, without_units(left)), (1, NumberNode(ratio, left.position, ""))), 0
        )
        if not _agree(scaled, without_units(right), sign, _CLOSE):
            return False
    return True


def are_thousands_apart(left: Node, right: Node) -> bool:
    """Whether the units of two sides differ by a power of a thousand, as GB and MB do."""
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or here.dimension != there.dimension:
        return False
    power = math.log(here.scale / there.scale, 1000.0)
    return round(power) != 0 and math.isclose(power, round(power), rel_tol=NOISE)


def _goes_on(left: Node, right: Node, sign: str) -> bool:
    """Whether a side goes on with what the last one has found: `3 h × 4 = 12 GPU h × $3 = $36`."""
    return isinstance(right, ProductNode) and _agree(left, right.factors[0][1], sign)


def _is_counted_by_clock(node: Node) -> bool:
    return isinstance(node, NumberNode) and float(node.value) in _CLOCK


def _divides(node: Node) -> bool:
    """Whether a node is a figure with a unit over a bare figure that looks measured: of three
    digits, or with a power of ten.
    """
    if not isinstance(node, ProductNode) or kind_of(node) != SideKind.FIGURE:
        return False
    below = [part for sign, part in node.factors if sign < 0 and isinstance(part, NumberNode)]
    texts = [part.text or "0" for part in below]
    return any("e" in text or digits_shown(text) > _FEW_DIGITS for text in texts)


def without_degrees(statement: StatementNode) -> StatementNode:
    """The statement without its units where one of them is the degree."""
    units = (resolve(node.word) for node in statement.nodes if isinstance(node, UnitNode))
    if all(unit is None or unit.name != "degree" for unit in units):
        return statement
    return statement.with_sides(without_units)


def without_units(node: Node) -> Node:
    """The tree with every unit as the number 1."""
    match node:
        case UnitNode():
            return NumberNode(Fraction(1), node.position, "1")
        case ProductNode():
            factors = [
                (sign, without_units(part)) for sign, part in node.factors if not _is_unit(part)
            ]
            if len(factors) == 1 and factors[0][0] == 1:
                return factors[0][1]
            if not factors:
                return NumberNode(Fraction(1), node.position, "1")
            return replace(node, factors=tuple(factors))
        case SumNode():
            return replace(
                node, terms=tuple((sign, without_units(part)) for sign, part in node.terms)
            )
        case PowerNode():
            return replace(node, base=without_units(node.base))
        case _:
            return node


def _is_unit(node: Node) -> bool:
    return isinstance(node, UnitNode) or (
        isinstance(node, PowerNode) and isinstance(node.base, UnitNode)
    )
