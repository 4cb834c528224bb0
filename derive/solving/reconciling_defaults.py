"""Values of defaults and conventions that would remove a conflict."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from derive.equations.var import Var
from derive.program.tolerances import SHARP
from derive.results.known import Known, Origin
from derive.solving.comparison_tolerance import GapWith
from derive.solving.consistency import Knowledge, knowledge, mattering, values_of
from derive.solving.equation_system import EquationSystem
from derive.solving.precedence import precedence
from derive.solving.query import Query, quick_value
from derive.solving.usual_values import held_value, is_one

NEAR_MEND = 0.1  # width of what the values leave of a mend told as one value
_MOST_APART = 10.0  # factor between a convention and what another author may have counted


def reconciling_default(query: Query, behind: Sequence[Var], gap_with: GapWith) -> Known | None:
    """A default or convention with the value at which the gap vanishes; ideal ones come first."""
    for var in sorted(behind, key=preference):
        known = query.in_force[var]
        if known.origin not in (Origin.DEFAULT, Origin.CONVENTION):
            continue
        found = _root(known.value or var.unit.factor, partial(gap_with, var))
        if (
            found is not None
            and var.admits(found)
            and not math.isclose(found, known.value, rel_tol=1e-6)
        ):
            return replace(known, value=found, written="")
    return None


def reconciling_usual(
    system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]
) -> Known | None:
    """The absent feature or convention that alone keeps contradictory values apart, with the value
    that they imply without it.
    """
    free = mattering(system, stated, free)
    return system.compiled.recent(
        "reconciling", (values_of(stated), free), lambda: _usual(system, stated, free)
    )


def _usual(
    system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]
) -> Known | None:
    able = _able(system, stated, free)
    if not able or stays(system, stated, free):
        return None
    for var in sorted(able, key=preference):
        wide, state = _with_features(system, stated, free | {var})
        if not state.contradictory and var in state.system.slots:
            exact = knowledge(system, stated, width=SHARP, free=wide)
            low, high = (state if exact.contradictory else exact).interval(var)
            if math.isclose(low, high, rel_tol=NEAR_MEND) and _is_likely(var, 0.5 * (low + high)):
                return replace(held_value(var), value=0.5 * (low + high), written="")
    return None


def stays(system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]) -> bool:
    """Whether values contradict each other whatever the absent features and conventions are; if
    they do, so do more.
    """

    def found() -> bool:
        able = _able(system, stated, free)
        return _with_features(system, stated, free.union(able))[1].contradictory

    free = mattering(system, stated, free)
    return system.compiled.recent("staying", (values_of(stated), free), found)


def _able(system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]) -> list[Var]:
    """The absent features and conventions behind a contradiction, as far as propagation shows it:
    none where it shows elsewhere.
    """
    found = knowledge(system, stated, free=free)
    if not found.contradictory:
        return []
    held = precedence(system, None, stated).held
    return [v for v in held if v not in free and v in found.causes and not is_one(v)]


def _with_features(
    system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]
) -> tuple[frozenset[Var], Knowledge]:
    """Some variables with the absent features whose values contradict them, and what is known where
    all are free: a share of drafts that is kept needs drafts.
    """
    held = [v for v in precedence(system, None, stated).held if v.absent_feature]
    state = knowledge(system, stated, free=free)
    while state.contradictory:
        more = {v for v in held if v not in free and v in state.causes and not is_one(v)}
        if not more:
            break
        free |= more
        state = knowledge(system, stated, free=free)
    return free, state


def _is_likely(var: Var, value: float) -> bool:
    """Whether a value is one that a convention may well have: not far from it."""
    usual = held_value(var).value
    return var.convention is None or usual / _MOST_APART <= value <= _MOST_APART * usual


def preference(var: Var) -> tuple[object, ...]:
    """Ideal defaults before absent features before conventions, and shares before numbers."""
    number = not var.within.bounded
    return var.convention is not None, not var.ideal, number, var.rank, var.name


def _root(x: float, gap: Callable[[float], float | None]) -> float | None:
    """The value at which a gap vanishes, by secant steps in logarithms from `x`."""
    for _ in range(30):
        here, ahead = gap(x), gap(x * 1.0001)
        if here is None or ahead is None or ahead == here:
            return None
        if abs(here) < 1e-9:
            return x
        x *= math.exp(max(-5.0, min(5.0, -here / (ahead - here) * 1e-4)))
    return None


def reconciling_with_target(query: Query, behind: Sequence[Var], stated: Known) -> Known | None:
    """A default behind the target with the value from which the stated value follows; ideal ones
    come first.
    """
    for var in sorted(behind, key=preference):
        known = query.in_force[var]
        if known.origin != Origin.DEFAULT:
            continue
        others = {v: k for v, k in query.known.items() if v not in (var, query.target)}
        others[query.target] = replace(stated, var=query.target)
        found = quick_value(query.system, var, others)
        if found is not None and var.admits(found):
            return replace(known, value=found, written="")
    return None
