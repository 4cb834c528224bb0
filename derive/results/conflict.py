"""Conflicts: givens that disagree, and two routes to different values of one variable."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Protocol

from derive.display import enumeration
from derive.equations.neglected import Direction
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.bound import BoundKind
from derive.results.derivation import Derivation
from derive.results.known import Known, Origin
from derive.results.pull import Pull
from derive.units.display import format_number, format_value

_HARDLY = 1.005  # a factor that would be told as 1


class DerivedValue(Protocol):
    """An answer, as far as a route needs it."""

    @property
    def target(self) -> Var: ...  # noqa: D102
    @property
    def number(self) -> float | None: ...  # noqa: D102
    @property
    def relations(self) -> tuple[Relation, ...]: ...  # noqa: D102
    @property
    def derivation(self) -> Derivation: ...  # noqa: D102
    @property
    def pulls(self) -> tuple[Pull, ...]: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class Route:
    """A route to a value (base units) in conflict: the known values it uses, and the answer that
    derives it; None if the value is given.

    For a `kind` of bound the value is that bound, which `relations` carry over from what the answer
    derives, if anything.
    """

    known: tuple[Known, ...]
    value: float
    answer: DerivedValue | None = field(default=None, repr=False)
    kind: BoundKind | None = None
    relations: tuple[str, ...] = ()

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

    The set is the `smallest`: without any one of them the others agree; else it may have more than
    it needs. `routes` are two routes to `var`
    (none if the givens put it outside its range), and `tolerance` is the difference allowed by the
    digits written and `rtol`. `mend` is a default or convention at the value with which they would
    agree, and `through` are all relations without open variables. `ideals` are the ideal values
    beside which alone it is known. A `tied` one is that of a regime which the digits leave open.
    One of a `point` that need not exist leaves that no value, and no other variable. Of `coupled`
    relations each may be met by values, but not all those of `through` by the same.
    """

    names: tuple[str, ...]
    relation: str
    left: str
    right: str
    factor: float
    mend: Known | None = None
    var: Var | None = None
    routes: tuple[Route, ...] = ()
    tolerance: float = 0.0
    through: tuple[Relation, ...] = field(default=(), repr=False)
    ideals: tuple[Known, ...] = field(default=(), repr=False)
    tied: bool = False
    smallest: bool = True
    point: Var | None = None
    coupled: bool = False

    @property
    def predicate(self) -> str:
        """The words behind the names: that they cannot hold, or leave a point no value."""
        if self.point is not None:
            return f"{'leaves' if len(self.names) == 1 else 'leave'} {self.point.name} no value"
        return {1: "cannot hold", 2: "cannot both hold"}.get(len(self.names), "cannot all hold")

    @property
    def apart(self) -> float:
        """The factor between the sides, at least 1; infinite where one of them is zero."""
        size = abs(self.factor)
        return max(size, 1 / size) if size else math.inf

    def difference(self, digits: int = 3) -> str:
        """The factor between the sides in words; where that is small, the percentage."""
        if self.apart < _HARDLY:
            return f"{format_number(100 * (self.apart - 1), 2)} %"
        return f"a factor of {format_number(self.apart, digits)}"

    @property
    def text(self) -> str:
        """The disagreement as a clause: the value that is stated beside what the others make it, or
        the names that disagree.
        """
        if self.point is not None:
            return f"{enumeration(self.names)} {self.predicate}"
        told = math.isfinite(self.apart)
        factor = f" {self.difference()}" if told else ""
        if self.var is None or len(self.routes) != 2 or self.routes[0].answer is not None:
            disagree = "disagree" if len(self.names) > 1 else "cannot hold; its relations disagree"
            return f"{enumeration(self.names)} {disagree}{' by' if factor else ''}{factor}"
        (stated, *_), made = self.routes[0].known, self.routes[1]
        others = [name for name in self.names if name != self.var.name]
        makes = "makes" if len(others) == 1 else "make"
        value = f"{f'{made.kind} ' if made.kind else ''}{format_value(made.value, self.var.unit)}"
        given = "is given as" if stated.origin == Origin.GIVEN else "is"
        start = f"{self.var.name} {given} {stated.text}"
        makers = enumeration(others) or "the relations alone"
        return f"{start}, but {makers} {makes} it {value}{f',{factor} apart' if factor else ''}"

    @property
    def unless(self) -> str:
        """The mend in words; empty without one."""
        if self.mend is None:
            return ""
        against = " against convention" if self.mend.origin == Origin.CONVENTION else ""
        return f"{self.mend.var.name} is {self.mend.share_text}{against}"

    @property
    def pulls(self) -> tuple[Pull, ...]:
        """The pulls at the ends of derived routes that, counted, would bring them nearer to each
        other.
        """
        found: list[Pull] = []
        for route, other in zip(self.routes, self.routes[::-1], strict=True):
            way = Direction.RAISES if other.value > route.value else Direction.LOWERS
            if route.answer is not None and route.kind is None:
                found += [p for p in route.answer.pulls if p.way in (way, Direction.EITHER)]
        return tuple(dict.fromkeys(found))

    @property
    def implied(self) -> str:
        """The value that an ideal default takes where it yields to the givens, in words; empty
        where none can.
        """
        return "" if self.mend is None or not self.mend.var.ideal else self.mend.implied_text
