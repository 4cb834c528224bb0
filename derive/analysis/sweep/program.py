"""A question's plan as a program over arrays: its course, its constraints, and what the givens must
agree in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy

from derive.algebra.numeric import log_residual
from derive.analysis.sweep.blocks import missed
from derive.analysis.sweep.course import Course, NotForArrays
from derive.analysis.sweep.formulas import Formula, Points
from derive.analysis.sweep.workshop import Workshop
from derive.equations.relation import ordered
from derive.equations.var import Var
from derive.solving.conflicts import Closed, closed_relations, find_conflicts, sides_of
from derive.solving.constraints import constrained, in_known_terms, judge
from derive.solving.evaluate import CLOSE
from derive.solving.propagate import CandidateSolution, joined_regimes
from derive.solving.query import Query


@dataclass(frozen=True)
class CompiledConstraint:
    """A constraint that speaks of the answer, with the course to its sides."""

    course: Course
    left: Formula
    right: Formula
    at_most: bool
    counted: bool

    def broken(self, points: Points, target: Var, slot: int) -> Any:
        """Where it fails; where the rounding of a counted target decides that, the points are in
        doubt.
        """
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

    `uneven` are closed relations of constants that do not hold to the last digit: whether they
    clash is the same at every point. `beside` are closed relations that depend on the arrays.
    """

    query: Query
    course: Course
    uneven: list[tuple[int, bool]]
    beside: list[tuple[Course, Formula, Formula]]
    limits: list[CompiledConstraint]
    broken: bool
    texts: dict[int, str] = field(default_factory=dict)

    def regime(self, code: int) -> str:
        """The regime of that number in words."""
        if code not in self.texts:
            self.texts[code] = self._regime(code)
        return self.texts[code]

    def _regime(self, code: int) -> str:
        texts = []
        for part in reversed(self.course.parts):
            code, digit = divmod(code, part.radix)
            texts.append(part.text(digit))
        return joined_regimes(reversed(texts))

    def run(self, pieces: Mapping[int, Any], named: bool) -> Judgement:
        """All points of a tile; `pieces` are the arrays by slot, `named` asks for regimes too."""
        try:
            with np.errstate(all="raise"):
                return self._run(pieces, named, careful=False)
        except ArithmeticError:
            with np.errstate(all="ignore"):
                return self._run(pieces, named, careful=True)

    def _run(self, pieces: Mapping[int, Any], named: bool, careful: bool) -> Judgement:
        course, target = self.course, self.query.target
        slot = self.query.system.slots[target]
        points = Points(list(course.start), careful, named)
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
    """What a program found at the points of a tile: values, numbers of regimes, and where it could
    not tell.
    """

    values: Any
    codes: Any
    odd: Any
    failed: Any
    broken: Any


def make_program(query: Query, varying: Collection[Var]) -> Program | None:
    """The program of a determined inquiry, `varying` given as arrays; None if only the scalar way
    can answer it.
    """
    try:
        program, jumps = _made(query, varying, folds=True)
        return _made(query, varying, folds=False)[0] if jumps else program
    except NotForArrays:
        return None


def _made(query: Query, varying: Collection[Var], folds: bool) -> tuple[Program, bool]:
    system = query.system
    constants = {
        v: known.value
        for v, known in query.in_force.items()
        if v in system.slots and v not in varying
    }
    values: list[Any] = [constants.get(v) for v in system.structure.variables]
    workshop = Workshop(dict(system.slots), dict(constants), folds)
    course = Course(
        query, values, {system.slots[v] for v in varying if v in system.slots}, workshop
    )
    have = set(query.plan.known) | set(query.plan.assumed)
    for block in query.plan.blocks:
        if not course.take(block, frozenset(have)):
            raise NotForArrays
        have.add(block.solves)
    uneven, beside = _checks(course)
    limits, broken = _limits(course)
    jumps = any(
        made.workshop.jumps
        for made in (
            course,
            *(asked for asked, _, _ in beside),
            *(limit.course for limit in limits),
        )
    )
    return Program(query, course, uneven, beside, limits, broken), jumps


def _checks(course: Course) -> tuple[list[tuple[int, bool]], list[tuple[Course, Formula, Formula]]]:
    """The closed relations: constant ones that do not hold exactly, and those that vary."""
    query, system = course.query, course.query.system
    uneven: list[tuple[int, bool]] = []
    beside: list[tuple[Course, Formula, Formula]] = []
    for i, asked in closed_relations(query):
        relation = system.relations[i]
        known = [v for v in relation.variables if system.slots[v] in asked.closure.known]
        path = course.branched(asked)
        if not path.fill(known):
            continue
        if not any(system.slots[v] in path.varying for v in known):
            sides = sides_of(asked, CandidateSolution(path.values), i)
            if sides is not None and abs(log_residual(*sides)) >= 1e-9:
                uneven.append((i, asked is query))
            continue
        cancelled_slots = path.workshop.branched(
            {v: 1.0 for v in relation.variables if v not in known}
        )
        for v in relation.variables:
            if v not in known:
                path.values[system.slots[v]] = 1.0
        beside.append(
            (path, cancelled_slots.formula(relation.left), cancelled_slots.formula(relation.right))
        )
    return uneven, beside


def _limits(course: Course) -> tuple[list[CompiledConstraint], bool]:
    """The constraints that speak of the answer and vary, and whether a constant one fails."""
    query, system = course.query, course.query.system
    touched = set(query.in_force) | {query.target}
    limits: list[CompiledConstraint] = []
    broken = False
    for constraint in system.constraints:
        inequality = in_known_terms(constraint, query.with_all_defaults)
        variables = ordered(inequality.free_symbols)
        if not touched & set(variables) or not constrained(variables, query):
            continue
        path = course.branched(query.with_all_defaults)
        if not path.fill(variables):
            continue
        if any(system.slots[v] in path.varying for v in variables):
            limits.append(_limit(inequality, path))
        elif query.target.whole and query.target in variables:
            raise NotForArrays
        else:
            broken = broken or not judge(constraint, inequality, query, path.values).satisfied
    return limits, broken


def _limit(inequality: Any, path: Course) -> CompiledConstraint:
    target = path.query.target
    left, right = path.workshop.formula(inequality.lhs), path.workshop.formula(inequality.rhs)
    return CompiledConstraint(
        path,
        left,
        right,
        isinstance(inequality, (sympy.Le, sympy.Lt)),
        target.whole and target in inequality.free_symbols,
    )


def clash(query: Query, uneven: list[tuple[int, bool]]) -> bool:
    """Whether closed relations of constants clash, judged at one point of the arrays."""
    among: list[Closed] = [
        (i, asked) for i, asked in closed_relations(query) if (i, asked is query) in uneven
    ]
    return find_conflicts(query, among)[0] is not None
