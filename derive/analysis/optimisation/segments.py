"""Segments: the range of one free variable, cut so that the objective has one course in each."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from derive.analysis.optimisation.candidates import CandidatePoint, candidates, stationary_points
from derive.analysis.optimisation.equalities import Equality, at_ends, at_limit, boundaries
from derive.analysis.optimisation.limits import CLOSE
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.analysis.optimisation.ranges import FreeVariable, closer, inside, spread
from derive.display import Label

_NEAR = 4e-9  # of a point: how near to an end a one-sided value is read, beyond noise
_MOST_CUTS = 40


class Course(Label):
    """The course of an objective over an interval."""

    RISING = "rising"
    FALLING = "falling"
    FLAT = "flat"
    UNEVEN = "uneven"
    NOWHERE = "nowhere"  # it has no value


@dataclass(frozen=True)
class Segment:
    """An open interval between two cuts, with samples in it and the objective's course."""

    low: float
    high: float
    samples: tuple[Sample, ...]
    course: Course
    feasible: bool


@dataclass
class LineScan:
    """The range of one variable: the candidates on it and the segments between them."""

    function: ObjectiveFunction
    candidates: list[CandidatePoint] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)

    @property
    def choice(self) -> FreeVariable:
        """The free variable."""
        return self.function.choices[0]

    @property
    def samples(self) -> list[Sample]:
        """The samples at the cuts and in the segments."""
        cuts = [self.function.sample((x,)) for x in self.cuts]
        return [*cuts, *(sample for segment in self.segments for sample in segment.samples)]

    @property
    def cuts(self) -> list[float]:
        """The points between segments that belong to the range."""
        ends = {end for segment in self.segments for end in (segment.low, segment.high)} | set(
            self.choice.ends
        )
        return sorted(x for x in ends if math.isfinite(x) and self.choice.admits(x))


def line_scan(function: ObjectiveFunction) -> LineScan:
    """The one range, cut at every candidate and at the edges of what is feasible; kept."""
    if "line scan" not in function.kept:
        function.kept["line scan"] = _line_scan(function)
    found: LineScan = function.kept["line scan"]
    return found


def cut_around(function: ObjectiveFunction, points: Iterable[float]) -> LineScan:
    """The one range, cut at some points too; kept."""
    line = line_scan(function)
    more = [CandidatePoint({line.choice.var: x}, (), numeric=True) for x in points]
    found = [*line.candidates, *(c for c in more if line.choice.admits(c.at(function)[0]))]
    made = LineScan(function, found, _segments_between(function, found))
    function.kept["line scan"] = made
    return made


def _line_scan(function: ObjectiveFunction) -> LineScan:
    choice, unit = function.choices[0], function.variables[0].unit.factor
    found = _admitted(function, equalities(function, [(x,) for x in spread(choice)]))
    between = [
        (x,) for low, high in pairwise(_cuts(choice, found)) for x in inside(low, high, unit)
    ]
    found += _admitted(function, stationary_points(function, between))
    return LineScan(function, found, _segments_between(function, found))


def _segments_between(function: ObjectiveFunction, found: list[CandidatePoint]) -> list[Segment]:
    """The segments between candidates."""
    return [
        segment
        for low, high in pairwise(_cuts(function.choices[0], found))
        for segment in _segments(function, low, high)
    ]


def _admitted(function: ObjectiveFunction, equalities: list[Equality]) -> list[CandidatePoint]:
    return [
        candidate
        for candidate in candidates(function, equalities)
        if function.choices[0].admits(candidate.at(function)[0])
    ]


def equalities(function: ObjectiveFunction, places: list[Place]) -> list[Equality]:
    """Every equality at which an optimum can sit, except stationary points."""
    ends = [end for choice in function.choices for end in at_ends(choice)]
    return [*ends, *(at_limit(limit) for limit in function.limits), *boundaries(function, places)]


def _cuts(choice: FreeVariable, found: list[CandidatePoint]) -> list[float]:
    """The ends of the range and the candidates on it, near doubles merged."""
    made: list[float] = []
    for x in sorted({choice.low, choice.high, *(c.values[choice.var] for c in found)}):
        if not made or not math.isclose(x, made[-1], rel_tol=1e-11):
            made.append(x)
    return made


def _segments(
    function: ObjectiveFunction, low: float, high: float, depth: int = 0
) -> list[Segment]:
    """An interval as a segment, cut further where a limit changes its verdict within it."""
    unit = function.variables[0].unit.factor
    samples = [function.sample((x,)) for x in inside(low, high, unit)]
    values = [s.value for s in samples if s.value is not None]
    if _course(values) == Course.UNEVEN or not (values or depth):
        samples = [function.sample((x,)) for x in closer(low, high, unit)]
    for before, after in pairwise(samples):
        if _verdict(before) != _verdict(after) and depth < _MOST_CUTS:
            edge = _edge(function, before, after)
            return [
                *_segments(function, low, edge, depth + 1),
                *_segments(function, edge, high, depth + 1),
            ]
    if not samples:
        return []
    admits = function.choices[0].admits
    ends = [function.sample((x,)) for x in (low, high) if math.isfinite(x) and admits(x)]
    values = [s.value for s in sorted([*samples, *ends], key=lambda s: s.at) if s.value is not None]
    course = Course.NOWHERE if samples[0].value is None else _course(values)
    return [Segment(low, high, tuple(samples), course, samples[0].feasible)]


def _verdict(sample: Sample) -> tuple[bool, tuple[bool, ...]]:
    return sample.value is None, sample.met


def _edge(function: ObjectiveFunction, before: Sample, after: Sample) -> float:
    """The point between two samples where the verdict changes, by bisection."""
    a, b = before.at[0], after.at[0]
    for _ in range(100):
        middle = math.sqrt(a * b) if a > 0 and b > 4 * a else 0.5 * (a + b)
        if middle in (a, b):
            break
        unchanged = _verdict(function.sample((middle,))) == _verdict(before)
        a, b = (middle, b) if unchanged else (a, middle)
    rounded = (float(f"{b:.{digits}g}") for digits in range(1, 10))
    near = (x for x in rounded if math.isclose(x, b, rel_tol=_NEAR))  # noise counts as equal
    return next((x for x in near if function.sample((x,)).feasible), b)


def _course(values: list[float]) -> Course:
    """The course of a sequence of values, give or take the last digits."""
    steps = [
        0 if math.isclose(a, b, rel_tol=CLOSE, abs_tol=0.0) else 1 if b > a else -1
        for a, b in pairwise(values)
    ]
    if not any(steps):
        return Course.FLAT
    if all(step >= 0 for step in steps):
        return Course.RISING
    return Course.FALLING if all(step <= 0 for step in steps) else Course.UNEVEN


def beside(segment: Segment) -> list[tuple[float, float]]:
    """The finite ends of a segment, each with a point just within."""
    width = segment.high - segment.low
    return [
        (end, end + inward * min(_NEAR * abs(end), 0.01 * width))
        for end, inward in ((segment.low, 1.0), (segment.high, -1.0))
        if math.isfinite(end) and end != 0.0
    ]
