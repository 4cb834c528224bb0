"""Interval answers: the lowest and the highest value over everything that interval givens allow."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derive.analysis.uncertainty.exact import Uncertainties
from derive.analysis.uncertainty.monotone import direction_of_target
from derive.analysis.uncertainty.sampling import (
    FEW,
    answered,
    draw,
    is_slow,
    regime_shares,
    status_shares,
)
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.status import Status
from derive.results.uncertain import Uncertain, UncertainKind
from derive.results.uncertainty import Share, Spread, SpreadMethod
from derive.solving.query import Query

if TYPE_CHECKING:
    from derive.analysis.sweep.question import BatchQuery

POINTS, CLOSER = 4096, 64  # within the whole, and around the best
MOST_CORNERS = 8  # intervals of which all corners are looked at
ROUNDS = 12  # of looking closer around the lowest and the highest point, each at half the width

CORNERS = "the answer moves one way with every given, so its ends lie at two corners"

Points = dict[Var, Any]
Answering = Callable[[Mapping[Var, float]], "float | None"]


def of_product(
    answer: Answer, powers: Mapping[Var, float], uncertain: Uncertainties, at: Answering
) -> Spread | None:
    """The ends of a product of powers of what is uncertain: two corners; None where it has no value
    there.
    """
    ends = _at_corners(uncertain, powers, at)
    return (
        None
        if ends is None
        else Spread(
            answer.target,
            SpreadMethod.INTERVAL,
            CORNERS,
            *ends,
            statuses=(Share(answer.status, None),),
        )
    )


def over_intervals(
    query: Query, uncertain: Uncertainties, at: Answering, question: BatchQuery, seed: int
) -> Spread:
    """The ends of the answer, with the regimes and statuses that occur; `at` answers at one point
    and `question` at many.

    Where the answer moves one way with each given, its ends lie at two corners; else corners and
    points within are looked at, closer and closer around the best, and the spread says so.
    """
    points, rounds = _points(uncertain, POINTS, seed), ROUNDS
    if is_slow(question, points):
        points, rounds = {var: array[:FEW] for var, array in points.items()}, 0
    found = answered(question, points)
    regimes, statuses = (
        tuple(Share(share.name, None) for share in shares)
        for shares in (regime_shares(found), status_shares(found))
    )
    spread = Spread(
        query.target,
        SpreadMethod.INTERVAL,
        CORNERS,
        regimes=regimes if len(regimes) > 1 else (),
        statuses=statuses,
    )
    directions = {
        var: way
        for var in uncertain
        for way in [direction_of_target(query, var)]
        if way is not None
    }
    if len(directions) == len(uncertain) and [share.name for share in statuses] in (
        [Status.SOLVED],
        [Status.INFEASIBLE],
    ):
        ends = _at_corners(uncertain, directions, at)
        if ends is not None:
            return replace(spread, low=ends[0], high=ends[1])
    count = len(next(iter(points.values())))
    looked = _looked_closer(question, points, found.values, uncertain, rounds, seed)
    how = (
        f"looked for at {count:,} points, corners among them, and closer around the best: the true"
        " ends may lie a little further out"
    )
    return (
        replace(spread, how=how)
        if looked is None
        else replace(spread, how=how, low=looked[0], high=looked[1])
    )


def _at_corners(
    uncertain: Uncertainties, ways: Mapping[Var, float], at: Answering
) -> tuple[float, float] | None:
    """The answers where everything is at the end that makes it smallest, and largest; None where
    one has none.
    """
    ends = [
        at({var: item.high if ways[var] * way > 0 else item.low for var, item in uncertain.items()})
        for way in (-1, 1)
    ]
    found = sorted(end for end in ends if end is not None)
    return (found[0], found[1]) if len(found) == 2 else None


def _points(uncertain: Uncertainties, count: int, seed: int) -> Points:
    """The corners (two of them where there are too many), the middle, and points within."""
    import numpy as np

    ends = (
        list(itertools.product((0, 1), repeat=len(uncertain)))
        if len(uncertain) <= MOST_CORNERS
        else [(0,) * len(uncertain), (1,) * len(uncertain)]
    )
    return {
        var: np.concatenate(
            [
                [(item.low, item.high)[corner[k]] for corner in ends],
                [item.middle],
                draw(var, item, count, seed),
            ]
        )
        for k, (var, item) in enumerate(uncertain.items())
    }


def _looked_closer(
    question: BatchQuery,
    points: Points,
    values: Any,
    uncertain: Uncertainties,
    rounds: int,
    seed: int,
) -> tuple[float, float] | None:
    """The lowest and highest value at these points, refined within shrinking boxes around each."""
    import numpy as np

    if not np.isfinite(values).any():
        return None
    ends = []
    for sign in (1.0, -1.0):
        k = int(np.nanargmin(sign * values))
        best, place = float(values[k]), {var: float(array[k]) for var, array in points.items()}
        for turn in range(1, rounds + 1):
            closer = _points(
                {var: _around(item, place[var], 0.5**turn) for var, item in uncertain.items()},
                CLOSER,
                seed + turn,
            )
            found = answered(question, closer).values
            k = int(np.nanargmin(sign * found)) if np.isfinite(found).any() else 0
            if sign * found[k] < sign * best:
                best, place = (
                    float(found[k]),
                    {var: float(array[k]) for var, array in closer.items()},
                )
        ends.append(best)
    return ends[0], ends[1]


def _around(item: Uncertain, centre: float, share: float) -> Uncertain:
    """An interval of this share of the width around a point, within the whole."""
    half = 0.5 * share * (item.high - item.low)
    return Uncertain(
        UncertainKind.INTERVAL, max(item.low, centre - half), min(item.high, centre + half)
    )
