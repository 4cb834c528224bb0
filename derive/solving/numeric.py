"""Numeric roots: a scan in logarithms, refined by bisection; all roots in range, none made up."""

from __future__ import annotations

import math
from collections.abc import Callable

_PER_DECADE = 12
_LOWEST, _HIGHEST = -24.0, 36.0
_NOISE = 1e-13  # two neighbours this small are no crossing: the sides agree over a stretch


def grid(low: float, high: float, per_decade: int = _PER_DECADE) -> list[float]:
    """Points between `low` and `high`, even in logarithms, on both sides of zero where the range holds it."""
    points: list[float] = []
    if low < 0:
        points.extend(-x for x in reversed(grid(0.0, -low if math.isfinite(low) else math.inf, per_decade)))
    if high > 0:
        start = max(math.log10(low) if low > 0 else _LOWEST, _LOWEST)
        stop = min(math.log10(high) if math.isfinite(high) else _HIGHEST, _HIGHEST)
        steps = max(2, int((stop - start) * per_decade))
        points.extend(10.0 ** (start + (stop - start) * k / steps) for k in range(steps + 1))
        if math.isfinite(high):
            points[-1] = high
        if low > 0:
            points[-steps - 1] = low
    return points


def miss(left: float, right: float) -> float:
    """How far two sides are apart: the logarithm of their ratio, or their relative difference when signs differ."""
    if left > 0 and right > 0:
        return math.log(left / right)
    if left < 0 and right < 0:
        return math.log(right / left)
    scale = abs(left) + abs(right)
    return (left - right) / scale if scale else 0.0


def roots(residual: Callable[[float], float], low: float, high: float) -> list[float]:
    """Every sign change of `residual` on the grid, bisected; jumps are thrown out, and so is a residual that vanishes over a stretch."""
    points = [(x, value) for x in grid(low, high) for value in [_safe(residual, x)]]
    found: list[float] = []
    for k, (x, value) in enumerate(points):
        before = points[k - 1][1] if k else None
        after = points[k + 1][1] if k + 1 < len(points) else None
        if value is None:
            continue
        if abs(value) < _NOISE:
            if not any(near is not None and abs(near) < _NOISE for near in (before, after)):
                found.append(x)
        elif before is not None and abs(before) >= _NOISE and before * value < 0:
            root = _bisect(residual, points[k - 1][0], x, before)
            if abs(_safe(residual, root) or 0.0) < 1e-9:
                found.append(root)
    return found


def vanishes(residual: Callable[[float], float], low: float, high: float) -> bool:
    """Whether both sides agree wherever they can be evaluated: the equation says nothing about its unknown."""
    values = [value for x in grid(low, high, 1) for value in [_safe(residual, x)] if value is not None]
    return len(values) > 2 and all(abs(value) < 1e-12 for value in values)


def _safe(residual: Callable[[float], float], x: float) -> float | None:
    try:
        value = residual(x)
    except (ArithmeticError, ValueError, TypeError):
        return None
    return value if math.isfinite(value) else None


def _bisect(residual: Callable[[float], float], a: float, b: float, at_a: float) -> float:
    for _ in range(200):
        middle = math.sqrt(a * b) if a * b > 0 and max(abs(a), abs(b)) > 4 * min(abs(a), abs(b)) else 0.5 * (a + b)
        if middle in (a, b):
            break
        value = _safe(residual, middle)
        if value is None:
            break
        if value == 0.0:
            return middle
        if value * at_a > 0:
            a, at_a = middle, value
        else:
            b = middle
    return 0.5 * (a + b)
