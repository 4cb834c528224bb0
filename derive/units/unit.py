"""Units: text as written, size in base units, dimension."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from derive.units.dimension import BASE_UNITS, PURE, Dimension, Exponent, format_powers
from derive.units.registry import registry

if TYPE_CHECKING:
    import pint


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as written; `factor` is its size in base units, `factors` are pint's unit names with
    exponents.

    Base units are second, byte, FLOP, param, token, sequence, GPU, USD and the SI bases.
    """

    text: str
    factor: float
    dimension: Dimension
    factors: tuple[tuple[str, Exponent], ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.text

    def quantity(self, value: float) -> pint.Quantity[Any]:
        """`value` of this unit as a pint quantity of the project's registry."""
        return registry().Quantity(value, _container(self.factors))


@lru_cache(maxsize=512)
def _container(factors: tuple[tuple[str, Exponent], ...]) -> Any:
    units = registry()
    return units.Unit(units.UnitsContainer(dict(factors)))


PURE_NUMBER = Unit("1", 1.0, PURE)

_PINT_NAME = {
    "kg": "kilogram",
    "m": "meter",
    "A": "ampere",
    "K": "kelvin",
    "mol": "mole",
    "cd": "candela",
    "s": "second",
}


def base_unit(dimension: Dimension) -> Unit:
    """The unit of size one of a dimension, e.g. byte/token.

    >>> base_unit(Dimension({"time": 1})).text
    's'
    """
    named = [(BASE_UNITS.get(name, name), power) for name, power in dimension.exponents]
    return Unit(
        format_powers(named),
        1.0,
        dimension,
        tuple((_PINT_NAME.get(name, name), power) for name, power in named),
    )


def size_of(units: Any) -> tuple[float, Dimension]:
    """Size and dimension of a pint unit, cached."""
    return _size_of(tuple(units._units.items()))


@lru_cache(maxsize=1024)
def _size_of(items: tuple[tuple[str, Any], ...]) -> tuple[float, Dimension]:
    units: Any = registry()
    factor, _ = units.get_root_units(units.UnitsContainer(dict(items)))
    vector = units.get_dimensionality(units.UnitsContainer(dict(items)))
    return float(factor), Dimension(
        {name.strip("[]"): _exact(power) for name, power in vector.items()}
    )


def _exact(power: Any) -> Exponent:
    from fractions import Fraction

    return int(power) if power == int(power) else Fraction(power).limit_denominator(1000)
