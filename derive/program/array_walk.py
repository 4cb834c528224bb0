"""Preparation of blocks for arrays, in order, with constant ones evaluated once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from derive.program.array_blocks import ArrayBlock, ArrayBranch
from derive.program.array_regimes import ArrayCases, ArrayChoice, ArrayExtremum, RegimeCode, fixed
from derive.program.batch import Formula, FormulaPair, PointBatch
from derive.program.data import BranchKind, Extremum, Pair, ProgramBlock, ProgramBranch
from derive.program.filling import sole_result
from derive.program.folding import fold, jumps
from derive.program.nodes import replaced, slots_of
from derive.program.reader import NodeReader, Values
from derive.program.regimes import regime_parts
from derive.program.signs import Sign, sign_of


class NotForArrays(Exception):
    """A block that only the scalar reader can evaluate."""


@dataclass
class ArrayWalk:
    """Blocks prepared for arrays, with the constants that they read.

    `values` are the constants by slot, `varying` the slots that differ from point to point. With
    `folds` constants are folded into formulas, which may change the last bit of a value and is
    wrong where a formula `jumps`.
    """

    reader: NodeReader
    values: Values
    varying: set[int]
    folds: bool = True
    jumps: bool = False
    blocks: list[ArrayBlock] = field(default_factory=list)
    codes: list[RegimeCode] = field(default_factory=list)
    occurring: list[list[tuple[int, ...]]] = field(default_factory=list)  # combinations of codes
    positive: set[int] = field(default_factory=set)
    extrema: list[int] = field(default_factory=list)  # their slots, after those of the variables

    def take(self, block: ProgramBlock) -> bool:
        """Add a block; False if it is constant without a single value. Raises NotForArrays."""
        around = {k for sides in block.put_back for k in sides.slots} - {block.solves}
        if around.isdisjoint(self.varying):
            return self._constant(block)
        made = self._block(block)
        self.varying.add(block.solves)
        self.blocks.append(made)
        self.codes.extend(made.codes)
        self.occurring.append(made.occurring)
        return True

    def fill(self, blocks: Iterable[ProgramBlock]) -> bool:
        """Add the blocks whose slots have no value; False if one has no single value."""
        return all(self.has(block.solves) or self.take(block) for block in blocks)

    def with_constants(self, assumed: Mapping[int, float]) -> ArrayWalk:
        """A separate walk from the present slots, with further constants."""
        values = list(self.values)
        for slot, value in assumed.items():
            if values[slot] is None and slot not in self.varying:
                values[slot] = value
        return replace(
            self, values=values, varying=set(self.varying), blocks=[], codes=[], occurring=[]
        )

    def has(self, slot: int) -> bool:
        """Whether a slot has a value."""
        return slot in self.varying or (slot < len(self.values) and self.values[slot] is not None)

    def _constant(self, block: ProgramBlock) -> bool:
        result = sole_result(self.reader, block, self.values)
        if result is None:
            return False
        self.values[:] = result.values
        branch = block.branches[result.branch]
        parts = regime_parts(self.reader, branch, self.values)
        self.codes.extend(map(fixed, parts))
        self.occurring.append([(0,) * len(parts)])
        return True

    # --- expressions ------------------------------------------------------------------------------

    @property
    def constants(self) -> dict[int, float]:
        """The constants by slot."""
        return {k: value for k, value in enumerate(self.values) if value is not None}

    def formula(self, number: int, further: Mapping[int, float] | None = None) -> Formula:
        """The formula of an expression, with constants folded in if the walk `folds`."""
        nodes = self.reader.nodes
        self.jumps = self.jumps or jumps(nodes, number)
        constants = self.constants | dict(further or {})
        return Formula(nodes, fold(nodes, number, constants) if self.folds else number)

    def pair(self, sides: Pair) -> FormulaPair:
        """The formulas of two sides."""
        return self.formula(sides[0]), self.formula(sides[1])

    def slots_of(self, number: int) -> frozenset[int]:
        """The slots of an expression."""
        return slots_of(self.reader.nodes, number)

    def reads(self, number: int, slots: Iterable[int] = ()) -> bool:
        """Whether an expression can be evaluated from the filled slots and these."""
        return all(self.has(k) for k in self.slots_of(number) - set(slots))

    def _sign(self, number: int) -> Sign:
        return sign_of(self.reader.nodes, number, self.reader.slots, self.positive)

    # --- blocks -----------------------------------------------------------------------------------

    def _block(self, block: ProgramBlock) -> ArrayBlock:
        indeterminate = [b for b in block.branches if b.kind is BranchKind.INDETERMINATE]
        others = [b for b in block.branches if b.kind is not BranchKind.INDETERMINATE]
        read = [k for b in indeterminate for pair in b.side_conditions for k in pair]
        if not others or not all(b.side_conditions for b in indeterminate):
            raise NotForArrays
        if not all(self.reads(k) for k in read):
            raise NotForArrays
        branches = tuple(self._branch(block, branch) for branch in others)
        conditions = tuple(tuple(map(self.pair, b.side_conditions)) for b in indeterminate)
        return ArrayBlock(block.solves, branches, conditions)

    def _branch(self, block: ProgramBlock, branch: ProgramBranch) -> ArrayBranch:
        if branch.formula is None or not self.reads(branch.formula):
            raise NotForArrays
        slots = self.reader.slots
        extrema, formula = self._extrema(branch)
        within, after = self._known_after(block, branch)
        guards = [g for g in branch.guards if all(self.reads(k, within) for k in g)]
        conditions = [c for c in branch.side_conditions if all(self.reads(k, after) for k in c)]
        put_back = [] if block.read_off else block.put_back
        proven = self._proven(block, branch, formula)
        sums = (terms for _, terms in branch.cancelling_sums)
        definitions = ((k, n) for k, n in branch.definitions if k in within)
        return ArrayBranch(
            slot=slots[block.solves],
            number=block.solves,
            regime=branch.regime,
            extrema=extrema,
            formula=formula,
            cancelling_sums=tuple(tuple(map(self.formula, terms)) for terms in sums),
            guards=tuple(map(self.pair, guards)),
            unjudged=len(guards) < len(branch.guards),
            side_conditions=tuple(map(self.pair, conditions)),
            definitions=tuple((k, slots[k], self.formula(n)) for k, n in definitions),
            cancelled=branch.cancelled,
            put_back=tuple(
                self.pair((sides.left, sides.right))
                for sides in put_back
                if all(k in after or self.has(k) for k in sides.slots)
            ),
            proven=proven,
        )

    def _proven(self, block: ProgramBlock, branch: ProgramBranch, formula: Formula) -> bool:
        """Whether the sign of a formula keeps the unknown within its range; an unconditionally
        positive one marks the slot as positive.
        """
        slot, sign = self.reader.slots[block.solves], self._sign(formula.number)
        if sign is Sign.POSITIVE and not (
            branch.cancelled or branch.guards or branch.side_conditions
        ):
            self.positive.add(block.solves)
        endless = slot.low == 0 and slot.high == np.inf
        return endless and sign >= (Sign.POSITIVE if slot.open_low else Sign.NOT_NEGATIVE)

    def _extrema(self, branch: ProgramBranch) -> tuple[tuple[ArrayChoice, ...], Formula]:
        """The extrema and cases of a formula, innermost first, and the formula with a slot in place
        of each extremum.
        """
        nodes, found = self.reader.nodes, list[ArrayChoice]()
        put: dict[int, int] = {}
        for choice in branch.extrema:
            if not isinstance(choice, Extremum):
                sides = tuple(
                    (self._put(left, put), self._put(right, put))
                    for _, left, right in choice.conditions
                )
                found.append(ArrayCases(choice, sides))
                continue
            arguments = tuple(self._put(k, put) for k in choice.arguments)
            signs = [self._sign(argument.number) for argument in arguments]
            slot = len(self.reader.slots) + len(self.extrema)
            self.extrema.append(slot)
            if (max if choice.largest else min)(signs) is Sign.POSITIVE:
                self.positive.add(slot)
            put[choice.node] = nodes.add("slot", slot)
            positive = signs[0] is Sign.POSITIVE
            found.append(ArrayExtremum(choice, slot, arguments, positive))
        assert branch.formula is not None
        return tuple(found), self._put(branch.formula, put)

    def _put(self, number: int, put: Mapping[int, int]) -> Formula:
        return self.formula(replaced(self.reader.nodes, number, put))

    def _known_after(
        self, block: ProgramBlock, branch: ProgramBranch
    ) -> tuple[frozenset[int], frozenset[int]]:
        """The slots that a branch fills, within itself and afterwards; values that depend on a
        cancelled slot hold within the branch alone.
        """
        known = {block.solves, *branch.cancelled}
        for slot, definition in branch.definitions:
            if self.reads(definition, known):
                known.add(slot)
        after = frozenset([block.solves]) if branch.cancelled else frozenset(known)
        return frozenset(known), after

    # --- points -----------------------------------------------------------------------------------

    @cached_property
    def start(self) -> list[Any]:
        """The constants by slot as numpy floats, which do not raise ZeroDivisionError."""
        values = [None if value is None else np.float64(value) for value in self.values]
        return values + [None] * len(self.extrema)

    def evaluate(self, points: PointBatch) -> PointBatch:
        """The points with the slots of the walk filled; those without a single value are left to
        the scalar reader.
        """
        side = self.filled(points)
        points.mark_fallback(side.fallback | side.failed)
        return side

    def filled(self, points: PointBatch) -> PointBatch:
        """The points with the slots of the walk filled."""
        given = points.values + [None] * (len(self.start) - len(points.values))
        values = [a if b is None else b for a, b in zip(self.start, given, strict=True)]
        side = PointBatch(values, points.checked, named=False)
        for block in self.blocks:
            block.evaluate(side)
        return side
