"""Judgement of an answer by all relations in force: contradictions, sets of values, bounds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from derive.display import enumeration
from derive.equations.var import Var
from derive.program.tolerances import BAND, LEAST_TOLERANCE, NARROW, REACH, SHARP
from derive.results.answer import Answer, Infeasible, Solved, Underdetermined, Unreachable
from derive.results.gap import AT_IDEALS, BREAK_ANOTHER, OPEN_ENDS, Gap, refuted_values
from derive.results.known import Known, Origin, assumed_ideals
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.solving.admitted import MOST_SPANS, Admitted, admits, admitted, of_kept, vanishes
from derive.solving.amounts import range_text
from derive.solving.answer_parts import settled_kind
from derive.solving.cancellation import lost_at_ends
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.contradiction import contradiction
from derive.solving.determined import every_value
from derive.solving.divided_by_zero import without_division
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import followed, taken_as_followed
from derive.solving.further_limits import closed_in, surrounded
from derive.solving.interval_ends import with_proven_ends
from derive.solving.needed_givens import alike, needing, out_of_reach, with_usual_values
from derive.solving.open_by_digits import open_by_digits
from derive.solving.open_ends import at_open_end
from derive.solving.path import SolutionPath, is_rounded, with_open_ends
from derive.solving.refuted_ideals import at_ideals_of, refuted_by_products, refuted_usual
from derive.solving.value_search import SearchWork
from derive.solving.value_sets import hull

_EXACT = (0.0, SHARP)  # at which rounded givens clash, or their ends cross and tell no end
_WIDTHS = (*_EXACT, LEAST_TOLERANCE, None)  # tried in turn
Stated = Mapping[Var, Known]


def judged(
    system: EquationSystem, target: Var, stated: Stated, rtol: float, answer: Answer, *, fits: bool
) -> Answer:
    """The answer with what all relations in force say of it. With `fits` they admit its value.

    Whether the stated values contradict each other does not depend on the target: only where the
    way to the target needs them all is one beyond what any value of the target reaches unreachable.
    """
    if answer.conflict is not None and answer.conflict.routes:
        return answer  # of exact zeros
    own, free = stated.get(target), frozenset((target,))
    held = {v: k for v, k in stated.items() if k is not own or k.origin == Origin.GIVEN}
    state = knowledge(system, held, free=free)
    conflict = contradiction(system, held, rtol, free) if state.contradictory else None
    if conflict is not None:
        if own is None and isinstance(answer, Unreachable):
            return out_of_reach(system, held, answer, conflict)
        return answer.needing(conflict).contradicted(conflict)
    if state.contradictory or (own is None and target not in state.system.slots):
        return answer
    reached = own is not None or not isinstance(answer, Unreachable)
    if reached and taken_as_followed(state).contradictory:
        clash = _only_at_infinity(system, held, rtol, answer, state)
        if clash is not None:
            return clash
    if own is not None:
        return answer
    if (found := open_by_digits(system, held, answer)) is not None:
        return _bounded(*found)
    if isinstance(answer, Underdetermined):
        sharp = knowledge(system, held, width=SHARP, free=free)
        values = _with(answer, replace(answer.solution, intervals=()))  # those are under conditions
        return _bounded(values, state if sharp.contradictory else sharp)
    if answer.solution.intervals or len(answer.values) > 1:
        answer = without_division(state, answer)
        return needing(state, answer, refined(system, held, answer))
    beyond = at_open_end(system, held, state, free) if answer.values else None
    if beyond is not None:
        return undecided(answer, state, f"put {beyond.name} outside its range {range_text(beyond)}")
    if fits:
        return answer
    ideal = at_ideals_of(system, held, state, answer)
    state = state if ideal.contradictory else ideal
    if not all(_fits(state, target, v.value) for v in answer.values):
        return refined(system, held, answer)
    if answer.unused and refuted_by_products(state, answer):
        return undecided(answer, state, BREAK_ANOTHER)
    return answer


def _only_at_infinity(
    system: EquationSystem, stated: Stated, rtol: float, answer: Answer, state: Knowledge
) -> Answer | None:
    """The answer where relations hold only as variables go to infinity: a contradiction."""
    usual = refuted_usual(system, stated, answer)
    conflict = usual or contradiction(system, stated, rtol, frozenset((answer.target,)))
    if conflict is not None:
        return answer.needing(conflict).contradicted(conflict)
    if answer.target in stated or not followed(state).contradictory:
        return None
    why = "hold only as other variables go to infinity"  # within the tolerance
    return undecided(answer, state, why) if answer.values else answer


def _fits(state: Knowledge, target: Var, value: float) -> bool:
    """Whether a value lies within its interval, and where that leaves more values, whether all
    relations admit it.
    """
    low, high = state.interval(target)
    slack = REACH * abs(value)
    if not low - slack <= value <= high + slack:
        return False
    return math.isclose(low, high, rel_tol=BAND) or admits(state, target, value)


def _bounded(answer: Answer, state: Knowledge) -> Answer:
    """An underdetermined answer with the bounds that the givens imply."""
    target = answer.target
    state = closed_in(surrounded(state, target), target)
    if not vanishes(state, target) and followed(state).contradictory:
        return answer  # its ends are those of values on their way to infinity
    pinned = _pinned(answer, state)
    if pinned is not None:
        return with_usual_values(state, pinned)
    low, high = state.interval(target)
    least, most, *_ = target.bounds
    if low <= least and high >= most:
        return answer
    by = (*state.relations(target, "low"), *state.relations(target, "high"))
    gap = replace(
        answer.gap,
        between=(ValueInterval(low, high, math.isinf(low), math.isinf(high)),),
        between_by=tuple(dict.fromkeys(by)),
    )
    answer = replace(answer, gap=gap)
    if answer.solution.values:  # under conditions; those that all relations admit are left
        values = tuple(v for v in answer.values if admits(state, target, v.value)) or answer.values
        answer = replace(answer, solution=of_kept(replace(answer.solution, values=values)))
    return with_usual_values(state, answer)


def refined(
    system: EquationSystem, stated: Stated, answer: Answer, work: SearchWork | None = None
) -> Answer:
    """The answer with the values alone that all relations admit, at the defaults it assumes."""
    free = frozenset((answer.target,))
    assumed = frozenset(k.var for k in answer.known if k.origin == Origin.DEFAULT)
    found: Admitted | None = None
    most = (work := work or SearchWork()).left
    for width in _WIDTHS:
        state = knowledge(system, stated, width=width, free=free, held=assumed)
        state = state.fixing(answer.target)
        clash = state.contradictory or (state.found.crossed and width in _EXACT)
        those = None if clash else admitted(state, answer, work)
        if width in _EXACT and those is not None and those.is_scattered:
            work, those = SearchWork(most // 8), None
        if those is not None and (found is not None or work.spent):
            if found is None or not alike(found.solution, those.solution):
                found = those
            return _proven(state, answer, found, work)
        found = those
    if found is not None:
        return _proven(state, answer, found, work)
    if state.contradictory:  # at the ideal values that it assumes
        state = knowledge(system, stated, free=free)
    return undecided(answer, state, BREAK_ANOTHER)


def _proven(state: Knowledge, answer: Answer, found: Admitted, work: SearchWork) -> Answer:
    """The answer with the ends of its intervals moved inwards as far as values next to them are
    refuted; no more than bounds where it stays open whether such values are met, or where the
    search between them came to no end or the work for it is spent.
    """
    answer = _with(answer, found.solution)
    if state.contradictory or not (answer.intervals or found.untried):
        return answer
    points = tuple(ValueInterval(v.value, v.value) for v in answer.values)
    if found.untried:
        return between_alone(answer, (hull((*answer.intervals, *points), found.untried),), "within")
    if any(_is_narrow(i) and not is_rounded(answer.solution.path, i) for i in answer.intervals):
        return between_alone(answer, (*answer.intervals, *points), "within")
    intervals, met = with_proven_ends(state, answer.target, answer.intervals, work)
    if not met or work.spent:
        return between_alone(answer, (*intervals, *points), "next to an end of")
    way = answer.solution.path
    intervals = with_open_ends(way, intervals)
    if isinstance(way, SolutionPath):
        ends = [end for one in intervals for end in (one.low, one.high)]
        lost = lost_at_ends(way.query, way.candidate, ends)
        answer = replace(answer, warnings=(*answer.warnings, *lost)) if lost else answer
    return _with(answer, replace(answer.solution, intervals=intervals))


def _is_narrow(interval: ValueInterval) -> bool:
    """Whether an interval may well be what propagation leaves around one value."""
    return math.isclose(interval.low, interval.high, rel_tol=NARROW)


def between_alone(answer: Answer, spans: Sequence[ValueInterval], where: str) -> Answer:
    """An answer of bounds alone: values `where` these say are neither found nor refuted."""
    wider = f"{OPEN_ENDS}: they may be wider than what the givens leave"
    remark = f"values of {answer.target.name} {where} {wider}"
    ideals = enumeration([f"{k.var.name} = {k.text}" for k in assumed_ideals(answer.known)])
    at = (f"{AT_IDEALS} {ideals}",) if ideals else ()
    bare = _with(answer, replace(answer.solution, values=(), intervals=(), path=None, regime=""))
    common = {**bare.common, "warnings": (*bare.warnings, remark, *at)}
    between = tuple(sorted(spans, key=attrgetter("low")))
    between = between if len(between) <= MOST_SPANS else (hull(between, ()),)
    return Underdetermined(gap=Gap(between=between), **common)


def _with(answer: Answer, solution: Solution) -> Answer:
    """The answer with another solution, and no remark on an interval where none is left."""
    kept = answer.warnings
    if answer.intervals and not solution.intervals:
        kept = tuple(text for text in kept if not text.startswith(every_value(answer.target)))
    changed = isinstance(answer, Solved | Infeasible) and solution.values != answer.values
    if changed and solution.values:
        kind = settled_kind(any(value.satisfied for value in solution.values))
        return kind(**{**answer.common, "solution": solution, "warnings": kept})
    return replace(answer, solution=solution, warnings=kept)


def _pinned(answer: Answer, state: Knowledge) -> Answer | None:
    """The answer with the one value that the relations leave of its target, as far as values reach
    or found on another route; None if they leave more.
    """
    target, (low, high) = answer.target, state.interval(answer.target)
    if vanishes(state, target):
        low = high = 0.0
    if target.whole or not math.isclose(low, high, rel_tol=BAND):
        return None
    likely = [x for x in answer.solution.likely if admits(state, target, x)]
    if not likely and not math.isclose(low, high, rel_tol=REACH):
        return None
    value = AnswerValue(likely[0] if likely else 0.5 * (low + high))
    limits = tuple(c.name for c in state.system.constraints if target in c.variables)
    common = {**answer.common, "warnings": ()}
    common["solution"] = Solution((value,), not_judged=limits)
    return Solved(**common)


def undecided(answer: Answer, state: Knowledge, why: str) -> Answer:
    """An answer none of whose values all relations admit: only the bounds are known."""
    remark = refuted_values(answer.target.name, why)
    bare = _with(answer, replace(answer.solution, values=(), intervals=(), path=None, regime=""))
    common = {**bare.common, "warnings": (*bare.warnings, remark)}
    return _bounded(Underdetermined(**common), state)
