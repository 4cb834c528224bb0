"""Best point along a line, the interval of equally good ones, or the bound approached."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from derive.analysis.optimisation.approached import (
    JUMP,
    Approach,
    at_overflow,
    at_pole,
    best_approach,
)
from derive.analysis.optimisation.asymptotics import is_underflow
from derive.analysis.optimisation.candidates import CandidatePoint
from derive.analysis.optimisation.counts_on_line import best_count
from derive.analysis.optimisation.limits import CLOSE
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.analysis.optimisation.search import least_between
from derive.analysis.optimisation.segments import (
    Course,
    LineScan,
    Segment,
    cut_around,
    line_scan,
)
from derive.equations.var import Var

Interval = tuple[float, float]


@dataclass(frozen=True)
class Best:
    """The best value and its point; `at` is None where nothing is feasible, or the value is only
    approached.

    `spans` are the intervals of equally good values of each variable, the others as in `at`.
    `towards` says how a value is approached; the value is infinite where the objective has no end.
    """

    value: float | None = None
    at: Place | None = None
    candidate: CandidatePoint | None = None
    spans: dict[Var, Interval] = field(default_factory=dict)
    equals: tuple[Place, ...] = ()
    towards: str = ""
    numeric: bool = False
    samples: tuple[Sample, ...] = ()
    warnings: tuple[str, ...] = ()


def best_on_line(function: ObjectiveFunction) -> Best:
    """The best over one range: at the end of a segment, on a flat one, or beyond all."""
    line = _line(function)
    everywhere, refined = tuple(line.samples), _refined(line)
    samples = [
        sample
        for sample in (*everywhere, *(function.sample(c.at(function)) for c in refined))
        if sample.feasible
    ]
    if not samples:
        return Best(samples=everywhere)
    least = min(function.cost(sample) for sample in samples)
    approach, warnings = best_approach(line)
    top = [sample for sample in samples if same(sample.value, function.sign * least)]
    little = 0.0 if _is_beside_an_open_end(line, top) else JUMP * abs(least)
    better = approach is not None and function.sign * approach[0] < least - little
    vanishing = approach is not None and approach[0] == 0.0 == least
    if not better and not (vanishing and all(is_underflow(function, sample) for sample in top)):
        approach = next((one for sample in top for one in _endless(function, sample)), None)
    if approach is not None:
        value, towards = approach
        return Best(value, towards=towards, samples=everywhere, warnings=warnings)
    return _attained(line, refined, top, everywhere, warnings)


def _is_beside_an_open_end(line: LineScan, top: list[Sample]) -> bool:
    """Whether the one best sample is the last of all before an end that the range leaves out."""
    places = [sample.at[0] for sample in line.samples]
    (x, *more), choice = (sample.at[0] for sample in top), line.choice
    last = (x == min(places) and choice.low < x) or (x == max(places) and x < choice.high)
    return last and not more


def _endless(function: ObjectiveFunction, sample: Sample) -> list[Approach]:
    """The infinite value beside a sample, if there is one."""
    at, value = sample.at[0], sample.value or 0.0
    return at_pole(function, at) or at_overflow(function, at, value)


def _line(function: ObjectiveFunction) -> LineScan:
    """The range, cut around the best whole number too where no point of its segments is as good: a
    rounding may leave little between its jumps.
    """
    line = line_scan(function)
    if not line.choice.var.whole:
        return line
    count, unit = best_count(function, line.choice)[0], line.choice.var.unit.factor
    costs = [function.cost(sample) for sample in line.samples if sample.feasible]
    if count is None or function.cost(count) >= min(costs, default=math.inf):
        return line
    return cut_around(function, (count.at[0] + k * unit for k in (-1, 0, 1)))


def _attained(
    line: LineScan,
    refined: list[CandidatePoint],
    top: list[Sample],
    everywhere: tuple[Sample, ...],
    warnings: tuple[str, ...],
) -> Best:
    """The best value where it is reached: the first of the points and intervals that have it."""
    function, var = line.function, line.choice.var
    value = function.sign * min(function.cost(sample) for sample in top)
    intervals = _flat_intervals(line, value)
    points = _distinct([sample.at[0] for sample in top], intervals)
    low = intervals[0][0] if intervals else points[0]
    at = low if function.sample((low,)).feasible else top[0].at[0]
    candidate = _nearest([*line.candidates, *refined], at, var)
    return Best(
        function.sample((at,)).value,
        (at,),
        candidate,
        spans={var: intervals[0]} if intervals else {},
        equals=tuple((x,) for x in (points if intervals else points[1:])),
        numeric=candidate is not None and candidate.numeric,
        samples=everywhere,
        warnings=warnings,
    )


def _flat_intervals(line: LineScan, value: float) -> list[Interval]:
    """Segments on which the objective has this value throughout, neighbours joined."""
    made: list[Interval] = []
    for segment in line.segments:
        flat = segment.course == Course.FLAT and segment.feasible
        if not flat or not same(segment.samples[0].value, value):
            continue
        if made and math.isclose(made[-1][1], segment.low, rel_tol=CLOSE):
            made[-1] = (made[-1][0], segment.high)
        else:
            made.append((segment.low, segment.high))
    return made


def _distinct(points: list[float], intervals: list[Interval]) -> list[float]:
    """Points apart from each other and from the intervals."""
    kept: list[float] = []
    for x in sorted(points):
        outside = all(not low * (1 - JUMP) <= x <= high * (1 + JUMP) for low, high in intervals)
        if outside and not any(math.isclose(x, other, rel_tol=JUMP) for other in kept):
            kept.append(x)
    return kept


def _nearest(found: list[CandidatePoint], at: float, var: Var) -> CandidatePoint | None:
    return next((c for c in found if math.isclose(c.values[var], at, rel_tol=CLOSE)), None)


def _refined(line: LineScan) -> list[CandidatePoint]:
    """The numeric optimum within each segment whose course turns without an equality for it."""
    return [
        CandidatePoint({line.choice.var: _least_within(line.function, segment)}, (), numeric=True)
        for segment in line.segments
        if segment.course == Course.UNEVEN and segment.feasible
    ]


def _least_within(function: ObjectiveFunction, segment: Segment) -> float:
    xs = [sample.at[0] for sample in segment.samples]
    k = min(range(len(xs)), key=lambda i: function.cost(segment.samples[i]))
    low, high = xs[max(k - 1, 0)], xs[min(k + 1, len(xs) - 1)]
    return least_between(lambda x: function.cost(function.sample((x,))), low, high)


def same(value: float | None, other: float) -> bool:
    """Whether two values agree to nine digits."""
    return value is not None and math.isclose(value, other, rel_tol=CLOSE, abs_tol=0.0)
