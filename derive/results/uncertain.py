"""Uncertain values: an interval, or a distribution stated by two of its points."""

from __future__ import annotations

import math
from dataclasses import dataclass

from derive.display import Label
from derive.units.display import format_number, format_value, readable_unit
from derive.units.unit import Unit


class UncertainKind(Label):
    """An interval, or the family of a distribution."""

    INTERVAL = "interval"
    LOGNORMAL = "lognormal"
    NORMAL = "normal"
    UNIFORM = "uniform"


Z95 = 1.6448536269514722  # the 95 % point of the standard normal


@dataclass(frozen=True, slots=True)
class Uncertain:
    """An interval or a distribution of a value in base units.

    `low` and `high` are the ends of an interval or a uniform distribution, the 5 % and 95 % points
    of a normal or lognormal one. An interval has no distribution.

    >>> Uncertain(UncertainKind.LOGNORMAL, 1e11, 4e11).middle
    200000000000.0
    """

    kind: UncertainKind
    low: float
    high: float

    @property
    def middle(self) -> float:
        """The median of a distribution, the middle of an interval."""
        return (
            math.sqrt(self.low * self.high)
            if self.kind == UncertainKind.LOGNORMAL
            else 0.5 * (self.low + self.high)
        )

    @property
    def deviation(self) -> float:
        """The standard deviation: of the value, or of its logarithm for a lognormal."""
        if self.kind in (UncertainKind.UNIFORM, UncertainKind.INTERVAL):
            return (self.high - self.low) / math.sqrt(12.0)
        width = (
            math.log(self.high / self.low)
            if self.kind == UncertainKind.LOGNORMAL
            else self.high - self.low
        )
        return 0.5 * width / Z95

    @property
    def mean(self) -> float:
        """The mean of a distribution, the middle of an interval."""
        return (
            self.middle * math.exp(0.5 * self.deviation**2)
            if self.kind == UncertainKind.LOGNORMAL
            else self.middle
        )

    @property
    def reach(self) -> float:
        """The largest distance from the middle (of a distribution: in 90 % of cases), relative to
        it.
        """
        return (
            max(self.high - self.middle, self.middle - self.low) / abs(self.middle)
            if self.middle
            else 1.0
        )

    def share_below(self, value: float) -> float:
        """The probability of a value below this one; of an interval 0 or 1 beyond its ends."""
        if self.kind in (UncertainKind.INTERVAL, UncertainKind.UNIFORM):
            return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)
        if self.kind == UncertainKind.LOGNORMAL:
            return _below((math.log(value / self.middle)) / self.deviation) if value > 0 else 0.0
        return _below((value - self.middle) / self.deviation)

    def text(self, unit: Unit) -> str:
        """The value as text: "2 to 3 USD/hour/GPU", "20 ± 2 ms", "lognormal 100e9 to 300e9
        param".
        """
        if self.kind == UncertainKind.NORMAL:
            chosen = readable_unit(self.middle, unit)
            numbers = (
                f"{format_number(self.middle / chosen.factor)} ±"
                f" {format_number(self.deviation / chosen.factor)}"
            )
        else:
            chosen = readable_unit(self.high, unit)
            numbers = (
                f"{format_number(self.low / chosen.factor)} to"
                f" {format_number(self.high / chosen.factor)}"
            )
        named = (
            f"{self.kind} {numbers}"
            if self.kind in (UncertainKind.LOGNORMAL, UncertainKind.UNIFORM)
            else numbers
        )
        return named if chosen.text == "1" else f"{named} {chosen.text}"

    def explained(self, unit: Unit) -> str:
        """The value as text, with the meaning of its two numbers."""
        meaning = {
            UncertainKind.INTERVAL: "anywhere between",
            UncertainKind.UNIFORM: "all values between as likely",
            UncertainKind.NORMAL: "normal: mean and standard deviation",
            UncertainKind.LOGNORMAL: f"90 % between; median {format_value(self.middle, unit)}",
        }
        return f"{self.text(unit)} ({meaning[self.kind]})"


def _below(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2.0))
