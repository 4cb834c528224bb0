"""Ends of a target beside intervals, searched among points closer and closer around the best."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from derive.analysis.sweep.question import BatchQuery
from derive.analysis.uncertainty.exact import Uncertainties
from derive.analysis.uncertainty.sampling import answered, draw
from derive.equations.var import Var
from derive.program.interval import ALL, Interval
from derive.results.uncertain import Uncertain, UncertainKind

POINTS = 4096  # within the whole
MOST_CORNERS = 8  # intervals of which all corners are evaluated
# Rounds of refinement around the lowest and the highest point, each at half the width, and points
# within each round; fewer where these are answered one by one.
CLOSELY, SINGLY = (16, 64), (8, 4)
MOST_ROUNDS = 30  # while an end runs off to zero or infinity
WINDOW, RUNNING = 12, 2.0  # rounds in which such an end moves by more than this factor
POLE = 2.0 ** (WINDOW - 1)  # the factor in them beside a pole, where half the width doubles an end
Points = Mapping[Var, Any]


def points_within(uncertain: Uncertainties, count: int, seed: int) -> Points:
    """The corners (two of them where there are too many), the middle, each of its values moved to
    an end alone, and points within.
    """
    number = len(uncertain)
    ends = (
        list(itertools.product((0, 1), repeat=number))
        if number <= MOST_CORNERS
        else [(0,) * number, (1,) * number]
    )
    spans = [(item.low, item.high, item.middle) for item in uncertain.values()]
    middles = (2,) * number
    moved = [(*middles[:k], end, *middles[k + 1 :]) for k in range(number) for end in (0, 1)]
    places = [*ends, middles, *(moved if number > 1 else ())]
    return {
        var: np.concatenate(
            [[spans[k][place[k]] for place in places], draw(var, item, count, seed)]
        )
        for k, (var, item) in enumerate(uncertain.items())
    }


def searched(
    question: BatchQuery,
    points: Points,
    values: Any,
    uncertain: Uncertainties,
    closer: tuple[int, int],
    seed: int,
    part: Interval = ALL,
) -> Interval | None:
    """The lowest and highest value in a part of all values at these points, refined in rounds of
    points within shrinking boxes around each, fewer once these are answered one by one; zero or
    infinity where such an end runs off to it.
    """
    rounds, count = closer
    values = _within(values, part)
    if not np.isfinite(values).any():
        return None
    ends = []
    for sign in (1.0, -1.0):
        k = int(np.nanargmin(sign * values))
        best, place = [float(values[k])], {var: float(x[k]) for var, x in points.items()}
        while len(best) <= (MOST_ROUNDS if RUNNING < _factor(best) < POLE else rounds):
            turn = len(best)
            box = {var: _around(item, place[var], 0.5**turn) for var, item in uncertain.items()}
            nearby, singly = points_within(box, count, seed + turn), question.singly
            found = _within(answered(question, nearby).values, part)
            if question.singly - singly > SINGLY[1]:
                rounds, count = SINGLY
            k = int(np.nanargmin(sign * found)) if np.isfinite(found).any() else 0
            closest = best[-1]
            if sign * found[k] < sign * closest:
                closest = float(found[k])
                place = {var: float(array[k]) for var, array in nearby.items()}
            best.append(closest)
        ends.append(_limit(best) if _factor(best) > RUNNING else best[-1])
    return ends[0], ends[1]


def _within(values: Any, part: Interval) -> Any:
    """Values with those outside a part left out."""
    return np.where((values >= part[0]) & (values <= part[1]), values, np.nan)


def _factor(best: Sequence[float]) -> float:
    """The factor by which an end has moved over the last rounds, one while these are few."""
    if len(best) <= WINDOW or best[-1] * best[-1 - WINDOW] <= 0.0:
        return 1.0
    factor = best[-1] / best[-1 - WINDOW]
    return max(factor, 1.0 / factor)


def _limit(best: Sequence[float]) -> float:
    """Zero or infinity, whichever an end runs off towards."""
    grows = abs(best[-1]) > abs(best[0])
    return math.copysign(math.inf, best[-1]) if grows else 0.0


def _around(item: Uncertain, centre: float, share: float) -> Uncertain:
    """An interval of this share of the width around a point, within the whole."""
    half = 0.5 * share * (item.high - item.low)
    low, high = max(item.low, centre - half), min(item.high, centre + half)
    return Uncertain(UncertainKind.INTERVAL, low, high)
