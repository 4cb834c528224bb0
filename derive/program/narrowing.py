"""Narrowing of one node: its interval from its operands, each operand from it and the others."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce

from derive.program.interval import (
    ALL,
    Interval,
    absolute,
    added,
    divided,
    multiplied,
    others,
    reciprocal,
    rounded,
    signed,
    subtracted,
)
from derive.program.interval_powers import (
    argument_of,
    argument_of_log1p,
    base_of,
    decayed,
    expm1,
    exponent_of,
    exponent_of_e,
    exponent_of_expm1,
    exponential,
    lives_of,
    log1p,
    logarithm,
    raised,
)
from derive.program.nodes import Node
from derive.program.tolerances import CLOSE, NOISE

Intervals = Sequence[Interval]  # of the operands, in order
ONE: Interval = (1.0, 1.0)
ZERO: Interval = (0.0, 0.0)


def constant_interval(node: Node) -> Interval:
    """The value of a constant as an interval; everything for one that has no real value."""
    match node:
        case ("number", p, q):
            return (p / q, p / q)
        case ("float", x) | ("real", x):
            return (float(x), float(x))
        case _:
            return ALL


def _largest(parts: Intervals) -> Interval:
    return max(low for low, _ in parts), max(high for _, high in parts)


def _smallest(parts: Intervals) -> Interval:
    return min(low for low, _ in parts), min(high for _, high in parts)


_FORWARD: dict[str, Callable[[Intervals], Interval]] = {
    "add": lambda parts: reduce(added, parts),
    "mul": lambda parts: reduce(multiplied, parts),
    "div": lambda parts: divided(*parts),
    "pow": lambda parts: raised(*parts),
    "max": _largest,
    "min": _smallest,
    "abs": lambda parts: absolute(*parts),
    "log": lambda parts: logarithm(*parts),
    "exp": lambda parts: exponential(*parts),
    "log1p": lambda parts: log1p(*parts),
    "expm1": lambda parts: expm1(*parts),
    "decayed": lambda parts: decayed(*parts),
    "ceil": lambda parts: rounded(parts[0], math.ceil, -CLOSE, -NOISE),
    "floor": lambda parts: rounded(parts[0], math.floor, NOISE, CLOSE),
}


NARROWED = frozenset(_FORWARD)  # the kinds of node; opaque functions stay as they are
TOTAL = frozenset(("add", "mul", "div", "max", "min"))  # those whose operands may have any values


def result(kind: str, parts: Intervals) -> Interval:
    """The values of an operation on operands in these intervals."""
    return _FORWARD[kind](parts)


def _of_sum(whole: Interval, parts: Intervals) -> Intervals:
    return [subtracted(whole, rest) for rest in others(parts, added, ZERO)]


def _of_product(whole: Interval, parts: Intervals) -> Intervals:
    return [_factor(whole, rest) for rest in others(parts, multiplied, ONE)]


def _factor(whole: Interval, rest: Interval) -> Interval:
    """The factors whose product with a value of `rest` lies in `whole`."""
    if rest[0] <= 0.0 <= rest[1] and whole[0] <= 0.0 <= whole[1]:
        return ALL  # zero times anything
    return divided(whole, rest)


def _of_quotient(whole: Interval, parts: Intervals) -> Intervals:
    above, below = parts
    return [multiplied(whole, below), reciprocal(_factor(whole, above))]


def _of_power(whole: Interval, parts: Intervals) -> Intervals:
    base, exponent = parts
    return [base_of(whole, exponent, base), exponent_of(whole, base, exponent)]


def _of_largest(whole: Interval, parts: Intervals) -> Intervals:
    """No argument exceeds the largest; the only one that can reach it is it."""
    able = [k for k, (_, high) in enumerate(parts) if high >= whole[0]]
    low = whole[0] if len(able) == 1 else -math.inf
    return [(low if able == [k] else -math.inf, whole[1]) for k in range(len(parts))]


def _of_smallest(whole: Interval, parts: Intervals) -> Intervals:
    able = [k for k, (low, _) in enumerate(parts) if low <= whole[1]]
    return [(whole[0], whole[1] if able == [k] else math.inf) for k in range(len(parts))]


_BACKWARD: dict[str, Callable[[Interval, Intervals], Intervals]] = {
    "add": _of_sum,
    "mul": _of_product,
    "div": _of_quotient,
    "pow": _of_power,
    "max": _of_largest,
    "min": _of_smallest,
    "abs": lambda whole, parts: [signed(whole, parts[0])],
    "log": lambda whole, parts: [argument_of(whole)],
    "exp": lambda whole, parts: [exponent_of_e(whole)],
    "log1p": lambda whole, parts: [argument_of_log1p(whole)],
    "expm1": lambda whole, parts: [exponent_of_expm1(whole)],
    "decayed": lambda whole, parts: [lives_of(whole)],
    "ceil": lambda whole, parts: [(whole[0] - 1.0, whole[1])],
    "floor": lambda whole, parts: [(whole[0], whole[1] + 1.0)],
}


def operand_intervals(kind: str, whole: Interval, parts: Intervals) -> Intervals:
    """The values of each operand, the others in their intervals, whose result lies in `whole`."""
    return _BACKWARD[kind](whole, parts)
