"""Answers: one record per status, with the fields common to all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from derive.display import enumeration
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import InternalError
from derive.results.bottleneck import Bottleneck
from derive.results.bound import Bound
from derive.results.conflict import Conflict
from derive.results.derivation import Derivation
from derive.results.gap import IN_INTERVAL, NO_GAP, OPEN_ENDS, Gap
from derive.results.known import Known, Origin
from derive.results.parts import AnswerParts
from derive.results.solution import EMPTY, AnswerValue, ConstraintCheck, Solution
from derive.results.status import Status
from derive.results.uncertainty import Spread
from derive.units.display import format_value

if TYPE_CHECKING:
    import pint


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Answer(AnswerParts):
    """Answer of `solve`: a Solved, Infeasible, Contradiction, Underdetermined or Unreachable.

    `solution` is empty if there is no value. With uncertain givens, `spread` is how uncertain the
    answer is, and the rest is as at the medians; from intervals there is no single value, and
    `interval` holds the lowest and the highest.
    """

    status: ClassVar[Status]

    target: Var
    solution: Solution = EMPTY
    known: tuple[Known, ...] = ()
    unused: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    variants: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    compared: str = ""
    spread: Spread | None = None
    gap: Gap = field(default=NO_GAP, init=False)
    conflict: Conflict | None = field(default=None, init=False)
    bound: Bound | None = field(default=None, init=False)
    asked: float | None = field(default=None, init=False)

    @property
    def values(self) -> tuple[AnswerValue, ...]:
        """The values, each with its regime."""
        return self.solution.values

    @property
    def outcomes(self) -> tuple[AnswerValue, ...]:
        """The `values` by their other name."""
        return self.values

    @property
    def number(self) -> float | None:
        """The single value in base units; None if there is none or more than one. By the status it
        may hold under a condition, break a constraint, or be where one route of a contradiction
        ends.
        """
        return self.solution.number

    @property
    def value(self) -> pint.Quantity[Any] | None:
        """The single value as a pint quantity in the target's declared unit; None if there is none.

        >>> import derive
        >>> given = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
        >>> derive.solve("drain_time", given).value.to("ms").magnitude
        14.4
        """
        number, unit = self.number, self.target.unit
        return None if number is None else unit.quantity(number / unit.factor)

    @property
    def text(self) -> str:
        """The value, values or interval as text."""
        unit = self.target.unit
        values = (format_value(v.value, unit) for v in self.values)
        return " or ".join([*(i.text(unit) for i in self.intervals), *values]) or "no value"

    @cached_property
    def derivation(self) -> Derivation:
        """The verified steps; none where the givens contradict each other in a line. Raises
        InternalError if a line does not verify.
        """
        path = self.solution.path
        try:
            return Derivation(self.target) if path is None else path.derivation()
        except InternalError:
            if self.conflict is None:
                raise
            return Derivation(self.target)

    @cached_property
    def bottleneck(self) -> Bottleneck | None:
        """The bottleneck on the way to the value; None without a value, and where nothing has
        parts.
        """
        return None if self.conflict is not None else self.solution.bottleneck(self.spread)

    @property
    def cautions(self) -> tuple[str, ...]:
        """Sentences on neglected terms from a tenth of the terms kept on, the largest first."""
        return joint_cautions((self,))

    @property
    def beside(self) -> tuple[str, ...]:
        """The remark on a stated value of the target beside the one that follows, if there is one
        and they are in no conflict.
        """
        return (self.compared,) if self.compared and self.conflict is None else ()

    def of_origin(self, origin: Origin) -> tuple[Known, ...]:
        """The known values of one origin."""
        return tuple(known for known in self.known if known.origin == origin)

    @property
    def exit_code(self) -> int:
        """The exit code of the command line."""
        return self.status.exit_code

    @property
    def common(self) -> dict[str, Any]:
        """The fields that every status has, by name."""
        return {f.name: getattr(self, f.name) for f in fields(Answer) if f.init}

    @property
    def contradiction(self) -> Conflict | None:
        """The conflict of the givens, the same whatever is asked, also where it is told as the
        nearest reachable value of one of them.
        """
        return self.conflict

    def contradicted(self, conflict: Conflict) -> Contradiction:
        """The answer as a contradiction with this conflict, without the bounds and the interval of
        its target, which no value meets.
        """
        told = (OPEN_ENDS, IN_INTERVAL)
        kept = tuple(text for text in self.warnings if not any(part in text for part in told))
        solution = EMPTY if self.intervals else self.solution
        common = {**self.common, "warnings": kept, "solution": solution}
        return Contradiction(conflict=conflict, **common)

    def needing(self, conflict: Conflict) -> Self:
        """The answer with no given of a conflict among those that it does without."""
        return replace(self, unused=tuple(v for v in self.unused if v not in conflict.names))


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Solved(Answer):
    """Values, or an interval of them, that satisfy all givens and constraints."""

    status = Status.SOLVED


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Infeasible(Answer):
    """Values that satisfy the givens and violate a constraint."""

    status = Status.INFEASIBLE

    @property
    def violated(self) -> tuple[ConstraintCheck, ...]:
        """The constraints that fail."""
        return tuple(check for check in self.constraints if not check.satisfied and check.concerns)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Contradiction(Answer):
    """Givens in conflict, which nothing further settles; a value that follows from some of them is
    kept in `solution`.
    """

    status = Status.CONTRADICTION
    conflict: Conflict = field()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Underdetermined(Answer):
    """No value, or values under open conditions; `gap` has the missing sets."""

    status = Status.UNDERDETERMINED
    gap: Gap = NO_GAP

    @property
    def values(self) -> tuple[AnswerValue, ...]:
        """The values under conditions that determine the target and may hold, each with its
        condition.
        """
        found = self.solution.values or self.gap.conditional
        return tuple(v for v in found if self.gap.admits(v.value))

    @property
    def number(self) -> float | None:
        """The single value in base units, under its condition; None if there is none or more than
        one.
        """
        return replace(self.solution, values=self.values).number


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Unreachable(Answer):
    """No value of the target meets the givens; `bound` is the nearest reachable value of one.

    Givens that contradict each other whatever is asked make a `clash`, which `explain` reduces to a
    smallest set with two routes; it is told as the `conflict` where no given has a bound to tell.
    `asked` is the value outside the range of the target that the givens ask for, if they do.
    """

    status = Status.UNREACHABLE
    bound: Bound | None = None
    asked: float | None = None
    conflict: Conflict | None = None
    clash: Conflict | None = None
    explain: Callable[[Conflict], Conflict] | None = None

    @cached_property
    def contradiction(self) -> Conflict | None:
        """The conflict that any other question with these givens has; None if there is none."""
        return self.explain(self.clash) if self.clash and self.explain else self.clash


def joint_cautions(answers: Iterable[Answer]) -> tuple[str, ...]:
    """The cautions of several answers, each told once with the targets that it spares."""
    spared: dict[tuple[str, bool], dict[str, None]] = {}
    for answer in answers:
        large = [term for term in answer.neglected if term.caution]
        for term in sorted(large, key=lambda term: -(term.size or 0.0)):
            spared.setdefault((term.caution, term.spared), {})[answer.target.name] = None
    return tuple(
        f"{caution}; {enumeration([*names])} {'is' if len(names) == 1 else 'are'} the same with it"
        " here, since another regime sets it"
        if aside
        else caution
        for (caution, aside), names in spared.items()
    )
