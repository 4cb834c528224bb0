"""Sets of values: which values of a target all relations in force admit, as intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.short_numbers import round_number, short
from derive.program.tolerances import DEPTH, END, FAR, MOST_PARTS, MOST_RUNS, NEAR, REACH, SAMPLES
from derive.results.solution import ValueInterval
from derive.solving.consistency import Knowledge
from derive.solving.value_search import SearchWork, ValueSearch


class AdmittedSet(NamedTuple):
    """The intervals of values that all relations admit, and the parts between them in which the
    search for further values came to no end. Where the work for it is spent, the intervals are
    bounds, and refuted no further. Of many intervals, as rounding leaves of one, those in the
    middle are a part left untried: the values are `scattered`.
    """

    intervals: tuple[ValueInterval, ...]
    untried: tuple[Interval, ...]
    scattered: bool = False


def admitted_set(
    state: Knowledge, var: Var, spans: Sequence[Interval], work: SearchWork
) -> AdmittedSet:
    """The values of a variable within some spans that all relations admit: ends are found to the
    last digits, and values in between tried one by one.
    """
    low, high = state.interval(var)
    search, found, untried = ValueSearch(state, var, work), list[ValueInterval](), list[Interval]()
    scattered = False
    for span in spans:
        inside = max(span[0], low), min(span[1], high)
        if inside[0] <= inside[1] and not search.narrowed(inside).contradictory:
            several, cut_off = list[ValueInterval](), list[Interval]()
            _add_runs(search, inside, several, cut_off)
            runs = joined(several)
            gaps = _gaps(inside, runs)
            if len(several) > MOST_RUNS:
                scattered = True
                untried += [*cut_off, (runs[0].high, runs[-1].low)]
                gaps, runs = [*gaps[:1], *gaps[1:][-1:]], (runs[0], runs[-1])
            found += runs
            for gap in gaps:
                within = stretches(search, gap)
                found += within.intervals
                untried += within.untried
    return AdmittedSet(joined(found), tuple(untried), scattered)


def _add_runs(
    search: ValueSearch,
    span: Interval,
    runs: list[ValueInterval],
    cut_off: list[Interval],
    depth: int = DEPTH,
) -> None:
    """Add to `runs` the stretches of a span whose samples are admitted, each with its ends; one
    with a value in between that is not is sampled again, or `cut_off` where there are many.
    """
    points = _points(search, span)
    flags = [search.admits(x) for x in points]
    start = 0
    while start < len(points):
        if not flags[start]:
            start += 1
            continue
        stop = start
        while stop + 1 < len(points) and flags[stop + 1]:
            stop += 1
        outer = (points[start - 1] if start else span[0], _after(points, stop, span[1]))
        low, low_open = last_admitted(search, points[start], outer[0])
        high, high_open = last_admitted(search, points[stop], outer[1])
        within = _points(search, (low, high))[1:-1] if depth else ()
        if all(map(search.admits, within)):
            runs.append(ValueInterval(low, high, low_open, high_open))
        elif len(runs) > MOST_RUNS:
            cut_off.append((low, high))
        else:
            _add_runs(search, (low, high), runs, cut_off, depth - 1)
        start = stop + 1


def _points(search: ValueSearch, span: Interval) -> list[float]:
    """Samples of a span, and the values on and beside the edges of cases within it."""
    beside = (edge * (1.0 + by) for edge in search.edges for by in (-REACH, 0.0, REACH))
    return sorted({*samples(*span), *(x for x in beside if span[0] < x < span[1])})


def _gaps(span: Interval, runs: Sequence[ValueInterval]) -> list[Interval]:
    """The parts of a span between runs, and before and after them, a little apart from each."""
    lows = (span[0], *(run.high + REACH * abs(run.high) for run in runs))
    highs = (*(run.low - REACH * abs(run.low) for run in runs), span[1])
    return [(low, high) for low, high in zip(lows, highs, strict=True) if low < high]


def stretches(search: ValueSearch, gap: Interval) -> AdmittedSet:
    """The stretches of admitted values that lie between samples: parts of a gap that propagation
    does not refute are halved, so often at most.
    """
    waiting, found = [gap], list[ValueInterval]()
    for _ in range(MOST_PARTS):
        if not waiting or search.work.spent:
            break
        part = waiting.pop()
        narrowed = search.narrowed(part)
        if narrowed.contradictory:
            continue
        low, high = narrowed.interval(search.var)
        low, high = max(low, part[0]), min(high, part[1])
        middle = _middle(low, high)
        narrow = math.isclose(low, high, rel_tol=END)
        tried = (middle, short(middle), low, high) if narrow else (middle,)
        value = next(filter(search.admits, tried), None)
        if value is not None:
            found.append(_around(search, value, (min(low, value), max(high, value))))
            waiting += _gaps((low, high), found[-1:])
        elif low < middle < high and not narrow:
            waiting += [(middle, high), (low, middle)]
    return AdmittedSet(tuple(found), tuple(waiting))


def _around(search: ValueSearch, value: float, span: Interval) -> ValueInterval:
    """The stretch of a span around an admitted value, with no sample in between that is refused."""
    low, high = span
    for _ in range(DEPTH):
        (least, low_open), (most, high_open) = (
            last_admitted(search, value, end) for end in (low, high)
        )
        refused = [x for x in samples(least, most)[1:-1] if not search.admits(x)]
        if not refused:
            break
        low = max((x for x in refused if x < value), default=low)
        high = min((x for x in refused if x > value), default=high)
    return ValueInterval(least, most, low_open, high_open)


def _middle(low: float, high: float) -> float:
    """A point between two ends, by size where both have one sign."""
    if low < 0.0 < high:
        return 0.0
    if high <= 0.0:
        return -_middle(-high, -low) if low < high else low
    top = high if math.isfinite(high) else max(low, 1.0) * FAR
    bottom = low if low > 0.0 else min(top, 1.0) * NEAR
    if top <= 4.0 * bottom:
        return low + 0.5 * (top - low)
    return math.sqrt(bottom) * math.sqrt(top)


def _after(points: Sequence[float], stop: int, end: float) -> float:
    return points[stop + 1] if stop + 1 < len(points) else end


def samples(low: float, high: float) -> list[float]:
    """Points from one end of a span to the other, spaced evenly in logarithms where both ends have
    one sign, between zero and another end evenly as well, and close to an end without another.
    """
    if low == high:
        return [low]
    if low < 0.0 < high:
        below = [-x for x in reversed(samples(0.0, -low))]
        return [*below, 0.0, *samples(0.0, high)]
    if high <= 0.0:
        return [-x for x in reversed(samples(-high, -low))]
    top = high if math.isfinite(high) else max(low, 1.0) * FAR
    bottom = low if low > 0.0 else min(top, 1.0) * NEAR
    if not bottom:  # there is no smaller float
        return [top]
    ratio = math.log(top / bottom)
    inner = [bottom * math.exp(ratio * k / SAMPLES) for k in range(1, SAMPLES)]
    if not low and math.isfinite(high):
        inner += [top * k / SAMPLES for k in range(1, SAMPLES)]
    if low > 0.0 and math.isinf(high):
        inner += [low * (1.0 + 2.0**k) for k in range(-4, 4)]
    return list(dict.fromkeys((bottom, *sorted(inner), top)))


def last_admitted(search: ValueSearch, inside: float, outside: float) -> tuple[float, bool]:
    """The last value from `inside` towards `outside` that is admitted, and whether it is open."""
    if math.isinf(outside):
        return outside, True
    if inside == outside or search.admits(outside):
        return _rounded(outside, search), False
    worth = 0  # the next step at which the whole rest is narrowed, rarer where that tells little
    for step in range(80):
        if step >= worth and not search.work.spent:
            bound = _narrowed_end(search, inside, outside)
            worth = step + (1 if abs(bound - outside) > 0.25 * abs(inside - outside) else 5)
            outside = bound
            if search.admits(outside):
                return _rounded(outside, search), False
        if math.isclose(inside, outside, rel_tol=END) or abs(outside) < NEAR:
            break
        middle = inside + 0.5 * (outside - inside)
        if 0.0 < 4.0 * inside < outside or 0.0 < 4.0 * outside < inside:
            middle = math.sqrt(inside * outside)
        inside, outside = (middle, outside) if search.admits(middle) else (inside, middle)
    end = _rounded(outside, search)
    return end, not search.admits(end)


def _narrowed_end(search: ValueSearch, inside: float, outside: float) -> float:
    """The outer end of a stretch of values, as far as propagation moves it inwards."""
    narrowed = search.narrowed((min(inside, outside), max(inside, outside)))
    if narrowed.contradictory:
        return outside
    low, high = narrowed.interval(search.var)
    return min(outside, high) if outside > inside else max(outside, low)


def _rounded(end: float, search: ValueSearch) -> float:
    """The number of twelve digits at an end, or a round one within its noise that is admitted; the
    end itself where that alone is.
    """
    near = round_number(end)
    if near is not None and search.admits(near):
        return near
    twelve = short(end)
    return twelve if search.admits(twelve) or not search.admits(end) else end


def joined(runs: Iterable[ValueInterval]) -> tuple[ValueInterval, ...]:
    """The intervals in order, those that meet as one."""
    ordered = sorted(runs, key=lambda run: (run.low, run.low_open))
    made = ordered[:1]
    for _, run in pairwise(ordered):
        last = made[-1]
        apart = run.low > last.high or (run.low == last.high and run.low_open and last.high_open)
        if apart:
            made.append(run)
        elif run.high > last.high or (run.high == last.high and last.high_open):
            made[-1] = ValueInterval(last.low, run.high, last.low_open, run.high_open)
    return tuple(made)


def hull(spans: Sequence[ValueInterval]) -> ValueInterval:
    """One interval around several."""
    low, low_open = min((s.low, s.low_open) for s in spans)
    high, closed = max((s.high, not s.high_open) for s in spans)
    return ValueInterval(low, high, low_open or math.isinf(low), not closed or math.isinf(high))
