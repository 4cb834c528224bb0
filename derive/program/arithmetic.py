"""Arithmetics in which nodes are evaluated: floats, exact fractions, sixty digits."""

from __future__ import annotations

import hashlib
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import Any

from derive.program.tolerances import CLOSE

Function = Callable[[Sequence[Any]], Any]
Operation = Callable[[Any, Any], Any]
Cases = Sequence[tuple[Function, Function]]  # condition and value of each case
DIGITS = 60


class Irrational(ArithmeticError):
    """A power, logarithm or exponential without an exact value."""


class Opaque(ArithmeticError):
    """An opaque function in a numeric evaluation."""


def unchanged(operation: Operation, _: int) -> Operation:
    """The operation itself, whichever operand it may overwrite."""
    return operation


def _first_case(cases: Cases, values: Sequence[Any]) -> Any:
    for holds, value in cases:
        if holds(values):
            return value(values)
    raise ArithmeticError("no case applies")


@dataclass(frozen=True)
class Arithmetic:
    """The operations on one kind of number.

    `onto` makes an operation that may overwrite its first (0) or second (1) operand.
    """

    fraction: Callable[[int, int], Any]
    number: Callable[[float], Any]
    real: Callable[[str], Any]
    power: Operation
    log: Callable[[Any], Any]
    exp: Callable[[Any], Any]
    log1p: Callable[[Any], Any]
    expm1: Callable[[Any], Any]
    ceil: Callable[[Any], Any]
    floor: Callable[[Any], Any]
    apply: Callable[[tuple[str, str, str], Any], Any]
    divide: Operation = operator.truediv
    fold: Callable[[Operation, list[Any]], Any] = reduce
    onto: Callable[[Operation, int], Operation] = unchanged
    largest: Callable[[list[Any]], Any] = max
    smallest: Callable[[list[Any]], Any] = min
    compare: Callable[[Operation, Any, Any], Any] = lambda sign, a, b: sign(a, b)
    choose: Callable[[Cases, Sequence[Any]], Any] = _first_case

    def decayed(self, lives: Any) -> Any:
        """The share that has decayed after so many mean lives: 1 - exp(-x)."""
        return -self.expm1(-lives)


def float_power(base: float, exponent: float) -> float:
    """A real power. Raises ArithmeticError for an even root of a negative number."""
    value: float | complex = base**exponent
    if isinstance(value, complex):
        raise ArithmeticError("an even root of a negative number")
    return value


def to_whole(rounding: Callable[[float], int], value: float) -> int:
    """A value rounded up or down; one within noise of a whole number is that number."""
    near = round(value)
    return near if abs(value - near) <= CLOSE * abs(value) else rounding(value)


def compared(sign: Operation, left: float, right: float) -> Any:
    """The comparison of two sides, which are equal where they are within noise of each other."""
    return sign(left, left if math.isclose(left, right, rel_tol=CLOSE) else right)


def no_number(function: tuple[str, str, str], argument: Any) -> Any:
    """Raise Opaque: an opaque function has no value."""
    raise Opaque(function[0])


FLOATS = Arithmetic(
    fraction=operator.truediv,
    number=float,
    real=float,
    power=float_power,
    log=math.log,
    exp=math.exp,
    log1p=math.log1p,
    expm1=math.expm1,
    ceil=partial(to_whole, math.ceil),
    floor=partial(to_whole, math.floor),
    apply=no_number,
    compare=compared,
)


def _exact_power(base: Fraction, exponent: Fraction) -> Fraction:
    if Fraction(exponent).denominator != 1 or abs(exponent) > 1000:
        raise Irrational("a power that is not whole")
    return Fraction(base) ** int(exponent)


def _no_exact(value: Any) -> Any:
    raise Irrational(str(value))


def stand_in(function: tuple[str, str, str], argument: Any) -> Fraction:
    """A pseudo-random value of an opaque function at an argument: lines that hold for it at random
    points hold for any function.
    """
    name, takes, gives = function
    digest = hashlib.sha256(f"{name}|{takes}|{gives}|{argument}".encode()).digest()
    return Fraction(1 + int.from_bytes(digest[:2]), 1 + digest[2])


EXACT = Arithmetic(
    fraction=Fraction,
    number=Fraction,
    real=_no_exact,
    power=_exact_power,
    log=_no_exact,
    exp=_no_exact,
    log1p=_no_exact,
    expm1=_no_exact,
    ceil=math.ceil,
    floor=math.floor,
    apply=stand_in,
)


def precise() -> Arithmetic:
    """Arithmetic of sixty digits, by mpmath."""
    import mpmath

    context = mpmath.mp.clone() if hasattr(mpmath.mp, "clone") else mpmath.mp
    context.dps = DIGITS

    def power(base: Any, exponent: Any) -> Any:
        value = context.power(base, exponent)
        if isinstance(value, context.mpc):
            raise ArithmeticError("an even root of a negative number")
        return value

    def apply(function: tuple[str, str, str], argument: Any) -> Any:
        value = stand_in(function, context.nstr(argument, DIGITS // 2))
        return context.mpf(value.numerator) / value.denominator

    return Arithmetic(
        fraction=lambda p, q: context.mpf(p) / q,
        number=context.mpf,
        real=context.mpf,
        power=power,
        log=context.log,
        exp=context.exp,
        log1p=context.log1p,
        expm1=context.expm1,
        ceil=context.ceil,
        floor=context.floor,
        apply=apply,
    )
