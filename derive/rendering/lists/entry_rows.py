"""Entries of the kinds of packs as rows."""

from __future__ import annotations

from derive.library.catalogue import entries, entry, entry_kinds
from derive.rendering.lists.data_table import Row


def entry_rows(kind: str) -> list[Row]:
    """The entries of a kind, each with the values that it gives."""
    known = entry_kinds()
    one = kind if kind in known else kind.removesuffix("s")
    return [_entry(one, id) for id in entries(one)]


def _entry(kind: str, id: str) -> Row:
    record = entry(kind, id)
    return {
        "name": id,
        "title": record.name,
        "values": {figure.key: figure.written for figure in record.figures},
    }
