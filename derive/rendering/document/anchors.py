"""Link targets of a document: sections, numbered lines, entries of the nomenclature."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from derive.rendering.document.document import Document, Equation, Heading, Table
from derive.rendering.document.parts import every_block
from derive.rendering.expressions.sanitise import sanitise


@dataclass(frozen=True, slots=True)
class Section:
    """A section: title, link target, and GitHub's anchor for it."""

    level: int
    text: str
    place: str
    anchor: str


def sections(document: Document) -> tuple[Section, ...]:
    """The sections in order; a number distinguishes equal titles.

    >>> left = Heading(1, "What is left?")
    >>> [s.place for s in sections(Document("T", (left, left)))]
    ['sec-what-is-left', 'sec-what-is-left-1']
    """
    places: set[str] = set()
    anchors = {slug(document.title)}
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    return tuple(
        Section(
            h.level,
            h.text,
            _unique(h.place or f"sec-{slug(h.text) or 'section'}", places),
            _unique(slug(h.text), anchors),
        )
        for h in headings
    )


def line_place(number: int) -> str:
    """The link target of a numbered line."""
    return f"line-{number}"


def entry_place(name: str) -> str:
    """The link target of a variable in the nomenclature."""
    return f"var-{name}"


def places(document: Document) -> frozenset[str]:
    """Every link target."""
    return frozenset(_places(document))


def _places(document: Document) -> Iterator[str]:
    yield from (section.place for section in sections(document))
    for block in every_block(document.blocks):
        if isinstance(block, Equation) and block.number is not None:
            yield line_place(block.number)
        elif isinstance(block, Table):
            yield from filter(None, block.places)


def slug(text: str) -> str:
    """The anchor GitHub makes of a text."""
    return re.sub(r"[^\w\- ]", "", sanitise(text).strip().lower()).replace(" ", "-")


def _unique(name: str, seen: set[str]) -> str:
    """The name, with a number if it was seen before."""
    found, count = name, 0
    while found in seen:
        count += 1
        found = f"{name}-{count}"
    seen.add(found)
    return found
