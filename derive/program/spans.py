"""Spans of the unknown: the intervals of its range within which the guards of a branch hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import pairwise

from derive.program.data import ProgramBranch
from derive.program.reader import NO_VALUE, NodeReader, Values
from derive.program.roots import LEAST, grid, log_residual, roots
from derive.program.tolerances import CLOSE

Span = tuple[float, float]


def guards_hold(reader: NodeReader, branch: ProgramBranch, values: Values) -> bool | None:
    """Whether all guards hold; None where one cannot be evaluated. Fills eliminated slots into
    `values` unless they depend on cancelled ones.
    """
    free = any(values[slot] is None for slot in branch.cancelled)
    local = _with_definitions(reader, branch, values)
    for slot, _ in branch.definitions:
        if values[slot] is None and not free:
            values[slot] = local[slot]
    verdict: bool | None = True
    for larger, smaller in branch.guards:
        try:
            big, small = reader.value(larger, local), reader.value(smaller, local)
            if big < small - CLOSE * max(abs(big), abs(small)):
                return False
        except NO_VALUE:
            verdict = None
    return verdict


def _with_definitions(reader: NodeReader, branch: ProgramBranch, values: Values) -> Values:
    """The values with cancelled slots at one and eliminated ones computed."""
    local = list(values)
    for slot in branch.cancelled:
        local[slot] = 1.0 if local[slot] is None else local[slot]
    for slot, definition in branch.definitions:
        try:
            local[slot] = reader.value(definition, local)
        except NO_VALUE:
            local[slot] = None
    return local


def _places(
    reader: NodeReader, branch: ProgramBranch, slot: int, values: Values
) -> Callable[[float], Values]:
    """The values with the unknown at a place, computed once for all guards."""

    @cache
    def at(x: float) -> Values:
        local = list(values)
        local[slot] = x
        return _with_definitions(reader, branch, local)

    return at


def spans_of(
    reader: NodeReader, branch: ProgramBranch, slot: int, values: Values
) -> list[Span] | None:
    """The spans of `slot` within which the guards hold; None if they cannot be evaluated anywhere.

    The guards are evaluated on a grid and between the crossings of their sides, and changes between
    two points are bisected.
    """
    unknown = reader.slots[slot]
    low, high = unknown.low, unknown.high
    at = _places(reader, branch, slot, values)

    def holds(x: float) -> bool | None:
        return guards_hold(reader, branch, list(at(x)))

    edges = sorted(
        {x for k in range(len(branch.guards)) for x in _crossings(reader, branch, k, slot, at)}
    )
    ends = pairwise([low, *edges, high])
    between = [0.5 * (start + stop) for start, stop in ends if math.isfinite(start + stop)]
    points = sorted({*grid(low, high, 4), *between, *filter(math.isfinite, (low, high))})
    verdicts = [(x, holds(x)) for x in points if unknown.admits(x)]
    if not any(verdict for _, verdict in verdicts):
        return None if any(verdict is None for _, verdict in verdicts) else []
    spans: list[Span] = []
    before: tuple[float, bool] | None = None
    for x, verdict in verdicts:
        if verdict and not (before and before[1]):
            spans.append((low if before is None else _turn(holds, x, before[0], edges), high))
        if not verdict and before and before[1]:
            spans[-1] = (spans[-1][0], _turn(holds, before[0], x, edges))
        before = (x, bool(verdict))
    return spans


def crossovers(
    reader: NodeReader, branch: ProgramBranch, slot: int, values: Values
) -> list[tuple[int, float]]:
    """The values of the unknown at which a guard's sides are equal, with the guard's number."""
    found: list[tuple[int, float]] = []
    at = _places(reader, branch, slot, values)
    for k in range(len(branch.guards)):
        try:
            crossed = _crossings(reader, branch, k, slot, at)
        except NO_VALUE:
            continue
        found += [(k, x) for x in crossed if reader.slots[slot].admits(x)]
    return found


def _crossings(
    reader: NodeReader,
    branch: ProgramBranch,
    guard: int,
    slot: int,
    at: Callable[[float], Values],
) -> list[float]:
    """The values of a slot at which the sides of a guard are equal, or one changes its sign where
    the other is zero.
    """
    larger, smaller = (reader.function(side) for side in branch.guards[guard])

    def gap(x: float) -> float:
        local = at(x)
        more, less = larger(local), smaller(local)
        return log_residual(more, less) if more and less else more - less

    return roots(gap, reader.slots[slot].low, reader.slots[slot].high)


def _turn(
    holds: Callable[[float], bool | None], inside: float, outside: float, edges: list[float]
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
