"""Teslas behind a figure of a formula, where T is read as trillions: B = 0.4 V s/m^2 = 0.4 T."""

from __future__ import annotations

from functools import partial

from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import Node, NumberNode, StatementNode, UnitNode, rebuilt
from derive.units.text import parse_unit

_TRILLION, _LETTER = 10**12, "T"


def with_teslas(statement: StatementNode, text: str) -> StatementNode:
    """The statement with a T that multiplies a figure of a formula as the unit of a field; one
    without such a T as it is.
    """
    if _LETTER not in text:
        return statement
    return statement.with_sides(lambda side: rebuilt(side, partial(_tesla, text)))


def is_of_a_field(statement: StatementNode) -> bool:
    """Whether several sides are figures, all of them in teslas, as V/m over m/s are."""
    figures = [figure_of(side) for side in statement.sides if kind_of(side) is SideKind.FIGURE]
    units = [None if figure is None else figure.dimension for figure in figures]
    return len(units) > 1 and {*units} == {parse_unit(_LETTER).dimension}


def _tesla(text: str, node: Node) -> Node | None:
    """The unit in place of a T that is read as a number; None for any other node."""
    if not isinstance(node, NumberNode) or node.value != _TRILLION or not is_multiplier(1, node):
        return None
    place = node.position  # or right behind it, in braces that begin with a blank
    return UnitNode(_LETTER, place) if _LETTER in text[max(place - 1, 0) : place + 1] else None
