"""Formulas at many points at once, and which argument sets a Max or Min there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from derive.equations.arithmetic import Function, compile_expression
from derive.equations.array_arithmetic import CAREFUL, FAST
from derive.solving.evaluate import CLOSE, Values
from derive.solving.propagate import ranking

NO = np.False_


@dataclass
class Points:
    """Values by slot at the points of a tile; `odd` points need the scalar way, at `failed` ones no
    regime holds.

    `named` says whether the winners of extrema are wanted too.
    """

    values: Values
    careful: bool = False
    named: bool = True
    odd: Any = NO
    failed: Any = NO

    def doubt(self, where: Any) -> None:
        """Leave points to the scalar way, unless an earlier block has failed there already."""
        if where is not NO and np.any(where):
            self.odd = self.odd | (where & ~self.failed)

    def fail(self, where: Any) -> None:
        """No regime holds at these points."""
        if where is not NO and np.any(where):
            self.failed = self.failed | (where & ~self.odd)


@dataclass(frozen=True)
class Formula:
    """An expression over the slots, compiled for both arithmetics when first needed."""

    expression: Any
    slots: Mapping[Any, int] = field(repr=False)

    def __call__(self, points: Points, values: Values) -> Any:
        """Its value at these values of the slots."""
        return (self._careful if points.careful else self._fast)(values)

    @cached_property
    def _fast(self) -> Function:
        return compile_expression(self.expression, self.slots, FAST)

    @cached_property
    def _careful(self) -> Function:
        return compile_expression(self.expression, self.slots, CAREFUL)


Pairs = tuple[tuple[Formula, Formula], ...]


@dataclass(frozen=True)
class Extremum:
    """A Max or Min whose value has a slot of its own; its arguments stand in the order of their
    texts.
    """

    slot: int
    arguments: tuple[Formula, ...]
    largest: bool
    names: tuple[str, ...]
    positive: bool

    @property
    def orders(self) -> int:
        """In how many orders the arguments can stand; each has a number, and another one if the
        first two tie.
        """
        return math.factorial(len(self.names))

    def text(self, code: int) -> str:
        """The order of that number in words."""
        tie, rank = divmod(code, self.orders)
        left, ranked = list(self.names), []
        for k in range(len(self.names), 0, -1):
            place, rank = divmod(rank, math.factorial(k - 1))
            ranked.append(left.pop(place))
        return ranking(ranked, self.largest, bool(tie))

    def evaluate(self, points: Points, values: Values) -> Any:
        """Put its value into its slot; the numbers of the orders its arguments stand in."""
        sizes = [argument(points, values) for argument in self.arguments]
        return (
            self._of_two(sizes, points, values) if len(sizes) == 2 else self._of_many(sizes, values)
        )

    def _of_two(self, sizes: list[Any], points: Points, values: Values) -> Any:
        first, second = sizes
        values[self.slot] = best = (np.maximum if self.largest else np.minimum)(first, second)
        if not points.named:
            return 0
        gap = np.subtract(first, second)
        code = (gap < 0 if self.largest else gap > 0).view(np.int8)
        gap = np.abs(gap, out=gap if gap.ndim else None)
        if points.careful or gap.min() <= 2 * CLOSE * (
            best.max() if self.positive else np.abs(best).max()
        ):
            code = code + np.int8(2) * (gap <= CLOSE * np.abs(best))
        return code

    def _of_many(self, sizes: list[Any], values: Values) -> Any:
        stacked = np.stack(np.broadcast_arrays(*sizes))
        order = np.argsort(-stacked if self.largest else stacked, axis=0, kind="stable")
        ranked = np.take_along_axis(stacked, order, axis=0)
        values[self.slot] = ranked[0]
        code = np.zeros(ranked.shape[1:], dtype=np.int64)
        for k in range(len(sizes)):
            code = code * (len(sizes) - k) + np.sum(order[k] > order[k + 1 :], axis=0)
        return code + self.orders * (np.abs(ranked[0] - ranked[1]) <= CLOSE * np.abs(ranked[0]))
