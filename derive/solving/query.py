"""An inquiry: one question with everything found out about it so far; the parts of an answer read
from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.reader import Values
from derive.program.scalar import fill
from derive.results.known import Known, Origin
from derive.solving.compilation import function_of, reader_of, walk
from derive.solving.equation_system import EquationSystem
from derive.solving.propagate import CandidateSolution, SolutionSet, follow
from derive.structure.plan import SCOPES, Plan
from derive.structure.propagation import Propagation


@dataclass(frozen=True)
class Query:
    """The system (with zeros put in), the target, what is known and which defaults the plan took
    up.
    """

    system: EquationSystem
    target: Var
    known: Mapping[Var, Known]
    plan: Plan
    rtol: float = 0.0

    @cached_property
    def in_force(self) -> dict[Var, Known]:
        """Known values and the defaults the plan uses."""
        variables = self.system.structure.variables
        taken = {variables[j]: default_of(variables[j]) for j in self.plan.assumed}
        return {**taken, **self.known}

    @cached_property
    def solutions(self) -> SolutionSet:
        """Where the plan leads at these numbers."""
        return follow(self.system, self.plan, self.in_force)

    @property
    def used(self) -> tuple[Relation, ...]:
        """The relations on the plan's path, in order."""
        return tuple(
            dict.fromkeys(
                self.system.relations[i] for block in self.plan.blocks for i in block.relations
            )
        )

    @property
    def unused(self) -> tuple[Var, ...]:
        """The givens that the plan does not touch, in nomenclature order."""
        of_relation = self.system.structure.of_relation
        touched = {j for block in self.plan.blocks for i in block.relations for j in of_relation[i]}
        spare = [
            v
            for v, known in self.known.items()
            if known.origin == Origin.GIVEN and self.system.slots.get(v, -1) not in touched
        ]
        return tuple(sorted(spare, key=lambda v: (v.rank, v.name)))

    def with_value(self, var: Var, value: float) -> Query:
        """The same question with one value changed; the plan, made from names alone, stays."""
        changed = replace(self.in_force[var], value=value)
        return replace(self, known={**self.in_force, var: changed})

    def number(self) -> float | None:
        """The target's value when there is exactly one world."""
        candidates = self.solutions.candidates
        return (
            candidates[0].values[self.system.slots[self.target]]
            if len(candidates) == 1 and candidates[0].interval is None
            else None
        )

    @cached_property
    def fixed(self) -> frozenset[int]:
        """The slots of the known values and of all that the plan computes."""
        slots, solved = self.system.slots, (block.solves for block in self.plan.blocks)
        return frozenset((*(slots[v] for v in self.in_force if v in slots), *solved))

    @property
    def closure(self) -> Propagation:
        """What follows from the known values and all that the plan computes."""
        return self.system.propagation(self.fixed)

    @property
    def closed(self) -> tuple[Relation, ...]:
        """The relations between what is known and what follows, those of the path among them."""
        known, of_relation = self.closure.known, self.system.structure.of_relation
        beside = (
            r
            for r, members in zip(self.system.relations, of_relation, strict=True)
            if known.issuperset(members)
        )
        return tuple(dict.fromkeys([*self.used, *beside]))

    @cached_property
    def with_all_defaults(self) -> Query:
        """The same inquiry with every default that is still open: for judging what lies beside the
        answer.
        """
        rest = [
            v
            for v in self.system.assumable
            if v != self.target and self.system.slots[v] not in self.closure.known
        ]
        return replace(self, known={**self.in_force, **{v: default_of(v) for v in rest}})

    def filled(self, candidate: CandidateSolution, wanted: Iterable[Var]) -> Values | None:
        """The values of a candidate solution with those of `wanted` computed too; None if one does
        not follow.
        """
        slots = self.system.slots
        goals = [slots[v] for v in wanted]
        blocks = walk(self.system, self.fixed, goals)
        if blocks is None:
            return None
        values = list(candidate.values)
        for var, known in self.in_force.items():
            if var in slots and values[slots[var]] is None:
                values[slots[var]] = known.value
        filled = fill(reader_of(self.system), blocks, values)
        return values if filled and all(values[j] is not None for j in goals) else None

    def value_of(self, expression: Any, values: Values) -> float:
        """An expression at these values."""
        return float(function_of(self.system, expression)(values))

    @cached_property
    def support(self) -> dict[int, frozenset[Var]]:
        """For every variable on the path, the known values it rests on."""
        resting = {
            self.system.slots[v]: frozenset({v}) for v in self.in_force if v in self.system.slots
        }
        for block in self.plan.blocks:
            around = {j for i in block.relations for j in self.system.structure.of_relation[i]}
            resting[block.solves] = frozenset().union(
                *(resting.get(j, frozenset()) for j in around if j != block.solves)
            )
        return resting

    def rests_on(self, relation: int) -> frozenset[Var]:
        """The known values behind all variables of a relation."""
        return self.behind(self.system.structure.of_relation[relation])

    def behind(self, members: Iterable[int]) -> frozenset[Var]:
        """The known values behind these variables, as far as they follow."""
        members = tuple(members)
        resting = dict(self.support)
        for i, j in self.closure.support(members):
            if j not in resting:
                around = self.system.structure.of_relation[i]
                resting[j] = frozenset().union(
                    *(resting.get(k, frozenset()) for k in around if k != j)
                )
        return frozenset().union(*(resting.get(j, frozenset()) for j in members))


def default_of(var: Var) -> Known:
    """A variable's default as a known value."""
    assert var.default is not None
    return Known(var, var.default.value, Origin.DEFAULT, written=var.default.text)


def computed(var: Var, value: float) -> Known:
    """A value the engine found."""
    return Known(var, value, Origin.COMPUTED)


def exact_zeros(known: Mapping[Var, Known]) -> frozenset[Var]:
    """What is stated to be exactly zero; an uncertain value whose middle happens to be zero is
    not.
    """
    return frozenset(
        v for v, k in known.items() if k.value == 0.0 and k.uncertain is None and k.stated
    )


def prepare(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known]
) -> tuple[EquationSystem, dict[Var, Known]]:
    """The system with exact zeros put in, and all that is then known; the target only where zeros
    make it zero.
    """
    known = with_conventions(
        system, target, {var: item for var, item in stated.items() if var != target}
    )
    zeros = exact_zeros(known)
    if not zeros:
        return system, known
    asked, derived = system.with_zeros(zeros)
    known.update({v: computed(v, 0.0) for v in derived})
    return asked, known


def with_conventions(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known]
) -> dict[Var, Known]:
    """The givens and the conventions of the system's variables, which hold unless given."""
    known = dict(stated)
    for var in system.conventional:
        if var not in known and var != target:
            assert var.convention is not None
            known[var] = Known(
                var, var.convention.value, Origin.CONVENTION, written=var.convention.text
            )
    return known


def query_or_none(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], rtol: float = 0.0
) -> Query | None:
    """The inquiry with its plan, exact zeros put in first; None when they make the target itself
    zero.
    """
    asked, known = prepare(system, target, stated)
    return None if target in known else make_query(asked, target, known, rtol)


def make_query(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    rtol: float,
    widest: int = SCOPES[-1],
) -> Query:
    """The inquiry with its plan; defaults stand ready for what is not known."""
    assumable = [v for v in system.assumable if v not in known and v != target]
    names = [v for v in known if v in system.slots]
    stated = [v for v in names if known[v].origin == Origin.GIVEN]
    return Query(
        system, target, dict(known), system.plan(target, names, assumable, stated, widest), rtol
    )


def query_of_known(
    system: EquationSystem, target: Var, known: Mapping[Var, Known], rtol: float
) -> Query:
    """The query for a target that is known already, such as one that exact zeros make zero: its
    plan has no block.
    """
    slots = frozenset(system.slots[v] for v in known if v in system.slots)
    return Query(system, target, dict(known), Plan(system.slots[target], known=slots), rtol)


def quick_value(system: EquationSystem, target: Var, known: Mapping[Var, Known]) -> float | None:
    """One value of `target` from known values, or None: for remarks beside an answer."""
    query = make_query(system, target, known, 0.0)
    return query.number() if query.plan.determined else None
