"""Menus of what the values of a page are looked up in: catalogue entries, and sources."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from derive.equations.var import Var
from derive.errors import DeriveError
from derive.library.catalogue.choices import choices_of, choosing
from derive.library.catalogue.contents import entries, entry
from derive.library.catalogue.lookups import (
    Lookup,
    looked_up_kinds,
    looked_up_values,
    variants_for,
)
from derive.rendering.document.references import references
from derive.results.known import Known


class Sources:
    """The sources that the values of a page cite, by number, in the order of their first values."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, known: Known) -> int:
        """The number of a value's source; -1 without one."""
        if known.source not in references([known.source]):
            return -1
        return self.numbers.setdefault(known.source, len(self.numbers))

    def listed(self) -> list[list[str]]:
        """Each as one cites it, with its date and place, and its address; empty where none is."""
        made = []
        for cited in references(self.numbers).values():
            parts = (cited.authors, cited.title, cited.date, cited.address)
            made.append([cited.aside or ". ".join(part for part in parts if part), cited.url])
        return made


def menus(
    given: Mapping[Var, Known], moved: Sequence[Var], fixed: Collection[Known], sources: Sources
) -> list[dict[str, Any]]:
    """For each kind that all values of an entry move of, the entries of the catalogue that have
    these and choose the same variants, each with its values of the quantities that move and the
    numbers of their sources; `say` is what one is called.
    """
    named = {v: given[v].entry for v in moved if v in given and given[v].entry}
    kinds = {text.partition(" ")[0] for text in named.values()}
    held = {known.entry for known in fixed}
    found = []
    for kind, row in looked_up_kinds().items():
        if kind not in kinds or held & {t for t in named.values() if t.startswith(f"{kind} ")}:
            continue
        found.append({"say": row.say, "entries": _entries(row, given, list(named), sources)})
    return [menu for menu in found if len(menu["entries"]) > 1]


def _entries(
    row: Lookup, given: Mapping[Var, Known], moved: Sequence[Var], sources: Sources
) -> list[dict[str, Any]]:
    """The entries of one menu."""
    looked_up = {v: k for v, k in given.items() if k.entry.partition(" ")[0] == row.kind}
    own = next(iter(looked_up.values())).entry.partition(" ")[2].partition(",")[0]
    choices = choices_of(entry(row.kind, own))
    choice = next((c for c in choices if _repeats(row, own, c, looked_up)), "")
    wanted = sorted((v for v in moved if v in looked_up), key=lambda var: var.name)  # as in JSON
    variants = _variants(looked_up)
    found = []
    for name in entries(row.kind):
        values = _values(row, name, choice)
        if all(v in values for v in wanted) and _variants(values) == variants:
            shown = {v.name: values[v].value for v in wanted}
            cited = [sources.number(values[v]) for v in wanted]
            found.append({"name": name, "values": shown, "from": cited, "own": name == own})
    return found


def _variants(values: Mapping[Var, Known]) -> dict[str, str]:
    """The variants that an entry with these values chooses."""
    return variants_for(next(iter(values.values())).entry) if values else {}


def listed_values(menus: Sequence[Mapping[str, Any]]) -> dict[str, list[float]]:
    """The values that the entries of menus have, by variable."""
    listed: dict[str, list[float]] = {}
    for menu in menus:
        for row in menu["entries"]:
            for name, value in row["values"].items():
                listed.setdefault(name, []).append(value)
    return listed


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
