"""Sides that agree as they may be read otherwise: sums whose terms are rounded from a step to the
next, 700 + 800 × 5/60 = 700 + 67, mixed numbers, and times in several units.
"""

from __future__ import annotations

from itertools import chain, product

from derive.checking.figures.agreement import FigureAgreement, agreement
from derive.checking.figures.mixed_numbers import mixed_values, place_of_duration
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.grammar.tree import Node, SumNode


def agree_otherwise(
    left: Node, here: WorkedNumber, right: Node, there: WorkedNumber, sign: str
) -> bool:
    """Whether two sides agree where one of them is read with mixed numbers, term by term, or to the
    smallest unit of a time in several.
    """
    if abs(here.value - there.value) < max(map(place_of_duration, (left, right))):
        return True
    if _agree_by_terms(left, right, sign):
        return True
    pairs = chain(product(mixed_values(left), (there,)), product(mixed_values(right), (here,)))
    return any(agreement(value, other, sign) == FigureAgreement.EQUAL for value, other in pairs)


def _agree_by_terms(left: Node, right: Node, sign: str) -> bool:
    """Whether two sides are sums, each term of the second one figure, that of the first rounded."""
    if not isinstance(left, SumNode) or not isinstance(right, SumNode):
        return False
    here, there = left.terms, right.terms
    if len(here) < 2 or [power for power, _ in here] != [power for power, _ in there]:
        return False
    pairs = zip((term for _, term in here), (term for _, term in there), strict=True)
    return all(_is_rounded(one, two, sign) for one, two in pairs)


def _is_rounded(term: Node, rounded: Node, sign: str) -> bool:
    """Whether a figure is a term, rounded."""
    value, written = figure_of(term), figure_of(rounded)
    if value is None or written is None or not written.plain:
        return False
    alike = value.dimension == written.dimension
    return alike and agreement(value.value, written, sign) == FigureAgreement.EQUAL
