"""Objective function: the objective and its limits as functions of the free variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import sympy

from derive.analysis.optimisation.active_formula import active_formula, evaluated
from derive.analysis.optimisation.limits import InequalityConstraint
from derive.analysis.optimisation.ranges import FreeVariable
from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query, make_query
from derive.solving.query_preparation import firm

Values = Mapping[Var, float]
Place = tuple[float, ...]  # values of the free variables (base units), in their order


@dataclass(frozen=True)
class Sample:
    """The objective (None where it has no single value) and the sides of every limit at a point."""

    at: Place
    value: float | None
    sides: tuple[tuple[float, float] | None, ...]
    met: tuple[bool, ...]

    @property
    def feasible(self) -> bool:
        """Whether the objective has a value and all limits hold."""
        return self.value is not None and all(self.met)


@dataclass(frozen=True, eq=False)
class ObjectiveFunction:
    """An objective over free variables, with known values and limits, on an equation system.

    `sign` is 1 for a minimum, −1 for a maximum; `kept` caches queries, samples and the line scan.
    """

    system: EquationSystem
    objective: Var
    known: Mapping[Var, Known]
    choices: tuple[FreeVariable, ...]
    limits: tuple[InequalityConstraint, ...] = ()
    sign: float = 1.0
    kept: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def variables(self) -> tuple[Var, ...]:
        """The free variables, in the order stated."""
        return tuple(choice.var for choice in self.choices)

    def values(self, at: Place) -> dict[Var, float]:
        """The values of the free variables at a point."""
        return dict(zip(self.variables, at, strict=True))

    def cost(self, sample: Sample) -> float:
        """The objective with the sign that makes the best value the least; 0 where it has none."""
        return self.sign * (sample.value or 0.0)

    def query(self, target: Var, values: Values) -> Query | None:
        """The query for a variable at a point; None if the point does not determine it."""
        zeros = frozenset(v for v, x in values.items() if x == 0.0)
        key = (target, tuple(values), zeros)
        if key not in self.kept:
            self.kept[key] = self._query(target, values, zeros)
        query: Query | None = self.kept[key]
        return None if query is None else replace(query, known={**query.known, **as_given(values)})

    def _query(self, target: Var, values: Values, zeros: frozenset[Var]) -> Query | None:
        """The query at a first point: its plan, made from names alone, is good for all."""
        known = {**self.known, **as_given(values)}
        system, derived = self._zeroed(known, zeros)
        if target in derived or target not in system.slots:
            return None
        known.update(as_given(dict.fromkeys(derived, 0.0)))
        query = make_query(
            system, target, {v: k for v, k in known.items() if v in system.slots}, 0.0
        )
        return query if query.plan.determined else None

    def rounds(self, at: Place) -> bool:
        """Whether anything is rounded on the way to the objective or a limit at a point."""
        values = self.values(at)
        targets = (self.objective, *(v for limit in self.limits for v in limit.variables))
        queries = (self.query(v, values) for v in dict.fromkeys(targets) if v not in values)
        used = (relation for query in queries if query is not None for relation in query.used)
        return any(relation.equation.has(sympy.ceiling, sympy.floor) for relation in used)

    def varies(self, query: Query) -> bool:
        """Whether the target of a query rests on a free variable."""
        return not set(self.variables).isdisjoint(query.target_support)

    def number(self, target: Var, values: Values) -> float | None:
        """The one value of a variable at a point, or None."""
        if target in values:
            return values[target]
        if target in self.known:
            return self.known[target].value
        query = self.query(target, values)
        if query is not None:
            return _single_value(query)
        zeros = frozenset(v for v, x in values.items() if x == 0.0)
        return 0.0 if target in self._zeroed(as_given(values), zeros)[1] else None

    def _zeroed(
        self, known: Mapping[Var, Known], zeros: frozenset[Var]
    ) -> tuple[EquationSystem, frozenset[Var]]:
        """The system with the zeros of a point substituted, and what becomes zero with them."""
        if not zeros:
            return self.system, zeros
        return self.system.with_zeros(zeros, firm({**self.known, **known}))

    def evaluate(self, expression: Any, at: Place) -> float | None:
        """An expression of any variables at a point, or None where it has no value."""
        values = self.values(at)
        return evaluated(expression, {v: self.number(v, values) for v in expression.free_symbols})

    def sample(self, at: Place) -> Sample:
        """The sample at a point; kept."""
        if at not in self.kept:
            self.kept[at] = self._sample(at)
        found: Sample = self.kept[at]
        return found

    def _sample(self, at: Place) -> Sample:
        values = self.values(at)
        numbers: dict[Var, float | None] = {}
        sides = tuple(self._sides(limit, values, numbers) for limit in self.limits)
        within = all(choice.admits(x) for choice, x in zip(self.choices, at, strict=True))
        met = tuple(
            pair is not None and limit.holds(*pair)
            for pair, limit in zip(sides, self.limits, strict=True)
        )
        return Sample(at, self.number(self.objective, values) if within else None, sides, met)

    def _sides(
        self, limit: InequalityConstraint, values: Values, numbers: dict[Var, float | None]
    ) -> tuple[float, float] | None:
        for var in limit.variables:
            if var not in numbers:
                numbers[var] = self.number(var, values)
        found = {var: numbers[var] for var in limit.variables}
        if any(x is None for x in found.values()):
            return None
        left, right = evaluated(limit.left, found), evaluated(limit.right, found)
        return None if left is None or right is None else (left, right)

    def with_known(self, values: Values) -> ObjectiveFunction:
        """The same function with some of its variables held at a value."""
        known = {**self.known, **as_given(values)}
        choices = tuple(choice for choice in self.choices if choice.var not in values)
        return replace(self, known=known, choices=choices, kept={})

    def formula_at(self, at: Place) -> Any | None:
        """The objective as one formula in the regime of this point; None where there is none."""
        query = self.query(self.objective, self.values(at))
        solutions = query.solutions.candidates if query is not None else []
        if query is None or len(solutions) != 1 or solutions[0].interval is not None:
            return None
        return active_formula(query, solutions[0])


def as_given(values: Values) -> dict[Var, Known]:
    """Values (base units) as givens."""
    return {var: Known(var, value, Origin.GIVEN) for var, value in values.items()}


def _single_value(query: Query) -> float | None:
    """The target's value where exactly one regime gives one, without a condition."""
    solutions = query.solutions.candidates
    if len(solutions) != 1 or solutions[0].interval is not None or solutions[0].conditions:
        return None
    value: float | None = solutions[0].values[query.system.slots[query.target]]
    return value
