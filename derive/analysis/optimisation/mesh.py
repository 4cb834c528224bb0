"""Mesh: grids of points over several free variables, refined about the best of them."""

from __future__ import annotations

import math
from itertools import product

import sympy

from derive.analysis.optimisation.candidates import CandidatePoint
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.analysis.optimisation.ranges import FreeVariable, spread
from derive.program.tolerances import CLOSE

_THIN = 5  # points along each variable from which the regimes are seen
_POINTS = {2: 29, 3: 11}  # along each of two, or three, variables
_ROUNDS, _STARTS = 5, 3  # of refinement, each about so many of the best points
_FINE_POINTS = {2: 7, 3: 5}
_BESIDE = 4 * CLOSE  # relative, of what counts as apart


def thin_mesh(function: ObjectiveFunction) -> list[Place]:
    """A few points over the ranges."""
    return list(product(*(_thin(spread(choice), _THIN) for choice in function.choices)))


def mesh_around(function: ObjectiveFunction, found: list[CandidatePoint]) -> list[Place]:
    """A grid over the ranges, as far as the candidates span them."""
    count = _POINTS[len(function.choices)]
    return list(
        product(
            *(
                [
                    *_between(choice, [c.values[choice.var] for c in found], count),
                    *_beside_cases(function, choice),
                ]
                for choice in function.choices
            )
        )
    )


def _beside_cases(function: ObjectiveFunction, choice: FreeVariable) -> list[float]:
    """Points right beside the numbers at which a case of a relation begins or ends."""
    cases = (n for r in function.system.relations for n in r.equation.atoms(sympy.Piecewise))
    compared = {c for node in cases for _, given in node.args for c in given.atoms(sympy.Rel)}
    sides = (pair for c in compared for pair in (c.args, c.args[::-1]))
    ends = {float(end) for var, end in sides if var == choice.var and end.is_Number}
    points = sorted(end * (1.0 + by) for end in ends for by in (-_BESIDE, _BESIDE))
    return [x for x in points if choice.admits(x)]


def _thin(points: list[float], most: int) -> list[float]:
    if len(points) <= most:
        return points
    return [points[round(k * (len(points) - 1) / (most - 1))] for k in range(most)]


def _between(choice: FreeVariable, seen: list[float], count: int) -> list[float]:
    """Points over a range, evenly in logarithms; towards an open end, three decades beyond the
    candidates.
    """
    unit = choice.var.unit.factor
    low = choice.low if choice.low > 0 else min((x for x in seen if x > 0), default=unit) / 1e3
    high = choice.high if math.isfinite(choice.high) else max(seen, default=unit) * 1e3
    if not 0 < low < high:
        return _thin(spread(choice), count)
    points = [low * (high / low) ** (k / (count - 1)) for k in range(count)]
    return [x for x in (*choice.ends, *points[1:-1], points[0], points[-1]) if choice.admits(x)]


def refined(function: ObjectiveFunction, samples: list[Sample], mesh: list[Place]) -> list[Sample]:
    """Ever finer grids about the best points of a mesh that lie apart, each a few cells wide."""
    axes = [sorted({at[k] for at in mesh}) for k in range(len(function.choices))]
    steps = [_step(axis) for axis in axes]
    return [
        sample
        for start in _apart(function, samples, steps)
        for sample in _refined_about(function, start, axes, steps)
    ]


def _step(axis: list[float]) -> float:
    """The ratio of two neighbours on an axis."""
    if len(axis) <= 2 or axis[1] <= 0:
        return 2.0
    return float((axis[-1] / axis[1]) ** (1 / max(len(axis) - 2, 1)))


def _refined_about(
    function: ObjectiveFunction, centre: Sample, axes: list[list[float]], widths: list[float]
) -> list[Sample]:
    """Samples of ever finer grids, each about the best point so far."""
    count = _FINE_POINTS[len(axes)]
    made: list[Sample] = []
    for _ in range(_ROUNDS):
        grid = [
            _about(x, width, axis, count)
            for x, width, axis in zip(centre.at, widths, axes, strict=True)
        ]
        near = [function.sample(at) for at in product(*grid)]
        made += near
        centre = min(
            [centre, *(sample for sample in near if sample.feasible)],
            key=lambda sample: (function.cost(sample), sample.at),
        )
        widths = [width**0.5 for width in widths]
    return made


def _about(x: float, width: float, axis: list[float], count: int) -> list[float]:
    """Points about one, within the axis."""
    return [
        min(max(x * width ** (2 * j / (count - 1) - 1), axis[0]), axis[-1]) for j in range(count)
    ]


def _apart(function: ObjectiveFunction, samples: list[Sample], steps: list[float]) -> list[Sample]:
    """The best feasible points, no two of them in neighbouring cells."""
    feasible = [sample for sample in samples if sample.feasible and min(sample.at) > 0]
    kept: list[Sample] = []
    for sample in sorted(feasible, key=lambda sample: (function.cost(sample), sample.at)):
        if not any(_neighbours(sample.at, other.at, steps) for other in kept):
            kept.append(sample)
        if len(kept) == _STARTS:
            break
    return kept


def _neighbours(one: Place, other: Place, steps: list[float]) -> bool:
    return all(
        abs(math.log(a / b)) <= 2 * math.log(step)
        for a, b, step in zip(one, other, steps, strict=True)
    )
