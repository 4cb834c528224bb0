"""Sets of values beside one interval of a given: each value, put back, leads into the interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.analysis.uncertainty.kinds import only_interval
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.tolerances import CLOSE, EXACT_INPUT, NOISE, REACH
from derive.results.answer import Answer, Solved, Underdetermined, Unreachable
from derive.results.gap import AT_IDEALS
from derive.results.known import Known, Origin
from derive.results.solution import Solution, ValueInterval
from derive.solving.admitted import admits
from derive.solving.answer import answer_at
from derive.solving.consistency import knowledge
from derive.solving.determined import every_value
from derive.solving.equation_system import EquationSystem
from derive.solving.propagate import follow
from derive.solving.query import make_query
from derive.solving.query_preparation import prepare
from derive.structure.plan import Plan

HOW = "each value of it, put back, leads into the interval that is given"
_SIZES = 1e-15, 1e33  # in base units
_POINTS = 480  # of them by ratio, and as many by difference up to the ends that were found
_BESIDE = (-0.1, -0.01, -0.001, 0.001, 0.01, 0.1)  # such an end, relative
_WITHIN = (1e-4, 0.25, 0.5, 0.75, 1.0 - 1e-4)  # of a stretch
_MOST = 8  # stretches that are told one by one
_HALVINGS = 100
Stated = Mapping[Var, Known]
Leads = Callable[[float], float]


def as_put_back(system: EquationSystem, stated: Stated, answer: Answer) -> Answer:
    """The answer with the stretches of values that, put back, lead into the interval of the one
    given that has any; unchanged where each value does not lead to one of that given.
    """
    target, spans = answer.target, _spans(answer)
    ranged = only_interval(stated, target)
    if ranged is None or not spans or target.bounds[0] < 0.0:
        return answer
    given, item = ranged
    leads = PuttingBack.of(system, stated, answer, target, given, _inside(spans[0]))
    state = knowledge(system, stated, free=frozenset((target,)))
    if leads is None or state.contradictory:
        return answer
    try:
        found = _stretches(leads, (item.low, item.high), target, spans)
    except NoOneValue:
        return answer
    bounds = isinstance(answer, Underdetermined)
    if bounds and not found:
        return _out_of_reach(system, stated, answer, given, leads)
    if not 0 < len(found) <= _MOST or (not bounds and _alike(found, spans)):
        return answer
    if not all(admits(state, target, x) for s in found for x in _within(s)):
        return answer
    return _with_stretches(
        answer, found, f"at some value of {given.name} from {item.text(given.unit)}"
    )


def _spans(answer: Answer) -> tuple[ValueInterval, ...]:
    """The intervals of an answer that were looked for, or those between which its value lies."""
    if isinstance(answer, Underdetermined):
        open_yet = answer.gap.search or any(AT_IDEALS in text for text in answer.warnings)
        return () if open_yet else answer.gap.between
    looked_for = answer.spread is None or "looked for" in answer.spread.how
    return answer.intervals if isinstance(answer, Solved) and looked_for else ()


class NoOneValue(Exception):
    """A value from which not one other follows."""


@dataclass(frozen=True)
class PuttingBack:
    """The value of one variable that follows from each value of another."""

    system: EquationSystem
    moved: Var
    following: Var
    known: Mapping[Var, Known]
    plan: Plan
    relations: tuple[Relation, ...]

    @classmethod
    def of(
        cls,
        system: EquationSystem,
        stated: Stated,
        answer: Answer,
        moved: Var,
        following: Var,
        value: float,
    ) -> PuttingBack | None:
        """The way from the one to the other, such as at a value; None where there is none, or from
        other values than those of the answer: the moved one would replace a convention.
        """
        at = Known(moved, value, Origin.GIVEN, EXACT_INPUT)
        exact = {v: item for v, item in stated.items() if v != following}
        prepared, known = prepare(system, following, {**exact, moved: at})
        if following in known or moved not in prepared.slots:
            return None
        query = make_query(prepared, following, known, math.inf)
        same = (k.var in query.in_force for k in answer.known if k.var not in (moved, following))
        if not query.plan.determined or moved not in query.target_support or not all(same):
            return None
        return cls(prepared, moved, following, query.in_force, query.plan, tuple(query.used))

    def __call__(self, x: float) -> float:
        """The value; NaN where there is none. Raises NoOneValue where there may be several."""
        at = Known(self.moved, x, Origin.GIVEN, EXACT_INPUT)
        solutions = follow(self.system, self.plan, {**self.known, self.moved: at})
        found, failure = solutions.candidates, solutions.failure
        if failure and not (failure.result.unsolved or solutions.loose or solutions.unsolved):
            return math.nan
        if len(found) != 1 or found[0].interval is not None or found[0].conditions:
            raise NoOneValue
        return float(found[0].values[self.system.slots[self.following]])


def _stretches(
    leads: Leads, given: Interval, target: Var, spans: Sequence[ValueInterval]
) -> list[ValueInterval]:
    """The stretches of values that lead into an interval of a given."""
    least, most, open_low, open_high = target.bounds
    flags = [(x, _meets(leads(x), given)) for x in _grid(spans, (least, most))]
    open_low = open_low or not _is_met(leads, given, least)
    found, (start, open_start) = list[ValueInterval](), (least, open_low)
    for (a, before), (b, after) in pairwise(flags):
        if after and not before:
            start, open_start = _end(leads, given, b, a)
        elif before and not after:
            end, open_end = _end(leads, given, a, b)
            found.append(ValueInterval(start, end, open_start, open_end))
    if flags[-1][1]:
        found.append(ValueInterval(start, most, open_start, open_high))
    return found


def _is_met(leads: Leads, given: Interval, end: float) -> bool:
    """Whether the end of a range leads into an interval, and to one value at all."""
    try:
        return _meets(leads(end), given)
    except NoOneValue:
        return False


def _meets(value: float, given: Interval) -> bool:
    return given[0] * (1.0 - NOISE) <= value <= given[1] * (1.0 + NOISE)


def _end(leads: Leads, given: Interval, inside: float, outside: float) -> tuple[float, bool]:
    """The end of a stretch between a value in it and one beyond, and whether it is left out: that
    which leads to an end of the given is not, one at a jump where it does not lead there itself.
    """
    for _ in range(_HALVINGS):
        middle = 0.5 * (inside + outside)
        if middle in (inside, outside):
            break
        inside, outside = (middle, outside) if _meets(leads(middle), given) else (inside, middle)
    beyond = leads(outside)
    if any(math.isclose(beyond, end, rel_tol=REACH) for end in given):
        return float(f"{inside:.12g}"), False
    jump = shortest(inside)
    return jump, not _meets(leads(jump), given)


def shortest(value: float) -> float:
    """The number of the fewest digits next to a value, as that at which a relation jumps."""
    short = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next(x for x in short if math.isclose(x, value, rel_tol=2 * CLOSE))


def _grid(spans: Sequence[ValueInterval], range_of: Interval) -> list[float]:
    """Values of all usual sizes by ratio, and up to and around the ends found by difference."""
    low, high = _SIZES
    values = [low * (high / low) ** (k / _POINTS) for k in range(_POINTS + 1)]
    ends = [x for s in spans for x in (s.low, s.high) if low < x < high]
    top = 2.0 * max(ends, default=0.0)
    values += [top * k / _POINTS for k in range(1, _POINTS)]
    values += [x * (1.0 + by) for x in ends for by in _BESIDE]
    values += [x for span in spans for x in _within(span)]
    return sorted({x for x in values if range_of[0] < x < range_of[1]})


def _out_of_reach(
    system: EquationSystem, stated: Stated, answer: Answer, given: Var, leads: Leads
) -> Answer:
    """The answer at the end of the interval that is nearest to what the given can be, if it is out
    of reach there; else the answer as it was.
    """
    uncertain = stated[given].uncertain
    assert uncertain is not None
    reached = [y for y in map(leads, _grid((), answer.target.bounds[:2])) if math.isfinite(y)]
    if reached and max(reached) < uncertain.low:
        end = uncertain.low
    elif reached and min(reached) > uncertain.high:
        end = uncertain.high
    else:
        return answer
    nearest = {**stated, given: replace(stated[given], value=end)}
    found = answer_at(system, answer.target, nearest)
    return found if isinstance(found, Unreachable) else answer


def _inside(span: ValueInterval) -> float:
    """A finite value of a stretch."""
    return next(iter(_within(span)))


def _within(span: ValueInterval) -> Iterator[float]:
    """Values of a stretch next to its ends and between them."""
    high = span.high if math.isfinite(span.high) else 2.0 * span.low + 1.0
    yield from (span.low + share * (high - span.low) for share in _WITHIN)


def _alike(found: Sequence[ValueInterval], spans: Sequence[ValueInterval]) -> bool:
    """Whether two sets have the same stretches, their ends left out alike."""
    if len(found) != len(spans):
        return False
    return all(
        math.isclose(one.low, other.low, rel_tol=REACH)
        and math.isclose(one.high, other.high, rel_tol=REACH)
        and (one.low_open, one.high_open) == (other.low_open, other.high_open)
        for one, other in zip(found, spans, strict=True)
    )


def _with_stretches(answer: Answer, found: Sequence[ValueInterval], why: str) -> Answer:
    """The answer with the stretches in place of its intervals, or of its bounds."""
    if isinstance(answer, Underdetermined):
        told = [text for text in answer.warnings if answer.target.name not in text]
        told.append(f"{every_value(answer.target)}: {why}")
        solution = Solution((), tuple(found), not_judged=answer.not_judged)
        return Solved(**{**answer.common, "solution": solution, "warnings": tuple(told)})
    spread = answer.spread and replace(
        answer.spread, how=HOW, low=found[0].low, high=found[-1].high
    )
    solution = replace(answer.solution, intervals=tuple(found))
    return replace(answer, solution=solution, spread=spread)
