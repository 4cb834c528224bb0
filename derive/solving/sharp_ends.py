"""Ends of intervals to the last digits: small moves, not passed on in the search, are followed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from derive.equations.var import Var
from derive.program.tolerances import BAND, POINT, REACH, SHARP_CHANGE
from derive.results.solution import ValueInterval
from derive.solving.consistency import Knowledge
from derive.solving.value_search import SearchWork, ValueSearch
from derive.solving.value_sets import joined, last_admitted, stretches


def with_sharp_ends(
    state: Knowledge, var: Var, intervals: Sequence[ValueInterval], work: SearchWork
) -> tuple[ValueInterval, ...]:
    """Intervals of a variable with each end moved inwards to the last value next to it that is
    admitted where small moves are passed on too, without narrow ones that are refuted then.
    """
    if all(math.isclose(i.low, i.high, rel_tol=REACH) for i in intervals):
        return tuple(intervals)
    search = ValueSearch(sharpened(state), var, work)
    return joined(sharp for interval in intervals for sharp in _sharp(search, interval))


def sharpened(state: Knowledge) -> Knowledge:
    """The knowledge with moves of ends passed on that are too small to be passed on otherwise."""
    found = state.found.copy()
    found.least_change = SHARP_CHANGE
    return replace(state, found=found).contracted({}, [i for i in found.reached if i >= 0])


def _sharp(search: ValueSearch, run: ValueInterval) -> tuple[ValueInterval, ...]:
    """An interval with sharp ends; of a narrow one what is admitted in it, perhaps nothing."""
    if math.isclose(run.low, run.high, rel_tol=BAND):
        beside = REACH * max(abs(run.low), abs(run.high))  # where no further stretch was looked for
        found = stretches(search, (run.low - beside, run.high + beside))
        return (run,) if found.untried else found.intervals
    low, low_open = _sharp_end(search, (run.low, run.low_open), run.high)
    high, high_open = _sharp_end(search, (run.high, run.high_open), run.low)
    return (ValueInterval(low, high, low_open, high_open),)


def _sharp_end(search: ValueSearch, end: tuple[float, bool], other: float) -> tuple[float, bool]:
    """An end and whether it is open, or the last value that is admitted a little inwards."""
    outside = end[0]
    inwards = math.copysign(outside, other - outside)
    if not inwards or math.isinf(outside) or search.admits(outside + POINT * inwards):
        return end
    inside = outside + BAND * inwards
    return last_admitted(search, inside, outside) if search.admits(inside) else end
