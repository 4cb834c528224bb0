"""Interval answers: the lowest and the highest value over all points that interval givens allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.analysis.uncertainty.exact import CORNERS, Uncertainties, ValueAt, corner_values
from derive.analysis.uncertainty.monotone import direction_of_target
from derive.analysis.uncertainty.parts import PartSearch
from derive.analysis.uncertainty.sampling import (
    answered,
    is_slow,
    joined,
    over_draws,
    regime_shares,
    status_shares,
)
from derive.analysis.uncertainty.searched_ends import (
    CLOSELY,
    POINTS,
    SINGLY,
    Points,
    points_within,
    searched,
)
from derive.program.interval import Interval
from derive.program.tolerances import REACH
from derive.results.status import Status
from derive.results.uncertain import UncertainKind
from derive.results.uncertainty import SEVERAL, Share, Spread, SpreadMethod
from derive.solving.consistency import Knowledge
from derive.solving.query import Query

FIRST = 32  # points of those that are put back from
FEW, EASY = 200, 8  # points answered one by one; fewer beside more givens than so many
MOST_SINGLY = 3  # intervals beside which ends of such points are looked for more closely
APART = "it follows without the intervals"

PutBack = Callable[[Interval], Interval | None]


def over_points(
    query: Query,
    uncertain: Uncertainties,
    value_at: ValueAt,
    put_back: PutBack,
    question: BatchQuery,
    draws: int,
    seed: int,
    of_several: bool,
) -> Spread:
    """The spread of an answer over the points of intervals, or over draws of distributions."""
    if next(iter(uncertain.values())).kind == UncertainKind.INTERVAL:
        return over_intervals(query, uncertain, value_at, put_back, question, seed, of_several)
    return over_draws(question, uncertain, draws, seed)


def over_intervals(
    query: Query,
    uncertain: Uncertainties,
    value_at: ValueAt,
    put_back: PutBack,
    question: BatchQuery,
    seed: int,
    of_several: bool,
) -> Spread:
    """The interval of the answer, with its regimes and statuses; with no more than the ends of the
    points where some have several values, unless those `of_several` are asked for.

    Where the answer moves one way with each given, its ends lie at two corners; else they are
    searched at corners and points within, closer and closer around the best, and `how` says so.
    Where points are answered one by one, ends that are put back from the first are taken before
    those.
    """
    points, closer = points_within(uncertain, POINTS, seed), CLOSELY
    first = ends = None
    if is_slow(question, points):
        few = FEW * EASY // max(EASY, len(question.spec.known))
        points = _part(points, slice(few))
        closer = SINGLY if len(uncertain) <= MOST_SINGLY else (0, 0)
        if question.spec.each or not _may_be_exact(query, uncertain):
            first = answered(question, _part(points, slice(FIRST)))
            ends = _put_back(question, first, put_back)
    if first is not None and ends is not None:
        return replace(_over(query, first, closer), low=ends[0], high=ends[1])
    rest = answered(question, _part(points, slice(FIRST if first else 0, None)))
    found = joined(first, rest) if first else rest
    spread = _over(query, found, closer)
    ends, how = _apart(query, uncertain, found.values), APART
    if ends is None and not question.spec.each:
        ends, how = _corner_ends(query, uncertain, spread, value_at), CORNERS
    if ends is not None:
        return replace(spread, how=how, low=ends[0], high=ends[1])
    if not of_several and any(share.name == SEVERAL for share in spread.statuses):
        some = found.values[np.isfinite(found.values)].tolist()
        return replace(spread, low=min(some, default=None), high=max(some, default=None))
    if first is None or not np.isfinite(first.values).any():
        ends = _put_back(question, found, put_back)
    ends = ends or searched(question, points, found.values, uncertain, closer, seed)
    return spread if ends is None else replace(spread, low=ends[0], high=ends[1])


def _may_be_exact(query: Query, uncertain: Uncertainties) -> bool:
    """Whether the answer follows without the intervals, or moves one way with each."""
    apart = uncertain.keys().isdisjoint(query.target_support)
    return apart or all(direction_of_target(query, var) is not None for var in uncertain)


def _over(query: Query, found: ArrayAnswer, closer: tuple[int, int]) -> Spread:
    """The spread over points, its ends not told yet, with their regimes and statuses."""
    regimes = tuple(Share(share.name, None) for share in regime_shares(found))
    how = f"looked for at {len(found.values):,} points, corners among them, " + (
        "and closer around the best: the true ends may lie a little further out"
        if closer[0]
        else "no closer: the true ends may lie further out"
    )
    return Spread(
        query.target,
        SpreadMethod.INTERVAL,
        how,
        regimes=regimes if len(regimes) > 1 else (),
        statuses=tuple(Share(share.name, None) for share in status_shares(found)),
    )


def _put_back(question: BatchQuery, found: ArrayAnswer, put_back: PutBack) -> Interval | None:
    """The ends that are put back, from those of some points answered one by one."""
    some = found.values[np.isfinite(found.values)]
    if not (question.singly and some.size):
        return None
    return put_back((float(some.min()), float(some.max())))


def _part(points: Points, places: slice) -> Points:
    return {var: array[places] for var, array in points.items()}


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


def ends_within(
    question: BatchQuery,
    uncertain: Uncertainties,
    parts: Sequence[Interval],
    state: Knowledge,
    seed: int,
) -> list[Interval]:
    """The lowest and the highest value looked for within each of some parts of the values."""
    points = points_within(uncertain, POINTS, seed)
    if is_slow(question, points):
        return []
    values = answered(question, points).values
    return PartSearch(question, uncertain, state, seed).ends(points, values, parts)
