"""Boundaries of regimes, constraints and answers, and the distance of each known value to them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import sympy

from derive.algebra.regimes import Guard
from derive.analysis.sensitivity.active_branch import chosen
from derive.analysis.sensitivity.crossings import Gaps, crossed
from derive.analysis.sensitivity.perturbed import perturbed
from derive.equations.constraint import Constraint
from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.program.residual import log_residual
from derive.results.known import Known, Origin
from derive.results.sensitivity import Boundary, BoundaryKind, Crossing
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query


@dataclass(frozen=True)
class _Edge:
    kind: BoundaryKind
    name: str
    guard: Guard
    variables: tuple[Var, ...]

    def sides(self, query: Query, candidate: CandidateSolution) -> tuple[float, float] | None:
        """The values of both sides; None where one has none."""
        values = query.filled(candidate, self.variables)
        if values is None:
            return None
        try:
            larger, smaller = self.guard.larger, self.guard.smaller
            return query.value_of(larger, values), query.value_of(smaller, values)
        except (ArithmeticError, TypeError, ValueError):
            return None

    def gap(self, query: Query, candidate: CandidateSolution) -> float | None:
        """The margin before it fails; None where a side has no value."""
        both = self.sides(query, candidate)
        return None if both is None else log_residual(*both)

    def boundary(self, both: tuple[float, float], crossings: list[Crossing]) -> Boundary:
        """The boundary with the values of its sides here."""
        headroom = both[0] / both[1] if min(both) > 0.0 else None
        return Boundary(
            self.kind,
            self.name,
            self.guard.larger,
            self.guard.smaller,
            log_residual(*both),
            headroom,
            _ranked(crossings),
        )


def boundaries(
    query: Query, candidate: CandidateSolution, checked: Iterable[str] = (), only: Var | None = None
) -> tuple[Boundary, ...]:
    """Every boundary around a solution, nearest first: guards on its path, the `checked`
    constraints, the end of the answer; with `only`, where this one known value meets them.

    Conventions and exact zeros stay fixed. Crossings are found by solving anew, on a grid from
    1e-11 to 1e11 times the value and then to 13 digits; a boundary that is crossed twice between
    two points of the grid may be missed.
    """
    query = query.with_all_defaults
    edges = [*_of_regimes(query, candidate), *_of_constraints(query, set(checked))]
    values = [edge.sides(query, candidate) for edge in edges]
    here = tuple(None if sides is None else log_residual(*sides) for sides in values)
    found: list[list[Crossing]] = [[] for _ in edges]
    ends: list[Crossing] = []
    support = [_support(query, edge.variables) for edge in edges]
    moving = _movable(query, _support(query, [query.target]).union(*support))
    for known in moving if only is None else [each for each in moving if each.var == only]:
        met, end = crossed(partial(_gaps, query, candidate, edges, known), here, known)
        for k, x in enumerate(met):
            if known.var in support[k]:
                found[k].append(_crossing(known, x))
        if end is not None:
            ends.append(_crossing(known, end))
    made = [
        edge.boundary(sides, crossings)
        for edge, sides, crossings in zip(edges, values, found, strict=True)
        if sides is not None
    ]
    if ends:
        name = f"{query.target.name} has a single value"
        made.append(Boundary(BoundaryKind.REACH, name, crossings=_ranked(ends)))
    return tuple(sorted(made, key=lambda boundary: boundary.distance))


def _of_regimes(query: Query, candidate: CandidateSolution) -> list[_Edge]:
    """The guards of the branches on the path, and of the active parts of every extremum."""
    guards: list[Guard] = []
    for _, branch in candidate.path:
        guards.extend(branch.guards)
        for side in (branch.formula,) if branch.formula is not None else branch.equation or ():
            for node in regime_nodes(side):
                guards.extend(chosen(node, query.system.slots, candidate.values)[1])
    return [
        _Edge(BoundaryKind.REGIME, guard.text, guard, _variables(guard))
        for guard in dict.fromkeys(guards)
    ]


def _of_constraints(query: Query, checked: set[str]) -> list[_Edge]:
    return [
        _Edge(BoundaryKind.CONSTRAINT, c.name, guard, _variables(guard))
        for c in query.system.constraints
        if c.name in checked
        for guard in [_as_guard(c)]
    ]


def _as_guard(constraint: Constraint) -> Guard:
    left, right = constraint.inequality.lhs, constraint.inequality.rhs
    return (
        Guard(right, left)
        if isinstance(constraint.inequality, (sympy.Le, sympy.Lt))
        else Guard(left, right)
    )


def _variables(guard: Guard) -> tuple[Var, ...]:
    return tuple(
        sorted(
            guard.larger.free_symbols | guard.smaller.free_symbols, key=lambda v: (v.rank, v.name)
        )
    )


def _support(query: Query, variables: Iterable[Var]) -> frozenset[Var]:
    """The known values that these variables depend on."""
    slots, support = query.system.slots, query.support
    numbers = [slots[v] for v in variables if v in slots]
    members = {
        j for i, _ in query.closure.support(numbers) for j in query.system.structure.of_relation[i]
    } | set(numbers)
    return frozenset(v for j in members for v in support.get(j, ()))


def _movable(query: Query, support: frozenset[Var]) -> list[Known]:
    """The known values that one may choose or measure, in nomenclature order."""
    moving = [
        known
        for known in (query.in_force[v] for v in support)
        if known.origin not in (Origin.CONVENTION, Origin.COMPUTED) and known.value != 0.0
    ]
    return sorted(moving, key=lambda known: (known.var.rank, known.var.name))


def _gaps(
    query: Query, candidate: CandidateSolution, edges: list[_Edge], known: Known, x: float
) -> Gaps | None:
    """The gap of every edge with the known value multiplied by exp(x)."""
    there = perturbed(query, candidate, known.var, known.value * math.exp(x))
    return None if there is None else tuple(edge.gap(*there) for edge in edges)


def _crossing(known: Known, x: float | None) -> Crossing:
    return Crossing(known) if x is None else Crossing(known, math.exp(x), known.value * math.exp(x))


def _ranked(crossings: list[Crossing]) -> tuple[Crossing, ...]:
    return tuple(
        sorted(
            crossings,
            key=lambda crossing: (
                crossing.distance,
                crossing.known.var.rank,
                crossing.known.var.name,
            ),
        )
    )
