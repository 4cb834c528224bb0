"""Result of an answer in symbols: boxed values with their dimension check."""

from __future__ import annotations

import math
from typing import Any

from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import Eq
from derive.rendering.document.document import (
    Amount,
    Boxed,
    Equals,
    Inline,
    Math,
    Strong,
    Text,
    Words,
)
from derive.rendering.document.regime_words import telling
from derive.rendering.document.wording import coded, listed, named
from derive.rendering.document.worked_line import sign_of
from derive.rendering.layouts.headline import anywhere, failing, headline
from derive.rendering.layouts.uncertainty import place, spread_line
from derive.results.answer import Answer
from derive.results.solution import AnswerValue
from derive.results.status import Status
from derive.units.display import USUAL_DIGITS, digits_beside
from derive.units.registry import resolve
from derive.units.unit import Unit

_UNSOLVED = {
    "underdetermined": "not determined by what is given",
    "contradiction": "not found, since the givens contradict each other",
    "unreachable": "not found, since no regime reaches what is asked",
    "infeasible": "not feasible",
}


def brief(answer: Answer) -> Words:
    """The answer within a line: values, interval, or the reason that it has none."""
    if answer.interval is not None and answer.conflict is None:
        return _interval(answer)
    if not answer.outcomes or answer.conflict is not None:
        return (Text(_UNSOLVED.get(answer.status, "not found")),)
    return listed([_outcome(answer, outcome)[0] for outcome in answer.outcomes], last=" or ")


def boxed(answer: Answer) -> Boxed:
    """The boxed values in symbols, or the reason that there is none."""
    valued = answer.status in (Status.SOLVED, Status.INFEASIBLE)
    if not valued or (not answer.outcomes and answer.interval is None):
        return _without_value(answer)
    lines = (
        [_interval(answer)]
        if answer.interval is not None
        else [line for outcome in answer.outcomes for line in _outcome(answer, outcome)]
    )
    return Boxed((*lines, *spread_line(answer)), dimension_check(answer))


def _without_value(answer: Answer) -> Boxed:
    """The reason that there is no value, below the closed form if there is one."""
    names = answer.conflict.names if answer.conflict is not None else ()
    reason = coded(headline(answer), names)
    if answer.formula is None or answer.conflict is not None:
        return Boxed((reason,))
    line = (Math(closed_form(answer)), Text(", and no number follows."))
    return Boxed((line, reason), dimension_check(answer))


def _outcome(answer: Answer, outcome: AnswerValue) -> list[Words]:
    """The value, and below it its condition, regime and failing constraints."""
    sign = sign_of(outcome.value, answer.target.unit, answer.sense)
    number = outcome.value / answer.target.unit.factor
    digits = USUAL_DIGITS if outcome.whole is None else digits_beside(number)
    words: list[Inline] = [Equals(answer.target, outcome.value, sign, digits)]
    if outcome.whole is not None:
        words += [Text(", in whole numbers "), Amount(outcome.whole, answer.target.unit)]
    if place(answer):
        words.append(Text(place(answer)))
    limits: list[Words] = []
    if outcome.condition:
        limits.append((Text("if "), *named(outcome.condition, answer)))
    apart = len({one.regime for one in answer.outcomes}) > 1
    regime = outcome.regime if apart else telling(outcome.regime)
    if regime:
        limits.append((Text("in the regime "), *named(regime, answer)))
    if not outcome.satisfied:
        texts = failing(answer) if len(answer.outcomes) == 1 else ()
        which = Text(f": {'; '.join(texts)}" if texts else "")
        limits.append((Strong("a constraint fails"), which))
    return [tuple(words), *([listed(limits, last=", ")] if limits else [])]


def _interval(answer: Answer) -> Words:
    """The intervals of values and the values beside them."""
    unit = answer.target.unit
    spans: list[Words] = [
        (
            Text(span.before_low), _end(span.low, unit, span.digits),
            Text(f" to {span.before_high}"), _end(span.high, unit, span.digits),
        )
        for span in answer.intervals
    ]  # fmt: skip
    spans += [(Text("at "), Amount(one.value, unit)) for one in answer.values]
    at = (Text(place(answer)),) if place(answer) else ()
    return (Math(answer.target), Text(f" {anywhere(answer)} "), *listed(spans, last=" or "), *at)


def _end(value: float, unit: Unit, digits: int) -> Amount:
    return Amount(value, unit, digits=digits, part="number" if math.isinf(value) else "both")


def dimension_check(answer: Answer) -> str:
    """The sentence that the closed form has the target's dimension; empty if it has not."""
    expected = answer.target.unit.dimension
    try:
        agrees = answer.formula is not None and dimension_of(_right(answer)) == expected
    except Mismatch:
        return ""
    words = _dimension(answer.target.unit) if expected else "a pure number"
    return f"dimensions agree: {words}" if agrees else ""


def _dimension(unit: Unit) -> str:
    """A dimension in base units; as the declared unit where that has a name for several of them,
    such as W for kg·m²/s³.
    """
    factors = (resolve(name) for name, _ in unit.factors)
    named = any(one is not None and len(one.dimension.exponents) > 1 for one in factors)
    return unit.text if named else str(unit.dimension)


def closed_form(answer: Answer) -> Any:
    """The target as one expression of known variables, as an equation."""
    return Eq(answer.target, _right(answer))


def _right(answer: Answer) -> Any:
    return answer.formula.rhs if answer.formula.is_Relational else answer.formula
