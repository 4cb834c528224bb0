"""A landscape: the objective and every limit as functions of what is free, evaluated through the
engine's own plans.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import sympy

from derive.analysis.optimisation.limits import Limit
from derive.analysis.optimisation.ranges import FreeVariable
from derive.equations.constraint import Constraint
from derive.equations.expression import regime_nodes
from derive.equations.expression import replace as put_in
from derive.equations.lowering import compile_expression
from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query, make_query

CLOSE = 1e-9
Values = Mapping[Var, float]


@dataclass(frozen=True)
class InequalityConstraint:
    """An inequality left ≤ right (or ≥) that must hold: stated by the user, or a constraint of the
    system.
    """

    name: str
    left: Any
    right: Any
    at_most: bool
    demand: Limit | None = None
    constraint: Constraint | None = None

    @property
    def variables(self) -> tuple[Var, ...]:
        """The variables on both sides, in nomenclature order."""
        return tuple(
            sorted(self.left.free_symbols | self.right.free_symbols, key=lambda v: (v.rank, v.name))
        )


def limit_of(stated: Limit | Constraint) -> InequalityConstraint:
    """A demand or a constraint as a limit."""
    if isinstance(stated, Limit):
        return InequalityConstraint(
            stated.text, stated.var, sympy.Float(stated.limit.value), stated.at_most, demand=stated
        )
    inequality = stated.inequality
    return InequalityConstraint(
        stated.name,
        inequality.lhs,
        inequality.rhs,
        isinstance(inequality, (sympy.Le, sympy.Lt)),
        constraint=stated,
    )


@dataclass(frozen=True)
class Sample:
    """One point of the landscape: the objective there (None where it has no single value) and the
    sides of every limit.
    """

    at: tuple[float, ...]
    value: float | None
    sides: tuple[tuple[float, float] | None, ...]
    met: tuple[bool, ...]

    @property
    def feasible(self) -> bool:
        """Whether the objective has a value and all limits hold."""
        return self.value is not None and all(self.met)


@dataclass(frozen=True, eq=False)
class ObjectiveFunction:
    """A system, its objective, what is known, what is free, what must hold. `sign` is 1 for a
    minimum, −1 for a maximum.
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
        """What is free, in the order stated."""
        return tuple(choice.var for choice in self.choices)

    def asked(self, target: Var, values: Values) -> Query | None:
        """The inquiry for a variable at a point; None if it is not determined there."""
        zeros = frozenset(v for v, x in values.items() if x == 0.0)
        key = (target, tuple(values), zeros)
        if key not in self.kept:
            self.kept[key] = self._planned(target, values, zeros)
        query: Query | None = self.kept[key]
        return (
            None
            if query is None
            else replace(
                query,
                known={**query.known, **{v: Known(v, x, Origin.GIVEN) for v, x in values.items()}},
            )
        )

    def _planned(self, target: Var, values: Values, zeros: frozenset[Var]) -> Query | None:
        """The inquiry at a first point: the plan, made from names alone, is good for all."""
        known = {**self.known, **{v: Known(v, x, Origin.GIVEN) for v, x in values.items()}}
        system, derived = (
            self.system.with_zeros(zeros) if zeros else (self.system, frozenset[Var]())
        )
        if target in derived or target not in system.slots:
            return None
        known.update({v: Known(v, 0.0, Origin.GIVEN) for v in derived})
        query = make_query(
            system, target, {v: k for v, k in known.items() if v in system.slots}, 0.0
        )
        return query if query.plan.determined else None

    def number(self, target: Var, values: Values) -> float | None:
        """The one value of a variable at a point, or None."""
        if target in values:
            return values[target]
        if target in self.known:
            return self.known[target].value
        query = self.asked(target, values)
        if query is not None:
            return settled(query)
        zeros = frozenset(v for v, x in values.items() if x == 0.0)
        return 0.0 if zeros and target in self.system.with_zeros(zeros)[1] else None

    def sample(self, at: tuple[float, ...]) -> Sample:
        """The landscape at a point; kept."""
        if at not in self.kept:
            self.kept[at] = self._spot(at)
        found: Sample = self.kept[at]
        return found

    def _spot(self, at: tuple[float, ...]) -> Sample:
        values = dict(zip(self.variables, at, strict=True))
        numbers: dict[Var, float | None] = {}
        sides = tuple(self._sides(limit, values, numbers) for limit in self.limits)
        within = all(choice.admits(x) for choice, x in zip(self.choices, at, strict=True))
        met = tuple(
            pair is not None and holds(pair, limit.at_most)
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
        sides = [evaluated(side, found) for side in (limit.left, limit.right)]
        return None if sides[0] is None or sides[1] is None else (sides[0], sides[1])

    def with_known(self, values: Values) -> ObjectiveFunction:
        """The same landscape with some of what is free held at a value."""
        known = {**self.known, **{v: Known(v, x, Origin.GIVEN) for v, x in values.items()}}
        return replace(
            self,
            known=known,
            choices=tuple(c for c in self.choices if c.var not in values),
            kept={},
        )

    def formula_at(self, at: tuple[float, ...]) -> Any | None:
        """The objective as one formula of what is known and free, in the regime of this point; None
        where there is none.
        """
        query = self.asked(self.objective, dict(zip(self.variables, at, strict=True)))
        if (
            query is None
            or len(query.solutions.candidates) != 1
            or query.solutions.candidates[0].interval is not None
        ):
            return None
        return composed(query, query.solutions.candidates[0])


def settled(query: Query) -> float | None:
    """The target's value where exactly one regime gives one, without a condition."""
    solutions = query.solutions.candidates
    if len(solutions) != 1 or solutions[0].interval is not None or solutions[0].conditions:
        return None
    value: float | None = solutions[0].values[query.system.slots[query.target]]
    return value


def holds(sides: tuple[float, float], at_most: bool) -> bool:
    """Whether an inequality holds, as `solve` judges it: to nine digits."""
    left, right = sides
    slack = CLOSE * max(abs(left), abs(right))
    return left <= right + slack if at_most else left >= right - slack


def evaluated(expression: Any, values: Mapping[Var, Any]) -> float | None:
    """An expression at these values, or None where it has none."""
    slots = {var: k for k, var in enumerate(values)}
    try:
        return float(compile_expression(expression, slots)(list(values.values())))
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return None


def composed(query: Query, solution: CandidateSolution) -> Any | None:
    """The target as one formula, every extremum replaced by the argument that wins in this
    solution.
    """
    formulas: dict[Any, Any] = {}
    slots, values = query.system.slots, solution.values
    for _, branch in solution.path:
        if branch.formula is None:
            return None
        formula = branch.formula
        while regime_nodes(formula):
            node = regime_nodes(formula)[0]
            chosen = _winner(node, {v: values[slots[v]] for v in node.free_symbols})
            if chosen is None:
                return None
            formula = put_in(formula, {node: chosen})
        formulas[branch.unknown] = put_in(
            formula, {v: formulas[v] for v in formula.free_symbols if v in formulas}
        )
    return formulas.get(query.target)


def _winner(node: Any, values: Mapping[Var, Any]) -> Any | None:
    """The argument (or case) that sets the value of an extremum here."""
    size = evaluated(node, values)
    arguments = (
        [value for value, _ in node.args] if isinstance(node, sympy.Piecewise) else list(node.args)
    )
    arguments += [-argument for argument in arguments] if isinstance(node, sympy.Abs) else []
    for argument in arguments:
        value = evaluated(argument, values)
        if size is not None and value is not None and abs(value - size) <= CLOSE * abs(size):
            return argument
    return None
