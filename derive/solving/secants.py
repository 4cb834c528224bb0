"""Secants: the root of a function next to a place where it was zero."""

from __future__ import annotations

from collections.abc import Callable

from derive.program.tolerances import NOISE

_STEP, _FARTHEST, _MOST = 0.01, 50.0, 60  # first step, end of the search, number of secants


def secant_root(apart: Callable[[float], float]) -> float | None:
    """The root of a function near zero, by secants; None where they do not meet it.

    >>> round(secant_root(lambda x: 2.0 * x - 1.0), 9)
    0.5
    """
    x, at_x = 0.0, apart(0.0)
    y, at_y = (_STEP, apart(_STEP)) if abs(at_x) > NOISE else (x, at_x)
    for _ in range(_MOST):
        if abs(at_y) <= NOISE:
            return y
        if at_x == at_y or abs(y) > _FARTHEST:
            break
        x, at_x, y = y, at_y, y - at_y * (y - x) / (at_y - at_x)
        at_y = apart(y)
    return None
