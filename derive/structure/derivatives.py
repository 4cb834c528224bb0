"""Logarithmic derivatives of an expression at a point.

A Max or Min is replaced by a smooth homogeneous mean, on which every argument acts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import sympy

from derive.equations.opaque import Applied

Gradient = dict[Any, float]


def value_and_gradient(
    expression: Any, point: Mapping[Any, float], seeds: Mapping[Any, Gradient] | None = None
) -> tuple[float, Gradient]:
    """The value and, for each variable v, v·∂/∂v of the expression. Raises ArithmeticError outside
    its domain.

    `seeds` are the gradients of dependent variables, for the chain rule.
    """
    if expression.is_Symbol:
        value = point[expression]
        return value, {expression: value} if seeds is None else seeds.get(expression, {})
    if expression.is_Rational:
        return int(expression.p) / int(expression.q), {}
    if expression.is_Mul:
        return _product(expression, point, seeds)
    if expression.is_Pow:
        return _power(expression, point, seeds)
    if expression.is_number:
        return float(expression), {}
    if isinstance(expression, Applied):
        return _linear(expression, point, seeds)
    parts = _parts(expression, point, seeds)
    if expression.is_Add:
        return _weighted(parts, 1.0)
    if isinstance(expression, (sympy.Max, sympy.Min)):
        return _mean(parts, 2.0 if isinstance(expression, sympy.Max) else -2.0)
    if isinstance(expression, sympy.Piecewise):
        return _weighted(parts, 1.0 / len(parts))
    return _unary(expression, *parts[0])


def _unary(expression: Any, value: float, gradient: Gradient) -> tuple[float, Gradient]:
    """A function of one argument, from the argument's value and gradient."""
    if isinstance(expression, sympy.log):
        return math.log(value), _combine([(1.0 / value, gradient)])
    if isinstance(expression, sympy.exp):
        result = math.exp(value)
        return result, _combine([(result, gradient)])
    if isinstance(expression, sympy.Abs):
        return abs(value), _combine([(math.copysign(1.0, value), gradient)])
    return value, gradient  # ceiling and floor: their argument, to first order


def _weighted(parts: list[tuple[float, Gradient]], weight: float) -> tuple[float, Gradient]:
    """The sum of the parts, each times the weight."""
    total = weight * math.fsum(value for value, _ in parts)
    return total, _combine((weight, gradient) for _, gradient in parts)


def _linear(
    expression: Applied, point: Mapping[Any, float], seeds: Mapping[Any, Gradient] | None
) -> tuple[float, Gradient]:
    """An opaque function as a straight line of its own, which shows that its argument acts."""
    value, gradient = value_and_gradient(expression.argument, point, seeds)
    slope, offset = (0.3 + float(expression.map.stand_in(what)) % 1 for what in ("slope", "offset"))
    return slope * value + offset, _combine([(slope, gradient)])


def _parts(
    expression: Any, point: Mapping[Any, float], seeds: Mapping[Any, Gradient] | None
) -> list[tuple[float, Gradient]]:
    cases = isinstance(expression, sympy.Piecewise)
    arguments = [pair[0] for pair in expression.args] if cases else expression.args
    return [value_and_gradient(argument, point, seeds) for argument in arguments]


def _combine(weighted: Iterable[tuple[float, Gradient]]) -> Gradient:
    total: Gradient = {}
    for weight, gradient in weighted:
        for var, slope in gradient.items():
            total[var] = total.get(var, 0.0) + weight * slope
    return total


def _product(
    expression: Any, point: Mapping[Any, float], seeds: Mapping[Any, Gradient] | None
) -> tuple[float, Gradient]:
    parts = [value_and_gradient(factor, point, seeds) for factor in expression.args]
    value = math.prod([part for part, _ in parts])
    if seeds == {}:  # nothing varies
        return value, {}
    if value:
        return value, _combine((value / part, gradient) for part, gradient in parts)
    others = (parts[:k] + parts[k + 1 :] for k in range(len(parts)))
    return 0.0, _combine(
        (math.prod(other for other, _ in rest), gradient)
        for rest, (_, gradient) in zip(others, parts, strict=True)
    )


def _power(
    expression: Any, point: Mapping[Any, float], seeds: Mapping[Any, Gradient] | None
) -> tuple[float, Gradient]:
    base, base_gradient = value_and_gradient(expression.base, point, seeds)
    exponent, exponent_gradient = value_and_gradient(expression.exp, point, seeds)
    value = base**exponent
    if isinstance(value, complex):
        raise ArithmeticError("an even root of a negative number")
    terms = [(value * exponent / base, base_gradient)]
    if exponent_gradient:
        terms.append((value * math.log(base), exponent_gradient))
    return value, _combine(terms)


def _mean(parts: list[tuple[float, Gradient]], power: float) -> tuple[float, Gradient]:
    if any(value <= 0.0 for value, _ in parts):
        ranked = sorted(parts, key=lambda part: -part[0] * power)
        weights = [0.7] + [0.3 / (len(parts) - 1)] * (len(parts) - 1) if len(parts) > 1 else [1.0]
        value = math.fsum(w * part for w, (part, _) in zip(weights, ranked, strict=True))
        return value, _combine(
            (w, gradient) for w, (_, gradient) in zip(weights, ranked, strict=True)
        )
    value = math.fsum(part**power for part, _ in parts) ** (1.0 / power)
    return value, _combine(((part / value) ** (power - 1.0), gradient) for part, gradient in parts)


def row(
    left: Any,
    right: Any,
    point: Mapping[Any, float],
    seeds: Mapping[Any, Gradient] | None = None,
) -> Gradient:
    """The relation's row in the rank test: d log(left/right) per d log v; for a product of powers,
    its exponents.

    Where the sides differ in sign or one vanishes, their difference is scaled by the larger.
    `seeds` are the gradients of dependent variables.
    """
    left_value, left_gradient = value_and_gradient(left, point, seeds)
    right_value, right_gradient = value_and_gradient(right, point, seeds)
    scale = max(abs(left_value), abs(right_value)) or 1.0
    sides = (left_value, right_value) if left_value * right_value > 0 else (scale, scale)
    total = _combine([(1.0 / sides[0], left_gradient), (-1.0 / sides[1], right_gradient)])
    return {var: slope for var, slope in total.items() if abs(slope) > 1e-11}
