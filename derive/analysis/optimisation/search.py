"""Numeric search by scipy, where no equality fixes the optimum; its seed is fixed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.errors import MissingExtra

SEED = 20_261
_GENERATIONS = 60


def _scipy() -> Any:
    try:
        return import_module("scipy.optimize")
    except ImportError:
        raise MissingExtra("an optimum that no equality fixes", "scipy", "optimise") from None


def least_between(cost: Callable[[float], float], low: float, high: float) -> float:
    """The minimum of a function of one variable between two points. Raises MissingExtra without
    scipy.
    """
    found = _scipy().minimize_scalar(
        cost,
        bounds=(low, high),
        method="bounded",
        options={"xatol": 1e-12 * abs(high), "maxiter": 500},
    )
    return float(found.x)


def search(function: ObjectiveFunction, start: Sample, samples: tuple[Sample, ...]) -> Place:
    """The best feasible point by differential evolution and a simplex after it.

    It searches ten times the span of the feasible samples, in logarithms where they are positive.
    Raises MissingExtra without scipy.
    """
    optimize = _scipy()
    spans = _spans(samples)
    scale = abs(start.value or 1.0) or 1.0

    def place(point: Sequence[float]) -> Place:
        return tuple(
            math.exp(float(u)) if low > 0 else float(u)
            for u, (low, _) in zip(point, spans, strict=True)
        )

    def cost(point: Sequence[float]) -> float:
        return _penalised(function, function.sample(place(point)), scale)

    bounds = _bounds(function, spans)
    logs = (math.log(x) if low > 0 else x for x, (low, _) in zip(start.at, spans, strict=True))
    first = [_within(x, *ends) for x, ends in zip(logs, bounds, strict=True)]
    found = optimize.differential_evolution(
        cost, bounds, x0=first, seed=SEED, maxiter=_GENERATIONS, tol=1e-10, polish=False
    )
    polished = optimize.minimize(
        cost,
        found.x,
        method="Nelder-Mead",
        bounds=bounds,
        options={"xatol": 1e-10, "fatol": 1e-13, "maxiter": 4000},
    )
    return place(min((found.x, polished.x, first), key=cost))


def _within(x: float, low: float, high: float) -> float:
    """A value within its bounds by more than their rounding, as scipy asks of the first point."""
    margin = 1e-12 * (high - low)
    return min(max(x, low + margin), high - margin)


def _spans(samples: tuple[Sample, ...]) -> list[tuple[float, float]]:
    """The least and the largest value of each variable among the feasible samples."""
    feasible = [sample.at for sample in samples if sample.feasible]
    return [(min(values), max(values)) for values in zip(*feasible, strict=True)]


def _bounds(
    function: ObjectiveFunction, spans: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    """The bounds of the search, in logarithms where the values are positive."""
    bounds = []
    for choice, (low, high) in zip(function.choices, spans, strict=True):
        reach = 10 * max(abs(low), abs(high))
        ends = max(low / 10 if low > 0 else -reach, choice.low), min(reach, choice.high)
        bounds.append((math.log(ends[0]), math.log(ends[1])) if low > 0 else ends)
    return bounds


def _penalised(function: ObjectiveFunction, sample: Sample, scale: float) -> float:
    """The cost of a sample, with a penalty for every limit it misses."""
    if sample.value is None:
        return 1e9
    if sample.feasible:
        return function.cost(sample) / scale
    return 1e6 + sum(_excess(*pair) for pair in zip(sample.sides, sample.met, strict=True))


def _excess(sides: tuple[float, float] | None, met: bool) -> float:
    """The logarithm of the factor by which a limit is missed."""
    if met:
        return 0.0
    return 100.0 if sides is None or min(sides) <= 0 else abs(math.log(sides[0] / sides[1]))
