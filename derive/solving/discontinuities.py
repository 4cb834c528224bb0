"""Discontinuities: values that a function skips, as a ceiling does between two whole numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

Point = tuple[float, float]
SMALLEST = 1e-9  # relative; values at neighbouring points that differ by less are equal


def gap_around(
    function: Callable[[float], float | None], points: Sequence[float], wanted: float
) -> tuple[Point, Point] | None:
    """The two points (x, value) nearest below and above `wanted`, if `function` skips it.

    `points`, in rising order, are the first ones evaluated; a step between two of them is bisected
    to neighbouring floats. None if the function takes the value `wanted` or its domain has holes.

    >>> gap_around(math.ceil, [0.5, 1.7, 2.4, 9.0], 2.5)
    ((2.0, 2), (2.0000000000000004, 3))
    """
    tried = _domain(function, points)
    steps = [
        _bisected(function, a, b, wanted)
        for a, b in pairwise(tried)
        if (a[1] < wanted) != (b[1] < wanted)
    ]
    ends = [(min(step, key=_value), max(step, key=_value)) for step in steps if step is not None]
    if (
        not ends
        or len(ends) < len(steps)
        or any(math.isclose(low[1], high[1], rel_tol=SMALLEST) for low, high in ends)
    ):
        return None
    return max((low for low, _ in ends), key=_value), min((high for _, high in ends), key=_value)


def _domain(function: Callable[[float], float | None], points: Sequence[float]) -> list[Point]:
    """The points at which the function has a value; none if there is a hole between them."""
    tried = [(x, function(x)) for x in points]
    found = [(k, x, y) for k, (x, y) in enumerate(tried) if y is not None and math.isfinite(y)]
    whole = bool(found) and found[-1][0] - found[0][0] + 1 == len(found)
    return [(x, y) for _, x, y in found] if whole else []


def _bisected(
    function: Callable[[float], float | None], a: Point, b: Point, wanted: float
) -> tuple[Point, Point] | None:
    """Two neighbouring points with values on either side of `wanted`; None at a hole."""
    while (middle := 0.5 * (a[0] + b[0])) not in (a[0], b[0]):
        value = function(middle)
        if value is None or not math.isfinite(value):
            return None
        a, b = ((middle, value), b) if (value < wanted) == (a[1] < wanted) else (a, (middle, value))
    return a, b


def _value(point: Point) -> float:
    return point[1]
