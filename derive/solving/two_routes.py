"""Two routes to one value that show a conflict: stated and derived, or derived in two ways."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from operator import itemgetter

from derive.equations.var import Var
from derive.program.residual import log_residual
from derive.results.conflict import Conflict, Route
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at
from derive.solving.comparison_tolerance import tolerance_beside
from derive.solving.conflicts import compare_with_given
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query
from derive.solving.query_preparation import route_or_none

Stated = Mapping[Var, Known]


@dataclass(frozen=True)
class Meeting:
    """A variable with two routes that together use all the givens."""

    var: Var
    routes: tuple[Route, Route]
    tolerance: float
    mend: Known | None = None


@dataclass(frozen=True)
class Routes:
    """Routes to each of some values from others of them, each followed once."""

    system: EquationSystem
    stated: Stated
    rtol: float
    firm: bool = True
    _kept: dict[tuple[Var, frozenset[Var]], Conflict | None] = field(default_factory=dict)

    def clash(self, some: Collection[Var]) -> bool:
        """Whether one of these values differs from every one that follows from the others."""
        return any(self.against(v, some) is not None for v in self.stated if v in some)

    def against(self, var: Var, some: Collection[Var]) -> Conflict | None:
        """The conflict of a value with what follows from the others of these, if there is one."""
        behind = frozenset(some) - {var}
        if (var, behind) not in self._kept:
            self._kept[var, behind] = self._found(var, behind)
        return self._kept[var, behind]

    def _found(self, var: Var, behind: frozenset[Var]) -> Conflict | None:
        others = {v: known for v, known in self.stated.items() if v in behind}
        query = route_or_none(self.system, var, others, self.rtol)
        if query is None or (self.firm and _yields(query)):
            return None
        candidates = query.solutions.candidates
        values = [c.values[self.system.slots[var]] for c in candidates]
        if (
            not values
            or any(c.interval is not None or c.conditions for c in candidates)
            or any(value is None for value in values)
        ):
            return None
        stated = self.stated[var]
        nearest = min(values, key=lambda value: abs(log_residual(stated.value, value)))
        found = compare_with_given(query, stated, nearest)
        return None if found is None or found.implied or found.tied else found


def _yields(query: Query) -> bool:
    """Whether an ideal default, which may yield to the givens, acts on the target."""
    ideal = [
        v for v in (query.system.structure.variables[j] for j in query.plan.assumed) if v.ideal
    ]
    value = query.number() if ideal else None
    return value is not None and any(
        moved is None or not math.isclose(moved, value, rel_tol=1e-9)
        for moved in (query.with_value(v, 0.9 * query.in_force[v].value).number() for v in ideal)
    )


def meeting(routes: Routes, conflict: Conflict, stated: Stated) -> Meeting | None:
    """The variable with two routes that shows a conflict best: a given, stated and derived, that
    the conflict names or that a relation defines, else one with two derivations, else any given.
    """
    system, rtol = routes.system, routes.rtol
    subject = system.relation(conflict.relation).subject if conflict.relation else None
    named = [v for v in stated if v in (conflict.var, subject)]
    outputs = [v for v in stated if v not in named and _is_output(system, v)]
    for some in (named, outputs):
        if (found := _stated_and_derived(routes, stated, some)) is not None:
            return found
    if subject is not None and subject not in stated:
        found = _between(system, subject, stated, rtol)
        if found is not None:
            return found
    rest = [v for v in stated if v not in (*named, *outputs)]
    return _stated_and_derived(routes, stated, rest)


def _stated_and_derived(routes: Routes, stated: Stated, some: Collection[Var]) -> Meeting | None:
    """The given among some that clashes with what follows from the others by fewest relations."""
    found: list[tuple[tuple[int, int], Meeting]] = []
    for var in some:
        clash = routes.against(var, stated)
        if clash is None:
            continue
        others = {v: known for v, known in stated.items() if v != var}
        answer = answer_at(routes.system, var, others, rtol=routes.rtol)
        if answer.number is not None:
            derived = Route(tuple(others.values()), answer.number, answer)
            both = Route((stated[var],), stated[var].value), derived
            meeting = Meeting(var, both, clash.tolerance, clash.mend)
            found.append(((-len(answer.relations), -var.rank), meeting))
    return max(found, key=itemgetter(0), default=(None, None))[1]


def _is_output(system: EquationSystem, var: Var) -> bool:
    """Whether a relation defines the variable and no catalogue entry gives it."""
    return var in system.defined and var not in system.bundled


def _between(system: EquationSystem, var: Var, stated: Stated, rtol: float) -> Meeting | None:
    """The two derived routes to a variable, each without one of the givens of the other, that share
    fewest.
    """
    routes: dict[frozenset[Var], tuple[float, Query]] = {}
    for left_out in stated:
        others = {v: known for v, known in stated.items() if v != left_out}
        query = route_or_none(system, var, others, rtol)
        value = query.number() if query is not None else None
        if query is not None and value is not None:
            used = query.support.get(system.slots[var], ())
            routes.setdefault(frozenset(v for v in others if v in used), (value, query))
    pairs = (
        (first, second)
        for first, second in combinations(routes, 2)
        if first | second == set(stated) and routes[first][0] != routes[second][0]
    )
    both = min(pairs, key=lambda pair: len(pair[0] & pair[1]), default=None)
    if both is None:
        return None
    (one, by_one), (other, by_other) = (routes[used] for used in both)
    known = Known(var, one, Origin.GIVEN, 0.0)
    allowed = (
        tolerance_beside(by_other, known, other)
        + tolerance_beside(by_one, replace(known, value=other), one)
        - rtol
    )

    def route(used: Collection[Var]) -> Route:
        behind = {v: known for v, known in stated.items() if v in used}
        answer = answer_at(system, var, behind, rtol=rtol)
        return Route(tuple(behind.values()), routes[frozenset(used)][0], answer)

    return Meeting(var, (route(both[0]), route(both[1])), allowed)
