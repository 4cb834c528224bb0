"""Questions as data: those of reports and claims, read and answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from derive.errors import DataError
from derive.library.api import solve
from derive.library.catalogue.location import Location
from derive.library.catalogue.lookups import looked_up_values, lookups
from derive.library.catalogue.table import Field, read_table
from derive.library.system import library_system
from derive.results.answer import Answer
from derive.solving.givens import read_value


def known_from(entry: Mapping[str, Any]) -> dict[Any, Any]:
    """The givens of a question, with its catalogue entries spread into them."""
    known = looked_up_values(entry)
    known.update(
        {name: stated_value(name, value) for name, value in entry.get("given", {}).items()}
    )
    return known


def stated_value(name: str, value: Any) -> Any:
    """A given value; a table { value, source, note } says where it comes from."""
    if not isinstance(value, Mapping):
        return value
    known = read_value(library_system().find(name), value.get("value", ""))
    return replace(known, source=value.get("source", ""), note=value.get("note", ""))


class ReportLocation(Location):
    """A place in the front matter of a report."""

    def unknown(self, what: str, name: str, allowed: Sequence[str]) -> DataError:
        """The error for a key that does not exist, with all that do."""
        return self.fault(f"is no {what}", f"There are: {', '.join(sorted(allowed))}.")


def ask(file: str, name: str, entry: Mapping[str, Any]) -> Answer:
    """The answer to one question. Raises DataError for an unknown key, and what `solve` raises."""
    place = ReportLocation(file, f"question.{name}", keyed=True)
    keys = ("target", "given", *lookups(), "variants", "like", "title")
    read_table(entry, [Field(key, object) for key in keys], place, "key of a question")
    if "target" not in entry:
        raise DataError(
            file, f"question.{name}", "has no target", 'Write target = "kv_bytes_per_token".'
        )
    return solve(entry["target"], known_from(entry), variants=entry.get("variants"))
