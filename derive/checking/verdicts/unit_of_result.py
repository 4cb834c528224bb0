"""Finding for a side that ends in the unit of its result: M = 16 P bytes, P a number of
parameters.
"""

from __future__ import annotations

from typing import Any

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.habits.possible_dimensions import factors
from derive.checking.matching.match import Match
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import Dimension
from derive.units.registry import resolve

_COUNTED = frozenset({"parameter", "token", "sequence"})
_RESULTS = (Dimension({"information": 1}), Dimension({"computation": 1}))


def unit_of_result(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation one side of which is a product with a number of parameters or
    tokens and, behind its names, a unit of bytes or of operations, that balances if these are
    counted without a unit; None for any other.
    """
    units = {var for word, var in found.reading.items() if _is_a_result(word, var)}
    counted: dict[str, None] = {}
    for left, right in found.pairs:
        try:
            gap = dimension_of(right) / dimension_of(left)
        except Mismatch:
            return None
        if not gap:
            continue
        stated = right if _is_counted(gap) else left if _is_counted(gap**-1) else None
        parts = [part for part, power in factors(stated) if power == 1] if stated else []
        if units.isdisjoint(parts):
            return None
        counted |= {word: None for word, var in found.reading.items() if _counts(var, parts)}
    if not counted:
        return None
    are = "are" if len(counted) > 1 else "is"
    condition = f"{enumeration([*counted])} {are} counted without a unit"
    mend = "write the unit for each: 16 byte/param"
    return finding_if(found, names, Outcome.HABIT, position, condition, mend, match)


def _is_a_result(word: str, var: Any) -> bool:
    """Whether a word behind names is a unit of bytes or of operations."""
    unit = resolve(word)
    return unit is not None and unit.dimension == var.unit.dimension in _RESULTS


def _counts(var: Any, parts: list[Any]) -> bool:
    return var in parts and _is_counted(var.unit.dimension)


def _is_counted(dimension: Dimension) -> bool:
    """Whether a dimension is that of things counted, perhaps one per another."""
    powers = dict(dimension.exponents)
    return max(powers.values(), default=0) > 0 and _COUNTED.issuperset(powers)
