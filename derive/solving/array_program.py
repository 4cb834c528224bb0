"""A question's plan as a program over arrays: what is constant is worked out once, the rest at every point of a tile."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import numpy as np
import sympy

from derive.equations.relation import Constraint
from derive.equations.var import Var
from derive.solving.array_blocks import ArrayBlock, Formula, Part, Points, fixed, missed
from derive.solving.array_workshop import Workshop
from derive.solving.conflicts import Closed, closed_relations, find_conflicts, sides_of
from derive.solving.evaluate import CLOSE
from derive.solving.inquiry import Inquiry
from derive.solving.judging import constrained, judge
from derive.solving.numeric import miss
from derive.solving.worlds import World, advance, joined_regimes, regime_parts
from derive.structure.plan import Block


class NotForArrays(Exception):
    """The plan has a block that only the scalar way can evaluate."""


@dataclass
class Course:
    """Blocks on the way to some variables: constant ones are evaluated at once, the others become blocks for arrays."""

    inquiry: Inquiry
    values: list[Any]
    varying: set[int]
    workshop: Workshop
    blocks: list[ArrayBlock] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def take(self, block: Block, have: frozenset[int]) -> bool:
        """One block more. False if it is constant and gives no single value. Raises NotForArrays."""
        system = self.inquiry.system
        around = {j for i in block.relations for j in system.structure.of_relation[i]} - {block.solves}
        if not around & self.varying:
            return self._constant(block, have)
        variables = system.structure.variables
        made = self.workshop.block(
            system.compiled(block, have), [system.relations[i] for i in block.relations], frozenset(variables[j] for j in have if self._has(j))
        )
        if made is None:
            raise NotForArrays
        self.varying.add(block.solves)
        self.blocks.append(made)
        self.parts.extend(made.parts)
        return True

    def fill(self, wanted: Iterable[Var]) -> bool:
        """The blocks to `wanted` besides, as `Inquiry.filled` has them; False where one does not follow."""
        slots, closure = self.inquiry.system.slots, self.inquiry.closure
        numbers = [slots[v] for v in wanted]
        if any(j not in closure.known for j in numbers):
            return False
        for i, j in closure.behind(numbers):
            have = frozenset(k for k in range(len(self.inquiry.system.variables)) if self._has(k))
            if not self._has(j) and not self.take(Block((i,), j), have):
                return False
        return all(self._has(j) for j in numbers)

    def branched(self, inquiry: Inquiry) -> Course:
        """A course of its own from here, for judging what lies beside the answer."""
        values, further = list(self.values), {}
        for var, known in inquiry.in_force.items():
            slot = inquiry.system.slots.get(var)
            if slot is not None and values[slot] is None and slot not in self.varying:
                further[var] = values[slot] = known.value
        return Course(inquiry, values, set(self.varying), self.workshop.branched(further))

    def _has(self, j: int) -> bool:
        return j in self.varying or self.values[j] is not None

    def _constant(self, block: Block, have: frozenset[int]) -> bool:
        system = self.inquiry.system
        reached, failed = advance(system, block, have, [World(self.values)])
        if failed is not None or len(reached) != 1 or reached[0].interval is not None or reached[0].conditions:
            return False
        world = reached[0]
        self.values[:] = world.values
        self.workshop.constants.update({v: world.values[j] for v, j in system.slots.items() if world.values[j] is not None})
        self.parts.extend(map(fixed, regime_parts(system, world.path[-1][1], world.values)))
        return True

    def evaluate(self, points: Points) -> Points:
        """The points with what the course adds; where it gives no single value they are in doubt."""
        beside = Points([a if b is None else b for a, b in zip_longest(self.values, points.values)], points.careful)
        for block in self.blocks:
            block.evaluate(beside)
        points.doubt(beside.odd | beside.failed)
        return beside


@dataclass(frozen=True)
class Limit:
    """A constraint that speaks of the answer, with the course to its sides."""

    course: Course
    left: Formula
    right: Formula
    at_most: bool
    counted: bool

    def broken(self, points: Points, target: Var, slot: int) -> Any:
        """Where it fails; where the rounding of a counted target decides that, the points are in doubt."""
        beside = self.course.evaluate(points)
        if not self.counted:
            return self._broken(points, beside.values)
        number = beside.values[slot] / target.unit.factor
        nearest = np.rint(number)
        whole = np.abs(number - nearest) <= CLOSE * np.maximum(np.abs(number), np.abs(nearest))
        broken = []
        for rounded in (np.floor(number), np.ceil(number)):
            beside.values[slot] = np.where(whole, nearest, rounded) * target.unit.factor
            broken.append(self._broken(points, beside.values))
        points.doubt(broken[0] != broken[1])
        return broken[0]

    def _broken(self, points: Points, values: list[Any]) -> Any:
        left, right = self.left(points, values), self.right(points, values)
        points.doubt(np.isnan(left - right)) if points.careful else None
        slack = CLOSE * np.maximum(np.abs(left), np.abs(right))
        return ~(left <= right + slack) if self.at_most else ~(left >= right - slack)


@dataclass
class Program:
    """What is done at every tile of points.

    `uneven` are closed relations of constants that do not hold to the last digit: whether they clash is the same at
    every point. `beside` are closed relations that depend on the arrays.
    """

    inquiry: Inquiry
    course: Course
    uneven: list[tuple[int, bool]]
    beside: list[tuple[Course, Formula, Formula]]
    limits: list[Limit]
    broken: bool

    @property
    def radix(self) -> int:
        """How many regimes could be told apart."""
        return math.prod(part.radix for part in self.course.parts)

    def regime(self, code: int) -> str:
        """The regime of that number in words."""
        texts = []
        for part in reversed(self.course.parts):
            code, digit = divmod(code, part.radix)
            texts.append(part.text(digit))
        return joined_regimes(reversed(texts))

    def run(self, pieces: Mapping[int, Any]) -> Judgement:
        """All points of a tile; `pieces` are the arrays by slot."""
        try:
            with np.errstate(all="raise"):
                return self._run(pieces, careful=False)
        except ArithmeticError:
            with np.errstate(all="ignore"):
                return self._run(pieces, careful=True)

    def _run(self, pieces: Mapping[int, Any], careful: bool) -> Judgement:
        course, target = self.course, self.inquiry.target
        slot = self.inquiry.system.slots[target]
        points = Points([*course.values, *[None] * (len(course.workshop.slots) - len(course.values))], careful)
        for j, piece in pieces.items():
            points.values[j] = piece
        codes = [code for block in course.blocks for code in block.evaluate(points)]
        for asked, left, right in self.beside:
            sides = asked.evaluate(points)
            points.doubt(~(missed(left(points, sides.values), right(points, sides.values)) < 1e-9))
        if self.beside or self.uneven:
            points.odd = points.odd | points.failed
        broken = np.bool_(self.broken)
        for limit in self.limits:
            broken = broken | limit.broken(points, target, slot)
        return Judgement(points.values[slot], self._code(codes), points.odd, points.failed, broken)

    def _code(self, codes: list[Any]) -> Any:
        total: Any = np.int64(0)
        radices = [part.radix for part in self.course.parts if part.radix > 1]
        for k, (code, radix) in enumerate(zip(codes, radices, strict=True)):
            total = code if k == 0 else total * np.int64(radix) + code
        return total


@dataclass(frozen=True)
class Judgement:
    """What a program found at the points of a tile: values, numbers of regimes, and where it could not tell."""

    values: Any
    codes: Any
    odd: Any
    failed: Any
    broken: Any


def make_program(inquiry: Inquiry, varying: Collection[Var]) -> Program | None:
    """The program of a determined inquiry, `varying` given as arrays; None if only the scalar way can answer it."""
    try:
        program, jumps = _made(inquiry, varying, folds=True)
        return _made(inquiry, varying, folds=False)[0] if jumps else program
    except NotForArrays:
        return None


def _made(inquiry: Inquiry, varying: Collection[Var], folds: bool) -> tuple[Program, bool]:
    system = inquiry.system
    constants = {v: np.float64(known.value) for v, known in inquiry.in_force.items() if v in system.slots and v not in varying}
    values: list[Any] = [constants.get(v) for v in system.structure.variables]
    workshop = Workshop(dict(system.slots), dict(constants), folds)
    course = Course(inquiry, values, {system.slots[v] for v in varying if v in system.slots}, workshop)
    have = set(inquiry.plan.known) | set(inquiry.plan.assumed)
    for block in inquiry.plan.blocks:
        if not course.take(block, frozenset(have)):
            raise NotForArrays
        have.add(block.solves)
    uneven, beside = _checks(course)
    limits, broken = _limits(course)
    jumps = any(made.workshop.jumps for made in (course, *(asked for asked, _, _ in beside), *(limit.course for limit in limits)))
    return Program(inquiry, course, uneven, beside, limits, broken), jumps


def _checks(course: Course) -> tuple[list[tuple[int, bool]], list[tuple[Course, Formula, Formula]]]:
    """The closed relations: constant ones that do not hold exactly, and those that vary."""
    inquiry, system = course.inquiry, course.inquiry.system
    uneven: list[tuple[int, bool]] = []
    beside: list[tuple[Course, Formula, Formula]] = []
    for i, asked in closed_relations(inquiry):
        relation = system.relations[i]
        known = [v for v in relation.variables if system.slots[v] in asked.closure.known]
        path = course.branched(asked)
        if not path.fill(known):
            continue
        if not any(system.slots[v] in path.varying for v in known):
            sides = sides_of(asked, World(path.values), i)
            if sides is not None and abs(miss(*sides)) >= 1e-9:
                uneven.append((i, asked is inquiry))
            continue
        ones = path.workshop.branched({v: np.float64(1.0) for v in relation.variables if v not in known})
        for v in relation.variables:
            if v not in known:
                path.values[system.slots[v]] = np.float64(1.0)
        beside.append((path, ones.formula(relation.left), ones.formula(relation.right)))
    return uneven, beside


def _limits(course: Course) -> tuple[list[Limit], bool]:
    """The constraints that speak of the answer and vary, and whether a constant one fails."""
    inquiry, system = course.inquiry, course.inquiry.system
    touched = set(inquiry.in_force) | {inquiry.target}
    limits: list[Limit] = []
    broken = False
    for constraint in system.constraints:
        if not touched & set(constraint.variables) or not constrained(constraint, inquiry):
            continue
        path = course.branched(inquiry.generous)
        if not path.fill(constraint.variables):
            continue
        if any(system.slots[v] in path.varying for v in constraint.variables):
            limits.append(_limit(constraint, path))
        elif inquiry.target.whole and inquiry.target in constraint.variables:
            raise NotForArrays
        else:
            broken = broken or not judge(constraint, inquiry, path.values).satisfied
    return limits, broken


def _limit(constraint: Constraint, path: Course) -> Limit:
    inequality, target = constraint.inequality, path.inquiry.target
    left, right = path.workshop.formula(inequality.lhs), path.workshop.formula(inequality.rhs)
    return Limit(path, left, right, isinstance(inequality, (sympy.Le, sympy.Lt)), target.whole and target in constraint.variables)


def clash(inquiry: Inquiry, uneven: list[tuple[int, bool]]) -> bool:
    """Whether closed relations of constants clash, judged at one point of the arrays."""
    among: list[Closed] = [(i, asked) for i, asked in closed_relations(inquiry) if (i, asked is inquiry) in uneven]
    return find_conflicts(inquiry, among)[0] is not None
