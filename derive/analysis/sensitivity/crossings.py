"""Crossings: changes of one known value at which a gap changes its sign or the answer ends."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import accumulate

from derive.analysis.sensitivity.active_branch import EQUAL
from derive.results.known import Known

STEPS = tuple(
    accumulate(
        (0.01, 0.02, 0.03, 0.05, 0.1, 0.1, 0.2, 0.2, 0.3, 0.5, 0.5, 0.5, *[1.0] * 12, *[2.0] * 6)
    )
)  # of ln x, to 3e11-fold
FINEST = 1e-13

Gaps = tuple[float | None, ...]
Sample = Callable[[float], "Gaps | None"]  # the gaps at a value of ln factor; None without answer


def crossed(sample: Sample, here: Gaps, known: Known) -> tuple[list[float | None], float | None]:
    """The ln factor at which each gap changes its sign, the nearer of both directions, and the one
    at which the answer ends.
    """
    ways = [_one_way(sample, here, _steps(known, sign)) for sign in (-1.0, 1.0)]
    met = [_nearer(first, second) for first, second in zip(*(way[0] for way in ways), strict=True)]
    return met, _nearer(*(way[1] for way in ways))


def _nearer(one: float | None, other: float | None) -> float | None:
    return min((x for x in (one, other) if x is not None), key=abs, default=None)


def _steps(known: Known, sign: float) -> list[float]:
    """The values of ln factor to sample in one direction, up to the end of the variable's range."""
    low, high, open_low, open_high = known.var.bounds
    end, is_open = (high, open_high) if (sign > 0) == (known.value > 0) else (low, open_low)
    room = (
        math.log(end / known.value)
        if end * known.value > 0 and math.isfinite(end)
        else sign * math.inf
    )
    last = room * (1.0 - EQUAL) if is_open else room
    steps = [sign * step for step in STEPS if step < abs(last)]
    return steps if math.isinf(last) or abs(last) > STEPS[-1] else [*steps, last] if last else []


def _one_way(
    sample: Sample, here: Gaps, steps: list[float]
) -> tuple[list[float | None], float | None]:
    """The first sign change of each gap, and the end of the answer."""
    met: list[float | None] = [None] * len(here)
    place, before = 0.0, here
    for x in steps:
        now = sample(x)
        if now is None:
            return met, _refined(lambda t: None if sample(t) is None else 1.0, place, x)
        for k, room in enumerate(now):
            start = here[k]
            if (
                met[k] is None
                and room is not None
                and start is not None
                and before[k] is not None
                and _crossed(start, room)
            ):
                met[k] = (
                    0.0 if abs(start) <= EQUAL else _refined(_single(sample, k, start), place, x)
                )
        place, before = x, now
    return met, None


def _crossed(start: float, room: float) -> bool:
    return room < -EQUAL if abs(start) <= EQUAL else start * room < 0.0


def _single(sample: Sample, k: int, start: float) -> Callable[[float], float | None]:
    """One gap as a function, positive at the start."""

    def single(x: float) -> float | None:
        gaps = sample(x)
        room = None if gaps is None else gaps[k]
        return None if room is None else math.copysign(1.0, start) * room

    return single


def _refined(room: Callable[[float], float | None], inside: float, outside: float) -> float:
    """The point where `room` stops being positive between one where it is and one where it is not
    (or is None): secants, halved when they stall.
    """
    at_inside, at_outside = room(inside), room(outside)
    for turn in range(120):
        if abs(outside - inside) <= FINEST * max(1.0, abs(outside)):
            break
        middle = 0.5 * (inside + outside)
        if (
            turn % 3 != 2
            and at_inside is not None
            and at_outside is not None
            and at_inside > at_outside
        ):
            middle = inside + (outside - inside) * at_inside / (at_inside - at_outside)
        at_middle = room(middle)
        if at_middle is not None and abs(at_middle) <= FINEST:
            return middle
        if at_middle is not None and at_middle > 0.0:
            inside, at_inside = middle, at_middle
        else:
            outside, at_outside = middle, at_middle
    return outside
