"""Ends of intervals that propagation leaves, proven: values next to them are met or refuted.

Propagation follows one equation at a time and loses what goes through a variable that occurs twice.
Where other variables are moved too, one after the other is set to a value or to a part of its
interval (branch and prune): what no part admits is refuted, and the end moves inwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from derive.equations.var import Var
from derive.program.interval import Interval, around
from derive.program.tolerances import BAND, END, FIXED, INNER, NEAR, POINT, REACH, SEARCHES, TRIALS
from derive.results.solution import ValueInterval
from derive.solving.consistency import Knowledge
from derive.solving.followed_ends import followed
from derive.solving.value_search import SearchWork


@dataclass
class EndSearch:
    """The search for values of other variables beside one of the target; `left` are the trials that
    are left for all of it, `mine` those for one value. Of those that move so many are `fixed`, or
    `every` one of some, which proves that there are such values. A value beside the `ranged` ones,
    given as intervals, may be refuted though it moves nothing: what occurs twice hides it.
    """

    base: Knowledge
    target: Var
    left: int = SEARCHES
    mine: int = 0
    work: SearchWork = field(default_factory=SearchWork)
    every: frozenset[Var] = frozenset()
    ranged: frozenset[Var] = frozenset()

    @property
    def fixed(self) -> int:
        """The number of variables that have a value each where nothing contradicts."""
        return len(self.every) or FIXED

    def met(self, value: float) -> bool | None:
        """Whether other variables can have values beside this one: False where none can, None where
        that stays open and propagation has not come to its end.
        """
        self.mine = TRIALS
        state = self._narrowed(self.base, self.target, (value, value))
        found = self._met_followed(state)
        settled = not (self.ranged or state.found.spent)
        return True if found is None and settled else found

    def refuted(self, one: float, other: float) -> bool:
        """Whether other variables can have no values beside any of the target between two ends: a
        value refuted by itself says nothing of those around it.
        """
        self.mine = TRIALS
        return self._met_followed(self.within((min(one, other), max(one, other)))) is False

    def near(self, value: float) -> Knowledge:
        """The knowledge if the target has a value, or one next to it."""
        return self.within(around(value, REACH))

    def within(self, stretch: Interval) -> Knowledge:
        """The knowledge if the target lies in a stretch of values."""
        return self._narrowed(self.base, self.target, stretch)

    def consistent(self, box: Knowledge) -> bool | None:
        """Whether all variables can have values within their intervals: as `met`."""
        self.mine = TRIALS
        return self._met(box, self.fixed)

    def _met_followed(self, state: Knowledge) -> bool | None:
        """Whether other variables can have values within a state, none of them only at infinity."""
        found = self._met(state, self.fixed)
        beyond = followed(state) if found else state
        if beyond is not state:
            self.work.left -= beyond.found.revised
        return found and not beyond.contradictory

    def _met(self, state: Knowledge, depth: int, tried: Sequence[float] = ()) -> bool | None:
        if state.contradictory:
            return False
        chosen = self._narrowest(state) if depth else None
        if chosen is None:
            return True
        var, interval = chosen
        for point in _points(interval):
            if point in tried:
                continue
            if self._over:
                return None
            if self._met(self._narrowed(state, var, (point, point)), depth - 1):
                return True
        return self._split(state, var, interval, depth)

    def _split(self, state: Knowledge, var: Var, interval: Interval, depth: int) -> bool | None:
        middle, verdicts = _middle(interval), list[bool | None]()
        for part in ((interval[0], middle), (middle, interval[1])):
            if self._over:
                return None
            narrowed = self._narrowed(state, var, part)
            verdicts.append(self._met(narrowed, depth, (*interval, middle)))
            if verdicts[-1]:
                return True
        return None if None in verdicts else False

    def _narrowed(self, state: Knowledge, var: Var, interval: Interval) -> Knowledge:
        self.mine, self.left = self.mine - 1, self.left - 1
        return self.work.narrowed(state, var, interval)

    @property
    def _over(self) -> bool:
        """Whether no trials are left, or no work."""
        return self.mine <= 0 or self.left <= 0 or self.work.spent

    def _narrowest(self, state: Knowledge) -> tuple[Var, Interval] | None:
        """The variable with the narrowest interval among the others moved, or among `every` one,
        that are no value yet; where none has moved, among the `ranged` ones.
        """
        spans = {v: state.interval(v) for v in state.system.variables if v != self.target}
        moved = self.every or {v for v, own in spans.items() if own != self.base.interval(v)}
        open_yet = [
            (self.rank(var, own), k, own)
            for k, (var, own) in enumerate(spans.items())
            if var in (moved or self.ranged) and not math.isclose(*own, rel_tol=POINT)
        ]
        _, number, interval = min(open_yet, default=(0.0, -1, (0.0, 0.0)))
        return None if number < 0 else (tuple(spans)[number], interval)

    def rank(self, var: Var, interval: Interval) -> float:
        """The rank of a variable, the least of which is set to a value first: its width."""
        return _width(interval)

    def proven(self, interval: ValueInterval) -> tuple[ValueInterval, bool]:
        """An interval with its ends moved inwards as far as values are refuted, and whether values
        next to both ends are met.
        """
        low, low_open, has_low = self._end(interval.low, interval.high, interval.low_open)
        high, high_open, has_high = self._end(interval.high, low, interval.high_open)
        return ValueInterval(low, high, low_open, high_open), has_low and has_high

    def _end(self, end: float, other: float, is_open: bool) -> tuple[float, bool, bool]:
        """The end towards another, whether it is open, and whether values next to it are met."""
        if math.isinf(end):
            return end, is_open, True
        outside, refuted = end, False
        for value in inwards(end, other):
            verdict = self.met(value)
            if verdict:
                return self._between(value, outside) if refuted else (end, is_open, True)
            if verdict is None or not self.refuted(value, outside):
                break
            outside, refuted = value, True
        return outside, is_open or refuted, False

    def _between(self, inside: float, outside: float) -> tuple[float, bool, bool]:
        """The last value that is met from `inside` towards one that is refuted."""
        while not math.isclose(inside, outside, rel_tol=END) and abs(outside) > NEAR:
            middle = _middle((min(inside, outside), max(inside, outside)))
            verdict = self.met(middle)
            if verdict is None or not (verdict or self.refuted(middle, outside)):
                break
            inside, outside = (middle, outside) if verdict else (inside, middle)
        return outside, True, math.isclose(inside, outside, rel_tol=BAND)


def with_proven_ends(
    state: Knowledge,
    target: Var,
    intervals: Sequence[ValueInterval],
    work: SearchWork,
    ranged: frozenset[Var] = frozenset(),
) -> tuple[tuple[ValueInterval, ...], bool]:
    """Intervals of a variable with their ends as far inwards as values are refuted, and whether
    values next to all of them are met at some values of the `ranged` variables.
    """
    own = frozenset(v for r in state.reached if target in r.variables for v in r.variables)
    search = EndSearch(state, target, work=work, ranged=ranged & own or ranged)
    found = [search.proven(interval) for interval in intervals]
    return tuple(interval for interval, _ in found), all(met for _, met in found)


def inwards(end: float, other: float) -> Iterator[float]:
    """Values from next to an end towards another, in growing steps."""
    if math.isinf(other):
        scale, sign = abs(end) or 1.0, math.copysign(1.0, other)
        factors = (INNER * 10.0**k for k in range(6, 18, 3))
        yield from (end + sign * scale * factor for factor in (INNER, *factors))
        return
    yield from (end + share * (other - end) for share in (INNER, 1e-3, 0.03, 0.2, 0.5, 0.9))


def _width(interval: Interval) -> float:
    low, high = interval
    if low < 0.0 < high or low == 0.0 or math.isinf(high) or math.isinf(low) or high == 0.0:
        return math.inf
    return abs(math.log(high / low))


def _middle(interval: Interval) -> float:
    """A value within an interval, in the middle of logarithms where both ends have one sign."""
    low, high = interval
    if low == high:
        return low
    if low < 0.0 < high:
        return 0.0
    if high <= 0.0:
        return -_middle((-high, -low))
    if math.isinf(high):
        return 1e3 * low if low else 1.0
    return math.sqrt(low) * math.sqrt(high) if low else 1e-3 * high


def _points(interval: Interval) -> Iterator[float]:
    """The middle of an interval, and its ends."""
    yield _middle(interval)
    yield from (end for end in interval if math.isfinite(end))
