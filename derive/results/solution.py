"""Solution: the values of an answer with their regime, checks and path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from derive.equations.neglected import Direction
from derive.program.tolerances import REACH
from derive.results.bottleneck import Bottleneck
from derive.results.derivation import DerivationPath
from derive.results.pull import Pull, Sense, sense_of
from derive.results.uncertainty import Spread
from derive.units.display import digits_apart, end_text, format_number
from derive.units.unit import Unit


@dataclass(frozen=True, slots=True)
class AnswerValue:
    """One value (base units) with its regime; `whole` is the neighbouring whole number of a counted
    variable.

    `condition` is a guard that could not be evaluated; `satisfied` is False if a constraint fails.
    """

    value: float
    regime: str = ""
    condition: str = ""
    whole: float | None = None
    satisfied: bool = True


@dataclass(frozen=True, slots=True)
class ValueInterval:
    """An interval of values (base units), either end of which may be open."""

    low: float
    high: float
    low_open: bool = False
    high_open: bool = False

    def text(self, unit: Unit) -> str:
        """Both ends as text, an open one as "above" or "below" it."""
        low, high = (end_text(end, unit, self.digits) for end in (self.low, self.high))
        return f"{self.before_low}{low} to {self.before_high}{high}"

    def within(self, low: float, high: float) -> ValueInterval:
        """The part of the interval from `low` to `high`; its ends cross where there is none."""
        low_open = self.low_open and self.low >= low
        high_open = self.high_open and self.high <= high
        return ValueInterval(max(self.low, low), min(self.high, high), low_open, high_open)

    @property
    def digits(self) -> int:
        """The digits with which its ends do not read alike."""
        return digits_apart(self.low, self.high)

    @property
    def before_low(self) -> str:
        """The word before a lower end that is open."""
        return "above " if self.low_open and math.isfinite(self.low) else ""

    @property
    def before_high(self) -> str:
        """The word before an upper end that is open."""
        return "below " if self.high_open and math.isfinite(self.high) else ""


@dataclass(frozen=True, slots=True)
class ConstraintCheck:
    """A constraint with its verdict; `by` has both sides and their ratio.

    `concerns` is False if the answer does not depend on its variables: a failure is then reported,
    but the answer is not infeasible.
    """

    name: str
    inequality: Any
    satisfied: bool
    by: str
    concerns: bool = True


# Sizes of a neglected term relative to the terms kept: reported above the result from the first
# on, a violated assumption from the second on.
WORTH_SAYING, VIOLATED = 0.1, 1.0


@dataclass(frozen=True, slots=True)
class NeglectedTerm:
    """A neglected term of a relation and its size relative to the terms kept (None: unknown).

    Counting the term `direction` what the relation defines, and moves the answer as `pull` says.
    `spared` means that the answer is the same with the term, since another regime sets it. `most`
    marks a size that it can at most reach.
    """

    relation: str
    term: str
    size: float | None
    size_text: str
    spared: bool = False
    direction: Direction = Direction.EITHER
    pull: Pull | None = None
    most: bool = False

    @property
    def verdict(self) -> str:
        """The verdict on the assumption: "unknown", "small" (below a tenth), "considerable", or
        "violated" (at least as large as the terms kept).
        """
        if self.size is None or (self.most and self.size >= WORTH_SAYING):
            return "unknown"
        if self.size >= VIOLATED:
            return "violated"
        return "considerable" if self.size >= WORTH_SAYING else "small"

    @property
    def caution(self) -> str:
        """A sentence on a considerable or violated assumption, else empty."""
        if self.verdict in ("unknown", "small") or self.size is None:
            return ""
        share = (
            f"{format_number(self.size, 3)} times"
            if self.size >= VIOLATED
            else f"{format_number(100 * self.size, 3)} % of"
        )
        return f"{self.relation} neglects {self.term}: {share} what it counts"


@dataclass(frozen=True, slots=True)
class Solution:
    """Values of a target (base units), or intervals of them, with the regime, the checks and the
    path to the derivation.

    `formula` is the target as one expression of known variables, if there is one; `not_judged` are
    the names of constraints that could not be evaluated; `ideals` are the pulls of values taken as
    ideal; `likely` are values found under conditions on another route, where `intervals` hold all.
    """

    values: tuple[AnswerValue, ...] = ()
    intervals: tuple[ValueInterval, ...] = ()
    formula: Any = None
    regime: str = ""
    constraints: tuple[ConstraintCheck, ...] = ()
    not_judged: tuple[str, ...] = ()
    neglected: tuple[NeglectedTerm, ...] = ()
    ideals: tuple[Pull, ...] = ()
    path: DerivationPath | None = None
    likely: tuple[float, ...] = ()

    @property
    def interval(self) -> tuple[float, float] | None:
        """The lowest and the highest end of the intervals; None if there are none."""
        if not self.intervals:
            return None
        return self.intervals[0].low, self.intervals[-1].high

    @property
    def pulls(self) -> tuple[Pull, ...]:
        """All that pulls the true value away: what is taken as ideal, and what is left out."""
        terms = (term.pull for term in self.neglected if term.pull is not None)
        return (*self.ideals, *terms)

    @property
    def sense(self) -> Sense:
        """Whether the values are exact, a bound or an estimate."""
        return sense_of(self.pulls)

    def bottleneck(self, spread: Spread | None = None) -> Bottleneck | None:
        """The bottleneck on the way to the value, with its sense and the regimes of a spread."""
        found = None if self.path is None else self.path.bottleneck()
        regimes = () if spread is None else spread.regimes
        return found and replace(found, sense=self.sense, regimes=regimes)

    @property
    def number(self) -> float | None:
        """The single value in base units; None if there is none or more than one."""
        settled = [v for v in self.values if v.satisfied and not v.condition] or list(self.values)
        return settled[0].value if len(settled) == 1 and not self.intervals else None


EMPTY = Solution()


def parted(
    spans: Sequence[ValueInterval],
) -> tuple[tuple[AnswerValue, ...], tuple[ValueInterval, ...]]:
    """The single values among some intervals, and those that are wider."""
    wide = tuple(s for s in spans if not math.isclose(s.low, s.high, rel_tol=REACH))
    return tuple(AnswerValue(s.low) for s in spans if s not in wide), wide
