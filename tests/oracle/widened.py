"""Questions with intervals around the true values: what is told holds the truth, and what is told
of the values within.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from derive.results.answer import Answer
from derive.results.known import Origin
from derive.results.uncertainty import SEVERAL
from tests.oracle.answer_sets import Span, spans
from tests.oracle.examine import asked
from tests.oracle.judge import Fault
from tests.oracle.library_worlds import World
from tests.oracle.questions import Question, library_question, written

WIDTHS = (0.01, 0.1, 0.3)  # of the sides of an interval
POINTS = 2  # at which a question is asked within its intervals


@dataclass(frozen=True)
class Widened(Question):
    """A question with some givens as intervals (base units) that hold their values in the world."""

    ends: Mapping[Any, tuple[float, float]] = field(default_factory=dict)

    def texts(self) -> dict[str, str]:
        return {v.name: self._text(v, x) for v, x in self.given.items()}

    def _text(self, variable: Any, value: float) -> str:
        if variable not in self.ends:
            return written(variable, value)
        low, high = (written(variable, end) for end in self.ends[variable])
        return f"{low.partition(' ')[0]} to {high}"

    def at(self, points: Mapping[Any, float]) -> Question:
        """The question with these values for its intervals."""
        given = {v: points.get(v, x) for v, x in self.given.items()}
        return replace(self, given=given, ends={})


def widened(source: random.Random, world: World, variants: Mapping[str, str]) -> Widened | None:
    """A random question with one to three givens widened, in a quarter of all with the target given
    too; None where no given can be.
    """
    question = library_question(source, world, variants)
    given, target = dict(question.given), question.target
    able = [v for v in given if _can_be_wide(v, world)]
    chosen = source.sample(able, min(len(able), source.choice((1, 1, 1, 2, 3))))
    if world[target] > 0.0 and target.default is None and source.random() < 0.25:
        given[target] = world[target]
        chosen += [target] if _can_be_wide(target, world) and source.random() < 0.5 else []
    ends = {v: around(v, world[v], source) for v in chosen}
    ends = {v: (low, high) for v, (low, high) in ends.items() if low < high}
    return Widened(**{**vars(question), "given": given}, ends=ends) if ends else None


def _can_be_wide(variable: Any, world: World) -> bool:
    return world[variable] > 0.0 and variable.default is None and not variable.whole


def around(variable: Any, value: float, source: random.Random) -> tuple[float, float]:
    """The ends of an interval around a value, within the range of its variable."""
    low, high = value * (1.0 - source.choice(WIDTHS)), value * (1.0 + source.choice(WIDTHS))
    return (low if variable.admits(low) else value), (high if variable.admits(high) else value)


def faults(question: Widened, source: random.Random) -> Iterator[Fault]:
    """Where the true value, or the value at a point of the intervals, is not among those told. A
    question that fails with exact values as well is left to other runs.
    """
    status, answer, failed = asked(question)
    exact = question.at(question.world)
    if answer is None:
        yield from failed if sound(exact) else ()
        return
    claims = claims_of(answer)
    refuted = status in ("contradiction", "unreachable")
    if (refuted or not holds(claims, question.truth)) and sound(exact):
        kind = "truth refuted" if refuted else "truth missed"
        yield Fault(kind, f"{question.truth!r} beside {answer.text}")
    for _ in range(POINTS if claims and not _parts(question, answer) else 0):
        points = {v: source.uniform(*ends) for v, ends in question.ends.items()}
        for found in _values_at(question.at(points), _defaults(answer)):
            if not holds(claims, found):
                where = ", ".join(f"{v.name} = {written(v, x)}" for v, x in points.items())
                yield Fault("point missed", f"{found!r} at {where} beside {answer.text}")


def _parts(question: Widened, answer: Answer) -> bool:
    """Whether what is told at a point is not to be held against an answer: the target is given
    there, or the answer says that a part of the points has several values.
    """
    shares = answer.spread.statuses if answer.spread is not None else ()
    return question.target in question.given or any(share.name == SEVERAL for share in shares)


def sound(question: Question) -> bool:
    """Whether a question is answered, with the truth if any value is told, and owes nothing to
    defaults that are not those of the world.
    """
    if question.hidden:
        return False
    status, answer, _ = asked(question)
    refuted = answer is None or status in ("contradiction", "unreachable")
    return answer is not None and not refuted and holds(claims_of(answer), question.truth)


def holds(claims: list[list[Span]], value: float) -> bool:
    """Whether a value lies in one of the spans of each claim."""
    return all(any(span.holds(value) for span in claim) for claim in claims)


def _values_at(question: Question, defaults: frozenset[Any]) -> Iterator[float]:
    """The values of a solved question and the finite ends of its intervals, unless it replaces one
    of these defaults.
    """
    status, answer, _ = asked(question)
    if answer is None or status != "solved" or not defaults <= _defaults(answer):
        return
    yield from (one.value for one in answer.values)
    for span in spans(answer, "intervals"):
        yield from filter(math.isfinite, (span.low, span.high))


def _defaults(answer: Answer) -> frozenset[Any]:
    return frozenset(known.var for known in answer.known if known.origin == Origin.DEFAULT)


def claims_of(answer: Answer) -> list[list[Span]]:
    """All that an answer claims of its target: values and bounds, and the spread, beside which its
    values are those at the middles.
    """
    spread = answer.spread
    ends = None if spread is None or spread.low is None else (spread.low, spread.high)
    points = () if ends is not None and ends[0] != ends[1] else answer.values
    told = [
        *(Span(one.value, one.value) for one in points),
        *spans(answer, "intervals"),
        *(Span(one.low, one.high) for one in answer.gap.between or ()),
    ]
    return [claim for claim in (told, [Span(*ends)] if ends is not None else []) if claim]
