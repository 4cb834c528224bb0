"""Arithmetics of numpy arrays: a fast one for finite values and a careful one for all."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

import numpy as np

from derive.program.arithmetic import Arithmetic, Cases, Operation, no_number, unchanged

NEAR = 1e-9  # relative distance to a whole number or a case boundary that rounding may cross


def larger(first: Any, second: Any) -> Any:
    """`np.maximum`, which compares one by one where a side is spread along the other; `np.clip`
    compares several at once.
    """
    few, many = sorted((first, second), key=np.size)
    return np.clip(many, few, np.inf) if np.size(few) < np.size(many) else np.maximum(few, many)


def smaller(first: Any, second: Any) -> Any:
    """`np.minimum`, in the same way."""
    few, many = sorted((first, second), key=np.size)
    return np.clip(many, -np.inf, few) if np.size(few) < np.size(many) else np.minimum(few, many)


def _rounded(function: Callable[[Any], Any], x: Any, refuse: Callable[[Any, Any], Any]) -> Any:
    """Rounding that refuses values within noise of a whole number."""
    gap = np.abs(x - np.rint(x))
    return refuse(function(x), (gap > 0) & (gap <= NEAR * np.abs(x)))


def _compared(
    sign: Callable[[Any, Any], Any], left: Any, right: Any, refuse: Callable[[Any, Any], Any]
) -> Any:
    """Comparison that refuses sides within noise of each other."""
    gap = np.abs(left - right)
    near = (gap > 0) & (gap <= NEAR * (np.abs(left) + np.abs(right)))
    return refuse(sign(left, right), near | np.isnan(gap))


def _every_case(cases: Cases, values: Sequence[Any]) -> Any:
    """The first case that applies, point by point; NaN where none does or a condition is NaN."""
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


def _finite_or_nan(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with NaN for every value that is not finite."""

    def wrapped(*arguments: Any) -> Any:
        value = function(*arguments)
        return np.where(np.isfinite(value), value, np.nan)

    return wrapped


def _in_place(operation: Operation, parts: list[Any]) -> Any:
    """The sum or product of parts from the left, accumulated in the array of the first two where it
    is large enough.
    """
    return reduce(_onto(operation, 0), parts[2:], operation(parts[0], parts[1]))


def _onto(operation: Operation, owned: int) -> Operation:
    """The operation, writing to its first (0) or second (1) operand where that is large enough."""
    ufunc = _OPERATIONS[operation]

    def onto(*operands: Any) -> Any:
        mine, other = operands[owned], operands[1 - owned]
        fits = np.shape(mine) and np.shape(other) in ((), np.shape(mine))
        return ufunc(*operands, out=mine) if fits else operation(*operands)

    return onto


UFUNCS = {"add": np.add, "mul": np.multiply, "div": np.true_divide}  # by kind of node
_OPERATIONS: dict[Operation, Any] = {
    operator.add: np.add,
    operator.mul: np.multiply,
    np.true_divide: np.true_divide,
}


def _made(
    refuse: Operation,
    guard: Callable[[Callable[..., Any]], Callable[..., Any]],
    onto: Callable[[Operation, int], Operation] = unchanged,
) -> Arithmetic:
    return Arithmetic(
        fraction=lambda p, q: np.float64(p / q),
        number=np.float64,
        real=np.float64,
        power=guard(operator.pow),
        log=guard(np.log),
        exp=guard(np.exp),
        log1p=guard(np.log1p),
        expm1=guard(np.expm1),
        ceil=partial(_rounded, np.ceil, refuse=refuse),
        floor=partial(_rounded, np.floor, refuse=refuse),
        apply=no_number,
        divide=guard(np.true_divide),
        fold=_in_place,
        onto=onto,
        largest=partial(reduce, larger),
        smallest=partial(reduce, smaller),
        compare=partial(_compared, refuse=refuse),
        choose=_every_case,
    )


# Under `np.errstate(all="raise")`: values that are not finite, or decided by rounding, raise
# FloatingPointError.
FAST = _made(_raise, lambda function: function, _onto)
# Under `np.errstate(all="ignore")`: such values become NaN.
CAREFUL = _made(_blank, _finite_or_nan)
