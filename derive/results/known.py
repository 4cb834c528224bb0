"""Known values with their origins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derive.display import Displayed, Label
from derive.equations.range import Range
from derive.equations.var import Var
from derive.results.uncertain import Uncertain
from derive.units.display import format_number, format_value

if TYPE_CHECKING:
    import pint


class Origin(Label):
    """The origin of a value."""

    GIVEN = "given"
    LOOKED_UP = "looked up"
    CONVENTION = "convention"
    DEFAULT = "default"
    COMPUTED = "computed"


@dataclass(frozen=True, slots=True, repr=False)
class Known(Displayed):
    """A value of a variable in base units, with its origin.

    `tolerance` is relative: half a unit of the last digit written, 2 % for a looked-up figure, none
    for what is counted or a definition.
    `source` is an id of quantities/sources.toml and `entry` the catalogue entry, if any. For an
    `uncertain` value, `value` is its middle and `tolerance` its reach on either side. `caution` is
    what an answer that rests on it must say.
    """

    var: Var
    value: float
    origin: Origin
    tolerance: float = 0.0
    written: str = ""
    source: str = ""
    entry: str = ""
    note: str = ""
    verified: bool = True
    uncertain: Uncertain | None = None
    caution: str = ""

    @property
    def stated(self) -> bool:
        """Whether it is given or looked up."""
        return self.origin in (Origin.GIVEN, Origin.LOOKED_UP)

    @property
    def assumed(self) -> bool:
        """Whether it is a convention or a default."""
        return self.origin in (Origin.CONVENTION, Origin.DEFAULT)

    @property
    def text(self) -> str:
        """The value as text, e.g. "3.35 TB/s/GPU" or "2 to 3 USD/hour/GPU"."""
        return (
            self.uncertain.text(self.var.unit)
            if self.uncertain
            else format_value(self.value, self.var.unit)
        )

    @property
    def share_text(self) -> str:
        """The value as text, shares up to one in per cent."""
        if self.var.within is Range.FRACTION:
            return f"{format_number(100 * self.value, 2)} %"
        return format_value(self.value, self.var.unit)

    @property
    def implied_text(self) -> str:
        """The value as one that follows for a variable with an ideal default."""
        return f"implied {self.var.name} {self.share_text}"

    @property
    def number(self) -> float:
        """The value in the variable's declared unit."""
        return self.value / self.var.unit.factor

    def quantity(self) -> pint.Quantity[Any]:
        """The value as a pint quantity in the declared unit."""
        return self.var.unit.quantity(self.number)


def assumed_ideals(known: Iterable[Known]) -> tuple[Known, ...]:
    """The ideal values that are assumed, among all that is known."""
    return tuple(k for k in known if k.origin == Origin.DEFAULT and k.var.ideal)
