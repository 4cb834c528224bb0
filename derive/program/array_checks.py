"""Checks of the givens over arrays: relations without unknowns that must hold at each point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from derive.program.array_walk import ArrayWalk
from derive.program.batch import FormulaPair, PointBatch, gap
from derive.program.data import Check, ProgramBlock, SidePath
from derive.program.residual import log_residual
from derive.program.tolerances import CLOSE

Yielding = Mapping[int, ProgramBlock]  # to an ideal value, by the number of a check


@dataclass(frozen=True)
class ArrayCheck:
    """A check with the way to its sides, and that to an ideal value that yields where they differ,
    if one does.
    """

    walk: ArrayWalk
    sides: FormulaPair
    ideal: ArrayWalk | None

    @property
    def paths(self) -> list[tuple[ArrayWalk, FormulaPair]]:
        """The ways, each with the sides."""
        return [(walk, self.sides) for walk in (self.walk, self.ideal) if walk is not None]

    def fails(self, points: PointBatch) -> Any:
        """The points at which the sides differ at every ideal value."""
        apart = ~(gap(self.sides, points, self.walk.evaluate(points).values) < CLOSE)
        if self.ideal is None or not np.any(apart):
            return apart
        side = self.ideal.filled(points)
        return apart & (side.fallback | side.failed)


def prepared_checks(
    walk: ArrayWalk, checks: tuple[Check, ...], yielding: Yielding
) -> tuple[list[int], list[ArrayCheck]]:
    """The constant checks that do not hold exactly, and those that vary."""
    uneven: list[int] = []
    varying: list[ArrayCheck] = []
    for number, check in enumerate(checks):
        extended = side_walk(walk, check.path)
        if extended is None:
            continue
        ones = dict.fromkeys(check.cancelled, 1.0)
        if any(varies(extended, side) for side in check.sides):
            for slot in ones:
                extended.values[slot] = 1.0
            left, right = (extended.formula(side, ones) for side in check.sides)
            block = yielding.get(number)
            ideal = None if block is None else _ideal_walk(walk, check.path, block)
            varying.append(ArrayCheck(extended, (left, right), ideal))
        elif _apart(extended, check, ones):
            uneven.append(number)
    return uneven, varying


def side_walk(walk: ArrayWalk, path: SidePath) -> ArrayWalk | None:
    """The walk extended by a side path; None if that has no single values."""
    extended = walk.with_constants(dict(path.assumed))
    return extended if extended.fill(path.blocks) else None


def varies(walk: ArrayWalk, number: int) -> bool:
    """Whether an expression differs from point to point."""
    return not walk.slots_of(number).isdisjoint(walk.varying)


def _ideal_walk(walk: ArrayWalk, path: SidePath, block: ProgramBlock) -> ArrayWalk | None:
    """The walk extended by the way to an ideal value, which is not assumed on it."""
    if walk.has(block.solves):
        return None
    assumed = tuple(pair for pair in path.assumed if pair[0] != block.solves)
    return side_walk(walk, SidePath((*path.blocks, block), assumed))


def _apart(walk: ArrayWalk, check: Check, ones: Mapping[int, float]) -> bool:
    """Whether constant sides can be evaluated and differ."""
    values = [ones.get(k, value) for k, value in enumerate(walk.values)]
    try:
        left, right = (walk.reader.value(side, values) for side in check.sides)
    except (ArithmeticError, ValueError, TypeError):
        return False
    return abs(log_residual(left, right)) >= CLOSE
