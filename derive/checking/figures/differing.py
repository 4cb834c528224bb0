"""Two sides of figures that differ, and which of them is computed."""

from __future__ import annotations

from typing import NamedTuple

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.worked_number import SideKind, WorkedNumber, figure_of, kind_of
from derive.checking.grammar.tree import Node


class Computation(NamedTuple):
    """A side that computes and its value, and the side of the result and what is written there."""

    side: Node
    computed: WorkedNumber
    result: Node
    written: WorkedNumber


def differ(left: Node, right: Node, sign: str) -> bool:
    """Whether two sides are figures that disagree."""
    if SideKind.SYMBOLIC in (kind_of(left), kind_of(right)):
        return False
    found = compared(left, right, sign)
    return found is None or found.agreement == FigureAgreement.NONE


def computation(left: Node, right: Node) -> Computation | None:
    """Two sides as a computation and its result, a plain figure if one of them is; None where one
    has no value.
    """
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None:
        return None
    if here.plain and not there.plain:
        return Computation(right, there, left, here)
    return Computation(left, here, right, there)
