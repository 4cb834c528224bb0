"""Readings of a B behind a figure, a billion or bytes, beside a result in bytes: the nearest to it
counts, 7M × 365 × 50B ≈ 128 TB being off by 1000.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from derive.checking.figures.times_left_out import uncancelled
from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import StatementNode
from derive.units.dimension import Dimension

_BYTES = (Dimension({"information": 1}), Dimension({"information": 1, "time": -1}))
_AS_NEAR = 0.1  # powers of ten


def nearest_in_bytes(readings: Sequence[StatementNode]) -> Sequence[StatementNode]:
    """The readings of figures whose result is in bytes, or in bytes per second, without those that
    are further from it than another one; all of any other statement.
    """
    if len(readings) < 2:
        return readings
    known = [gap for one in readings if (gap := _gap(one)) is not None]
    if len(known) < len(readings):
        return readings
    least = min(known) + _AS_NEAR
    return [one for one, gap in zip(readings, known, strict=True) if gap <= least]


def _gap(statement: StatementNode) -> float | None:
    """The distance of neighbouring sides of figures in powers of ten, the largest of a statement
    whose result is in bytes; infinite where bytes are multiplied by bytes, None for any other.
    """
    sides = [figure_of(side) for side in statement.sides]
    if sides[-1] is not None and sides[-1].dimension == _BYTES[1]:  # 2B × 500 = 1 TB/day
        sides = [figure_of(uncancelled(side)) for side in statement.sides]
    figures = [figure for figure in sides if figure is not None]
    if len(figures) < 2 or figures[-1].dimension not in _BYTES:
        return None
    values = [abs(figure.value) for figure in figures]
    if not all(values):
        return None
    if any(dict(figure.dimension.exponents).get("information", 0) > 1 for figure in figures):
        return math.inf
    return max(abs(math.log10(one / two)) for one, two in pairwise(values))
