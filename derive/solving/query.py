"""A query: a target and known values in a system, with the plan that leads to the target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from derive.algebra.branch import MOST_EFFORT
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.program.filling import fill
from derive.program.reader import NearbyReader, NodeReader, Values
from derive.results.known import Known, Origin
from derive.solving.compilation import function_of, reader_of, walk
from derive.solving.coupled_blocks import decoupled
from derive.solving.equation_system import EquationSystem
from derive.solving.propagate import CandidateSolution, SolutionSet, follow
from derive.structure.plan import SCOPES, Plan
from derive.structure.propagation import Propagation


@dataclass(frozen=True)
class Query:
    """A target in a system (exact zeros substituted), the known values, and their plan; the ideal
    values `withheld` are not assumed. Blocks behind an interval are solved as one up to so much
    `effort`. The relations `aside` are checks: nothing beside the way follows from them.
    """

    system: EquationSystem
    target: Var
    known: Mapping[Var, Known]
    plan: Plan
    rtol: float = 0.0
    withheld: frozenset[Var] = frozenset()
    effort: int = MOST_EFFORT
    reader: NodeReader | None = None
    aside: tuple[int, ...] = ()

    @cached_property
    def in_force(self) -> dict[Var, Known]:
        """The known values and the defaults used by the plan."""
        variables = self.system.structure.variables
        taken = {variables[j]: default_of(variables[j]) for j in self.plan.assumed}
        return {**taken, **self.known}

    @cached_property
    def values_in_force(self) -> tuple[tuple[int, float], ...]:
        """These values by slot."""
        slots = self.system.slots
        return tuple((slots[v], known.value) for v, known in self.in_force.items() if v in slots)

    @cached_property
    def solutions(self) -> SolutionSet:
        """The candidate solutions that the plan leads to."""
        return follow(self.system, self.plan, self.in_force, self.effort, self.reader)

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
        """The givens that occur in no relation of the path, in nomenclature order."""
        of_relation = self.system.structure.of_relation
        touched = {j for block in self.plan.blocks for i in block.relations for j in of_relation[i]}
        spare = [
            v
            for v, known in self.known.items()
            if known.origin == Origin.GIVEN and self.system.slots.get(v) not in touched
        ]
        return ordered(spare)

    def with_value(self, var: Var, value: float) -> Query:
        """The query with one value changed; the plan, made from names alone, stays."""
        changed = replace(self.in_force[var], value=value)
        made = replace(self, known={**self.in_force, var: changed})
        vars(made)["fixed"] = self.fixed  # of names alone too
        return made

    @cached_property
    def nearby(self) -> NodeReader:
        """The reader of the query at values that change little."""
        reader = reader_of(self.system)
        return NearbyReader(reader) if self.solutions.candidates else reader

    @cached_property
    def _beside(self) -> dict[tuple[Var, float], Query]:
        return {}

    def beside(self, var: Var, value: float) -> Query:
        """The query with one value changed a little; made once."""
        key = var, value
        if key not in self._beside:
            self._beside[key] = replace(self.with_value(var, value), reader=self.nearby)
        return self._beside[key]

    def without(self, ideal: Var) -> Query:
        """The query planned anew without an ideal value."""
        known = {v: k for v, k in self.known.items() if k.origin != Origin.DEFAULT or not v.ideal}
        withheld = self.withheld | {ideal}
        return make_query(self.system, self.target, known, self.rtol, withheld=withheld)

    def number(self) -> float | None:
        """The target's value if there is exactly one candidate solution, without an interval or
        conditions.
        """
        candidates = self.solutions.candidates
        if len(candidates) != 1 or candidates[0].interval is not None or candidates[0].conditions:
            return None
        value: float | None = candidates[0].values[self.system.slots[self.target]]
        return value

    @cached_property
    def fixed(self) -> frozenset[int]:
        """The slots of the known values and of all values computed by the plan."""
        slots, solved = self.system.slots, (block.solves for block in self.plan.blocks)
        return frozenset((*(slots[v] for v in self.in_force if v in slots), *solved))

    @property
    def closure(self) -> Propagation:
        """All that follows from the known values and those computed by the plan."""
        return self.system.propagation(self.fixed, *self.aside)

    @cached_property
    def constant(self) -> set[int]:
        """The slots of conventions, defaults, and all that follows from them."""
        assumed = (self.system.slots[v] for v, known in self.in_force.items() if known.assumed)
        return self.system.propagation(frozenset(assumed)).known

    @property
    def closed(self) -> tuple[Relation, ...]:
        """The relations without an open variable, those of the path first."""
        known = self.closure.known
        of_relation = zip(self.system.relations, self.system.structure.of_relation, strict=True)
        beside = (relation for relation, members in of_relation if known.issuperset(members))
        return tuple(dict.fromkeys([*self.used, *beside]))

    @cached_property
    def with_all_defaults(self) -> Query:
        """The query with the defaults of all open variables, for checks beside the answer."""
        without, slots = {self.target, *self.withheld}, self.system.slots
        open_ones = (v for v in self.system.assumable if v not in without)
        rest = [v for v in open_ones if slots[v] not in self.closure.known]
        return replace(self, known={**self.in_force, **{v: default_of(v) for v in rest}})

    def filled(self, candidate: CandidateSolution, wanted: Iterable[Var]) -> Values | None:
        """The values of a candidate solution and of `wanted`; None if one of these is open."""
        slots = self.system.slots
        goals, values = [slots[v] for v in wanted], list(candidate.values)
        blocks = walk(self.system, self.fixed, goals, *self.aside)
        if blocks is None:
            return None
        for slot, value in self.values_in_force:
            if values[slot] is None:
                values[slot] = value
        filled = fill(reader_of(self.system), blocks, values)
        return values if filled and all(values[j] is not None for j in goals) else None

    def value_of(self, expression: Any, values: Values) -> float:
        """The value of an expression at these values."""
        return float(function_of(self.system, expression)(values))

    @cached_property
    def support(self) -> dict[int, frozenset[Var]]:
        """The known variables behind each variable on the path, by slot."""
        slots = self.system.slots
        support = {slots[v]: frozenset({v}) for v in self.in_force if v in slots}
        for block in self.plan.blocks:
            around = {j for i in block.relations for j in self.system.structure.of_relation[i]}
            support[block.solves] = frozenset().union(
                *(support.get(j, frozenset()) for j in around if j != block.solves)
            )
        return support

    @property
    def target_support(self) -> tuple[Var, ...]:
        """The known variables behind the target, in nomenclature order."""
        return ordered(self.support.get(self.system.slots[self.target], ()))

    def rests_on(self, relation: int) -> frozenset[Var]:
        """The known variables behind all variables of a relation."""
        return self.support_of(self.system.structure.of_relation[relation])

    def support_of(self, members: Iterable[int]) -> frozenset[Var]:
        """The known variables behind these slots, as far as they follow."""
        members = tuple(members)
        support = dict(self.support)
        for i, j in self.closure.support(members):
            if j not in support:
                around = self.system.structure.of_relation[i]
                support[j] = frozenset().union(
                    *(support.get(k, frozenset()) for k in around if k != j)
                )
        return frozenset().union(*(support.get(j, frozenset()) for j in members))


@lru_cache(maxsize=1024)
def default_of(var: Var) -> Known:
    """A variable's default as a known value."""
    assert var.default is not None
    return Known(var, var.default.value, Origin.DEFAULT, written=var.default.text)


def computed(var: Var, value: float) -> Known:
    """A computed value."""
    return Known(var, value, Origin.COMPUTED)


def make_query(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    rtol: float,
    widest: int = SCOPES[-1],
    withheld: frozenset[Var] = frozenset(),
) -> Query:
    """The query with its plan; the plan may use the ideal values of unknown variables other than
    those `withheld`.
    """
    plan = decoupled(system, plan_of(system, target, known, widest, withheld))
    return Query(system, target, dict(known), plan, rtol, withheld)


def plan_of(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    widest: int = SCOPES[-1],
    withheld: frozenset[Var] = frozenset(),
) -> Plan:
    """The plan of `make_query`, from names alone, before any of its blocks is solved."""
    without = {*known, *withheld, target}
    assumable = [v for v in system.assumable if v not in without]
    names = [v for v in known if v in system.slots]
    stated = [v for v in names if known[v].origin == Origin.GIVEN]
    return system.plan(target, names, assumable, stated, widest)


def quick_value(system: EquationSystem, target: Var, known: Mapping[Var, Known]) -> float | None:
    """The single value of `target` from known values, or None."""
    query = make_query(system, target, known, 0.0)
    return query.number() if query.plan.determined else None
