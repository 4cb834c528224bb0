"""Values at which the floats of a relation are noise, and which it does not meet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from derive.equations.var import Var
from derive.program.contraction import SlotEquation
from derive.program.nodes import inner
from derive.program.reader import NO_VALUE, NodeReader
from derive.program.root_noise import without_noise
from derive.program.tolerances import BAND, CLOSE, POINT
from derive.solving.compilation import reader_of
from derive.solving.consistency import Knowledge

_BESIDE_A_JUMP = (0.0, -1.0, 1.0, -3.0, 3.0)  # on it and on both sides, beyond what counts as it
_SEVERAL = 2  # roundings: one alone holds on a side of its jump
_FAR = 0.01  # the part by which sides differ that are not equal in any digits


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


def is_between_jumps(state: Knowledge, target: Var, value: float) -> bool:
    """Whether several roundings jump at a value of a variable, and the relations hold there only as
    rounding noise parts the jumps: neither at the value nor beside it do they hold.
    """
    reader, slot = reader_of(state.system), state.system.slots[target]
    numbers = sorted(i for i in state.found.reached if i >= 0)
    equations = [made for made in map(state.equation, numbers) if made is not None]
    rounded = (k for e in equations for k in inner(reader.nodes, (e.left, e.right)))
    if sum(reader.nodes[k][0] in ("ceil", "floor") for k in rounded) < _SEVERAL:
        return False
    known = _points(state.narrowed(target, (value, value)), equations)
    return not any(
        _holds(reader, equations, {**known, slot: value * (1.0 + by * CLOSE)})
        for by in _BESIDE_A_JUMP
    )


def _points(state: Knowledge, equations: Iterable[SlotEquation]) -> dict[int, float]:
    """The slots of some equations that have one value."""
    ends = {j: state.found.slot(j) for made in equations for j in made.slots}
    return {j: low for j, (low, high) in ends.items() if math.isclose(low, high, rel_tol=POINT)}


def _holds(reader: NodeReader, equations: Sequence[SlotEquation], known: dict[int, float]) -> bool:
    """Whether equations hold at some values and those that follow from them one by one."""
    values, waiting = [known.get(j) for j in range(len(reader.slots))], list(equations)
    left = len(waiting) + 1
    try:
        while len(waiting) < left:
            left = len(waiting)
            for made in tuple(waiting):
                unknown = [j for j in made.slots if values[j] is None]
                if not unknown:
                    waiting.remove(made)
                    sides = (reader.value(k, values) for k in (made.left, made.right))
                    if not math.isclose(*sides, rel_tol=BAND):
                        return False
                elif len(unknown) == 1:
                    both = made.left, made.right
                    for one, other in (both, both[::-1]):
                        alone = reader.nodes[one] == ("slot", unknown[0])
                        if alone and unknown[0] not in reader.slots_of(other):
                            values[unknown[0]] = reader.value(other, values)
    except NO_VALUE:
        return False
    return True
