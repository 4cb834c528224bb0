"""Evaluation of a block over arrays: all regimes at all points, undecided ones left to the scalar
reader.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from typing import Any

import numpy as np

from derive.program.array_regimes import ArrayChoice, RegimeCode, fixed
from derive.program.batch import NO, Formula, FormulaPair, PointBatch, gap
from derive.program.data import Slot
from derive.program.reader import Values
from derive.program.tolerances import CLOSE, MOST_RESIDUAL


@dataclass(frozen=True)
class BatchResult:
    """The result of one regime: its values, where it holds, where that is unclear, all slot values,
    and the codes of its extrema.
    """

    value: Any
    holds: Any
    unclear: Any
    values: Values
    codes: list[Any]


@dataclass(frozen=True)
class ArrayBranch:
    """One regime of a block, prepared for arrays.

    `put_back` are the relations that the value must satisfy; `unjudged` marks a guard that cannot
    be evaluated, `proven` a formula whose sign alone keeps the unknown within its range.
    """

    slot: Slot
    number: int
    regime: str
    extrema: tuple[ArrayChoice, ...]
    formula: Formula
    cancelling_sums: tuple[tuple[Formula, ...], ...]
    guards: tuple[FormulaPair, ...]
    unjudged: bool
    side_conditions: tuple[FormulaPair, ...]
    definitions: tuple[tuple[int, Slot, Formula], ...]
    cancelled: tuple[int, ...]
    put_back: tuple[FormulaPair, ...]
    proven: bool

    @property
    def plain(self) -> bool:
        """Whether finite values need no check but the range of the unknown."""
        return not (
            self.guards
            or self.unjudged
            or self.side_conditions
            or self.definitions
            or self.cancelling_sums
            or self.put_back
        )

    def evaluate(self, points: PointBatch) -> BatchResult:
        """The regime at every point, by the rules of the scalar reader."""
        values = list(points.values)
        codes = [choice.evaluate(points, values) for choice in self.extrema]
        values[self.number] = value = self.formula(points, values)
        unclear = self._vanishing(points, values)
        if points.checked:
            unclear = unclear | np.isnan(value)
        local = self._with_definitions(points, values)
        holds, open_guards = self._guards(points, local)
        unclear = unclear | open_guards
        if not self.proven or points.checked:
            inside, near = within(self.slot, value)
            holds, unclear = holds & inside, unclear | (near & holds)
            values[self.number] = value = snapped(self.slot, value, inside)
        if not self.cancelled:
            for number, slot, _ in self.definitions:
                unclear = unclear | (holds & ~within(slot, local[number])[0])
                values[number] = local[number]
        for pair in self.side_conditions:
            apart = gap(pair, points, values)
            near = (apart > 0.5 * MOST_RESIDUAL) & (apart < 2 * MOST_RESIDUAL)
            unclear = unclear | (holds & near)
            holds = holds & ~(apart > MOST_RESIDUAL)
        for pair in self.put_back:
            unclear = unclear | (holds & ~(gap(pair, points, values) <= 0.5 * MOST_RESIDUAL))
        return BatchResult(value, holds, unclear, values, codes)

    def _vanishing(self, points: PointBatch, values: Values) -> Any:
        """The points at which the terms of a sum nearly cancel."""
        unclear: Any = NO
        for terms in self.cancelling_sums:
            sizes = [term(points, values) for term in terms]
            largest = np.maximum.reduce(np.broadcast_arrays(*map(np.abs, sizes)))
            unclear = unclear | (np.abs(sum(sizes)) <= CLOSE * largest)
        return unclear

    def _with_definitions(self, points: PointBatch, values: Values) -> Values:
        local = list(values)
        for number in self.cancelled:
            local[number] = 1.0
        for number, _, definition in self.definitions:
            local[number] = definition(points, local)
        return local

    def _guards(self, points: PointBatch, local: Values) -> tuple[Any, Any]:
        """The points at which all guards hold, and those at which that is unclear."""
        holds: Any = np.True_
        unclear: Any = NO
        for larger, smaller in self.guards:
            big, small = larger(points, local), smaller(points, local)
            holds = holds & ~(big < small - CLOSE * np.maximum(np.abs(big), np.abs(small)))
            unclear = unclear | np.isnan(big - small) if points.checked else unclear
        return holds, unclear | holds if self.unjudged else unclear


@dataclass(frozen=True)
class ArrayBlock:
    """The regimes of a block over arrays; `indeterminate` holds the conditions of regimes that any
    value meets.
    """

    number: int
    branches: tuple[ArrayBranch, ...]
    indeterminate: tuple[tuple[FormulaPair, ...], ...]

    @cached_property
    def simple(self) -> bool:
        """Whether its only regime is a plain formula."""
        return len(self.branches) == 1 and self.branches[0].plain and not self.indeterminate

    @property
    def codes(self) -> list[RegimeCode]:
        """The parts of the regime's name in the order of the codes of `evaluate`; with several
        regimes code 0 of a part is for points of another regime.
        """
        names = [branch.regime for branch in self.branches]
        if len(names) == 1:
            return [fixed(names[0]), *(choice.code for choice in self.branches[0].extrema)]
        choices = [choice.code for branch in self.branches for choice in branch.extrema]
        return [RegimeCode(len(names), names.__getitem__), *map(_or_none, choices)]

    @property
    def occurring(self) -> list[tuple[int, ...]]:
        """The combinations of codes that occur, in the order of `codes`."""
        choices = [[choice.code.occurring for choice in b.extrema] for b in self.branches]
        if len(choices) == 1:
            return [(0, *digits) for digits in product(*choices[0])]
        found = []
        for taken, own in enumerate(choices):
            before, after = (
                sum(map(len, part)) for part in (choices[:taken], choices[taken + 1 :])
            )
            for digits in product(*own):
                raised = (digit + 1 for digit in digits)
                found.append((taken, *(0,) * before, *raised, *(0,) * after))
        return found

    def evaluate(self, points: PointBatch) -> list[Any]:
        """Fill the unknown's slot; returns the codes of the varying parts of the regime."""
        if self.simple and not points.checked:
            branch = self.branches[0]
            codes = [choice.evaluate(points, points.values) for choice in branch.extrema]
            out = points.into.get(self.number)
            points.values[self.number] = value = (
                branch.formula(points, points.values)
                if out is None
                else branch.formula.write(points.values, out)
            )
            if branch.proven or _well_within(branch.slot, value):
                return codes
        for conditions in self.indeterminate:
            near = (~(gap(pair, points, points.values) >= 2 * CLOSE) for pair in conditions)
            points.mark_fallback(reduce(operator.and_, near))
        found = [branch.evaluate(points) for branch in self.branches]
        points.mark_fallback(reduce(operator.or_, (result.unclear for result in found)))
        points.mark_failed(~reduce(operator.or_, (result.holds for result in found)))
        if len(found) == 1:
            points.values[self.number] = found[0].value
            return found[0].codes
        points.mark_fallback(sum(np.asarray(r.holds, dtype=np.int8) for r in found) > 1)
        return self._merged(found, points)

    def _merged(self, found: list[BatchResult], points: PointBatch) -> list[Any]:
        """Fill the unknown's slot from the regime that holds at each point; returns the codes."""
        value: Any = found[0].value
        taken: Any = np.int8(0)
        for k, result in enumerate(found[1:], 1):
            value = np.where(result.holds, result.value, value)
            taken = np.where(result.holds, np.int8(k), taken)
        points.values[self.number] = value
        codes = ((k, code) for k, result in enumerate(found) for code in result.codes)
        return [taken, *(np.where(taken == k, code + 1, 0) for k, code in codes)]


def _or_none(code: RegimeCode) -> RegimeCode:
    """The codes raised by one, with an empty text for 0."""
    return RegimeCode(code.radix + 1, _TextOrNone(code))


@dataclass(frozen=True)
class _TextOrNone:
    """The text of a code raised by one, an empty one for 0."""

    code: RegimeCode

    def __call__(self, number: int) -> str:
        return self.code.text(number - 1) if number else ""


def within(slot: Slot, value: Any) -> tuple[Any, Any]:
    """The points within a slot's range, and those too near an end to decide; values within noise of
    a closed end lie at it.
    """
    inside = ((value > slot.low) if slot.open_low else (value >= slot.low)) & (
        (value < slot.high) if slot.open_high else (value <= slot.high)
    )
    near = NO
    for end, is_open in ((slot.low, slot.open_low), (slot.high, slot.open_high)):
        if end and math.isfinite(end):
            apart = np.abs(value - end)
            at = np.False_ if is_open else apart <= 0.5 * CLOSE * abs(end)
            inside, near = inside | at, near | ((apart <= 10 * CLOSE * abs(end)) & ~at)
    return inside, near & np.isfinite(value)


def snapped(slot: Slot, value: Any, inside: Any) -> Any:
    """The values, those within noise beyond a closed end moved to it."""
    if (slot.open_low or not slot.low) and (slot.open_high or not math.isfinite(slot.high)):
        return value
    low = -math.inf if slot.open_low else slot.low
    high = math.inf if slot.open_high else slot.high
    return np.where(inside, np.clip(value, low, high), value)


def _well_within(slot: Slot, value: Any) -> bool:
    """Whether all values lie in a slot's range, and none near an end of it."""
    low, high = slot.low, slot.high
    above = low == -math.inf or np.min(value) > low + 10 * CLOSE * abs(low)
    return bool(above and (high == math.inf or np.max(value) < high - 10 * CLOSE * abs(high)))
