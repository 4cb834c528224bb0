"""Several answers as one document: with their headlines at the end for a terminal, with contents,
summary and nomenclature for a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from derive.equations.var import Var
from derive.rendering.document.anchors import slug
from derive.rendering.document.document import (
    Boxed,
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
from derive.rendering.document.references import references, sources_of
from derive.rendering.layouts.answer import answer_blocks, meaning
from derive.rendering.layouts.headline import headline
from derive.rendering.layouts.nomenclature import nomenclature
from derive.rendering.layouts.result_box import brief
from derive.rendering.layouts.uncertainty import tolerance_blocks
from derive.results.answer import Answer
from derive.results.uncertainty import Tolerance
from derive.units.unit import Unit


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
        _summarised(answers, worded)
        if len(answers) > 1
        else _in_turn(answers.items(), lambda _, answer, first: answer_blocks(answer, first))
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


def headlined_document(
    answers: Sequence[Answer],
    unit: Unit | None = None,
    tolerances: Mapping[Var, Sequence[Tolerance]] | None = None,
    within: float | None = None,
) -> Document:
    """The answers one after the other, each with the accuracies of its inputs that keep it `within`
    a share; their headlines in a box at the end.
    """

    def section(title: str, answer: Answer, first: int) -> list[DocumentBlock]:
        heading = [Heading(1, title)] if title else []
        needed = (
            []
            if within is None
            else tolerance_blocks((tolerances or {})[answer.target], answer.target.name, within)
        )
        return [*heading, *answer_blocks(answer, first), *needed]

    titles = ("", *map(meaning, answers[1:]))  # the first is the document's own
    blocks = _in_turn(zip(titles, answers, strict=True), section)
    minded = dict.fromkeys(f"Mind: {caution}." for answer in answers for caution in answer.cautions)
    lines = (*minded, *(headline(answer, unit) for answer in answers))
    sources = references(id for answer in answers for id in sources_of(answer))
    whole = cited(Document(meaning(answers[0]), tuple(blocks)), sources)
    return replace(whole, blocks=(*whole.blocks, Boxed(tuple((Text(line),) for line in lines))))


def _in_turn(
    answers: Iterable[tuple[str, Answer]],
    section: Callable[[str, Answer, int], list[DocumentBlock]],
) -> list[DocumentBlock]:
    """The sections of the answers; the numbers of their lines go on from one to the next."""
    blocks: list[DocumentBlock] = []
    for title, answer in answers:
        blocks += section(title, answer, 1 + numbered(blocks))
    return blocks


def _summarised(answers: Mapping[str, Answer], titles: Mapping[str, str]) -> list[DocumentBlock]:
    """Contents and summary, then each answer under its question."""

    def section(name: str, answer: Answer, first: int) -> list[DocumentBlock]:
        below = answer_blocks(answer, first)
        return [Heading(1, titles[name], _place(name)), *(_lower(block, name) for block in below)]

    start = (Contents(), Heading(1, "Summary"), summary(answers, titles))
    return [*start, *_in_turn(answers.items(), section)]


def _place(question: str) -> str:
    return f"sec-question-{slug(question)}"


def _lower(block: DocumentBlock, question: str) -> DocumentBlock:
    """A section of an answer as a subsection of the document, its place told apart by the
    question.
    """
    if not isinstance(block, Heading):
        return block
    return replace(block, level=block.level + 1, place=f"{_place(question)}-{slug(block.text)}")
