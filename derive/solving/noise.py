"""Values at which the floats of a relation are noise, and which it does not meet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from derive.equations.var import Var
from derive.program.compiler import COMPARE
from derive.program.contraction import SlotEquation
from derive.program.interval import Interval
from derive.program.nodes import inner
from derive.program.reader import NO_VALUE, NodeReader, Values
from derive.program.root_noise import without_noise
from derive.program.short_numbers import AT_A_JUMP, round_number
from derive.program.tolerances import BAND, CLOSE, POINT
from derive.solving.compilation import reader_of
from derive.solving.consistency import Knowledge

_BESIDE_A_JUMP = (0.0, -0.9, 0.9)  # within what counts as it
_FAR = 0.01  # the part by which sides differ that are not equal in any digits


def is_apparent(state: Knowledge, target: Var, value: float) -> bool:
    """Whether a value that intervals leave of a variable is one by noise alone, or by the closed
    ends of what jumps.
    """
    if is_noise(state, target, value):
        return True
    return is_between_jumps(state, state.narrowed(target, (value, value)), target, value)


def is_noise(state: Knowledge, target: Var, value: float) -> bool:
    """Whether a relation of a variable with fixed ones is not met at a value, where floats cannot
    tell: next to zero over zero, say.
    """
    system, slot = state.system, state.system.slots[target]
    numbers = system.structure.of_variable[slot]
    equations = [made for made in map(state.equation, numbers) if made is not None]
    known = _points(state, equations)
    values = [known.get(j) for j in range(len(system.slots))]
    return any(
        not without_noise(reader_of(system), (made.left, made.right), slot, values, [value], _FAR)
        for made in equations
        if all(j == slot or j in known for j in made.slots)
    )


def is_between_jumps(state: Knowledge, here: Knowledge, target: Var, value: float) -> bool:
    """Whether roundings or cases jump at a value of a variable, `here` the knowledge at it, and the
    relations hold there only as rounding noise parts the jumps, or in a case that ends before it:
    neither at the value nor beside it, in the cases that hold at it, do they hold.
    """
    reader, slot = reader_of(state.system), state.system.slots[target]
    equations = here.equations
    parts = inner(reader.nodes, [side for e in equations for side in (e.left, e.right)])
    compared = [k for k in parts if reader.nodes[k][0] in COMPARE]
    rounded = any(reader.nodes[k][0] in ("ceil", "floor") for k in parts)
    if not (rounded or compared):
        return False
    known = _points(here, equations)
    value = (round_number(value, AT_A_JUMP) if rounded else None) or value
    at: list[bool | None] = []
    for by in _BESIDE_A_JUMP:
        values = [known.get(j) for j in range(len(reader.slots))]
        values[slot] = value * (1.0 + by * CLOSE)
        met = _holds(state, equations, values)
        cases = [_truth(reader, k, values) for k in compared]
        at = at or cases
        if met and not any({True, False} == {x, y} for x, y in zip(at, cases, strict=True)):
            return False
    return True


def _truth(reader: NodeReader, number: int, values: Values) -> bool | None:
    """Whether a comparison holds; None where it is open."""
    if any(values[j] is None for j in reader.slots_of(number)):
        return None
    try:
        return bool(reader.value(number, values))
    except NO_VALUE:
        return None


def _points(state: Knowledge, equations: Iterable[SlotEquation]) -> dict[int, float]:
    """The slots of some equations that have one value."""
    ends = {j: state.found.slot(j) for made in equations for j in made.slots}
    return {j: low for j, (low, high) in ends.items() if math.isclose(low, high, rel_tol=POINT)}


def _holds(state: Knowledge, equations: Sequence[SlotEquation], values: Values) -> bool:
    """Whether equations hold at some values and those that follow from them one by one, which are
    filled in, all of them among what the state leaves.
    """
    reader, waiting, met = reader_of(state.system), list(equations), True
    left = len(waiting) + 1
    try:
        while len(waiting) < left:
            left = len(waiting)
            for made in tuple(waiting):
                unknown = [j for j in made.slots if values[j] is None]
                if not unknown:
                    waiting.remove(made)
                    sides = (reader.value(k, values) for k in (made.left, made.right))
                    met = math.isclose(*sides, rel_tol=BAND) and met
                elif len(unknown) == 1:
                    both = made.left, made.right
                    for one, other in (both, both[::-1]):
                        alone = reader.nodes[one] == ("slot", unknown[0])
                        if alone and unknown[0] not in reader.slots_of(other):
                            values[unknown[0]] = reader.value(other, values)
    except NO_VALUE:
        return False
    return met and all(x is None or _lies_in(x, state.found.slot(j)) for j, x in enumerate(values))


def _lies_in(value: float, interval: Interval) -> bool:
    """Whether a value lies in an interval or at an end of it."""
    within = interval[0] <= value <= interval[1]
    return within or any(math.isclose(value, end, rel_tol=BAND) for end in interval)
