"""Consistent optimum: a point at which the givens contradict each other is none, and the range of
values that forbids it is a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isclose, isfinite

from derive.analysis.optimisation.best import best_of
from derive.analysis.optimisation.candidates import CandidatePoint
from derive.analysis.optimisation.limits import Limit
from derive.analysis.optimisation.line import Best, best_on_line
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place
from derive.analysis.optimisation.problem import Problem
from derive.display import enumeration
from derive.equations.var import Var
from derive.program.tolerances import BAND, REACH
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.units.display import format_value

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
    if answer is not None and answer.status == Status.CONTRADICTION and best.numeric:
        best, answer = _at_edge(problem, best) or (best, answer)
    return problem, best, answer


def _at_edge(problem: Problem, best: Best) -> tuple[Best, Answer] | None:
    """The best point along one variable through that of a search, which may lie beyond where the
    objective has a value by its last digits, with the answer there; else, or where that comes to
    the edge only within its own, the value approached as this point is, with the answer right
    beside it. None where there is neither.
    """
    function, found = problem.function, list[tuple[Best, Answer]]()
    values = {} if best.at is None else function.values(best.at)
    for var in values:
        rest = {v: y for v, y in values.items() if v != var}
        line = best_on_line(function.with_known(rest)) if rest else Best()
        if line.at is not None:
            point = {**values, var: line.at[0]}
            at, candidate = tuple(point.values()), CandidatePoint(point, (), numeric=True)
            there = replace(best, value=line.value, at=at, candidate=candidate)
            found += [(there, answer) for answer in _solved(problem, at)]
    edge = min(found, key=lambda pair: function.sign * (pair[0].value or 0.0), default=None)
    if edge is not None and isclose(edge[0].value or 0.0, best.value or 0.0, rel_tol=BAND):
        return edge
    moved = ({**values, v: x * (1.0 + by)} for v, x in values.items() for by in (-REACH, REACH))
    beside = (answer for point in moved for answer in _solved(problem, tuple(point.values())))
    if (near := next(beside, None)) is None:
        return edge
    comes = (f"{v.name} comes to {format_value(x, v.unit)}" for v, x in values.items())
    how = f"approached as {enumeration([*comes])}"
    return Best(best.value, towards=how, samples=best.samples), near


def _solved(problem: Problem, at: Place) -> list[Answer]:
    """The answer for the objective at a point, if it has a value there."""
    answer = _answer_there(problem, Best(0.0, at))
    return [answer] if answer is not None and answer.status == Status.SOLVED else []


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
