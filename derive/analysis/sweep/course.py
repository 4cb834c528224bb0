"""A course over arrays: the blocks of a plan in order, what is constant worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from derive.analysis.sweep.blocks import ArrayBlock, Part, fixed
from derive.analysis.sweep.formulas import Points
from derive.analysis.sweep.workshop import Workshop
from derive.equations.var import Var
from derive.solving.propagate import CandidateSolution, advance, regime_parts
from derive.solving.query import Query
from derive.structure.plan import Block


class NotForArrays(Exception):
    """The plan has a block that only the scalar way can evaluate."""


@dataclass
class Course:
    """Blocks on the way to some variables: constant ones are evaluated at once, the others become
    blocks for arrays.
    """

    query: Query
    values: list[Any]
    varying: set[int]
    workshop: Workshop
    blocks: list[ArrayBlock] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def take(self, block: Block, have: frozenset[int]) -> bool:
        """One block more. False if it is constant and gives no single value. Raises
        NotForArrays.
        """
        system = self.query.system
        around = {j for i in block.relations for j in system.structure.of_relation[i]} - {
            block.solves
        }
        if not around & self.varying:
            return self._constant(block, have)
        variables = system.structure.variables
        made = self.workshop.block(
            system.compiled(block, have),
            [system.relations[i] for i in block.relations],
            frozenset(variables[j] for j in have if self._has(j)),
        )
        if made is None:
            raise NotForArrays
        self.varying.add(block.solves)
        self.blocks.append(made)
        self.parts.extend(made.parts)
        return True

    def fill(self, wanted: Iterable[Var]) -> bool:
        """The blocks to `wanted` besides, as `Inquiry.filled` has them; False where one does not
        follow.
        """
        slots, closure = self.query.system.slots, self.query.closure
        numbers = [slots[v] for v in wanted]
        if any(j not in closure.known for j in numbers):
            return False
        for i, j in closure.behind(numbers):
            have = frozenset(k for k in range(len(self.query.system.variables)) if self._has(k))
            if not self._has(j) and not self.take(Block((i,), j), have):
                return False
        return all(self._has(j) for j in numbers)

    def branched(self, query: Query) -> Course:
        """A course of its own from here, for judging what lies beside the answer."""
        values, further = list(self.values), {}
        for var, known in query.in_force.items():
            slot = query.system.slots.get(var)
            if slot is not None and values[slot] is None and slot not in self.varying:
                further[var] = values[slot] = known.value
        return Course(query, values, set(self.varying), self.workshop.branched(further))

    def _has(self, j: int) -> bool:
        return j in self.varying or self.values[j] is not None

    def _constant(self, block: Block, have: frozenset[int]) -> bool:
        system = self.query.system
        reached, failed = advance(system, block, have, [CandidateSolution(self.values)])
        if (
            failed is not None
            or len(reached) != 1
            or reached[0].interval is not None
            or reached[0].conditions
        ):
            return False
        candidate = reached[0]
        self.values[:] = candidate.values
        self.workshop.constants.update(
            {
                v: candidate.values[j]
                for v, j in system.slots.items()
                if candidate.values[j] is not None
            }
        )
        self.parts.extend(map(fixed, regime_parts(system, candidate.path[-1][1], candidate.values)))
        return True

    @cached_property
    def start(self) -> list[Any]:
        """What is constant by slot, as numpy takes it: dividing by zero gives no error of
        Python's.
        """
        values = [None if value is None else np.float64(value) for value in self.values]
        return values + [None] * (len(self.workshop.slots) - len(values))

    def evaluate(self, points: Points) -> Points:
        """The points with what the course adds; where it gives no single value they are in
        doubt.
        """
        beside = Points(
            [a if b is None else b for a, b in zip(self.start, points.values, strict=True)],
            points.careful,
            named=False,
        )
        for block in self.blocks:
            block.evaluate(beside)
        points.doubt(beside.odd | beside.failed)
        return beside
