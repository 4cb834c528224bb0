"""Packs as rows, each with what is wrong with it, and the entries of their kinds."""

from __future__ import annotations

from derive.library.activation import fault_of
from derive.library.catalogue import entries, entry, entry_kinds
from derive.library.content import content
from derive.packs.reading import slowness
from derive.packs.registry import pack, pack_names
from derive.rendering.lists.table import Row


def pack_rows() -> list[Row]:
    """The packs there are: whether one is in use, ready or faulty, and what it states."""
    in_use = {one.name for one in content().packs}
    return [_row(name, origin, name in in_use) for name, origin in pack_names()]


def _row(name: str, origin: str, in_use: bool) -> Row:
    fault = None if in_use else fault_of(name)
    one = pack(name) if fault is None else None
    return {
        "name": name,
        "state": "faulty" if one is None else "in use" if in_use else "ready",
        "from": origin,
        "variables": str(len(one.variables)) if one is not None else "",
        "requires": list(one.requires) if one is not None else [],
        "about": "; ".join(filter(None, (one.title if one else str(fault), slowness(name)))),
    }


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
