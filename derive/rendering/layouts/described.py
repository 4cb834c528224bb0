"""Descriptions of named things, as `derive show` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.rendering.document.document import Document, DocumentBlock, Heading, Table, Text, Words
from derive.rendering.document.parts import cited
from derive.rendering.document.references import references


@dataclass(frozen=True)
class Described:
    """A description: title, blocks, the same as data, and the ids of cited sources."""

    title: str
    blocks: tuple[DocumentBlock, ...]
    data: dict[str, Any]
    sources: tuple[str, ...] = ()


def described_document(name: str, found: Sequence[Described]) -> Document:
    """All descriptions of one name, each under its title if there are several."""
    blocks = [
        block
        for thing in found
        for block in ((Heading(1, thing.title), *thing.blocks) if len(found) > 1 else thing.blocks)
    ]
    title = found[0].title if len(found) == 1 else f"{name}: {len(found)} things have this name"
    sources = references(id for thing in found for id in thing.sources)
    return cited(Document(title, tuple(blocks)), sources)


def fact_rows(facts: Mapping[str, Any]) -> list[tuple[Words, Words]]:
    """The facts that have a value, as rows, without name and kind."""
    named = {key: value for key, value in facts.items() if key not in ("name", "kind")}
    return [(word(key), words(value)) for key, value in named.items() if value]


def facts_table(rows: Sequence[tuple[Words, Words]]) -> DocumentBlock:
    """Facts as a table."""
    return Table(("Fact", "Value"), tuple(rows), "ll")


def word(key: str) -> Words:
    """The name of a fact."""
    return (Text(key.replace("_", " ")),)


def words(value: object) -> Words:
    """The value of a fact."""
    text = ", ".join(value) if isinstance(value, list) else "yes" if value is True else str(value)
    return (Text(text),)


def source_ids(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids without empty ones, each once."""
    return tuple(dict.fromkeys(id for id in ids if id))
