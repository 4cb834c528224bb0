"""Interval arithmetic: the values that an operation, and each operand of it, can take.

An interval is a pair (low, high) of floats, either of which may be infinite. Zero times infinity is
zero, since every value is finite. Sums, products and quotients are rounded outwards.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence

from derive.program.tolerances import CLOSE, LEAST_TOLERANCE, ROUNDING, STILL

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


def raised(x: Interval, exponent: Interval) -> Interval:
    """The powers of the values of an interval; what is too small for a float is not zero."""
    low, high = _raised(x, exponent)
    return low, (math.ulp(0.0) if high == 0.0 < x[1] else high)


def _raised(x: Interval, exponent: Interval) -> Interval:
    if exponent[0] == exponent[1]:
        return _power(x, exponent[0])
    if x[0] < 0.0:
        return ALL
    ends = [_end_power(a, b) for a in x for b in exponent]
    return min(ends), max(ends)


def _power(x: Interval, exponent: float) -> Interval:
    """The values of an interval raised to one power."""
    low, high = x
    if low < 0.0:
        whole = exponent == math.floor(exponent)
        if not whole or exponent < 0.0:
            return _power((0.0, high), exponent) if high > 0.0 and not whole else ALL
        ends = (_end_power(low, exponent), _end_power(high, exponent))
        if exponent % 2.0:
            return ends
        return (0.0 if high > 0.0 else min(ends)), max(ends)
    ends = (_end_power(low, exponent), _end_power(high, exponent))
    return ends if exponent >= 0.0 else (ends[1], ends[0])


def _end_power(base: float, exponent: float) -> float:
    """A power of an end, infinite at a pole and beyond the floats."""
    if base == 0.0:
        return 0.0 if exponent > 0.0 else (1.0 if exponent == 0.0 else math.inf)
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


def base_of(power: Interval, exponent: Interval, base: Interval) -> Interval:
    """The bases, among those of `base`, whose power lies in `power`."""
    if exponent[0] != exponent[1]:
        apart = exponent[0] > 0.0 or exponent[1] < 0.0
        known = apart or (_one_sign(exponent) and not _near_one(power))
        if not known or base[0] < 0.0 or power[0] < 0.0:
            return ALL
        return raised(power, reciprocal(exponent))
    n = exponent[0]
    if not n:
        return ALL
    whole = n == math.floor(n)
    if base[0] >= 0.0 or not whole:
        return _power((max(power[0], 0.0), max(power[1], 0.0)), 1.0 / n)
    if n % 2.0 or n < 0.0:
        return ALL
    low, high = (_end_power(max(end, 0.0), 1.0 / n) for end in power)
    return signed((low, high), base)


def exponent_of(power: Interval, base: Interval, exponent: Interval) -> Interval:
    """The exponents, among those of `exponent`, at which a power of the base lies in `power`."""
    if base[0] < 0.0 or power[0] < 0.0 or base[0] == power[0] == 0.0:
        return ALL  # zero to any positive power is zero
    if exponent[0] == exponent[1]:
        return ALL  # the base is narrowed by one that is known
    low, high = _with_noise(logarithm(base))
    if low <= 0.0 <= high:
        if _near_one(power) or not _one_sign(exponent):
            return ALL
        above = (power[0] > 1.0) == (exponent[0] >= 0.0)  # of one, where the base must be
        low, high = (0.0, high) if above else (low, 0.0)
    return divided(exponent_of_e(power), (low, high))


def _with_noise(logarithms: Interval) -> Interval:
    """Logarithms with the noise of their numbers, large beside the logarithms near zero."""
    return logarithms[0] - STILL, logarithms[1] + STILL


def _near_one(x: Interval) -> bool:
    """Whether one, which is any power zero, lies within an interval or next to it."""
    return x[0] <= 1.0 + CLOSE and x[1] >= 1.0 - CLOSE


def _one_sign(x: Interval) -> bool:
    return x[0] >= 0.0 or x[1] <= 0.0


def logarithm(x: Interval) -> Interval:
    """The logarithms of the positive values."""
    return _log(x[0]), _log(x[1])


def _log(end: float) -> float:
    return math.log(end) if end > 0.0 else -math.inf


def exponential(x: Interval) -> Interval:
    """The exponentials of the values; what is too large for a float is not infinite."""
    low, high = of_logarithm(x)
    return min(low, sys.float_info.max), high


def of_logarithm(x: Interval) -> Interval:
    """The values whose logarithm lies in `x`; no float has one that is too large."""
    return _exp(x[0]), _exp(x[1])


def exponent_of_e(power: Interval) -> Interval:
    """The values whose exponential lies in `power`: what is too small for a float counts as zero,
    what is too large for one as infinite.
    """
    least, most = sys.float_info.min, sys.float_info.max
    low, high = power
    return _with_noise(logarithm((min(low, most) if low >= least else 0.0, max(high, least))))


def _exp(end: float) -> float:
    try:
        return math.exp(end)
    except OverflowError:
        return math.inf


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
