"""A report as a document: its prose with the engine's answers in their places, or the full document
of each question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from derive.errors import DataError
from derive.rendering.document.document import (
    Cite,
    Document,
    DocumentBlock,
    Inline,
    Items,
    Paragraph,
    Quote,
    Reference,
    Table,
    Text,
)
from derive.rendering.document.parts import cited, cited_keys
from derive.rendering.document.references import references, sources_of
from derive.rendering.layouts.answers import answers_document
from derive.rendering.layouts.nomenclature import nomenclature
from derive.reporting.answers import AnswerBook
from derive.reporting.placeholders import NOMENCLATURE, Filling, titles


def report_document(book: AnswerBook) -> Document:
    """The report as a document, its sources listed at the end. Raises DataError for a fault of the
    source.
    """
    source = book.source
    if not source.body.strip():
        return _of_its_questions(book)
    filling = Filling(book)
    blocks = filling.prose.blocks(source.body)
    blocks = _with_nomenclature(blocks, nomenclature(blocks))
    blocks += _further(book, blocks)
    made = Document(source.title, tuple(blocks), source.subtitle, name=source.name)
    return cited(made, {key: _reference(book, key) for key in cited_keys(blocks)})


def _of_its_questions(book: AnswerBook) -> Document:
    source = book.source
    if not source.questions:
        raise DataError(
            source.name,
            "question",
            "the report has neither questions nor text",
            'Write [question.mine] with target = "...".',
        )
    answers = {name: book.answer(name) for name in source.questions}
    found = references(id for answer in answers.values() for id in sources_of(answer))
    return answers_document(
        answers,
        name=source.name,
        title=source.title,
        subtitle=source.subtitle,
        titles=titles(book),
        sources=found,
    )


def _with_nomenclature(blocks: Iterable[DocumentBlock], table: Table) -> list[DocumentBlock]:
    """The blocks, and those within lists and quotes, with the nomenclature in its place."""
    made: list[DocumentBlock] = []
    for block in blocks:
        match block:
            case Items():
                below = tuple(tuple(_with_nomenclature(inner, table)) for inner in block.below)
                made.append(replace(block, below=below))
            case Quote(inner):
                made.append(Quote(tuple(_with_nomenclature(inner, table))))
            case _:
                made.append(table if block is NOMENCLATURE else block)
    return made


def _further(book: AnswerBook, blocks: list[DocumentBlock]) -> list[DocumentBlock]:
    """The sources of what is only computed with, such as the chips of a table, so that each is
    named.
    """
    there = cited_keys(blocks)
    more = list(
        dict.fromkeys(
            id for answer in book.asked.values() for id in sources_of(answer) if id not in there
        )
    )
    known = references(more)
    words: list[Inline] = [Text("Values and relations behind the answers are also from")]
    for id in known:
        words += [Text(" "), Cite(id)]
    return [Paragraph((*words, Text(".")), "note")] if known else []


def _reference(book: AnswerBook, key: str) -> Reference:
    """A source the report cites. Raises DataError when nobody declared it."""
    found = references([key]).get(key)
    if found is None:
        raise DataError(
            book.source.name,
            f"cite {key}",
            "no source has this id",
            "Declare it in quantities/sources.toml.",
        )
    return found
