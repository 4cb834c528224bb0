"""Values of defaults and conventions that would remove a conflict."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from derive.equations.range import Range
from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.solving.comparison_tolerance import GapWith
from derive.solving.query import Query, quick_value
from derive.units.display import format_number, format_value


def reconciling_default(query: Query, behind: Sequence[Var], gap_with: GapWith) -> str:
    """The value of a default or convention at which the gap vanishes; ideal defaults come first."""
    for var in sorted(
        behind,
        key=lambda v: (query.in_force[v].origin == Origin.CONVENTION, not v.ideal, v.rank, v.name),
    ):
        known = query.in_force[var]
        if known.origin not in (Origin.DEFAULT, Origin.CONVENTION):
            continue
        found = _root(query.in_force[var].value, partial(gap_with, var))
        if (
            found is not None
            and var.admits(found)
            and not math.isclose(found, known.value, rel_tol=1e-6)
        ):
            return _assignment(var, found, known.origin)
    return ""


def _assignment(var: Var, value: float, origin: str) -> str:
    number = (
        f"{format_number(100 * value, 2)} %"
        if var.within is Range.FRACTION
        else format_value(value, var.unit)
    )
    return f"{var.name} is {number}" + (
        " against convention" if origin == Origin.CONVENTION else ""
    )


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


def reconciling_with_target(query: Query, behind: Sequence[Var], stated: Known) -> str:
    """The value that a default behind the target would need for the stated value to follow."""
    for var in sorted(behind, key=lambda v: v.within is not Range.FRACTION):
        known = query.in_force[var]
        if known.origin != Origin.DEFAULT:
            continue
        others = {v: k for v, k in query.known.items() if v not in (var, query.target)}
        others[query.target] = replace(stated, var=query.target)
        found = quick_value(query.system, var, others)
        if found is not None and var.admits(found):
            return _assignment(var, found, known.origin)
    return ""
