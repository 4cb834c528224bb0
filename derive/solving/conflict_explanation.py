"""Explanation of a conflict: a minimal set of its givens, and two routes to one value."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from derive.display import enumeration
from derive.equations.var import Var, ordered
from derive.program.residual import log_residual
from derive.results.conflict import Conflict, Route
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at
from derive.solving.bound_conflict import bound_conflict
from derive.solving.comparison_tolerance import tolerance_beside
from derive.solving.conflicts import compare_with_given
from derive.solving.consistency import knowledge, mattering
from derive.solving.contradiction import clash_alone, contradiction
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import taken_as_followed
from derive.solving.precedence import precedence
from derive.solving.query import Query
from derive.solving.query_preparation import determined_or_none, route_or_none
from derive.solving.reconciling_defaults import NEAR_MEND, reconciling_usual
from derive.solving.reduction import minimal
from derive.units.display import format_value

Stated = Mapping[Var, Known]
MOST_ROUTED = 10  # givens told by two routes; of more, by a bound


def explained(
    system: EquationSystem, target: Var, stated: Stated, rtol: float, conflict: Conflict
) -> Conflict:
    """The conflict with a minimal set of its givens and two routes; unchanged if there are none."""
    own = {v: known for v, known in stated.items() if v.name in conflict.names}
    numbers = tuple((v, known.value, known.tolerance) for v, known in own.items())
    held = frozenset(precedence(system, None, stated).held)
    whole = system.with_held(held)
    free = mattering(whole, stated, frozenset((target,)))
    if free and (
        free.isdisjoint(taken_as_followed(knowledge(system, own)).causes)
        or contradiction(system, stated, rtol) == conflict
    ):
        free = frozenset()  # explained alike, whatever is asked
    found = system.compiled.once(
        "conflict",
        (numbers, held, conflict, rtol, free),
        lambda: _explained(whole, conflict, own, free, rtol),
    )
    mend = found.mend or reconciling_usual(whole, stated, free)
    return replace(found, mend=mend and _as_asked(system, stated, mend))


def _as_asked(system: EquationSystem, stated: Stated, mend: Known) -> Known:
    """A mend with the value that is told where it is asked for, if it is near: another usual value
    that holds then may leave that one alone.
    """
    query = determined_or_none(system, mend.var, stated)
    value = None if query is None else query.number()
    near = value is not None and math.isclose(value, mend.value, rel_tol=NEAR_MEND)
    return replace(mend, value=value) if value is not None and near else mend


def _explained(
    whole: EquationSystem, conflict: Conflict, stated: Stated, free: frozenset[Var], rtol: float
) -> Conflict:
    system = whole.within(conflict.through)
    routes = _Routes(system, stated, rtol)
    least = _least(routes)
    if not least and conflict.left:  # found on the way to the target, at its ideal defaults
        routes = _Routes(system, stated, rtol, firm=False)
        least = _least(routes)
    if least and len(least) < len(stated) and not clash_alone(whole, least, stated, free):
        least = stated
    meetings = _meetings(routes, conflict, least) if least else ()
    shown = max(meetings, key=lambda meeting: meeting.fitness, default=None)
    if shown is not None:
        found = _with_routes(conflict, shown, least)
    else:
        found = bound_conflict(whole, least or stated, free) or conflict
        few = conflict.smallest and not conflict.left and len(conflict.names) <= MOST_ROUTED
        found = replace(found, smallest=bool(least) or few)
    return replace(found, mend=found.mend or reconciling_usual(whole, least or stated, free))


def _least(routes: _Routes) -> Stated:
    """A smallest set of values of which one differs from what follows from the others; empty if
    there is none, and with intervals, whose middles say nothing of their ends.
    """
    stated = routes.stated
    ranged = any(known.uncertain is not None for known in stated.values())
    if ranged or len(stated) > MOST_ROUTED or not routes.clash(stated):
        return {}
    needed = minimal(ordered(stated)[::-1], routes.clash)
    return {v: known for v, known in stated.items() if v in needed}


def _with_routes(conflict: Conflict, shown: _Meeting, least: Stated) -> Conflict:
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
        mend=(same and conflict.mend) or shown.mend,
        var=shown.var,
        routes=shown.routes,
        tolerance=shown.tolerance,
    )


def _route_text(var: Var, route: Route) -> str:
    if route.answer is None:
        return f"{var.name} given as {route.known[0].text}"
    behind = enumeration(route.names) or "the relations alone"
    return f"{var.name} from {behind} {format_value(route.value, var.unit)}"


@dataclass(frozen=True)
class _Meeting:
    """A variable with two routes that together use all the givens."""

    var: Var
    routes: tuple[Route, Route]
    tolerance: float
    fitness: tuple[int, ...]
    mend: Known | None = None


@dataclass(frozen=True)
class _Routes:
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


def _meetings(routes: _Routes, conflict: Conflict, stated: Stated) -> Iterator[_Meeting]:
    """The variables with two routes: a given, stated and derived, or one with two derivations."""
    system, rtol = routes.system, routes.rtol
    subject = system.relation(conflict.relation).subject if conflict.relation else None
    for var in stated:
        clash = routes.against(var, stated)
        if clash is None:
            continue
        others = {v: known for v, known in stated.items() if v != var}
        answer = answer_at(system, var, others, rtol=rtol)
        if answer.number is not None:
            both = (
                Route((stated[var],), stated[var].value),
                Route(tuple(others.values()), answer.number, answer),
            )
            named = var in (conflict.var, subject)
            preferred = 3 if named else 2 * _is_output(system, var)
            yield _Meeting(
                var,
                both,
                clash.tolerance,
                (preferred, -len(answer.relations), -var.rank),
                clash.mend,
            )
    if subject is not None and subject not in stated:
        yield from _between(system, subject, stated, rtol)


def _is_output(system: EquationSystem, var: Var) -> bool:
    """Whether a relation defines the variable and no catalogue entry gives it."""
    return var in system.defined and var not in system.bundled


def _between(system: EquationSystem, var: Var, stated: Stated, rtol: float) -> Iterator[_Meeting]:
    """Pairs of derived routes to a variable, each without one of the givens of the other."""
    routes: dict[frozenset[Var], tuple[Route, Query]] = {}
    for left_out in stated:
        others = {v: known for v, known in stated.items() if v != left_out}
        query = route_or_none(system, var, others, rtol)
        value = query.number() if query is not None else None
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
            yield _Meeting(var, (one[0], other[0]), allowed, (1, -len(first & second)))
