"""Best: the best point of a landscape, along one variable or over several."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

from derive.analysis.optimisation.asymptotics import extrapolated
from derive.analysis.optimisation.candidates import CandidatePoint, candidates, interior
from derive.analysis.optimisation.line import JUMP, Best, along, same
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Sample
from derive.analysis.optimisation.ranges import FreeVariable, spread
from derive.analysis.optimisation.search import search
from derive.analysis.optimisation.segments import equalities
from derive.equations.var import Var

_MESH = {2: 29, 3: 11}
_ZOOM, _FINE, _STARTS = (
    5,
    {2: 7, 3: 5},
    3,
)  # rounds of a finer grid about the best points, its points along each variable
_MORE = 1e-7  # relative gain of a grid point that shows that the candidates miss an optimum


def best_of(function: ObjectiveFunction) -> Best:
    """The best of a landscape: exact along one variable; over more, the best of all candidates,
    held against a grid.
    """
    return along(function) if len(function.choices) == 1 else over_several(function)


def over_several(function: ObjectiveFunction) -> Best:
    """The best candidate, improved along each variable by itself, held against a grid; else found
    by a search.
    """
    thin = _mesh([_thin(spread(choice), 5) for choice in function.choices])
    found = [*candidates(function, equalities(function, thin)), *interior(function, thin)]
    found = [
        c for c in found if all(choice.admits(c.values[choice.var]) for choice in function.choices)
    ]
    mesh = _mesh(
        [
            _between(choice, [c.values[choice.var] for c in found], _MESH[len(function.choices)])
            for choice in function.choices
        ]
    )
    by_point = {c.at(function): c for c in reversed(found)}
    coarse = [function.sample(at) for at in (*by_point, *mesh)]
    samples = (*coarse, *_zoomed(function, coarse, mesh))
    feasible = [sample for sample in samples if sample.feasible]
    if not feasible:
        return Best(samples=samples)
    sign = function.sign
    top = min(feasible, key=lambda sample: (sign * (sample.value or 0.0), sample.at))
    exact = [sample for sample in feasible if sample.at in by_point]
    corner = (
        min(exact, key=lambda sample: (sign * (sample.value or 0.0), sample.at)) if exact else None
    )
    if (
        corner is not None
        and corner.value is not None
        and top.value is not None
        and sign * (corner.value - top.value) <= _MORE * abs(top.value)
    ):
        best = Best(
            corner.value,
            corner.at,
            by_point[corner.at],
            {},
            (),
            "",
            by_point[corner.at].numeric,
            samples,
        )
        return _along_each(function, best, exact)
    return _beyond(function, top, mesh, samples) or _searched(function, top, samples)


def level_ways(function: ObjectiveFunction, best: Best) -> tuple[str, ...]:
    """Ways to change several variables at once, each by a factor or its inverse, that leave the
    best value as it is.
    """
    if best.at is None or best.value is None or len(best.at) == 1:
        return ()
    found: list[str] = []
    for ways in product((1, 0, -1), repeat=len(best.at)):
        moving = [k for k, way in enumerate(ways) if way]
        if len(moving) < 2 or ways[moving[0]] < 0:
            continue
        samples = [
            function.sample(tuple(x * step**way for x, way in zip(best.at, ways, strict=True)))
            for step in (1.25, 0.8)
        ]
        if any(sample.feasible and same(sample.value, best.value) for sample in samples):
            moved = [
                f"{function.variables[k].name} {'grows' if ways[k] > 0 else 'falls'}"
                for k in moving
            ]
            found.append(f"the same value is had where {' and '.join(moved)} by one factor")
    return tuple(found)


def _thin(points: list[float], most: int) -> list[float]:
    if len(points) <= most:
        return points
    return [points[round(k * (len(points) - 1) / (most - 1))] for k in range(most)]


def _mesh(axes: list[list[float]]) -> list[tuple[float, ...]]:
    return list(product(*axes))


def _between(choice: FreeVariable, seen: list[float], count: int) -> list[float]:
    """Points over a range, evenly in logarithms, at most three decades beyond what the candidates
    span where it has no end.
    """
    unit = choice.var.unit.factor
    low = choice.low if choice.low > 0 else min((x for x in seen if x > 0), default=unit) / 1e3
    high = choice.high if math.isfinite(choice.high) else max(seen, default=unit) * 1e3
    if not 0 < low < high:
        return _thin(spread(choice), count)
    points = [low * (high / low) ** (k / (count - 1)) for k in range(count)]
    return [x for x in (*choice.ends, *points[1:-1], points[0], points[-1]) if choice.admits(x)]


def _zoomed(
    function: ObjectiveFunction, samples: list[Sample], mesh: list[tuple[float, ...]]
) -> list[Sample]:
    """Ever finer grids about the best points of the coarse one that lie apart, each a few cells
    wide.
    """
    count = len(function.choices)
    axes = [sorted({at[k] for at in mesh}) for k in range(count)]
    steps = [
        (
            (axis[-1] / axis[1]) ** (1 / max(len(axis) - 2, 1))
            if len(axis) > 2 and axis[1] > 0
            else 2.0
        )
        for axis in axes
    ]
    made: list[Sample] = []
    for start in _apart(function, samples, steps):
        centre, widths = start, list(steps)
        for _ in range(_ZOOM):
            grid = [
                _about(x, width, axis, _FINE[count])
                for x, width, axis in zip(centre.at, widths, axes, strict=True)
            ]
            near = [function.sample(at) for at in _mesh(grid)]
            made += near
            centre = min(
                [centre, *(sample for sample in near if sample.feasible)],
                key=lambda sample: (function.sign * (sample.value or 0.0), sample.at),
            )
            widths = [width**0.5 for width in widths]
    return made


def _about(x: float, width: float, axis: list[float], count: int) -> list[float]:
    """Points about one, within what the axis spans."""
    return [
        min(max(x * width ** (2 * j / (count - 1) - 1), axis[0]), axis[-1]) for j in range(count)
    ]


def _apart(function: ObjectiveFunction, samples: list[Sample], steps: list[float]) -> list[Sample]:
    """The best feasible points, no two of them in neighbouring cells."""
    kept: list[Sample] = []
    for sample in sorted(
        (s for s in samples if s.feasible and min(s.at) > 0),
        key=lambda s: (function.sign * (s.value or 0.0), s.at),
    ):
        if not any(
            all(
                abs(math.log(a / b)) <= 2 * math.log(step)
                for a, b, step in zip(sample.at, other.at, steps, strict=True)
            )
            for other in kept
        ):
            kept.append(sample)
        if len(kept) == _STARTS:
            break
    return kept


def _along_each(function: ObjectiveFunction, best: Best, exact: list[Sample]) -> Best:
    """The same point with what is equally good along each variable, or what is better beyond it."""
    assert best.at is not None and best.value is not None
    spans: dict[Var, tuple[float, float]] = {}
    for var in function.variables:
        held = {v: x for v, x in zip(function.variables, best.at, strict=True) if v != var}
        line = best_of(function.with_known(held))
        if (
            line.value is not None
            and line.at is None
            and function.sign * (line.value - best.value) < -JUMP * abs(best.value)
        ):
            return replace(line, samples=best.samples)
        if var in line.spans and same(line.value, best.value):
            spans[var] = line.spans[var]
    equals = sorted(
        sample.at
        for sample in exact
        if same(sample.value, best.value) and not _alike(sample.at, best.at)
    )
    kept = [at for k, at in enumerate(equals) if not any(_alike(at, other) for other in equals[:k])]
    joined = [at for at in kept if _level(function, best, at)]
    for k, var in enumerate(function.variables):
        reached = [*spans.get(var, ()), best.at[k], *(at[k] for at in joined)]
        if not math.isclose(min(reached), max(reached), rel_tol=JUMP):
            spans[var] = (min(reached), max(reached))
    return replace(best, spans=spans, equals=tuple(at for at in kept if at not in joined))


def _level(function: ObjectiveFunction, best: Best, other: tuple[float, ...]) -> bool:
    """Whether the way from the best point to an equally good one is equally good: then both belong
    to one flat region.
    """
    assert best.at is not None
    for share in (0.25, 0.5, 0.75):
        between = tuple(
            a * (b / a) ** share if a > 0 and b > 0 else a + share * (b - a)
            for a, b in zip(best.at, other, strict=True)
        )
        sample = function.sample(between)
        if not sample.feasible or not same(sample.value, best.value or 0.0):
            return False
    return True


def _alike(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(math.isclose(x, y, rel_tol=JUMP) for x, y in zip(a, b, strict=True))


def _beyond(
    function: ObjectiveFunction,
    top: Sample,
    mesh: list[tuple[float, ...]],
    samples: tuple[Sample, ...],
) -> Best | None:
    """Whether the grid is best at its far edge in ranges without end: then the value there is
    approached, not reached.
    """
    outward = [
        (k, 1.0 if x == max(at[k] for at in mesh) else -1.0)
        for k, (choice, x) in enumerate(zip(function.choices, top.at, strict=True))
        if (math.isinf(choice.high) and x == max(at[k] for at in mesh))
        or (choice.low == 0.0 and choice.open_low and x == min(at[k] for at in mesh))
    ]
    if not outward:
        return None
    values = []
    for step in (1e3, 1e6, 1e9):
        far = list(top.at)
        for k, way in outward:
            far[k] *= step**way
        sample = function.sample(tuple(far))
        values.append(sample.value if sample.feasible else None)
    value = extrapolated(values)
    if value is None or function.sign * (value - (top.value or 0.0)) >= 0:
        return None
    how = " and ".join(
        f"{function.variables[k].name} {'grows' if way > 0 else 'goes to nothing'}"
        for k, way in outward
    )
    if math.isinf(value):
        return Best(
            value,
            towards=(
                f"{function.objective.name} {'grows' if value > 0 else 'falls'} without end as"
                f" {how}"
            ),
            samples=samples,
        )
    return Best(value, towards=f"approached as {how}, not reached", samples=samples)


def _searched(function: ObjectiveFunction, top: Sample, samples: tuple[Sample, ...]) -> Best:
    """What a numeric search finds from the best point of the grid."""
    found = function.sample(search(function, top, samples))
    return Best(
        found.value,
        found.at,
        CandidatePoint(dict(zip(function.variables, found.at, strict=True)), (), numeric=True),
        {},
        (),
        "",
        True,
        samples,
    )
