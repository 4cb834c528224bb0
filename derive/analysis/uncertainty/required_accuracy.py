"""Tolerances: how well each value must be known so that the answer is known within a given share of
it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.known import Known
from derive.results.uncertainty import Tolerance
from derive.solving.answer import answer_at
from derive.solving.equation_system import EquationSystem
from derive.solving.query import make_query
from derive.solving.query_preparation import prepare

FINEST, WIDEST = 1e-7, 0.9999  # the tolerances told apart from none and from any
STEPS = (
    80,
    16,
    16,
    16,
    16,
)  # shifts tried, then closer and closer around the first that is too far
HALVINGS = 20
CLOSE = 1e-4
NOISE = 1e-12  # of an answer that does not move
MOST_CORNERS = 6  # values whose corners are all looked at
SEED = 0


@dataclass(frozen=True, eq=False)
class Accuracy:
    """A question with its stated values."""

    system: EquationSystem
    target: Var
    stated: Mapping[Var, Known]

    def tolerances(self, within: float) -> tuple[Tolerance, ...]:
        """How well each stated value must be known; see `required_accuracy`."""
        return required_accuracy(self.system, self.target, self.stated, within)


def required_accuracy(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], within: float
) -> tuple[Tolerance, ...]:
    """For every stated value on the answer's path, how far it may be off, the tightest first.

    `alone`: with everything else exact, any value at most that share off keeps the answer within
    `within` of what it is; infinite where even one that is off by nearly all of itself does.
    `together`: the same part of every `alone` (at most all of the value), as large as corners and
    points within the box allow; infinite only for what never moves the answer. Raises GivenError
    where the stated values give no single answer other than zero.
    """
    if not 0 < within < 1:
        raise GivenError(
            "within", f"{within:g} is no share between 0 and 1", "Write for example 0.1 for 10 %."
        )
    middle = answer_at(system, target, stated, rtol=math.inf).number
    if not middle:
        raise GivenError(
            target.name,
            "what is given does not lead to one value other than zero, so there are no tolerances",
            "Ask for the value first.",
        )
    asked, known = prepare(system, target, stated)
    support = make_query(asked, target, known, 0.0).support.get(
        asked.slots[target], frozenset()
    ) - {target}
    behind = {
        var: replace(item, uncertain=None)
        for var, item in stated.items()
        if var in support or not item.value
    }
    named = sorted(
        (v for v, item in behind.items() if item.stated and item.value),
        key=lambda v: (v.rank, v.name),
    )
    if not named:
        return ()
    question = _Question(system, target, behind, middle, within)
    alone = {var: question.alone(var) for var in named}
    ways = {var: question.way(var) for var in named}
    reaches = {var: min(alone[var], WIDEST) for var in named}
    scale, idle = question.together(reaches, ways, ()), list[Var]()
    for candidate in (
        var for var, way in ways.items() if not way
    ):  # what never moves the answer alone may do so with others
        rest = {var: reach for var, reach in reaches.items() if var not in (*idle, candidate)}
        without = question.together(rest, ways, (*idle, candidate))
        if without >= scale * (1 - CLOSE):
            scale, idle = without, [*idle, candidate]
    made = [
        Tolerance(var, reach, math.inf if var in idle else scale * reaches[var])
        for var, reach in alone.items()
    ]
    return tuple(
        sorted(made, key=lambda item: (item.alone, item.together, item.var.rank, item.var.name))
    )


def _within_range(var: Var, values: Any) -> Any:
    """Values beyond the variable's range put at its end, since there are none beyond."""
    import numpy as np

    low, high, open_low, open_high = var.bounds
    return np.clip(
        values,
        np.nextafter(low, math.inf) if open_low else low,
        np.nextafter(high, -math.inf) if open_high else high,
    )


class _Question:
    """Whether the answer stays where it is when values are off."""

    def __init__(
        self,
        system: EquationSystem,
        target: Var,
        known: Mapping[Var, Known],
        middle: float,
        within: float,
    ) -> None:
        from derive.analysis.sweep.question import over_arrays

        self.system, self.target, self.known, self.middle, self.within = (
            system,
            target,
            known,
            middle,
            within,
        )
        self.over_arrays = over_arrays

    def answers(self, off: Mapping[Var, Any]) -> Any:
        """The answer at points whose values are shifted by these shares of themselves."""
        arrays = {
            var: _within_range(var, self.known[var].value * (1 + shift))
            for var, shift in off.items()
        }
        return self.over_arrays(self.system, self.target, self.known, arrays, math.inf).values

    def holds(self, off: Mapping[Var, Any]) -> Any:
        """For each point, whether the answer stays within its share; one without a value does
        not.
        """
        import numpy as np

        with np.errstate(invalid="ignore"):
            return np.abs(self.answers(off) - self.middle) <= self.within * (1 + 1e-12) * abs(
                self.middle
            )

    def way(self, var: Var) -> int:
        """Which way the answer goes when this value grows: 1 or -1, and 0 if it never moves."""
        import numpy as np

        shifts = np.geomspace(FINEST, WIDEST, STEPS[0])
        up, down = self.answers({var: np.concatenate([shifts, -shifts])}).reshape(2, -1)
        moved = np.abs(up - down) > NOISE * abs(self.middle)
        if not moved.any() and np.isfinite(up + down).all():
            return 0
        return -1 if (up - down)[moved].sum() < 0 else 1

    def alone(self, var: Var) -> float:
        """The largest share that this value alone may be off by, infinite if even nearly all of it
        may.
        """
        import numpy as np

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
        import numpy as np

        names = [*reaches, *idle]
        worst = np.array(
            [
                [way * (ways[var] or turn) for var in names]
                for way in (1.0, -1.0)
                for turn in (1.0, -1.0)
            ]
        )
        places = np.concatenate([worst, self._places(len(names))])
        low, high, part = 0.0, 1.0, 1.0
        for _ in range(HALVINGS):
            off = {
                var: (part * reaches[var] if var in reaches else WIDEST) * places[:, k]
                for k, var in enumerate(names)
            }
            low, high = (part, high) if self.holds(off).all() else (low, part)
            part = 0.5 * (low + high)
        return low

    @staticmethod
    def _places(count: int) -> Any:
        """The corners of a box (some of them where there are too many) and points within, in units
        of its half widths.
        """
        import numpy as np

        stream = np.random.Generator(np.random.PCG64(SEED))
        some = np.sign(stream.random((2**MOST_CORNERS, count)) - 0.5)
        corners = (
            list(itertools.product((-1.0, 1.0), repeat=count)) if count <= MOST_CORNERS else some
        )
        return np.concatenate([corners, stream.uniform(-1.0, 1.0, (64, count))])
