"""A block over arrays: every regime at every point at once; points that need a closer look are left to the scalar way."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np

from derive.equations.arithmetic import Function, compile_expression
from derive.equations.array_arithmetic import CAREFUL, FAST
from derive.equations.var import Var
from derive.solving.evaluate import CLOSE, Values
from derive.solving.worlds import MOST_RESIDUAL, ranking

NO = np.False_


@dataclass
class Points:
    """Values by slot at the points of a tile; `odd` points need the scalar way, at `failed` ones no regime holds."""

    values: Values
    careful: bool = False
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
    slots: Mapping[Any, int]

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
    """A Max or Min whose value has a slot of its own; its arguments stand in the order of their texts."""

    slot: int
    arguments: tuple[Formula, ...]
    largest: bool
    names: tuple[str, ...]

    @property
    def orders(self) -> int:
        """In how many orders the arguments can stand; each has a number, and another one if the first two tie."""
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
        return self._of_two(sizes, points, values) if len(sizes) == 2 else self._of_many(sizes, values)

    def _of_two(self, sizes: list[Any], points: Points, values: Values) -> Any:
        first, second = sizes
        values[self.slot] = best = (np.maximum if self.largest else np.minimum)(first, second)
        gap = np.subtract(first, second)
        code = (gap < 0 if self.largest else gap > 0).view(np.int8)
        gap = np.abs(gap, out=gap if gap.ndim else None)
        if points.careful or gap.min() <= 2 * CLOSE * np.max(np.abs(best)):
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


@dataclass(frozen=True)
class Settled:
    """What one regime gives: its values, where it holds, where that is in doubt, all values then known, and who won its extrema."""

    value: Any
    holds: Any
    doubt: Any
    values: Values
    codes: list[Any]


@dataclass(frozen=True)
class ArrayBranch:
    """One regime of a block, ready for arrays; `proven` says that its sign alone keeps the unknown within its range."""

    unknown: Var
    slot: int
    regime: str
    extrema: tuple[Extremum, ...]
    formula: Formula
    differences: tuple[tuple[Formula, ...], ...]
    guards: Pairs
    unjudged: bool
    ties: Pairs
    definitions: tuple[tuple[Var, int, Formula], ...]
    ones: tuple[int, ...]
    proven: bool

    def settle(self, points: Points) -> Settled:
        """The regime at every point, judged as `evaluate_block` judges it."""
        values = list(points.values)
        codes = [extremum.evaluate(points, values) for extremum in self.extrema]
        values[self.slot] = value = self.formula(points, values)
        doubt = np.isnan(value) if points.careful else NO
        for terms in self.differences:
            sizes = [term(points, values) for term in terms]
            doubt = doubt | (np.abs(sum(sizes)) <= CLOSE * np.maximum.reduce(np.broadcast_arrays(*map(np.abs, sizes))))
        local = list(values)
        for slot in self.ones:
            local[slot] = 1.0
        for _, slot, definition in self.definitions:
            local[slot] = definition(points, local)
        holds = np.True_
        for larger, smaller in self.guards:
            big, small = larger(points, local), smaller(points, local)
            holds = holds & ~(big < small - CLOSE * np.maximum(np.abs(big), np.abs(small)))
            doubt = doubt | np.isnan(big - small) if points.careful else doubt
        if self.unjudged:
            doubt = doubt | holds
        if not self.proven or points.careful:
            inside, near = within(self.unknown, value)
            holds, doubt = holds & inside, doubt | (near & holds)
        if not self.ones:
            for var, slot, _ in self.definitions:
                doubt = doubt | (holds & ~within(var, local[slot])[0])
                values[slot] = local[slot]
        for left, right in self.ties:
            gap = missed(left(points, values), right(points, values))
            doubt = doubt | (holds & (gap > 0.5 * MOST_RESIDUAL) & (gap < 2 * MOST_RESIDUAL))
            holds = holds & ~(gap > MOST_RESIDUAL)
        return Settled(value, holds, doubt, values, codes)


def within(var: Var, value: Any) -> tuple[Any, Any]:
    """Where values lie in a variable's range, and where they are too near an end to tell."""
    low, high, open_low, open_high = var.bounds
    inside = ((value > low) if open_low else (value >= low)) & ((value < high) if open_high else (value <= high))
    near = NO
    for end in (low, high):
        if end and math.isfinite(end):
            near = near | (np.abs(value - end) <= 10 * CLOSE * abs(end))
    return inside, near & np.isfinite(value)


def missed(left: Any, right: Any) -> Any:
    """How far two sides are apart, as `numeric.miss` has it, without its sign."""
    alike = left * right > 0
    ratio = np.where(alike, left, 1.0) / np.where(alike, right, 1.0)
    size = np.abs(left) + np.abs(right)
    return np.where(alike, np.abs(np.log(ratio)), np.abs(left - right) / np.where(size > 0, size, 1.0))


@dataclass(frozen=True)
class Part:
    """A part of a regime's name: how many texts it may have, and which."""

    radix: int
    text: Callable[[int], str]


@dataclass(frozen=True)
class ArrayBlock:
    """A block's regimes over arrays; `flat` holds the conditions of regimes in which the unknown does not matter."""

    slot: int
    branches: tuple[ArrayBranch, ...]
    flat: tuple[Pairs, ...]
    sides: tuple[Pairs, ...]

    @property
    def parts(self) -> list[Part]:
        """The parts of the regime's name in the order in which `evaluate` numbers them."""
        names = [branch.regime for branch in self.branches]
        if len(names) == 1:
            return [fixed(names[0]), *(Part(2 * node.orders, node.text) for node in self.branches[0].extrema)]
        nodes = [node for branch in self.branches for node in branch.extrema]
        return [Part(len(names), names.__getitem__), *(Part(2 * node.orders + 1, _unless_absent(node)) for node in nodes)]

    def evaluate(self, points: Points) -> list[Any]:
        """Put the unknown's values into its slot; the numbers of those parts of the regime that may differ."""
        for ties in self.flat:
            points.doubt(reduce(operator.and_, (~(missed(a(points, points.values), b(points, points.values)) >= 2 * CLOSE) for a, b in ties)))
        settled = [branch.settle(points) for branch in self.branches]
        for found, sides in zip(settled, self.sides, strict=True):
            for a, b in sides:
                points.doubt(found.holds & ~(missed(a(points, found.values), b(points, found.values)) <= 0.5 * MOST_RESIDUAL))
        points.doubt(reduce(operator.or_, (found.doubt for found in settled)))
        points.fail(~reduce(operator.or_, (found.holds for found in settled)))
        if len(settled) == 1:
            points.values[self.slot] = settled[0].value
            return settled[0].codes
        points.doubt(sum(np.asarray(found.holds, dtype=np.int8) for found in settled) > 1)
        return self._merged(settled, points)

    def _merged(self, settled: list[Settled], points: Points) -> list[Any]:
        """Each point from the regime that holds there."""
        value: Any = settled[0].value
        taken: Any = np.int8(0)
        for k, found in enumerate(settled[1:], 1):
            value, taken = np.where(found.holds, found.value, value), np.where(found.holds, np.int8(k), taken)
        points.values[self.slot] = value
        return [taken, *(np.where(taken == k, code + 1, 0) for k, found in enumerate(settled) for code in found.codes)]


def fixed(text: str) -> Part:
    """A part that is the same everywhere."""
    return Part(1, lambda _: text)


def _unless_absent(node: Extremum) -> Callable[[int], str]:
    return lambda code: node.text(code - 1) if code else ""
