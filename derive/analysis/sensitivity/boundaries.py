"""Boundaries: where a regime flips, a constraint is just met or an answer ceases, and how far each
known value is from there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import sympy

from derive.algebra.regimes import Guard
from derive.analysis.sensitivity.active_branch import chosen, sides
from derive.analysis.sensitivity.crossings import Gaps, crossed
from derive.analysis.sensitivity.perturbed import perturbed
from derive.equations.constraint import Constraint
from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.program.roots import log_residual
from derive.results.known import Known, Origin
from derive.results.sensitivity import CONSTRAINT, REACH, REGIME, Boundary, Crossing
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query


@dataclass(frozen=True)
class _Edge:
    kind: str
    name: str
    guard: Guard
    variables: tuple[Var, ...]

    def sides(self, query: Query, candidate: CandidateSolution) -> tuple[float, float] | None:
        """What both sides are worth; None where it cannot be told."""
        values = query.filled(candidate, self.variables)
        try:
            return None if values is None else sides(self.guard, query.system.slots, values)
        except (ArithmeticError, TypeError, ValueError):
            return None

    def gap(self, query: Query, candidate: CandidateSolution) -> float | None:
        """How far from failing; None where it cannot be told."""
        both = self.sides(query, candidate)
        return None if both is None else log_residual(*both)

    def boundary(self, both: tuple[float, float], crossings: list[Crossing]) -> Boundary:
        """The boundary with what its sides are worth here."""
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
    query: Query, candidate: CandidateSolution, judged: Iterable[str] = ()
) -> tuple[Boundary, ...]:
    """Every boundary around a world, nearest first: guards on its path, the constraints `judged` by
    name, the end of what can be answered.

    Conventions are not moved, nor are exact zeros. Crossings are found by solving anew, on a grid
    from 1e-11 to 1e11 times the value and then to 13 digits; a boundary that is crossed twice
    between two points of the grid may be missed.
    """
    asked = query.with_all_defaults
    edges = [*_of_regimes(asked, candidate), *_of_constraints(asked, set(judged))]
    worth = [edge.sides(asked, candidate) for edge in edges]
    here = tuple(None if both is None else log_residual(*both) for both in worth)
    found: list[list[Crossing]] = [[] for _ in edges]
    ends: list[Crossing] = []
    behind = [_behind(asked, edge.variables) for edge in edges]
    for known in _movable(asked, _behind(asked, [asked.target]).union(*behind)):
        met, end = crossed(partial(_gaps, asked, candidate, edges, known), here, known)
        for k, x in enumerate(met):
            if known.var in behind[k]:
                found[k].append(_crossing(known, x))
        if end is not None:
            ends.append(_crossing(known, end))
    made = [
        edge.boundary(both, crossings)
        for edge, both, crossings in zip(edges, worth, found, strict=True)
        if both is not None
    ]
    if ends:
        made.append(
            Boundary(REACH, f"{asked.target.name} has a single value", crossings=_ranked(ends))
        )
    return tuple(sorted(made, key=lambda boundary: boundary.distance))


def _of_regimes(query: Query, candidate: CandidateSolution) -> list[_Edge]:
    """The guards of the branches taken, and what won against what in every extremum evaluated."""
    guards: list[Guard] = []
    for _, branch in candidate.path:
        guards.extend(branch.guards)
        for side in (branch.formula,) if branch.formula is not None else branch.equation or ():
            for node in regime_nodes(side):
                guards.extend(chosen(node, query.system.slots, candidate.values)[1])
    return [_Edge(REGIME, guard.text, guard, _variables(guard)) for guard in dict.fromkeys(guards)]


def _of_constraints(query: Query, judged: set[str]) -> list[_Edge]:
    return [
        _Edge(CONSTRAINT, c.name, guard, _variables(guard))
        for c in query.system.constraints
        if c.name in judged
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


def _behind(query: Query, wanted: Iterable[Var]) -> frozenset[Var]:
    """The known values that these variables follow from."""
    slots, support = query.system.slots, query.support
    numbers = [slots[v] for v in wanted if v in slots]
    members = {
        j for i, _ in query.closure.support(numbers) for j in query.system.structure.of_relation[i]
    } | set(numbers)
    return frozenset(v for j in members for v in support.get(j, ()))


def _movable(query: Query, behind: frozenset[Var]) -> list[Known]:
    """Those that one may choose or measure, in nomenclature order."""
    moving = [
        known
        for known in (query.in_force[v] for v in behind)
        if known.origin not in (Origin.CONVENTION, Origin.COMPUTED) and known.value != 0.0
    ]
    return sorted(moving, key=lambda known: (known.var.rank, known.var.name))


def _gaps(
    query: Query, candidate: CandidateSolution, edges: list[_Edge], known: Known, x: float
) -> Gaps | None:
    """Every edge's gap with the known value moved by a factor of which x is the logarithm."""
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
