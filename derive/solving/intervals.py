"""Interval answers: the lowest and the highest value over everything that interval givens allow."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derive.derivation.spread import RANGE, Share, Spread
from derive.derivation.uncertain import INTERVAL, Uncertain
from derive.equations.var import Var
from derive.solving.exact_spread import Uncertainties
from derive.solving.monotone import Direction
from derive.solving.sampling import draw, regime_shares, status_shares

if TYPE_CHECKING:
    from derive.solving.arrays import ArrayAnswer

POINTS = 4096
MOST_CORNERS = 10  # intervals of which all corners are looked at
ROUNDS = 8  # of looking closer around the lowest and the highest point, each at half the width

Answering = Callable[[Mapping[Var, float]], "float | None"]
Evaluate = Callable[[Mapping[Var, Any]], "ArrayAnswer"]


def over_intervals(
    target: Var, uncertain: Uncertainties, directions: Mapping[Var, Direction], at: Answering, evaluate: Evaluate | None, seed: int
) -> Spread:
    """The ends of the answer. `at` answers at one point and `evaluate` at many; it is None where no regime or range is at stake.

    Where the answer moves one way with each given, its ends lie at two corners; else all corners and points within are
    looked at, closer and closer around the best, and the spread says so.
    """
    found = None if evaluate is None else evaluate(_points(uncertain, seed))
    regimes = () if found is None else tuple(Share(share.name, None) for share in regime_shares(found))
    statuses = (Share("solved", None),) if found is None else tuple(Share(share.name, None) for share in status_shares(found))
    spread = Spread(target, RANGE, "", regimes=regimes if len(regimes) > 1 else (), statuses=statuses)
    if all(found is not None for found in directions.values()) and [share.name for share in statuses] == ["solved"]:
        ends = [at({var: item.high if (directions[var] or 0) * way > 0 else item.low for var, item in uncertain.items()}) for way in (-1, 1)]
        if None not in ends:
            low, high = sorted(end for end in ends if end is not None)
            return replace(spread, how="the answer moves one way with every given, so its ends lie at two corners", low=low, high=high)
    if evaluate is None or found is None:
        return spread
    looked = _looked_closer(evaluate, found, uncertain, seed)
    corners = "all corners and " if len(uncertain) <= MOST_CORNERS else ""
    how = f"looked for at {corners}{POINTS:,} points within, closer around the best: the true ends may lie a little further out"
    return replace(spread, how=how) if looked is None else replace(spread, how=how, low=looked[0], high=looked[1])


def _points(uncertain: Uncertainties, seed: int) -> dict[Var, Any]:
    """All corners (where there are not too many), the middle, and points within."""
    import numpy as np

    within = {var: draw(var, item, POINTS, seed) for var, item in uncertain.items()}
    ends = list(itertools.product((0, 1), repeat=len(uncertain))) if len(uncertain) <= MOST_CORNERS else [(0,) * len(uncertain), (1,) * len(uncertain)]
    return {
        var: np.concatenate([[(item.low, item.high)[corner[k]] for corner in ends], [item.middle], within[var]])
        for k, (var, item) in enumerate(uncertain.items())
    }


def _looked_closer(evaluate: Evaluate, found: ArrayAnswer, uncertain: Uncertainties, seed: int) -> tuple[float, float] | None:
    """The lowest and highest value found, refined within shrinking boxes around each."""
    import numpy as np

    ends = []
    for sign in (1.0, -1.0):
        points, values = _points(uncertain, seed), sign * found.values
        if not np.isfinite(values).any():
            return None
        best = float(np.nanmin(values))
        for turn in range(1, ROUNDS + 1):
            k = int(np.nanargmin(values)) if np.isfinite(values).any() else 0
            boxes = {var: _around(item, float(points[var][k]), 0.5**turn) for var, item in uncertain.items()}
            points = _points(boxes, seed + turn)
            values = sign * evaluate(points).values
            best = min(best, float(np.nanmin(values))) if np.isfinite(values).any() else best
        ends.append(sign * best)
    return ends[0], ends[1]


def _around(item: Uncertain, centre: float, share: float) -> Uncertain:
    """An interval of this share of the width around a point, within the whole."""
    half = 0.5 * share * (item.high - item.low)
    return Uncertain(INTERVAL, max(item.low, centre - half), min(item.high, centre + half))
