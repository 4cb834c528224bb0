"""Givens and usual values that an answer needs beside those on the way to it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from derive.equations.var import Var, ordered
from derive.program.tolerances import BAND, REACH
from derive.results.answer import Answer, Unreachable
from derive.results.conflict import Conflict
from derive.results.known import Known
from derive.results.solution import Solution
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.hypothetical import hypothetical_places
from derive.solving.query_preparation import leads_to
from derive.solving.usual_values import held_value, replaced_text

_BEYOND = (BAND, 1e-3, 0.1)  # relative: how far beyond an end values are tried

Stated = Mapping[Var, Known]


def out_of_reach(
    system: EquationSystem, stated: Stated, answer: Unreachable, conflict: Conflict
) -> Answer:
    """An unreachable answer beside a conflict of stated values: a contradiction, unless they leave
    values of all but the target, a point that need not exist, or clash without those that the way
    to the target leaves unused, and do not settle it without one of those on it: these put the
    target out of its range, whichever of several conflicts is told.
    """
    told = answer.needing(conflict)
    hypothetical = answer.target in dict(hypothetical_places(system))
    if hypothetical and not knowledge(system, stated).contradictory:
        return replace(told, conflict=replace(conflict, point=answer.target))
    unused = {v.name if isinstance(v, Var) else v for v in answer.unused}
    used = {v: known for v, known in stated.items() if v.name not in unused}
    # As they are, in one order for every reader: exact zeros in relations are values as others.
    if knowledge(system, used, zeros=False).contradictory and not any(
        _is_settled(system, answer.target, {v: k for v, k in stated.items() if v != var})
        for var in used
        if var.name in conflict.names
    ):
        return replace(told, clash=conflict)
    return told.contradicted(conflict)


def _is_settled(system: EquationSystem, target: Var, stated: Stated) -> bool:
    """Whether stated values that do not contradict each other lead to a target, or make it zero."""
    if not leads_to(system, target, stated):
        return False
    return not knowledge(system, stated, free=frozenset((target,))).contradictory


def needing(state: Knowledge, before: Answer, refined: Answer) -> Answer:
    """A refined answer with the usual values that made it smaller among those it rests on, that
    does not say of such givens that it needs none of them: those behind the interval of the target
    and behind what refutes other values, or any where that does not tell.
    """
    target = refined.target
    if alike(before.solution, refined.solution):
        return _with_replaced(state, refined, state.behind(target))
    refuting = frozenset[Var]().union(*(_causes(state, target, x) for x in _left(before, refined)))
    refined = with_usual_values(state, refined, refuting)
    names = {v.name for v in state.behind(target) | refuting}
    rest = tuple(v for v in refined.unused if v not in names)
    return replace(refined, unused=rest if len(rest) < len(refined.unused) else ())


def _left(before: Answer, refined: Answer) -> Iterator[tuple[float, ...]]:
    """The values that a refined answer leaves out: single ones, and those beyond each end of an
    interval, the nearest first.
    """
    kept = {v.value for v in refined.values}
    yield from ((v.value,) for v in before.values if v.value not in kept)
    for interval in refined.intervals:
        for end, outwards in (
            (interval.low, -abs(interval.low)),
            (interval.high, abs(interval.high)),
        ):
            if outwards and math.isfinite(end):
                yield tuple(end + step * outwards for step in _BEYOND)


def _causes(state: Knowledge, target: Var, values: Iterable[float]) -> frozenset[Var]:
    """The variables behind a contradiction at the first of these values that shows one."""
    tried = (state.narrowed(target, (x, x), followed=True) for x in values if target.admits(x))
    return next((found.causes for found in tried if found.contradictory), frozenset())


def with_usual_values(
    state: Knowledge, answer: Answer, refuting: frozenset[Var] = frozenset()
) -> Answer:
    """The answer with the usual values behind the interval of its target, and among the variables
    `refuting` others, among its known ones, but for those that givens replace.
    """
    told = {known.var for known in answer.known}
    behind = state.behind(answer.target) | refuting
    usual = (v for v in behind - told if v.convention or v.absent_feature)
    held = [k for k in map(held_value, ordered(usual)) if _holds(state, k)]
    return _with_replaced(state, replace(answer, known=(*answer.known, *held)), behind)


def _with_replaced(state: Knowledge, answer: Answer, behind: frozenset[Var]) -> Answer:
    """The answer with a remark on each convention that givens replace without leaving one value."""
    remarks = [
        replaced_text(v)
        for v in ordered(behind - {answer.target} - {known.var for known in answer.known})
        if v.convention and not math.isclose(*state.interval(v), rel_tol=BAND)
    ]
    return replace(answer, warnings=tuple(dict.fromkeys((*remarks, *answer.warnings))))


def _holds(state: Knowledge, known: Known) -> bool:
    """Whether a value is all that is left of its variable: one that was withdrawn leaves more."""
    low, high = state.interval(known.var)
    return low <= known.value <= high and math.isclose(low, high, rel_tol=BAND)


def alike(first: Solution, second: Solution) -> bool:
    """Whether two solutions differ by no more than the noise of their ends."""
    ends = [
        [v.value for v in s.values] + [end for i in s.intervals for end in (i.low, i.high)]
        for s in (first, second)
    ]
    same = len(first.values) == len(second.values) and len(ends[0]) == len(ends[1])
    return same and all(math.isclose(x, y, rel_tol=REACH) for x, y in zip(*ends, strict=True))
