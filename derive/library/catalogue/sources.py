"""Sources: what a value, a relation or a claim rests on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.equations.var import normal
from derive.errors import shorten
from derive.library.catalogue.location import Location, source_heading

_TEXTS = ("title", "address", "date", "kind")
_EXAMPLE = {"date": "2026-11-01"}
_DATED = re.compile(r"\b[12]\d{3}\b|\b(undated|none)\b")


@dataclass(frozen=True, slots=True)
class Source:
    """A document: its title, public address, date (of the document or of the copy read) and kind;
    authors where known.
    """

    id: str
    title: str
    address: str
    date: str
    kind: str
    authors: tuple[str, ...] = ()


def read_source(id: str, table: object, file: str) -> Source:
    """One table of sources. Raises DataError for a missing or misspelt key."""
    heading = source_heading(id, file)
    place = Location(file, heading, {})
    if not isinstance(table, dict):
        raise place.fault(
            "a source is a table",
            f'Write [{heading}] with the lines title = "...", address = "...", date = "...",'
            ' kind = "...".',
        )
    for key in table:
        if key not in (*_TEXTS, "authors"):
            raise place.unknown("key of a source", key, [*_TEXTS, "authors"])
    for key in _TEXTS:
        if not isinstance(table.get(key), str) or not table[key].strip():
            said = "is missing" if table.get(key) is None else "is not text, or says nothing"
            raise place.fault(f"its {key} {said}", f'Write {key} = "{_EXAMPLE.get(key, "...")}".')
    if not _DATED.search(table["date"]):
        raise place.fault(
            f"its date “{shorten(table['date'])}” names no year",
            'Write date = "2026-11-01", "2026" or "undated".',
        )
    authors = table.get("authors", [])
    if not isinstance(authors, list) or not all(isinstance(name, str) for name in authors):
        raise place.fault("authors is not a list of names", 'Write authors = ["A. Person"].')
    return Source(
        id, table["title"], table["address"], table["date"], table["kind"], tuple(authors)
    )


def read_sources(tables: Mapping[str, Any], file: str) -> dict[str, Source]:
    """Every source of a file by its normalised id."""
    return {normal(id): read_source(id, table, file) for id, table in tables.items()}
