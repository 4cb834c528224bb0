"""Agreement of both sides of an equation in floats, but for rounding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from derive.equations.lowering import compile_expression
from derive.program.arithmetic import FLOATS, Arithmetic, float_power
from derive.program.tolerances import CLOSE, NOISE

Function = Callable[[Sequence[float]], float]
_NO_VALUE = (ArithmeticError, ValueError)  # outside the domain; where infinities cancel
_NUDGES = (1e-6, NOISE)  # of each value in turn, for how much its rounding moves the sides; by
# the smaller one where a root of what cancels makes the move no multiple of it


def _edge_power(base: float, exponent: float) -> float:
    """A power that is zero where rounding left its base below zero."""
    return float_power(0.0 if base < 0.0 and exponent % 1.0 else base, exponent)


_AT_EDGE = replace(FLOATS, power=_edge_power)


def agree(equation: Any, values: Mapping[Any, float], noise: float = NOISE) -> bool:
    """Whether both sides agree at values in floats, but for what rounding of these explains, each
    by so much.
    """
    used = {var: values[var] for var in equation.free_symbols}
    slots = {var: index for index, var in enumerate(used)}
    at = list(used.values())

    def sides(arithmetic: Arithmetic) -> list[Function]:
        return [compile_expression(side, slots, arithmetic) for side in equation.args]

    left, right = sides(FLOATS)
    if not _exists(left, right, at) and any(_exists(left, right, n) for n in _neighbours(at)):
        left, right = sides(_AT_EDGE)
    if not _exists(left, right, at):
        return False
    off = left(at) - right(at)
    if abs(off) <= CLOSE * (abs(left(at)) + abs(right(at))):
        return True

    def moved(nudge: float) -> float:
        return sum(_moved(left, right, at, k, off, nudge) for k in range(len(at)))

    return any(abs(off) <= noise / nudge * moved(nudge) for nudge in _NUDGES)


def _exists(left: Function, right: Function, at: Sequence[float]) -> bool:
    """Whether both sides have a value."""
    try:
        left(at), right(at)
    except _NO_VALUE:
        return False
    return True


def _neighbours(at: Sequence[float]) -> Iterator[list[float]]:
    """The values with each in turn off by its rounding."""
    for k, value in enumerate(at):
        for factor in (1.0 + NOISE, 1.0 - NOISE):
            yield [*at[:k], factor * value, *at[k + 1 :]]


def _moved(
    left: Function, right: Function, at: list[float], k: int, off: float, nudge: float
) -> float:
    """The change of the difference of both sides as a value is nudged up, or down where the
    equation ends above it; zero where it ends on both sides.
    """
    for step in (nudge, -nudge):
        nudged = [*at[:k], at[k] * (1.0 + step), *at[k + 1 :]]
        try:
            return abs(left(nudged) - right(nudged) - off)
        except _NO_VALUE:
            continue
    return 0.0
