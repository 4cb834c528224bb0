"""Optimisation problem: its parts read and checked, with its objective function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from derive.analysis.optimisation.limits import (
    InequalityConstraint,
    Limit,
    inequality_of,
    read_limits,
)
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, as_given
from derive.analysis.optimisation.ranges import FreeVariable, read_choices
from derive.analysis.solve import ask
from derive.equations.var import Var, ordered
from derive.errors import GivenError, shorten
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.optimum import OptimumSense
from derive.solving.constraints import concerned
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_givens
from derive.solving.query import default_of, make_query
from derive.solving.query_preparation import firm, settle


@dataclass(frozen=True)
class Problem:
    """The whole system, the stated values and limits, and the objective function made of them:
    `whole` on all relations, `function` on those that it needs.
    """

    system: EquationSystem
    stated: Mapping[Var, Known]
    limits: tuple[Limit, ...]
    whole: ObjectiveFunction
    function: ObjectiveFunction
    sense: OptimumSense
    notes: tuple[str, ...]

    def answer(self, target: Var, at: Place) -> Answer:
        """The answer of `solve` at a point."""
        values = {**self.stated, **as_given(self.function.values(at))}
        return ask(self.system, target, {v: k for v, k in values.items() if v != target})

    def within(self, limits: Iterable[Limit]) -> Problem:
        """The same problem within more limits."""
        inequalities = (*self.whole.limits, *map(inequality_of, limits))
        whole = replace(self.whole, limits=inequalities, kept={})
        return replace(self, whole=whole, function=_restricted(whole))


def read_problem(
    system: EquationSystem,
    objective: Var,
    given: Mapping[Any, Any],
    over: Any,
    subject_to: Iterable[str],
    sense: str,
) -> Problem:
    """The problem, read and checked. Raises UnknownName, GivenError, TextError."""
    if sense not in list(OptimumSense):
        raise GivenError(
            "sense", f"“{shorten(str(sense))}” is none", 'Write sense="min" or sense="max".'
        )
    choices = read_choices(system, over)
    limits = read_limits(system, subject_to)
    stated, notes = _stated(system, objective, given, choices)
    free = {choice.var: 1.0 for choice in choices}
    everything = {**stated, **as_given(free)}
    reduced, known = settle(system, objective, everything, set(free))
    known = {v: k for v, k in known.items() if v not in free}
    known |= _ideal_in_constraints(reduced, {**known, **as_given(free)})
    zeros = frozenset(v for v, k in known.items() if k.value == 0.0 and v in stated)
    if zeros:
        reduced, derived = reduced.with_zeros(zeros, firm(known))
        known.update(as_given(dict.fromkeys(derived, 0.0)))
    reduced = reduced.with_held(frozenset(v for v, k in known.items() if k.assumed))
    _check_free(reduced, known, as_given(free))
    inequalities = tuple(inequality_of(limit) for limit in limits)
    sign = 1.0 if sense == OptimumSense.LEAST else -1.0
    function = ObjectiveFunction(reduced, objective, known, choices, inequalities, sign)
    restricted = _restricted(function)
    return Problem(system, stated, limits, function, restricted, OptimumSense(sense), notes)


def _ideal_in_constraints(system: EquationSystem, known: Mapping[Var, Known]) -> dict[Var, Known]:
    """The ideal values in constraints that nothing else determines."""
    ideal = {v for c in system.constraints for v in c.variables} & {*system.assumable}
    left = (v for v in ordered(ideal) if v not in known and not _determining(system, v, known))
    return {v: default_of(v) for v in left}


def _stated(
    system: EquationSystem,
    objective: Var,
    given: Mapping[Any, Any],
    choices: tuple[FreeVariable, ...],
) -> tuple[dict[Var, Known], tuple[str, ...]]:
    """The givens without the free variables, which may be looked up but not stated."""
    stated, notes = read_givens(given, system.vocabulary)
    remarks = list(notes)
    for var in (objective, *(choice.var for choice in choices)):
        known = stated.pop(var, None)
        if known is not None and known.origin != Origin.LOOKED_UP:
            free = (
                f"state a limit: {var.name} <= {known.text}"
                if var == objective
                else "leave it out of one of them"
            )
            raise GivenError(
                var.name,
                "it is given, and it is also what to"
                f" {'optimise' if var == objective else 'choose'}",
                f"{free[0].upper()}{free[1:]}.",
            )
        if known is not None:
            remarks.append(f"{var.name}: {known.entry} has {known.text}; it is free here")
    return stated, tuple(remarks)


def _check_free(
    system: EquationSystem, known: Mapping[Var, Known], free: Mapping[Var, Known]
) -> None:
    """Raise GivenError for a free variable that the givens determine."""
    for var in free:
        rest = {**known, **{v: k for v, k in free.items() if v != var}}
        used = _determining(system, var, rest)
        if used and var in system.slots:
            problem = (
                "nothing is left to choose: it follows from the"
                f" givens{' and the other choices' if len(free) > 1 else ''} by {', '.join(used)}"
            )
            raise GivenError(var.name, problem, "Leave out a given, or turn it into a limit.")


def _determining(system: EquationSystem, var: Var, known: Mapping[Var, Known]) -> list[str]:
    """The names of the relations that determine a variable; none if they leave it open."""
    plan = make_query(system, var, {v: k for v, k in known.items() if v in system.slots}, 0.0).plan
    used = [system.relations[i].name for block in plan.blocks for i in block.relations]
    return list(dict.fromkeys(used)) if plan.determined else []


def _restricted(function: ObjectiveFunction) -> ObjectiveFunction:
    """The function with the constraints that concern it, on the relations that these and the
    objective need.
    """
    values = dict.fromkeys(function.variables, 1.0)
    limits = (*function.limits, *_constraints(function, values))
    wanted = (
        {function.objective, *(v for limit in limits for v in limit.variables)}
        - set(values)
        - set(function.known)
    )
    used: dict[Any, None] = {}
    for var in ordered(wanted):
        query = function.query(var, values)
        used.update(dict.fromkeys(query.used if query is not None else ()))
    return replace(function, system=function.system.restricted(used), limits=limits, kept={})


def _constraints(
    function: ObjectiveFunction, values: Mapping[Var, float]
) -> list[InequalityConstraint]:
    """The system's constraints that can be evaluated and concern the objective or depend on a free
    variable.
    """
    query = function.query(function.objective, values) if function.objective not in values else None
    return [
        inequality_of(constraint)
        for constraint in function.system.constraints
        if all(determines(function, var) for var in constraint.variables)
        if (query is not None and concerned(constraint.variables, query))
        or any(_varies(function, var, values) for var in constraint.variables)
    ]


def _varies(function: ObjectiveFunction, var: Var, values: Mapping[Var, float]) -> bool:
    """Whether a variable is free or computed from one that is."""
    if var in values or var in function.known:
        return var in values
    query = function.query(var, values)
    return query is not None and function.varies(query)


def determines(function: ObjectiveFunction, var: Var) -> bool:
    """Whether a variable has a value once all free variables have one."""
    values = dict.fromkeys(function.variables, 1.0)
    return var in values or var in function.known or function.query(var, values) is not None
