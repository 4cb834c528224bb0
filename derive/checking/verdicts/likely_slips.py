"""Slips that are likely: figures that disagree prove a mistake where their units show that they are
read as meant, or where they differ as slips do; bare numbers far apart may mean something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from derive.checking.figures.agreement import TO_THE_DIGIT, FigureAgreement, agreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.worked_number import SideKind, WorkedNumber, figure_of, kind_of
from derive.checking.grammar.tree import Node, StatementNode

_FAR = 5.0  # a factor between figures; misread ones are any factor apart
_MOST_TENS, _FEWEST_DIGITS = 12, 2


def unlikely_slip(statement: StatementNode) -> str:
    """The reason that figures which disagree may not be a mistake: all are bare numbers, of two
    signs or more than a factor of five apart, and by no power of ten; "" if they are likely one.
    """
    differing = [*_differing(statement)]
    if not differing or any(_is_likely(left, right) for left, right in differing):
        return ""
    return "numbers without units that are so far apart may mean something else"


def _differing(statement: StatementNode) -> Iterator[tuple[Node, Node]]:
    """The neighbouring sides of figures that disagree."""
    pairs = zip(pairwise(statement.sides), statement.signs, strict=True)
    for (left, right), sign in pairs:
        if SideKind.SYMBOLIC not in (kind_of(left), kind_of(right)):
            found = compared(left, right, sign)
            if found is None or found.agreement == FigureAgreement.NONE:
                yield left, right


def _is_likely(left: Node, right: Node) -> bool:
    """Whether two sides have units, or differ as slips do."""
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or SideKind.FIGURE in (kind_of(left), kind_of(right)):
        return True
    if here.value * there.value <= 0:
        return False
    ratio = here.value / there.value
    computed, written = (there, here) if here.plain and not there.plain else (here, there)
    return 1 / _FAR <= ratio <= _FAR or _is_off_by_tens(computed, written)


def _is_off_by_tens(computed: WorkedNumber, written: WorkedNumber) -> bool:
    """Whether two figures differ by a power of ten alone, which one digit does not tell."""
    if written.digits < _FEWEST_DIGITS:
        return False
    tens = (10.0**power for power in range(-_MOST_TENS, _MOST_TENS + 1) if power)
    return any(agreement(computed.value * ten, written, "=") in TO_THE_DIGIT for ten in tens)
