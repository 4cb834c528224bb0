"""Residual of two sides in one unknown, also where one of them is zero whatever it is."""

from __future__ import annotations

import math
from collections.abc import Callable

Sides = Callable[[float], tuple[float, float]]

BESIDE_ZERO = 0.01  # what sides that agree at zero alone tell from it


def log_residual(left: float, right: float) -> float:
    """The logarithm of the ratio of two sides, or their relative difference where signs differ;
    infinite where that is no number: sides beyond all floats are not known to be equal.
    """
    if left < 0 and right < 0:
        left, right = -right, -left
    if left > 0 and right > 0:
        ratio = left / right
        if 0.0 < ratio < math.inf:
            return math.log(ratio)
        return math.inf if left == right else math.log(left) - math.log(right)
    scale = abs(left) + abs(right)
    if not scale < math.inf:
        return math.inf
    return (left - right) / scale if scale else 0.0


def residual_of(sides: Sides) -> Callable[[float], float]:
    """The residual of two sides by the value of the unknown: the logarithmic one; beside a side
    that is zero, where it would be one up to the root itself, the other side over what it is next
    to that value.

    >>> residual = residual_of(lambda x: (x * (1.152 - x), 0.0))
    >>> residual(1.1) > 0.0 > residual(1.2), abs(residual(1.152)) < 1e-9
    (True, True)
    """

    def residual(x: float) -> float:
        left, right = sides(x)
        if (left == 0.0) is (right == 0.0):
            return log_residual(left, right)
        try:
            near = [sides(x * (1.0 + by)) for by in (-BESIDE_ZERO, BESIDE_ZERO)]
            size = abs(left - right) + sum(abs(one - other) for one, other in near)
            return (left - right) / size
        except (ArithmeticError, ValueError, TypeError):  # the end of what can be evaluated
            return log_residual(left, right)

    return residual
