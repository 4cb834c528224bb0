"""Uncertainty of an answer, and the contribution of each given."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from derive.display import Label
from derive.equations.var import Var
from derive.units.display import digits_apart, format_number, format_value

SEVERAL = "with several values"
DRAWS = 100_000  # of every uncertain given, by default

_DIGITS = 3  # of an end of draws


class SpreadMethod(Label):
    """Methods that find a spread."""

    EXACT = "exact"
    SAMPLED = "sampled"
    INTERVAL = "interval"


@dataclass(frozen=True, slots=True)
class Share:
    """A regime or a status with its probability; None for intervals, which have none."""

    name: str
    probability: float | None


@dataclass(frozen=True, slots=True)
class Contribution:
    """The share (0 to 1) of the answer's variance that knowing this given would remove."""

    var: Var
    share: float


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The relative tolerance of a value: `alone`, with the others exact, and `together`, with all
    of them off at once.

    `alone` is infinite if even twice the value, or nearly zero, keeps the answer within the share
    wanted, and `together` if the answer does not depend on the value.
    """

    var: Var
    alone: float
    together: float


class AccuracyQuestion(Protocol):
    """A question with the required accuracy of its inputs."""

    def tolerances(self, within: float) -> tuple[Tolerance, ...]:
        """Tolerances of the inputs that keep the answer within this share of it."""
        ...


@dataclass(frozen=True, eq=False)
class Spread:
    """Uncertainty of an answer in base units.

    `method` is exact, sampled or interval, and `how` describes it. `low` and `high` are the 5 % and
    95 % points, or the ends of an interval; they, `median` and `mean` are None if no draw has a
    value. `regimes` are shares of the draws with a value and `statuses` shares of all draws.
    `budget` has the largest contribution first, of the variance of the answer's logarithm or, where
    it may be zero or less, of the answer (`budget_of`).
    """

    target: Var
    method: SpreadMethod
    how: str
    low: float | None = None
    high: float | None = None
    median: float | None = None
    mean: float | None = None
    regimes: tuple[Share, ...] = ()
    statuses: tuple[Share, ...] = ()
    budget: tuple[Contribution, ...] = ()
    budget_of: str = ""
    draws: int | None = None
    seed: int | None = None
    accuracy: AccuracyQuestion | None = None

    @property
    def text(self) -> str:
        """The spread as text: "90 % between 1.1 kB/token and 2.4 kB/token; 83 % compute_time
        ≥ memory_time".
        """
        return "; ".join([self.range_text, *self.parts])

    @property
    def parts(self) -> tuple[str, ...]:
        """The shares of several regimes, and of the statuses other than solved."""
        regimes = self.regimes if len(self.regimes) > 1 else ()
        pairs = zip(self.statuses, self.status_texts, strict=True)
        return (*map(percent, regimes), *(text for one, text in pairs if one.name != "solved"))

    @property
    def status_texts(self) -> tuple[str, ...]:
        """The shares of the statuses as texts, "infeasible throughout" for one without others."""
        if len(self.statuses) == 1 and self.statuses[0].probability is None:
            return (f"{self.statuses[0].name} throughout",)
        return tuple(map(percent, self.statuses))

    @property
    def single(self) -> bool:
        """Whether the answer does not depend on the uncertain givens."""
        return (
            self.low is not None
            and self.low == self.high
            and (self.mean is None or math.isclose(self.mean, self.low, rel_tol=1e-12))
        )

    @property
    def range_text(self) -> str:
        """The two ends with their meaning."""
        if self.low is None or self.high is None:
            return "no draw has a value" if self.method == SpreadMethod.SAMPLED else "no value"
        exact = self.method == SpreadMethod.INTERVAL
        digits = digits_apart(self.low, self.high) if exact else _DIGITS
        return self.ends_text(lambda value: format_value(value, self.target.unit, digits))

    def ends_text(self, shown: Callable[[float], str]) -> str:
        """The same with the values as `shown` writes them."""
        if self.low is None or self.high is None:
            return ""
        low, high = shown(self.low), shown(self.high)
        if self.single:
            return f"always {low}"
        return (
            f"from {low} to {high}"
            if self.method == SpreadMethod.INTERVAL
            else f"90 % between {low} and {high}"
        )

    def __str__(self) -> str:
        return f"{self.target.name}: {self.text} ({self.method}: {self.how})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def tolerances(self, within: float = 0.10) -> tuple[Tolerance, ...]:
        """The tolerances of the known values for the answer at the medians to stay within this
        share of it. Raises GivenError for a share outside 0 to 1.
        """
        return self.accuracy.tolerances(within) if self.accuracy else ()


def percent(share: Share) -> str:
    """A share as text: "83 % compute_time ≥ memory_time", or "in part …" without a probability."""
    if share.probability is None:
        return f"in part {share.name}"
    return f"{format_number(100 * share.probability, 2)} % {share.name}"
