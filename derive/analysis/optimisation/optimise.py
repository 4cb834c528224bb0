"""Optimise: the best value of an objective over what is free, where the limits hold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from derive.analysis.optimisation.best import best_of, level_ways
from derive.analysis.optimisation.candidates import answer_to, under
from derive.analysis.optimisation.equalities import BOUNDARY, STATIONARY, at_ends, boundaries
from derive.analysis.optimisation.infeasible_subset import exclusion
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import ObjectiveFunction, evaluated
from derive.analysis.optimisation.problem import Problem, posed, settles
from derive.analysis.optimisation.ranges import FreeVariable, spread
from derive.analysis.optimisation.shadow import bindings
from derive.analysis.optimisation.whole_best import whole_best
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.optimum import LEAST, UNBOUNDED, Binding, Decision, Optimum
from derive.results.status import Status
from derive.solving.equation_system import EquationSystem


def optimise(
    system: EquationSystem,
    objective: str | Var,
    given: Mapping[Any, Any] | None = None,
    *,
    over: Any,
    subject_to: Iterable[str] = (),
    sense: str = LEAST,
) -> Optimum:
    """The least (or, with sense "max", the largest) `objective` over what is free. See
    `derive.optimise`.

    Raises UnknownName, GivenError, TextError for what cannot be read, MissingExtra where only a
    search would do and scipy is missing.
    """
    problem = posed(system, system.find(objective), given or {}, over, subject_to, sense)
    return _unsettled(problem) or _best(problem)


# --- what is no optimum ---------------------------------------------------------------------------


def _unsettled(problem: Problem) -> Optimum | None:
    """What keeps the question from having an answer before anything is compared: open or
    contradictory givens.
    """
    function = problem.function
    middle = tuple(_middle(choice) for choice in function.choices)
    for target in (function.objective, *(demand.var for demand in problem.demands)):
        if target in function.variables or target in problem.stated:
            continue
        answer = problem.answer(target, middle)
        if answer.status == Status.CONTRADICTION or (
            answer.status == Status.UNDERDETERMINED
            and not settles(function, target, dict.fromkeys(function.variables, 1.0))
        ):
            missing = (
                ()
                if target == function.objective
                else (f"the limit on {target.name} cannot be judged",)
            )
            return _told(
                problem,
                answer.status,
                answer=answer,
                decisions=_undecided(function),
                warnings=(*problem.notes, *missing),
            )
    return None


def _middle(choice: FreeVariable) -> float:
    points = spread(choice)
    unit = choice.var.unit.factor
    return unit if choice.admits(unit) else points[len(points) // 2]


def _undecided(function: ObjectiveFunction) -> tuple[Decision, ...]:
    return tuple(Decision(choice.var, choice.low, choice.high) for choice in function.choices)


def _told(problem: Problem, status: str, **parts: Any) -> Optimum:
    demands = tuple(demand.text for demand in problem.demands)
    return Optimum(problem.function.objective, problem.sense, status, demands=demands, **parts)


def _nothing(problem: Problem, best: Best) -> Optimum:
    """Nothing is feasible: which limits exclude each other, or that the objective has no value
    anywhere.
    """
    reaches = exclusion(problem.function, best.samples)
    answer = (
        None
        if reaches
        else problem.answer(
            problem.function.objective, tuple(_middle(c) for c in problem.function.choices)
        )
    )
    status = (
        Status.INFEASIBLE
        if reaches or answer is None or answer.status == Status.SOLVED
        else answer.status
    )
    return _told(
        problem,
        status,
        reaches=reaches,
        answer=answer,
        decisions=_undecided(problem.function),
        warnings=problem.notes,
    )


# --- the optimum ----------------------------------------------------------------------------------


def _best(problem: Problem) -> Optimum:
    function = problem.function
    best = best_of(function)
    warnings = (*problem.notes, *best.warnings, *level_ways(function, best))
    if best.value is None:
        return _nothing(problem, best)
    if math.isinf(best.value):
        return _told(
            problem,
            UNBOUNDED,
            approach=best.towards,
            attained=False,
            decisions=_undecided(function),
            warnings=warnings,
        )
    checked = f"no better one among the {len(best.samples)} points looked at"
    if best.at is None:
        bound = {"value": best.value, "attained": False, "approach": best.towards}
        return _told(
            problem,
            Status.SOLVED,
            **bound,
            decisions=_undecided(function),
            checked=checked,
            warnings=warnings,
        )
    answer = _answer_at(problem, best.at)
    if answer is not None and answer.status != Status.SOLVED and not answer.target.whole:
        return _told(
            problem,
            answer.status,
            answer=answer,
            decisions=_undecided(function),
            warnings=warnings,
        )
    whole, whole_value, how = whole_best(function, best)
    binding = bindings(function, best)
    return _told(
        problem,
        Status.SOLVED,
        value=best.value,
        decisions=tuple(_decision(function, k, best, whole) for k in range(len(function.choices))),
        reasons=_reasons(function, best, binding),
        binding=binding,
        whole_value=whole_value,
        whole_how=how,
        equals=best.equals,
        formula=_slanted(best),
        answer=answer,
        routes=_routes(function, best),
        numeric=best.numeric,
        checked=checked,
        warnings=warnings,
    )


def _decision(
    function: ObjectiveFunction, k: int, best: Best, whole: Mapping[Var, float]
) -> Decision:
    choice, at = function.choices[k], best.at[k] if best.at is not None else None
    number = (
        whole[choice.var] / choice.var.unit.factor
        if choice.var.whole and choice.var in whole
        else None
    )
    return Decision(choice.var, choice.low, choice.high, at, best.spans.get(choice.var), number)


def _slanted(best: Best) -> Any | None:
    """The closed form whose slope is zero at the optimum, the limits that bind put into it."""
    route = best.candidate.route if best.candidate is not None else ()
    return next((equality.formula for equality, _ in route if equality.kind == STATIONARY), None)


def _answer_at(problem: Problem, at: tuple[float, ...]) -> Answer | None:
    """The objective at the optimum; where the objective is itself free, the first limited variable
    there.
    """
    function = problem.function
    if function.objective not in function.variables:
        return problem.answer(function.objective, at)
    limited = [
        demand.var
        for demand in problem.demands
        if demand.var not in function.variables and demand.var not in problem.stated
    ]
    return problem.answer(limited[0], at) if limited else None


def _reasons(
    function: ObjectiveFunction, best: Best, binding: tuple[Binding, ...]
) -> tuple[str, ...]:
    """Every equality that holds at the optimum, those first from which it was found; no limit that
    costs nothing.
    """
    if best.at is None:
        return ()
    values = dict(zip(function.variables, best.at, strict=True))
    sample = function.sample(best.at)
    touched = [
        f"{limit.name} binds"
        for limit, sides in zip(function.limits, sample.sides, strict=True)
        if sides and math.isclose(*sides, rel_tol=1e-9)
    ]
    free = set(touched) - {f"{limit.name} binds" for limit in binding}
    route = (
        [equality.text for equality, _ in best.candidate.route]
        if best.candidate is not None
        else []
    )
    found = [text for text in (*route, *touched) if text not in free]
    found += [
        e.text
        for c in function.choices
        for e in at_ends(c)
        if e.known is not None and math.isclose(values[c.var], e.known.value, rel_tol=1e-9)
    ]
    for equality in boundaries(function, [best.at]):
        if equality.kind == BOUNDARY and equality.relation is not None:
            sides = tuple(
                _side(function, side, values)
                for side in (equality.relation.left, equality.relation.right)
            )
            if None not in sides and math.isclose(sides[0] or 0.0, sides[1] or 0.0, rel_tol=1e-9):
                found.append(equality.text)
    return tuple(dict.fromkeys(found))


def _side(function: ObjectiveFunction, side: Any, values: Mapping[Var, float]) -> float | None:
    return evaluated(side, {v: function.number(v, values) for v in side.free_symbols})


def _routes(function: ObjectiveFunction, best: Best) -> tuple[Answer, ...]:
    """The engine's answers to the equalities that fix the optimum, the last variable first."""
    if best.candidate is None or not best.candidate.route or best.numeric:
        return ()
    answers: list[Answer] = []
    here = function
    lines: list[tuple[ObjectiveFunction, Any, Var]] = []
    for equality, var in best.candidate.route:
        lines.append((here, equality, var))
        if len(here.choices) > 1:
            below = under(here, equality, var)
            if below is None:
                return ()
            here = below
    settled: dict[Var, float] = {}
    for place, equality, var in reversed(lines):
        if not (equality.known is not None and equality.known.var == var) and (
            equality.relation is not None or equality.known is not None
        ):
            answers.append(answer_to(place.with_known(settled), equality, var))
        settled[var] = best.candidate.values[var]
    return tuple(answers)
