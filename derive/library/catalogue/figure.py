"""A figure: one value of an entry, with its unit, its source and what is to be said about it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.errors import TextError, shorten
from derive.library.catalogue.fields import ANY, Field
from derive.library.catalogue.location import Location
from derive.units.dimension import Dimension
from derive.units.text import GENERAL, parse_quantity
from derive.units.unit import PURE_NUMBER, Unit

_KEYS = (
    "value",
    "low",
    "high",
    "text",
    "source",
    "sources",
    "note",
    "date",
    "verified",
    "quoted",
    "cross_check",
)
_STATISTICS = ("standard_error", "ci95")
_PER_GPU = Dimension({"device": 1})


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
    field: Field,
    what: str = "",
    extra: tuple[str, ...] = (),
) -> SourcedValue:
    """The value table at `place`. Raises DataError for a missing unit or source, an unknown key, a
    wrong dimension.
    """
    if not isinstance(table, dict):
        example = field.unit.text if field.unit is not None and field.unit.text != "1" else ""
        shown = shorten(_shown(table), 30)
        number = shown if isinstance(table, str) else f"{shown} {example}".strip()
        raise place.fault(
            "a value comes with its source",
            f'Write {key} = {{ value = "{number}", source = "..." }}.',
        )
    allowed = (*_KEYS, *extra, *(_STATISTICS if field == ANY else ()))
    for name in table:
        if name not in allowed:
            raise place.unknown("key of a value", name, list(allowed))
    about = _about(place, table)
    if field.text or (field == ANY and "text" in table):
        return SourcedValue(key, _text(place, table, field), what=what, **about)
    if "value" in table:
        if "low" in table or "high" in table:
            raise place.fault("it has a value and a range", "Keep one of the two.")
        value, unit, written = read_number(place, table["value"], field)
        return SourcedValue(key, written, value=value, unit=unit, what=what, **about)
    if "low" not in table or "high" not in table:
        raise place.fault("it has no value", 'Add value = "...", or both low and high.')
    low, unit, first = read_number(place, table["low"], field)
    high, _, last = read_number(place, table["high"], field)
    if low > high:
        raise place.fault(f"low ({first}) is above high ({last})", "Swap them.")
    return SourcedValue(
        key, f"{first} to {last}", low=low, high=high, unit=unit, what=what, **about
    )


def _about(place: Location, table: Mapping[str, Any]) -> dict[str, Any]:
    """Source and remarks of a value table."""
    about: dict[str, Any] = {"source": place.source(table.get("source"))}
    others = table.get("sources", [])
    if not isinstance(others, list):
        raise place.fault("sources is not a list", 'Write sources = ["id", "id"].')
    about["sources"] = tuple(place.source(id) for id in others)
    for key in ("note", "date", "quoted", "cross_check"):
        about[key] = table.get(key, "")
        if not isinstance(about[key], str):
            raise place.fault(f"its {key} is not text", f'Write {key} = "...".')
    about["verified"] = table.get("verified", True)
    if not isinstance(about["verified"], bool):
        raise place.fault("verified is true or false", "Write verified = false.")
    return about


def _text(place: Location, table: Mapping[str, Any], field: Field) -> str:
    text = table.get("text", table.get("value"))
    if not isinstance(text, str) or not text.strip():
        raise place.fault("it has no text", 'Write value = "...".')
    if field.words and text.upper() not in field.words:
        raise place.fault(
            f"“{shorten(text)}” is not one of the words for it",
            f"Write {', '.join(field.words[:-1])} or {field.words[-1]}.",
        )
    return text


def read_number(place: Location, written: object, field: Field) -> tuple[float, Unit, str]:
    """A number or a text with a unit: its value in base units, its unit, and how it is written."""
    if isinstance(written, bool) or not isinstance(written, int | float | str):
        raise place.fault(
            f"“{shorten(_shown(written))}” is no quantity", 'Write for example "3.35 TB/s/GPU".'
        )
    if isinstance(written, str):
        try:
            quantity = parse_quantity(written)
        except TextError as error:
            own = (
                f"Write it in {field.unit.text}."
                if field.unit is not None and error.fix in GENERAL
                else error.fix
            )
            raise place.fault(
                f"“{shorten(written)}” cannot be read: {error.problem}", own
            ) from None
        value, unit = quantity.value, quantity.unit or PURE_NUMBER
    else:
        value, unit = _float(place, written), PURE_NUMBER
    _check(place, str(written), value, unit, field)
    return value, unit, str(written)


def _float(place: Location, number: float) -> float:
    try:
        value = float(number)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise place.fault("the number is not finite")
    return value


def _shown(item: object) -> str:
    try:
        return str(item)
    except ValueError:  # Python refuses to print integers of thousands of digits
        return "a very long number"


def _check(place: Location, written: str, value: float, unit: Unit, field: Field) -> None:
    """Dimension, and for a variable its range and whether it is whole; whatever else has a unit is
    above zero.
    """
    if field.unit is None:
        return
    if unit.dimension != field.unit.dimension:
        if unit is PURE_NUMBER:
            raise place.fault(
                f"“{shorten(written)}” has no unit",
                f'Write value = "{shorten(written, 20)} {field.unit.text}".',
            )
        mended = (
            f'Write "{shorten(written)}/GPU".'
            if unit.dimension / field.unit.dimension == _PER_GPU
            else f"Write it in {field.unit.text}."
        )
        raise place.fault(
            f"“{shorten(written)}” is in {unit.dimension}, not in {field.unit.dimension}", mended
        )
    if field.var is None:
        if value <= 0:
            raise place.fault(f"“{shorten(written)}” is not above zero")
        return
    if not field.var.admits(value):
        raise place.fault(
            f"“{shorten(written)}” is outside the range of {field.var.name}, {field.var.within}"
            f" {field.var.unit.text}"
        )
    if field.var.whole and value != round(value):
        raise place.fault(f"“{shorten(written)}” is not whole, and {field.var.name} is counted")
