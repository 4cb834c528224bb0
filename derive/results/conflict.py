"""Conflicts: givens that disagree, and two routes to different values of one variable."""

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
    """A route to a value (base units) in conflict: the known values it uses, and the answer that
    derives it; None if the value is given.
    """

    known: tuple[Known, ...]
    value: float
    answer: DerivedValue | None = field(default=None, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its known variables."""
        return tuple(known.var.name for known in self.known)

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of the sources of its values and relations."""
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
    """Givens that disagree: their names, the violated relation, the value on each side and the
    factor between them.

    The set is minimal: without any one of them the others agree. `routes` are two routes to `var`,
    and `tolerance` is the difference allowed by the digits written and `rtol`. `through` are all
    relations without open variables.
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
