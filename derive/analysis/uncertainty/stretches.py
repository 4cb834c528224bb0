"""Stretches of values that lead into an interval: looked for over all sizes, ends by halving."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from derive.analysis.uncertainty.following import NearestValue, NoOneValue, meets
from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.short_numbers import round_number, short, shortest
from derive.program.tolerances import CLOSE, NOISE, REACH
from derive.results.solution import ValueInterval

MOST = 64  # stretches that are told one by one
_SIZES = 1e-15, 1e33  # in base units
_POINTS = 480  # of them by ratio, and as many by difference up to the ends that were found
_SEARCHED = 160  # the same where what follows of each is searched for
_BESIDE = (-0.1, -0.01, -0.001, 0.001, 0.01, 0.1)  # such an end, relative
_WITHIN = (1e-4, 0.25, 0.5, 0.75, 1.0 - 1e-4)  # of a stretch
_LEAP = 1 / 8  # of the interval of the given
_MOST_MORE = 2000  # values between those of the grid
_MOST_ROUNDS = 3
_HALVINGS = 100
Point = tuple[float, float]  # a value of the target and what follows from it


def stretches(
    leads: NearestValue, target: Var, spans: Sequence[ValueInterval]
) -> list[ValueInterval]:
    """The stretches of values that lead into an interval of a given, those as one between which
    what follows is beside the interval by noise alone. Where it jumps, several are looked for again
    up to the ends that were found, until there are no more, unless each value takes long.
    """
    closer = len(leads.points) == 1 and not leads.value.implicit and leads.value.jumps
    found = _stretches(leads, target, spans, closer)
    for _ in range(_MOST_ROUNDS if closer else 0):
        if not 1 < len(found) <= MOST:
            break
        before, found = len(found), _stretches(leads, target, found, closer)
        if len(found) == before:
            break
    return found


def _stretches(
    leads: NearestValue, target: Var, spans: Sequence[ValueInterval], closer: bool
) -> list[ValueInterval]:
    """The stretches of values that lead into an interval, looked for up to the ends of spans; of
    more than are told the outermost ends alone are exact.
    """
    least, most, open_low, open_high = target.bounds
    most_points = _SEARCHED if leads.value.implicit else _POINTS
    points = _followed(leads, grid(spans, (least, most), closer, most_points))
    flags = [(x, meets(y, leads.given)) for x, y in _without_noise(points, leads.given)]
    open_low = open_low or not _is_met(leads, least, spans)
    found, (start, open_start) = list[ValueInterval](), (least, open_low)
    turns = [(a, b) for (a, before), (b, after) in pairwise(flags) if before != after]
    exact = turns if len(turns) <= 2 * MOST else (turns[0], turns[-1])
    in_one = flags[0][1]
    for a, b in turns:
        if in_one:
            end, open_end = _end(leads, a, b) if (a, b) in exact else (a, False)
            found.append(ValueInterval(start, end, open_start, open_end))
        else:
            start, open_start = _end(leads, b, a) if (a, b) in exact else (b, False)
        in_one = not in_one
    if flags[-1][1]:
        found.append(ValueInterval(start, most, open_start, open_high))
    return found


def _without_noise(points: Sequence[Point], given: Interval) -> list[Point]:
    """The points without those between two that meet an interval, where none of them is beside it
    by more than noise.
    """
    kept, aside = list[Point](), list[Point]()
    for point in points:
        if meets(point[1], given):
            by_noise = all(meets(y, given, REACH) for _, y in aside)
            kept += [point] if kept and by_noise else [*aside, point]
            aside = []
        else:
            aside.append(point)
    return [*kept, *aside]


def _followed(leads: NearestValue, values: Sequence[float]) -> list[Point]:
    """Some values, and more of them where what follows leaps within the given's interval or
    across it, each with what follows.
    """
    low, high = leads.given
    leap = _LEAP * (high - low)

    def leaps(one: Point, other: Point) -> bool:
        a, b = (min(max(y, low - leap), high + leap) for _, y in (one, other))
        return abs(b - a) > leap and not math.isclose(one[0], other[0], rel_tol=CLOSE)

    points, more = leads.followed(values), _MOST_MORE
    pairs = list(pairwise(points))
    while leaping := [pair for pair in pairs if leaps(*pair)][:more]:
        middles = leads.followed([0.5 * (one[0] + other[0]) for one, other in leaping])
        pairs = [
            half
            for (one, other), middle in zip(leaping, middles, strict=True)
            for half in ((one, middle), (middle, other))
        ]
        points, more = [*points, *middles], more - len(middles)
    return sorted(points)


def _is_met(leads: NearestValue, end: float, spans: Sequence[ValueInterval]) -> bool:
    """Whether the end of a range leads into an interval; where it leads to several values, whether
    it was found to belong to some spans.
    """
    try:
        return leads.reaches(end)
    except NoOneValue:
        return any(span.low == end and not span.low_open for span in spans)


def _end(leads: NearestValue, inside: float, outside: float) -> tuple[float, bool]:
    """The end of a stretch between a value in it and one beyond, and whether it is left out: that
    which leads to an end of the given is not, one at a jump where it does not lead there itself.
    """
    noise = 0.0 if leads.reaches(inside, 0.0) else NOISE
    for _ in range(_HALVINGS):
        middle = 0.5 * (inside + outside)
        if middle in (inside, outside):
            break
        inside, outside = (middle, outside) if leads.reaches(middle, noise) else (inside, middle)
    near, beyond = round_number(inside), leads(outside)
    if near is not None and leads.reaches(near):
        return near, False
    if any(math.isclose(beyond, end, rel_tol=REACH) for end in leads.given):
        return short(inside), False
    jump = shortest(inside)
    return jump, not leads.reaches(jump)


def grid(
    spans: Sequence[ValueInterval], range_of: Interval, closer: bool = False, points: int = _POINTS
) -> list[float]:
    """So many values of all usual sizes by ratio, `closer` about the ends that were found, and up
    to and around these by difference.
    """
    low, high = _SIZES
    ends = [x for s in spans for x in (s.low, s.high) if low < x < high]
    least, top = 0.5 * min(ends, default=low), 2.0 * max(ends, default=0.0)
    values = [low * (high / low) ** (k / points) for k in range(points + 1)]
    values += [least * (top / least) ** (k / points) for k in range(points if closer else 0)]
    values += [top * k / points for k in range(1, points)]
    values += [x * (1.0 + by) for x in ends for by in _BESIDE]
    values += [x for span in spans for x in within(span)]
    return sorted({x for x in values if range_of[0] < x < range_of[1]})


def inside(span: ValueInterval) -> float:
    """A finite value of a stretch."""
    return next(iter(within(span)))


def within(span: ValueInterval) -> Iterator[float]:
    """Values of a stretch next to its ends and between them."""
    high = span.high if math.isfinite(span.high) else 2.0 * span.low + 1.0
    yield from (span.low + share * (high - span.low) for share in _WITHIN)
