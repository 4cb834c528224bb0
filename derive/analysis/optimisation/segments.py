"""Stretches: the range of one free variable cut where something changes; in between, the objective
rises, falls or stays.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

from derive.analysis.optimisation.candidates import CandidatePoint, candidates, stationary_points
from derive.analysis.optimisation.equalities import Equality, at_ends, at_limit, boundaries
from derive.analysis.optimisation.objective_function import CLOSE, ObjectiveFunction, Sample
from derive.analysis.optimisation.ranges import FreeVariable, inside, spread

RISING, FALLING, FLAT, UNEVEN, NOWHERE = "rising", "falling", "flat", "uneven", "nowhere"
_NEAR = 1e-9  # of a point: how near to an end a one-sided value is read
_MOST_CUTS = 40


@dataclass(frozen=True)
class Segment:
    """An open interval between two cuts, looked at in a few points; `course` is that of the
    objective.
    """

    low: float
    high: float
    samples: tuple[Sample, ...]
    course: str
    feasible: bool


@dataclass
class LineScan:
    """A range of one variable: the candidates on it and the stretches between them."""

    function: ObjectiveFunction
    candidates: list[CandidatePoint] = field(default_factory=list)
    stretches: list[Segment] = field(default_factory=list)

    @property
    def choice(self) -> FreeVariable:
        """The variable that is free."""
        return self.function.choices[0]

    @property
    def samples(self) -> list[Sample]:
        """Every point looked at."""
        cuts = [self.function.sample((x,)) for x in self.cuts]
        return [*cuts, *(sample for stretch in self.stretches for sample in stretch.samples)]

    @property
    def cuts(self) -> list[float]:
        """The points between stretches that belong to the range."""
        ends = {end for stretch in self.stretches for end in (stretch.low, stretch.high)} | set(
            self.choice.ends
        )
        return sorted(x for x in ends if math.isfinite(x) and self.choice.admits(x))


def line_scan(function: ObjectiveFunction) -> LineScan:
    """Cut the one range at every candidate and at the edges of what is feasible, and look at the
    stretches between; kept.
    """
    if "survey" not in function.kept:
        function.kept["survey"] = _surveyed(function)
    found: LineScan = function.kept["survey"]
    return found


def _surveyed(function: ObjectiveFunction) -> LineScan:
    choice, var = function.choices[0], function.variables[0]
    made = LineScan(function)
    made.candidates = [
        c
        for c in candidates(function, equalities(function, [(x,) for x in spread(choice)]))
        if choice.admits(c.values[var])
    ]
    cuts = _cuts(choice, [c.values[var] for c in made.candidates])
    between = [(x,) for low, high in pairwise(cuts) for x in inside(low, high, var.unit.factor)]
    slopes = [
        c
        for c in candidates(function, stationary_points(function, between))
        if choice.admits(c.values[var])
    ]
    made.candidates += slopes
    cuts = _cuts(choice, [c.values[var] for c in made.candidates])
    made.stretches = [
        stretch for low, high in pairwise(cuts) for stretch in _sound(function, low, high)
    ]
    return made


def equalities(function: ObjectiveFunction, samples: list[tuple[float, ...]]) -> list[Equality]:
    """Everything that can hold with equality, but for slopes."""
    ends = [end for choice in function.choices for end in at_ends(choice)]
    return [*ends, *(at_limit(limit) for limit in function.limits), *boundaries(function, samples)]


def _cuts(choice: FreeVariable, points: list[float]) -> list[float]:
    """The ends of the range and the points on it, near doubles merged."""
    made: list[float] = []
    for x in sorted({choice.low, choice.high, *points}):
        if not made or not math.isclose(x, made[-1], rel_tol=1e-11):
            made.append(x)
    return made


def _sound(function: ObjectiveFunction, low: float, high: float, depth: int = 0) -> list[Segment]:
    """The stretch, cut further where the objective or a limit changes its verdict within it."""
    points = inside(low, high, function.variables[0].unit.factor)
    samples = [function.sample((x,)) for x in points]
    for before, after in pairwise(samples):
        if _verdict(before) != _verdict(after) and depth < _MOST_CUTS:
            edge = _edge(function, before, after)
            return [
                *_sound(function, low, edge, depth + 1),
                *_sound(function, edge, high, depth + 1),
            ]
    if not samples:
        return []
    ends = [
        function.sample((x,))
        for x in (low, high)
        if math.isfinite(x) and function.choices[0].admits(x)
    ]
    values = [s.value for s in sorted([*samples, *ends], key=lambda s: s.at) if s.value is not None]
    return [
        Segment(
            low,
            high,
            tuple(samples),
            NOWHERE if samples[0].value is None else _course(values),
            samples[0].feasible,
        )
    ]


def _verdict(sample: Sample) -> tuple[bool, tuple[bool, ...]]:
    return sample.value is None, sample.met


def _edge(function: ObjectiveFunction, before: Sample, after: Sample) -> float:
    """Where between two points the verdict changes, by bisection."""
    a, b = before.at[0], after.at[0]
    for _ in range(100):
        middle = math.sqrt(a * b) if a > 0 and b > 4 * a else 0.5 * (a + b)
        if middle in (a, b):
            break
        a, b = (
            (middle, b) if _verdict(function.sample((middle,))) == _verdict(before) else (a, middle)
        )
    return b


def _course(values: list[float]) -> str:
    """How a sequence of values goes, give or take the last digits."""
    steps = [
        0 if math.isclose(a, b, rel_tol=CLOSE, abs_tol=0.0) else 1 if b > a else -1
        for a, b in pairwise(values)
    ]
    if not any(steps):
        return FLAT
    if all(step >= 0 for step in steps):
        return RISING
    return FALLING if all(step <= 0 for step in steps) else UNEVEN


def beside(stretch: Segment) -> list[tuple[float, float]]:
    """The finite ends of a stretch, each with a point just within."""
    width = stretch.high - stretch.low
    found = []
    for end, inward in ((stretch.low, 1.0), (stretch.high, -1.0)):
        if math.isfinite(end) and end != 0.0:
            found.append((end, end + inward * min(_NEAR * abs(end), 0.01 * width)))
    return found
