"""Dimensions as vectors of rational exponents over the registry's base dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from weakref import WeakValueDictionary

from derive.units.superscripts import raised

Exponent = int | Fraction

# Each currency is a dimension of its own, converted by no rate that the user does not state.
CURRENCIES = {"currency": "USD"} | {
    f"currency_{code}": code
    for code in (
        *("EUR", "GBP", "JPY", "CNY", "CHF", "INR", "KRW", "TWD", "CAD", "AUD", "HKD", "SGD"),
        *("SEK", "NOK", "DKK", "PLN", "BRL", "ILS"),
    )
}
# The base unit of each base dimension in messages, in print order.
BASE_UNITS: dict[str, str] = {
    **CURRENCIES,
    "computation": "FLOP",
    "information": "byte",
    "parameter": "param",
    "token": "token",
    "sequence": "sequence",
    "device": "GPU",
    "mass": "kg",
    "length": "m",
    "current": "A",
    "temperature": "K",
    "substance": "mol",
    "luminosity": "cd",
    "emission": "kgCO2e",
    "time": "s",
}
_ORDER = {name: rank for rank, name in enumerate(BASE_UNITS)}

_MOST_KEPT = 1 << 16  # products of two; the possible units of formulas go through thousands


def _key(item: tuple[str, Exponent]) -> tuple[int, str]:
    return _ORDER.get(item[0], len(_ORDER)), item[0]


def _tidy(exponent: Exponent) -> Exponent:
    if type(exponent) is int:
        return exponent
    return int(exponent) if exponent == int(exponent) else Fraction(exponent)


_made: WeakValueDictionary[tuple[tuple[str, Exponent], ...], Dimension] = WeakValueDictionary()


class Dimension:
    """A product of powers of base dimensions; immutable, hashable, with `*`, `/` and `**`.

    >>> Dimension({"information": 1, "token": -1})
    Dimension('byte/token')
    """

    __slots__ = ("__weakref__", "exponents")
    exponents: tuple[tuple[str, Exponent], ...]

    def __new__(cls, exponents: Mapping[str, Exponent] | None = None) -> Dimension:
        """The one object of these exponents, so that equal dimensions are the same."""
        items = [(name, _tidy(power)) for name, power in (exponents or {}).items() if power]
        return _of(tuple(sorted(items, key=_key)))

    def __reduce__(self) -> tuple[type[Dimension], tuple[dict[str, Exponent]]]:
        return Dimension, (dict(self.exponents),)

    def __bool__(self) -> bool:
        return bool(self.exponents)

    def __mul__(self, other: Dimension) -> Dimension:
        return _product(self, other)

    def __truediv__(self, other: Dimension) -> Dimension:
        return _quotient(self, other)

    def __pow__(self, exponent: Exponent) -> Dimension:
        return _power(self, exponent)

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return f"Dimension('{self}')"

    @property
    def size(self) -> int:
        """The number of base dimensions in it."""
        return len(self.exponents)


def _of(exponents: tuple[tuple[str, Exponent], ...]) -> Dimension:
    """The one object of tidy exponents other than zero, in order."""
    found = _made.get(exponents)
    if found is None:
        found = object.__new__(Dimension)
        found.exponents = exponents
        found = _made.setdefault(exponents, found)
    return found


@lru_cache(maxsize=_MOST_KEPT)
def _product(left: Dimension, right: Dimension) -> Dimension:
    if not right.exponents:
        return left
    if not left.exponents:
        return right
    total: dict[str, Exponent] = dict(left.exponents)
    for name, power in right.exponents:
        total[name] = total.get(name, 0) + power
    if len(total) > len(left.exponents):
        return Dimension(total)
    return _of(tuple([(name, _tidy(power)) for name, power in total.items() if power]))


@lru_cache(maxsize=_MOST_KEPT)
def _quotient(left: Dimension, right: Dimension) -> Dimension:
    return _product(left, _power(right, -1))


@lru_cache(maxsize=4096)
def _power(base: Dimension, exponent: Exponent) -> Dimension:
    if not exponent:
        return PURE
    return _of(tuple([(name, _tidy(power * exponent)) for name, power in base.exponents]))


PURE = Dimension()


@lru_cache(maxsize=4096)
def _text(one: Dimension) -> str:
    return format_powers([(BASE_UNITS.get(name, name), power) for name, power in one.exponents])


def format_powers(factors: list[tuple[str, Exponent]]) -> str:
    """The text `FLOP/(param·token)`, numerator over denominator; `1` for a pure number.

    >>> format_powers([("FLOP", 1), ("param", -1), ("token", -2)])
    'FLOP/(param·token²)'
    """
    above = [_raised(name, power) for name, power in factors if power > 0]
    below = [_raised(name, -power) for name, power in factors if power < 0]
    top = "·".join(above) or "1"
    if not below:
        return top
    bottom = "·".join(below)
    return f"{top}/({bottom})" if len(below) > 1 else f"{top}/{bottom}"


def _raised(name: str, power: Exponent) -> str:
    base, variable, exponent = name.partition("^")
    if variable:  # a power with variables in it, such as m^(3*n)
        base = BASE_UNITS.get(base, base)
        if power == 1 and exponent.isidentifier():
            return f"{base}^{exponent}"
        return f"{base}^({'' if power == 1 else f'{power}*'}{exponent})"
    if power == 1:
        return name
    text = str(power)
    return name + raised(text) if text.isdigit() else f"{name}^({text})"
