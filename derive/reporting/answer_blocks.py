"""An answer in a report: its knowns, lines, result, neglected terms, what was said against it, what
it leaves open.
"""

from __future__ import annotations

from derive.errors import DataError
from derive.rendering.document.document import (
    Boxed,
    Cite,
    DocumentBlock,
    Heading,
    Items,
    Math,
    Table,
    Text,
    Words,
)
from derive.rendering.layouts import answer as layout
from derive.rendering.layouts.answer_sections import findings
from derive.reporting.report_context import Shown
from derive.solving.givens import read_value
from derive.units.display import format_number


def knowns(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The table of what an answer rests on."""
    return tuple(
        block for block in layout.knowns(shown.book.answer(name)) if not isinstance(block, Heading)
    )


def derivation(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The lines of an answer. Raises DataError when it has none."""
    answer = shown.book.answer(name)
    if not answer.derivation.steps:
        raise DataError(
            shown.book.source.name,
            f"derivation {name}",
            f"has no lines: the question is {answer.status}",
        )
    return shown.lines(answer.derivation)


def result(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """The value of an answer, in a box."""
    return (
        next(block for block in layout.result(shown.book.answer(name)) if isinstance(block, Boxed)),
    )


def neglected(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """What the relations of an answer leave out, each term with its size beside what is kept."""
    answer = shown.book.answer(name)
    items = []
    for leaning in answer.neglected:
        term = next(
            t
            for r in answer.relations
            if r.name == leaning.relation
            for t in r.neglects
            if t.what == leaning.term
        )
        size = (
            "its size is not known here"
            if leaning.size is None
            else f"{format_number(leaning.size, 3)} times what is kept"
        )
        items.append(
            (
                Text(f"{leaning.term[0].upper()}{leaning.term[1:]}, "),
                Math(term.size),
                Text(f": {size}."),
            )
        )
    if not items:
        raise DataError(
            shown.book.source.name,
            f"neglected {name}",
            "nothing is neglected on the way to this answer",
        )
    return (Items(tuple(items)),)


def said(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """What sources said beside what the engine found."""
    found = shown.value(name)
    rows: list[tuple[Words, ...]] = []
    for entry in shown.book.source.said:
        known = read_value(found.var, entry["value"])
        rows.append(
            (
                (Text(entry["who"]), Text(" "), Cite(entry["source"])),
                (Text(entry["value"]),),
                (Text(_off(known.value / found.value)),),
            )
        )
    return (Table(("source", "it says", "against the result"), tuple(rows), "lrr"),)


def _off(ratio: float) -> str:
    """How far a stated figure is off, in words."""
    if abs(ratio - 1) < 0.005:
        return "agrees to half a percent"
    return f"{abs(ratio - 1) * 100:.0f} % {'above' if ratio > 1 else 'below'}"


def left_open(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """What surrounds a value, or stands in its place: what is missing, in conflict, out of reach,
    or fails.
    """
    return tuple(
        block
        for block in findings(shown.book.answer(name))
        if not (isinstance(block, Heading) and block.level == 1)
    )
