"""Bounds: the nearest reachable value of a given that cannot be met, and the inputs behind it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from derive.equations.var import Var, ordered
from derive.program.grid import grid
from derive.program.roots import GOLDEN
from derive.program.tolerances import NOISE
from derive.results.bound import Bound, BoundKind
from derive.results.known import Origin
from derive.solving.amounts import range_text
from derive.solving.discontinuities import gap_around
from derive.solving.forward_function import Forward, forward
from derive.solving.query import Query, computed, quick_value
from derive.units.display import format_value


def beyond_range(var: Var, value: float) -> str:
    """The remark on a value (base units) outside the range of its variable."""
    shown = format_value(value, var.unit)
    return f"the givens ask for {var.name} = {shown}, outside its range {range_text(var)}"


def find_bound(query: Query) -> Bound | None:
    """The nearest reachable value of the given that cannot be met; None if it cannot be found."""
    failure = query.solutions.failure
    if failure is None:
        return None
    found = forward(query, failure.before)
    if found is None:
        return _own_range(query)
    var, function = found
    unknown = query.system.structure.variables[failure.block.block.solves]
    values = _values(function, unknown)
    points, reached = list(values), [(y, x) for x, y in values.items() if not math.isnan(y)]
    if not reached:
        return None
    wanted = (
        query.in_force[var].value
        if var in query.in_force
        else failure.before.values[query.system.slots[var]]
    )
    (least, _), (most, _) = min(reached), max(reached)
    if least <= wanted <= most:
        return _stepped_over(query, found, unknown, points)
    value, kind = (least, BoundKind.AT_LEAST) if least > wanted else (most, BoundKind.AT_MOST)
    return _as_given(query, _bound(query, found, unknown, points, value, kind), wanted)


def _values(function: Forward, unknown: Var) -> dict[float, float]:
    """The function at points over the range of the unknown, and at those between them at which it
    turns round at its least and its largest value; NaN where it has no value.
    """
    low, high, _, _ = unknown.bounds
    points = [x for x in dict.fromkeys((low, *grid(low, high, 4), high)) if math.isfinite(x)]
    values = {x: _value(function, x) for x in points}
    for sign in (1.0, -1.0):
        sizes = [_signed(sign, values.get, x) for x in points]
        k = sizes.index(min(sizes))
        if 0 < k < len(points) - 1:
            x = _lowest(partial(_signed, sign, function), points[k - 1], points[k + 1])
            values[x] = _value(function, x)
    return dict(sorted(values.items()))


def _value(function: Forward, x: float) -> float:
    y = function(x)
    return y if y is not None and math.isfinite(y) else math.nan


def _signed(sign: float, function: Forward, x: float) -> float:
    """The function times a sign; infinite where it has no value."""
    value = sign * _value(function, x)
    return math.inf if math.isnan(value) else value


def _lowest(function: Callable[[float], float], low: float, high: float) -> float:
    """The point between two others at which a function is lowest: golden-section search."""
    first, second = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_first, at_second = function(first), function(second)
    for _ in range(80):
        if at_first <= at_second:
            high, second, at_second = second, first, at_first
            first = high - GOLDEN * (high - low)
            at_first = function(first)
        else:
            low, first, at_first = first, second, at_second
            second = low + GOLDEN * (high - low)
            at_second = function(second)
    return 0.5 * (low + high)


def _stepped_over(
    query: Query, found: tuple[Var, Forward], unknown: Var, points: list[float]
) -> Bound | None:
    """The two ends of the gap in which the given lies; None if it lies in none."""
    var, function = found
    gap = gap_around(function, points, query.in_force[var].value) if var in query.in_force else None
    if gap is None:
        return None
    (x, below), (_, above) = gap
    set_by = dict.fromkeys(
        name for point, _ in gap for name in _set_by(query, var, function, point)
    )
    return Bound(
        var,
        below,
        BoundKind.AT_MOST,
        f"where {unknown.name} passes {format_value(x, unknown.unit)}",
        tuple(set_by),
        above,
    )


def _as_given(query: Query, bound: Bound, wanted: float) -> Bound:
    """The bound on a computed value as one on the given behind it, if one relation ties the two."""
    block = next(
        (
            b
            for b in query.plan.blocks
            if b.solves == query.system.slots[bound.var] and len(b.relations) == 1
        ),
        None,
    )
    given = query.system.relations[block.relations[0]].subject if block is not None else None
    if bound.var in query.in_force or given is None or given not in query.in_force:
        return bound
    others = {v: known for v, known in query.in_force.items() if v != given}
    here, there = (
        quick_value(query.system, given, {**others, bound.var: computed(bound.var, value)})
        for value in (wanted, bound.value)
    )
    if here is None or there is None:
        return bound
    kind = bound.kind if (there > here) == (bound.value > wanted) else bound.kind.opposite
    behind = {v.name for v in query.support.get(query.system.slots[bound.var], ())} - {given.name}
    names = {
        *bound.set_by,
        *(v.name for v, known in others.items() if v.name in behind and known.stated),
    }
    return Bound(
        given,
        there,
        kind,
        bound.where,
        tuple(v.name for v in ordered(others) if v.name in names),
    )


def _bound(
    query: Query,
    found: tuple[Var, Forward],
    unknown: Var,
    points: list[float],
    value: float,
    kind: BoundKind,
) -> Bound:
    """The bound, where it is first reached along the unknown, and the inputs behind it."""
    var, function = found

    def reached(x: float) -> bool:
        y = function(x)
        return y is not None and math.isclose(y, value, rel_tol=1e-9)

    k = next(k for k, x in enumerate(points) if reached(x))
    last = reached(points[-1])
    x = _first(reached, points[k - 1], points[k]) if k and last else points[k]
    if last and k > 1 and _settled(function, x + 0.01 * abs(x), value):
        where = f"from {unknown.name} = {format_value(x, unknown.unit)} on"
    else:
        where = _where(unknown, points[-1] if last and k > 1 else x, points)
    return Bound(var, value, kind, where, _set_by(query, var, function, points[-1] if last else x))


def _settled(function: Forward, x: float, value: float) -> bool:
    """Whether the function has a value there, and does not only come near it."""
    y = function(x)
    return y is not None and math.isclose(y, value, rel_tol=NOISE)


def _first(reached: Callable[[float], bool], low: float, high: float) -> float:
    """The smallest x at which the bound is reached, between two grid points."""
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def _own_range(query: Query) -> Bound | None:
    """The bound of a target whose computed value lies outside its range."""
    failure = query.solutions.failure
    if failure is None or not failure.result.outside:
        return None
    result, var = failure.result.outside[0], failure.block.branches[0].unknown
    low, high, _, _ = var.bounds
    limit, kind = (high, BoundKind.AT_MOST) if result.value > high else (low, BoundKind.AT_LEAST)
    return Bound(
        var,
        limit,
        kind,
        "by its own range",
        tuple(v.name for v in query.in_force if query.in_force[v].origin == Origin.GIVEN),
    )


def _where(unknown: Var, x: float, points: list[float]) -> str:
    low, high, _, _ = unknown.bounds
    if 0.0 <= x <= points[1] and low == 0.0:
        return f"as {unknown.name} goes to nothing"
    if x == points[0]:
        falls = f"as {unknown.name} falls without end"
        return falls if math.isinf(low) else f"at the smallest {unknown.name}"
    if x == points[-1]:
        grows = f"as {unknown.name} grows without end"
        return grows if math.isinf(high) else f"at the largest {unknown.name}"
    return f"at {unknown.name} = {format_value(x, unknown.unit)}"


def _set_by(query: Query, var: Var, function: Forward, x: float) -> tuple[str, ...]:
    """The given and looked-up inputs on which the bound depends."""
    base = function(x)
    candidate = query.solutions.before
    names = []
    for other, known in query.in_force.items():
        if other == var or not known.stated or base is None or candidate is None:
            continue
        moved = query.with_value(other, known.value * 1.01)
        before = moved.solutions.before or (
            moved.solutions.candidates[0] if moved.solutions.candidates else None
        )
        shifted = forward(moved, before) if before is not None else None
        value = shifted[1](x) if shifted is not None else None
        if value is not None and not math.isclose(value, base, rel_tol=1e-9):
            names.append(other)
    return tuple(v.name for v in ordered(names))
