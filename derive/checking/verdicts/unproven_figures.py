"""Figures that differ without proof that their author is wrong: an error is a computation, written
out, beside one figure that is not its value, with no time and no word in which something may be
left to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.tree import Node, StatementNode, SumNode, UnitNode, nodes
from derive.units.multipliers import COUNTED, is_counted_word
from derive.units.text import parse_unit

_ABOUT = re.compile(r"[~∼]|\\sim\b")
_BRACKET = re.compile(r"[(（][^()（）]*(?<![\\A-Za-z])[^\W\d_]{2,}")
_TIMES = {("time", 1), ("time", -1)}
_BARE = re.compile(r"\d\s*(?:[-+−*/×·÷)}]|\\times|\\cdot).*(?:[=≈]|\\approx)", re.DOTALL)
_TWO_NUMBERS = re.compile(r"\W?\d+\s*[/^]\s*\d+\s*=")  # a score, a date, an exclusive or


def unproven(statement: StatementNode, text: str, *, loose: bool) -> str:
    """The reason that figures which differ are no proof of an error; "" if they are one. A `loose`
    letter stands behind a figure: a B of bytes or of billions.
    """
    if loose:
        return "a letter behind a figure may be a unit or a multiplier"
    return next(filter(None, (_of_pair(*pair) for pair in _differing(statement, text))), "")


def _differing(statement: StatementNode, text: str) -> Iterator[tuple[Node, Node, str]]:
    """The neighbouring sides of figures that differ, with their text."""
    begins = [min(node.position for node in nodes(side)) for side in statement.sides]
    ends = [*begins[2:], len(text)]
    pairs = zip(pairwise(statement.sides), statement.signs, begins, ends, strict=False)
    for (left, right), sign, begin, end in pairs:
        if SideKind.SYMBOLIC not in (kind_of(left), kind_of(right)):
            found = compared(left, right, sign)
            if found is None or found.agreement == FigureAgreement.NONE:
                yield left, right, text[max(begin - 1, 0) : end]


def _of_pair(left: Node, right: Node, text: str) -> str:
    """The reason that two sides which differ are no computation and its result, nor a figure in two
    units; "" if they are.
    """
    computed, result = figure_of(left), figure_of(right)
    if computed is None or result is None or not result.plain:
        return "no single result stands behind what is computed"
    figures = computed.plain and computed.first and not _are_conversions(left, right)
    if figures or _TWO_NUMBERS.match(text):
        return "nothing may be computed"
    if _ABOUT.search(text):
        return "a figure is about as large"
    if _BRACKET.search(text):
        return "a bracket beside the figures says more"
    measured = any(name not in COUNTED for name, _ in result.dimension.exponents)
    if measured and not computed.dimension and any(isinstance(n, SumNode) for n in nodes(left)):
        return "the terms of a sum are written without their units"
    if _BARE.search(text) and _times(left) != _times(right):
        return "a time may be left to the reader"
    return ""


def _are_conversions(left: Node, right: Node) -> bool:
    """Whether two figures are in two units, neither of a time nor of something counted."""
    here, there = _units(left), _units(right)
    return len(here) == len(there) == 1 and here != there and not _times(left) | _times(right)


def _units(side: Node) -> list[str]:
    """The unit words of a side, those of what is counted apart."""
    words = [node.word for node in nodes(side) if isinstance(node, UnitNode)]
    return [word for word in words if not is_counted_word(word)]


def _times(side: Node) -> set[str]:
    """The units of a side in which there is a time."""
    words = {node.word for node in nodes(side) if isinstance(node, UnitNode)}
    return {word for word in words if not _TIMES.isdisjoint(parse_unit(word).dimension.exponents)}
