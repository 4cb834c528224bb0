"""Sourced values: a value of an entry with its unit, its source and remarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.errors import shorten
from derive.library.catalogue.location import Location
from derive.library.catalogue.quantity import Measured, read_quantity, shown, unit_of
from derive.library.catalogue.table import Field, read_table
from derive.units.display import with_unit
from derive.units.unit import PURE_NUMBER, Unit

_ABOUT = ("source", "sources", "note", "date", "quoted", "cross_check", "verified")


def _texts(*keys: str) -> tuple[Field, ...]:
    return tuple(
        Field(key, str, problem=f"its {key} is not text", fix=f'Write {key} = "...".')
        for key in keys
    )


def _sources(place: Location, key: str, item: object) -> tuple[str, ...]:
    if not isinstance(item, list):
        raise place.fault("sources is not a list", 'Write sources = ["id", "id"].')
    return tuple(place.source(id) for id in item)


_FIELDS = (
    *(Field(key, object) for key in ("value", "low", "high", "text", "source")),
    Field("sources", _sources),
    *_texts("note", "date"),
    Field("verified", bool, problem="verified is true or false", fix="Write verified = false."),
    *_texts("quoted", "cross_check"),
)
_STATISTICS = ("standard_error", "ci95")


@dataclass(frozen=True, slots=True)
class SourcedValue:
    """A sourced value. `value` is in base units; a range has `low` and `high` instead, a label only
    `written`.

    `written` is the text in the file, `unit` the unit it is written in, `what` the row it stands in
    (a rental offer, a price tier), `cross_check` the figure that follows from others of the entry.
    """

    key: str
    written: str
    source: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    unit: Unit = PURE_NUMBER
    what: str = ""
    date: str = ""
    note: str = ""
    quoted: str = ""
    cross_check: str = ""
    sources: tuple[str, ...] = ()
    verified: bool = True

    @property
    def number(self) -> float | None:
        """The value in the unit it is written in."""
        return None if self.value is None else self.value / self.unit.factor


def read_figure(
    place: Location,
    key: str,
    table: object,
    of: Measured,
    what: str = "",
    extra: tuple[str, ...] = (),
) -> SourcedValue:
    """The value table at `place`: a quantity of a unit or variable; of any unit, or a text, where
    `of` is None. Raises DataError for a missing unit or source, an unknown key, a wrong dimension.
    """
    read = _value_table(place, key, table, of, (*extra, *(_STATISTICS if of is None else ())))
    found = {"written": _text(place, read)} if of is None and "text" in read else None
    return SourcedValue(key, what=what, **(found or _measured(place, read, of)), **_about(read))


def read_text(
    place: Location, key: str, table: object, words: tuple[str, ...] = ()
) -> SourcedValue:
    """The value table of a text, one of `words` where there are any. Raises DataError."""
    read = _value_table(place, key, table, None)
    text = _text(place, read)
    if words and text.upper() not in words:
        raise place.fault(
            f"“{shorten(text)}” is not one of the words for it",
            f"Write {', '.join(words[:-1])} or {words[-1]}.",
        )
    return SourcedValue(key, text, **_about(read))


def _value_table(
    place: Location, key: str, table: object, of: Measured, extra: tuple[str, ...] = ()
) -> dict[str, Any]:
    if isinstance(table, dict):
        fields = (*_FIELDS, *(Field(name, object) for name in extra))
        read = read_table(table, fields, place, "key of a value")
        return {**read, "source": place.source(read.get("source"))}
    unit, text = unit_of(of), shorten(shown(table), 30)
    if unit is not None and not isinstance(table, str):
        text = with_unit(text, unit.text)
    raise place.fault(
        "a value comes with its source", f'Write {key} = {{ value = "{text}", source = "..." }}.'
    )


def _about(table: Mapping[str, Any]) -> dict[str, Any]:
    """Source and remarks of a value table."""
    return {name: table[name] for name in _ABOUT if name in table}


def _measured(place: Location, table: Mapping[str, Any], of: Measured) -> dict[str, Any]:
    """The value of a value table, or both ends of its range."""
    if "value" in table:
        if "low" in table or "high" in table:
            raise place.fault("it has a value and a range", "Keep one of the two.")
        value, unit, written = read_quantity(place, table["value"], of)
        return {"written": written, "value": value, "unit": unit}
    if "low" not in table or "high" not in table:
        raise place.fault("it has no value", 'Add value = "...", or both low and high.')
    low, unit, first = read_quantity(place, table["low"], of)
    high, _, last = read_quantity(place, table["high"], of)
    if low > high:
        raise place.fault(f"low ({first}) is above high ({last})", "Swap them.")
    return {"written": f"{first} to {last}", "low": low, "high": high, "unit": unit}


def _text(place: Location, table: Mapping[str, Any]) -> str:
    text = table.get("text", table.get("value"))
    if not isinstance(text, str) or not text.strip():
        raise place.fault("it has no text", 'Write value = "...".')
    return text
