"""Interval arithmetic: the values that an operation, and each operand of it, can take.

An interval is a pair (low, high) of floats, either of which may be infinite. Zero times infinity is
zero, since every value is finite. Sums, products and quotients are rounded outwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from derive.program.tolerances import CLOSE, LEAST_TOLERANCE, ROUNDING

Interval = tuple[float, float]
ALL: Interval = (-math.inf, math.inf)
_DOWN, _UP = 1.0 - ROUNDING, 1.0 + ROUNDING


def around(value: float, width: float) -> Interval:
    """The values within a relative width of one."""
    ends = value * (1.0 - width), value * (1.0 + width)
    return min(ends), max(ends)


def within_digits(value: float, tolerance: float) -> Interval:
    """The values that the digits of one leave; an exact one is alone."""
    return around(value, max(tolerance, LEAST_TOLERANCE) if tolerance else 0.0)


def product(a: float, b: float) -> float:
    """The product of two ends."""
    return a * b if a and b else 0.0


def multiplied(x: Interval, y: Interval) -> Interval:
    """The products of values of two intervals, those with minus one exactly."""
    low, high = x
    least, most = y
    if low >= 0.0 and least >= 0.0:
        top = high * most * _UP if high and most else 0.0
        return (low * least * _DOWN if low and least else 0.0), top
    if high == low == -1.0:
        return 0.0 - most, 0.0 - least
    if most == least == -1.0:
        return 0.0 - high, 0.0 - low
    ends = [product(a, b) for a in x for b in y]
    low, high = min(ends), max(ends)
    return low * (_DOWN if low > 0.0 else _UP), high * (_UP if high > 0.0 else _DOWN)


def divided(x: Interval, y: Interval) -> Interval:
    """The quotients of values of two intervals, the divisor other than zero."""
    if x[0] >= 0.0 and y[0] > 0.0:
        return x[0] / y[1] * _DOWN, x[1] / y[0] * _UP
    return multiplied(x, reciprocal(y))


def reciprocal(x: Interval) -> Interval:
    """The reciprocals of the values other than zero."""
    low, high = x
    if low < 0.0 < high:
        return ALL
    if low >= 0.0:
        return _inverse(high, math.inf), _inverse(low, math.inf)
    return _inverse(high, -math.inf), _inverse(low, -math.inf)


def _inverse(end: float, at_zero: float) -> float:
    return 1.0 / end if end else at_zero


def added(x: Interval, y: Interval) -> Interval:
    """The sums of values of two intervals."""
    return _sum(x[0], y[0], -math.inf), _sum(x[1], y[1], math.inf)


def subtracted(x: Interval, y: Interval) -> Interval:
    """The differences of values of two intervals."""
    return _sum(x[0], -y[1], -math.inf), _sum(x[1], -y[0], math.inf)


def _sum(a: float, b: float, outwards: float) -> float:
    """The sum of two ends, rounded outwards unless it is exact; noise counts as zero."""
    if not a or not b:
        return a + b
    total = a + b
    if not math.isfinite(total) or not total:
        return outwards if math.isnan(total) else total
    if abs(total) <= ROUNDING * abs(a) and (total > 0.0) != (outwards > 0.0):
        return 0.0
    return math.nextafter(total, outwards)


def others(
    intervals: Sequence[Interval], combine: Callable[[Interval, Interval], Interval], of: Interval
) -> list[Interval]:
    """For each interval the combination of all others; `of` is that of none."""
    if len(intervals) == 2:
        return [intervals[1], intervals[0]]
    before = [of]
    for interval in intervals[:-1]:
        before.append(combine(before[-1], interval))
    after = of
    for k in range(len(intervals) - 1, -1, -1):
        before[k] = combine(before[k], after)
        after = combine(intervals[k], after)
    return before


def absolute(x: Interval) -> Interval:
    """The sizes of the values."""
    low, high = x
    if low >= 0.0:
        return x
    return (0.0 if high > 0.0 else -high), max(-low, high)


def signed(size: Interval, x: Interval) -> Interval:
    """The values, among those of `x` but for noise, whose size lies in `size`."""
    least = size[0] * (1.0 - CLOSE)
    return (
        -size[1] if x[0] <= -least else size[0],
        size[1] if x[1] >= least else -size[0],
    )


def rounded(x: Interval, rounding: Callable[[float], int], low: float, high: float) -> Interval:
    """The values rounded, each end moved by its relative slack first."""
    return _whole(x[0], rounding, low), _whole(x[1], rounding, high)


def _whole(end: float, rounding: Callable[[float], int], slack: float) -> float:
    return end if math.isinf(end) else float(rounding(end + slack * abs(end)))


def whole_numbers(x: Interval, slack: float) -> Interval:
    """The whole numbers of an interval, ends moved outwards by the relative slack first."""
    return _whole(x[0], math.ceil, -slack), _whole(x[1], math.floor, slack)
