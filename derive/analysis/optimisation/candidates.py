"""Candidates: points that solve as many equalities as there are free variables, each found by the
engine itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from derive.analysis.optimisation.equalities import STATIONARY, Equality, stationary
from derive.analysis.optimisation.landscape import Landscape
from derive.analysis.optimisation.ranges import spread
from derive.analysis.solve import ask
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import DeriveError
from derive.results.answer import Answer
from derive.results.known import GIVEN, Known
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

    def at(self, landscape: Landscape) -> tuple[float, ...]:
        """The point in the landscape's order of variables."""
        return tuple(self.values[v] for v in landscape.variables)


def candidates(landscape: Landscape, equalities: list[Equality]) -> Iterator[CandidatePoint]:
    """All points at which equalities fix everything that is free; with more than one variable, one
    after the other.
    """
    if len(landscape.choices) == 1:
        var = landscape.variables[0]
        for equality in equalities:
            for value, numeric in solutions(landscape, equality, var):
                yield CandidatePoint({var: value}, ((equality, var),), numeric)
        return
    for k, equality in enumerate(equalities):
        settled = next(
            (
                (var, below)
                for var in landscape.variables
                if (below := under(landscape, equality, var)) is not None
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


def under(landscape: Landscape, equality: Equality, var: Var) -> Landscape | None:
    """The landscape along an equality, which settles `var`; None where it does not."""
    system = with_equality(landscape, equality)
    known = dict(landscape.known)
    if equality.known is not None:
        if equality.known.var in known or (
            equality.known.var in landscape.variables and equality.known.var != var
        ):
            return None
        known[equality.known.var] = equality.known
    rest = tuple(choice for choice in landscape.choices if choice.var != var)
    below = replace(landscape, system=system, known=known, choices=rest, limits=(), kept={})
    if var in known:
        return below
    free = [Known(choice.var, 1.0, GIVEN) for choice in rest]
    open_to = make_query(system, var, {**known, **{k.var: k for k in free}}, 0.0)
    return below if open_to.plan.determined else None


def with_equality(landscape: Landscape, equality: Equality) -> EquationSystem:
    """The system with an equality among its relations; kept."""
    if equality.relation is None:
        return landscape.system
    systems: dict[object, EquationSystem] = landscape.system.__dict__.setdefault("_with", {})
    key = equality.relation.equation
    if key not in systems:
        systems[key] = landscape.system.with_relation(equality.relation)
    return systems[key]


def solutions(landscape: Landscape, equality: Equality, var: Var) -> list[tuple[float, bool]]:
    """The values of `var` at which an equality holds, each with whether it was scanned for."""
    query = question(landscape, equality, var)
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


def question(landscape: Landscape, equality: Equality, var: Var) -> Query | None:
    """The engine's question "what is `var` where this equality holds"; None where that does not
    determine it.
    """
    known = dict(landscape.known)
    if equality.known is not None:
        if equality.known.var == var or equality.known.var in known:
            return None
        known[equality.known.var] = equality.known
    system = _alone(equality) if equality.kind == STATIONARY else with_equality(landscape, equality)
    if var not in system.slots:
        return None
    query = make_query(system, var, {v: k for v, k in known.items() if v in system.slots}, 0.0)
    return query if query.plan.determined else None


def answer_to(landscape: Landscape, equality: Equality, var: Var) -> Answer:
    """The engine's whole answer to that question, with its derivation."""
    known = {
        **landscape.known,
        **({} if equality.known is None else {equality.known.var: equality.known}),
    }
    system = _alone(equality) if equality.kind == STATIONARY else with_equality(landscape, equality)
    return ask(system, var, {v: k for v, k in known.items() if v in system.slots and v != var})


def _alone(equality: Equality) -> EquationSystem:
    assert equality.relation is not None
    return EquationSystem([equality.relation])


def stationary_points(landscape: Landscape, spots: Sequence[tuple[float, ...]]) -> list[Equality]:
    """For one free variable: its slope put to zero, in every regime that these points lie in."""
    var = landscape.variables[0]
    found: dict[object, Equality] = {}
    for at in spots:
        formula = landscape.formula_at(at)
        if formula is None or formula in found:
            continue
        slope = _flat_slope(landscape, formula, var)
        if slope is not None:
            found[formula] = slope
    return list(found.values())


def _stationary_along(below: Landscape) -> list[Equality]:
    """Slopes put to zero along an equality, once one free variable is left."""
    if len(below.choices) != 1:
        return []
    choice = below.choices[0]
    return stationary_points(below, [(x,) for x in spread(choice)])


def _flat_slope(landscape: Landscape, formula: object, var: Var) -> Equality | None:
    """The slope by one variable put to zero as an equality; None where it is never zero or no
    relation of its own.
    """
    equation = stationary(formula, var, landscape.known)
    if equation is None:
        return None
    why = (
        f"A per cent more of {var.name} raises one side of {landscape.objective.name} by what it"
        " takes from the other: the derivative is zero."
    )
    try:
        relation = Relation(f"stationary in {var.name}", equation, why)
    except DeriveError:
        return None
    return Equality(
        STATIONARY,
        f"stationary point: the derivative of {landscape.objective.name} by {var.name} is zero",
        relation=relation,
        formula=formula,
    )


def interior(landscape: Landscape, spots: Sequence[tuple[float, ...]]) -> Iterator[CandidatePoint]:
    """For several free variables: the points at which the objective is stationary in each, without
    any limit.
    """
    seen: set[object] = set()
    for at in spots:
        formula = landscape.formula_at(at)
        if formula is None or formula in seen:
            continue
        seen.add(formula)
        slopes = [
            slope
            for var in landscape.variables
            if (slope := _flat_slope(landscape, formula, var)) is not None
        ]
        if len(slopes) < len(landscape.variables):
            continue
        system = EquationSystem([slope.relation for slope in slopes if slope.relation is not None])
        values: dict[Var, float] = {}
        for var in landscape.variables:
            query = make_query(
                system, var, {v: k for v, k in landscape.known.items() if v in system.slots}, 0.0
            )
            number = query.number() if query.plan.determined else None
            if number is not None:
                values[var] = number
        if len(values) == len(landscape.variables):
            yield CandidatePoint(
                values,
                tuple(
                    (replace(e, relation=None), v)
                    for e, v in zip(slopes, landscape.variables, strict=True)
                ),
            )
