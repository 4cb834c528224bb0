"""Conflicts with a bound: a given beyond what the others allow, or a variable that they put outside
its range.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive.display import enumeration
from derive.equations.var import Var, ordered
from derive.program.tolerances import MOST_NEAREST, MOST_PROVING, REACH, SHARP
from derive.results.bound import BoundKind
from derive.results.conflict import Conflict, Route
from derive.results.known import Known
from derive.solving.amounts import range_text
from derive.solving.answer import answer_at
from derive.solving.beginning import is_limited
from derive.solving.consistency import End, Knowledge, knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.query_preparation import route_or_none
from derive.solving.value_search import SearchWork, ValueSearch
from derive.solving.value_sets import last_admitted, stretches
from derive.units.display import format_value

Stated = Mapping[Var, Known]
MOST_BOUNDED = 16  # givens for each of which a bound is looked for that the others imply
FEW_BOUNDED = 4  # the same of a larger set, of whose values each takes longer to try
_DOUBLINGS = 12  # of the logarithm of a factor, from 1 % to 2 to the power of 32
_POINT = 1e-3  # relative width of an interval that counts as one value
_ENDS: dict[BoundKind, End] = {BoundKind.AT_LEAST: "low", BoundKind.AT_MOST: "high"}


def bound_conflict(
    system: EquationSystem, stated: Stated, free: frozenset[Var] = frozenset()
) -> Conflict | None:
    """The conflict of a smallest contradictory set in which some values only bound the others: a
    variable outside its range, else the given that most follows from the others, among the first of
    a set too large to be a smallest one.
    """
    beyond = _outside(system, stated, free)
    if beyond is not None:
        return beyond
    most = MOST_BOUNDED if len(stated) <= MOST_BOUNDED else FEW_BOUNDED
    able = _outputs_first(system, stated)[:most]
    found = (_against(system, stated, var, free) for var in able)
    return next((conflict for conflict in found if conflict is not None), None)


def _outputs_first(system: EquationSystem, stated: Stated) -> list[Var]:
    """The stated variables, those that relations define first, the latest before the others."""

    def place(var: Var) -> tuple[bool, int, str]:
        return var not in system.defined or var in system.bundled, -var.rank, var.name

    return sorted(stated, key=place)


def _against(
    system: EquationSystem, stated: Stated, var: Var, free: frozenset[Var]
) -> Conflict | None:
    """The conflict of one given with what the others imply of it; None if they imply nothing."""
    others = {v: known for v, known in stated.items() if v != var}
    state = knowledge(system, others, width=SHARP, free=free)
    if state.contradictory or var not in state.system.slots:
        return None
    given, (low, high) = stated[var], state.interval(var)
    bound = low if given.value < low else high if given.value > high else None
    if bound and abs(bound) < REACH * abs(given.value):  # none if it is as wide as the givens
        wider = knowledge(system, others, width=2.0 * SHARP, free=free).interval(var)
        bound = bound if any(math.isclose(bound, end, rel_tol=0.1) for end in wider) else 0.0
    if bound is None:  # within what one pass tells, which is not all
        bound = bound_beside(state.fixing(var), var, given.value)
    if bound is None or bound == given.value:
        return None
    kind = BoundKind.AT_LEAST if given.value < bound else BoundKind.AT_MOST
    relations, start = _chain(state, var, kind)
    query = route_or_none(system, start, others)
    able = query is not None and _is_at(query.number(), bound)  # else no answer need be made
    derived = answer_at(system, start, others) if able else None
    reaches = derived is not None and _is_at(derived.number, bound)
    known = tuple(others[v] for v in ordered(others))
    route = Route(known, bound, derived if reaches else None, kind, relations)
    shown = format_value(bound, var.unit)
    return Conflict(
        tuple(v.name for v in (var, *ordered(others))),
        next(iter(state.relations(var, _ENDS[kind])), ""),
        f"{var.name} given as {given.text}",
        f"{var.name} from {enumeration([v.name for v in ordered(others)])} {kind} {shown}",
        given.value / bound if bound else math.inf,
        var=var,
        routes=(Route((given,), given.value), route),
        tolerance=given.tolerance,
    )


def _is_at(value: float | None, bound: float) -> bool:
    return value is not None and math.isclose(value, bound, rel_tol=1e-6)


def bound_beside(state: Knowledge, var: Var, value: float) -> float | None:
    """The bound, of the same sign, that a refused value is beyond; None for a value that is
    admitted, and where a search of bounded work finds none.
    """
    search = ValueSearch(state, var, SearchWork(MOST_NEAREST))
    if search.admits(value):
        return None
    steps = (2.0**power / 64.0 for power in range(_DOUBLINGS))
    tried = (2.0**sign * value for step in steps for sign in (-step, step) if value)
    nearest = next(filter(search.admits, tried), value)
    if nearest == value or not _refuted(state, var, value, nearest):
        return None
    bound = last_admitted(search, nearest, value)[0]
    short = bound - math.copysign(REACH * bound, nearest - value)
    return bound if _refuted(state, var, short, nearest) else None


def _refuted(state: Knowledge, var: Var, value: float, admitted: float) -> bool:
    """Whether no value is admitted from this one on, away from the one that is."""
    low, high = state.interval(var)
    search = ValueSearch(state, var, SearchWork(MOST_PROVING))
    beyond = stretches(search, (low, value) if value < admitted else (value, high))
    return not (beyond.intervals or beyond.untried)


def _chain(state: Knowledge, var: Var, kind: BoundKind) -> tuple[tuple[str, ...], Var]:
    """The relations that carry a bound to a variable, and the variable of its kind it starts at."""
    system, end = state.system, _ENDS[kind]
    relations: list[str] = []
    passed = [var]
    while True:
        current = passed[-1]
        around = (system.relations[i] for i in system.structure.of_variable[system.slots[current]])
        ways = (
            (relation.name, v)
            for relation in around
            for v in relation.variables
            if v not in passed
            and relation.name not in relations
            and relation.name not in state.relations(v, end)  # no consequence of the bound
            and v.unit.dimension == current.unit.dimension
            and math.isclose(state.end(v, end), state.end(current, end), rel_tol=1e-6)
        )
        name, further = next(ways, ("", None))
        if further is None:
            return tuple(reversed(relations)), current
        relations.append(name)
        passed.append(further)


def _is_point(interval: tuple[float, float]) -> bool:
    return math.isclose(*interval, rel_tol=_POINT) and math.isfinite(interval[0])


def _outside(system: EquationSystem, stated: Stated, free: frozenset[Var]) -> Conflict | None:
    """The conflict of the givens with the range of a variable that they determine."""
    limited = frozenset(v for v in system.variables if is_limited(v) and v not in stated)
    emptied = knowledge(system, stated, free=free).emptied
    alone = frozenset(v for v in (emptied,) if v is not None and v not in stated)
    for unlimited in (limited, alone):
        state = knowledge(system, stated, width=SHARP, free=free, unlimited=unlimited)
        if state.contradictory:
            continue
        for var in ordered(unlimited & state.system.slots.keys()):
            low, high = state.interval(var)
            if _is_point((low, high)) and not (var.admits(low) or var.admits(high)):
                return _beyond(var, low, stated, state)
    return None


def _beyond(var: Var, value: float, stated: Stated, state: Knowledge) -> Conflict:
    low, high, *_ = var.bounds
    end = low if value <= low else high
    names = tuple(v.name for v in ordered(stated))
    relations = state.relations(var, "low")
    return Conflict(
        names,
        relations[-1] if relations else "",
        f"{var.name} from {enumeration(names)} {format_value(value, var.unit)}",
        f"its range is {range_text(var).strip('()')}",
        value / end if end else math.inf,
        var=var,
    )
