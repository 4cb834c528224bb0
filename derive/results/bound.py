"""Bound: the nearest reachable value of a given that cannot be met."""

from __future__ import annotations

from dataclasses import dataclass

from derive.display import Label
from derive.equations.var import Var
from derive.units.display import format_value


class BoundKind(Label):
    """The side on which the reachable values lie."""

    AT_LEAST = "at least"
    AT_MOST = "at most"

    @property
    def opposite(self) -> BoundKind:
        """The other side."""
        return BoundKind.AT_MOST if self is BoundKind.AT_LEAST else BoundKind.AT_LEAST


@dataclass(frozen=True, slots=True)
class Bound:
    """The nearest reachable value (base units) of the given that cannot be met, and the inputs that
    set it.

    For a given in a gap between reachable values, `value` is its lower end and `above` its upper.
    """

    var: Var
    value: float
    kind: BoundKind
    where: str
    set_by: tuple[str, ...]
    above: float | None = None

    @property
    def text(self) -> str:
        """The bound as text."""
        beyond = (
            "" if self.above is None else f" or at least {format_value(self.above, self.var.unit)}"
        )
        return f"{format_value(self.value, self.var.unit)}{beyond}"
