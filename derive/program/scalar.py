"""Evaluation of a block in floats: every regime at one point, with guards and ranges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from derive.program.block_result import BlockResult, BranchResult, merged
from derive.program.data import Agreement, BranchKind, Pair, ProgramBlock, ProgramBranch, Slot
from derive.program.formula import formula_value, in_range, reach, snapped
from derive.program.grid import LEAST
from derive.program.nodes import crossings, summands
from derive.program.reader import NO_VALUE, NodeReader, Values
from derive.program.residual import BESIDE_ZERO, log_residual, residual_of
from derive.program.root_noise import without_noise
from derive.program.roots import roots, roots_beside, vanishes
from derive.program.spans import guards_hold, inside, spans_of
from derive.program.tolerances import CLOSE, MOST_RESIDUAL, NOISE

_MOVES = (0.7, 1.9, -1.3)  # factors on unknowns, to see whether a relation says anything of them


def evaluate_block(reader: NodeReader, block: ProgramBlock, values: Values) -> BlockResult:
    """The results of all regimes of a block; a value within an interval of another is dropped."""
    return _Evaluation(reader, block, values).run()


def satisfies(reader: NodeReader, block: ProgramBlock, values: Values) -> bool:
    """Whether the values satisfy every relation of the block whose slots all have one."""
    for sides in block.put_back:
        if all(values[k] is not None for k in sides.slots):
            try:
                left, right = reader.value(sides.left, values), reader.value(sides.right, values)
                apart = abs(log_residual(left, right)) > MOST_RESIDUAL
                if apart and not _both_zero(reader, sides, left, right, values):
                    return False
            except (ArithmeticError, ValueError):
                return False
    return True


def _both_zero(reader: NodeReader, pair: Agreement, left: float, right: float, v: Values) -> bool:
    """Whether one side is zero, and what the terms of the other leave is noise."""
    terms = () if left and right else summands(reader.nodes, (pair.left, pair.right))
    sizes = [abs(math.prod(reader.value(k, v) for k in term)) for term in terms]
    return bool(terms) and max(abs(left), abs(right)) <= CLOSE * max(sizes)


@dataclass(slots=True)
class _Evaluation:
    """The evaluation of a block at one point."""

    reader: NodeReader
    block: ProgramBlock
    values: Values
    found: BlockResult = field(default_factory=BlockResult)

    @property
    def unknown(self) -> Slot:
        return self.reader.slots[self.block.solves]

    def run(self) -> BlockResult:
        for number, branch in enumerate(self.block.branches):
            if branch.kind is BranchKind.UNSOLVED:
                self.reject_unsolved(number, branch)
            elif branch.kind is BranchKind.INDETERMINATE:
                self.try_indeterminate(number, branch)
            else:
                for value in self.candidates(number, branch):
                    self.judge(number, branch, value)
        found, spans = self.found, [span for _, span in self.found.indeterminate]
        apart = [r for r in found.results if not any(inside(r.value, span) for span in spans)]
        found.results = merged(apart)
        if found.results:
            nowhere = list(filter(self.holds_nowhere, found.unsolved))
            found.unsolved = [number for number in found.unsolved if number not in nowhere]
            found.rejected += [(number, "its guards hold nowhere") for number in nowhere]
        return found

    def holds_nowhere(self, number: int) -> bool:
        """Whether a branch without roots has guards that hold for no value of the unknown."""
        branch = self.block.branches[number]
        if branch.sides is None or not branch.guards:
            return False
        return spans_of(self.reader, branch, self.block.solves, self.values) == []

    def candidates(self, number: int, branch: ProgramBranch) -> list[float]:
        """The values of a formula or an equation; a branch without any is unsolved."""
        if branch.formula is not None:
            value = formula_value(self.reader, branch, self.values)
            if value is None:
                self.any_value(number, branch)
            elif math.isnan(value):
                self.reject_unsolved(number, branch)
            else:
                value = in_range(self.reader, branch, self.values, value, self.unknown)
            return [value] if value is not None and math.isfinite(value) else []
        assert branch.sides is not None
        scan = partial(self.scan, branch, branch.sides)
        found = self.reader.recent_roots(branch.sides, self.block.solves, self.values, scan)
        if not found:
            self.reject_unsolved(number, branch)
        return found

    def scan(
        self, branch: ProgramBranch, sides: Pair, beside: Sequence[float] | None = None
    ) -> list[float] | None:
        """The roots of the two sides of a branch in the unknown's range, none where they agree
        everywhere; or those `beside` some, None where one is missing.
        """
        local, slot = list(self.values), self.block.solves
        only = self.reader.restricted(sides, slot, local)
        left, right = (only.function(side) for side in sides)

        def both(x: float) -> tuple[float, float]:
            local[slot] = x
            return left(local), right(local)

        residual = residual_of(both)
        if beside is not None:
            return roots_beside(residual, beside)
        if vanishes(residual, self.unknown.low, self.unknown.high):
            return []
        crossing = crossings(self.reader.nodes, branch.definitions, slot)
        steps = self.reader.steps(sides, slot, self.values, crossing)
        found = roots(residual, *reach(self.unknown), steps)
        found = without_noise(self.reader, sides, slot, self.values, found)
        return [*self.at_zero(sides, found), *(snapped(x, self.unknown) for x in found)]

    def at_zero(self, sides: Pair, found: list[float]) -> list[float]:
        """Zero, where it is in the range and the sides agree there alone, of which a scan tells
        nothing: what is next to it is lost in their terms, or both vanish.
        """
        if not self.unknown.admits(0.0) or any(abs(x) < LEAST for x in found):
            return []
        at = list(self.values)

        def agree(x: float, least: float) -> bool:
            at[self.block.solves] = x
            try:
                left, right = (self.reader.value(side, at) for side in sides)
            except NO_VALUE:
                return False
            both = left == right == x == 0.0 and satisfies(self.reader, self.block, at)
            return both or bool(left and right and abs(log_residual(left, right)) < least)

        if 0.0 in (self.unknown.low, self.unknown.high):
            beside, least = [0.5 * x for x in sorted(found, key=abs)[:1]], CLOSE
        else:
            beside, least = [-BESIDE_ZERO, BESIDE_ZERO], NOISE
        alone = not any(agree(x, least) for x in beside)
        return [0.0] if alone and agree(0.0, least) else []

    def judge(self, number: int, branch: ProgramBranch, value: float) -> None:
        """Record a candidate as a result, a conditional result, outside its range or rejected."""
        full = list(self.values)
        full[self.block.solves] = value
        holds = guards_hold(self.reader, branch, full)
        if holds is False:
            self.found.rejected.append((number, "its guard fails"))
        elif not self.unknown.admits(value):
            self.found.outside.append(BranchResult(value, full, number))
        elif any(self.beyond(slot, full) for slot, _ in branch.definitions):
            self.found.rejected.append((number, "it puts another variable outside its range"))
        elif self.conditions_fail(branch, full):
            self.found.rejected.append((number, "a further condition fails"))
        elif self.says_nothing(branch, full):
            self.any_value(number, branch)
        else:
            self.found.results.append(
                BranchResult(value, full, number, "" if holds else branch.regime)
            )

    def beyond(self, slot: int, values: Values) -> bool:
        """Whether an eliminated slot is out of its range by more than noise, or at an open end."""
        x, place = values[slot], self.reader.slots[slot]
        if x is None or place.admits(snapped(x, place)):
            return False
        own = {k for sides in self.block.put_back for k in sides.slots}
        return x in (place.low, place.high) or abs(x) > CLOSE * self.reader.noise(slot, values, own)

    def conditions_fail(self, branch: ProgramBranch, values: Values) -> bool:
        """Whether a side condition that can be evaluated fails."""
        for left, right in branch.side_conditions:
            try:
                sides = self.reader.value(left, values), self.reader.value(right, values)
                if abs(log_residual(*sides)) > MOST_RESIDUAL:
                    return True
            except NO_VALUE:
                continue
        return False

    def says_nothing(self, branch: ProgramBranch, values: Values) -> bool:
        """Whether a relation of the block vanishes whatever the unknowns in it are: x z = z^2 at a
        z of zero, by which its formula was divided.
        """
        own = {self.block.solves, *(slot for slot, _ in branch.definitions)}
        return not self.block.read_off and any(
            any(values[k] == 0.0 for k in sides.slots if k not in own)
            and not own.isdisjoint(sides.slots)
            and all(self.vanishes_at(sides, values, own, by) for by in _MOVES)
            for sides in self.block.put_back
        )

    def vanishes_at(self, sides: Agreement, values: Values, own: set[int], by: float) -> bool:
        """Whether both sides are zero where some slots have other values."""
        moved = list(values)
        for k in own.intersection(sides.slots):
            value = values[k]
            moved[k] = None if value is None else by * (value or 1.0)
        try:
            left, right = (self.reader.value(side, moved) for side in (sides.left, sides.right))
        except NO_VALUE:
            return False
        return bool(left == right == 0.0)

    def try_indeterminate(self, number: int, branch: ProgramBranch) -> None:
        """Record a branch without the unknown: where its conditions hold, every value within its
        guards does.
        """
        try:
            holds = all(
                abs(log_residual(*(self.reader.value(side, self.values) for side in pair))) < CLOSE
                for pair in branch.side_conditions
            )
        except NO_VALUE:
            self.found.unsolved.append(number)
            return
        if holds:
            self.any_value(number, branch)
        else:
            self.found.rejected.append((number, "its condition on the givens fails"))

    def any_value(self, number: int, branch: ProgramBranch) -> None:
        """Record every value within the guards as a result of this branch."""
        spans = spans_of(self.reader, branch, self.block.solves, self.values)
        if spans is None:
            self.found.unsolved.append(number)
        else:
            self.found.indeterminate.extend((number, span) for span in spans)

    def reject_unsolved(self, number: int, branch: ProgramBranch) -> None:
        """Record an unsolved branch, rejected where its conditions or guards fail for any value."""
        fails = self.conditions_fail(branch, self.values)
        if fails or guards_hold(self.reader, branch, list(self.values)) is False:
            self.found.rejected.append((number, "its conditions fail"))
        else:
            self.found.unsolved.append(number)
