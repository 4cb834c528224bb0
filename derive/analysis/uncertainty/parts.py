"""Ends of a target within each of several parts of its values; a gap between them is told only
where it is proven.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from derive.analysis.sweep.question import BatchQuery
from derive.analysis.uncertainty.exact import Uncertainties
from derive.analysis.uncertainty.sampling import answered
from derive.analysis.uncertainty.searched_ends import CLOSELY, Points, searched
from derive.program.interval import Interval, around
from derive.program.tolerances import MOST_NEAREST, REACH
from derive.solving.consistency import Knowledge
from derive.solving.interval_ends import EndSearch
from derive.solving.value_search import SearchWork

MOST_TRIED = 32  # stretches beside an end in which values are looked for
NEARBY = 64  # points among the givens that may lead to one of them
SLIGHT = 0.01  # of a gap: what may be left of it that is neither reached nor refuted


class PartSearch:
    """The search for the values of a target within parts, among points of the uncertain givens;
    `state` is all that is known beside their intervals.
    """

    def __init__(
        self, question: BatchQuery, uncertain: Uncertainties, state: Knowledge, seed: int
    ) -> None:
        self.question, self.uncertain, self.seed = question, uncertain, seed
        ranged = frozenset(uncertain)
        self.search = EndSearch(
            state, question.spec.target, ranged=ranged, work=SearchWork(MOST_NEAREST)
        )

    def ends(self, points: Points, values: Any, parts: Sequence[Interval]) -> list[Interval]:
        """The lowest and the highest value within each part, as these points and ones closer to
        them lead to; a part in which none is found, nor refuted, belongs to the nearest one with
        some, and two are one where much of the gap between them is not refuted.
        """
        told: list[Interval] = []
        end = 0.0  # of the last part
        for part, (least, most) in self._reached(points, values, parts):
            if told:
                low, high = told.pop()
                high, last = self._followed(high, end)
                least, first = self._followed(least, part[0])
                apart = (last - high) + (least - first) <= SLIGHT * (first - last)
                told += [(low, high)] if apart else []
                least = least if apart else low
            told.append((least, most))
            end = part[1]
        return told

    def _reached(
        self, points: Points, values: Any, parts: Sequence[Interval]
    ) -> list[tuple[Interval, Interval]]:
        """The parts in which values are found, each with the ends of these and with the parts next
        to it in which none is that are not refuted.
        """
        inputs = self.question, points, values, self.uncertain, CLOSELY, self.seed
        found = dict[Interval, Interval]()
        for part in parts:
            beside = around(part[0], REACH)[0], around(part[1], REACH)[1]
            ends = searched(*inputs, beside) or self._nearby(beside)
            found |= {part: ends} if ends else {}
        groups = {near: [near] for near in found}
        for part in (part for part in parts if found and part not in found):
            near = min(found, key=lambda other: max(other[0] - part[1], part[0] - other[1]))
            groups[near] += [] if self.search.refuted(*part) else [part]
        reached = ([found.get(part, part) for part in group] for group in groups.values())
        return list(zip(map(_hull, groups.values()), map(_hull, reached), strict=True))

    def _followed(self, reached: float, end: float) -> Interval:
        """An end moved towards that of its part as far as values are found, and the last value
        there that is not refuted.
        """
        way = 1.0 if end > reached else -1.0
        waiting, last = [(reached, end)], reached
        for _ in range(MOST_TRIED):
            if not waiting:
                break
            near, far = waiting.pop()
            near = max(way * near, way * reached + REACH * abs(reached)) * way
            if (far - near) * way <= 0.0:
                continue
            found = self._nearby((min(near, far), max(near, far)))
            if found:
                reached = found[way > 0.0]
                waiting = [(reached, far)]
                continue
            if self.search.refuted(near, far):
                continue
            middle = 0.5 * (near + far)
            if math.isclose(near, far, rel_tol=REACH):
                last = max(way * last, way * far) * way
            else:
                waiting += [(near, middle), (middle, far)]
        return reached, max(way * x for x in (last, reached, *(far for _, far in waiting))) * way

    def _nearby(self, part: Interval) -> Interval | None:
        """The lowest and the highest value within a part, at points of the uncertain givens within
        what it leaves of each: at its ends as often as between them.
        """
        state = self.search.within(part)
        if state.contradictory:
            return None
        stream = np.random.Generator(np.random.PCG64(self.seed))
        points = {}
        for var in self.uncertain:
            low, high = state.interval(var)
            drawn = stream.uniform(-1.0, 2.0, NEARBY).clip(0.0, 1.0)
            points[var] = np.where(drawn < 1.0, low + drawn * (high - low), high)
        values, (low, high) = (
            answered(self.question, points).values,
            state.interval(self.search.target),
        )
        within = values[(values >= low) & (values <= high)]
        return (float(within.min()), float(within.max())) if within.size else None


def _hull(spans: Sequence[Interval]) -> Interval:
    """One interval around several."""
    return min(low for low, _ in spans), max(high for _, high in spans)
