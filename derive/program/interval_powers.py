"""Interval arithmetic of powers, exponentials and logarithms: see `interval`."""

from __future__ import annotations

import math
import sys

from derive.program.interval import ALL, Interval, divided, signed
from derive.program.tolerances import CLOSE, ROUNDING, STILL


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
        return argument_of(divided(_with_noise(logarithm(power)), exponent))
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
    low, high = argument_of(x)
    return min(low, sys.float_info.max), high


def argument_of(logarithms: Interval) -> Interval:
    """The values whose logarithm lies in `logarithms`; no float has one that is too large."""
    return _exp(logarithms[0]), _exp(logarithms[1])


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


def log1p(x: Interval) -> Interval:
    """The logarithms of one plus the values above minus one."""
    return _log1p(x[0]), _log1p(x[1])


def _log1p(end: float) -> float:
    return math.log1p(end) if end > -1.0 else -math.inf


def expm1(x: Interval) -> Interval:
    """The exponentials of the values less one; what is too large for a float is not infinite."""
    low, high = argument_of_log1p(x)
    return min(low, sys.float_info.max), high


def argument_of_log1p(logarithms: Interval) -> Interval:
    """The values such that the logarithm of one plus them lies in `logarithms`."""
    return _expm1(logarithms[0]), _expm1(logarithms[1])


def _expm1(end: float) -> float:
    try:
        return math.expm1(end)
    except OverflowError:
        return math.inf


def exponent_of_expm1(less_one: Interval) -> Interval:
    """The values whose exponential less one lies in `less_one`, but for rounding."""
    low, high = less_one
    low = min(low, sys.float_info.max)
    return _log1p(low - ROUNDING * abs(low)), _log1p(high + ROUNDING * abs(high))


def decayed(lives: Interval) -> Interval:
    """The share that has decayed after so many mean lives: 1 - exp(-x)."""
    return _opposite(expm1(_opposite(lives)))


def lives_of(share: Interval) -> Interval:
    """The mean lives after which a share in `share` has decayed, but for rounding."""
    return _opposite(exponent_of_expm1(_opposite(share)))


def _opposite(x: Interval) -> Interval:
    return -x[1], -x[0]
