"""Answers of plans that reach the target: values, an interval, a formula, or no value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from derive.equations.opaque import OpaqueFunction, maps_of
from derive.equations.var import Var
from derive.errors import DeclarationError
from derive.program.spans import inside
from derive.program.tolerances import CLOSE
from derive.results.answer import Answer, Contradiction, Underdetermined
from derive.results.gap import BREAK_ANOTHER, IN_INTERVAL, Gap, refuted_values
from derive.results.known import Known
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.solving.answer_parts import answer_as, holds, settled_kind, solution_of, value_of
from derive.solving.cancellation import lost_digits
from derive.solving.composition import forms_of
from derive.solving.conflicts import admitted_candidates, find_conflicts
from derive.solving.constraints import judge_constraints
from derive.solving.ideal_values import ideals_solved_for
from derive.solving.neglected_terms import neglected_terms
from derive.solving.no_value import AMONG_JUMPS, CUT, without_value
from derive.solving.path import SolutionPath
from derive.solving.propagate import CandidateSolution, regime_text
from derive.solving.query import Query, computed

DEPENDS = ", and the answer depends on it"
_EQUAL = 1e-12  # relative: two values that are one
BY_SCAN = "found numerically by a scan in logarithms: two roots that touch may be missed"


def answer_determined(query: Query) -> Answer:
    """The answer of a plan that reaches the target."""
    opaque = [map for relation in query.used for map in maps_of(relation.equation)]
    if opaque:
        return _symbolic(query, opaque)
    conflict, warnings, yielding, refuted = find_conflicts(query)
    for known in yielding:
        if known.var in query.target_support:
            answer = _beside(query, known)
            return replace(answer, warnings=(*warnings, *answer.warnings))
    solutions = query.solutions
    if solutions.blocked is not None:
        return _blocked(query, solutions.blocked, warnings)
    if not solutions.candidates:
        if conflict is None:
            return without_value(query, warnings)
        return answer_as(Contradiction, query, warnings, conflict=conflict)
    candidates = solutions.candidates
    warnings = (*warnings, CUT) if solutions.cut else warnings
    whole = query.target.bounds[:2]
    if solutions.through_interval:
        candidates = tuple(replace(c, interval=c.interval or whole) for c in candidates)
    if any(c.interval is not None for c in candidates):
        if solutions.loose_before:
            candidates = tuple(replace(c, interval=whole) for c in candidates)
        return _interval(query, candidates, warnings)
    if refuted and conflict is None:
        remark = refuted_values(query.target.name, BREAK_ANOTHER)
        return answer_as(Underdetermined, query, (*warnings, remark))
    candidates = admitted_candidates(query)
    if not candidates:
        remark = refuted_values(query.target.name, BREAK_ANOTHER)
        return answer_as(Underdetermined, query, (*warnings, remark))
    answer = _valued(query, candidates, warnings)
    if len(candidates) < len(solutions.candidates):  # other givens refute the others
        answer = replace(answer, unused=())
    return answer if conflict is None else answer.contradicted(conflict)


def _beside(query: Query, ideal: Known) -> Answer:
    """The answer where an ideal value yields to the givens: by the plan without it, where that
    leads to the value which the answer takes at what they leave of it.
    """
    settled = computed(ideal.var, ideal.value)
    answer = answer_determined(replace(query, known={**query.in_force, ideal.var: settled}))
    again = query.without(ideal.var)
    if answer.number is None or not again.plan.determined:
        return answer
    found = answer_determined(again)
    same = found.number is not None and math.isclose(found.number, answer.number, rel_tol=CLOSE)
    told = (text for text in found.warnings if not text.startswith(settled.implied_text))
    return replace(found, warnings=tuple(told)) if same else answer


def _valued(
    query: Query, candidates: Sequence[CandidateSolution], warnings: tuple[str, ...]
) -> Answer:
    """The answer with one or several values, and the constraints evaluated at each."""
    solution = solution_of_candidates(query, candidates)
    remarks = [*_implied(query, candidates), *warnings]
    scan = AMONG_JUMPS if query.solutions.loose and not query.solutions.cut else BY_SCAN
    remarks += [scan] if _scanned(candidates) else []
    remarks += dict.fromkeys(text for c in candidates for text in lost_digits(query, c))
    if any(value.condition for value in solution.values):
        gap = Gap(_deciders(query, candidates))
        return answer_as(Underdetermined, query, remarks, solution=solution, gap=gap)
    kind = settled_kind(any(value.satisfied for value in solution.values))
    return answer_as(kind, query, remarks, solution=solution)


def solution_of_candidates(query: Query, candidates: Sequence[CandidateSolution]) -> Solution:
    """The solution with the values of candidates, and the constraints evaluated at each."""
    values = [value_of(query, candidate) for candidate in candidates]
    checks, unjudged = judge_constraints(query, candidates[0], values[0])
    if len(values) == 1:
        values = [replace(values[0], satisfied=holds(checks))]
    else:
        values = [
            replace(value, satisfied=holds(judge_constraints(query, candidate, value)[0]))
            for candidate, value in zip(candidates, values, strict=True)
        ]
    return solution_of(query, candidates, tuple(_distinct(values)), checks, unjudged)


def _distinct(values: Sequence[AnswerValue]) -> list[AnswerValue]:
    """The values without those that differ from an earlier one in nothing but their regime."""
    kept: list[AnswerValue] = []
    for value in values:
        same = (k for k in kept if math.isclose(k.value, value.value, rel_tol=_EQUAL))
        if not any((k.condition, k.satisfied) == (value.condition, value.satisfied) for k in same):
            kept.append(value)
    return kept


def _implied(query: Query, candidates: Sequence[CandidateSolution]) -> list[str]:
    """The values on the path of variables with an ideal default that they do not have."""
    slots = query.system.slots
    found = [(v, candidates[0].values[slots[v]]) for v in ideals_solved_for(query)]
    return [
        computed(var, value).implied_text
        for var, value in (found if len(candidates) == 1 else ())
        if value is not None
        and not (var.default and math.isclose(value, var.default.value, rel_tol=CLOSE))
    ]


def _scanned(candidates: Sequence[CandidateSolution]) -> bool:
    """Whether a root on the way was found by a numerical scan."""
    steps = (s for candidate in candidates for _, branch in candidate.path for s in branch.steps)
    return any("found numerically" in step.template for step in steps)


def _symbolic(query: Query, opaque: list[OpaqueFunction]) -> Answer:
    """The answer of a path through opaque functions: a formula without a number."""
    names = tuple(dict.fromkeys(map.name for map in opaque))
    warning = (
        f"nothing is known of {', '.join(names)} but its units: the answer is a formula, and no"
        " number follows"
    )
    gap = Gap((names,))
    try:
        form = forms_of(query)[0]
    except DeclarationError as error:
        return answer_as(Underdetermined, query, (warning, str(error)), gap=gap)
    solution = Solution(formula=form.expression, regime=form.regime, path=form.path)
    return answer_as(Underdetermined, query, (warning,), gap=gap, solution=solution)


def _deciders(query: Query, candidates: Sequence[CandidateSolution]) -> tuple[tuple[str, ...], ...]:
    """The open variables of guards, each of which would decide the regime."""
    sides = (
        (candidate, side)
        for candidate in candidates
        for _, branch in candidate.path
        for guard in branch.guards
        for side in (guard.larger, guard.smaller)
    )
    slots = query.system.slots
    names = {v.name for c, side in sides for v in side.free_symbols if c.values[slots[v]] is None}
    return tuple((name,) for name in sorted(names))


def _interval(
    query: Query, candidates: Sequence[CandidateSolution], warnings: tuple[str, ...]
) -> Answer:
    """The answer with an interval of values, and the values of other regimes outside it."""
    slot = query.system.slots[query.target]
    spans, points = [c for c in candidates if c.interval], [c for c in candidates if not c.interval]
    ends = sorted({c.interval for c in spans if c.interval is not None})
    candidate, regimes = spans[0], {regime_text(query.system, one) for one in spans}
    rounded = candidate.path[-1][1].excluded is not None
    why = "what is given is rounded" if rounded else "the regime does not depend on it"
    outside = [p for p in points if not any(inside(p.values[slot], span) for span in ends)]
    conditional = any(c.conditions for c in (*spans, *outside))
    checks, unjudged = judge_constraints(query, candidate, None)
    solution = Solution(
        tuple(value_of(query, point) for point in outside),
        intervals=tuple(ValueInterval(low, high) for low, high in ends),
        constraints=checks,
        not_judged=unjudged,
        regime=regimes.pop() if len(regimes) == 1 else "",
        neglected=neglected_terms(query, candidate),
        path=SolutionPath(query, candidate, alternatives=False),
    )
    kind = Underdetermined if conditional else settled_kind(holds(checks))
    remarks = *warnings, f"{every_value(query.target)}: {why}"
    return answer_as(kind, query, remarks, solution=solution)


def every_value(target: Var) -> str:
    """The remark on an interval, without its reason."""
    return f"every {target.name} {IN_INTERVAL}"


def without_interval_remark(answer: Answer) -> tuple[str, ...]:
    """The remarks of an answer but that on its interval."""
    start = every_value(answer.target)
    return tuple(text for text in answer.warnings if not text.startswith(start))


def _blocked(query: Query, var: Var, warnings: tuple[str, ...]) -> Answer:
    """The answer if an intermediate variable may have any value in an interval."""
    remark = f"{var.name} may have any value in an interval{DEPENDS}"
    return answer_as(Underdetermined, query, (*warnings, remark), gap=Gap(((var.name,),)))
