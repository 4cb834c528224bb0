"""Explanation of a conflict: a minimal set of its givens, and two routes to one value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from derive.equations.var import Var, ordered
from derive.program.roots import log_residual
from derive.results.conflict import Conflict, Route
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at
from derive.solving.comparison_tolerance import tolerance_beside
from derive.solving.conflicts import compare_with_given
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query
from derive.solving.query_preparation import query_or_none
from derive.units.display import format_value

Stated = Mapping[Var, Known]


def explained(system: EquationSystem, conflict: Conflict, stated: Stated, rtol: float) -> Conflict:
    """The conflict with a minimal set of its givens and two routes; unchanged if there are none."""
    own = {v: known for v, known in stated.items() if v.name in conflict.names}
    numbers = tuple((v, known.value, known.tolerance) for v, known in own.items())
    return system.compiled.once(
        "conflict",
        (numbers, conflict.relation, rtol),
        lambda: _explained(system, conflict, own, rtol),
    )


def _explained(whole: EquationSystem, conflict: Conflict, stated: Stated, rtol: float) -> Conflict:
    system = whole.within(conflict.through)
    if not _clash(system, stated, rtol):
        return conflict
    least = dict(stated)
    for var in reversed(ordered(stated)):
        fewer = {v: known for v, known in least.items() if v != var}
        if _clash(system, fewer, rtol):
            least = fewer
    shown = max(
        _meetings(system, conflict, least, rtol), key=lambda meeting: meeting.fitness, default=None
    )
    if shown is None:
        return conflict
    first, second = shown.routes
    same = set(conflict.names) == {v.name for v in least}
    return replace(
        conflict,
        names=tuple(v.name for v in sorted(least, key=lambda v: (v != shown.var, v.rank, v.name))),
        relation=(
            conflict.relation if same or second.answer is None else second.answer.relations[-1].name
        ),
        left=_route_text(shown.var, first),
        right=_route_text(shown.var, second),
        factor=first.value / second.value if second.value else math.inf,
        unless=conflict.unless if same else "",
        var=shown.var,
        routes=shown.routes,
        tolerance=shown.tolerance,
    )


def _route_text(var: Var, route: Route) -> str:
    if route.answer is None:
        return f"{var.name} given as {route.known[0].text}"
    behind = " and ".join(part for part in (", ".join(route.names[:-1]), *route.names[-1:]) if part)
    return (
        f"{var.name} from {behind or 'the relations alone'} {format_value(route.value, var.unit)}"
    )


@dataclass(frozen=True)
class _Meeting:
    """A variable with two routes that together use all the givens."""

    var: Var
    routes: tuple[Route, Route]
    tolerance: float
    fitness: tuple[int, ...]


def _clash(system: EquationSystem, stated: Stated, rtol: float) -> bool:
    """Whether a value differs from every one that follows from the others."""
    return any(_against(system, var, stated, rtol) is not None for var in stated)


def _against(
    system: EquationSystem, var: Var, stated: Stated, rtol: float
) -> tuple[Query, float] | None:
    """The query for `var` from the other values, and its nearest value, if it is in conflict."""
    query = query_or_none(system, var, {v: known for v, known in stated.items() if v != var}, rtol)
    if query is None or not query.plan.determined:
        return None
    candidates = query.solutions.candidates
    values = [candidate.values[system.slots[var]] for candidate in candidates]
    if (
        not values
        or any(candidate.interval is not None or candidate.conditions for candidate in candidates)
        or any(value is None for value in values)
    ):
        return None
    nearest = min(values, key=lambda value: abs(log_residual(stated[var].value, value)))
    return (query, nearest) if compare_with_given(query, stated[var], nearest) is not None else None


def _meetings(
    system: EquationSystem, conflict: Conflict, stated: Stated, rtol: float
) -> Iterator[_Meeting]:
    """The variables with two routes: a given, stated and derived, or one with two derivations."""
    subject = system.relation(conflict.relation).subject if conflict.relation else None
    for var in stated:
        found = _against(system, var, stated, rtol)
        if found is None:
            continue
        query, value = found
        others = {v: known for v, known in stated.items() if v != var}
        answer = answer_at(system, var, others, rtol=rtol)
        if answer.number is not None:
            routes = (
                Route((stated[var],), stated[var].value),
                Route(tuple(others.values()), answer.number, answer),
            )
            preferred = var == conflict.var or var == subject
            yield _Meeting(
                var,
                routes,
                tolerance_beside(query, stated[var], value),
                (int(preferred), 0, -len(answer.relations), -var.rank),
            )
    if subject is not None and subject not in stated:
        yield from _between(system, subject, stated, rtol)


def _between(system: EquationSystem, var: Var, stated: Stated, rtol: float) -> Iterator[_Meeting]:
    """Pairs of derived routes to a variable, each without one of the givens of the other."""
    routes: dict[frozenset[Var], tuple[Route, Query]] = {}
    for left_out in stated:
        others = {v: known for v, known in stated.items() if v != left_out}
        query = query_or_none(system, var, others, rtol)
        value = query.number() if query is not None and query.plan.determined else None
        if query is not None and value is not None:
            used = {
                v: known
                for v, known in others.items()
                if v in query.support.get(system.slots[var], ())
            }
            if frozenset(used) not in routes:
                routes[frozenset(used)] = (
                    Route(tuple(used.values()), value, answer_at(system, var, used, rtol=rtol)),
                    query,
                )
    for (first, one), (second, other) in combinations(routes.items(), 2):
        if first | second == set(stated) and one[0].value != other[0].value:
            known = Known(var, one[0].value, Origin.GIVEN, 0.0)
            allowed = (
                tolerance_beside(other[1], known, other[0].value)
                + tolerance_beside(one[1], replace(known, value=other[0].value), one[0].value)
                - rtol
            )
            yield _Meeting(
                var, (one[0], other[0]), allowed, (1, -len(first & second), 0, -var.rank)
            )
