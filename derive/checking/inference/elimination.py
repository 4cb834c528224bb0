"""Elimination of unknown units from conditions: what is left are comparisons of known ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.checking.inference.conditions import UnitProduct
from derive.units.dimension import Dimension


@dataclass(frozen=True, slots=True)
class UnitSolution:
    """The dimensions that conditions give to open variables, and the comparisons left over, each
    the dimension of what must be pure; those of a thing with itself are none. It `settles` the
    units if what is left open has but the unit of another.
    """

    units: Mapping[Any, Dimension]
    comparisons: tuple[Dimension, ...]
    settles: bool

    @property
    def agrees(self) -> bool:
        """Whether nothing contradicts."""
        return not any(self.comparisons)


def solved(conditions: Iterable[UnitProduct], opened: Collection[Any]) -> UnitSolution:
    """The units of open variables by Gaussian elimination over the exponents.

    >>> from derive import Var
    >>> t, x = Var("t", "s", "time"), Var("x", "1", "open")
    >>> one = UnitProduct({t: Fraction(1), x: Fraction(-2)})
    >>> found = solved([one, UnitProduct({x: Fraction(2), t: Fraction(-1)})], {x})
    >>> {str(var): str(unit) for var, unit in found.units.items()}, found.comparisons
    ({'x': 's^(1/2)'}, ())
    """
    rows: dict[Any, UnitProduct] = {}  # each pure, with power 1 of its variable and none of others'
    comparisons = []
    for condition in conditions:
        row = condition
        for var, other in rows.items():
            if power := row.powers.get(var):
                row = row.times(other, -power)
        pivot = next((var for var in row.powers if var in opened), None)
        if pivot is None:
            if row.powers or row.dimension:
                comparisons.append(row.known(opened))
            continue
        row = UnitProduct().times(row, Fraction(1) / row.powers[pivot])
        for var, other in rows.items():
            if power := other.powers.get(pivot):
                rows[var] = other.times(row, -power)
        rows[pivot] = row
    units = {
        var: row.known(opened) ** Fraction(-1)
        for var, row in rows.items()
        if all(other == var or other not in opened for other in row.powers)
    }
    rest = [row for var, row in rows.items() if var not in units]
    return UnitSolution(units, tuple(comparisons), all(_is_of_one_unit(row) for row in rest))


def _is_of_one_unit(row: UnitProduct) -> bool:
    """Whether a product says that two variables have one unit, and nothing else."""
    return not row.dimension and sorted(row.powers.values()) == [-1, 1]
