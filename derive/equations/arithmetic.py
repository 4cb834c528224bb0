"""Compiled formulas: an expression as nested functions over a list of values, in floats, exact
fractions or 60 digits.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy

from derive.equations.opaque import Applied, OpaqueFunction

Function = Callable[[Sequence[Any]], Any]
Cases = Sequence[tuple[Function, Function]]  # whether a case applies, and its value
DIGITS = 60


class Irrational(ArithmeticError):
    """An exact evaluation met a power, logarithm or exponential that has no exact value."""


class Opaque(ArithmeticError):
    """A map of which nothing is known has no number."""


def _first_case(cases: Cases, values: Sequence[Any]) -> Any:
    for holds, value in cases:
        if holds(values):
            return value(values)
    raise ArithmeticError("no case applies")


@dataclass(frozen=True)
class Arithmetic:
    """One kind of number: how constants, powers, logarithms, exponentials, rounding, opaque maps,
    extrema and cases are done in it.
    """

    constant: Callable[[Any], Any]
    power: Callable[[Any, Any], Any]
    log: Callable[[Any], Any]
    exp: Callable[[Any], Any]
    ceil: Callable[[Any], Any]
    floor: Callable[[Any], Any]
    apply: Callable[[OpaqueFunction, Any], Any]
    divide: Callable[[Any, Any], Any] = operator.truediv
    fold: Callable[[Callable[[Any, Any], Any], list[Any]], Any] = reduce
    largest: Callable[[list[Any]], Any] = max
    smallest: Callable[[list[Any]], Any] = min
    compare: Callable[[Callable[[Any, Any], Any], Any, Any], Any] = lambda sign, left, right: sign(
        left, right
    )
    choose: Callable[[Cases, Sequence[Any]], Any] = _first_case


def _float_power(base: float, exponent: float) -> float:
    value: float | complex = base**exponent
    if isinstance(value, complex):
        raise ArithmeticError("an even root of a negative number")
    return value


def _exact_constant(number: Any) -> Fraction:
    if not number.is_Rational:
        if number.is_Float:
            return Fraction(float(number))
        raise Irrational(str(number))
    return Fraction(int(number.p), int(number.q))


def _exact_power(base: Fraction, exponent: Fraction) -> Fraction:
    if Fraction(exponent).denominator != 1 or abs(exponent) > 1000:
        raise Irrational("a power that is not whole")
    return Fraction(base) ** int(exponent)


def no_number(map: OpaqueFunction, argument: Any) -> Any:
    """An opaque map has none. Raises Opaque."""
    raise Opaque(map.name)


def _no_exact(value: Any) -> Any:
    raise Irrational("a logarithm or an exponential")


FLOATS = Arithmetic(float, _float_power, math.log, math.exp, math.ceil, math.floor, no_number)
EXACT = Arithmetic(
    _exact_constant,
    _exact_power,
    _no_exact,
    _no_exact,
    math.ceil,
    math.floor,
    OpaqueFunction.stand_in,
)


def precise() -> Arithmetic:
    """Sixty digits, by mpmath (sympy's own dependency)."""
    import mpmath

    context = mpmath.mp.clone() if hasattr(mpmath.mp, "clone") else mpmath.mp
    context.dps = DIGITS

    def power(base: Any, exponent: Any) -> Any:
        value = context.power(base, exponent)
        if isinstance(value, context.mpc):
            raise ArithmeticError("an even root of a negative number")
        return value

    def stand_in(map: OpaqueFunction, argument: Any) -> Any:
        value = map.stand_in(context.nstr(argument, DIGITS // 2))
        return context.mpf(value.numerator) / value.denominator

    def constant(number: Any) -> Any:
        return (
            context.mpf(int(number.p)) / int(number.q)
            if number.is_Rational
            else context.mpf(str(number.evalf(DIGITS)))
        )

    return Arithmetic(
        constant, power, context.log, context.exp, context.ceil, context.floor, stand_in
    )


def compile_expression(
    expression: Any, slots: Mapping[Any, int], arithmetic: Arithmetic = FLOATS
) -> Function:
    """A function of the list of values; `slots` says where each variable's value stands in it.

    >>> from derive.equations import Var
    >>> x = Var("x"); compile_expression(x**2 + 1, {x: 0})([3.0])
    10.0
    """
    if expression.is_Symbol:
        return operator.itemgetter(slots[expression])
    if (
        expression.is_number
        and not expression.free_symbols
        and not expression.has(sympy.Max, sympy.Min)
    ):  # whose evalf may never end
        return _constant(expression, arithmetic)
    if expression.is_Mul:
        return _product(expression, slots, arithmetic)
    if expression.is_Pow:
        return _power(expression, slots, arithmetic)
    if isinstance(expression, sympy.Piecewise):
        return _cases(expression, slots, arithmetic)
    if isinstance(expression, Applied):
        map, argument, apply = (
            expression.map,
            compile_expression(expression.argument, slots, arithmetic),
            arithmetic.apply,
        )
        return lambda values: apply(map, argument(values))
    parts = [compile_expression(argument, slots, arithmetic) for argument in expression.args]
    if expression.is_Add:
        return _fold(operator.add, parts, arithmetic)
    if isinstance(expression, sympy.Max):
        largest = arithmetic.largest
        return lambda values: largest([part(values) for part in parts])
    if isinstance(expression, sympy.Min):
        smallest = arithmetic.smallest
        return lambda values: smallest([part(values) for part in parts])
    single = {
        sympy.Abs: abs,
        sympy.log: arithmetic.log,
        sympy.exp: arithmetic.exp,
        sympy.ceiling: arithmetic.ceil,
        sympy.floor: arithmetic.floor,
    }
    for kind, function in single.items():
        if isinstance(expression, kind):
            inner = parts[0]
            return lambda values: function(inner(values))
    raise NotImplementedError(f"no way to evaluate {type(expression).__name__}")


def _constant(number: Any, arithmetic: Arithmetic) -> Function:
    """The number itself; one that is not real, such as the root of a negative number, fails when it
    is asked for.
    """
    if number.has(sympy.zoo, sympy.nan):
        return _undefined
    if number.is_real is False:
        return _no_real
    value = arithmetic.constant(number)
    return lambda _: value


def _no_real(values: Sequence[Any]) -> Any:
    raise ArithmeticError("no real number")


def _undefined(_: Sequence[Any]) -> Any:
    raise ZeroDivisionError("a part of it is divided by zero")


def _fold(
    operation: Callable[[Any, Any], Any], parts: list[Function], arithmetic: Arithmetic
) -> Function:
    if len(parts) == 2:
        first, second = parts
        return lambda values: operation(first(values), second(values))
    fold = arithmetic.fold
    return lambda values: fold(operation, [part(values) for part in parts])


def _product(expression: Any, slots: Mapping[Any, int], arithmetic: Arithmetic) -> Function:
    above: list[Function] = []
    below: list[Function] = []
    for factor in expression.args:
        inverse = factor.is_Pow and factor.exp == -1
        (below if inverse else above).append(
            compile_expression(factor.base if inverse else factor, slots, arithmetic)
        )
    top = (
        _fold(operator.mul, above, arithmetic) if len(above) > 1 else (above[0] if above else None)
    )
    if not below:
        return top or (lambda _: 1)
    bottom = _fold(operator.mul, below, arithmetic) if len(below) > 1 else below[0]
    divide = arithmetic.divide
    if top is None:
        return lambda values: divide(1, bottom(values))
    return lambda values: divide(top(values), bottom(values))


def _power(expression: Any, slots: Mapping[Any, int], arithmetic: Arithmetic) -> Function:
    base = compile_expression(expression.base, slots, arithmetic)
    if expression.exp == -1:
        divide = arithmetic.divide
        return lambda values: divide(1, base(values))
    exponent = compile_expression(expression.exp, slots, arithmetic)
    power = arithmetic.power
    return lambda values: power(base(values), exponent(values))


_COMPARE = {
    sympy.Ge: operator.ge,
    sympy.Le: operator.le,
    sympy.Gt: operator.gt,
    sympy.Lt: operator.lt,
    sympy.Eq: operator.eq,
}


def _cases(expression: Any, slots: Mapping[Any, int], arithmetic: Arithmetic) -> Function:
    cases = [
        (_condition(condition, slots, arithmetic), compile_expression(value, slots, arithmetic))
        for value, condition in expression.args
    ]
    choose = arithmetic.choose
    return lambda values: choose(cases, values)


def _condition(condition: Any, slots: Mapping[Any, int], arithmetic: Arithmetic) -> Function:
    if condition in (sympy.true, sympy.false):
        truth = condition == sympy.true
        return lambda _: truth
    compare = arithmetic.compare
    for kind, sign in _COMPARE.items():
        if isinstance(condition, kind):
            left = compile_expression(condition.lhs, slots, arithmetic)
            right = compile_expression(condition.rhs, slots, arithmetic)
            return lambda values: compare(sign, left(values), right(values))
    raise NotImplementedError(f"no way to evaluate the condition {condition}")
