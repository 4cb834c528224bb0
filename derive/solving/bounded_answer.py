"""Answers that tell bounds of a target where no value of it is found, or not every one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from derive.display import enumeration
from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.tolerances import BAND, POINT, REACH
from derive.results.answer import Answer, Infeasible, Solved, Underdetermined
from derive.results.gap import AT_IDEALS, OPEN_ENDS, Gap, refuted_values
from derive.results.known import assumed_ideals
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.solving.admitted import MOST_SPANS, admits, of_kept, vanishes
from derive.solving.amounts import range_text
from derive.solving.answer_parts import settled_kind
from derive.solving.consistency import Knowledge
from derive.solving.determined import without_interval_remark
from derive.solving.followed_ends import followed
from derive.solving.further_limits import closed_in, refuted_ends, surrounded
from derive.solving.interval_limits import tried_along
from derive.solving.needed_givens import with_usual_values
from derive.solving.no_value import AMONG_JUMPS
from derive.solving.noise import is_apparent
from derive.solving.path import SolutionPath
from derive.solving.value_sets import hull


def bounded(
    answer: Answer, state: Knowledge, *, closely: bool = True, pinning: bool = True
) -> Answer:
    """An underdetermined answer with the bounds that the givens imply; `closely`, without the parts
    next to its ends that are refuted as a whole. Bounds that meet are its value if `pinning`.
    """
    target = answer.target
    state = closed_in(surrounded(state, target), target)
    if not vanishes(state, target) and followed(state).contradictory:
        return answer  # its ends are those of values on their way to infinity
    low, high = state.interval(target)
    if math.isclose(low, high, rel_tol=BAND) and is_apparent(state, target, 0.5 * (low + high)):
        return answer
    pinned = _pinned(answer, state) if pinning else None
    if pinned is not None:
        return with_usual_values(state, pinned)
    (low, high), failing = refuted_ends(state, target) if closely else ((low, high), ())
    least, most, *_ = target.bounds
    refuted = math.isclose(low, high, rel_tol=BAND) and not admits(state, target, low)
    if refuted or (low <= least and high >= most):
        return answer
    by = (*state.relations(target, "low"), *state.relations(target, "high"), *failing)
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


def between_alone(
    answer: Answer,
    spans: Sequence[ValueInterval],
    where: str,
    untried: Sequence[Interval] = (),
) -> Answer:
    """An answer of bounds alone, the parts left `untried` among them: values `where` these say are
    neither found nor refuted.
    """
    wider = f"{OPEN_ENDS}: they may be wider than what the givens leave"
    remark = f"values of {answer.target.name} {where} {wider}"
    ideals = enumeration([f"{k.var.name} = {k.text}" for k in assumed_ideals(answer.known)])
    at = (f"{AT_IDEALS} {ideals}",) if ideals else ()
    bare = _without_values(answer)
    common = {**bare.common, "warnings": (*bare.warnings, remark, *at)}
    between = _with_untried(spans, untried)
    between = between if len(between) <= MOST_SPANS else [hull(between)]
    return Underdetermined(gap=Gap(between=tuple(between)), **common)


def open_among_jumps(answer: Answer, found: Answer) -> Answer:
    """The answer that was found, open where its set is the whole range of a target whose way leads
    through a value that a scan among jumps found: nothing refutes any of it, nor meets all.
    """
    path, (low, high, *_) = answer.solution.path, answer.target.bounds
    scanned = isinstance(path, SolutionPath) and path.query.solutions.loose_before
    if not scanned or [(i.low, i.high) for i in found.intervals] != [(low, high)]:
        return found
    bare = _without_values(found)
    return Underdetermined(**{**bare.common, "warnings": (*bare.warnings, AMONG_JUMPS)})


def with_solution(answer: Answer, solution: Solution) -> Answer:
    """The answer with another solution, and no remark on an interval where none is left. Of several
    values it is feasible if one is; what is left of an interval is held against the constraints.
    """
    left = bool(answer.intervals) and not solution.intervals
    kept = without_interval_remark(answer) if left else answer.warnings
    judged = isinstance(answer, Solved | Infeasible) and not answer.intervals
    if judged and solution.values:
        kind = settled_kind(any(value.satisfied for value in solution.values))
        return kind(**{**answer.common, "solution": solution, "warnings": kept})
    made = replace(answer, solution=solution, warnings=kept)
    return tried_along(made, answer.solution.path) if left else made


def _pinned(answer: Answer, state: Knowledge) -> Answer | None:
    """The answer with the one value that the relations leave of its target, as far as values reach
    or found on another route; None if they leave more.
    """
    target, (low, high) = answer.target, state.interval(answer.target)
    if vanishes(state, target):
        low = high = 0.0
    if not math.isclose(low, high, rel_tol=BAND):
        return None
    if target.whole:
        return _one_count(answer, state)
    likely = [x for x in answer.solution.likely if admits(state, target, x)]
    if not likely and not math.isclose(low, high, rel_tol=REACH):
        return None
    value = AnswerValue(likely[0] if likely else 0.5 * (low + high))
    return _solved(answer, state, value)


def _one_count(answer: Answer, state: Knowledge) -> Answer | None:
    """The answer with the one whole number that the relations leave of a counted target."""
    low, high = (end / answer.target.unit.factor for end in state.interval(answer.target))
    whole = float(round(0.5 * (low + high)))
    if not math.isclose(low, high, rel_tol=REACH):
        return None
    if not low - POINT * whole <= whole <= high + POINT * whole:
        return None
    return _solved(answer, state, AnswerValue(whole * answer.target.unit.factor, whole=whole))


def _solved(answer: Answer, state: Knowledge, value: AnswerValue) -> Solved:
    """The answer with this one value, whatever it said before."""
    limits = tuple(c.name for c in state.system.constraints if answer.target in c.variables)
    common = {**answer.common, "warnings": ()}
    common["solution"] = Solution((value,), not_judged=limits)
    return Solved(**common)


def undecided(answer: Answer, state: Knowledge, why: str, *, closely: bool = True) -> Answer:
    """An answer none of whose values all relations admit: only the bounds are known."""
    return bounded(_refuted(answer, why), state, closely=closely)


def outside(answer: Answer, state: Knowledge, var: Var, *, closely: bool = True) -> Answer:
    """An answer whose values put a variable outside its range: only the bounds are known."""
    why = f"put {var.name} outside its range {range_text(var)}"
    return bounded(_refuted(answer, why), state, closely=closely, pinning=False)


def _refuted(answer: Answer, why: str) -> Underdetermined:
    remark = refuted_values(answer.target.name, why)
    bare = _without_values(answer)
    return Underdetermined(**{**bare.common, "warnings": (*bare.warnings, remark)})


def _without_values(answer: Answer) -> Answer:
    gone = replace(answer.solution, values=(), intervals=(), path=None, regime="")
    return with_solution(answer, gone)


def _with_untried(
    spans: Sequence[ValueInterval], untried: Sequence[Interval]
) -> list[ValueInterval]:
    """The intervals in order, with parts left untried, which lie a little apart from those that
    they are beside.
    """
    parts = [*spans, *(ValueInterval(*part) for part in untried)]
    made: list[ValueInterval] = []
    for part in sorted(parts, key=attrgetter("low")):
        beside = made and part.low <= made[-1].high + 2 * REACH * abs(made[-1].high)
        if untried and beside:
            made[-1] = hull((made[-1], part))
        else:
            made.append(part)
    return made
