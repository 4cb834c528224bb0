"""Regimes over arrays: the winning argument of each extremum and the case that holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

import numpy as np

from derive.program.array_arithmetic import larger, smaller
from derive.program.batch import Formula, FormulaPair, PointBatch
from derive.program.compiler import COMPARE
from derive.program.data import CaseDistinction, Extremum
from derive.program.reader import Values
from derive.program.regimes import codes, radix, text_of
from derive.program.tolerances import CLOSE


@dataclass(frozen=True)
class RegimeCode:
    """A part of a regime's name: the number of its codes, the text of each, and those that
    occur.
    """

    radix: int
    text: Callable[[int], str]
    occurring: tuple[int, ...] = (0,)


def of_choice(choice: Extremum | CaseDistinction) -> RegimeCode:
    """The part that an extremum or a case distinction contributes."""
    return RegimeCode(radix(choice), partial(text_of, choice), tuple(codes(choice)))


def fixed(text: str) -> RegimeCode:
    """A part with one text."""
    return RegimeCode(1, FixedText(text))


@dataclass(frozen=True)
class FixedText:
    """A text, whatever the code."""

    text: str

    def __call__(self, _: int) -> str:
        """The text."""
        return self.text


@dataclass(frozen=True)
class ArrayExtremum:
    """A Max or Min with a slot of its own; `positive` if the sign of its first argument is."""

    choice: Extremum
    slot: int
    arguments: tuple[Formula, ...]
    positive: bool = False

    @property
    def code(self) -> RegimeCode:
        """The texts of the codes of `evaluate`."""
        return of_choice(self.choice)

    def evaluate(self, points: PointBatch, values: Values) -> Any:
        """Fill its slot; returns the codes of its winners."""
        sizes = [argument(points, values) for argument in self.arguments]
        if len(sizes) == 2:
            return self._of_two(sizes[0], sizes[1], points, values)
        return self._of_many(sizes, points, values)

    def _of_two(self, first: Any, second: Any, points: PointBatch, values: Values) -> Any:
        largest = self.choice.largest
        values[self.slot] = best = (larger if largest else smaller)(first, second)
        if not points.named:
            return 0
        if not points.checked and (self.positive or np.min(first) > 0):
            second_larger, close = _second_larger(first, second)
            if not close:
                codes = (second_larger if largest else ~second_larger).view(np.int8)
                codes *= np.int8(3)
                return codes
        wins = (np.less if largest else np.greater)(first, second)
        near = np.abs(first - second) <= CLOSE * np.abs(best)
        return np.where(near, np.int8(1), np.int8(3) * wins.view(np.int8))

    def _of_many(self, sizes: list[Any], points: PointBatch, values: Values) -> Any:
        best = reduce(larger if self.choice.largest else smaller, sizes)
        values[self.slot] = best
        if not points.named:
            return 0
        near = [np.abs(size - best) <= CLOSE * np.abs(best) for size in sizes]
        first: Any = np.int64(0)
        second: Any = np.int64(0)
        for k in range(len(sizes) - 1, -1, -1):
            first, second = np.where(near[k], k, first), np.where(near[k], first, second)
        alone = sum(n.astype(np.int8) for n in near) < 2
        return first * len(sizes) + np.where(alone, first, second)


def _second_larger(first: Any, second: Any) -> tuple[Any, bool]:
    """The points at which the second of two sizes is larger than the first, a positive one, and
    whether any two may be within twice the noise of each other: then some ratio is at least the
    margin but not above it. Sizes along one axis are scaled themselves, which spares the ratios.
    """
    high, low = 1 + 2 * CLOSE, 1 - 2 * CLOSE
    if np.size(first) < np.size(second):
        above, at_least = second > first * high, second >= first * low
    elif np.size(second) < np.size(first):
        above, at_least = first < second / high, first <= second / low
    else:
        ratio = second / first
        above, at_least = ratio > high, ratio >= low
    return above, above.tobytes() != at_least.tobytes()


@dataclass(frozen=True)
class ArrayCases:
    """A case distinction, whose value the formula computes."""

    choice: CaseDistinction
    sides: tuple[FormulaPair, ...]

    @property
    def code(self) -> RegimeCode:
        """The texts of the codes of `evaluate`."""
        return of_choice(self.choice)

    def evaluate(self, points: PointBatch, values: Values) -> Any:
        """The number of the first condition that holds at each point."""
        code: Any = np.int64(len(self.sides))
        for k in range(len(self.sides) - 1, -1, -1):
            left, right = (side(points, values) for side in self.sides[k])
            sizes = np.maximum(np.abs(left), np.abs(right))
            right = np.where(np.abs(left - right) <= CLOSE * sizes, left, right)
            code = np.where(COMPARE[self.choice.conditions[k][0]](left, right), k, code)
        return code


ArrayChoice = ArrayExtremum | ArrayCases
