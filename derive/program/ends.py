"""Ends of intervals compared: how far apart two intervals are, and how far an end has moved."""

from __future__ import annotations

import math

from derive.program.interval import Interval
from derive.program.tolerances import CLOSE, FAR_OFF, LEAST_CHANGE


def apart(less: Interval, more: Interval) -> bool:
    """Whether every value of one interval lies below every value of another."""
    return more[0] - less[1] > CLOSE * max(abs(more[0]), abs(less[1]))


def moves(old: float, new: float) -> bool:
    """Whether an end has moved far enough to tell."""
    if math.isinf(old) or math.isinf(new):
        return old != new
    return abs(new - old) > LEAST_CHANGE * max(abs(old), abs(new))


def runs_off(old: float, new: float) -> bool:
    """Whether an end has moved so far that it may go on to infinity or to zero."""
    if not (old * new > 0.0 and math.isfinite(old) and math.isfinite(new)):
        return False
    return not 1.0 / FAR_OFF < new / old < FAR_OFF
