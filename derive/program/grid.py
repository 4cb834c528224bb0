"""Points over a range, evenly spaced in logarithms."""

from __future__ import annotations

import math

_PER_DECADE = 12
_LOWEST, _HIGHEST = -24.0, 36.0
LEAST = 10.0**_LOWEST  # of the points of a grid, by size


def grid(low: float, high: float, per_decade: int = _PER_DECADE) -> list[float]:
    """Points between `low` and `high`, evenly spaced in logarithms on each side of zero."""
    points: list[float] = []
    if low < 0:
        points.extend(
            -x for x in reversed(grid(0.0, -low if math.isfinite(low) else math.inf, per_decade))
        )
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
