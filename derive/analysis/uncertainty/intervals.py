"""Interval answers: the lowest and the highest value over all points that interval givens allow."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from derive.analysis.sweep.question import BatchQuery
from derive.analysis.uncertainty.exact import CORNERS, Uncertainties, ValueAt, corner_values
from derive.analysis.uncertainty.monotone import direction_of_target
from derive.analysis.uncertainty.sampling import (
    answered,
    draw,
    is_slow,
    over_draws,
    regime_shares,
    status_shares,
)
from derive.equations.var import Var
from derive.program.interval import ALL, Interval, around
from derive.program.tolerances import REACH
from derive.results.status import Status
from derive.results.uncertain import Uncertain, UncertainKind
from derive.results.uncertainty import Share, Spread, SpreadMethod
from derive.solving.query import Query

POINTS = 4096  # within the whole
MOST_CORNERS = 8  # intervals of which all corners are evaluated
FEW, EASY = 200, 8  # points answered one by one; fewer beside more givens than so many
# Rounds of refinement around the lowest and the highest point, each at half the width, and points
# within each round; where these are answered one by one, beside so many intervals at most.
CLOSELY, SINGLY = (16, 64), (8, 4)
MOST_SINGLY = 3
MOST_ROUNDS = 30  # while an end runs off to zero or infinity
WINDOW, RUNNING = 12, 2.0  # rounds in which such an end moves by more than this factor
APART = "it follows without the intervals"

Points = Mapping[Var, Any]
PutBack = Callable[[Interval], Interval | None]


def over_points(
    query: Query,
    uncertain: Uncertainties,
    value_at: ValueAt,
    put_back: PutBack,
    question: BatchQuery,
    draws: int,
    seed: int,
) -> Spread:
    """The spread of an answer over the points of intervals, or over draws of distributions."""
    if next(iter(uncertain.values())).kind == UncertainKind.INTERVAL:
        return over_intervals(query, uncertain, value_at, put_back, question, seed)
    return over_draws(question, uncertain, draws, seed)


def over_intervals(
    query: Query,
    uncertain: Uncertainties,
    value_at: ValueAt,
    put_back: PutBack,
    question: BatchQuery,
    seed: int,
) -> Spread:
    """The interval of the answer, with its regimes and statuses.

    Where the answer moves one way with each given, its ends lie at two corners; else they are
    searched at corners and points within, closer and closer around the best, and `how` says so.
    Where some points are answered one by one, ends that are put back are taken before those.
    """
    points, closer = _points(uncertain, POINTS, seed), CLOSELY
    if is_slow(question, points):
        few = FEW * EASY // max(EASY, len(question.spec.known))
        points = {var: array[:few] for var, array in points.items()}
        closer = SINGLY if len(uncertain) <= MOST_SINGLY else (0, 0)
    found = answered(question, points)
    regimes = tuple(Share(share.name, None) for share in regime_shares(found))
    spread = Spread(
        query.target,
        SpreadMethod.INTERVAL,
        CORNERS,
        regimes=regimes if len(regimes) > 1 else (),
        statuses=tuple(Share(share.name, None) for share in status_shares(found)),
    )
    ends = _apart(query, uncertain, found.values)
    if ends is not None:
        spread = replace(spread, how=APART)
    elif not question.spec.each:
        ends = _corner_ends(query, uncertain, spread, value_at)
    if ends is None:
        spread = replace(
            spread,
            how=f"looked for at {len(found.values):,} points, corners among them, "
            + (
                "and closer around the best: the true ends may lie a little further out"
                if closer[0]
                else "no closer: the true ends may lie further out"
            ),
        )
        some = found.values[np.isfinite(found.values)]
        if question.singly and some.size:
            ends = put_back((float(some.min()), float(some.max())))
        ends = ends or _searched(question, points, found.values, uncertain, closer, seed)
    return spread if ends is None else replace(spread, low=ends[0], high=ends[1])


def _apart(query: Query, uncertain: Uncertainties, values: Any) -> tuple[float, float] | None:
    """The one value at all points, as both ends, where it follows without the intervals; else
    None.
    """
    found = values[np.isfinite(values)]
    behind = not uncertain.keys().isdisjoint(query.target_support)
    if behind or not found.size or not np.allclose(found, found[0], rtol=REACH, atol=0.0):
        return None
    return float(found[0]), float(found[0])


def _corner_ends(
    query: Query, uncertain: Uncertainties, spread: Spread, value_at: ValueAt
) -> tuple[float, float] | None:
    """The ends at two corners, where all points have one status and the answer moves one way with
    each given; else None.
    """
    if [share.name for share in spread.statuses] not in ([Status.SOLVED], [Status.INFEASIBLE]):
        return None
    found = {var: direction_of_target(query, var) for var in uncertain}
    directions = {var: way for var, way in found.items() if way is not None}
    return corner_values(uncertain, directions, value_at) if directions == found else None


def _points(uncertain: Uncertainties, count: int, seed: int) -> Points:
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


def ends_within(
    question: BatchQuery, uncertain: Uncertainties, parts: Sequence[Interval], seed: int
) -> list[Interval]:
    """The lowest and the highest value looked for within each of some parts of the values; a part
    in which none is found belongs to the nearest one with some.
    """
    points = _points(uncertain, POINTS, seed)
    if is_slow(question, points):
        return []
    values = answered(question, points).values
    found: dict[int, Interval] = {}
    for k, part in enumerate(parts):
        beside = around(part[0], REACH)[0], around(part[1], REACH)[1]
        ends = _searched(question, points, values, uncertain, CLOSELY, seed, beside)
        found |= {} if ends is None else {k: ends}
    for part in (part for k, part in enumerate(parts) if found and k not in found):
        near = min(found, key=lambda k: max(parts[k][0] - part[1], part[0] - parts[k][1]))
        found[near] = min(found[near][0], part[0]), max(found[near][1], part[1])
    return [found[k] for k in sorted(found)]


def _searched(
    question: BatchQuery,
    points: Points,
    values: Any,
    uncertain: Uncertainties,
    closer: tuple[int, int],
    seed: int,
    part: Interval = ALL,
) -> Interval | None:
    """The lowest and highest value in a part of all values at these points, refined in rounds of
    points within shrinking boxes around each; zero or infinity where such an end runs off to it.
    """
    rounds, count = closer
    values = _within(values, part)
    if not np.isfinite(values).any():
        return None
    ends = []
    for sign in (1.0, -1.0):
        k = int(np.nanargmin(sign * values))
        best, place = [float(values[k])], {var: float(x[k]) for var, x in points.items()}
        while len(best) <= (MOST_ROUNDS if _runs_off(best) else rounds):
            turn = len(best)
            box = {var: _around(item, place[var], 0.5**turn) for var, item in uncertain.items()}
            nearby = _points(box, count, seed + turn)
            found = _within(answered(question, nearby).values, part)
            k = int(np.nanargmin(sign * found)) if np.isfinite(found).any() else 0
            closest = best[-1]
            if sign * found[k] < sign * closest:
                closest = float(found[k])
                place = {var: float(array[k]) for var, array in nearby.items()}
            best.append(closest)
        ends.append(_limit(best) if _runs_off(best) else best[-1])
    return ends[0], ends[1]


def _within(values: Any, part: Interval) -> Any:
    """Values with those outside a part left out."""
    return np.where((values >= part[0]) & (values <= part[1]), values, np.nan)


def _runs_off(best: Sequence[float]) -> bool:
    """Whether an end has moved by a large factor over the last rounds."""
    if len(best) <= WINDOW or best[-1] * best[-1 - WINDOW] <= 0.0:
        return False
    factor = best[-1] / best[-1 - WINDOW]
    return max(factor, 1.0 / factor) > RUNNING


def _limit(best: Sequence[float]) -> float:
    """Zero or infinity, whichever an end runs off towards."""
    grows = abs(best[-1]) > abs(best[0])
    return math.copysign(math.inf, best[-1]) if grows else 0.0


def _around(item: Uncertain, centre: float, share: float) -> Uncertain:
    """An interval of this share of the width around a point, within the whole."""
    half = 0.5 * share * (item.high - item.low)
    low, high = max(item.low, centre - half), min(item.high, centre + half)
    return Uncertain(UncertainKind.INTERVAL, low, high)
