"""Terms of a bare sum that are in several multiples of the unit of its result: 6.5 + 0.25 × 2,000 =
7 GB, of GB and MB.
"""

from __future__ import annotations

from itertools import product

from derive.checking.figures.agreement import FigureAgreement, agreement
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.grammar.tree import Node, SumNode

_MULTIPLES = (1.0, 1e-3, 1e-6, 1 / 1024, 1 / 1024**2)
_MOST_TERMS = 4


def in_several_multiples(side: Node, written: WorkedNumber) -> bool:
    """Whether a sum of bare figures comes to a figure with a unit, each term being in the unit or
    in a smaller multiple of it, not all in one.
    """
    if not isinstance(side, SumNode) or len(side.terms) > _MOST_TERMS or not written.dimension:
        return False
    figures = [(sign, figure_of(term)) for sign, term in side.terms]
    values = [sign * figure.value for sign, figure in figures if figure and not figure.dimension]
    if len(values) < len(figures):
        return False
    return any(
        agreement(_total(values, scales) * written.scale, written, "=") == FigureAgreement.EQUAL
        for scales in product(_MULTIPLES, repeat=len(values))
        if len(set(scales)) > 1
    )


def _total(values: list[float], scales: tuple[float, ...]) -> float:
    return sum(value * scale for value, scale in zip(values, scales, strict=True))
