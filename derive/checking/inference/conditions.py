"""Conditions of equations on the units of their names: products of powers that must be pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.worked_number import SideKind
from derive.checking.habits.possible_dimensions import is_figure
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.units.dimension import PURE, Dimension, Exponent

_SAME_EITHER_WAY = "∝"


@dataclass(frozen=True, slots=True)
class UnitProduct:
    """A product of powers of variables, times `dimension` for what is no product of them."""

    powers: Mapping[Any, Exponent] = field(default_factory=dict)
    dimension: Dimension = PURE

    def times(self, other: UnitProduct, power: Exponent = 1) -> UnitProduct:
        """The product with a power of another."""
        if power == 1 and not self.powers and not self.dimension:
            return other
        powers = dict(self.powers)
        for var, more in other.powers.items():
            powers[var] = powers.get(var, 0) + more * power
        left = {var: total for var, total in powers.items() if total}
        return UnitProduct(left, self.dimension * other.dimension**power)

    def known(self, opened: Collection[Any]) -> Dimension:
        """The dimension of all but the `opened` variables."""
        total = self.dimension
        for var, power in self.powers.items():
            if var not in opened:
                total *= var.unit.dimension**power
        return total


class AnyWouldDo(Exception):
    """An open variable is raised to a variable power."""


class Conditions:
    """Conditions on the units of `opened` variables: `pure` are the products that must be pure.

    With `lenient` figures that could have any unit, and powers of unknown exponents, say nothing.
    """

    def __init__(self, opened: Collection[Any], *, lenient: bool = False) -> None:
        self.opened, self.lenient = frozenset(opened), lenient
        self.pure: list[UnitProduct] = []
        self._powers: dict[Any, Var] = {}

    def alike(self, terms: Iterable[Any]) -> UnitProduct:
        """The unit of terms that must have one. Raises Mismatch where no unit would do."""
        products = [(self.of(term), term) for term in terms if self._says(term)]
        if not products:
            return UnitProduct()
        first = products[0][0]
        for other, term in products[1:]:
            self._must_be_pure(other.times(first, -1), term)
        return first

    def _says(self, term: Any) -> bool:
        return bool(term != 0) and not (self.lenient and term.is_number and is_figure(term))

    def _must_be_pure(self, have: UnitProduct, term: Any) -> None:
        if self.opened.isdisjoint(have.powers):
            dimension = have.known(self.opened)
            if dimension:
                raise Mismatch(term, dimension, PURE, "no unit of it makes the sides agree")
        self.pure.append(have)

    def of(self, expression: Any) -> UnitProduct:
        """The unit of an expression. Raises Mismatch where there is none, AnyWouldDo for an open
        variable to a variable power.
        """
        if expression.is_Symbol:
            return UnitProduct({expression: 1})
        if expression.is_number:
            return UnitProduct()
        if expression.is_Mul:
            return self._of_product(expression.args)
        if expression.is_Pow:
            return self._of_power(expression)
        if isinstance(expression, (sympy.Add, sympy.Max, sympy.Min)):
            return self.alike(expression.args)
        if isinstance(expression, sympy.Piecewise):
            return self.alike(value for value, _ in expression.args)
        if isinstance(expression, sympy.Abs):
            return self.of(expression.args[0])
        if self.opened.isdisjoint(expression.free_symbols):
            return UnitProduct(dimension=dimension_of(expression))
        for argument in expression.args:  # logarithms, roundings
            self._must_be_pure(self.of(argument), argument)
        return UnitProduct()

    def _of_product(self, factors: Iterable[Any]) -> UnitProduct:
        powers: dict[Any, Exponent] = {}
        dimension = PURE
        for factor in factors:
            one = self.of(factor)
            dimension *= one.dimension
            for var, more in one.powers.items():
                if total := powers.get(var, 0) + more:
                    powers[var] = total
                else:
                    del powers[var]
        return UnitProduct(powers, dimension)

    def _of_power(self, power: Any) -> UnitProduct:
        base, exponent = power.args
        if exponent.is_Rational:
            whole = exponent.is_Integer
            power = int(exponent) if whole else Fraction(int(exponent.p), int(exponent.q))
            return UnitProduct().times(self.of(base), power)
        if self.lenient and not base.is_number:
            unlike = self._powers.setdefault(power, Var("power", "1", "a power"))
            self.opened |= {unlike}
            return UnitProduct({unlike: 1})
        if base in self.opened:
            raise AnyWouldDo
        for argument in (base, exponent):
            self._must_be_pure(self.of(argument), argument)
        return UnitProduct()


def forced_dimension(pairs: list[tuple[Any, Any]], open_symbol: Var) -> Dimension | None:
    """The only dimension of `open_symbol` with which all pairs of sides agree; None if any would
    do. Raises Mismatch if there is none.
    """
    conditions = Conditions({open_symbol})
    try:
        for pair in pairs:
            conditions.alike(pair)
    except AnyWouldDo:
        return None
    for product in conditions.pure:
        if power := product.powers.get(open_symbol):
            return product.known({open_symbol}) ** (Fraction(-1) / power)
    return None


def conditions_of(found: Interpretation, opened: Collection[Any]) -> Conditions:
    """The conditions of an equation. A side of bare figures may have any unit."""
    conditions = Conditions(opened, lenient=True)
    sides, signs = found.sides, found.statement.signs
    kinds = found.kinds
    for k, sign in enumerate(signs):
        if sign == _SAME_EITHER_WAY or SideKind.BARE in kinds[k : k + 2]:
            conditions.of(sides[k])
            conditions.of(sides[k + 1])
        else:
            conditions.alike(sides[k : k + 2])
    return conditions
