"""Answers as a document to hand on: contents and summary when there are several, nomenclature and
sources at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from derive.rendering.document.anchors import slug
from derive.rendering.document.document import (
    Contents,
    Document,
    DocumentBlock,
    Heading,
    Ref,
    Reference,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited, numbered
from derive.rendering.layouts.answer import answer_blocks, meaning
from derive.rendering.layouts.nomenclature import nomenclature
from derive.rendering.layouts.result_box import brief
from derive.results.answer import Answer


def answers_document(
    answers: Mapping[str, Answer],
    *,
    name: str,
    title: str = "",
    subtitle: str = "",
    titles: Mapping[str, str] | None = None,
    sources: Mapping[str, Reference],
) -> Document:
    """Every answer in full under its question's name; `titles` are the questions in words where
    somebody wrote them.
    """
    worded = question_titles(answers, titles or {})
    blocks = (
        _one_by_one(answers, worded)
        if len(answers) > 1
        else [block for answer in answers.values() for block in answer_blocks(answer)]
    )
    made = Document(
        title or " and ".join(worded.values()),
        (*blocks, Heading(1, "Nomenclature"), nomenclature(blocks)),
        subtitle,
        name=name,
    )
    return cited(made, dict(sources))


def question_titles(answers: Mapping[str, Answer], written: Mapping[str, str]) -> dict[str, str]:
    """Each question in words: as written, else what it asks for, with its name where several ask
    for the same.
    """
    asked = [answer.target for answer in answers.values()]
    return {
        name: (
            written.get(name)
            or meaning(answer)
            + (f" ({name.replace('_', ' ')})" if asked.count(answer.target) > 1 else "")
        )
        for name, answer in answers.items()
    }


def summary(answers: Mapping[str, Answer], titles: Mapping[str, str]) -> Table:
    """Question, answer and status, a row each; a question leads to its section where it has one."""
    rows: list[tuple[Words, ...]] = []
    for name, answer in answers.items():
        status: Words = (
            (Text(answer.status),) if answer.status == "solved" else (Strong(answer.status),)
        )
        rows.append(((Ref(titles[name], _place(name)),), brief(answer), status))
    return Table(("Question", "Answer", "Status"), tuple(rows), "lll")


def _one_by_one(answers: Mapping[str, Answer], titles: Mapping[str, str]) -> list[DocumentBlock]:
    blocks: list[DocumentBlock] = [Contents(), Heading(1, "Summary"), summary(answers, titles)]
    for name, answer in answers.items():
        below = answer_blocks(answer, 1 + numbered(blocks))
        blocks += [
            Heading(1, titles[name], _place(name)),
            *(_lower(block, name) for block in below),
        ]
    return blocks


def _place(question: str) -> str:
    return f"sec-question-{slug(question)}"


def _lower(block: DocumentBlock, question: str) -> DocumentBlock:
    """A section of an answer as a subsection of the document, its place told apart by the
    question.
    """
    if not isinstance(block, Heading):
        return block
    return replace(block, level=block.level + 1, place=f"{_place(question)}-{slug(block.text)}")
