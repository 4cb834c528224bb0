"""A record: one entry of a data file, every value read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.equations.var import Var, normal
from derive.library.catalogue.fields import (
    ACCELERATOR,
    CLOSED,
    LABELS,
    NONE_SAID,
    PEAK,
    PRICE,
    PRICES,
    RENTAL,
    Field,
    field_of,
    keys_of,
    price_field,
    variable_of,
)
from derive.library.catalogue.figure import SourcedValue, read_figure
from derive.library.catalogue.location import Location
from derive.library.catalogue.precision import BITS

_PRICE_ROW = ("tier", "note", "source", "sources", "valid_from", "valid_to", "verified", *PRICES)


@dataclass(frozen=True, slots=True)
class Record:
    """`figures` are the sourced values in file order, `labels` the words without one, `raw` the
    entry as written.

    A peak rate has the key `peak_flops.fp8` (`peak_flops.fp8.sparse` for the sparse one); a rental
    offer has the key `rental` and its `what`; a price has the key `input`, `output`, ... and its
    tier as `what`.
    """

    kind: str
    id: str
    name: str
    file: str
    figures: tuple[SourcedValue, ...]
    labels: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        """How values name the entry they come from, e.g. "model deepseek_v3"."""
        return f"{self.kind} {self.id}"

    def figure(self, key: str) -> SourcedValue | None:
        """The figure of that key, or None."""
        return next((figure for figure in self.figures if figure.key == key), None)

    def of(self, var: Var) -> SourcedValue | None:
        """The figure of a variable, under whichever of its names, or None."""
        return next(
            (figure for figure in self.figures if variable_of(self.kind, figure.key) == var), None
        )

    def text(self, key: str) -> str:
        """A label or the text of a figure, or ""."""
        figure, label = self.figure(key), self.labels.get(key, "")
        return figure.written if figure else label if isinstance(label, str) else ", ".join(label)


def read_record(kind: str, id: str, raw: object, file: str, sources: Mapping[str, str]) -> Record:
    """The entry `[kind.id]`. Raises DataError naming the file and the key of what is wrong."""
    place = Location(file, f"{kind}.{id}", sources)
    if not isinstance(raw, dict):
        raise place.fault("an entry is a table", f"Start it with the line [{kind}.{id}].")
    figures: list[SourcedValue] = []
    labels: dict[str, str | tuple[str, ...]] = {}
    named: dict[Var, str] = {}
    for key, item in raw.items():
        var = variable_of(kind, key)
        if var is not None and named.setdefault(var, key) != key:
            raise place.at(key).fault(
                f"{named[var]} and {key} are two names of one thing", "Keep one of the two."
            )
        if _is_label(kind, key, item):
            labels[key] = _label(place.at(key), item)
        else:
            figures.extend(_figures(place.at(key), kind, key, item))
    for cited in labels.get("sources", ()):
        place.source(cited)
    return Record(kind, normal(id), str(labels.get("name", id)), file, tuple(figures), labels, raw)


def _is_label(kind: str, key: str, item: object) -> bool:
    if kind in CLOSED:
        return key in LABELS[kind] or (key in NONE_SAID and item == "none")
    return isinstance(item, str) or (
        isinstance(item, list) and all(isinstance(word, str) for word in item)
    )


def _label(place: Location, item: object) -> str | tuple[str, ...]:
    if isinstance(item, str):
        return item
    if (
        isinstance(item, list)
        and not place.key.endswith(".name")
        and all(isinstance(word, str) for word in item)
    ):
        return tuple(item)
    raise place.fault("a label is text or a list of texts")


def _figures(place: Location, kind: str, key: str, item: object) -> list[SourcedValue]:
    """The figures under one key: one value, the peak rates by precision, or the rows of a list."""
    if kind == ACCELERATOR and key == "peak_flops":
        return _peaks(place, item)
    if kind == ACCELERATOR and key == "rental":
        return [
            read_figure(spot, key, row, RENTAL, _what(spot, row, "what"), ("what",))
            for spot, row in _rows(place, item)
        ]
    if kind == PRICE and key == "tiers":
        return _tiers(place, item)
    wanted = field_of(kind, key)
    if wanted is None:
        raise place.unknown(
            f"key of {'an' if kind == ACCELERATOR else 'a'} {kind}", key, keys_of(kind)
        )
    if kind not in CLOSED and isinstance(item, list):
        return [figure for spot, row in _rows(place, item) for figure in _loose(spot, row)]
    figure = read_figure(place, key, item, wanted)
    if wanted.var is not None and figure.value is None:
        raise place.fault(f"{key} is a variable and takes one value, not a range or a text")
    return [figure]


def _rows(place: Location, item: object) -> list[tuple[Location, dict[str, Any]]]:
    """The rows of a list of tables, each with its place."""
    if not isinstance(item, list) or not all(isinstance(row, dict) for row in item):
        raise place.fault("it is not a list of tables", "Write [ { ... }, { ... } ].")
    return [(place.at(str(number)), row) for number, row in enumerate(item)]


def _what(place: Location, row: Mapping[str, Any], key: str) -> str:
    what = row.get(key)
    if not isinstance(what, str) or not what.strip():
        raise place.fault(
            f"its {key} is missing", f'Add {key} = "...", by which the row is chosen.'
        )
    return what


def _peaks(place: Location, item: object) -> list[SourcedValue]:
    """Dense and sparse peak rates by precision; a chip may have only one of the two."""
    if not isinstance(item, dict):
        raise place.fault(
            "peak rates stand by precision",
            'Write peak_flops.fp8 = { value = "1979 TFLOP/s/GPU", source = "..." }.',
        )
    found: list[SourcedValue] = []
    for precision, table in item.items():
        spot, key = place.at(precision), f"peak_flops.{precision}"
        if precision not in BITS:
            raise spot.unknown("precision", precision, list(BITS))
        if not isinstance(table, dict) or "value" in table or "sparse" not in table:
            found.append(read_figure(spot, key, table, PEAK, extra=("sparse",)))
        if isinstance(table, dict) and "sparse" in table:
            found.append(
                read_figure(
                    spot.at("sparse"),
                    f"{key}.sparse",
                    {**table, "value": table["sparse"]},
                    PEAK,
                    extra=("sparse",),
                )
            )
    return found


def _tiers(place: Location, item: object) -> list[SourcedValue]:
    """The prices of a price sheet, tier by tier."""
    rows = _rows(place, item)
    names = [_what(spot, row, "tier") for spot, row in rows]
    for name in names:
        if names.count(name) > 1:
            raise place.fault(f"the tier “{name}” is there twice", "Rename one.")
    return [figure for spot, row in rows for figure in _prices(spot, row)]


def _prices(place: Location, row: Mapping[str, Any]) -> list[SourcedValue]:
    """The prices of one tier of a price sheet, all from the row's source."""
    for key in row:
        if key not in _PRICE_ROW:
            raise place.unknown("key of a price tier", key, list(_PRICE_ROW))
        if key in ("valid_from", "valid_to") and not isinstance(row[key], str):
            raise place.fault(f"its {key} is not text", f'Write {key} = "2025-09-05".')
    for one, other in (("input", "cache_miss"), ("cache_read", "cache_hit")):
        if one in row and other in row:
            raise place.fault(
                f"{one} and {other} are two names of one price", "Keep one of the two."
            )
    tier = _what(place, row, "tier")
    about = {key: row[key] for key in ("source", "sources", "note", "verified") if key in row}
    about["date"] = ", ".join(
        f"{word} {row[key]}"
        for key, word in (("valid_from", "from"), ("valid_to", "until"))
        if key in row
    )
    found = [
        read_figure(place.at(key), key, {**about, "value": row[key]}, price_field(key), tier)
        for key in PRICES
        if key in row
    ]
    if not found:
        raise place.fault("the tier has no price", f"Add one of {', '.join(PRICES)}.")
    return found


def _loose(place: Location, row: Mapping[str, Any]) -> list[SourcedValue]:
    """The numbers of a row of an open kind, all from the row's source; its words name the row."""
    numbers = {
        key: item
        for key, item in row.items()
        if isinstance(item, int | float) or (isinstance(item, str) and item[:1].isdigit())
    }
    words = [
        str(item)
        for key, item in row.items()
        if key not in numbers and key not in ("source", "note")
    ]
    about = {key: row[key] for key in ("source", "note") if key in row}
    return [
        read_figure(place.at(key), key, {**about, "value": item}, Field(), ", ".join(words))
        for key, item in numbers.items()
    ]
