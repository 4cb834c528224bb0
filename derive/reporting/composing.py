"""A report as a document: its prose with the engine's answers in their places, or the full document
of each question.
"""

from __future__ import annotations

from collections.abc import Iterable

from derive.errors import DataError
from derive.rendering.document.citations import cited, parts_of
from derive.rendering.document.document import (
    Cite,
    Document,
    DocumentBlock,
    Inline,
    Paragraph,
    Reference,
    Text,
)
from derive.rendering.document.references import references, sources_of
from derive.rendering.layouts.answers import answers_document
from derive.rendering.layouts.nomenclature import nomenclature
from derive.reporting.answers import AnswerBook
from derive.reporting.markdown import blocks_of
from derive.reporting.placeholders import NOMENCLATURE, Filling, titles


def report_document(book: AnswerBook) -> Document:
    """The report as a document, its sources listed at the end. Raises DataError for a fault of the
    source.
    """
    source = book.source
    if not source.body.strip():
        return _of_its_questions(book)
    filling = Filling(book)
    blocks = blocks_of(source.body, source.name, filling.blocks, filling.words)
    blocks = [nomenclature(blocks) if block is NOMENCLATURE else block for block in blocks]
    blocks += _further(book, blocks)
    made = Document(source.title, tuple(blocks), source.subtitle, name=source.name)
    return cited(made, {key: _reference(book, key) for key in _cited(blocks)})


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


def _further(book: AnswerBook, blocks: list[DocumentBlock]) -> list[DocumentBlock]:
    """The sources of what is only computed with, such as the chips of a table, so that each is
    named.
    """
    there = _cited(blocks)
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


def _cited(blocks: Iterable[DocumentBlock]) -> dict[str, None]:
    return dict.fromkeys(
        part.key for block in blocks for part in parts_of(block) if isinstance(part, Cite)
    )


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
