"""All values of a target, by a search over the variables on the way to it: branch and prune.

Where relations stay coupled, some branch of a block is left without a value, and which one depends
on the order of the plan. The intervals of the variables are halved until each part is refuted or
leaves one value of the target: what is found then depends on no order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.tolerances import BAND, MOST_BOXES, POINT, SHARP_CHANGE
from derive.solving.consistency import Knowledge
from derive.solving.interval_ends import EndSearch
from derive.solving.sharp_ends import sharpened
from derive.solving.value_search import SearchWork

_UNIT = 1e-6  # below it sizes are told apart by difference, above it by ratio
_LARGEST = 1e30


@dataclass(frozen=True)
class CompleteSearch:
    """The search for the values of a target by halving the intervals of some `variables`, its own
    among them; values that are `likely` stand for all next to them.
    """

    target: Var
    variables: Sequence[Var]
    likely: Sequence[float] = ()

    def values(self, state: Knowledge, work: SearchWork) -> tuple[float, ...] | None:
        """All values that the relations admit; None where the search came to no end, or did not
        find them to the last digits.
        """
        ends = EndSearch(state, self.target, work=work)
        found = [(x, x) for x in self.likely if ends.consistent(ends.near(x))]
        waiting, undecided = [state], list[Interval]()
        for _ in range(MOST_BOXES):
            if not waiting or work.spent:
                break
            box = waiting.pop()
            if box.contradictory or any(_within(box.interval(self.target), one) for one in found):
                continue
            verdict = self._verdict(ends, box)
            if verdict:
                found = _joined(found, box.interval(self.target))
            elif verdict is None:
                halves = self._halves(box, work)
                waiting += halves
                undecided += [] if halves else [box.interval(self.target)]
        if waiting or not all(any(_is_beside(x, one) for one in found) for x in undecided):
            return None
        values = [_value(one) for one in found]
        return None if None in values else tuple(sorted(x for x in values if x is not None))

    def _verdict(self, ends: EndSearch, box: Knowledge) -> bool | None:
        """Whether the one value of a box is met; None where there are more, or that stays open."""
        one = math.isclose(*box.interval(self.target), rel_tol=POINT)
        return ends.consistent(box) if one else None

    def _halves(self, box: Knowledge, work: SearchWork) -> list[Knowledge]:
        """The box cut in two at its widest interval; none where all intervals are one value. One of
        a single value is not cut, which takes a box for each of its sides, before small moves are
        followed in it.
        """
        if _may_sharpen(box, box.interval(self.target)):
            sharp = sharpened(box)
            work.left -= sharp.found.revised
            return [sharp]
        size, var = max(
            ((_size(box.interval(v)), v) for v in self.variables), key=lambda one: one[0]
        )
        if not size:
            return []
        low, high = box.interval(var)
        middle = _middle((low, high))
        return [work.narrowed(box, var, part) for part in ((middle, high), (low, middle))]


def _value(found: Interval) -> float | None:
    """The value that boxes next to each other have in common to the last digits."""
    least, most = found
    return least + 0.5 * (most - least) if math.isclose(least, most, rel_tol=POINT) else None


def _may_sharpen(box: Knowledge, interval: Interval) -> bool:
    """Whether small moves are not followed yet in a box whose target has one value."""
    return box.found.least_change > SHARP_CHANGE and math.isclose(*interval, rel_tol=BAND)


def _within(interval: Interval, found: Interval) -> bool:
    """Whether a box has no other value than one found: those next to a likely one are it."""
    least, most = found
    if least == most:
        return all(math.isclose(end, least, rel_tol=BAND) for end in interval)
    return all(least <= end <= most for end in interval)


def _is_beside(interval: Interval, found: Interval) -> bool:
    """Whether the values of a box, or of what is left of one, are those next to one found."""
    return math.isclose(interval[0], found[0], rel_tol=BAND)


def _joined(found: Sequence[Interval], more: Interval) -> list[Interval]:
    """The values found with one more, which may be that of a box beside it."""
    own = [one for one in found if _is_beside(more, one)]
    ends = [end for one in (*own, more) for end in one]
    return [*(one for one in found if one not in own), (min(ends), max(ends))]


def _place(end: float) -> float:
    """The place of an end on a scale that is even in logarithms but around zero."""
    return math.copysign(math.log1p(min(abs(end), _LARGEST) / _UNIT), end)


def _size(interval: Interval) -> float:
    low, high = interval
    return 0.0 if math.isclose(low, high, rel_tol=POINT) else _place(high) - _place(low)


def _middle(interval: Interval) -> float:
    low, high = interval
    place = 0.5 * (_place(low) + _place(high))
    return math.copysign(math.expm1(abs(place)) * _UNIT, place)
