"""Judgement of an answer by all relations in force: contradictions, sets of values, bounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from derive.equations.var import Var
from derive.program.tolerances import BAND, LEAST_TOLERANCE, NARROW, REACH, SHARP
from derive.results.answer import Answer, Underdetermined, Unreachable
from derive.results.conflict import Conflict
from derive.results.gap import BREAK_ANOTHER
from derive.results.known import Known, Origin
from derive.results.solution import Solution, ValueInterval
from derive.solving.admitted import Admitted, admits, admitted
from derive.solving.bounded_answer import (
    between_alone,
    bounded,
    open_among_jumps,
    outside,
    undecided,
    with_solution,
)
from derive.solving.cancellation import lost_at_ends
from derive.solving.comparison_tolerance import none_as_written
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.contradiction import contradiction
from derive.solving.divided_by_zero import without_division
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import followed, taken_as_followed
from derive.solving.interval_ends import with_proven_ends
from derive.solving.jump_by_last_bits import jumps_by_last_bits
from derive.solving.left_out_ends import with_open_ends
from derive.solving.needed_givens import alike, needing, out_of_reach
from derive.solving.open_by_digits import open_by_digits
from derive.solving.open_ends import at_open_end, at_open_zero
from derive.solving.path import SolutionPath, is_rounded
from derive.solving.refuted_ideals import at_ideals_of, refuted_by_products, refuted_usual
from derive.solving.stated_target import figure_of_entry
from derive.solving.value_search import SearchWork

BY_LAST_DIGITS = "is set by the last digits of the givens"
_EXACT = (0.0, SHARP)  # at which rounded givens clash, or their ends cross and tell no end
_WIDTHS = (*_EXACT, LEAST_TOLERANCE, None)  # tried in turn
Stated = Mapping[Var, Known]


def judged(
    system: EquationSystem,
    target: Var,
    stated: Stated,
    rtol: float,
    answer: Answer,
    *,
    fits: bool,
    closely: bool = True,
) -> Answer:
    """The answer with what all relations in force say of it. With `fits` they admit its value; its
    bounds are told `closely` or not, and never at one point of many.

    Whether the stated values contradict each other does not depend on the target: only where the
    way to the target needs them all is one beyond what any value of the target reaches unreachable.
    """
    if answer.conflict is not None and answer.conflict.routes:
        return answer  # of exact zeros
    closely = closely and math.isfinite(rtol)
    own, free = stated.get(target), frozenset((target,))
    held = {v: k for v, k in stated.items() if k is not own or k.origin == Origin.GIVEN}
    state = knowledge(system, held, free=free)
    conflict = contradiction(system, held, rtol, free) if state.contradictory else None
    if conflict is not None:
        return _contradicted(system, stated, answer, conflict)
    if state.contradictory or (own is None and target not in state.system.slots):
        return answer
    reached = own is not None or not isinstance(answer, Unreachable)
    if reached and taken_as_followed(state).contradictory:
        clash = _only_at_infinity(system, held, rtol, answer, state)
        if clash is not None:
            return clash
    if own is not None:
        return answer
    if by_digits := open_by_digits(system, held, answer):
        return bounded(*by_digits)
    if isinstance(answer, Underdetermined):
        sharp = _as_written(system, held, answer, state) if math.isfinite(rtol) else state
        found = bounded(_without_intervals(answer), sharp, closely=closely)
        zero = at_open_zero(system, held, free) if found.values else None
        return outside(answer, state, zero, closely=closely) if zero else found
    if answer.solution.intervals or len(answer.values) > 1:
        answer = without_division(state, answer)
        those = needing(state, answer, refined(system, held, answer, closely=closely))
        return open_among_jumps(answer, those)
    if answer.values and (beyond := at_open_end(system, held, state, free)):
        return outside(answer, state, beyond, closely=closely)
    if fits:
        return answer
    ideal = at_ideals_of(system, held, state, answer)
    state = state if ideal.contradictory else ideal
    if not all(_fits(state, target, v.value) for v in answer.values):
        return refined(system, held, answer, closely=closely)
    if answer.unused and refuted_by_products(state, answer):
        return undecided(answer, state, BREAK_ANOTHER, closely=closely)
    return answer


def _contradicted(
    system: EquationSystem, stated: Stated, answer: Answer, conflict: Conflict
) -> Answer:
    """The answer where the stated values, without a looked-up one of the target, contradict each
    other.
    """
    own, free = stated.get(answer.target), frozenset((answer.target,))
    if own is None and isinstance(answer, Unreachable):
        return out_of_reach(system, stated, answer, conflict)
    figure = own is not None and own.origin == Origin.LOOKED_UP
    if figure and not knowledge(system, stated, free=free).contradictory:
        return figure_of_entry(system, stated, answer)
    return answer.needing(conflict).contradicted(conflict)


def _without_intervals(answer: Underdetermined) -> Answer:
    """An underdetermined answer with its conditional values alone, and the way to these."""
    way = answer.solution.path if answer.values else None
    return with_solution(answer, replace(answer.solution, intervals=(), path=way))


def _as_written(
    system: EquationSystem, stated: Stated, answer: Underdetermined, state: Knowledge
) -> Knowledge:
    """The knowledge at the values as they are written, unless these meet within digits alone."""
    if none_as_written(answer.target.name) in answer.warnings:
        return state
    sharp = knowledge(system, stated, width=SHARP, free=frozenset((answer.target,)))
    return state if sharp.contradictory else sharp


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


def refined(
    system: EquationSystem,
    stated: Stated,
    answer: Answer,
    work: SearchWork | None = None,
    *,
    closely: bool = True,
) -> Answer:
    """The answer with the values alone that all relations admit, at the defaults it assumes; where
    there are none, its bounds, `closely` or not.
    """
    free = frozenset((answer.target,))
    assumed = frozenset(k.var for k in answer.known if k.origin == Origin.DEFAULT)
    found: Admitted | None = None
    most = (work := work or SearchWork()).left

    def known(width: float | None) -> Knowledge:
        state = knowledge(system, stated, width=width, free=free, held=assumed)
        return state.fixing(answer.target)

    for width in _WIDTHS:
        state = known(width)
        clash = state.contradictory or (state.found.crossed and width in _EXACT)
        those = None if clash else admitted(state, answer, work)
        if width in _EXACT and those is not None and those.scattered:
            work, those = SearchWork(most // 8), None
        if those is not None and (found is not None or work.spent):
            if found is not None and (
                alike(found.solution, those.solution) or jumps_by_last_bits(known(0.0), state)
            ):
                return _proven(state, stated, answer, found, work)
            told = answer if found is None else _ended_by_digits(answer, those.solution)
            wider = known(SHARP) if width == _EXACT[0] else state
            if not _ends_alike(state, wider, answer.target):
                span = ValueInterval(*wider.interval(answer.target))
                return between_alone(told, (span,), "within")
            return _proven(state, stated, told, those, work)
        found = those
    if found is not None:
        return _proven(state, stated, answer, found, work)
    if state.contradictory:  # at the ideal values that it assumes
        state = knowledge(system, stated, free=free)
    return undecided(answer, state, BREAK_ANOTHER, closely=closely)


def _ends_alike(state: Knowledge, wider: Knowledge, target: Var) -> bool:
    """Whether a variable has the same ends where rounding in the last digits of givens is left."""
    ends = zip(state.interval(target), wider.interval(target), strict=True)
    return wider.contradictory or all(math.isclose(x, y, rel_tol=REACH) for x, y in ends)


def _ended_by_digits(answer: Answer, solution: Solution) -> Answer:
    """An answer whose values reach another way where the givens are taken as they are written."""
    if not solution.intervals:
        return answer
    remark = f"how far the values of {answer.target.name} reach {BY_LAST_DIGITS}"
    return replace(answer, warnings=(*answer.warnings, remark))


def _proven(
    state: Knowledge, stated: Stated, answer: Answer, found: Admitted, work: SearchWork
) -> Answer:
    """The answer with the ends of its intervals moved inwards as far as values next to them are
    refuted; no more than bounds where it stays open whether such values are met, or where the
    search between them came to no end or the work for it is spent.
    """
    answer = with_solution(answer, found.solution)
    if state.contradictory or not (answer.intervals or found.untried):
        return answer
    points = tuple(ValueInterval(v.value, v.value) for v in answer.values)
    if found.untried:
        return between_alone(answer, (*answer.intervals, *points), "within", found.untried)
    narrow = (i for i in answer.intervals if math.isclose(i.low, i.high, rel_tol=NARROW))
    if not all(is_rounded(answer.solution.path, i) for i in narrow):  # what is around one value
        return between_alone(answer, (*answer.intervals, *points), "within")
    ranged = frozenset(v for v, known in stated.items() if known.uncertain is not None)
    intervals, met = with_proven_ends(state, answer.target, answer.intervals, work, ranged)
    if not met or work.spent:
        return between_alone(answer, (*intervals, *points), "next to an end of")
    way = answer.solution.path
    intervals = with_open_ends(state, answer.target, way, intervals)
    if isinstance(way, SolutionPath):
        ends = [end for one in intervals for end in (one.low, one.high)]
        lost = lost_at_ends(way.query, way.candidate, ends)
        answer = replace(answer, warnings=(*answer.warnings, *lost)) if lost else answer
    return with_solution(answer, replace(answer.solution, intervals=intervals))
