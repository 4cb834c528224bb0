"""A block over arrays: every regime at every point at once; points that need a closer look are left
to the scalar way.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np

from derive.analysis.sweep.formulas import NO, Extremum, Formula, Pairs, Points
from derive.equations.var import Var
from derive.solving.evaluate import CLOSE, Values
from derive.solving.propagate import MOST_RESIDUAL


@dataclass(frozen=True)
class BatchResult:
    """What one regime gives: its values, where it holds, where that is in doubt, all values then
    known, and who won its extrema.
    """

    value: Any
    holds: Any
    doubt: Any
    values: Values
    codes: list[Any]


@dataclass(frozen=True)
class ArrayBranch:
    """One regime of a block, ready for arrays; `proven` says that its sign alone keeps the unknown
    within its range.
    """

    unknown: Var
    slot: int
    regime: str
    extrema: tuple[Extremum, ...]
    formula: Formula
    differences: tuple[tuple[Formula, ...], ...]
    guards: Pairs
    unjudged: bool
    side_conditions: Pairs
    definitions: tuple[tuple[Var, int, Formula], ...]
    cancelled_slots: tuple[int, ...]
    proven: bool

    @property
    def plain(self) -> bool:
        """Whether nothing but the formula and its range need to be looked at where every number is
        finite.
        """
        return not (
            self.guards
            or self.unjudged
            or self.side_conditions
            or self.definitions
            or self.differences
        )

    def settle(self, points: Points) -> BatchResult:
        """The regime at every point, judged as `evaluate_block` judges it."""
        values = list(points.values)
        codes = [extremum.evaluate(points, values) for extremum in self.extrema]
        values[self.slot] = value = self.formula(points, values)
        doubt = np.isnan(value) if points.careful else NO
        for terms in self.differences:
            sizes = [term(points, values) for term in terms]
            doubt = doubt | (
                np.abs(sum(sizes))
                <= CLOSE * np.maximum.reduce(np.broadcast_arrays(*map(np.abs, sizes)))
            )
        local = list(values)
        for slot in self.cancelled_slots:
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
            values[self.slot] = value = snapped(self.unknown, value, inside)
        if not self.cancelled_slots:
            for var, slot, _ in self.definitions:
                doubt = doubt | (holds & ~within(var, local[slot])[0])
                values[slot] = local[slot]
        for left, right in self.side_conditions:
            gap = missed(left(points, values), right(points, values))
            doubt = doubt | (holds & (gap > 0.5 * MOST_RESIDUAL) & (gap < 2 * MOST_RESIDUAL))
            holds = holds & ~(gap > MOST_RESIDUAL)
        return BatchResult(value, holds, doubt, values, codes)


def within(var: Var, value: Any) -> tuple[Any, Any]:
    """Where values lie in a variable's range, and where they are too near an end to tell; what
    misses a closed end by noise lies at it.
    """
    low, high, open_low, open_high = var.bounds
    inside = ((value > low) if open_low else (value >= low)) & (
        (value < high) if open_high else (value <= high)
    )
    near = NO
    for end, is_open in ((low, open_low), (high, open_high)):
        if end and math.isfinite(end):
            gap = np.abs(value - end)
            at = np.False_ if is_open else gap <= 0.5 * CLOSE * abs(end)
            inside, near = inside | at, near | ((gap <= 10 * CLOSE * abs(end)) & ~at)
    return inside, near & np.isfinite(value)


def snapped(var: Var, value: Any, inside: Any) -> Any:
    """The values, those that lie at a closed end by a hair beyond it put there."""
    low, high, open_low, open_high = var.bounds
    if (open_low or not low) and (open_high or not math.isfinite(high)):
        return value
    return np.where(
        inside,
        np.clip(value, -math.inf if open_low else low, math.inf if open_high else high),
        value,
    )


def _well_within(var: Var, value: Any) -> bool:
    """Whether all values lie in a variable's range, and none near an end of it."""
    low, high, _, _ = var.bounds
    above = low == -math.inf or np.min(value) > low + 10 * CLOSE * abs(low)
    return bool(above and (high == math.inf or np.max(value) < high - 10 * CLOSE * abs(high)))


def missed(left: Any, right: Any) -> Any:
    """How far two sides are apart, as `numeric.miss` has it, without its sign."""
    alike = left * right > 0
    ratio = np.where(alike, left, 1.0) / np.where(alike, right, 1.0)
    size = np.abs(left) + np.abs(right)
    return np.where(
        alike, np.abs(np.log(ratio)), np.abs(left - right) / np.where(size > 0, size, 1.0)
    )


@dataclass(frozen=True)
class Part:
    """A part of a regime's name: how many texts it may have, and which."""

    radix: int
    text: Callable[[int], str]


@dataclass(frozen=True)
class ArrayBlock:
    """A block's regimes over arrays; `indeterminate` holds the conditions of regimes in which the
    unknown does not matter.
    """

    slot: int
    branches: tuple[ArrayBranch, ...]
    indeterminate: tuple[Pairs, ...]
    sides: tuple[Pairs, ...]

    @cached_property
    def simple(self) -> bool:
        """Whether there is one regime, and nothing but its formula."""
        return (
            len(self.branches) == 1
            and self.branches[0].plain
            and not self.indeterminate
            and not any(self.sides)
        )

    @property
    def parts(self) -> list[Part]:
        """The parts of the regime's name in the order in which `evaluate` numbers them."""
        names = [branch.regime for branch in self.branches]
        if len(names) == 1:
            return [
                fixed(names[0]),
                *(Part(2 * node.orders, node.text) for node in self.branches[0].extrema),
            ]
        nodes = [node for branch in self.branches for node in branch.extrema]
        return [
            Part(len(names), names.__getitem__),
            *(Part(2 * node.orders + 1, _unless_absent(node)) for node in nodes),
        ]

    def evaluate(self, points: Points) -> list[Any]:
        """Put the unknown's values into its slot; the numbers of those parts of the regime that may
        differ.
        """
        if self.simple and not points.careful:
            branch = self.branches[0]
            codes = [extremum.evaluate(points, points.values) for extremum in branch.extrema]
            points.values[self.slot] = value = branch.formula(points, points.values)
            if branch.proven or _well_within(branch.unknown, value):
                return codes
        for side_conditions in self.indeterminate:
            points.doubt(
                reduce(
                    operator.and_,
                    (
                        ~(missed(a(points, points.values), b(points, points.values)) >= 2 * CLOSE)
                        for a, b in side_conditions
                    ),
                )
            )
        settled = [branch.settle(points) for branch in self.branches]
        for found, sides in zip(settled, self.sides, strict=True):
            for a, b in sides:
                points.doubt(
                    found.holds
                    & ~(
                        missed(a(points, found.values), b(points, found.values))
                        <= 0.5 * MOST_RESIDUAL
                    )
                )
        points.doubt(reduce(operator.or_, (found.doubt for found in settled)))
        points.fail(~reduce(operator.or_, (found.holds for found in settled)))
        if len(settled) == 1:
            points.values[self.slot] = settled[0].value
            return settled[0].codes
        points.doubt(sum(np.asarray(found.holds, dtype=np.int8) for found in settled) > 1)
        return self._merged(settled, points)

    def _merged(self, settled: list[BatchResult], points: Points) -> list[Any]:
        """Each point from the regime that holds there."""
        value: Any = settled[0].value
        taken: Any = np.int8(0)
        for k, found in enumerate(settled[1:], 1):
            value, taken = (
                np.where(found.holds, found.value, value),
                np.where(found.holds, np.int8(k), taken),
            )
        points.values[self.slot] = value
        return [
            taken,
            *(
                np.where(taken == k, code + 1, 0)
                for k, found in enumerate(settled)
                for code in found.codes
            ),
        ]


def fixed(text: str) -> Part:
    """A part that is the same everywhere."""
    return Part(1, lambda _: text)


def _unless_absent(node: Extremum) -> Callable[[int], str]:
    return lambda code: node.text(code - 1) if code else ""
