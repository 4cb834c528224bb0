"""Search: the numeric way, by scipy, for what no equality fixes; its seed is fixed."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from typing import Any

from derive.analysis.optimisation.objective_function import ObjectiveFunction, Sample
from derive.errors import MissingExtra

SEED = 20_261
_GENERATIONS = 60


def _scipy() -> Any:
    try:
        return import_module("scipy.optimize")
    except ImportError:
        raise MissingExtra("an optimum that no equality fixes", "scipy", "optimise") from None


def least_between(cost: Callable[[float], float], low: float, high: float) -> float:
    """Where between two points a function of one variable is least. Raises MissingExtra without
    scipy.
    """
    found = _scipy().minimize_scalar(
        cost,
        bounds=(low, high),
        method="bounded",
        options={"xatol": 1e-12 * abs(high), "maxiter": 500},
    )
    return float(found.x)


def search(
    function: ObjectiveFunction, start: Sample, samples: tuple[Sample, ...]
) -> tuple[float, ...]:
    """The best feasible point that differential evolution and a simplex after it find. Raises
    MissingExtra without scipy.

    It looks over ten times what the feasible points looked at already span, in logarithms where
    they are positive.
    """
    optimize = _scipy()
    feasible = [sample.at for sample in samples if sample.feasible]
    bounds: list[tuple[float, float]] = []
    logarithmic: list[bool] = []
    for k, choice in enumerate(function.choices):
        low, high = min(at[k] for at in feasible), max(at[k] for at in feasible)
        logarithmic.append(low > 0)
        reach = 10 * max(abs(low), abs(high))
        ends = max(low / 10 if low > 0 else -reach, choice.low), min(reach, choice.high)
        bounds.append((math.log(ends[0]), math.log(ends[1])) if low > 0 else ends)
    sign, scale = function.sign, abs(start.value or 1.0) or 1.0

    def place(point: Any) -> tuple[float, ...]:
        return tuple(
            math.exp(float(u)) if log else float(u)
            for u, log in zip(point, logarithmic, strict=True)
        )

    def cost(point: Any) -> float:
        sample = function.sample(place(point))
        if sample.value is None:
            return 1e9
        return (
            sign * sample.value / scale
            if sample.feasible
            else 1e6
            + sum(_excess(pair, met) for pair, met in zip(sample.sides, sample.met, strict=True))
        )

    first = [math.log(x) if log else x for x, log in zip(start.at, logarithmic, strict=True)]
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


def _excess(pair: tuple[float, float] | None, met: bool) -> float:
    """How far a limit is missed, in logarithms."""
    if met:
        return 0.0
    return 100.0 if pair is None or min(pair) <= 0 else abs(math.log(pair[0] / pair[1]))
