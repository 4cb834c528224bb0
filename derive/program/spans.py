"""Spans of the unknown: the intervals of its range within which the guards of a branch hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from derive.program.arithmetic import Function
from derive.program.data import ProgramBranch, Slot
from derive.program.grid import LEAST, grid
from derive.program.reader import NO_VALUE, NodeReader, Values
from derive.program.residual import log_residual
from derive.program.roots import roots
from derive.program.tolerances import CLOSE, INNER

Span = tuple[float, float]


def guards_hold(reader: NodeReader, branch: ProgramBranch, values: Values) -> bool | None:
    """Whether all guards hold; None where one cannot be evaluated. Fills eliminated slots into
    `values` unless they depend on cancelled ones.
    """
    free = any(values[slot] is None for slot in branch.cancelled)
    local = _cancelled(branch, values)
    for slot, definition in branch.definitions:
        local[slot] = _value_or_none(reader.function(definition), local)
    for slot, _ in branch.definitions:
        if values[slot] is None and not free:
            values[slot] = local[slot]
    return _judged(reader.function, branch, local)


def _judged(
    function_of: Callable[[int], Function], branch: ProgramBranch, local: Values
) -> bool | None:
    """Whether all guards hold where eliminated slots have values; None where one cannot be told."""
    verdict: bool | None = True
    for larger, smaller in branch.guards:
        try:
            big, small = function_of(larger)(local), function_of(smaller)(local)
            if big < small - CLOSE * max(abs(big), abs(small)):
                return False
        except NO_VALUE:
            verdict = None
    return verdict


def _cancelled(branch: ProgramBranch, values: Values) -> Values:
    """The values with cancelled slots at one."""
    local = list(values)
    for slot in branch.cancelled:
        local[slot] = 1.0 if local[slot] is None else local[slot]
    return local


def _value_or_none(function: Function, values: Values) -> Any:
    try:
        return function(values)
    except NO_VALUE:
        return None


class _Places:
    """The values of a branch with its unknown at some places, as far as its guards need them:
    computed once for all guards, and once for all places what the unknown does not move.
    """

    def __init__(
        self, reader: NodeReader, branch: ProgramBranch, slot: int, values: Values
    ) -> None:
        self.reader, self.branch, self.slot = reader, branch, slot
        self.start, self.definitions = _cancelled(branch, values), self._needed()
        self.moving = {slot}
        for own, definition in self.definitions:
            if not self.moving.isdisjoint(reader.slots_of(definition)):
                self.moving.add(own)
        self.still = list(self.start)
        for own, definition in self.definitions:
            if own not in self.moving:
                self.still[own] = _value_or_none(reader.function(definition), self.still)
        self.definitions = [pair for pair in self.definitions if pair[0] in self.moving]
        numbers = [definition for _, definition in self.definitions]
        numbers += [side for pair in branch.guards for side in pair]
        self.only = reader.restricted(numbers, slot, self.still, self.moving)
        self.at = cache(self._filled)

    def _needed(self) -> list[tuple[int, int]]:
        """The definitions that the guards need, in order."""
        reader, found = self.reader, list[tuple[int, int]]()
        wanted = {k for pair in self.branch.guards for side in pair for k in reader.slots_of(side)}
        for own, definition in reversed(self.branch.definitions):
            if own in wanted:
                found.append((own, definition))
                wanted |= reader.slots_of(definition)
        return found[::-1]

    def _filled(self, x: float) -> Values:
        """The values at a place."""
        local = list(self.still)
        local[self.slot] = x
        for own, definition in self.definitions:
            local[own] = _value_or_none(self.only.function(definition), local)
        return local

    def holds(self, x: float) -> bool | None:
        """Whether all guards hold at a place; None where one cannot be told."""
        return _judged(self.only.function, self.branch, self.at(x))

    def crossings(self, guard: int) -> list[float]:
        """The places at which the sides of a guard are equal, or one changes its sign where the
        other is zero; none where neither side moves.
        """
        sides = self.branch.guards[guard]
        if all(self.moving.isdisjoint(self.reader.slots_of(side)) for side in sides):
            return []
        larger, smaller = map(self.only.function, sides)

        def gap(x: float) -> float:
            local = self.at(x)
            more, less = larger(local), smaller(local)
            return log_residual(more, less) if more and less else more - less

        unknown = self.reader.slots[self.slot]
        numbers = [*(definition for _, definition in self.definitions), *sides]
        steps = self.reader.steps(numbers, self.slot, self.still)
        return roots(gap, unknown.low, unknown.high, steps)


def spans_of(
    reader: NodeReader, branch: ProgramBranch, slot: int, values: Values
) -> list[Span] | None:
    """The spans of `slot` within which the guards hold; None if they cannot be evaluated anywhere.

    The guards are evaluated on a grid and between the crossings of their sides, and changes between
    two points are bisected; then right beside the crossings, for further spans.
    """
    unknown = reader.slots[slot]
    low, high = unknown.low, unknown.high
    places = _Places(reader, branch, slot, values)
    holds = cache(places.holds)
    edges = sorted({x for k in range(len(branch.guards)) for x in places.crossings(k)})
    ends, points = {low, *edges, high}, {*grid(low, high, 4), *filter(math.isfinite, (low, high))}
    poles = {x for x in points if unknown.admits(x) and holds(x) is None}
    points.update(_between(ends), _between(ends | poles) if poles else ())
    tried = sorted(x for x in points if unknown.admits(x))
    spans = _spans_among(tried, holds, unknown, edges)
    beside = (edge * (1.0 + side) for edge in edges for side in (-INNER, 0.0, INNER))
    lost = {x for x in beside if unknown.admits(x) and holds(x) and not _within(x, spans)}
    if lost:
        spans = _spans_among(sorted({*tried, *lost}), holds, unknown, edges)
    return None if not spans and any(holds(x) is None for x in tried) else spans


def _spans_among(
    points: Sequence[float],
    holds: Callable[[float], bool | None],
    unknown: Slot,
    edges: Sequence[float],
) -> list[Span]:
    """The spans of the unknown around those of some points, in order, at which the guards hold."""
    spans: list[Span] = []
    before: tuple[float, bool] | None = None
    for x in points:
        verdict = bool(holds(x))
        if verdict and not (before and before[1]):
            low = unknown.low if before is None else _turn(holds, x, before[0], edges)
            spans.append((low, unknown.high))
        if not verdict and before and before[1]:
            spans[-1] = (spans[-1][0], _turn(holds, before[0], x, edges))
        before = (x, verdict)
    return spans


def _within(x: float, spans: Iterable[Span]) -> bool:
    return any(low <= x <= high for low, high in spans)


def _between(places: Iterable[float]) -> list[float]:
    """The middles of neighbouring places."""
    pairs = pairwise(sorted(places))
    return [0.5 * (start + stop) for start, stop in pairs if math.isfinite(start + stop)]


def crossovers(
    reader: NodeReader, branch: ProgramBranch, slot: int, values: Values
) -> list[tuple[int, float]]:
    """The values of the unknown at which a guard's sides are equal, with the guard's number."""
    found: list[tuple[int, float]] = []
    places = _Places(reader, branch, slot, values)
    for k in range(len(branch.guards)):
        try:
            crossed = places.crossings(k)
        except NO_VALUE:
            continue
        found += [(k, x) for x in crossed if reader.slots[slot].admits(x)]
    return found


def _turn(
    holds: Callable[[float], bool | None], inside: float, outside: float, edges: Sequence[float]
) -> float:
    """The point between two others at which the guards cease to hold: a crossing of their sides, or
    an end of their domain; zero where it is smaller than any point that is tried.
    """
    for _ in range(80):
        middle = 0.5 * (inside + outside)
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    if abs(inside) < LEAST:
        return 0.0
    nearest = min(edges, key=lambda edge: abs(edge - inside), default=inside)
    return nearest if math.isclose(nearest, inside, rel_tol=1e-6) else inside


def inside(value: float, span: Span) -> bool:
    """Whether a value lies in an interval, or beside it but for noise."""
    slack = 1e-6 * abs(value)
    return span[0] - slack <= value <= span[1] + slack
