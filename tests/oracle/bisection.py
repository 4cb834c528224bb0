"""Roots of one equation in one unknown, by bracketing on a grid and bisection."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from tests.oracle.intervals import Interval
from tests.oracle.trees import Tree, Unknown, along, residual_of

CLOSED = 1e-6  # the relative residual of a point that satisfies an equation
FLAT = 1e-11  # that of a point of the grid, met by chance or on a stretch of solutions


def roots(
    tree: Tree, variable: Any, point: Mapping[Any, float], within: Interval, many: int = 64
) -> list[float]:
    """The values of a variable in an interval at which an equation holds, all others known: points
    of the grid, and changes of sign between them; none where the gap only touches zero.
    """
    try:
        values_at = along(tree, variable, point)
    except Unknown:
        return []

    def gap(x: float) -> float:
        try:
            values = values_at(x)
        except Unknown:
            return math.nan
        return values[tree.left] - values[tree.right]

    def holds(x: float, closed: float) -> bool:
        try:
            return residual_of(tree, values_at(x)) < closed
        except Unknown:
            return False

    places = grid(within, many)
    gaps, found = [], []
    for x in places:
        gaps.append(gap(x))
        if gaps[-1] == gaps[-1] and holds(x, FLAT):
            found.append(x)
    for a, b, at_a, at_b in zip(places, places[1:], gaps, gaps[1:], strict=False):
        if at_a * at_b < 0:
            root = bisected(gap, a, b)
            if holds(root, CLOSED):
                found.append(root)
    found.sort()
    return [x for k, x in enumerate(found) if not k or not math.isclose(x, found[k - 1])]


def grid(within: Interval, many: int) -> list[float]:
    """Points of an interval by ratios, the mirror image below zero, and the finite ends; evenly
    where the ends are close.
    """
    low, high = within
    if 0.0 < low < high < 4.0 * low or 4.0 * high < low < high < 0.0:
        return [low + (high - low) * k / many for k in range(many)] + [high]
    small, large = -30.0, 30.0
    if low > 0.0 or high < 0.0:
        nearest, farthest = sorted((abs(low), abs(high)))
        small = max(small, math.log10(nearest))
        large = min(large, math.log10(farthest)) if math.isfinite(farthest) else large
    elif math.isfinite(low) and math.isfinite(high):
        large = math.log10(max(abs(low), abs(high)) or 1.0)
        small = large - 12.0
    sizes = [10.0 ** (small + (large - small) * k / many) for k in range(many + 1)]
    inside = [x for x in (*(-x for x in sizes), 0.0, *sizes) if low <= x <= high]
    return sorted({*inside, *(x for x in within if math.isfinite(x))})


def bisected(gap: Callable[[float], float], low: float, high: float) -> float:
    """Where a gap changes its sign, to the last digit."""
    rising = gap(high) > 0
    for _ in range(200):
        middle = 0.5 * (low + high)
        if low * high > 0.0:
            middle = math.copysign(math.sqrt(low * high), low)
        if middle in (low, high):
            break
        low, high = (low, middle) if (gap(middle) > 0) == rising else (middle, high)
    return low if abs(gap(low)) < abs(gap(high)) else high
