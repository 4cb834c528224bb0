"""The citations of a document, and the list of its references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from derive.equations.citation import Citation
from derive.rendering.document.document import (
    Boxed,
    Cite,
    Document,
    DocumentBlock,
    Equation,
    Figure,
    Heading,
    Inline,
    Items,
    Paragraph,
    Reference,
    References,
    Table,
    Text,
    Words,
)


def citing(citations: Iterable[Citation]) -> Words:
    """The citations one after the other, a space before each."""
    return tuple(part for cited in citations for part in (Text(" "), Cite(*cited)))


def cited(document: Document, known: dict[str, Reference]) -> Document:
    """The document with the sources it cites listed at its end, numbered in the order of first
    mention.
    """
    keys = list(
        dict.fromkeys(
            part.key
            for block in document.blocks
            for part in parts_of(block)
            if isinstance(part, Cite) and part.key in known
        )
    )
    if not keys:
        return document
    references = References(tuple(known[key] for key in keys))
    numbers = {key: index for index, key in enumerate(keys, 1)}
    return replace(
        document, blocks=(*document.blocks, Heading(1, "References"), references), numbers=numbers
    )


def parts_of(block: DocumentBlock) -> Iterator[Inline]:
    """Every inline part of a block, in reading order."""
    match block:
        case Paragraph(words, _):
            yield from words
        case Equation():
            yield from block.reason
        case Table(_, rows, _):
            for row in rows:
                for cell in row:
                    yield from cell
        case Boxed(lines, _) | Items(lines, _):
            for line in lines:
                yield from line
        case Figure(_, caption, _):
            yield from caption
        case _:
            return
