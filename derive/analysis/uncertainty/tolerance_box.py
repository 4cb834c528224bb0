"""Tolerance box: the shifts of known values that keep an answer within a share of its value."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from derive.equations.var import Var
from derive.results.uncertainty import Tolerance

FINEST, WIDEST = 1e-7, 0.9999  # below, a tolerance counts as none; above, as any
STEPS = (80, 16, 16, 16, 16)  # shifts tried, then closer around the first that is too far
HALVINGS = 20
CLOSE = 1e-4
NOISE = 1e-12  # of an answer that does not move
MOST_CORNERS = 6  # values of which all corners are evaluated
SEED = 0


def _within_range(var: Var, values: Any) -> Any:
    """Values clipped to the variable's range."""
    low, high, open_low, open_high = var.bounds
    return np.clip(
        values,
        np.nextafter(low, math.inf) if open_low else low,
        np.nextafter(high, -math.inf) if open_high else high,
    )


@dataclass(frozen=True)
class ToleranceBox:
    """Known values around which an answer may be off by a share of its value.

    `answers_at` gives the answer at many points, as arrays of the values that differ.
    """

    answers_at: Callable[[Mapping[Var, Any]], Any]
    known: Mapping[Var, float]
    answer: float
    within: float

    def tolerances(self, names: Sequence[Var]) -> list[Tolerance]:
        """The tolerance of each of these values, alone and together with the others."""
        alone = {var: self.alone(var) for var in names}
        reaches = {var: min(reach, WIDEST) for var, reach in alone.items()}
        scale, idle = self._shared(reaches)
        return [
            Tolerance(var, reach, math.inf if var in idle else scale * reaches[var])
            for var, reach in alone.items()
        ]

    def _shared(self, reaches: Mapping[Var, float]) -> tuple[float, list[Var]]:
        """The part of all tolerances that can be used at once, and the values that never act.

        A value that does not move the answer by itself may do so with others, so each is tried.
        """
        ways = {var: self.way(var) for var in reaches}
        scale, idle = self.together(reaches, ways, ()), list[Var]()
        for candidate in (var for var, way in ways.items() if not way):
            wide = [*idle, candidate]
            rest = {var: reach for var, reach in reaches.items() if var not in wide}
            without = self.together(rest, ways, wide)
            if without >= scale * (1 - CLOSE):
                scale, idle = without, wide
        return scale, idle

    def answers(self, off: Mapping[Var, Any]) -> Any:
        """The answer at points whose values are shifted by these shares of themselves."""
        return self.answers_at(
            {var: _within_range(var, self.known[var] * (1 + shift)) for var, shift in off.items()}
        )

    def holds(self, off: Mapping[Var, Any]) -> Any:
        """For each point, whether the answer stays within its share; False without a value."""
        with np.errstate(invalid="ignore"):
            allowed = self.within * (1 + 1e-12) * abs(self.answer)
            return np.abs(self.answers(off) - self.answer) <= allowed

    def way(self, var: Var) -> int:
        """The direction of the answer as this value grows: 1 or -1, and 0 if it never moves."""
        shifts = np.geomspace(FINEST, WIDEST, STEPS[0])
        up, down = self.answers({var: np.concatenate([shifts, -shifts])}).reshape(2, -1)
        moved = np.abs(up - down) > NOISE * abs(self.answer)
        if not moved.any() and np.isfinite(up + down).all():
            return 0
        return -1 if (up - down)[moved].sum() < 0 else 1

    def alone(self, var: Var) -> float:
        """The largest share that this value alone may be off; infinite if nearly all of it may."""
        low, high = FINEST, WIDEST
        for steps in STEPS:
            shifts = np.geomspace(low, high, steps)
            holding = (
                self.holds({var: np.concatenate([shifts, -shifts])}).reshape(2, -1).all(axis=0)
            )
            if holding.all():
                return math.inf if high == WIDEST else high
            first = int(np.argmin(holding))
            if first == 0:
                return 0.0 if low == FINEST else low
            low, high = float(shifts[first - 1]), float(shifts[first])
        return low

    def together(
        self, reaches: Mapping[Var, float], ways: Mapping[Var, int], idle: Collection[Var]
    ) -> float:
        """The part of these tolerances that all may use at once, the `idle` values being off by
        nearly all of themselves.

        It is tried at corners of the box, the worst among them, and within.
        """
        names = [*reaches, *idle]
        worst = np.array(
            [
                [way * (ways[var] or turn) for var in names]
                for way in (1.0, -1.0)
                for turn in (1.0, -1.0)
            ]
        )
        places = np.concatenate([worst, _box_points(len(names))])
        low, high, part = 0.0, 1.0, 1.0
        for _ in range(HALVINGS):
            off = {
                var: (part * reaches[var] if var in reaches else WIDEST) * places[:, k]
                for k, var in enumerate(names)
            }
            low, high = (part, high) if self.holds(off).all() else (low, part)
            part = 0.5 * (low + high)
        return low


def _box_points(count: int) -> Any:
    """The corners of a box (some of them where there are too many) and points within, in units of
    its half widths.
    """
    stream = np.random.Generator(np.random.PCG64(SEED))
    some = np.sign(stream.random((2**MOST_CORNERS, count)) - 0.5)
    corners = list(itertools.product((-1.0, 1.0), repeat=count)) if count <= MOST_CORNERS else some
    return np.concatenate([corners, stream.uniform(-1.0, 1.0, (64, count))])
