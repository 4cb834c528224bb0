"""Documents of several answers: with headlines for a terminal, with a summary for a file."""

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
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited, numbered
from derive.rendering.document.references import references_of
from derive.rendering.layouts.answer import answer_blocks, meaning
from derive.rendering.layouts.bottleneck import bottleneck_line
from derive.rendering.layouts.headline import headline
from derive.rendering.layouts.nomenclature import explained_once, nomenclature
from derive.rendering.layouts.result_box import brief
from derive.rendering.layouts.uncertainty import tolerance_blocks
from derive.results.answer import Answer
from derive.results.status import Status
from derive.results.uncertainty import Tolerance
from derive.units.unit import Unit


def answers_document(
    answers: Mapping[str, Answer],
    *,
    name: str,
    title: str = "",
    subtitle: str = "",
    titles: Mapping[str, str] | None = None,
) -> Document:
    """Every answer in full, with nomenclature and references; `titles` are questions in words."""
    worded = question_titles(answers, titles or {})
    blocks = (
        _summarised(answers, worded)
        if len(answers) > 1
        else _in_turn(answers.items(), lambda _, answer, first: answer_blocks(answer, first))
    )
    blocks = explained_once(blocks)
    made = Document(
        title or " and ".join(worded.values()),
        (*blocks, Heading(1, "Nomenclature"), *nomenclature(blocks)),
        subtitle,
        name=name,
    )
    return cited(made, references_of(answers.values()))


def question_titles(answers: Mapping[str, Answer], written: Mapping[str, str]) -> dict[str, str]:
    """Each question in words: as written, else its target's meaning, with its name if several have
    this target.
    """
    targets = [answer.target for answer in answers.values()]

    def title(name: str, answer: Answer) -> str:
        shared = targets.count(answer.target) > 1
        return meaning(answer) + (f" ({name.replace('_', ' ')})" if shared else "")

    return {name: written.get(name) or title(name, answer) for name, answer in answers.items()}


def summary(answers: Mapping[str, Answer], titles: Mapping[str, str]) -> Table:
    """The table of questions, linked to their sections, with answers and statuses."""
    rows: list[tuple[Words, ...]] = []
    for name, answer in answers.items():
        status = (Text if answer.status == Status.SOLVED else Strong)(answer.status)
        rows.append(((Ref(titles[name], _place(name)),), brief(answer), (status,)))
    return Table(("Question", "Answer", "Status"), tuple(rows), "lll")


def headlined_document(
    answers: Sequence[Answer],
    unit: Unit | None = None,
    tolerances: Mapping[Var, Sequence[Tolerance]] | None = None,
    within: float | None = None,
) -> Document:
    """The answers in turn, each with the input accuracies that keep it `within` a share; their
    headlines in a box at the end.
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
    warnings = dict.fromkeys(f"Mind: {line}." for answer in answers for line in answer.cautions)
    told = (line for a in answers for line in (headline(a, unit), *bottleneck_line(a)))
    lines = (*warnings, *told)
    whole = cited(Document(meaning(answers[0]), tuple(blocks)), references_of(answers))
    return replace(whole, blocks=(*whole.blocks, Boxed(tuple((Text(line),) for line in lines))))


def _in_turn(
    answers: Iterable[tuple[str, Answer]],
    section: Callable[[str, Answer, int], list[DocumentBlock]],
) -> list[DocumentBlock]:
    """The sections of the answers, their lines numbered continuously."""
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
    """A section of an answer as a subsection, its link target prefixed by the question."""
    if not isinstance(block, Heading):
        return block
    return replace(block, level=block.level + 1, place=f"{_place(question)}-{slug(block.text)}")
