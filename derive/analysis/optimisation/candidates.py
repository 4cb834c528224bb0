"""Candidate points of an optimum: solutions of as many equalities as there are free variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from derive.analysis.optimisation.equalities import Equality, EqualityKind
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, as_given
from derive.analysis.optimisation.ranges import spread
from derive.analysis.optimisation.slopes import stationary
from derive.analysis.solve import ask
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import DeriveError
from derive.results.answer import Answer
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query, make_query


@dataclass(frozen=True)
class CandidatePoint:
    """A point with the equalities that fix it, in order; `numeric` where a root was scanned for."""

    values: dict[Var, float]
    route: tuple[tuple[Equality, Var], ...]
    numeric: bool = False

    def at(self, function: ObjectiveFunction) -> Place:
        """The point in the function's order of variables."""
        return tuple(self.values[v] for v in function.variables)


def candidates(function: ObjectiveFunction, equalities: list[Equality]) -> Iterator[CandidatePoint]:
    """All points at which equalities fix every free variable, one variable after the other."""
    if len(function.choices) == 1:
        var = function.variables[0]
        for equality in equalities:
            for value, numeric in solutions(function, equality, var):
                yield CandidatePoint({var: value}, ((equality, var),), numeric)
        return
    for k, equality in enumerate(equalities):
        fixed = next(
            (
                (var, below)
                for var in function.variables
                if (below := along_equality(function, equality, var)) is not None
            ),
            None,
        )
        if fixed is None:
            continue
        var, below = fixed
        others = [other for other in equalities[k + 1 :] if not other.excluded_by(equality)]
        for found in candidates(below, [*others, *_stationary_along(below)]):
            number = below.number(var, found.values)
            if number is not None:
                yield CandidatePoint(
                    {**found.values, var: number}, ((equality, var), *found.route), found.numeric
                )


def along_equality(
    function: ObjectiveFunction, equality: Equality, var: Var
) -> ObjectiveFunction | None:
    """The function along an equality that fixes `var`; None where it does not fix it."""
    system = _with_equality(function, equality)
    known = dict(function.known)
    if equality.known is not None:
        if equality.known.var in known or (
            equality.known.var in function.variables and equality.known.var != var
        ):
            return None
        known[equality.known.var] = equality.known
    rest = tuple(choice for choice in function.choices if choice.var != var)
    below = replace(function, system=system, known=known, choices=rest, limits=(), kept={})
    if var in known:
        return below
    if var not in system.slots:
        return None
    free = as_given({choice.var: 1.0 for choice in rest})
    query = make_query(system, var, {**known, **free}, 0.0)
    return below if query.plan.determined else None


def _with_equality(function: ObjectiveFunction, equality: Equality) -> EquationSystem:
    """The system with an equality among its relations."""
    system, relation = function.system, equality.relation
    if relation is None:
        return system
    key, make = relation.equation, partial(system.within, [*system.relations, relation])
    return system.compiled.once("equality", key, make)


def solutions(
    function: ObjectiveFunction, equality: Equality, var: Var
) -> list[tuple[float, bool]]:
    """The values of `var` at which an equality holds, each with whether it was scanned for."""
    query = _query(function, equality, var)
    if query is None:
        known = equality.known
        return [] if known is None or known.var != var else [(known.value, False)]
    found: list[tuple[float, bool]] = []
    for solution in query.solutions.candidates:
        if solution.interval is not None:
            found.extend((end, False) for end in solution.interval)
        elif (value := solution.values[query.system.slots[var]]) is not None:
            found.append((value, any(branch.formula is None for _, branch in solution.path)))
    return found


def _query(function: ObjectiveFunction, equality: Equality, var: Var) -> Query | None:
    """The query for `var` where an equality holds; None where that does not determine it."""
    known = dict(function.known)
    if equality.known is not None:
        if equality.known.var == var or equality.known.var in known:
            return None
        known[equality.known.var] = equality.known
    system = _system(function, equality)
    if var not in system.slots:
        return None
    query = make_query(system, var, {v: k for v, k in known.items() if v in system.slots}, 0.0)
    return query if query.plan.determined else None


def answer_to(function: ObjectiveFunction, equality: Equality, var: Var) -> Answer:
    """The answer for `var` where an equality holds, with its derivation."""
    known = dict(function.known)
    if equality.known is not None:
        known[equality.known.var] = equality.known
    system = _system(function, equality)
    return ask(system, var, {v: k for v, k in known.items() if v in system.slots and v != var})


def _system(function: ObjectiveFunction, equality: Equality) -> EquationSystem:
    """The system to solve an equality in: a stationary point's own, else the function's with it."""
    relation = equality.relation
    if equality.kind != EqualityKind.STATIONARY:
        return _with_equality(function, equality)
    assert relation is not None
    make = partial(EquationSystem.fixed, [relation])
    return function.system.compiled.recent("slope", relation.equation, make)


def stationary_points(function: ObjectiveFunction, places: Iterable[Place]) -> list[Equality]:
    """For one free variable: zero slope in every regime that these points lie in."""
    var = function.variables[0]
    slopes = (_zero_slope(function, formula, var) for formula in _formulas(function, places))
    return [slope for slope in slopes if slope is not None]


def _formulas(function: ObjectiveFunction, places: Iterable[Place]) -> list[Any]:
    """The objective's closed forms in the regimes of these points, each once."""
    formulas = (function.formula_at(at) for at in places)
    return list(dict.fromkeys(formula for formula in formulas if formula is not None))


def _stationary_along(below: ObjectiveFunction) -> list[Equality]:
    """Zero slopes along an equality, once one free variable is left."""
    if len(below.choices) != 1:
        return []
    return stationary_points(below, [(x,) for x in spread(below.choices[0])])


def _zero_slope(function: ObjectiveFunction, formula: object, var: Var) -> Equality | None:
    """A zero slope by one variable as an equality; None where it is never zero or no relation."""
    equation = stationary(formula, var, function.known)
    if equation is None:
        return None
    why = (
        f"A per cent more of {var.name} raises one side of {function.objective.name} by what it"
        " takes from the other: the derivative is zero."
    )
    try:
        relation = Relation(f"stationary in {var.name}", equation, why)
    except DeriveError:
        return None
    return Equality(
        EqualityKind.STATIONARY,
        f"stationary point: the derivative of {function.objective.name} by {var.name} is zero",
        relation=relation,
        formula=formula,
    )


def interior(function: ObjectiveFunction, places: Iterable[Place]) -> Iterator[CandidatePoint]:
    """For several free variables: the points at which the objective is stationary in each."""
    for formula in _formulas(function, places):
        slopes = [
            slope
            for var in function.variables
            if (slope := _zero_slope(function, formula, var)) is not None
        ]
        if len(slopes) < len(function.variables):
            continue
        values = _solved(function, slopes)
        if len(values) == len(function.variables):
            route = [replace(slope, relation=None) for slope in slopes]
            yield CandidatePoint(values, tuple(zip(route, function.variables, strict=True)))


def _solved(function: ObjectiveFunction, slopes: list[Equality]) -> dict[Var, float]:
    """The values at which all slopes are zero, for the variables that they determine."""
    system = EquationSystem.fixed(slope.relation for slope in slopes if slope.relation is not None)
    known = {v: k for v, k in function.known.items() if v in system.slots}
    values: dict[Var, float] = {}
    for var in function.variables:
        query = make_query(system, var, known, 0.0)
        number = query.number() if query.plan.determined else None
        if number is not None:
            values[var] = number
    return values
