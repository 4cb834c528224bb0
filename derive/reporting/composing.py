"""Composition of a report: its prose with placeholders filled, or the answers to its questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from derive.rendering.document.document import (
    Abstract,
    Cite,
    Document,
    DocumentBlock,
    Items,
    Paragraph,
    Quote,
    Reference,
    Text,
    Words,
)
from derive.rendering.document.parts import cited, cited_keys
from derive.rendering.document.references import references, references_of
from derive.rendering.layouts.answers import answers_document
from derive.rendering.layouts.nomenclature import explained_once, nomenclature
from derive.reporting.answers import AnswerBook
from derive.reporting.imprint import imprint
from derive.reporting.names_in_words import with_spoken_rules
from derive.reporting.own_derivations import by_lines
from derive.reporting.placeholders import NOMENCLATURE, Filling, titles


def report_document(book: AnswerBook) -> Document:
    """The report with its references. Raises SourceError for a fault of the source."""
    if book.document is None:
        with book.source.blamed(""):
            book.document, book.shown = _document(book), book.answers
    return book.document


def _document(book: AnswerBook) -> Document:
    source = book.source
    if not source.body.strip():
        return _of_its_questions(book)
    filling = Filling(book)
    blocks = filling.prose.blocks(source.body)
    if source.abstract.strip():
        with source.blamed("abstract"):
            blocks.insert(0, Abstract(filling.prose.words(source.abstract.strip())))
    blocks = with_spoken_rules(by_lines(explained_once(blocks)))
    blocks = _with_nomenclature(blocks, nomenclature(blocks))
    note, further = _further(book, blocks)
    line = imprint(source.authors, source.date, source.links)
    whole = (*blocks, *note)
    made = Document(source.title, whole, source.subtitle, name=source.name, imprint=line)
    known = {key: _reference(book, key) for key in (*cited_keys(whole), *further)}
    return cited(made, known, further)


def _of_its_questions(book: AnswerBook) -> Document:
    source = book.source
    if not source.questions:
        fix = 'Write [question.mine] with target = "...".'
        raise book.fault("question", "the report has neither questions nor text", fix)
    made = answers_document(
        {name: book.answer(name) for name in source.questions},
        name=source.name,
        title=source.title,
        subtitle=source.subtitle,
        titles=titles(book),
    )
    return replace(made, imprint=imprint(source.authors, source.date, source.links))


def _with_nomenclature(
    blocks: Iterable[DocumentBlock], table: Sequence[DocumentBlock]
) -> list[DocumentBlock]:
    """The blocks with the nomenclature in its place, also within lists and quotes."""
    made: list[DocumentBlock] = []
    for block in blocks:
        match block:
            case Items():
                below = tuple(tuple(_with_nomenclature(inner, table)) for inner in block.below)
                made.append(replace(block, below=below))
            case Quote(inner):
                made.append(Quote(tuple(_with_nomenclature(inner, table))))
            case _:
                made += table if block is NOMENCLATURE else [block]
    return made


def _further(
    book: AnswerBook, blocks: list[DocumentBlock]
) -> tuple[list[DocumentBlock], list[str]]:
    """The note on sources of values that no block cites, such as the chips of a table, and their
    ids; several in a row, which have consecutive numbers, are named by the first and the last.
    """
    cited_already = cited_keys(blocks)
    known = references_of(book.answers.values())
    further = [id for id in known if id not in cited_already and not known[id].aside]
    if not further:
        return [], []
    start = Text("Values and relations behind the answers are also from")
    first, *rest = (Cite(id) for id in further)
    last: Words = () if not rest else (Text(" to " if rest[1:] else " and "), rest[-1])
    return [Paragraph((start, Text(" "), first, *last, Text(".")), "note")], further


def _reference(book: AnswerBook, key: str) -> Reference:
    """The reference of a citation. Raises DataError for an unknown id."""
    found = references([key]).get(key)
    if found is None:
        fix = "Declare it in sources.toml."
        raise book.fault(f"cite {key}", "no source has this id", fix)
    return found
