"""The tiers of a price sheet as its entry states them: a row a tier, with what each charges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.equations.var import Var
from derive.library.catalogue.figure import SourcedValue, read_figure
from derive.library.catalogue.location import Location
from derive.library.catalogue.table import Field, read_rows, read_table, row_name
from derive.library.nomenclature.prices import (
    cache_read_price,
    cache_write_price,
    input_price,
    output_price,
)

# The columns of a price sheet and the variables they are: Claude's words for the prompt cache, then
# DeepSeek's.
PRICES: dict[str, Var] = {
    "input": input_price, "output": output_price, "cache_read": cache_read_price,
    "cache_write_5m": cache_write_price, "cache_write_1h": cache_write_price,
    "cache_hit": cache_read_price, "cache_miss": input_price,
}  # fmt: skip
_FIELDS = (
    *(Field(key, object) for key in ("tier", "note", "source", "sources")),
    *(
        Field(key, str, problem=f"its {key} is not text", fix=f'Write {key} = "2025-09-05".')
        for key in ("valid_from", "valid_to")
    ),
    *(Field(key, object) for key in ("verified", *PRICES)),
)


def read_tiers(place: Location, key: str, item: object) -> list[SourcedValue]:
    """The prices of a price sheet, tier by tier. Raises DataError."""
    rows = read_rows(place, item)
    names = [row_name(spot, row, "tier") for spot, row in rows]
    for name in names:
        if names.count(name) > 1:
            raise place.fault(f"the tier “{name}” is there twice", "Rename one.")
    return [figure for spot, row in rows for figure in _prices(spot, row)]


def _prices(place: Location, row: Mapping[str, Any]) -> list[SourcedValue]:
    """The prices of one tier of a price sheet, all from the row's source."""
    read_table(row, _FIELDS, place, "key of a price tier")
    for one, other in (("input", "cache_miss"), ("cache_read", "cache_hit")):
        if one in row and other in row:
            raise place.fault(
                f"{one} and {other} are two names of one price", "Keep one of the two."
            )
    about = {key: row[key] for key in ("source", "sources", "note", "verified") if key in row}
    about["date"] = ", ".join(
        f"{word} {row[key]}"
        for key, word in (("valid_from", "from"), ("valid_to", "until"))
        if key in row
    )
    found = [
        read_figure(place.at(key), key, {**about, "value": row[key]}, var, row["tier"])
        for key, var in PRICES.items()
        if key in row
    ]
    if not found:
        raise place.fault("the tier has no price", f"Add one of {', '.join(PRICES)}.")
    return found
