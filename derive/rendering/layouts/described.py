"""A thing with a name, as `derive show` shows it: blocks to print, the same as data, the sources it
cites.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from derive.rendering.document.document import Document, DocumentBlock, Heading, Table, Text, Words
from derive.rendering.document.parts import cited
from derive.rendering.document.references import references


@dataclass(frozen=True)
class Described:
    """A title, blocks to print, the same as data, and the sources it cites."""

    title: str
    blocks: tuple[DocumentBlock, ...]
    data: dict[str, Any]
    sources: tuple[str, ...] = ()


def described_document(name: str, found: Sequence[Described]) -> Document:
    """Everything of one name, each under its title where there are several."""
    blocks = [
        block
        for thing in found
        for block in ((Heading(1, thing.title), *thing.blocks) if len(found) > 1 else thing.blocks)
    ]
    title = found[0].title if len(found) == 1 else f"{name}: {len(found)} things have this name"
    sources = references(id for thing in found for id in thing.sources)
    return cited(Document(title, tuple(blocks)), sources)


def facts_table(rows: list[tuple[Words, Words]]) -> DocumentBlock:
    """Facts as a table, a row each."""
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
