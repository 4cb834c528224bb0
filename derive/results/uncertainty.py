"""A spread: how far an answer is not known, and which given is to blame."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from derive.display import Label
from derive.equations.var import Var
from derive.units.display import format_number, format_value

SEVERAL = "with several values"
DRAWS = 100_000  # of every uncertain given, unless said

_DIGITS = 3


class SpreadMethod(Label):
    """How a spread was found."""

    EXACT = "exact"
    SAMPLED = "sampled"
    INTERVAL = "interval"


@dataclass(frozen=True, slots=True)
class Share:
    """A regime or a status with its probability; None where only intervals are given, which have
    none.
    """

    name: str
    probability: float | None


@dataclass(frozen=True, slots=True)
class Contribution:
    """How much of the answer's variance goes away when this given is learnt: its share, 0 to 1."""

    var: Var
    share: float


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How well a value must be known, relative to it: alone, with the others exact, and together,
    all being off at once.

    `alone` is infinite where even twice the value, or nearly none of it, moves the answer less than
    was asked, and `together` where the value does not act at all.
    """

    var: Var
    alone: float
    together: float


class AccuracyQuestion(Protocol):
    """A question whose inputs can be asked how well they must be known."""

    def tolerances(self, within: float) -> tuple[Tolerance, ...]:
        """Tolerances of the inputs that keep the answer within a share of it."""
        ...


@dataclass(frozen=True, eq=False)
class Spread:
    """What uncertain givens make of an answer, in base units.

    `method` is exact, sampled or interval, and `how` says it in words. `low` and `high` are the 5 %
    and 95 % points, or the ends of an interval; they, `median` and `mean` are None where no draw
    has a value. `regimes` are shares of the draws with a value and `statuses` shares of all draws.
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
        """The spread in half a line: "90 % between 1.1 kB/token and 2.4 kB/token; 83 % compute_time
        ≥ memory_time".
        """
        return "; ".join([self.range_text, *self.parts])

    @property
    def parts(self) -> tuple[str, ...]:
        """The regimes, where there is more than one, and the statuses other than solved, each with
        its share.
        """
        regimes = self.regimes if len(self.regimes) > 1 else ()
        return tuple(
            percent(share)
            for share in (
                *regimes,
                *(status for status in self.statuses if status.name != "solved"),
            )
        )

    @property
    def single(self) -> bool:
        """Whether the answer is the same whatever the uncertain givens are."""
        return (
            self.low is not None
            and self.low == self.high
            and (self.mean is None or math.isclose(self.mean, self.low, rel_tol=1e-12))
        )

    @property
    def range_text(self) -> str:
        """The two ends with what they are."""
        if self.low is None or self.high is None:
            return "no draw has a value" if self.method == SpreadMethod.SAMPLED else "no value"
        return self.ends_text(lambda value: format_value(value, self.target.unit, _DIGITS))

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
        """How well each known value must be known so that the answer at the medians is known within
        this share of it.

        Raises GivenError for a share that is not between 0 and 1.
        """
        return self.accuracy.tolerances(within) if self.accuracy else ()


def percent(share: Share) -> str:
    """A share in words: "83 % compute_time ≥ memory_time"; an interval's parts have no size."""
    if share.probability is None:
        return f"in part {share.name}"
    return f"{format_number(100 * share.probability, 2)} % {share.name}"
