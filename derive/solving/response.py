"""Response of an answer: how it moves if a relation or a known value is off by a factor.

Where all that changes is computed forward, the path is evaluated anew, whatever regimes it passes.
Where something must be solved for, the logarithmic derivatives of the path's relations tell the way
alone; in them every argument of a Max or Min acts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from derive.equations.neglected import Direction
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.arithmetic import Function
from derive.program.reader import NO_VALUE, Values
from derive.program.residual import log_residual
from derive.program.tolerances import CLOSE, NOISE
from derive.solving.compilation import function_of, reader_of
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.secants import secant_root
from derive.structure.derivatives import row
from derive.structure.rank import Combination, eliminate


@dataclass(frozen=True)
class Response:
    """The response of the target at a candidate solution."""

    query: Query
    candidate: CandidateSolution
    instead: tuple[tuple[int, float], ...] = ()  # values of slots that stand for others

    @property
    def target(self) -> int:
        """The target's slot."""
        return self.query.system.slots[self.query.target]

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The relations of the path."""
        return tuple(relation.made for relation in self.query.used)

    @cached_property
    def defining(self) -> dict[Var, Relation]:
        """The relation that defines each computed variable of the path, if one does."""
        found: dict[Var, Relation] = {}
        for relation in self.relations:
            if relation.subject is not None and relation.subject not in self.query.in_force:
                found.setdefault(relation.subject, relation)
        return found

    @cached_property
    def values(self) -> Values:
        """The values of the candidate, those that cancelled set to one, and what follows."""
        system, reader = self.query.system, reader_of(self.query.system)
        values = list(self.candidate.values)
        for (block, _), branch in zip(self.candidate.path, self.candidate.data, strict=True):
            defined = {slot for slot, _ in branch.definitions}
            members = {j for i in block.relations for j in system.structure.of_relation[i]}
            for slot in members - defined:
                values[slot] = 1.0 if values[slot] is None else values[slot]
            for slot, node in branch.definitions:
                if values[slot] is None:
                    with suppress(*NO_VALUE):
                        values[slot] = reader.value(node, values)
        for slot, value in self.instead:
            values[slot] = value
        if self.instead:
            with suppress(*NO_VALUE):
                self._settled(values, None, 1.0)
        return values

    def above_zero(self, var: Var) -> Response:
        """The response where a value of zero is little instead."""
        return replace(self, instead=((self.query.system.slots[var], self._little(var)),))

    def _little(self, var: Var) -> float:
        """A thousandth of a variable's greatest value, or of the greatest known of its
        dimension.
        """
        slots, high = self.query.system.slots, var.bounds[1]
        alike = (
            self.values[slots[v]]
            for relation in self.relations
            for v in relation.variables
            if v.unit.dimension == var.unit.dimension
        )
        greatest = high if math.isfinite(high) else max((x for x in alike if x), default=0.0)
        return 1e-3 * (greatest or var.unit.factor)

    def way(
        self, var: Var, factors: Iterable[float], relation: Relation | None = None
    ) -> Direction | None:
        """The way the target goes as `var` becomes so many times as large: a known value, or what
        `relation` makes of it. None where the target stays. Where it would leave its range its
        slope counts.
        """
        rises: set[bool] = set()
        for factor in factors:
            change = self.change(var, factor, relation)
            if change is None or not self._stays_in_range(change):
                slope = self._slope(var, relation)
                if slope is None:
                    return Direction.EITHER
                here = abs(self.values[self.target]) or 1.0
                change = slope / here * math.log(factor)
            if abs(change) > NOISE:
                rises.add(change > 0.0)
        if len(rises) == 1:
            return Direction.RAISES if rises.pop() else Direction.LOWERS
        return Direction.EITHER if rises else None

    def _stays_in_range(self, change: float) -> bool:
        """Whether a target that is within its range stays there, changed so much."""
        (low, high, *_), here = self.query.target.bounds, self.values[self.target] or 0.0
        return not low <= here <= high or low <= here + change * (abs(here) or 1.0) <= high

    def change(self, var: Var, factor: float, relation: Relation | None = None) -> float | None:
        """The relative change of the target; None where it cannot be computed forward."""
        values = list(self.values)
        if relation is None:
            values[self.query.system.slots[var]] *= factor
        elif self.defining.get(var) is not relation:
            return None
        found, here = self._forward(values, relation, factor), self._here
        return None if found is None or here is None else (found - here) / (abs(here) or 1.0)

    @property
    def solvable(self) -> bool:
        """Whether one relation is left over to solve for the target, the others being defined."""
        return self.query.target not in self.defining and len(self._checks) == 1

    def solved(self, var: Var, factor: float) -> float | None:
        """The relative change of a target that is solved for from one relation, as the known `var`
        becomes so many times as large: to the nearest value at which both sides agree, found by
        secants in logarithms. None where there is none.
        """
        values = list(self.values)
        values[self.query.system.slots[var]] *= factor
        (left, right), here = self._checks[0], values[self.target]

        def apart(x: float) -> float:
            values[self.target] = here * math.exp(x)
            self._settled(values, None, 1.0)
            return log_residual(left(values), right(values))

        try:
            root = secant_root(apart)
        except NO_VALUE:
            return None
        return None if root is None else math.expm1(root)

    @cached_property
    def _here(self) -> float | None:
        """The target computed forward from the values as they are."""
        return self._forward(list(self.values), None, 1.0)

    def _forward(self, values: Values, off: Relation | None, factor: float) -> float | None:
        """The target with all defined variables computed anew, if the other relations then hold."""
        try:
            return self._evaluated(values, off, factor)
        except NO_VALUE:
            return None

    def _settled(self, values: Values, off: Relation | None, factor: float) -> bool:
        """Compute all defined variables anew; whether they come to rest."""
        for _ in range(len(self._formulas) + 1):
            before = list(values)
            for slot, formula, relation in self._formulas:
                values[slot] = (factor if relation is off else 1.0) * formula(values)
            if values == before:
                return True
        return False

    def _evaluated(self, values: Values, off: Relation | None, factor: float) -> float | None:
        if not self._settled(values, off, factor):
            return None
        holds = all(
            abs(log_residual(left(values), right(values))) <= CLOSE for left, right in self._checks
        )
        return float(values[self.target]) if holds else None

    @cached_property
    def _formulas(self) -> list[tuple[int, Function, Relation]]:
        """The formula of each defined variable, by its slot."""
        system = self.query.system
        return [
            (system.slots[var], function_of(system, relation.right), relation)
            for var, relation in self.defining.items()
        ]

    @cached_property
    def _checks(self) -> list[tuple[Function, Function]]:
        """The sides of the relations that define nothing."""
        system, used = self.query.system, list(self.defining.values())
        rest = (relation for relation in self.relations if relation not in used)
        return [(function_of(system, r.left), function_of(system, r.right)) for r in rest]

    def slope(self, var: Var) -> float | None:
        """About the target's change per share of a known value; None where it is not known."""
        return self._slope(var, None)

    def _slope(self, var: Var, relation: Relation | None) -> float | None:
        """The sign of the target's change as `var` grows; None where it is not known."""
        slot = self.query.system.slots[var]
        try:
            found = self._combination
        except NO_VALUE:
            return None
        if found is None:
            return None
        rows = {k: r.get(slot, 0.0) for k, r in enumerate(self._rows)}
        if relation is not None:
            rows = {k: -slope for k, slope in rows.items() if self.relations[k] is relation}
        moved = -math.fsum(found.relations.get(k, 0.0) * slope for k, slope in rows.items())
        return float(moved / found.row[self.target] * self.values[self.target])

    @cached_property
    def _rows(self) -> tuple[dict[int, float], ...]:
        """The logarithmic derivatives of each relation of the path."""
        slots = self.query.system.slots
        point = {
            v: self.values[slots[v]] for relation in self.relations for v in relation.variables
        }
        gradients = (row(relation.left, relation.right, point) for relation in self.relations)
        return tuple({slots[v]: slope for v, slope in found.items()} for found in gradients)

    @cached_property
    def _combination(self) -> Combination | None:
        """The combination of the path's relations that leaves the target alone."""
        slots = self.query.system.slots
        known = {slots[v] for v in self.query.in_force if v in slots}
        return eliminate(range(len(self._rows)), self._rows.__getitem__, known, self.target).pinned


def joint_way(ways: Iterable[Direction | None]) -> Direction | None:
    """The one way of all, if they go one way; None where all stay."""
    found = {way for way in ways if way is not None}
    return (found.pop() if len(found) == 1 else Direction.EITHER) if found else None
