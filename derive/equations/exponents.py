"""Exponents with variables in them as sums of products, so that powers of units can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from derive.units.dimension import Dimension

_MOST_TERMS = 32
_Product = tuple[tuple[str, int], ...]  # the powers of the variables, sorted
_Sum = Mapping[_Product, Fraction]
_ONE: _Product = ()
_raised_before: dict[str, tuple[str, _Product]] = {}  # the base dimension and power by name


def raised_to(base: Dimension, exponent: Any) -> Dimension | None:
    """A dimension to a power with variables in it: m³ to the n - 1 is m^(3n)/m³, and m^(1/n) to the
    n is m; None if the exponent is too long.

    Each product of variables makes dimensions of its own, of the names `m^n`.
    """
    terms = _sum_of(exponent)
    if terms is None:
        return None
    total = Dimension()
    for product, factor in terms.items():
        raised = {_raised(name, product): power * factor for name, power in base.exponents}
        total *= Dimension(raised)
    return total


def _raised(name: str, product: _Product) -> str:
    """The name of a base dimension, or of one that was raised before, to a product of variables."""
    base, before = _raised_before.get(name, (name, _ONE))
    found = _multiplied(before, product)
    if found == _ONE:
        return base
    over = "*".join(var if power == 1 else f"{var}^{power}" for var, power in found)
    _raised_before[made := f"{base}^{over}"] = base, found
    return made


def _sum_of(expression: Any) -> _Sum | None:
    """The expression as a sum of products with rational factors; None beyond the cap on terms."""
    if expression.is_Rational:
        return {_ONE: Fraction(int(expression.p), int(expression.q))}
    if expression.is_Add:
        return _added([_sum_of(term) for term in expression.args])
    if expression.is_Mul:
        total: _Sum | None = {_ONE: Fraction(1)}
        for factor in expression.args:
            total = _times(total, _sum_of(factor))
        return total
    if expression.is_Pow and expression.exp.is_Integer:
        return _whole_power(expression.base, int(expression.exp))
    return {((_name(expression), 1),): Fraction(1)}


def _name(expression: Any) -> str:
    return expression.name if expression.is_Symbol else f"({expression})"


def _whole_power(base: Any, power: int) -> _Sum | None:
    terms = _sum_of(base)
    if terms is None or abs(power) > _MOST_TERMS:
        return None
    if len(terms) == 1:
        ((product, factor),) = terms.items()
        if factor:
            return {tuple((name, each * power) for name, each in product): factor**power}
    if power < 0:
        return {((_name(base), power),): Fraction(1)}
    total: _Sum | None = {_ONE: Fraction(1)}
    for _ in range(power):
        total = _times(total, terms)
    return total


def _added(parts: list[_Sum | None]) -> _Sum | None:
    total: dict[_Product, Fraction] = {}
    for part in parts:
        if part is None:
            return None
        for product, factor in part.items():
            total[product] = total.get(product, Fraction(0)) + factor
    return _kept(total)


def _times(left: _Sum | None, right: _Sum | None) -> _Sum | None:
    if left is None or right is None:
        return None
    total: dict[_Product, Fraction] = {}
    for one, here in left.items():
        for other, there in right.items():
            product = _multiplied(one, other)
            total[product] = total.get(product, Fraction(0)) + here * there
    return _kept(total)


def _multiplied(one: _Product, other: _Product) -> _Product:
    powers = dict(one)
    for name, power in other:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def _kept(total: dict[_Product, Fraction]) -> _Sum | None:
    kept = {product: factor for product, factor in total.items() if factor}
    return kept if len(kept) <= _MOST_TERMS else None
