"""Optimise: the best value of an objective over free variables, under limits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from derive.analysis.optimisation.consistent import consistent_best
from derive.analysis.optimisation.explanation import reasons, routes, stationary_formula
from derive.analysis.optimisation.flat_region import flat_directions
from derive.analysis.optimisation.infeasible_subset import infeasible_subset
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.neglected_limits import broken_by_pulls
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place
from derive.analysis.optimisation.problem import Problem, determines, read_problem
from derive.analysis.optimisation.ranges import FreeVariable, spread
from derive.analysis.optimisation.shadow import bindings
from derive.analysis.optimisation.whole_best import whole_best
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.optimum import Decision, Optimum, OptimumSense
from derive.results.status import Status
from derive.solving.equation_system import EquationSystem


def optimise(
    system: EquationSystem,
    objective: str | Var,
    given: Mapping[Any, Any] | None = None,
    *,
    over: Any,
    subject_to: Iterable[str] = (),
    sense: str = OptimumSense.LEAST,
) -> Optimum:
    """The least (or, with sense "max", the largest) `objective`. See `derive.optimise`.

    Raises UnknownName, GivenError, TextError for invalid input, MissingExtra where only a search
    would do and scipy is missing.
    """
    problem = read_problem(system, system.find(objective), given or {}, over, subject_to, sense)
    return _open(problem) or _optimum(*consistent_best(problem))


def _open(problem: Problem) -> Optimum | None:
    """The result where the givens leave the objective or a limit open, or contradict each other."""
    function = problem.function
    for target in (function.objective, *(limit.var for limit in problem.limits)):
        if target in function.variables or target in problem.stated:
            continue
        answer = problem.answer(target, _middle(function))
        if _contradicts_alone(answer, function) or (
            answer.status == Status.UNDERDETERMINED and not determines(function, target)
        ):
            warnings = [_not_judged(target)] if target != function.objective else []
            return _without_optimum(problem, answer.status, warnings, answer=answer)
        if target != function.objective and not determines(function, target):
            apart = f"{_not_judged(target)}: beside {function.objective.name} it has no value"
            return _without_optimum(problem, Status.UNDERDETERMINED, [apart])
    return None


def _not_judged(limited: Var) -> str:
    return f"the limit on {limited.name} cannot be judged"


def _contradicts_alone(answer: Answer, function: ObjectiveFunction) -> bool:
    """Whether the givens contradict each other whatever is chosen."""
    if answer.status != Status.CONTRADICTION:
        return False
    names = answer.conflict.names if answer.conflict is not None else ()
    return not any(var.name in names for var in function.variables)


def _middle(function: ObjectiveFunction) -> Place:
    return tuple(_middle_of(choice) for choice in function.choices)


def _middle_of(choice: FreeVariable) -> float:
    points, unit = spread(choice), choice.var.unit.factor
    return unit if choice.admits(unit) else points[len(points) // 2]


def _optimum(problem: Problem, best: Best, answer: Answer | None) -> Optimum:
    """The result for the best point, or for none; `answer` is the one there."""
    if best.value is None:
        return _infeasible(problem, best)
    warnings = [*best.warnings, *flat_directions(problem.function, best)]
    refuted = answer is not None and answer.status == Status.CONTRADICTION
    if refuted and not (math.isinf(best.value) and _is_beyond_roundings(answer)):
        return _without_optimum(problem, Status.CONTRADICTION, warnings, answer=answer)
    approach: dict[str, Any] = {"approach": best.towards, "attained": False}
    if math.isinf(best.value):
        return _without_optimum(problem, Status.UNBOUNDED, warnings, **approach)
    if best.at is None:
        approach |= {"value": best.value, "checked": _checked(best), **_in_whole(problem, best)}
        if answer is not None and answer.target == problem.function.objective:
            approach["near"] = answer
        return _without_optimum(problem, Status.SOLVED, warnings, **approach)
    if answer is not None and answer.status != Status.SOLVED and not answer.target.whole:
        return _without_optimum(problem, answer.status, warnings, answer=answer)
    return _attained(problem, best, answer, [*warnings, *broken_by_pulls(problem, best.at)])


def _is_beyond_roundings(answer: Answer | None) -> bool:
    """Whether no value is left since floats do not tell the whole numbers so far out."""
    conflict = None if answer is None else answer.conflict
    return conflict is not None and math.isnan(conflict.factor)


def _infeasible(problem: Problem, best: Best) -> Optimum:
    """The result where no point is feasible: limits exclude each other, or the objective has no
    value.
    """
    achievable = infeasible_subset(problem.function, best.samples)
    if achievable:
        return _without_optimum(problem, Status.INFEASIBLE, reaches=achievable)
    answer = problem.answer(problem.function.objective, _middle(problem.function))
    status = Status.INFEASIBLE if answer.status == Status.SOLVED else answer.status
    return _without_optimum(problem, status, answer=answer)


def _without_optimum(
    problem: Problem, status: Status, warnings: Iterable[str] = (), **parts: Any
) -> Optimum:
    """A result without a best point: the decisions are the ranges alone."""
    ranges = tuple(Decision(c.var, c.low, c.high) for c in problem.function.choices)
    return _result(problem, status, warnings, **{"decisions": ranges, **parts})


def _in_whole(problem: Problem, best: Best) -> dict[str, Any]:
    """The best point in whole numbers where the best value is only approached, between ends."""
    function = problem.function
    if any(choice.var.whole and math.isinf(choice.high) for choice in function.choices):
        return {}
    whole, value, how = whole_best(function, best)
    decisions = tuple(_decision(c, best, k, whole) for k, c in enumerate(function.choices))
    return {"whole_value": value, "whole_how": how, "decisions": decisions} if whole else {}


def _result(problem: Problem, status: Status, warnings: Iterable[str], **parts: Any) -> Optimum:
    return Optimum(
        problem.function.objective,
        problem.sense,
        status,
        demands=tuple(limit.text for limit in problem.limits),
        warnings=(*problem.notes, *warnings),
        **parts,
    )


def _attained(
    problem: Problem, best: Best, answer: Answer | None, warnings: Iterable[str]
) -> Optimum:
    function = problem.function
    whole, whole_value, how = whole_best(function, best)
    binding = bindings(function, best)
    return _result(
        problem,
        Status.SOLVED,
        warnings,
        value=best.value,
        decisions=tuple(
            _decision(choice, best, k, whole) for k, choice in enumerate(function.choices)
        ),
        reasons=reasons(function, best, binding),
        binding=binding,
        whole_value=whole_value,
        whole_how=how,
        equals=best.equals,
        formula=stationary_formula(best),
        answer=answer,
        routes=routes(function, best),
        numeric=best.numeric,
        checked=_checked(best),
    )


def _checked(best: Best) -> str:
    return f"no better one among the {len(best.samples)} points looked at"


def _decision(choice: FreeVariable, best: Best, k: int, whole: Mapping[Var, float]) -> Decision:
    var, at = choice.var, best.at[k] if best.at is not None else None
    number = whole[var] / var.unit.factor if var.whole and var in whole else None
    return Decision(var, choice.low, choice.high, at, best.spans.get(var), number)
