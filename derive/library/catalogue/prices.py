"""Price sheets: what providers charge per token, tier by tier."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive.errors import UnknownName
from derive.library.catalogue.fields import PRICE
from derive.library.catalogue.figure import Figure
from derive.library.catalogue.own_data import shelf


@dataclass(frozen=True, slots=True)
class PriceRow:
    """One tier of a price sheet. `prices` by what is charged for (input, output, cache_read, ...), in USD/token as `value`."""

    tier: str
    prices: Mapping[str, Figure]
    source: str
    note: str = ""
    valid_from: str = ""
    valid_to: str = ""
    verified: bool = True


def price(id: str, tier: str | None = None) -> tuple[PriceRow, ...]:
    """The tiers of a price sheet, or those whose name is or contains `tier`.

    Prices have no variables of the library yet: they are figures with units and sources, to be read.
    Raises UnknownName for a sheet or tier nobody knows, DataError for a faulty entry.

    >>> price("gemini_2_5_pro", "> 200k")[0].prices["input"].written
    '2.5 USD/Mtoken'
    """
    record = shelf().record(PRICE, id)
    rows = tuple(_row(raw, [figure for figure in record.figures if figure.what == raw["tier"]]) for raw in record.raw.get("tiers", ()))
    if tier is None:
        return rows
    asked = str(tier).strip().lower()
    found = tuple(row for row in rows if row.tier.lower() == asked) or tuple(row for row in rows if asked and asked in row.tier.lower())
    if not found:
        raise UnknownName(f"tier of {record.id}", str(tier), [row.tier for row in rows], f"There are: {'; '.join(row.tier for row in rows)}.")
    return found


def _row(raw: Mapping[str, str], figures: list[Figure]) -> PriceRow:
    return PriceRow(
        raw["tier"],
        {figure.key: figure for figure in figures},
        figures[0].source,
        figures[0].note,
        raw.get("valid_from", ""),
        raw.get("valid_to", ""),
        figures[0].verified,
    )
