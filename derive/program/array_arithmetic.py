"""Arithmetic of numpy arrays: fast where every value is finite, careful where some are not."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

import numpy as np

from derive.program.arithmetic import Arithmetic, Cases, no_number

NEAR = 1e-9  # as near to a whole number, or to the edge of a case, as rounding may shift a value


def _rounded(function: Callable[[Any], Any], x: Any, refuse: Callable[[Any, Any], Any]) -> Any:
    """Rounding; a value that misses a whole number by no more than noise is refused."""
    gap = np.abs(x - np.rint(x))
    return refuse(function(x), (gap > 0) & (gap <= NEAR * np.abs(x)))


def _compared(
    sign: Callable[[Any, Any], Any], left: Any, right: Any, refuse: Callable[[Any, Any], Any]
) -> Any:
    gap = np.abs(left - right)
    return refuse(
        sign(left, right),
        ((gap > 0) & (gap <= NEAR * (np.abs(left) + np.abs(right)))) | np.isnan(gap),
    )


def _every_case(cases: Cases, values: Sequence[Any]) -> Any:
    """Each point from the first case that applies to it; not a number where none does or one cannot
    be judged.
    """
    result: Any = np.nan
    for holds, value in reversed(cases):
        applies = holds(values)
        result = np.where(applies == 1, value(values), np.where(np.isnan(applies), np.nan, result))
    return result


def _raise(value: Any, where: Any) -> Any:
    if np.any(where):
        raise FloatingPointError("rounding decides")
    return value


def _blank(value: Any, where: Any) -> Any:
    return np.where(where, np.nan, value)


def _sound(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with everything that is not finite made not a number, so that nothing finite
    comes of it later.
    """

    def wrapped(*arguments: Any) -> Any:
        value = function(*arguments)
        return np.where(np.isfinite(value), value, np.nan)

    return wrapped


def _in_place(operation: Callable[[Any, Any], Any], parts: list[Any]) -> Any:
    """Parts added or multiplied up from the left, in the array that the first two make where it is
    large enough.
    """
    total = operation(parts[0], parts[1])
    for part in parts[2:]:
        fits = np.shape(total) and np.shape(part) in ((), np.shape(total))
        total = _INTO[operation](total, part, out=total) if fits else operation(total, part)
    return total


_INTO = {operator.add: np.add, operator.mul: np.multiply}


def _largest(parts: list[Any]) -> Any:
    return reduce(np.maximum, parts)


def _smallest(parts: list[Any]) -> Any:
    return reduce(np.minimum, parts)


def _made(
    refuse: Callable[[Any, Any], Any], guard: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> Arithmetic:
    return Arithmetic(
        lambda p, q: np.float64(p / q),
        np.float64,
        np.float64,
        guard(operator.pow),
        guard(np.log),
        guard(np.exp),
        partial(_rounded, np.ceil, refuse=refuse),
        partial(_rounded, np.floor, refuse=refuse),
        no_number,
        guard(np.true_divide),
        _in_place,
        _largest,
        _smallest,
        partial(_compared, refuse=refuse),
        _every_case,
    )


# The fast one runs under `np.errstate(all="raise")`: what is not finite, or decided by rounding,
# raises FloatingPointError.
FAST = _made(_raise, lambda function: function)
# The careful one runs under `np.errstate(all="ignore")`: such points come out as not a number.
CAREFUL = _made(_blank, _sound)
