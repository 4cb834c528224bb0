"""Values that follow by one plan at many points at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from derive.program.arrays import BatchProgram, batch_program
from derive.solving.compilation import reader_of
from derive.solving.equation_system import EquationSystem
from derive.solving.programs import program_of_plan
from derive.structure.plan import Plan

Point = tuple[float, ...]


@dataclass(frozen=True)
class FollowingArrays:
    """A plan over arrays: the values of some slots at each point, the others constant."""

    program: BatchProgram
    moved: tuple[int, ...]

    @classmethod
    def of(
        cls,
        system: EquationSystem,
        plan: Plan,
        constants: Mapping[int, float],
        moved: Sequence[int],
    ) -> FollowingArrays | None:
        """The plan at these constants; None where it cannot be followed over arrays."""
        data = program_of_plan(system, plan)
        program = batch_program(reader_of(system), data, constants, moved)
        return None if program is None else cls(program, tuple(moved))

    def __call__(self, points: Sequence[Point]) -> dict[Point, float]:
        """The value at each point without a zero at which formulas alone tell it, NaN where they
        tell that there is none.
        """
        columns, values = np.array(points).T, np.empty(len(points))
        found = self.program.run(dict(zip(self.moved, columns, strict=True)), False, values)
        values[np.broadcast_to(found.failed, len(points))] = np.nan
        told = ~found.fallback & (found.failed | np.isfinite(values)) & columns.all(axis=0)
        pairs = zip(points, values.tolist(), told.tolist(), strict=True)
        return {point: value for point, value, own in pairs if own}
