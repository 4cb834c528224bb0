"""Short layout of an answer: the answer, the known values, the value of each step, a line each."""

from __future__ import annotations

from derive.rendering.document.document import (
    Amount,
    Code,
    Document,
    DocumentBlock,
    Equals,
    Heading,
    Math,
    Table,
    Text,
    Words,
)
from derive.rendering.document.wording import step_count
from derive.rendering.document.worked_line import sign_of
from derive.rendering.layouts.answer import meaning
from derive.rendering.layouts.answer_sections import findings
from derive.rendering.layouts.opening import opening
from derive.rendering.layouts.uncertainty import standing
from derive.results.answer import Answer
from derive.results.derivation import Step
from derive.results.known import Known, Origin
from derive.units.unit import Unit

_ORIGINS = (Origin.GIVEN, Origin.LOOKED_UP, Origin.DEFAULT, Origin.CONVENTION)


def short_document(answer: Answer) -> Document:
    """The answer on about a screen."""
    return Document(meaning(answer), tuple(short_blocks(answer)))


def short_blocks(answer: Answer, unit: Unit | None = None) -> list[DocumentBlock]:
    """The answer first; what it is computed from; how it follows, without algebra."""
    return [*opening(answer, unit), *findings(answer), *basis(answer)]


def basis(answer: Answer) -> list[DocumentBlock]:
    """The known values, then formula and value of each step that has one."""
    return [*_knowns(answer), *standing(answer), *_values(answer)]


def _knowns(answer: Answer) -> list[DocumentBlock]:
    """The known values, the stated ones first."""
    shown = [known for known in answer.known if known.origin in _ORIGINS]
    shown.sort(key=lambda known: _ORIGINS.index(known.origin))
    rows = tuple(map(_known, shown))
    return [Heading(1, "From"), Table(("Known", "Value", "Origin"), rows, "lll")] if rows else []


def _known(known: Known) -> tuple[Words, ...]:
    words = known.entry if known.origin == Origin.LOOKED_UP and known.entry else known.origin
    if known.uncertain is not None:
        words = f"{words}, as {known.text}"
    if known.caution and known.source == "precision":
        words = f"{words}, assumed"
    if known.note and words == Origin.GIVEN:
        words = f"{words} ({known.note})"
    if not known.verified:
        words = f"{words}, unverified"
    return (
        (Code(known.var.name),),
        (Equals(known.var, known.value),),
        (Text(words),),
    )


def _values(answer: Answer) -> list[DocumentBlock]:
    """The formula and value of each step that has one; what two parts of an optimum share, once."""
    rows = {
        (step.equation, step.result.value): _value(step, step.result)
        for step in answer.derivation
        if step.result is not None
    }
    if not rows:
        return []
    heading = Heading(1, f"How it follows ({step_count(answer.derivation)})")
    return [heading, Table(("Formula", "Value", "Meaning"), tuple(rows.values()), "lll")]


def _value(step: Step, result: Known) -> tuple[Words, ...]:
    sign = sign_of(result.value, result.var.unit)
    return (
        (Math(step.equation),),
        (Text(f"{sign} "), Amount(result.value, result.var.unit)),
        (Text(result.var.meaning or result.var.name),),
    )
