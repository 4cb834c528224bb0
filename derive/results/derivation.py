"""A derivation: verified lines that lead from relations to an answer. Plain data; solving makes it,
rendering prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from derive.display import Displayed, Label
from derive.equations.citation import Citation
from derive.equations.var import Var
from derive.results.known import Known


class StepRule(Label):
    """What a line of a derivation does to those before it."""

    BRANCH = "branch"
    CANCEL = "cancel"
    CLEAR_DENOMINATOR = "clear denominator"
    COLLECT = "collect"
    DIVIDE = "divide"
    EVALUATE = "evaluate"
    EXPONENTIATE = "exponentiate"
    INVERT = "invert"
    LOGARITHM = "logarithm"
    MOVE_TERMS = "move terms"
    NUMERIC = "numeric"
    RELATION = "relation"
    ROOT = "root"
    ROUND = "round"
    SUBSTITUTE = "substitute"
    THEOREM = "theorem"
    TIDY = "tidy"


class LineVerdict(Label):
    """How a line was verified."""

    UNVERIFIED = ""
    EXACT = "exact"  # at a random rational point
    SIXTY_DIGITS = "60 digits"  # at a random point with irrational powers
    NUMERIC = "numeric"  # at the question's own numbers
    STATED = "stated"  # a relation as the library states it, checked when it was made


@dataclass(frozen=True, slots=True)
class Step:
    """One line: the rule applied, the equation (or inequality) reached, the reason in a sentence.

    An evaluation carries `values`, the numbers put in, and `result`. `terms` are expressions that
    the reason mentions as {0}, {1}.
    """

    rule: StepRule
    equation: Any
    reason: str
    verdict: LineVerdict = LineVerdict.UNVERIFIED
    relation: str = ""
    citations: tuple[Citation, ...] = ()
    values: tuple[Known, ...] = ()
    result: Known | None = None
    terms: tuple[Any, ...] = ()


class DerivationPath(Protocol):
    """The way to a value, from which its derivation is written when it is first read."""

    def derivation(self) -> Derivation:
        """The verified steps. Raises InternalError if a line does not verify."""
        ...


@dataclass(frozen=True, slots=True)
class Derivation(Displayed):
    """The steps to `target`; `alternatives` are the other regimes, each with why it does not
    hold.
    """

    target: Var
    steps: tuple[Step, ...] = ()
    alternatives: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def verified(self) -> bool:
        """Whether every line has been verified."""
        return all(step.verdict for step in self.steps)


@dataclass(frozen=True, slots=True)
class WrittenPath:
    """A path whose derivation is there already."""

    written: Derivation

    def derivation(self) -> Derivation:
        """The steps as they were written."""
        return self.written


@dataclass(frozen=True, slots=True)
class Proof:
    """A theorem proved: the derivation from the relations it names, and the variables that cancel
    on the way.
    """

    theorem: str
    statement: Any
    derivation: Derivation
    cancelled: tuple[Var, ...] = field(default=())
