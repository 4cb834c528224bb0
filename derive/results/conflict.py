"""Conflict: givens that disagree, and the two routes to one value that show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.derivation import Derivation
from derive.results.known import Known


class DerivedValue(Protocol):
    """An answer, as far as a route needs it."""

    @property
    def relations(self) -> tuple[Relation, ...]: ...  # noqa: D102
    @property
    def derivation(self) -> Derivation: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class Route:
    """One way to a value (base units) that givens disagree about: the values it rests on, and the
    answer that leads there; None for a single given that states the value itself.
    """

    known: tuple[Known, ...]
    value: float
    answer: DerivedValue | None = field(default=None, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The givens behind it."""
        return tuple(known.var.name for known in self.known)

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of the sources that stand behind its values and its relations."""
        cited = (
            [c.source for relation in self.answer.relations for c in relation.citations]
            if self.answer
            else []
        )
        return tuple(
            dict.fromkeys(id for id in [*(known.source for known in self.known), *cited] if id)
        )


@dataclass(frozen=True, slots=True)
class Conflict:
    """Givens that disagree: their names, the relation that shows it, what each side gives, the
    factor between them.

    The set is minimal: without any one of them the others agree. `routes` are the two ways to a
    value of `var`, and `tolerance` is how far they might have been apart: what the digits written
    and `rtol` allow. It is sought `through` these relations: all that hold between what is known
    and what follows.
    """

    names: tuple[str, ...]
    relation: str
    left: str
    right: str
    factor: float
    unless: str = ""
    var: Var | None = None
    routes: tuple[Route, ...] = ()
    tolerance: float = 0.0
    through: tuple[Relation, ...] = field(default=(), repr=False)
