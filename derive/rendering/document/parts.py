"""Inline parts and blocks of a document in reading order, and the sources they cite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from derive.equations.citation import Citation
from derive.rendering.document.document import (
    Abstract,
    Boxed,
    Cite,
    Document,
    DocumentBlock,
    Emphasis,
    Equation,
    Figure,
    Heading,
    Inline,
    Items,
    Link,
    Paragraph,
    Phrase,
    Quote,
    Reference,
    References,
    Strong,
    Table,
    Text,
    Words,
)

Point = tuple[Words, tuple[DocumentBlock, ...]]


def words_of(phrase: Phrase) -> Words:
    """A phrase as words; plain text is one part."""
    return (Text(phrase),) if isinstance(phrase, str) else phrase


def leads_on(words: Words) -> bool:
    """Whether a line ends within a sentence, which the next block goes on with."""
    last = next((part for part in reversed(words) if not isinstance(part, Cite)), None)
    if isinstance(last, Strong | Emphasis):
        return leads_on(words_of(last.text))
    end = last.text.rstrip()[-1:] if isinstance(last, Text) else ""
    return end in (":", ",") or end.islower()


def keeps_next(block: DocumentBlock) -> bool:
    """Whether no page may end behind a block: a title, a note, or words whose sentence goes on
    below.
    """
    if isinstance(block, Paragraph):
        return block.tone == "note" or leads_on(block.words)
    return isinstance(block, Heading)


def is_across(row: tuple[Words, ...]) -> bool:
    """Whether a row of a table is the title of those below it: bold words in its first cell, and
    nothing beside them, so that it needs no column.
    """
    first, *rest = row
    return len(first) == 1 and isinstance(first[0], Strong) and bool(rest) and not any(rest)


def without_titles(table: Table) -> Table:
    """The table without rows that are titles, by which its columns are measured."""
    return replace(table, rows=tuple(row for row in table.rows if not is_across(row)), places=())


def points_of(block: Items) -> list[Point]:
    """The points of a list, each with its words and the blocks below them."""
    below = block.below or ((),) * len(block.items)
    return list(zip(block.items, below, strict=True))


def every_block(blocks: Iterable[DocumentBlock]) -> Iterator[DocumentBlock]:
    """The blocks, and the blocks within lists and quotes, in reading order."""
    for block in blocks:
        yield block
        yield from every_block(_inner_blocks(block))


def _inner_blocks(block: DocumentBlock) -> tuple[DocumentBlock, ...]:
    match block:
        case Items():
            return tuple(inner for below in block.below for inner in below)
        case Quote(blocks):
            return blocks
        case _:
            return ()


def parts_of(block: DocumentBlock) -> Iterator[Inline]:
    """Every inline part of a block and of the blocks within it, in reading order."""
    match block:
        case Heading():
            yield from _parts(block.words)
        case Paragraph(words, _) | Abstract(words):
            yield from _parts(words)
        case Equation():
            yield from _parts(block.reason)
        case Table():
            for cells in (block.headers, *block.rows):
                for cell in cells:
                    yield from _parts(words_of(cell))
        case Boxed(lines, _):
            for line in lines:
                yield from _parts(line)
        case Figure(_, caption, _):
            yield from _parts(caption)
        case Items():
            for words, below in points_of(block):
                yield from _parts(words)
                yield from parts_in(below)
        case Quote(blocks):
            yield from parts_in(blocks)
        case _:
            return


def parts_in(blocks: Iterable[DocumentBlock]) -> Iterator[Inline]:
    """Every inline part of these blocks, in reading order."""
    for block in blocks:
        yield from parts_of(block)


def _parts(words: Words) -> Iterator[Inline]:
    """The parts of a line, each before the parts within it."""
    for part in words:
        yield part
        if isinstance(part, Strong | Emphasis | Link):
            yield from _parts(words_of(part.text))


def rewritten(block: DocumentBlock, change: Callable[[Words], Words]) -> DocumentBlock:
    """The block with each of its lines changed, those of the blocks within it too; the text within
    bold words, italics and links stays.
    """
    match block:
        case Paragraph(words, _) | Abstract(words):
            return replace(block, words=change(words))
        case Equation():
            return replace(block, reason=change(block.reason))
        case Table():
            return replace(block, rows=tuple(tuple(map(change, row)) for row in block.rows))
        case Boxed(lines, _):
            return replace(block, lines=tuple(map(change, lines)))
        case Figure(_, caption, _):
            return replace(block, caption=change(caption))
        case Items():
            points = [
                (change(words), tuple(rewritten(inner, change) for inner in below))
                for words, below in points_of(block)
            ]
            below = tuple(inner for _, inner in points) if block.below else ()
            return replace(block, items=tuple(words for words, _ in points), below=below)
        case Quote(blocks):
            return Quote(tuple(rewritten(inner, change) for inner in blocks))
        case _:
            return block


def numbered(blocks: Iterable[DocumentBlock]) -> int:
    """The number of numbered lines in these blocks."""
    return sum(isinstance(block, Equation) and block.number is not None for block in blocks)


def citing(citations: Iterable[Citation]) -> Words:
    """The citations one after the other, a space before each."""
    return tuple(part for cited in citations for part in (Text(" "), Cite(*cited)))


def cited_keys(blocks: Iterable[DocumentBlock]) -> list[str]:
    """The ids of the cited sources, each once, in the order of first mention."""
    return list(dict.fromkeys(part.key for part in parts_in(blocks) if isinstance(part, Cite)))


def cited(
    document: Document, known: Mapping[str, Reference] | None, further: Iterable[str] = ()
) -> Document:
    """The document with its references at the end, numbered in the order of first mention; those of
    `further` sources, which only a note names, after them in this order.
    """
    last = dict.fromkeys(further)
    mentioned = [*(key for key in cited_keys(document.blocks) if key not in last), *last]
    found = [known[key] for key in mentioned if key in (known or {})] if known else []
    asides = {entry.key: entry.aside for entry in found if entry.aside}
    entries = tuple(entry for entry in found if not entry.aside)
    if not entries:
        return replace(document, asides=asides) if asides else document
    blocks = (*document.blocks, Heading(1, "References"), References(entries))
    numbers = {entry.key: index for index, entry in enumerate(entries, 1)}
    return replace(document, blocks=blocks, numbers=numbers, asides=asides)
