"""Gap of an underdetermined answer: missing sets, and a combination that is determined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.results.solution import ValueInterval
from derive.units.display import format_value


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
class Gap:
    """Sets of names, any of which would determine the target (`cut_off`: the search was bounded),
    a combination that is determined already, and the intervals `between` whose ends the target
    lies, with the relations that set them.
    """

    missing: tuple[tuple[str, ...], ...] = ()
    cut_off: bool = False
    identifiable: IdentifiableCombination | None = None
    between: tuple[ValueInterval, ...] = ()
    between_by: tuple[str, ...] = ()


NO_GAP = Gap()
