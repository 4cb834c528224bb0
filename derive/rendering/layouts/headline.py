"""Headlines: an answer in one line."""

from __future__ import annotations

import math

from derive.display import enumeration
from derive.equations.var import Var
from derive.rendering.document.worked_line import SENSE_SIGNS
from derive.rendering.layouts.uncertainty import place
from derive.results.answer import Answer
from derive.results.solution import AnswerValue, ValueInterval
from derive.results.status import Status
from derive.units.display import digits_beside, end_text, format_number, format_value, with_unit
from derive.units.unit import Unit


def shown(value: float, own: Unit, wanted: Unit | None = None, digits: int = 4) -> str:
    """`value` (base units) as text: in `wanted`, or in the unit that reads best.

    >>> from derive.units.text import parse_unit
    >>> unit = parse_unit("byte/token")
    >>> shown(1600.0, unit), shown(1600.0, unit, unit)
    ('1.6 kB/token', '1,600 byte/token')
    """
    if wanted is None or math.isinf(value):
        return end_text(value, own, digits)
    number = format_number(value / wanted.factor, digits)
    return with_unit(number, wanted.text)


def headline(answer: Answer, unit: Unit | None = None) -> str:
    """The answer in one line: its value, or the reason that it has none."""
    name = answer.target.name
    if answer.status == Status.UNREACHABLE:
        return f"{name}: unreachable{_nearest(answer)}"
    if answer.status == Status.CONTRADICTION:
        return f"{name}: contradiction{_against(answer)}"
    if answer.status == Status.UNDERDETERMINED:
        conditional = f"{name} {_values(answer, unit)}; " if answer.outcomes else f"{name}: "
        return f"{conditional}underdetermined{_between(answer)}{needs(answer)}"
    return f"{name} {_values(answer, unit)}{_spread(answer, unit)}{_failing(answer)}"


def status_told(answer: Answer) -> bool:
    """Whether the headline says the status, or leaves no need to."""
    return answer.status == Status.SOLVED or answer.status in headline(answer)


def _against(answer: Answer) -> str:
    return "" if answer.conflict is None else f" ({answer.conflict.text})"


def bounded(answer: Answer) -> str:
    """The value alone, with ≥ or ≤ for a bound and ≈ for an estimate; empty without a value."""
    if answer.status in (Status.UNDERDETERMINED, Status.UNREACHABLE) or (
        answer.interval is None and not answer.outcomes
    ):
        return ""
    return _values(answer, None).removeprefix("= ")


def _between(answer: Answer) -> str:
    """The bounds that the givens imply: " between 0.694 ms and 20 ms", ", either 0 or 3"."""
    spans = [_bounds(answer.target, span) for span in answer.between]
    if len(spans) > 1:
        return f", either {enumeration(spans, 'or')}"
    return "".join(f"{' ' if text.startswith('between') else ', '}{text}" for text in spans)


def _bounds(target: Var, span: ValueInterval) -> str:
    """Bounds within the range of a variable, or the one value that they leave."""
    least, most, *_ = target.bounds
    low, high = (format_value(end, target.unit, span.digits) for end in (span.low, span.high))
    if span.low == span.high:
        return low
    if span.low > least and span.high < most:
        return f"between {low} and {high}"
    return f"at least {low}" if span.low > least else f"at most {high}"


def needs(answer: Answer) -> str:
    """The first missing set: ", needs gpu_price"."""
    return f", needs {enumeration(answer.missing[0])}" if answer.missing else ""


def _values(answer: Answer, unit: Unit | None) -> str:
    own = answer.target.unit
    if answer.interval is not None:
        ends = [
            f"{span.before_low}{shown(span.low, own, unit, span.digits)} to"
            f" {span.before_high}{shown(span.high, own, unit, span.digits)}"
            for span in answer.intervals
        ]
        ends += [f"at {shown(one.value, own, unit)}{_failed(answer, one)}" for one in answer.values]
        return f"{anywhere(answer)} {' or '.join(ends)}"
    sign = SENSE_SIGNS.get(answer.sense, "=")
    values = [f"{_value(one, own, unit)}{_failed(answer, one)}" for one in answer.outcomes]
    return f"{sign} {' or '.join(values)}"


def _failed(answer: Answer, outcome: AnswerValue) -> str:
    """The mark of a value at which a constraint fails, beside others at which none does."""
    return " (a constraint fails)" if answer.exit_code == 0 and not outcome.satisfied else ""


def anywhere(answer: Answer) -> str:
    """The words before the ends of an interval: with ≥, ≤ or ≈ where it is one of bounds or
    estimates, each at other values of uncertain givens.
    """
    sign = SENSE_SIGNS.get(answer.sense) if answer.spread is not None else None
    return f"{sign} anywhere from" if sign else "lies anywhere from"


def _value(outcome: AnswerValue, own: Unit, unit: Unit | None) -> str:
    text, number = shown(outcome.value, own, unit), outcome.value / own.factor
    if outcome.whole is not None and format_number(outcome.whole) != format_number(number):
        text = shown(outcome.value, own, unit, digits_beside(number))
        text += f" ({format_number(outcome.whole)} whole)"
    return f"{text} if {outcome.condition}" if outcome.condition else text


def _spread(answer: Answer, unit: Unit | None) -> str:
    """The spread, and the regimes and statuses that occur."""
    spread = answer.spread
    if spread is None:
        return ""
    own, at = answer.target.unit, place(answer)
    ends = spread.ends_text(lambda value: shown(value, own, unit, 3)) if at else ""
    return "".join((f"{at}, {ends}" if ends else "", *(f"; {part}" for part in spread.parts)))


def failing(answer: Answer) -> list[str]:
    """The constraints that fail, each with how it does."""
    return [f"{check.name}: {check.by}" for check in answer.constraints if not check.satisfied]


def _failing(answer: Answer) -> str:
    """The constraints that fail at an infeasible answer, or at the middles of one in part so."""
    texts = failing(answer)
    told = () if answer.spread is None else answer.spread.parts[-1:]
    partly = any(Status.INFEASIBLE in part for part in told)
    if not texts or not (answer.exit_code or partly):
        return ""
    before = " (at the middles, " if partly else f", {Status.INFEASIBLE} ("
    return f"{before}{'; '.join(texts)})"


def _nearest(answer: Answer) -> str:
    """The bound of a given that is nearest, else the value that is out of range, and the clash."""
    if answer.bound is not None and answer.bound.var != answer.target:
        return f" ({answer.bound.var.name} is {answer.bound.kind} {answer.bound.text})"
    told = [] if answer.conflict is None else [answer.conflict.text]
    if answer.asked is not None:
        asked, words = format_value(answer.asked, answer.target.unit), answer.target.within.words
        told.insert(0, f"the givens ask for {asked}, and it is {words}")
    elif answer.bound is not None:
        told = [f"{answer.bound.var.name} is {answer.bound.kind} {answer.bound.text}"]
    return f" ({'; '.join(told)})" if told else ""
