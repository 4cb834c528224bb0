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
from derive.solving.consistency import knowledge, mattering, values_of
from derive.solving.equation_system import EquationSystem
from derive.solving.precedence import precedence
from derive.solving.query import Query, quick_value
from derive.solving.usual_values import held_value


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


def reconciling_absence(
    system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]
) -> Known | None:
    """The absent feature whose presence alone would reconcile contradictory values, with the value
    that they then imply.
    """
    free = mattering(system, stated, free)
    return system.compiled.recent(
        "absence", (values_of(stated), free), lambda: _absence(system, stated, free)
    )


def _absence(
    system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]
) -> Known | None:
    found = knowledge(system, stated, free=free)
    if not found.contradictory:
        return None  # the contradiction shows elsewhere, so that no value of a feature would tell
    held = precedence(system, None, stated).held
    absent = [v for v in held if v.convention is None and v not in free and v in found.causes]
    if knowledge(system, stated, free=free.union(absent)).contradictory:
        return None  # whatever is present
    for var in absent:
        wide = free | {var}
        state = knowledge(system, stated, free=wide)
        if not state.contradictory and var in state.system.slots:
            exact = knowledge(system, stated, width=SHARP, free=wide)
            low, high = (state if exact.contradictory else exact).interval(var)
            if math.isclose(low, high, rel_tol=0.1):
                return replace(held_value(var), value=0.5 * (low + high), written="")
    return None


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
