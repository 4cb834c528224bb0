"""Stretches: the range of one free variable cut where something changes; in between, the objective
rises, falls or stays.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

from derive.analysis.optimisation.candidates import CandidatePoint, candidates, stationary_points
from derive.analysis.optimisation.equalities import Equality, at_ends, at_limit, boundaries
from derive.analysis.optimisation.landscape import CLOSE, Landscape, Spot
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
    spots: tuple[Spot, ...]
    course: str
    feasible: bool


@dataclass
class Survey:
    """A range of one variable: the candidates on it and the stretches between them."""

    landscape: Landscape
    candidates: list[CandidatePoint] = field(default_factory=list)
    stretches: list[Segment] = field(default_factory=list)

    @property
    def choice(self) -> FreeVariable:
        """The variable that is free."""
        return self.landscape.choices[0]

    @property
    def spots(self) -> list[Spot]:
        """Every point looked at."""
        cuts = [self.landscape.spot((x,)) for x in self.cuts]
        return [*cuts, *(spot for stretch in self.stretches for spot in stretch.spots)]

    @property
    def cuts(self) -> list[float]:
        """The points between stretches that belong to the range."""
        ends = {end for stretch in self.stretches for end in (stretch.low, stretch.high)} | set(
            self.choice.ends
        )
        return sorted(x for x in ends if math.isfinite(x) and self.choice.admits(x))


def survey(landscape: Landscape) -> Survey:
    """Cut the one range at every candidate and at the edges of what is feasible, and look at the
    stretches between; kept.
    """
    if "survey" not in landscape.kept:
        landscape.kept["survey"] = _surveyed(landscape)
    found: Survey = landscape.kept["survey"]
    return found


def _surveyed(landscape: Landscape) -> Survey:
    choice, var = landscape.choices[0], landscape.variables[0]
    made = Survey(landscape)
    made.candidates = [
        c
        for c in candidates(landscape, equalities(landscape, [(x,) for x in spread(choice)]))
        if choice.admits(c.values[var])
    ]
    cuts = _cuts(choice, [c.values[var] for c in made.candidates])
    between = [(x,) for low, high in pairwise(cuts) for x in inside(low, high, var.unit.factor)]
    slopes = [
        c
        for c in candidates(landscape, stationary_points(landscape, between))
        if choice.admits(c.values[var])
    ]
    made.candidates += slopes
    cuts = _cuts(choice, [c.values[var] for c in made.candidates])
    made.stretches = [
        stretch for low, high in pairwise(cuts) for stretch in _sound(landscape, low, high)
    ]
    return made


def equalities(landscape: Landscape, spots: list[tuple[float, ...]]) -> list[Equality]:
    """Everything that can hold with equality, but for slopes."""
    ends = [end for choice in landscape.choices for end in at_ends(choice)]
    return [*ends, *(at_limit(limit) for limit in landscape.limits), *boundaries(landscape, spots)]


def _cuts(choice: FreeVariable, points: list[float]) -> list[float]:
    """The ends of the range and the points on it, near doubles merged."""
    made: list[float] = []
    for x in sorted({choice.low, choice.high, *points}):
        if not made or not math.isclose(x, made[-1], rel_tol=1e-11):
            made.append(x)
    return made


def _sound(landscape: Landscape, low: float, high: float, depth: int = 0) -> list[Segment]:
    """The stretch, cut further where the objective or a limit changes its verdict within it."""
    points = inside(low, high, landscape.variables[0].unit.factor)
    spots = [landscape.spot((x,)) for x in points]
    for before, after in pairwise(spots):
        if _verdict(before) != _verdict(after) and depth < _MOST_CUTS:
            edge = _edge(landscape, before, after)
            return [
                *_sound(landscape, low, edge, depth + 1),
                *_sound(landscape, edge, high, depth + 1),
            ]
    if not spots:
        return []
    ends = [
        landscape.spot((x,))
        for x in (low, high)
        if math.isfinite(x) and landscape.choices[0].admits(x)
    ]
    values = [s.value for s in sorted([*spots, *ends], key=lambda s: s.at) if s.value is not None]
    return [
        Segment(
            low,
            high,
            tuple(spots),
            NOWHERE if spots[0].value is None else _course(values),
            spots[0].feasible,
        )
    ]


def _verdict(spot: Spot) -> tuple[bool, tuple[bool, ...]]:
    return spot.value is None, spot.met


def _edge(landscape: Landscape, before: Spot, after: Spot) -> float:
    """Where between two points the verdict changes, by bisection."""
    a, b = before.at[0], after.at[0]
    for _ in range(100):
        middle = math.sqrt(a * b) if a > 0 and b > 4 * a else 0.5 * (a + b)
        if middle in (a, b):
            break
        a, b = (
            (middle, b) if _verdict(landscape.spot((middle,))) == _verdict(before) else (a, middle)
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
