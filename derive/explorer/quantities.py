"""Quantities of a page: symbol, meaning, units, the range of the slider, the catalogue's values."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from derive.equations.var import Var
from derive.errors import DeriveError
from derive.explorer.templates import symbol_markup
from derive.library.catalogue.choices import choices_of, choosing
from derive.library.catalogue.contents import entries, entry
from derive.library.catalogue.lookups import Lookup, looked_up_kinds, looked_up_values
from derive.rendering.expressions.latex import latex
from derive.results.known import Known
from derive.units.display import format_value
from derive.units.text import parse_quantity

_DECADES = 1.5  # of a slider to either side of the value it starts at
_ROOM = 4.0  # of a slider beyond the least and the most of the catalogue
_WORDS = {
    "kv": "KV", "hbm": "HBM", "gpu": "GPU", "gpus": "GPUs", "mfu": "MFU", "pue": "PUE",
    "tdp": "TDP", "rl": "RL", "n": "number of", "param": "parameter", "params": "parameters",
    "dim": "dimension",
}  # fmt: skip
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


def words(name: str) -> str:
    """A name in words."""
    return " ".join(_WORDS.get(word, word) for word in name.split("_"))


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
    if listed:
        low, high = min(start, *listed) / _ROOM, max(start, *listed) * _ROOM
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


def menu(given: Mapping[Var, Known], moved: list[Var]) -> dict[str, Any]:
    """The catalogue's entries of the kind that was looked up first of what moves, each with its
    values of the quantities that move; `say` is what one is called, empty where there are none.
    """
    kind_of = {v: k.entry.partition(" ")[0] for v, k in given.items() if k.entry}
    kinds = [kind_of[v] for v in moved if v in kind_of]
    row = next((row for kind, row in looked_up_kinds().items() if kind in kinds), None)
    if row is None:
        return {"say": "", "entries": []}
    looked_up = {v: given[v] for v, kind in kind_of.items() if kind == row.kind}
    own = next(iter(looked_up.values())).entry.partition(" ")[2].partition(",")[0]
    choices = choices_of(entry(row.kind, own))
    choice = next((c for c in choices if _repeats(row, own, c, looked_up)), "")
    wanted = [v for v in moved if v in looked_up]
    found = []
    for name in entries(row.kind):
        values = _values(row, name, choice)
        if all(v in values for v in wanted):
            shown = {v.name: values[v].value for v in wanted}
            found.append({"name": name, "values": shown, "own": name == own})
    return {"say": row.say, "entries": found}


def _values(row: Lookup, id: str, choice: str) -> Mapping[Var, Known]:
    """The values of an entry, at a choice among its figures; none where it has no such choice."""
    side = choosing(row.kind) if choice else None
    try:
        return looked_up_values({row.name: id} | ({side.name: choice} if side else {}))
    except DeriveError:
        return {}


def _repeats(row: Lookup, id: str, choice: str, looked_up: Mapping[Var, Known]) -> bool:
    """Whether an entry at this choice has the values that were looked up."""
    values = _values(row, id, choice)
    return bool(values) and all(
        v not in values or math.isclose(values[v].value, k.value) for v, k in looked_up.items()
    )
