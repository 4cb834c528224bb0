"""Agreement of both sides of an equation in floats, but for rounding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.equations.lowering import compile_expression
from derive.program.tolerances import CLOSE, NOISE

_NUDGE = 1e-6  # of each value in turn, for how much its rounding moves the sides


def agree(equation: Any, values: Mapping[Any, float]) -> bool:
    """Whether both sides agree at values in floats, but for what rounding of these explains."""
    used = {var: values[var] for var in equation.free_symbols}
    slots = {var: index for index, var in enumerate(used)}
    left, right = (compile_expression(side, slots) for side in (equation.lhs, equation.rhs))
    at = list(used.values())
    off = left(at) - right(at)
    if abs(off) <= CLOSE * (abs(left(at)) + abs(right(at))):
        return True
    moved = 0.0
    for k, value in enumerate(at):
        nudged = [*at[:k], value * (1.0 + _NUDGE), *at[k + 1 :]]
        moved += abs(left(nudged) - right(nudged) - off)
    return bool(abs(off) <= NOISE / _NUDGE * moved)
