"""A comparison of two answers: flips, changed inputs and their contributions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive.display import Displayed
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.known import Known


@dataclass(frozen=True, slots=True)
class Flip:
    """A changed finding other than a number: a status, a regime, the verdict of a constraint."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """An input before and after; `share` is its part of ln(after/before) of the target (None: not
    attributed).

    `var` is None for a change of relations, variants or the set of inputs.
    """

    var: Var | None
    before: Known | None = None
    after: Known | None = None
    share: float | None = None

    @property
    def name(self) -> str:
        """The input's name."""
        return self.var.name if self.var is not None else "the way it is worked out"


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Displayed):
    """Result of `compare`: flips, changed inputs with their effects on the target, and the rest.

    `log_ratio` is ln(second/first) of the target where both have one positive value; the shares of
    `changes` add up to it exactly, by the `method` named. `appeared` and `disappeared` are inputs
    of one answer only.
    """

    first: Answer
    second: Answer
    flips: tuple[Flip, ...] = ()
    log_ratio: float | None = None
    changes: tuple[Change, ...] = ()
    method: str = ""
    appeared: tuple[Known, ...] = ()
    disappeared: tuple[Known, ...] = ()
    relations: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    variants: Mapping[str, tuple[str, str]] | None = None
    sources: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def target(self) -> Var:
        """The target of both answers."""
        return self.second.target

    @property
    def same(self) -> bool:
        """Whether the answers are equal in all of these."""
        found = (
            self.flips,
            self.changes,
            self.appeared,
            self.disappeared,
            *self.relations,
            self.variants,
            *self.sources,
        )
        return not any(found) and not self.log_ratio


@dataclass(frozen=True, eq=False)
class Regression:
    """Two sets of answers by the names of their questions: the comparisons of those in both, and
    the names in one only.
    """

    comparisons: Mapping[str, Comparison]
    appeared: tuple[str, ...] = ()
    disappeared: tuple[str, ...] = ()
