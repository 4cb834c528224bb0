"""Tolerances of comparisons: the digits of all inputs, carried by their elasticities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from derive.equations.var import Var, ordered
from derive.program.folding import jumps
from derive.program.formula import formula_value
from derive.program.reader import NO_VALUE, NodeReader
from derive.program.residual import log_residual
from derive.program.tolerances import CLOSE, MOST_RESIDUAL
from derive.results.known import Known
from derive.solving.compilation import reader_of
from derive.solving.query import Query
from derive.units.display import format_number

BY_DIGITS = ", by no more than what the digits of the givens leave open"
REGIME_BY_DIGITS = "which regime holds depends on digits beyond those of the givens"
_PARTS = (1.0, 1 / 8, 1 / 64)  # of a tolerance
GapWith = Callable[[Var, float], float | None]  # a log residual with one known value changed


def propagated_tolerance(
    query: Query, behind: Sequence[Var], gap: float, gap_with: GapWith
) -> float:
    """The largest change of a gap within the tolerances of the known values behind it."""
    known = (query.in_force[var] for var in behind)
    return sum(_change(one, gap, gap_with) for one in known if one.tolerance)


def _change(known: Known, gap: float, gap_with: GapWith) -> float:
    """The largest change of a gap within the tolerance of a known value: in proportion to that
    within a part of it where there is no gap at its ends.
    """
    for part in _PARTS:
        step = part * known.tolerance
        moved = (gap_with(known.var, known.value * (1 + x)) for x in (step, -step))
        changes = [abs(other - gap) for other in moved if other is not None]
        if changes:
            return max(changes) / part
    return known.tolerance


def tolerance_beside(query: Query, stated: Known, value: float) -> float:
    """The relative tolerance between a stated value of the target and the value that follows
    without it: the digits of all inputs, and `rtol`.
    """

    def gap_of(other: float) -> float:
        return log_residual(stated.value, other)

    return stated.tolerance + query.rtol + CLOSE + _reach(query, value, gap_of)


def within_reach(query: Query, stated: Known, value: float) -> bool:
    """Whether a stated value of the target lies among those that follow without it within the
    digits of all inputs, in proportion or inversely: what large terms leave between them, or what
    is divided by it, may be anything.
    """
    if not (value and stated.value):
        return False

    def inverse(x: float) -> float:
        return 1.0 / (x or value)  # a zero tells nothing of it

    return any(
        abs(size(value) - size(stated.value)) <= _reach(query, value, size)
        for size in (float, inverse)
    )


def _reach(query: Query, value: float, measure: Callable[[float], float]) -> float:
    """The largest change of what is measured of the target's value within the digits of all inputs;
    of several values the nearest to this one is followed as an input moves.
    """
    size, slot = measure(value), query.system.slots[query.target]

    def moved(var: Var, to: float) -> float | None:
        candidates = query.beside(var, to).solutions.candidates
        found = [c.values[slot] for c in candidates if c.interval is None]
        sizes = (measure(x) for x in found if x is not None)
        return min(sizes, key=lambda other: abs(other - size), default=None)

    return propagated_tolerance(query, query.target_support, size, moved)


def within_range_by_digits(query: Query, var: Var, value: float) -> bool:
    """Whether a value misses the range of its variable by hardly anything, so that the digits of
    its inputs leave open that it lies within.
    """
    low, high, *_ = var.bounds
    end, slot = (low if value < low else high), query.system.slots[var]
    gap = log_residual(value, end)

    def gap_with(other: Var, moved: float) -> float | None:
        found = query.beside(other, moved).solutions
        outside = [] if found.failure is None else [r.value for r in found.failure.result.outside]
        values = [c.values[slot] for c in found.candidates if c.interval is None]
        gaps = (log_residual(x, end) for x in (*outside, *values) if x is not None)
        return min(gaps, key=lambda one: abs(one - gap), default=None)

    behind = ordered(query.support.get(slot, ()))
    near = 0.0 < abs(gap) <= MOST_RESIDUAL  # at an end that the range leaves out, it is none
    return near and abs(gap) <= CLOSE + propagated_tolerance(query, behind, gap, gap_with)


def ends_within_digits(query: Query) -> bool:
    """Whether the way to the target ends for nothing but digits: a condition on the givens fails
    there, or a value is divided by zero, by no more than what the digits of its inputs leave open.
    Not at the middles of intervals, which are no digits.
    """
    failure, reader = query.solutions.failure, reader_of(query.system)
    if failure is None or any(known.uncertain for known in query.in_force.values()):
        return False
    block, values = failure.block.data, failure.before.values
    noise = sum(query.in_force[v].tolerance for v in query.support.get(block.solves, ()))
    return any(
        all(_within_digits(query, reader, pair) for pair in branch.side_conditions)
        if branch.formula is None
        else formula_value(reader, branch, values, noise) is None
        for branch in block.branches
        if branch.side_conditions or branch.formula is not None
    )


def _within_digits(query: Query, reader: NodeReader, pair: tuple[int, int]) -> bool:
    """Whether two sides, without a jump, differ by no more than the digits of their inputs leave
    open.
    """
    if any(jumps(reader.nodes, side) for side in pair):
        return False

    def gap_of(other: Query) -> float | None:
        failure = other.solutions.failure
        try:
            sides = [reader.value(side, failure.before.values) for side in pair] if failure else []
        except NO_VALUE:
            return None
        if None in sides:  # it fails before it comes to them
            return None
        return log_residual(*sides) if sides else 0.0

    def gap_with(var: Var, moved: float) -> float | None:
        return gap_of(query.beside(var, moved))

    gap = gap_of(query)
    if gap is None:
        return False
    behind = behind_sides(query, pair)
    allowed = query.rtol + CLOSE + propagated_tolerance(query, behind, gap, gap_with)
    return abs(gap) <= allowed


def behind_sides(query: Query, sides: Iterable[int]) -> Sequence[Var]:
    """The known values that the values of some nodes rest on."""
    reader = reader_of(query.system)
    slots = {slot for side in sides for slot in reader.slots_of(side)}
    return ordered(frozenset().union(*(query.support.get(slot, ()) for slot in slots)))


def none_as_written(name: str) -> str:
    """The remark on a variable without a value at the givens as they are, whose digits leave some
    open.
    """
    return (
        f"no value of {name} meets the givens exactly as they are written; within the rounding of"
        " their digits some may"
    )


def within_digits(allowed: float) -> str:
    """The words on a difference that a relative tolerance allows."""
    percent = format_number(100 * allowed, 2)
    return f"within the {percent} % that the digits written and the tolerance allow"
