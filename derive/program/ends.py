"""Ends of intervals: how far apart two intervals are, how far an end has moved, and whether it runs
off to infinity.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from derive.program.interval import Interval
from derive.program.tolerances import CLOSE, ENDLESS, FAR_OFF, MOST_REVISIONS


def apart(less: Interval, more: Interval) -> bool:
    """Whether every value of one interval lies below every value of another."""
    return more[0] - less[1] > CLOSE * max(abs(more[0]), abs(less[1]))


def disjoint(one: Interval, other: Interval) -> bool:
    """Whether two intervals have no value in common."""
    return apart(one, other) or apart(other, one)


def moves(old: float, new: float, least: float) -> bool:
    """Whether an end has moved by more than the least relative change."""
    if math.isinf(old) or math.isinf(new):
        return old != new
    return abs(new - old) > least * max(abs(old), abs(new))


class FollowedEnds:
    """The ends that equations had at half of their revisions: where one has run off since, it may
    go on to infinity or to zero, and the second half is made once more.
    """

    def __init__(self) -> None:
        self._halfway: dict[int, list[float]] = {}

    def revisions(self, equation: int, count: int, ends: Iterable[float]) -> int:
        """The revisions of an equation that count so far, of which more than half are made."""
        before = self._halfway.get(equation)
        if before is not None and count <= MOST_REVISIONS:
            return count
        ends = list(ends)
        if before is not None and not any(map(runs_off, before, ends)):
            return count
        self._halfway[equation] = ends
        return count if before is None else MOST_REVISIONS // 2


def endless_node(nodes: Iterable[int], intervals: Sequence[Interval]) -> int | None:
    """The first of some nodes all of whose values stand for infinity."""
    for node in nodes:
        low, high = intervals[node]
        if low > ENDLESS or high < -ENDLESS:
            return node
    return None


def runs_off(old: float, new: float, factor: float = FAR_OFF) -> bool:
    """Whether an end has moved by a large factor."""
    same_sign = min(old, new) > 0.0 or max(old, new) < 0.0  # a product may be too small
    if not (same_sign and math.isfinite(old) and math.isfinite(new)):
        return False
    return not 1.0 / factor < new / old < factor
