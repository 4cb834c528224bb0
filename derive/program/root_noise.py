"""Roots that are noise: a change of sign where floats lose all digits, as (1 - x^5)/(1 - x) next
to one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derive.program.arithmetic import precise
from derive.program.compiler import compile_node
from derive.program.data import Pair
from derive.program.reader import NO_VALUE, NodeReader, Values

_BESIDE = 1e-3  # relative distance of the points between which a root lies
_LEFT = 1e-3  # the part of the residual beside a root of two sides that touch that is left at it


def without_noise(
    reader: NodeReader,
    sides: Pair,
    slot: int,
    values: Values,
    found: Sequence[float],
    least: float = 0.0,
) -> list[float]:
    """The roots of two sides at which, in sixty digits, they cross or touch, or differ by no more
    than a `least` part.
    """
    if not found:
        return []
    arithmetic = precise()
    left, right = (compile_node(reader.nodes, side, arithmetic) for side in sides)
    local = [None if value is None else arithmetic.number(value) for value in values]

    def residual(x: float) -> Any:
        local[slot] = arithmetic.number(x)
        try:
            one, two = left(local), right(local)
            if one.imag or two.imag:
                return None  # the logarithm of a negative number
            size = abs(one.real) + abs(two.real)
            return (one.real - two.real) / size if size else size
        except NO_VALUE:
            return None

    return [x for x in found if _is_met(residual, x, least)]


def _crosses(residual: Callable[[float], Any], x: float) -> bool:
    before, after = residual(x * (1 - _BESIDE)), residual(x * (1 + _BESIDE))
    return before is not None and after is not None and before * after < 0


def _is_met(residual: Callable[[float], Any], x: float, least: float) -> bool:
    """Whether a residual changes its sign around a point, or is much smaller there than beside."""
    at = residual(x)
    beside = [residual(x * (1 + side * _BESIDE)) for side in (-1, 1)]
    sizes = [abs(value) for value in beside if value is not None]
    near = at is None or not sizes or abs(at) <= max(least, _LEFT * min(sizes))
    return near or _crosses(residual, x)
