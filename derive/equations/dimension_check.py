"""Dimension check of an equation: the error that names the faulty term and its fix."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy

from derive.equations.conversions import MOST_FACTORS
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import replace, variables_of
from derive.equations.plain import plain
from derive.equations.suggestions import Mends, Suggestion, mends_of, suggestion
from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary
from derive.errors import DimensionError
from derive.units.dimension import PURE, Dimension

MOST_ROUNDS = 3


def check_dimensions(name: str, left: Any, right: Any, variables: Iterable[Var]) -> None:
    """Raise DimensionError unless both sides agree, with a fix from the variables' vocabularies."""
    vocabularies = {id(v.vocabulary): v.vocabulary for v in variables if v.vocabulary is not None}
    error = dimension_error(name, left, right, tuple(vocabularies.values()))
    if error is not None:
        raise error


def dimension_error(
    where: str,
    left: Any,
    right: Any,
    vocabularies: Sequence[Vocabulary],
    also: tuple[Var, ...] = (),
    most: int = MOST_FACTORS,
) -> DimensionError | None:
    """The error naming the term, both dimensions and the fix; None if both sides agree.

    `also` are variables of the author's own that may fix the equation beside the vocabularies'
    conversions; a fix has `most` factors.
    """
    fault = dimension_fault(left, right, vocabularies, also, most)
    return None if fault is None else fault.error(where)


def dimension_fault(
    left: Any,
    right: Any,
    vocabularies: Sequence[Vocabulary],
    also: tuple[Var, ...] = (),
    most: int = MOST_FACTORS,
) -> DimensionFault | None:
    """The fault that the error of an equation names; None if both sides agree."""
    if _agree(left, right):  # most do; the vocabularies are for mends alone
        return None
    check = _Check(mends_of(vocabularies), also, most)
    fault = check.fault(left, right)
    return None if fault is None else DimensionFault(check, (left, right), fault)


@dataclass(frozen=True)
class DimensionFault:
    """The first fault of an equation; those that remain after its fix are found when asked for."""

    _check: _Check
    _sides: tuple[Any, Any]
    _first: _Fault

    @property
    def term(self) -> str:
        """The side or term at fault."""
        return self._first.words

    @cached_property
    def _later(self) -> list[_Fault]:
        return self._check.later_faults(*self._sides, self._first.fix)

    @cached_property
    def _fixes(self) -> list[Suggestion]:
        """The fixes that mend something."""
        every = (self._first.fix, *(fault.fix for fault in self._later))
        return [fix for fix in every if fix.factors is not None and fix.missing != PURE]

    @property
    def mendable(self) -> bool:
        """Whether a fix is suggested."""
        return bool(self._fixes)

    @property
    def by_figure(self) -> bool:
        """Whether a fix reads a bare number as a variable."""
        return any(fix.figure for fix in self._fixes)

    def error(self, where: str) -> DimensionError:
        """The error that names the term, both dimensions and the fixes."""
        first = self._first
        return DimensionError(
            where,
            first.words,
            str(first.found),
            first.expected,
            " ".join([first.fix.action, *(fault.sentence for fault in self._later)]),
            first.why,
            mendable=self.mendable,
            by_figure=self.by_figure,
        )


def _agree(left: Any, right: Any) -> bool:
    """Whether both sides and all their terms agree; zero agrees with everything."""
    try:
        return dimension_of(left) == dimension_of(right) or sympy.S.Zero in (left, right)
    except Mismatch:
        return False


@dataclass(frozen=True, slots=True)
class _Fault:
    """The side or term at fault, its dimension, the expected one, and the fix."""

    words: str
    found: Dimension
    expected: str
    fix: Suggestion
    why: str = ""

    @property
    def sentence(self) -> str:
        """The fault that remains after earlier fixes, and its own fix."""
        side = self.words.partition(": ")[0]
        subject = f"the {side}" if side in ("right side", "left side") else self.words
        expected = self.expected.partition("  (")[0]
        return f"Then {subject} has {self.found}, not {expected}. {self.fix.action}"


@dataclass(frozen=True, slots=True)
class _Check:
    """The check of equations with the variables that may fix them."""

    mends: Mends
    also: tuple[Var, ...]
    most: int

    def fault(self, left: Any, right: Any) -> _Fault | None:
        """The fault of an equation; None if both sides agree."""
        used = variables_of(left) | variables_of(right)
        try:
            expected, found = dimension_of(left), dimension_of(right)
        except Mismatch as mismatch:
            return self.unlike_terms(left, right, mismatch)
        if expected == found or sympy.S.Zero in (left, right):
            return None
        fix = self.fix(right, found, expected, used)
        left_side, right_side = f"left side: {plain(left)}", f"right side: {plain(right)}"
        if fix.figure is None:
            other = self.fix(left, expected, found, used)
            if other.figure is not None:
                return _Fault(left_side, expected, f"{found}  ({right_side})", other)
        return _Fault(right_side, found, f"{expected}  ({left_side})", fix)

    def fix(
        self, term: Any, found: Dimension, expected: Dimension, used: Collection[Any]
    ) -> Suggestion:
        return suggestion(term, found, expected, self.mends, used, self.also, self.most)

    def unlike_terms(self, left: Any, right: Any, mismatch: Mismatch) -> _Fault:
        """The fault of one of two unlike terms: the one whose fix settles the equation, else the
        one that a multiplication fixes.
        """
        terms = [(mismatch.term, mismatch.found, mismatch.expected)]
        if mismatch.other is not None:
            terms.append((mismatch.other, mismatch.expected, mismatch.found))
        used = variables_of(left) | variables_of(right)
        faults = [
            _Fault(
                plain(term),
                found,
                str(expected),
                self.fix(term, found, expected, used),
                mismatch.why,
            )
            for term, found, expected in terms
        ]
        return min(
            faults, key=lambda fault: (not self.settles(fault.fix, left, right), fault.fix.cost)
        )

    def settles(self, fix: Suggestion, left: Any, right: Any) -> bool:
        """Whether both sides agree once the term has its missing dimension."""
        stand_in = self.mends.of_dimension.get(fix.missing)
        if fix.factors is None and stand_in is None:
            return False
        mended = fix.mended if fix.factors is not None else fix.term * stand_in
        try:
            dimensions = {
                dimension_of(replace(side, {fix.term: mended}, evaluate=False))
                for side in (left, right)
            }
        except Mismatch:
            return False
        return len(dimensions) == 1

    def later_faults(self, left: Any, right: Any, fix: Suggestion) -> list[_Fault]:
        """The faults that remain after the first fix: a term may lack one factor and a side
        another.
        """
        faults: list[_Fault] = []
        while len(faults) < MOST_ROUNDS - 1 and fix.factors is not None:
            if self.settles(fix, left, right) or _occurrences(fix.term, left, right) != 1:
                break
            left, right = (replace(side, {fix.term: fix.mended}) for side in (left, right))
            fault = self.fault(left, right)
            if fault is None:
                break
            faults.append(fault)
            fix = fault.fix
        return faults


def _occurrences(term: Any, *sides: Any) -> int:
    return sum(node == term for side in sides for node in sympy.preorder_traversal(side))
