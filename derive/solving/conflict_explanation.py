"""Explanation of a conflict: a minimal set of its givens, and two routes to one value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from derive.display import enumeration
from derive.equations.var import Var, ordered
from derive.results.conflict import Conflict, Route
from derive.results.known import Known
from derive.solving.bound_conflict import bound_conflict
from derive.solving.consistency import knowledge, mattering
from derive.solving.contradiction import clash_alone, contradiction
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import taken_as_followed
from derive.solving.precedence import precedence
from derive.solving.query_preparation import determined_or_none
from derive.solving.reconciling_defaults import NEAR_MEND, reconciling_usual, stays
from derive.solving.reduction import minimal
from derive.solving.two_routes import Meeting, Routes, meeting
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
    least = {v: known for v, known in own.items() if v.name in found.names}
    mend = found.mend
    if mend is None and not stays(whole, least, free):
        mend = reconciling_usual(whole, stated, free)
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
    routes = Routes(system, stated, rtol)
    least = _least(routes)
    if not least and conflict.left:  # found on the way to the target, at its ideal defaults
        routes = Routes(system, stated, rtol, firm=False)
        least = _least(routes)
    if least and len(least) < len(stated) and not clash_alone(whole, least, stated, free):
        least = stated
    shown = meeting(routes, conflict, least) if least else None
    if shown is not None:
        found = _with_routes(conflict, shown, least)
    else:
        found = bound_conflict(whole, least or stated, free) or conflict
        few = conflict.smallest and not conflict.left and len(conflict.names) <= MOST_ROUTED
        found = replace(found, smallest=bool(least) or few)
    return replace(found, mend=found.mend or reconciling_usual(whole, least or stated, free))


def _least(routes: Routes) -> Stated:
    """A smallest set of values of which one differs from what follows from the others; empty if
    there is none, and with intervals, whose middles say nothing of their ends.
    """
    stated = routes.stated
    ranged = any(known.uncertain is not None for known in stated.values())
    if ranged or len(stated) > MOST_ROUTED or not routes.clash(stated):
        return {}
    needed = minimal(ordered(stated)[::-1], routes.clash)
    return {v: known for v, known in stated.items() if v in needed}


def _with_routes(conflict: Conflict, shown: Meeting, least: Stated) -> Conflict:
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
