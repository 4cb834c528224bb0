"""The result of an answer: the boxed value or values, the dimension check, the status and the
sense.
"""

from __future__ import annotations

from typing import Any

from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import Eq
from derive.rendering.document.document import (
    Amount,
    Boxed,
    DocumentBlock,
    Equals,
    Equation,
    Inline,
    Math,
    Paragraph,
    Strong,
    Text,
    Words,
)
from derive.rendering.document.wording import listed, named
from derive.rendering.document.worked_line import sign_of
from derive.rendering.layouts.uncertainty import place, spread_line
from derive.results.answer import Answer
from derive.results.solution import AnswerValue
from derive.results.status import Status

_SENSES = {
    "lower bound": (
        "This is a lower bound: what the defaults take as ideal can only raise the true value."
    ),
    "upper bound": (
        "This is an upper bound: what the defaults take as ideal can only lower the true value."
    ),
}
_UNSOLVED = {
    "underdetermined": "not determined by what is given",
    "contradiction": "not found, since the givens contradict each other",
    "unreachable": "not found, since no regime reaches what is asked",
    "infeasible": "not feasible",
}


def brief(answer: Answer) -> Words:
    """The answer within a line: its value, values or interval, or that there is none."""
    if answer.interval is not None:
        return _interval(answer)
    if not answer.outcomes:
        return (Text(_UNSOLVED.get(answer.status, "not found")),)
    return listed([_outcome(answer, outcome)[0] for outcome in answer.outcomes], last=" or ")


def result(answer: Answer) -> list[DocumentBlock]:
    """The boxed value or values, with the check that the closed form has the target's dimension."""
    if answer.formula is not None and not answer.outcomes and answer.interval is None:
        return [
            Boxed(
                (
                    (
                        Math(Eq(answer.target, _closed_form(answer))),
                        Text(", and no number follows."),
                    ),
                ),
                _dimension_check(answer),
            )
        ]
    if not answer.outcomes and answer.interval is None:
        return [
            Boxed(
                ((Math(answer.target), Text(f" is {_UNSOLVED.get(answer.status, 'not found')}.")),)
            )
        ]
    lines = (
        [_interval(answer)]
        if answer.interval is not None
        else [line for outcome in answer.outcomes for line in _outcome(answer, outcome)]
    )
    blocks: list[DocumentBlock] = [Boxed((*lines, *spread_line(answer)), _dimension_check(answer))]
    if answer.status != Status.SOLVED:
        blocks.append(Paragraph((Strong(f"Status: {answer.status}."),), "warning"))
    if answer.sense != "equality":
        blocks.append(Paragraph((Text(_SENSES[answer.sense]),), "note"))
    if answer.formula is not None and not any(step.result for step in answer.derivation):
        blocks.append(
            Equation(Eq(answer.target, _closed_form(answer)), reason=(Text("In closed form:"),))
        )
    return blocks


def _outcome(answer: Answer, outcome: AnswerValue) -> list[Words]:
    """The value, and below it what it depends on."""
    sign = sign_of(outcome.value, answer.target.unit, answer.sense)
    words: list[Inline] = [Equals(answer.target, outcome.value, sign)]
    if outcome.whole is not None:
        words += [Text(", in whole numbers "), Amount(outcome.whole, answer.target.unit)]
    if place(answer):
        words.append(Text(place(answer)))
    limits: list[Words] = []
    if outcome.condition:
        limits.append((Text("if "), *named(outcome.condition, answer)))
    if outcome.regime:
        limits.append((Text("in the regime "), *named(outcome.regime, answer)))
    if not outcome.satisfied:
        limits.append((Strong("a constraint fails"),))
    return [tuple(words), *([listed(limits, last=", ")] if limits else [])]


def _interval(answer: Answer) -> Words:
    low, high = answer.interval or (0.0, 0.0)
    unit = answer.target.unit
    words = (
        Math(answer.target),
        Text(" lies anywhere from "),
        Amount(low, unit),
        Text(" to "),
        Amount(high, unit),
    )
    return (*words, Text(place(answer))) if place(answer) else words


def _dimension_check(answer: Answer) -> str:
    """The tick is earned: the closed form's dimension is worked out here and held against the
    target's.
    """
    if answer.formula is None:
        return ""
    try:
        agrees = dimension_of(_closed_form(answer)) == answer.target.unit.dimension
    except Mismatch:
        return ""
    return (
        "dimensions agree:"
        f" {answer.target.unit.dimension if answer.target.unit.dimension else 'a pure number'}"
        if agrees
        else ""
    )


def _closed_form(answer: Answer) -> Any:
    return answer.formula.rhs if answer.formula.is_Relational else answer.formula
