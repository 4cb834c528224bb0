"""Candidates: points that solve as many equalities as there are free variables, each found by the
engine itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from derive.analysis.optimisation.equalities import STATIONARY, Equality, stationary
from derive.analysis.optimisation.objective_function import ObjectiveFunction
from derive.analysis.optimisation.ranges import spread
from derive.analysis.solve import ask
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import DeriveError
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query, make_query


@dataclass(frozen=True)
class CandidatePoint:
    """A point with the equalities that fix it, in order; `numeric` where the engine had to scan for
    a root.
    """

    values: dict[Var, float]
    route: tuple[tuple[Equality, Var], ...]
    numeric: bool = False

    def at(self, function: ObjectiveFunction) -> tuple[float, ...]:
        """The point in the landscape's order of variables."""
        return tuple(self.values[v] for v in function.variables)


def candidates(function: ObjectiveFunction, equalities: list[Equality]) -> Iterator[CandidatePoint]:
    """All points at which equalities fix everything that is free; with more than one variable, one
    after the other.
    """
    if len(function.choices) == 1:
        var = function.variables[0]
        for equality in equalities:
            for value, numeric in solutions(function, equality, var):
                yield CandidatePoint({var: value}, ((equality, var),), numeric)
        return
    for k, equality in enumerate(equalities):
        settled = next(
            (
                (var, below)
                for var in function.variables
                if (below := under(function, equality, var)) is not None
            ),
            None,
        )
        if settled is None:
            continue
        var, below = settled
        for found in candidates(below, [*equalities[k + 1 :], *_stationary_along(below)]):
            number = below.number(var, found.values)
            if number is not None:
                yield CandidatePoint(
                    {**found.values, var: number}, ((equality, var), *found.route), found.numeric
                )


def under(function: ObjectiveFunction, equality: Equality, var: Var) -> ObjectiveFunction | None:
    """The landscape along an equality, which settles `var`; None where it does not."""
    system = with_equality(function, equality)
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
    free = [Known(choice.var, 1.0, Origin.GIVEN) for choice in rest]
    open_to = make_query(system, var, {**known, **{k.var: k for k in free}}, 0.0)
    return below if open_to.plan.determined else None


def with_equality(function: ObjectiveFunction, equality: Equality) -> EquationSystem:
    """The system with an equality among its relations."""
    system, relation = function.system, equality.relation
    if relation is None:
        return system
    key, make = relation.equation, partial(system.with_relation, relation)
    return system.compiled.once("equality", key, make)


def solutions(
    function: ObjectiveFunction, equality: Equality, var: Var
) -> list[tuple[float, bool]]:
    """The values of `var` at which an equality holds, each with whether it was scanned for."""
    query = question(function, equality, var)
    if query is None:
        return (
            []
            if equality.known is None or equality.known.var != var
            else [(equality.known.value, False)]
        )
    found: list[tuple[float, bool]] = []
    for solution in query.solutions.candidates:
        if solution.interval is not None:
            found.extend((end, False) for end in solution.interval)
        elif (value := solution.values[query.system.slots[var]]) is not None:
            found.append((value, any(branch.formula is None for _, branch in solution.path)))
    return found


def question(function: ObjectiveFunction, equality: Equality, var: Var) -> Query | None:
    """The engine's question "what is `var` where this equality holds"; None where that does not
    determine it.
    """
    known = dict(function.known)
    if equality.known is not None:
        if equality.known.var == var or equality.known.var in known:
            return None
        known[equality.known.var] = equality.known
    system = _alone(equality) if equality.kind == STATIONARY else with_equality(function, equality)
    if var not in system.slots:
        return None
    query = make_query(system, var, {v: k for v, k in known.items() if v in system.slots}, 0.0)
    return query if query.plan.determined else None


def answer_to(function: ObjectiveFunction, equality: Equality, var: Var) -> Answer:
    """The engine's whole answer to that question, with its derivation."""
    known = {
        **function.known,
        **({} if equality.known is None else {equality.known.var: equality.known}),
    }
    system = _alone(equality) if equality.kind == STATIONARY else with_equality(function, equality)
    return ask(system, var, {v: k for v, k in known.items() if v in system.slots and v != var})


def _alone(equality: Equality) -> EquationSystem:
    assert equality.relation is not None
    return EquationSystem([equality.relation])


def stationary_points(
    function: ObjectiveFunction, samples: Sequence[tuple[float, ...]]
) -> list[Equality]:
    """For one free variable: its slope put to zero, in every regime that these points lie in."""
    var = function.variables[0]
    found: dict[object, Equality] = {}
    for at in samples:
        formula = function.formula_at(at)
        if formula is None or formula in found:
            continue
        slope = _flat_slope(function, formula, var)
        if slope is not None:
            found[formula] = slope
    return list(found.values())


def _stationary_along(below: ObjectiveFunction) -> list[Equality]:
    """Slopes put to zero along an equality, once one free variable is left."""
    if len(below.choices) != 1:
        return []
    choice = below.choices[0]
    return stationary_points(below, [(x,) for x in spread(choice)])


def _flat_slope(function: ObjectiveFunction, formula: object, var: Var) -> Equality | None:
    """The slope by one variable put to zero as an equality; None where it is never zero or no
    relation of its own.
    """
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
        STATIONARY,
        f"stationary point: the derivative of {function.objective.name} by {var.name} is zero",
        relation=relation,
        formula=formula,
    )


def interior(
    function: ObjectiveFunction, samples: Sequence[tuple[float, ...]]
) -> Iterator[CandidatePoint]:
    """For several free variables: the points at which the objective is stationary in each, without
    any limit.
    """
    seen: set[object] = set()
    for at in samples:
        formula = function.formula_at(at)
        if formula is None or formula in seen:
            continue
        seen.add(formula)
        slopes = [
            slope
            for var in function.variables
            if (slope := _flat_slope(function, formula, var)) is not None
        ]
        if len(slopes) < len(function.variables):
            continue
        system = EquationSystem([slope.relation for slope in slopes if slope.relation is not None])
        values: dict[Var, float] = {}
        for var in function.variables:
            query = make_query(
                system, var, {v: k for v, k in function.known.items() if v in system.slots}, 0.0
            )
            number = query.number() if query.plan.determined else None
            if number is not None:
                values[var] = number
        if len(values) == len(function.variables):
            yield CandidatePoint(
                values,
                tuple(
                    (replace(e, relation=None), v)
                    for e, v in zip(slopes, function.variables, strict=True)
                ),
            )
