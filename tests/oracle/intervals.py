"""Interval arithmetic in floats: images of intervals, and what an image leaves of its arguments.

An interval is a pair of floats, both ends included; every result is rounded outward, but an end at
zero stays. `narrow_*` functions return the parts of the arguments that can give the result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Interval = tuple[float, float]
EVERYTHING: Interval = (-math.inf, math.inf)
NOT_NEGATIVE: Interval = (0.0, math.inf)
OUTWARD = 4e-16


class EmptySet(Exception):
    """No value is left."""


def meet(first: Interval, second: Interval) -> Interval:
    """The intersection. Raises EmptySet."""
    low = first[0] if first[0] > second[0] else second[0]
    high = first[1] if first[1] < second[1] else second[1]
    if not low <= high:
        raise EmptySet
    return low, high


def hull(parts: Sequence[Interval]) -> Interval:
    """The smallest interval around some. Raises EmptySet without any."""
    if not parts:
        raise EmptySet
    return min(low for low, _ in parts), max(high for _, high in parts)


def outward(low: float, high: float) -> Interval:
    low = low if math.isinf(low) else low - abs(low) * OUTWARD
    return low, high if math.isinf(high) else high + abs(high) * OUTWARD


def widened(value: float, share: float) -> Interval:
    """A value with a relative error on both sides."""
    return value - abs(value) * share, value + abs(value) * share


def times(x: float, y: float) -> float:
    """The product, where zero times infinity is zero, as it is of any number in the interval."""
    return 0.0 if x == 0.0 or y == 0.0 else x * y


def product(first: Interval, second: Interval) -> Interval:
    a, b = first
    c, d = second
    if a >= 0.0 and c >= 0.0:
        return outward(times(a, c), times(b, d))
    ends = (times(a, c), times(a, d), times(b, c), times(b, d))
    return outward(min(ends), max(ends))


def quotients(number: Interval, by: Interval) -> list[Interval]:
    """The numbers x with x·y in `number` for a y in `by`: at most two intervals."""
    a, b = number
    c, d = by
    if c > 0.0 or d < 0.0:
        return [_over(number, by)]
    if a <= 0.0 <= b:
        return [EVERYTHING]
    parts = []
    if d > 0.0:  # a positive y, as small as one likes
        parts.append((_ratio(a, d), math.inf) if a > 0.0 else (-math.inf, _ratio(b, d)))
    if c < 0.0:
        parts.append((-math.inf, _ratio(a, c)) if a > 0.0 else (_ratio(b, c), math.inf))
    return [outward(*part) for part in parts]


def _over(number: Interval, by: Interval) -> Interval:
    c, d = by
    inverse = (1.0 / d if math.isfinite(d) else 0.0, 1.0 / c if math.isfinite(c) else 0.0)
    return product(number, outward(*inverse))


def _ratio(x: float, y: float) -> float:
    return 0.0 if math.isinf(y) else x / y


def total(parts: Sequence[Interval]) -> Interval:
    low = high = size = 0.0
    for a, b in parts:
        low += a
        high += b
        size = max(size, abs(a) if math.isfinite(a) else 0.0, abs(b) if math.isfinite(b) else 0.0)
    slack = size * OUTWARD * len(parts)
    low = -math.inf if math.isnan(low) else low - slack
    high = math.inf if math.isnan(high) else high + slack
    return low, high


def difference(first: Interval, second: Interval) -> Interval:
    return total((first, (-second[1], -second[0])))


def power_of(x: float, exponent: float) -> float:
    """x to a constant exponent; infinite where it overflows or is a pole from above."""
    if x == 0.0:
        return 0.0 if exponent > 0 else math.inf
    if math.isinf(x):
        return 0.0 if exponent < 0 else x**exponent
    try:
        return float(x**exponent)
    except OverflowError:
        return -math.inf if x < 0 and exponent % 2 == 1 else math.inf


def power(base: Interval, exponent: float) -> Interval:
    """A power with a constant exponent; a negative base only under a whole exponent. What divides
    by nothing but zero has no value, and says nothing.
    """
    if base == (0.0, 0.0) and exponent < 0.0:
        return EVERYTHING
    whole = exponent == int(exponent)
    low, high = base if whole else meet(base, NOT_NEGATIVE)
    if low >= 0.0:
        ends = power_of(low, exponent), power_of(high, exponent)
    elif high <= 0.0:
        sign = -1.0 if exponent % 2 == 1 else 1.0
        ends = sign * power_of(-low, exponent), sign * power_of(-high, exponent)
    elif exponent > 0:
        ends = power_of(low, exponent), power_of(high, exponent)
        if exponent % 2 == 0:
            return outward(0.0, max(ends))
    elif exponent % 2 == 0:
        return outward(min(power_of(low, exponent), power_of(high, exponent)), math.inf)
    else:
        return EVERYTHING
    return outward(min(ends), max(ends))


def narrow_power(result: Interval, base: Interval, exponent: float) -> Interval:
    """The base that a constant exponent leaves."""
    whole = exponent == int(exponent)
    parts = []
    if base[1] >= 0.0 and result[1] >= 0.0:
        upper = power(meet(result, NOT_NEGATIVE), 1.0 / exponent)
        _add(parts, upper, meet(base, NOT_NEGATIVE))
    if whole and base[0] < 0.0:
        mirrored = result if exponent % 2 == 0 else (-result[1], -result[0])
        if mirrored[1] >= 0.0:
            low, high = power(meet(mirrored, NOT_NEGATIVE), 1.0 / exponent)
            _add(parts, (-high, -low), (base[0], min(base[1], 0.0)))
    return hull(parts)


def _add(parts: list[Interval], first: Interval, second: Interval) -> None:
    if max(first[0], second[0]) <= min(first[1], second[1]):
        parts.append(meet(first, second))


def logarithm(x: float) -> float:
    return -math.inf if x <= 0.0 else math.log(x) if math.isfinite(x) else math.inf


def exponential(x: float) -> float:
    return math.inf if x > 700.0 else math.exp(x)


def log(interval: Interval) -> Interval:
    low, high = meet(interval, NOT_NEGATIVE)
    return outward(logarithm(low), logarithm(high))


def exp(interval: Interval) -> Interval:
    """The exponential; what underflows is at most 1e-300, not zero."""
    low, high = interval
    return outward(0.0 if low < -690.0 else exponential(low), max(exponential(high), 1e-300))


def ceiling(x: float) -> float:
    return float(math.ceil(x)) if math.isfinite(x) else x


def floor(x: float) -> float:
    return float(math.floor(x)) if math.isfinite(x) else x


def rounded_up(interval: Interval) -> Interval:
    return ceiling(interval[0]), ceiling(interval[1])


def rounded_down(interval: Interval) -> Interval:
    return floor(interval[0]), floor(interval[1])


def narrow_rounded_up(result: Interval) -> Interval:
    """The numbers whose ceiling lies in `result`."""
    return meet((ceiling(result[0]) - 1.0, floor(result[1])), EVERYTHING)


def narrow_rounded_down(result: Interval) -> Interval:
    return meet((ceiling(result[0]), floor(result[1]) + 1.0), EVERYTHING)


def size(interval: Interval) -> Interval:
    """The absolute value."""
    low, high = interval
    if low >= 0.0:
        return interval
    return (-high, -low) if high <= 0.0 else (0.0, max(-low, high))


def narrow_size(result: Interval, interval: Interval) -> Interval:
    kept = meet(result, NOT_NEGATIVE)
    parts: list[Interval] = []
    _add(parts, kept, interval)
    _add(parts, (-kept[1], -kept[0]), interval)
    return hull(parts)
