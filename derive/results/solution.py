"""Solution: the values of an answer, what they depend on, and how they were reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.display import Label
from derive.results.derivation import DerivationPath
from derive.units.display import format_number


class Sense(Label):
    """How a value relates to the true one where efficiencies of one are assumed."""

    EQUALITY = "equality"
    LOWER_BOUND = "lower bound"
    UPPER_BOUND = "upper bound"


@dataclass(frozen=True, slots=True)
class AnswerValue:
    """One value (base units) with the regime in which it holds; `whole` is the neighbouring whole
    number, if it counts things.

    `condition` says on what it depends when a guard could not be evaluated; `satisfied` is False
    when a constraint fails.
    """

    value: float
    regime: str = ""
    condition: str = ""
    whole: float | None = None
    satisfied: bool = True


@dataclass(frozen=True, slots=True)
class ConstraintCheck:
    """A constraint with its verdict; `by` has both sides and their ratio.

    `concerns` is False when the answer does not depend on what the constraint limits: a failure is
    then reported, and does not make the answer infeasible.
    """

    name: str
    inequality: Any
    satisfied: bool
    by: str
    concerns: bool = True


# Sizes of a neglected term beside what is kept: reported above the result from the first on,
# a violated assumption from the second on.
WORTH_SAYING, VIOLATED = 0.1, 1.0


@dataclass(frozen=True, slots=True)
class NeglectedTerm:
    """A neglected term of a relation and how big it is beside what is kept (None: its variables are
    not known).

    `spared` says that the answer would be the same with the term: another regime sets it.
    """

    relation: str
    term: str
    size: float | None
    size_text: str
    spared: bool = False

    @property
    def verdict(self) -> str:
        """How it stands with the assumption: "unknown", "small" (below a tenth), "considerable", or
        "violated" (at least as big as what is kept).
        """
        if self.size is None:
            return "unknown"
        return (
            "violated"
            if self.size >= VIOLATED
            else "considerable"
            if self.size >= WORTH_SAYING
            else "small"
        )

    @property
    def caution(self) -> str:
        """The assumption in a sentence where the term is considerable or more; else nothing."""
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

    `formula` is the target as one expression of what is known, where there is one; `not_judged`
    names the constraints that could not be evaluated.
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
        """The single value in base units; None where there is none or more than one."""
        settled = [v for v in self.values if v.satisfied and not v.condition] or list(self.values)
        return settled[0].value if len(settled) == 1 and self.interval is None else None


EMPTY = Solution()
