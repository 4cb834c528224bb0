"""Equation of a document prepared for comparison with relations of the library."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from derive.checking.matching.candidates import SEEDS, agree, parts_of, point
from derive.equations.expression import replace, variables_of
from derive.structure.derivatives import Gradient, row, value_and_gradient

_Powers = dict[Any, float]
_FRACTIONS = 21_000  # a multiple of the denominators of exponents


class ComparedEquation:
    """An equation of a document: its `variables`, figures of a whole being the count times the
    figure of one, and at pseudo-random points their values; its `row` has the exponents at the
    first.

    Variables `taken` otherwise stand for another one, or for the number 1. Products of powers are
    compared by their exponents alone, which no expression has to be rewritten for. Raises
    ArithmeticError, ValueError or TypeError outside the domain of an expression.
    """

    def __init__(self, left: Any, right: Any, taken: Mapping[Any, Any]) -> None:
        self._sides, self._taken = (left, right), taken
        own = variables_of(left) | variables_of(right)
        self._parts = {var: parts_of(taken.get(var, var)) for var in own}
        self.variables = frozenset(part for parts in self._parts.values() for part in parts)
        self._product = self._as_product()
        self.row, self.is_a_product = self._row()

    @cached_property
    def points(self) -> tuple[dict[Any, float], ...]:
        """The pseudo-random points."""
        return _points(self.variables)

    @cached_property
    def written(self) -> tuple[Any, Any]:
        """The sides as written, variables taken otherwise being replaced."""
        left, right = self._sides
        return replace(left, self._taken), replace(right, self._taken)

    @cached_property
    def ratio(self) -> float:
        """The logarithm of left over right at the first point."""
        return self.ratio_at(self.points[0])

    def ratio_at(self, at: Mapping[Any, float]) -> float:
        """The logarithm of left over right at a point."""
        if self._product is not None:
            number, powers = self._product
            return math.log(number) + sum(p * math.log(at[var]) for var, p in powers.items())
        values = _values(self._parts, at)
        left, right = (value_and_gradient(side, values, {})[0] for side in self._sides)
        return math.log(left / right)

    def _row(self) -> tuple[Gradient, bool]:
        """The exponents at the first point, and whether they are those of a product of powers."""
        if self._product is not None:
            return {var: power for var, power in self._product[1].items() if power}, True
        here, there = _written(tuple(self._parts.items()))
        first = row(*self._sides, *here)
        fixed = all(map(_may_be_fixed, first.values()))
        return first, fixed and agree(first, row(*self._sides, *there))

    def _as_product(self) -> tuple[float, _Powers] | None:
        """The number and the exponents of left over right; None unless both are products of powers
        and positive.
        """
        powers: _Powers = {}
        above, below = (
            _collect(side, power, powers)
            for side, power in zip(self._sides, (1.0, -1.0), strict=True)
        )
        if above is None or below is None:
            return None
        spread: _Powers = {}
        for var, power in powers.items():
            for part in self._parts[var]:
                spread[part] = spread.get(part, 0.0) + power
        return above * below, spread


def _may_be_fixed(exponent: float) -> bool:
    """Whether an exponent at one point may be that at every point: a fraction of small numbers, or
    one written with a few digits.
    """
    return math.isclose(_FRACTIONS * exponent, round(_FRACTIONS * exponent), abs_tol=1e-4)


_Parts = tuple[tuple[Any, tuple[Any, ...]], ...]


@lru_cache(maxsize=256)
def _points(variables: frozenset[Any]) -> tuple[dict[Any, float], ...]:
    return tuple(point(variables, seed) for seed in SEEDS)


@lru_cache(maxsize=256)
def _written(parts: _Parts) -> tuple[tuple[dict[Any, float], dict[Any, Gradient]], ...]:
    """The values at the first two points, and the gradients, of variables that are products."""
    points = _points(frozenset(part for _, each in parts for part in each))
    values = [_values(dict(parts), at) for at in points[:2]]
    return tuple((at, {var: dict.fromkeys(each, at[var]) for var, each in parts}) for at in values)


def _values(parts: Mapping[Any, tuple[Any, ...]], at: Mapping[Any, float]) -> dict[Any, float]:
    """The values of variables that are products at a point."""
    return {var: math.prod([at[part] for part in each]) for var, each in parts.items()}


def _collect(expression: Any, power: float, into: _Powers) -> float | None:
    """The number of a product of powers, whose exponents are added `into` those found; None for
    another expression or a number that is not positive.
    """
    if expression.is_Symbol:
        into[expression] = into.get(expression, 0.0) + power
        return 1.0
    if expression.is_Rational:
        value = int(expression.p) / int(expression.q)
        return value**power if value > 0 else None
    if expression.is_Mul:
        number = 1.0
        for factor in expression.args:
            found = _collect(factor, power, into)
            if found is None:
                return None
            number *= found
        return number
    if expression.is_Pow and expression.exp.is_Rational:
        raised = power * int(expression.exp.p) / int(expression.exp.q)
        return _collect(expression.base, raised, into)
    return None
