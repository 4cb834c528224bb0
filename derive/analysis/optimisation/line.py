"""Best along a line: the best value of one free variable, the interval of equally good ones, or the
bound only approached.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from derive.analysis.optimisation.asymptotics import limit_at_pole, limit_towards
from derive.analysis.optimisation.candidates import CandidatePoint
from derive.analysis.optimisation.objective_function import CLOSE, ObjectiveFunction, Sample
from derive.analysis.optimisation.search import least_between
from derive.analysis.optimisation.segments import FLAT, UNEVEN, LineScan, Segment, beside, line_scan
from derive.equations.var import Var
from derive.units.display import format_value

JUMP = 1e-6  # relative difference between a one-sided value and the value at the end itself


@dataclass(frozen=True)
class Best:
    """The best value with where it is; `at` is None where nothing is feasible, or where the value
    is only approached.

    `spans` are the intervals of equally good values of each variable, the others as in `at`.
    `towards` says how a value that is not attained is approached, or how the objective runs away
    (then `value` is infinite).
    """

    value: float | None = None
    at: tuple[float, ...] | None = None
    candidate: CandidatePoint | None = None
    spans: dict[Var, tuple[float, float]] = field(default_factory=dict)
    equals: tuple[tuple[float, ...], ...] = ()
    towards: str = ""
    numeric: bool = False
    samples: tuple[Sample, ...] = ()
    warnings: tuple[str, ...] = ()


def along(function: ObjectiveFunction) -> Best:
    """The best over one range: at the end of a stretch, on a flat one, or beyond all."""
    line, sign = line_scan(function), function.sign
    refined = [
        found
        for stretch in line.stretches
        if stretch.course == UNEVEN and stretch.feasible
        for found in _refined(line, stretch)
    ]
    samples = [
        sample
        for sample in (
            *line.samples,
            *(function.sample((c.values[function.variables[0]],)) for c in refined),
        )
        if sample.feasible
    ]
    everywhere = tuple(line.samples)
    if not samples:
        return Best(samples=everywhere)
    top = min(sign * sample.value for sample in samples if sample.value is not None)
    bound, towards, warnings = _approached(line)
    if bound is not None and sign * bound < top - JUMP * abs(top):
        return Best(bound, None, towards=towards, samples=everywhere, warnings=warnings)
    for value, towards in (
        pole
        for sample in samples
        if same(sample.value, sign * top)
        for pole in _at_pole(function, sample.at[0])
    ):
        return Best(value, None, towards=towards, samples=everywhere, warnings=warnings)
    intervals = _flat_intervals(line, sign * top)
    points = _distinct([s.at[0] for s in samples if same(s.value, sign * top)], intervals)
    low = intervals[0][0] if intervals else points[0]
    at = (
        low
        if function.sample((low,)).feasible
        else next(s.at[0] for s in samples if same(s.value, sign * top))
    )
    candidate = _nearest([*line.candidates, *refined], at, function.variables[0])
    spans = {function.variables[0]: intervals[0]} if intervals else {}
    others = tuple((x,) for x in (points if intervals else points[1:]))
    return Best(
        function.sample((at,)).value,
        (at,),
        candidate,
        spans,
        others,
        "",
        candidate is not None and candidate.numeric,
        everywhere,
        warnings,
    )


def _approached(line: LineScan) -> tuple[float | None, str, tuple[str, ...]]:
    """The best value that a feasible stretch comes near to at an end that it does not reach."""
    function, choice = line.function, line.choice
    var, sign = choice.var, function.sign
    found: list[tuple[float, str]] = []
    warnings: list[str] = []
    for stretch in line.stretches:
        if not stretch.feasible:
            continue
        for end, near in beside(stretch):
            sample = function.sample((near,))
            if (
                sample.feasible
                and sample.value is not None
                and not function.sample((end,)).feasible
            ):
                found.append(
                    (
                        sample.value,
                        (
                            f"approached as {var.name} comes to {format_value(end, var.unit)}, not"
                            " reached"
                        ),
                    )
                )
                found.extend(_at_pole(function, end))
        for upward in [True] if math.isinf(stretch.high) else []:
            found.extend(_far(line, stretch, upward, warnings))
        if stretch.low == 0.0 == choice.low and choice.open_low:
            found.extend(_far(line, stretch, False, warnings))
    if not found:
        return None, "", tuple(warnings)
    value, towards = min(found, key=lambda pair: sign * pair[0])
    return value, towards, tuple(warnings)


def _at_pole(function: ObjectiveFunction, at: float) -> list[tuple[float, str]]:
    """The infinite value, better than any other, that the objective runs away to at this value, if
    it does.
    """
    found = [limit_at_pole(function, at, way) for way in (-1.0, 1.0)]
    var, name = function.variables[0], function.objective.name
    where = format_value(at, var.unit)
    told = [
        (
            value,
            (
                f"{name} {'grows' if value > 0 else 'falls'} without end as {var.name} comes to"
                f" {where}"
            ),
        )
        for value in found
        if value is not None
    ]
    return [(value, how) for value, how in told if function.sign * value < 0][:1]


def _far(
    line: LineScan, stretch: Segment, upward: bool, warnings: list[str]
) -> list[tuple[float, str]]:
    var = line.choice.var
    start = (
        (stretch.low or var.unit.factor)
        if upward
        else (stretch.high if math.isfinite(stretch.high) else var.unit.factor)
    )
    value = limit_towards(line.function, var, start, upward)
    how = f"as {var.name} {'grows' if upward else 'goes to nothing'}"
    if value is None:
        warnings.append(
            f"what {line.function.objective.name} comes near to {how} could not be told"
        )
        return []
    if math.isinf(value):
        return [
            (
                value,
                (
                    f"{line.function.objective.name} {'grows' if value > 0 else 'falls'} without"
                    f" end {how}"
                ),
            )
        ]
    return [(value, f"approached {how}, not reached")]


def _flat_intervals(line: LineScan, value: float) -> list[tuple[float, float]]:
    """Stretches on which the objective has this value throughout, neighbours joined."""
    made: list[tuple[float, float]] = []
    for stretch in line.stretches:
        if (
            stretch.course != FLAT
            or not stretch.feasible
            or not same(stretch.samples[0].value, value)
        ):
            continue
        if made and math.isclose(made[-1][1], stretch.low, rel_tol=CLOSE):
            made[-1] = (made[-1][0], stretch.high)
        else:
            made.append((stretch.low, stretch.high))
    return made


def _distinct(points: list[float], intervals: list[tuple[float, float]]) -> list[float]:
    """Points apart from each other and from the intervals."""
    kept: list[float] = []
    for x in sorted(points):
        outside = all(not low * (1 - JUMP) <= x <= high * (1 + JUMP) for low, high in intervals)
        if outside and not any(math.isclose(x, other, rel_tol=JUMP) for other in kept):
            kept.append(x)
    return kept


def _nearest(found: list[CandidatePoint], at: float, var: Var) -> CandidatePoint | None:
    return next((c for c in found if math.isclose(c.values[var], at, rel_tol=CLOSE)), None)


def _refined(line: LineScan, stretch: Segment) -> list[CandidatePoint]:
    """The best point within a stretch on which the objective turns although no equality says so."""
    sign, var = line.function.sign, line.choice.var
    xs = [sample.at[0] for sample in stretch.samples]
    k = min(range(len(xs)), key=lambda i: sign * (stretch.samples[i].value or 0.0))
    low, high = xs[max(k - 1, 0)], xs[min(k + 1, len(xs) - 1)]
    found = least_between(lambda x: sign * (line.function.sample((x,)).value or 0.0), low, high)
    return [CandidatePoint({var: found}, (), numeric=True)]


def same(value: float | None, other: float) -> bool:
    """Whether two values agree to nine digits."""
    return value is not None and math.isclose(value, other, rel_tol=CLOSE, abs_tol=0.0)
