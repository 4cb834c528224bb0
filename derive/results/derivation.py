"""A derivation: verified lines that lead from relations to an answer. Plain data; solving makes it,
rendering prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from derive.display import Displayed
from derive.equations.citation import Citation
from derive.equations.var import Var
from derive.results.known import Known


@dataclass(frozen=True, slots=True)
class Step:
    """One line: the rule applied, the equation (or inequality) reached, the reason in a sentence.

    `verdict` says how the line was verified: "exact" (at a random rational point), "60 digits"
    (irrational powers), "numeric" (at the question's own numbers), "stated" (a relation as the
    library states it, checked when it was made) or "" while unverified. An evaluation carries
    `values`, the numbers put in, and `result`. `terms` are expressions that the reason mentions as
    {0}, {1}.
    """

    rule: str
    equation: Any
    reason: str
    verdict: str = ""
    relation: str = ""
    citations: tuple[Citation, ...] = ()
    values: tuple[Known, ...] = ()
    result: Known | None = None
    terms: tuple[Any, ...] = ()


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
class Proof:
    """A theorem proved: the derivation from the relations it names, and the variables that cancel
    on the way.
    """

    theorem: str
    statement: Any
    derivation: Derivation
    cancelled: tuple[Var, ...] = field(default=())
