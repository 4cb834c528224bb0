"""Evaluation of constraints at an answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import sympy

from derive.equations.constraint import Constraint
from derive.equations.dimensions import dimension_of
from derive.equations.var import Var, ordered
from derive.results.solution import AnswerValue, ConstraintCheck
from derive.solving.consistency import knowledge
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.units.display import format_number, format_value
from derive.units.unit import Unit, base_unit


def judge_constraints(
    query: Query, candidate: CandidateSolution, outcome: AnswerValue | None
) -> tuple[tuple[ConstraintCheck, ...], tuple[str, ...]]:
    """The constraints that can be evaluated (at the whole number of a counted target), and the
    names of the others; none of those that only bound what has no part in the answer.
    """
    judged: list[ConstraintCheck] = []
    unjudged: list[str] = []
    for constraint in query.system.constraints:
        inequality = in_known_terms(constraint, query.with_all_defaults)
        concerns = concerned(inequality.free_symbols, query)
        if not concerns and inequality.free_symbols.isdisjoint(query.in_force):
            continue
        values = query.with_all_defaults.filled(candidate, ordered(inequality.free_symbols))
        if values is None and _bounds_another(inequality, query):
            continue
        if values is None:
            unjudged.append(constraint.name)
            continue
        if outcome is not None and outcome.whole is not None:
            values[query.system.slots[query.target]] = outcome.whole * query.target.unit.factor
        check = judge(constraint, inequality, query, values)
        if check.satisfied or concerns or _are_met(query, inequality.free_symbols):
            judged.append(replace(check, concerns=concerns))
    return tuple(judged), tuple(unjudged)


def _are_met(query: Query, variables: Collection[Var]) -> bool:
    """Whether the ideal values that a check beside the answer rests on can hold with what is known:
    where they cannot, it says nothing.
    """
    every, slots = query.with_all_defaults, query.system.slots
    behind = every.support_of(slots[var] for var in variables)
    ideals = {v: every.known[v] for v in behind if v in every.known and v not in query.in_force}
    known, free = {**query.in_force, **ideals}, frozenset((query.target,))
    return not (ideals and knowledge(query.system, known, free=free).contradictory)


def in_known_terms(constraint: Constraint, query: Query) -> Any:
    """The inequality with open expressions replaced by the known variables that they define, such
    as the product of parameters and precision by weight_bytes.
    """
    known, slots = query.closure.known, query.system.slots
    unknown = {v for v in constraint.variables if slots[v] not in known}
    if not unknown:
        return constraint.inequality
    touching = (
        query.system.relations[i]
        for v in unknown
        for i in query.system.structure.of_variable[slots[v]]
    )
    subjects = {
        r.right: r.subject for r in touching if r.subject is not None and slots[r.subject] in known
    }
    return constraint.inequality.xreplace(subjects)


def judge(
    constraint: Constraint, inequality: Any, query: Query, values: list[Any]
) -> ConstraintCheck:
    """A constraint, in known terms, evaluated at these values."""
    left, right = query.value_of(inequality.lhs, values), query.value_of(inequality.rhs, values)
    at_most = isinstance(inequality, (sympy.Le, sympy.Lt))
    slack = 1e-9 * max(abs(left), abs(right))
    satisfied = left <= right + slack if at_most else left >= right - slack
    told = _compared(left, right, _unit_of(inequality), at_most, satisfied)
    return ConstraintCheck(constraint.name, inequality, satisfied, told)


def _compared(left: float, right: float, unit: Unit, at_most: bool, satisfied: bool) -> str:
    """The comparison of a value with its limit, by their ratio where that says more than the value
    itself.
    """
    value, bound = format_value(left, unit), format_value(right, unit)
    limit = f"the {'limit' if at_most else 'minimum'} of {bound}"
    ratio = format_number(left / right, 3) if right > 0 else "1"
    if ratio not in ("1", value):
        return f"{value} is {ratio} times {limit}"
    if satisfied:
        return f"{value} is {'within' if at_most else 'no less than'} {limit}"
    return f"{value} is {'above' if at_most else 'below'} {limit}"


def _unit_of(inequality: Any) -> Unit:
    """The unit of a variable of the sides' dimension, else the base unit of it."""
    dimension = dimension_of(inequality.lhs)
    like = (var.unit for var in ordered(inequality.free_symbols) if var.unit.dimension == dimension)
    return next(like, None) or base_unit(dimension)


def _bounds_another(inequality: Any, query: Query) -> bool:
    """Whether an inequality bounds one variable that has no part in the answer."""
    return inequality.lhs.is_Symbol and not concerned({inequality.lhs}, query)


def concerned(variables: Collection[Var], query: Query) -> bool:
    """Whether a constraint over `variables` concerns the answer: they include the target or a
    variable of its path.
    """
    path = (relation.variables for relation in query.used)
    return not set(variables).isdisjoint({query.target}.union(*path))
