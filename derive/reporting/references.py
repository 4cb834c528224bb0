"""Sources in full, as documents list them."""

from __future__ import annotations

from collections.abc import Iterable

from derive.errors import UnknownName
from derive.library.catalogue import source
from derive.rendering.document import Reference


def references(ids: Iterable[str]) -> dict[str, Reference]:
    """The sources of these ids in full; an id nobody declared is left as it is."""
    found: dict[str, Reference] = {}
    for id in ids:
        try:
            known = source(id)
        except UnknownName:
            continue
        date, address = (text if not text.startswith("none") else "" for text in (known.date, known.address))
        found[id] = Reference(id, known.title, ", ".join(known.authors), date, address)
    return found
