"""Consistency of givens: the intervals that all variables can have, whatever is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.contraction import Contraction, SlotEquation
from derive.program.factor_limits import FactorLimits, closed_limits
from derive.program.interval import Interval
from derive.program.products import Implied, implied_equations
from derive.program.propagation import contract
from derive.program.tolerances import FEW_REVISIONS
from derive.results.known import Known
from derive.solving.beginning import Beginning, beginning, contractor_of
from derive.solving.equation_system import EquationSystem
from derive.solving.hypothetical import made_from
from derive.solving.provenance import slots_behind
from derive.solving.usual_values import holding

Stated = Mapping[Var, Known]
End = Literal["low", "high"]


class TrialOptions(NamedTuple):
    """A trial of values: within this relative width, if any, with any value admitted of the
    `unlimited` slots, and if `quick` with fewer revisions of each equation.
    """

    width: float | None = None
    unlimited: frozenset[int] = frozenset()
    quick: bool = False


AS_USUAL = TrialOptions()


@dataclass(frozen=True, eq=False)
class Knowledge:
    """The interval of each variable of a system under known values: all that was `found`, and the
    `bare` ones before equations implied by several relations were added.
    """

    system: EquationSystem
    found: Contraction
    bare: Contraction
    implied: Mapping[int, Implied]

    def narrowed(self, var: Var, interval: Interval, *, followed: bool = False) -> Knowledge:
        """The knowledge if a variable, moreover, lies in an interval."""
        return self.contracted({self.system.slots[var]: interval}, followed=followed)

    def contracted(
        self, starts: Mapping[int, Interval], first: Iterable[int] = (), *, followed: bool = False
    ) -> Knowledge:
        """The knowledge if some slots, moreover, lie in intervals, after the relations `first`, if
        there are any, and all implied ones are revised anew; ends that run off are `followed`.
        """
        equations = {number: item.equation for number, item in self.implied.items()}
        contractor, first = contractor_of(self.system), tuple(first)
        found = contract(
            contractor, starts, self.found, equations, first, resting=not first, followed=followed
        )
        return replace(self, found=found)

    def fixing(self, var: Var) -> Knowledge:
        """The same with what the relations of a variable imply as well, also where it has one
        value, to be narrowed to it.
        """
        if self.contradictory or var not in self.system.slots:
            return self
        contractor, slot = contractor_of(self.system), self.system.slots[var]
        bare = self.bare.copy()
        bare.reached.update(i for i in contractor.of_slot[slot] if i not in bare.left_out)
        limits = closed_limits(contractor, bare)
        fixed = (some - {contractor.node_of[slot]} for some in limits.opened)
        limits = limits._replace(opened=tuple(dict.fromkeys((*limits.opened, *fixed))))
        return joined(self, implied_by(self.system, frozenset(bare.reached), limits))

    @property
    def contradictory(self) -> bool:
        """Whether no values of the variables fit."""
        return self.found.empty is not None

    @property
    def emptied(self) -> Var | None:
        """The variable without a value, where a contradiction showed at one."""
        slot = self.found.slot_without_value
        return None if slot is None else self.system.variables[slot]

    @property
    def failing(self) -> str:
        """The relation at which a contradiction showed, if it was at one."""
        number = -1 if self.found.empty is None else self.found.empty
        return self.system.relations[number].name if number >= 0 else ""

    @property
    def causes(self) -> frozenset[Var]:
        """The variables behind a contradiction, as far as the last changes of all ends tell."""
        at, number = self.found.slot_without_value, self.found.empty
        return self._behind(() if at is None else (at,), () if number is None else (number,))

    def behind(self, var: Var) -> frozenset[Var]:
        """The variables behind the interval of one, itself too, as far as its last ends tell."""
        return self._behind((self.system.slots[var],))

    def _behind(self, slots: Iterable[int], equations: Iterable[int] = ()) -> frozenset[Var]:
        found = slots_behind(self.found, slots, equations, self.equation, self.members)
        return frozenset(self.system.variables[slot] for slot in found)

    def equation(self, number: int) -> SlotEquation | None:
        """The equation of that number, an implied one too."""
        made = self.implied.get(number)
        if made is not None:
            return made.equation
        return contractor_of(self.system).equation(number) if number >= 0 else None

    def members(self, number: int) -> list[int]:
        """The slots of an equation, or of those behind an implied one."""
        behind = self.implied[number].behind if number in self.implied else (number,)
        of_relation = self.system.structure.of_relation
        return [slot for i in behind if i >= 0 for slot in of_relation[i]]

    @property
    def reached(self) -> tuple[Relation, ...]:
        """The relations that took part."""
        return tuple(self.system.relations[i] for i in sorted(self.found.reached) if i >= 0)

    @property
    def equations(self) -> list[SlotEquation]:
        """The equations of the relations that took part."""
        found = map(self.equation, sorted(i for i in self.found.reached if i >= 0))
        return [made for made in found if made is not None]

    def interval(self, var: Var) -> Interval:
        """The values (base units) that a variable can have."""
        return self.found.slot(self.system.slots[var])

    def end(self, var: Var, end: End) -> float:
        """The low or high end of a variable's interval."""
        return self.interval(var)[end == "high"]

    def relations(self, var: Var, end: End) -> tuple[str, ...]:
        """The names of the relations that set the low or high end of a variable."""
        number = self.found.set_by.get((self.system.slots[var], end), -1)
        behind = self.implied[number].behind if number in self.implied else (number,)
        return tuple(self.system.relations[i].name for i in behind if i >= 0)


def knowledge(
    system: EquationSystem,
    stated: Stated,
    *,
    width: float | None = None,
    free: frozenset[Var] = frozenset(),
    unlimited: frozenset[Var] = frozenset(),
    held: frozenset[Var] = frozenset(),
    zeros: bool = True,
    quick: bool = False,
) -> Knowledge:
    """The knowledge from stated values, conventions and absent features: by their digits, or if a
    relative `width` is given by the values themselves, within it. Ideal defaults other than those
    `held`, and what is in `free`, may have any value of their range, the `unlimited` variables any
    value. Without `zeros` the relations stand as they are, with no exact zero put in. If `quick`,
    equations are revised less often.
    """

    def found() -> Knowledge:
        begun = beginning(system, stated, width, free, held, zeros)
        slots = frozenset(begun.system.slots[v] for v in unlimited if v in begun.system.slots)
        return knowledge_from(begun, TrialOptions(width, slots, quick))

    freed = mattering(system, stated, free)
    key = values_of(stated), width, freed, unlimited, held, zeros, quick
    return system.compiled.recent("knowledge", key, found)


def values_of(stated: Stated) -> tuple[tuple[object, ...], ...]:
    """All of stated values that intervals depend on."""
    return tuple((v, k.value, k.tolerance, k.origin, k.uncertain) for v, k in stated.items())


def mattering(system: EquationSystem, stated: Stated, free: frozenset[Var]) -> frozenset[Var]:
    """The variables whose being free makes a difference beside the stated ones, or some of them."""
    made: frozenset[Var] = system.compiled.once("particular", None, partial(_particular, system))
    return free & (made | stated.keys())


def _particular(system: EquationSystem) -> frozenset[Var]:
    return frozenset().union(holding(system), *made_from(system).values())


def knowledge_from(begun: Beginning, trial: TrialOptions = AS_USUAL) -> Knowledge:
    """The knowledge that follows from a beginning whose values lie within the width of a trial."""
    reduced, contractor = begun.system, contractor_of(begun.system)
    before = from_usual_values(begun, trial)
    found = contract(contractor, begun.others, before, first=begun.changed)
    if found.empty is None:
        found.empty = begun.refuted
    state = Knowledge(reduced, found, found, {})
    return state if found.empty is not None else with_implied(state, found)


def with_implied(state: Knowledge, found: Contraction) -> Knowledge:
    """The knowledge with the products implied by the equations that a run has reached."""
    limits = closed_limits(contractor_of(state.system), found)
    return joined(state, implied_by(state.system, frozenset(found.reached), limits))


def from_usual_values(begun: Beginning, trial: TrialOptions = AS_USUAL) -> Contraction:
    """The intervals that follow from the usual values of a beginning alone."""

    def found() -> Contraction:
        contractor = contractor_of(begun.system)
        start = Contraction(contractor, trial.unlimited)
        start.left_out = begun.left_out
        start.each = FEW_REVISIONS if trial.quick else start.each
        return contract(contractor, begun.assumed, start)

    key = frozenset(begun.assumed), trial, begun.left_out
    return begun.system.compiled.once("assumed", key, found)


def implied_by(
    system: EquationSystem, reached: frozenset[int], limits: FactorLimits
) -> tuple[Implied, ...]:
    """The equations of products implied by those reached, at these limits of their factors."""
    return system.compiled.once(
        "implied",
        (reached, limits),
        lambda: implied_equations(contractor_of(system), [i for i in reached if i >= 0], limits),
    )


def joined(state: Knowledge, made: Sequence[Implied]) -> Knowledge:
    """The knowledge with those of some implied equations that are not among its own."""
    own = tuple(state.implied.values())
    there = {item.said for item in own}
    more = [item for item in made if item.said not in there]
    if not more:
        return state
    implied = dict(enumerate((*own, *more), 2))
    implied = {-number: item for number, item in implied.items()}  # -1 is no equation
    equations = {number: item.equation for number, item in implied.items()}
    found = contract(contractor_of(state.system), {}, state.found, equations)
    return replace(state, found=found, implied=implied)
