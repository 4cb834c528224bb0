"""A thing with a name, as `derive show` shows it: blocks to print, the same as data, the sources it
cites.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.rendering.document.document import DocumentBlock, Table, Text, Words


@dataclass(frozen=True)
class Described:
    """A title, blocks to print, the same as data, and the sources it cites."""

    title: str
    blocks: tuple[DocumentBlock, ...]
    data: dict[str, Any]
    sources: tuple[str, ...] = ()


def facts_table(rows: list[tuple[Words, Words]]) -> DocumentBlock:
    """What is known of it, a line each."""
    return Table(("Fact", "Value"), tuple(rows), "ll")


def word(key: str) -> Words:
    """The name of a fact."""
    return (Text(key.replace("_", " ")),)


def words(value: object) -> Words:
    """A fact's value."""
    return (
        Text(
            ", ".join(value) if isinstance(value, list) else "yes" if value is True else str(value)
        ),
    )


def some(*ids: str) -> tuple[str, ...]:
    """The sources among these, each once."""
    return tuple(dict.fromkeys(id for id in ids if id))
