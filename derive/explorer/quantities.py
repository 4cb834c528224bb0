"""Quantities of a page: symbol, meaning, units, the range of the slider."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from derive.equations.var import Var
from derive.explorer.templates import symbol_markup
from derive.rendering.document.regime_words import words
from derive.rendering.expressions.latex import latex
from derive.units.display import format_value
from derive.units.text import parse_quantity

_DECADES = 1.5  # of a slider to either side of the value it starts at
_ROOM = 4.0  # of a slider beyond the least and the most of the catalogue
_ROUND = (1.0, 2.0, 5.0)


def quantity(var: Var, value: float | None, listed: Collection[float] = ()) -> dict[str, Any]:
    """A quantity as the page reads it, with its values among the entries of the catalogue, if it is
    looked up.
    """
    start = value if value else var.unit.factor
    units = _units(var, start)
    shown = next(iter(units))
    share = _is_large_share(var, start)
    low, high = _share_range(start) if share else _range(var, start, units[shown], listed)
    return (
        {
            "name": var.name,
            "label": label(var),
            "symbol": symbol_markup(var),
            "tex": latex(var),
            "meaning": var.meaning,
            "units": units,
            "unit": shown,
            "low": low,
            "high": high,
        }
        | ({"whole": True} if var.whole else {})
        | ({"share": True} if share else {})
    )


def label(var: Var) -> str:
    """A variable's name in words."""
    return words(var.name)


def _units(var: Var, start: float) -> dict[str, float]:
    """The units in which a quantity can be read, with their size in base units, that of the value
    it starts at first.
    """
    found: dict[str, float] = {}
    for value in (start, *(start * 10.0**k for k in (-3, 3, -6, 6))):
        if _admitted(var, value):
            read = parse_quantity(format_value(value, var.unit).replace("∞", "1"))
            if read.unit is not None and read.unit.dimension:
                found.setdefault(read.unit.text, read.unit.factor)
    if not found or var.unit.text not in found:
        found.setdefault(var.unit.text if var.unit.dimension else "", var.unit.factor)
    return found


def _admitted(var: Var, value: float) -> bool:
    return math.isfinite(value) and var.admits(value)


def _is_large_share(var: Var, start: float) -> bool:
    """Whether a quantity is a share of one that starts at a half or above."""
    return var.bounds[:2] == (0.0, 1.0) and 0.5 <= start < 1.0


def _share_range(start: float) -> tuple[float, float]:
    """The ends of a slider for a large share: its odds less and more by as many decades as other
    quantities, round numbers in what they lack of one.
    """
    odds = start / (1.0 - start)
    low, high = (1.0 / (1.0 + 10.0**by / odds) for by in (_DECADES, -_DECADES))
    low = _rounded(low, math.floor) if low < 0.5 else 1.0 - _rounded(1.0 - low, math.ceil)
    return low, 1.0 - _rounded(1.0 - high, math.floor)


def _range(var: Var, start: float, size: float, listed: Collection[float]) -> tuple[float, float]:
    """The ends of a slider within the variable's range, round numbers in a unit of this size: some
    decades to either side, or what the catalogue has, with some room.
    """
    least, most, *_ = var.bounds
    low, high = start / 10.0**_DECADES, start * 10.0**_DECADES
    if above := [value for value in listed if value > 0]:
        low, high = min(start, *above) / _ROOM, max(start, *above) * _ROOM
    if var.whole:
        low = max(low, var.unit.factor)
    low = _rounded(low / size, math.floor) * size
    high = _rounded(high / size, math.ceil) * size
    return max(low, least) if least > 0 else low, min(high, most)


def _rounded(value: float, rounding: Any) -> float:
    """A value as 1, 2 or 5 times a power of ten, downwards or upwards."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = [step * power for step in (*_ROUND, 10.0)]
    if rounding is math.floor:
        return max(step for step in steps if step <= value * (1 + 1e-9))
    return min(step for step in steps if step >= value * (1 - 1e-9))
