"""Consistent optimum: a point at which the givens contradict each other is none, and the range of
values that forbids it is a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from derive.analysis.optimisation.best import best_of
from derive.analysis.optimisation.limits import Limit
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place
from derive.analysis.optimisation.problem import Problem
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status

_MOST_RANGES = 4  # made limits, one after the other


def consistent_best(problem: Problem) -> tuple[Problem, Best, Answer | None]:
    """The best point within the ranges of all that follows from it, the problem with these as
    limits, and the answer at the point or, where a value is only approached, near to it.
    """
    best = best_of(problem.function)
    answer = _answer_there(problem, best)
    for _ in range(_MOST_RANGES):
        limits = _broken_ranges(problem, best, answer)
        if not limits:
            break
        problem = problem.within(limits)
        best = best_of(problem.function)
        answer = _answer_there(problem, best)
    return problem, best, answer


def _answer_there(problem: Problem, best: Best) -> Answer | None:
    """The answer for the objective at the best point, or for the first limited variable where the
    objective is itself free.
    """
    at, function = _place(problem, best), problem.function
    if at is None:
        return None
    if function.objective not in function.variables:
        return problem.answer(function.objective, at)
    limited = [
        limit.var
        for limit in problem.limits
        if limit.var not in function.variables and limit.var not in problem.stated
    ]
    return problem.answer(limited[0], at) if limited else None


def _place(problem: Problem, best: Best) -> Place | None:
    """The best point, or the best of those looked at."""
    if best.at is not None or best.value is None:
        return best.at
    feasible = (sample for sample in best.samples if sample.feasible)
    return min(feasible, key=problem.function.cost).at


def _broken_ranges(problem: Problem, best: Best, answer: Answer | None) -> tuple[Limit, ...]:
    """The ends of the ranges outside of which values lie that follow from this point; none where
    there is no contradiction, or another one.
    """
    at = _place(problem, best)
    if at is None or answer is None or answer.status != Status.CONTRADICTION:
        return ()
    limits = tuple(
        limit
        for var in problem.whole.system.slots
        if _narrow(var) and _has_no_value(problem.whole, var, at)
        for limit in _ends(var)
    )
    known = {limit.stated for limit in problem.whole.limits}
    return tuple(limit for limit in limits if limit not in known)


def _has_no_value(function: ObjectiveFunction, var: Var, at: Place) -> bool:
    """Whether a variable that depends on what is chosen has no value in its range at a point."""
    query = function.query(var, function.values(at))
    return query is not None and query.number() is None and function.varies(query)


def _narrow(var: Var) -> bool:
    """Whether its range has an end besides zero."""
    return any(isfinite(end) and end for end in var.bounds[:2])


def _ends(var: Var) -> Iterator[Limit]:
    """The finite ends of its range as limits."""
    low, high, open_low, open_high = var.bounds
    for end, at_most, is_open in ((low, False, open_low), (high, True, open_high)):
        if isfinite(end):
            yield Limit(var, Known(var, end, Origin.GIVEN), at_most, is_open)
