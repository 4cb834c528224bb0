"""Values at which the floats of a relation are noise, and which it does not meet."""

from __future__ import annotations

import math

from derive.equations.var import Var
from derive.program.root_noise import without_noise
from derive.program.tolerances import POINT
from derive.solving.compilation import reader_of
from derive.solving.consistency import Knowledge

_FAR = 0.01  # the part by which sides differ that are not equal in any digits


def is_noise(state: Knowledge, target: Var, value: float) -> bool:
    """Whether a relation of a variable with fixed ones is not met at a value, where floats cannot
    tell: next to zero over zero, say.
    """
    system, slot = state.system, state.system.slots[target]
    numbers = system.structure.of_variable[slot]
    equations = [made for made in map(state.equation, numbers) if made is not None]
    ends = {j: state.found.slot(j) for made in equations for j in made.slots}
    known = {j: low for j, (low, high) in ends.items() if math.isclose(low, high, rel_tol=POINT)}
    values = [known.get(j) for j in range(len(system.slots))]
    return any(
        not without_noise(reader_of(system), (made.left, made.right), slot, values, [value], _FAR)
        for made in equations
        if all(j == slot or j in known for j in made.slots)
    )
