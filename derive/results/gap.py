"""Gap: what is missing for a value, and the combinations that are determined without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.units.display import format_value


@dataclass(frozen=True, slots=True)
class IdentifiableCombination:
    """A combination that the givens determine: an expression with its value in base units.

    `by` are the givens that set the value. Where no combination is determined under the choices in
    force, `assuming` is one (group, choice) under which one is, and `why` the reason of the
    relation that it brings in.
    """

    expression: Any
    value: float
    unit: Any
    by: tuple[str, ...] = ()
    assuming: tuple[str, str] | None = None
    why: str = ""

    @property
    def text(self) -> str:
        """The value as people read it."""
        return format_value(self.value, self.unit)


@dataclass(frozen=True, slots=True)
class Gap:
    """Sets of names, any of which would determine the target, and a combination that is determined
    already. `cut_off` says that the search for sets was bounded.
    """

    missing: tuple[tuple[str, ...], ...] = ()
    cut_off: bool = False
    identifiable: IdentifiableCombination | None = None


NO_GAP = Gap()
