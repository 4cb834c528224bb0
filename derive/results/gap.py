"""Gap of an underdetermined answer: missing sets, and a combination that is determined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from derive.equations.var import Var
from derive.program.tolerances import REACH
from derive.results.solution import AnswerValue, ValueInterval
from derive.units.display import format_value

# In the remark on such bounds, and in that on an interval.
OPEN_ENDS = "these bounds are neither found nor refuted"
NO_OTHER = ", and no other was found"
AMONG_TRIED = " was found: at those that were tried, "
BREAK_ANOTHER = "break another relation"
AT_IDEALS = "these bounds are those at the ideal"
IN_INTERVAL = "in this interval meets the givens"


def refuted_values(name: str, why: str) -> str:
    """The remark on the values found for a variable, none of which all relations admit."""
    return f"the values found for {name} {why}{NO_OTHER}"


@dataclass(frozen=True, slots=True)
class IdentifiableCombination:
    """A combination determined by the givens: an expression with its value in base units.

    `by` are the givens that set the value. If it is determined only under another choice,
    `assuming` is that (group, choice), and `why` the reason of the relation it adds.
    """

    expression: Any
    value: float
    unit: Any
    by: tuple[str, ...] = ()
    assuming: tuple[str, str] | None = None
    why: str = ""

    @property
    def text(self) -> str:
        """The value as text."""
        return format_value(self.value, self.unit)


@dataclass(frozen=True, slots=True)
class EqualGiven:
    """A given that equals what is missing where their `ratio` is one."""

    given: Var
    ratio: Var


@dataclass(frozen=True, slots=True)
class Namesake:
    """A variable named after the target that the givens fix, and its value (base units)."""

    var: Var
    value: float

    @property
    def text(self) -> str:
        """The value as text."""
        return format_value(self.value, self.var.unit)


class GapSearch(Protocol):
    """The search for what is missing, made when it is asked for."""

    @property
    def missing(self) -> tuple[tuple[str, ...], ...]:
        """Sets of names, any of which would determine the target."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs of the shortest path to the target."""

    @property
    def cut_off(self) -> bool:
        """Whether the search was bounded."""

    @property
    def conditional(self) -> tuple[AnswerValue, ...]:
        """The values of the target under conditions that determine it."""

    @property
    def identifiable(self) -> IdentifiableCombination | None:
        """A combination that is determined already."""

    @property
    def equal_given(self) -> EqualGiven | None:
        """The given that equals the first missing variable where a ratio is one."""

    @property
    def namesake(self) -> Namesake | None:
        """A variable named after the target that the givens fix."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The `sets` of names, any of which would determine the target, unless a `search` finds them,
    and the intervals `between` whose ends the target lies, with the relations that set them. Names
    `asked` for beside it are no way to determine it.
    """

    sets: tuple[tuple[str, ...], ...] = ()
    search: GapSearch | None = None
    between: tuple[ValueInterval, ...] = ()
    between_by: tuple[str, ...] = ()
    asked: frozenset[str] = frozenset()

    @property
    def missing(self) -> tuple[tuple[str, ...], ...]:
        """Sets of names, any of which would determine the target."""
        found = self.sets if self.search is None else self.search.missing
        return tuple(names for names in found if self.asked.isdisjoint(names)) or found

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs of the shortest path to the target, known without a search; empty
        if no path starts at inputs alone.
        """
        return () if self.search is None else self.search.inputs

    @property
    def cut_off(self) -> bool:
        """Whether the search for those sets was bounded."""
        return self.search is not None and self.search.cut_off

    @property
    def conditional(self) -> tuple[AnswerValue, ...]:
        """The values of the target under conditions that determine it."""
        return () if self.search is None else self.search.conditional

    def admits(self, value: float) -> bool:
        """Whether a value lies in the intervals known, up to noise."""
        slack = REACH * abs(value)
        inside = (i.low - slack <= value <= i.high + slack for i in self.between)
        return not self.between or any(inside)

    @property
    def identifiable(self) -> IdentifiableCombination | None:
        """A combination that is determined already."""
        return None if self.search is None else self.search.identifiable

    @property
    def equal_given(self) -> EqualGiven | None:
        """The given that equals the first missing variable where a ratio is one."""
        return None if self.search is None else self.search.equal_given

    @property
    def namesake(self) -> Namesake | None:
        """A variable named after the target that the givens fix."""
        return None if self.search is None else self.search.namesake


NO_GAP = Gap()
