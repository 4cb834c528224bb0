"""Best point of an objective function, along one variable or over several."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from derive.analysis.optimisation.approached import MOST_FLOAT, without_end
from derive.analysis.optimisation.asymptotics import exact_value, extrapolated
from derive.analysis.optimisation.candidates import CandidatePoint, candidates, interior
from derive.analysis.optimisation.flat_region import with_flat_region
from derive.analysis.optimisation.line import Best, best_on_line
from derive.analysis.optimisation.mesh import mesh_around, refined, thin_mesh
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.analysis.optimisation.search import search
from derive.analysis.optimisation.segments import equalities
from derive.display import enumeration
from derive.units.display import format_value

_MORE = 1e-7  # relative gain of a grid point that shows that the candidates miss an optimum
_STEPS = (1e3, 1e6, 1e9)  # beyond a point at the edge
_LITTLE, _POLE = 1e-6, 1e3  # relative, beside a point; what a value next to a pole is of others
_FAR = 100  # times the point found


def best_of(function: ObjectiveFunction) -> Best:
    """The best point: exact along one variable, over more the best candidate checked on a mesh."""
    return best_on_line(function) if len(function.choices) == 1 else _best_over_several(function)


def _best_over_several(function: ObjectiveFunction) -> Best:
    """The best candidate if no point of the mesh beats it; else the end approached, or a search."""
    found = _admitted_candidates(function)
    mesh = mesh_around(function, found)
    by_point = {c.at(function): c for c in reversed(found)}
    coarse = [function.sample(at) for at in (*by_point, *mesh)]
    samples = (*coarse, *refined(function, coarse, mesh))
    feasible = [sample for sample in samples if sample.feasible]
    if not feasible:
        return Best(samples=samples)
    top = _least(function, feasible)
    exact = [sample for sample in feasible if sample.at in by_point]
    corner = _least(function, exact) if exact else None
    if corner is not None and _as_good(function, corner, top):
        candidate = by_point[corner.at]
        best = Best(corner.value, corner.at, candidate, numeric=candidate.numeric, samples=samples)
        return with_flat_region(function, best, exact)
    return _approached(function, top, mesh, samples) or _searched(function, top, samples)


def _admitted_candidates(function: ObjectiveFunction) -> list[CandidatePoint]:
    thin = thin_mesh(function)
    return [
        c
        for c in (*candidates(function, equalities(function, thin)), *interior(function, thin))
        if all(choice.admits(c.values[choice.var]) for choice in function.choices)
    ]


def _least(function: ObjectiveFunction, samples: list[Sample]) -> Sample:
    return min(samples, key=lambda sample: (function.cost(sample), sample.at))


def _as_good(function: ObjectiveFunction, sample: Sample, top: Sample) -> bool:
    gain = function.cost(sample) - function.cost(top)
    return gain <= _MORE * abs(top.value or 0.0)


def _approached(
    function: ObjectiveFunction, top: Sample, mesh: list[Place], samples: tuple[Sample, ...]
) -> Best | None:
    """The value approached beyond the mesh, where it is best at its far edge in open ranges: along
    these variables alone or, where that is better, along all that may grow or go to nothing.
    """
    edges = _outward(function, top, mesh)
    if not edges:
        return None
    tried = _ways_out(function, top, edges)
    far = [_far_value(function, top, ways) for ways in tried]
    cost = min(function.sign * value for value in far)
    value, outward = next(
        (value, ways)
        for value, ways in zip(far, tried, strict=True)
        if math.isclose(function.sign * value, cost, rel_tol=_MORE)
    )
    farthest = [_value(function, _along(function, top, ways, _STEPS[-1])) for ways in tried]
    better = min(function.sign * x + _MORE * abs(x) for x in farthest if x is not None)
    if cost >= function.cost(top) or cost > better:
        return None
    how = " and ".join(
        f"{function.variables[k].name} {'grows' if way > 0 else 'goes to nothing'}"
        for k, way in outward.items()
        if way
    )
    return Best(
        value,
        towards=(
            without_end(function, value, how)
            if math.isinf(value)
            else f"approached as {how}, not reached"
        ),
        samples=(*samples, _along(function, top, outward, _STEPS[0])),
    )


def _ways_out(
    function: ObjectiveFunction, top: Sample, edges: dict[int, float]
) -> list[dict[int, float]]:
    """Powers by which variables of a point grow, or shrink where they are negative: those at the
    edges alone, with all others that may grow, or shrink, and the best of all first and second
    powers, far out.
    """
    growing, shrinking, powers = dict[int, float](), dict[int, float](), list[list[float]]()
    for k, (choice, x) in enumerate(zip(function.choices, top.at, strict=True)):
        up, down = x and math.isinf(choice.high), x and choice.low == 0.0 and choice.open_low
        growing |= {k: 1.0} if up else {}
        shrinking |= {k: -1.0} if down else {}
        powers.append([0.0, *((1.0, 2.0) if up else ()), *((-1.0, -2.0) if down else ())])

    def cost(ways: dict[int, float]) -> float:
        far = _along(function, top, ways, _STEPS[-1])
        return function.cost(far) if far.feasible else math.inf

    best = min((dict(enumerate(some)) for some in product(*powers)), key=cost)
    return [edges, {**growing, **edges}, {**shrinking, **edges}, best]


def _far_value(function: ObjectiveFunction, top: Sample, ways: Mapping[int, float]) -> float:
    """The value approached from a point as variables grow or go to nothing; the worst where it is
    not told.
    """
    far = (_along(function, top, ways, step) for step in _STEPS)
    value = extrapolated([_value(function, one) for one in far])
    return function.sign * math.inf if value is None else value


def _value(function: ObjectiveFunction, sample: Sample) -> float | None:
    """The objective at a feasible sample, without the rounding of floats where it is a formula."""
    exact = exact_value(function, sample.at) if sample.feasible else None
    return float(exact) if exact is not None else sample.value if sample.feasible else None


def _along(
    function: ObjectiveFunction, top: Sample, ways: Mapping[int, float], by: float
) -> Sample:
    """The sample where variables of a point have grown, or shrunk, by a factor."""
    return function.sample(tuple(x * by ** ways.get(k, 0.0) for k, x in enumerate(top.at)))


def _outward(function: ObjectiveFunction, top: Sample, mesh: list[Place]) -> dict[int, float]:
    """The variables at an edge of the mesh beyond which their range goes on: 1.0 up, −1.0 down."""
    ways: dict[int, float] = {}
    for k, (choice, x) in enumerate(zip(function.choices, top.at, strict=True)):
        axis = [at[k] for at in mesh]
        if x == max(axis) and math.isinf(choice.high):
            ways[k] = 1.0
        elif x == min(axis) and choice.low == 0.0 and choice.open_low:
            ways[k] = 1.0 if x == max(axis) else -1.0
    return ways


def _searched(function: ObjectiveFunction, top: Sample, samples: tuple[Sample, ...]) -> Best:
    """The point that a numeric search finds from the best one of the mesh."""
    found = function.sample(search(function, top, samples))
    candidate = CandidatePoint(function.values(found.at), (), numeric=True)
    best = Best(found.value, found.at, candidate, numeric=True, samples=samples)
    ended = _going_on(function, found, best)
    return ended if ended is not best else with_flat_region(function, best, [])


def _is_next_to_pole(function: ObjectiveFunction, found: Sample) -> bool:
    """Whether the value is many times those a little to both sides of the point in a variable."""

    def beside(k: int, by: float) -> float | None:
        return function.sample((*found.at[:k], found.at[k] * by, *found.at[k + 1 :])).value

    sides = ([beside(k, 1.0 - _LITTLE), beside(k, 1.0 + _LITTLE)] for k in range(len(found.at)))
    sizes = ([abs(value) for value in pair if value is not None] for pair in sides)
    return any(abs(found.value or 0.0) > _POLE * max(some, default=math.inf) for some in sizes)


def _going_on(function: ObjectiveFunction, found: Sample, best: Best) -> Best:
    """The infinite value where the point found lies next to a pole, or floats end on the way on;
    else the best point, with a warning where the objective is still better far beyond it, as all
    variables whose range is open grow together.
    """
    pairs = list(zip(function.choices, found.at, strict=True))
    open_names = [choice.var.name for choice, x in pairs if math.isinf(choice.high) and x > 0]
    far = function.sample(
        tuple(x * _FAR if math.isinf(choice.high) and x > 0 else x for choice, x in pairs)
    )
    if _is_next_to_pole(function, found):
        at = (f"{c.var.name} comes to {format_value(x, c.var.unit)}" for c, x in pairs)
        value = math.copysign(math.inf, found.value or 0.0)
        told = without_end(function, value, enumeration([*at]))
        return Best(value, towards=told, samples=best.samples)
    if not open_names or not found.feasible:
        return best
    if len(open_names) == 1:
        how, mend = f"{open_names[0]} grows", "limit it"
    else:
        how, mend = f"{enumeration(open_names)} grow together", "limit one of them"
    if far.value is None and abs(found.value or 0.0) > MOST_FLOAT:
        value = math.copysign(math.inf, found.value or 0.0)
        return Best(value, towards=without_end(function, value, how), samples=best.samples)
    if not far.feasible or function.cost(far) >= function.cost(found):
        return best
    warning = (
        f"{function.objective.name} goes on to improve as {how}: the point is where the search"
        f" ends; {mend}"
    )
    return replace(best, warnings=(warning,))
