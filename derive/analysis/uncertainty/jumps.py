"""Values of a target on both sides of a jump, as that of a price tier, which leave out others."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.analysis.uncertainty.following import Following, NoOneValue
from derive.analysis.uncertainty.kinds import all_intervals
from derive.analysis.uncertainty.stretches import inside
from derive.equations.var import Var
from derive.program.short_numbers import shortest
from derive.program.tolerances import REACH
from derive.results.answer import Answer, Solved
from derive.results.known import Known
from derive.results.solution import ValueInterval, parted
from derive.solving.equation_system import EquationSystem
from derive.solving.value_sets import joined

AT_JUMPS = "its ends are values on the sides of jumps"
HOW = "between the values on both sides of a jump there are none"
_POINTS = 256  # of the interval
_LEAP = 4.0  # a step between points that many times as large as one beside it may be a jump
_HALVINGS = 60
_DEPTH = 3  # of jumps between two points
_LEFT = 0.25  # the part of such a step that is left at a jump
_MOST = 32  # pieces that are told one by one
Stated = Mapping[Var, Known]
Place = tuple[float, float, bool]  # a point, the value there, and whether that is left out
Value = Callable[[float], float]


def across_jumps(system: EquationSystem, stated: Stated, answer: Answer) -> Answer:
    """The answer with the values that it has on both sides of each jump, where one given alone is
    an interval; unchanged where there is no jump that leaves some out.
    """
    target = answer.target
    uncertain = all_intervals(stated, target)
    if len(uncertain) != 1 or not isinstance(answer, Solved):
        return answer
    if len(answer.intervals) != 1 or answer.values:
        return answer
    ((given, item),) = uncertain.items()
    value = Following.of(system, stated, answer, {given: item.middle}, target)
    if value is None or not value.jumps:
        return answer
    back = {target: inside(answer.intervals[0])} if value.implicit else {}
    put_back = Following.of(system, stated, answer, back, given) if back else None
    if put_back and not put_back.implicit:
        return answer  # which is exact: its values lead back to the given by formulas

    def one(x: float) -> float:
        found = value(x)
        if not math.isfinite(found):
            raise NoOneValue
        return found

    points = [item.low + (item.high - item.low) * k / _POINTS for k in range(_POINTS + 1)]
    try:
        found = list(_pieces(one, points))
    except NoOneValue:
        return answer
    pieces = _meeting(joined(found))
    return _with_pieces(answer, pieces) if len(found) > 1 and len(pieces) <= _MOST else answer


def _meeting(pieces: Sequence[ValueInterval]) -> tuple[ValueInterval, ...]:
    """Pieces in order, those as one that meet but for rounding."""
    made = [pieces[0]]
    for piece in pieces[1:]:
        last = made[-1]
        both_open = last.high_open and piece.low_open
        if both_open or not math.isclose(last.high, piece.low, rel_tol=REACH):
            made.append(piece)
        else:
            made[-1] = replace(last, high=piece.high, high_open=piece.high_open)
    return tuple(made)


def _pieces(value: Value, points: Sequence[float]) -> Iterator[ValueInterval]:
    """The values of each stretch of points without a jump."""
    found = [(x, value(x)) for x in points]
    steps = [abs(b - a) for (_, a), (_, b) in pairwise(found)]
    piece: list[Place] = [(*found[0], False)]
    for k, ((a, _), (b, at_b)) in enumerate(pairwise(found)):
        beside = min((steps[j] for j in (k - 1, k + 1) if 0 <= j < len(steps)), default=0.0)
        for before, after in _jumps(value, a, b, _LEAP * beside):
            yield _values(value, [*piece, before])
            piece = [after]
        piece.append((b, at_b, False))
    yield _values(value, piece)


def _values(value: Value, piece: Sequence[Place]) -> ValueInterval:
    """The least and the greatest value of a stretch, looked for between the points next to it."""
    ends = list[tuple[float, bool]]()
    for sign in (1.0, -1.0):
        k = min(range(len(piece)), key=lambda j: (sign * piece[j][1], piece[j][2]))
        best, left_out = piece[k][1:]
        if 0 < k < len(piece) - 1:
            low, high = piece[k - 1][0], piece[k + 1][0]
            for _ in range(_HALVINGS):
                third = (high - low) / 3.0
                less = sign * value(low + third) < sign * value(high - third)
                low, high = (low, high - third) if less else (low + third, high)
            best = sign * min(sign * best, sign * value(0.5 * (low + high)))
        ends.append((best, left_out))
    (least, open_least), (most, open_most) = ends
    return ValueInterval(least, most, open_least, open_most)


def _jumps(
    value: Value, a: float, b: float, step: float, depth: int = _DEPTH
) -> Iterator[tuple[Place, Place]]:
    """Both sides of each jump between two points whose values are more than a step apart: the value
    at a jump may be another than on its sides.
    """
    sides = _jump(value, a, b) if depth and abs(value(b) - value(a)) > step else None
    if sides is not None:
        before, after = sides
        yield from _jumps(value, a, before[0], step, depth - 1)
        yield before, after
        yield from _jumps(value, after[0], b, step, depth - 1)


def _jump(value: Value, a: float, b: float) -> tuple[Place, Place] | None:
    """Both sides of a jump between two points; None where there is none."""
    before, after = value(a), value(b)
    size = abs(after - before)
    for _ in range(_HALVINGS):
        middle = 0.5 * (a + b)
        if middle in (a, b):
            break
        at = value(middle)
        if abs(at - before) >= abs(after - at):
            b, after = middle, at
        else:
            a, before = middle, at
    if abs(after - before) < _LEFT * size:
        return None
    there = shortest(a)
    at = value(there)
    if math.isclose(at, before, rel_tol=REACH):
        return (there, at, False), (b, shortest(after), True)
    return (a, shortest(before), True), (there, at, False)


def _with_pieces(answer: Answer, found: Sequence[ValueInterval]) -> Answer:
    """The answer with its values in pieces; the outer ends are those that lie further out."""
    (whole,), pieces = answer.intervals, list(found)
    if whole.low <= pieces[0].low:
        pieces[0] = replace(pieces[0], low=whole.low, low_open=whole.low_open)
    if whole.high >= pieces[-1].high:
        pieces[-1] = replace(pieces[-1], high=whole.high, high_open=whole.high_open)
    values, intervals = parted(pieces)
    solution = replace(answer.solution, values=values, intervals=intervals)
    how = HOW if len(pieces) > 1 else AT_JUMPS
    spread = answer.spread and replace(answer.spread, how=how) if solution.intervals else None
    return replace(answer, solution=solution, spread=spread)
