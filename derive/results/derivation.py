"""A derivation: verified lines that lead from relations to an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from derive.display import Displayed, Label, sentence
from derive.equations.citation import Citation
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.results.bottleneck import Bottleneck
from derive.results.known import Known


class StepRule(Label):
    """The rule by which a line follows from those before it."""

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
    MULTIPLY = "multiply"
    NUMERIC = "numeric"
    RELATION = "relation"
    ROOT = "root"
    ROUND = "round"
    SUBSTITUTE = "substitute"
    THEOREM = "theorem"
    TIDY = "tidy"


class LineVerdict(Label):
    """Ways in which a line is verified."""

    UNVERIFIED = ""
    EXACT = "exact"  # at a random rational point
    SIXTY_DIGITS = "60 digits"  # at a random point with irrational powers
    NUMERIC = "numeric"  # at the values of the answer
    STATED = "stated"  # a relation as the library states it, checked when it was made


@dataclass(frozen=True, slots=True, repr=False)
class Step(Displayed):
    """One line: the rule applied, the resulting equation or inequality, the reason in a sentence.

    An evaluation has the `values` substituted and the `result`. `terms` are the expressions that
    stand for {0}, {1} in `template`, from which the reason is made; `uses` are the earlier
    equations that the line follows from, the one that is changed last.

    >>> import derive
    >>> answer = derive.solve("compute_time", {"step_time": "2 ms", "memory_time": "1 ms"})
    >>> print(answer.derivation.steps[-1].reason)
    Put in the numbers.
    """

    rule: StepRule
    equation: Any
    template: str
    verdict: LineVerdict = LineVerdict.UNVERIFIED
    relation: str = ""
    citations: tuple[Citation, ...] = ()
    values: tuple[Known, ...] = ()
    result: Known | None = None
    terms: tuple[Any, ...] = ()
    uses: tuple[Any, ...] = ()

    @property
    def reason(self) -> str:
        """The reason as a sentence, its expressions as plain text."""
        reason = self.template
        for index, term in enumerate(self.terms):
            reason = reason.replace(f"{{{index}}}", plain(term))
        return sentence(reason)


class DerivationPath(Protocol):
    """The path to a value, from which derivation and bottleneck are made on first access."""

    def derivation(self) -> Derivation:
        """The verified steps. Raises InternalError if a line does not verify."""
        ...

    def bottleneck(self) -> Bottleneck | None:
        """The bottleneck on the way to the value; None where nothing on it has parts."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Derivation(Displayed):
    """The steps to `target`; `alternatives` are the rejected regimes, each with its reason."""

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
    """A path with its derivation already made, from other paths; `last` is that of the value."""

    written: Derivation
    last: DerivationPath | None = None

    def derivation(self) -> Derivation:
        """The stored steps."""
        return self.written

    def bottleneck(self) -> Bottleneck | None:
        """That of the last path, without what would move it: the other paths would move too."""
        found = None if self.last is None else self.last.bottleneck()
        return found and replace(found, improvements=(), without_gain=())


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof of a theorem: the derivation from its relations, and the variables that cancel."""

    theorem: str
    statement: Any
    derivation: Derivation
    cancelled: tuple[Var, ...] = field(default=())
