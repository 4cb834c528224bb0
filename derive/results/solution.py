"""Solution: the values of an answer with their regime, checks and path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.display import Label
from derive.results.derivation import DerivationPath
from derive.units.display import format_number


class Sense(Label):
    """The relation of a value to the true one if efficiencies of one are assumed."""

    EQUALITY = "equality"
    LOWER_BOUND = "lower bound"
    UPPER_BOUND = "upper bound"


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

    `spared` means that the answer is the same with the term, since another regime sets it.
    """

    relation: str
    term: str
    size: float | None
    size_text: str
    spared: bool = False

    @property
    def verdict(self) -> str:
        """The verdict on the assumption: "unknown", "small" (below a tenth), "considerable", or
        "violated" (at least as large as the terms kept).
        """
        if self.size is None:
            return "unknown"
        if self.size >= VIOLATED:
            return "violated"
        return "considerable" if self.size >= WORTH_SAYING else "small"

    @property
    def caution(self) -> str:
        """A sentence on a considerable or violated assumption, else empty."""
        if self.size is None or self.size < WORTH_SAYING:
            return ""
        share = (
            f"{format_number(self.size, 3)} times"
            if self.size >= VIOLATED
            else f"{format_number(100 * self.size, 3)} % of"
        )
        return f"{self.relation} neglects {self.term}: {share} what it keeps"


@dataclass(frozen=True, slots=True)
class Solution:
    """Values of a target (base units), or an interval of them, with the regime, the checks and the
    path to the derivation.

    `formula` is the target as one expression of known variables, if there is one; `not_judged` are
    the names of constraints that could not be evaluated.
    """

    values: tuple[AnswerValue, ...] = ()
    interval: tuple[float, float] | None = None
    sense: Sense = Sense.EQUALITY
    formula: Any = None
    regime: str = ""
    constraints: tuple[ConstraintCheck, ...] = ()
    not_judged: tuple[str, ...] = ()
    neglected: tuple[NeglectedTerm, ...] = ()
    path: DerivationPath | None = None

    @property
    def number(self) -> float | None:
        """The single value in base units; None if there is none or more than one."""
        settled = [v for v in self.values if v.satisfied and not v.condition] or list(self.values)
        return settled[0].value if len(settled) == 1 and self.interval is None else None


EMPTY = Solution()
