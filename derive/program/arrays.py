"""Evaluation of a program over arrays: blocks, checks and constraints at many points at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, product
from math import prod
from typing import Any

import numpy as np

from derive.program.array_blocks import ArrayBlock
from derive.program.array_checks import ArrayCheck, Yielding, prepared_checks, side_walk, varies
from derive.program.array_walk import ArrayWalk, NotForArrays
from derive.program.batch import FormulaPair, PointBatch
from derive.program.data import Program, ProgramConstraint
from derive.program.inlining import inlined, slots_in
from derive.program.reader import NodeReader, Values
from derive.program.regimes import joined_regimes
from derive.program.tolerances import CLOSE


@dataclass(frozen=True)
class PointResults:
    """The results at the points of a tile: values, codes of regimes, points left to the scalar
    reader, points without a regime, and points that violate a constraint where a counted target is
    rounded up, and where it is rounded down.
    """

    values: Any
    codes: Any
    fallback: Any
    failed: Any
    violated: Any
    violated_below: Any


@dataclass
class BatchProgram:
    """A program with some slots constant and others varying.

    `uneven` are the numbers of the constant checks that do not hold exactly; whether they conflict
    is the same at every point.
    """

    program: Program
    walk: ArrayWalk
    uneven: tuple[int, ...]
    checks: tuple[ArrayCheck, ...]
    constraints: tuple[tuple[ProgramConstraint, ArrayWalk, FormulaPair], ...]
    violated: bool
    texts: dict[int, str] = field(default_factory=dict)

    def regime(self, code: int) -> str:
        """The text of a regime's code."""
        if code not in self.texts:
            texts, rest = [], code
            for part in reversed(self.walk.codes):
                rest, digit = divmod(rest, part.radix)
                texts.append(part.text(digit))
            self.texts[code] = joined_regimes(reversed(texts))
        return self.texts[code]

    def regimes(self, most: int) -> dict[int, str] | None:
        """The texts of all codes that occur, by code; None for more than `most`."""
        occurring = self.walk.occurring
        if prod(map(len, occurring)) > most:
            return None
        found = {}
        for digits in product(*occurring):
            code = 0
            for part, digit in zip(self.walk.codes, chain.from_iterable(digits), strict=True):
                code = code * part.radix + digit
            found[code] = self.regime(code)
        return found

    def run(self, pieces: Mapping[int, Any], named: bool, out: Any) -> PointResults:
        """The results at all points of a tile; `pieces` are the arrays by slot, `named` requests
        regimes, `out` takes the values.
        """
        values = list(self.walk.start)
        for slot, piece in pieces.items():
            values[slot] = piece
        try:
            with np.errstate(all="raise"):
                into = {self.program.target: out}
                found = self._run(PointBatch(list(values), named=named, into=into))
        except ArithmeticError:
            with np.errstate(all="ignore"):
                found = self._run(PointBatch(values, checked=True, named=named))
        if found.values is not out:
            out[...] = found.values
        return found

    @cached_property
    def _inlined(self) -> tuple[ArrayBlock, ...]:
        """The blocks for finite values."""
        paths = [path for check in self.checks for path in check.paths]
        paths += [(walk, sides) for _, walk, sides in self.constraints]
        beside = tuple((tuple(walk.blocks), sides) for walk, sides in paths)
        return inlined(self.walk.blocks, {self.program.target, *slots_in(beside)})

    def _run(self, points: PointBatch) -> PointResults:
        blocks = self.walk.blocks if points.checked else self._inlined
        codes = [code for block in blocks for code in block.evaluate(points)]
        for check in self.checks:
            points.mark_fallback(check.fails(points))
        if self.checks or self.uneven:
            points.fallback = points.fallback | points.failed
        above = below = np.bool_(self.violated)
        for constraint, walk, sides in self.constraints:
            values = walk.evaluate(points).values
            down, up = self._violated(constraint, sides, points, values)
            alike = below is above and down is up
            above = above | up
            below = above if alike else below | down
        values, code = points.values[self.program.target], self._code(codes)
        return PointResults(values, code, points.fallback, points.failed, above, below)

    @cached_property
    def _radices(self) -> list[int]:
        return [part.radix for part in self.walk.codes if part.radix > 1]

    def _code(self, codes: list[Any]) -> Any:
        total: Any = np.int64(0)
        for k, (code, radix) in enumerate(zip(codes, self._radices, strict=True)):
            total = code if k == 0 else total * np.int64(radix) + code
        return total

    def _violated(
        self, constraint: ProgramConstraint, sides: FormulaPair, points: PointBatch, values: Values
    ) -> tuple[Any, Any]:
        """The points that violate a constraint, a counted target rounded down, and rounded up."""
        if not constraint.counted:
            fails = _fails(constraint, sides, points, values)
            return fails, fails
        factor = self.program.slots[self.program.target].factor
        number = values[self.program.target] / factor
        nearest = np.rint(number)
        size = np.maximum(np.abs(number), np.abs(nearest))
        whole = np.abs(number - nearest) <= CLOSE * size
        failing = []
        for rounded in (np.floor(number), np.ceil(number)):
            values[self.program.target] = np.where(whole, nearest, rounded) * factor
            failing.append(_fails(constraint, sides, points, values))
        return failing[0], failing[1]


def _fails(
    constraint: ProgramConstraint, sides: FormulaPair, points: PointBatch, values: Values
) -> Any:
    left, right = sides[0](points, values), sides[1](points, values)
    if points.checked:
        points.mark_fallback(np.isnan(left - right))
    slack = CLOSE * np.maximum(np.abs(left), np.abs(right))
    return ~(left <= right + slack) if constraint.at_most else ~(left >= right - slack)


def batch_program(
    reader: NodeReader,
    program: Program,
    constants: Mapping[int, float],
    varying: Collection[int],
    yielding: Yielding | None = None,
) -> BatchProgram | None:
    """The program with these slots constant and others varying; None if only the scalar reader can
    evaluate it. A check that is `yielding` holds, too, at another value of its ideal one.
    """
    make = partial(_made, reader, program, constants, varying, yielding or {})
    try:
        made, jumps = make(folds=True)
        return make(folds=False)[0] if jumps else made
    except NotForArrays:
        return None


def _made(
    reader: NodeReader,
    program: Program,
    constants: Mapping[int, float],
    varying: Collection[int],
    yielding: Yielding,
    folds: bool,
) -> tuple[BatchProgram, bool]:
    values: Values = [constants.get(k) for k in range(len(program.slots))]
    walk = ArrayWalk(reader, values, set(varying), folds)
    if not all(walk.take(block) for block in program.blocks):
        raise NotForArrays
    uneven, checks = prepared_checks(walk, program.checks, yielding)
    constraints, violated = _constraints(walk, program)
    others = [*(w for check in checks for w, _ in check.paths), *(w for _, w, _ in constraints)]
    jumps = any(w.jumps for w in (walk, *others))
    made = BatchProgram(program, walk, tuple(uneven), tuple(checks), tuple(constraints), violated)
    return made, jumps


def _constraints(
    walk: ArrayWalk, program: Program
) -> tuple[list[tuple[ProgramConstraint, ArrayWalk, FormulaPair]], bool]:
    """The constraints that vary, and whether a constant one fails."""
    varying: list[tuple[ProgramConstraint, ArrayWalk, FormulaPair]] = []
    violated = False
    for constraint in program.constraints:
        extended = side_walk(walk, constraint.path)
        if extended is None:
            continue
        if any(varies(extended, side) for side in constraint.sides):
            varying.append((constraint, extended, extended.pair(constraint.sides)))
        elif constraint.counted:
            raise NotForArrays
        else:
            points = PointBatch([])
            pair = extended.pair(constraint.sides)
            violated = violated or bool(_fails(constraint, pair, points, extended.start))
    return varying, violated
