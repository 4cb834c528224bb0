"""Approached values: limits of the objective at open ends, at poles and without end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from derive.analysis.optimisation.asymptotics import far_along, limit_at_pole, limit_towards
from derive.analysis.optimisation.objective_function import ObjectiveFunction
from derive.analysis.optimisation.segments import LineScan, Segment, beside
from derive.units.display import format_value

MOST_FLOAT = 1e300  # beyond it, products overflow
BEYOND = 1e-6  # relative, of a point beside one with such a value
_HALVINGS = 60  # of what lies between two samples
JUMP = 1e-6  # relative difference between a one-sided value and the value at the end itself
Approach = tuple[float, str]  # the value, and how it is approached


def best_approach(line: LineScan) -> tuple[Approach | None, tuple[str, ...]]:
    """The best value that a feasible segment approaches and does not reach, and warnings."""
    warnings: list[str] = []
    found = [
        approach
        for segment in line.segments
        if segment.feasible
        for approach in (
            *_at_ends(line, segment),
            *_between_samples(line, segment),
            *_far(line, segment, warnings),
        )
    ]
    best = min(found, key=lambda pair: line.function.sign * pair[0], default=None)
    return best, tuple(warnings)


def _at_ends(line: LineScan, segment: Segment) -> Iterator[Approach]:
    """Values near the finite ends that are not feasible themselves, or have a worse value."""
    function, var = line.function, line.choice.var
    for end, near in beside(segment):
        sample, there = function.sample((near,)), function.sample((end,))
        if not sample.feasible or sample.value is None:
            continue
        gain = math.inf if there.value is None else function.sign * (there.value - sample.value)
        if not there.feasible or JUMP * abs(sample.value) < gain < math.inf:
            where = format_value(end, var.unit)
            yield sample.value, f"approached as {var.name} comes to {where}, not reached"
            yield from at_pole(function, end)
            yield from at_overflow(function, end, sample.value)


def _between_samples(line: LineScan, segment: Segment) -> Iterator[Approach]:
    """Values at poles across which the objective changes its sign, between two samples."""
    ends = [line.function.sample((near,)) for _, near in beside(segment)]
    samples = sorted({*segment.samples, *ends}, key=lambda sample: sample.at)
    points = [(s.at[0], s.value) for s in samples if s.value is not None]
    for (low, below), (high, above) in pairwise(points):
        for _ in range(_HALVINGS if below * above < 0.0 else 0):
            middle = 0.5 * (low + high)
            value = line.function.sample((middle,)).value
            if value is None or min(below, above) <= value <= max(below, above):
                break  # no pole, or no float between the two
            if value * below > 0.0:
                low, below = middle, value
            else:
                high, above = middle, value
        if math.isclose(low, high, rel_tol=BEYOND):
            yield from at_pole(line.function, low)


def at_pole(function: ObjectiveFunction, at: float) -> list[Approach]:
    """The best infinite value beside this value of the one variable, if there is one."""
    var = function.variables[0]
    for way in (-1.0, 1.0):
        value = limit_at_pole(function, at, way)
        if value is not None and function.sign * value < 0:
            how = f"{var.name} comes to {format_value(at, var.unit)}"
            return [(value, without_end(function, value, how))]
    return []


def at_overflow(function: ObjectiveFunction, at: float, value: float) -> list[Approach]:
    """The infinite value beside this value of the one variable, if floats end with that there."""
    choice = function.choices[0]
    for way in (-1.0, 1.0):
        beyond = at + way * BEYOND * abs(at)
        if (
            abs(value) > MOST_FLOAT
            and choice.admits(beyond)
            and function.sample((beyond,)).value is None
        ):
            endless = math.copysign(math.inf, value)
            how = f"{choice.var.name} {'grows' if way > 0 else 'falls'}"
            return [(endless, without_end(function, endless, how))]
    return []


def _far(line: LineScan, segment: Segment, warnings: list[str]) -> Iterator[Approach]:
    """Values as the variable grows without end, or goes to nothing."""
    unit = line.choice.var.unit.factor
    if math.isinf(segment.high):
        yield from _towards(line, segment.low or unit, True, warnings)
    if segment.low == 0.0 == line.choice.low and (
        line.choice.open_low or line.function.sample((0.0,)).value is None
    ):
        start = segment.high if math.isfinite(segment.high) else unit
        yield from _towards(line, start, False, warnings)


def _towards(line: LineScan, start: float, upward: bool, warnings: list[str]) -> Iterator[Approach]:
    function, var = line.function, line.choice.var
    value = limit_towards(function, var, start, upward)
    how = f"{var.name} {'grows' if upward else 'goes to nothing'}"
    if value is None:
        warnings.append(f"what {function.objective.name} comes near to as {how} could not be told")
        last = function.sample((far_along(start, upward),))
        if last.feasible and last.value is not None:
            word = "lower" if function.sign > 0 else "higher"
            yield last.value, f"{word} still as {how}: no limit was found"
    elif math.isinf(value):
        yield value, without_end(function, value, how)
    else:
        yield value, f"approached as {how}, not reached"


def without_end(function: ObjectiveFunction, value: float, how: str) -> str:
    """The approach of the objective to an infinite value, in words: "cost grows without end as
    …".
    """
    return f"{function.objective.name} {'grows' if value > 0 else 'falls'} without end as {how}"
