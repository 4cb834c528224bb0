"""Judging an answer: constraints, neglected terms, whole numbers, and whether it is a bound."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import sympy

from derive.equations.constraint import Constraint
from derive.equations.dimensions import dimension_of
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.known import Origin
from derive.results.solution import WORTH_SAYING, AnswerValue, ConstraintCheck, NeglectedTerm, Sense
from derive.solving.compilation import cancelling_sums
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query, quick_value
from derive.units.display import format_number, format_value
from derive.units.unit import base_unit

NEARLY_NOTHING = 1e-6  # of its terms: a difference this small has lost six of sixteen digits


def judge_constraints(
    query: Query, candidate: CandidateSolution, outcome: AnswerValue | None
) -> tuple[tuple[ConstraintCheck, ...], tuple[str, ...]]:
    """Constraints whose variables are all known, judged (on the whole number where one counts
    things), and the others' names.
    """
    judged: list[ConstraintCheck] = []
    unjudged: list[str] = []
    touched = set(query.in_force) | {query.target}
    for constraint in query.system.constraints:
        inequality = in_known_terms(constraint, query.with_all_defaults)
        if not touched & inequality.free_symbols:
            continue
        values = query.with_all_defaults.filled(
            candidate, sorted(inequality.free_symbols, key=lambda v: v.rank)
        )
        if values is None:
            unjudged.append(constraint.name)
            continue
        if outcome is not None and outcome.whole is not None:
            values[query.system.slots[query.target]] = outcome.whole * query.target.unit.factor
        judged.append(
            replace(
                judge(constraint, inequality, query, values),
                concerns=constrained(inequality.free_symbols, query),
            )
        )
    return tuple(judged), tuple(unjudged)


def in_known_terms(constraint: Constraint, query: Query) -> Any:
    """The inequality with what is not known in it replaced by the variable that stands for it,
    where that is: weights in bytes by weight_bytes.
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
    stand_ins = {
        r.right: r.subject for r in touching if r.subject is not None and slots[r.subject] in known
    }
    return constraint.inequality.xreplace(stand_ins)


def judge(
    constraint: Constraint, inequality: Any, query: Query, values: list[Any]
) -> ConstraintCheck:
    """One constraint, in the terms that are known, at values of all its variables."""
    left, right = query.value_of(inequality.lhs, values), query.value_of(inequality.rhs, values)
    at_most = isinstance(inequality, (sympy.Le, sympy.Lt))
    slack = 1e-9 * max(abs(left), abs(right))
    satisfied = left <= right + slack if at_most else left >= right - slack
    unit = base_unit(dimension_of(inequality.lhs))
    sign = "≤" if at_most else "≥"
    verdict = "" if satisfied else "not "
    ratio = format_number(left / right, 3) if right else "∞"
    return ConstraintCheck(
        constraint.name,
        inequality,
        satisfied,
        f"{format_value(left, unit)} is {verdict}{sign} {format_value(right, unit)} ({ratio}"
        " of it)",
    )


def neglected_terms(query: Query, candidate: CandidateSolution) -> tuple[NeglectedTerm, ...]:
    """The neglected terms of the relations used, with their size beside what is kept where it can
    be told.
    """
    found: list[NeglectedTerm] = []
    for relation in query.used:
        for term in relation.neglects:
            size = _size(query, candidate, term.size)
            text = (
                f"{format_number(size, 3)} of what is kept"
                if size is not None
                else f"{plain(term.size)} of what is kept"
            )
            spared = (
                size is not None
                and size >= WORTH_SAYING
                and _spared(query, candidate, relation, 1.0 + size)
            )
            found.append(NeglectedTerm(relation.name, term.what, size, text, spared))
    return tuple(found)


def lost_digits(query: Query, candidate: CandidateSolution) -> tuple[str, ...]:
    """What is left of a difference of nearly equal numbers: how many of a float's digits still mean
    something.
    """
    said: list[str] = []
    for _, branch in candidate.path:
        shares = [_left_over(node, query, candidate) for node in cancelling_sums(branch.formula)]
        if shares and min(shares) < NEARLY_NOTHING:
            agree = -math.log10(max(min(shares), 1e-16))
            said.append(
                f"{branch.unknown.name} is what is left of numbers that agree to {agree:.0f}"
                f" digits: about {16 - agree:.0f} of its own can be relied on, and rounding in a"
                " given moves it much more than the given"
            )
    return tuple(said)


def _left_over(node: Any, query: Query, candidate: CandidateSolution) -> float:
    """The size of a sum beside its largest term."""
    try:
        sizes = [query.value_of(term, candidate.values) for term in node.args]
    except (ArithmeticError, TypeError, ValueError):
        return 1.0
    return abs(math.fsum(sizes)) / (max(map(abs, sizes)) or 1.0)


def _size(query: Query, candidate: CandidateSolution, ratio: Any) -> float | None:
    """The ratio's value; 0 already where one factor of it is known to vanish."""
    value = _known_value(query, candidate, ratio)
    if (
        value is None
        and ratio.is_Mul
        and any(_known_value(query, candidate, factor) == 0.0 for factor in ratio.args)
    ):
        return 0.0
    return value


def _known_value(query: Query, candidate: CandidateSolution, expression: Any) -> float | None:
    needed = sorted(expression.free_symbols, key=lambda v: (v.rank, v.name))
    values = (
        query.with_all_defaults.filled(candidate, needed)
        if all(v in query.system.slots for v in needed)
        else None
    )
    try:
        return None if values is None else query.value_of(expression, values)
    except (ArithmeticError, TypeError, ValueError):
        return None


def _spared(query: Query, candidate: CandidateSolution, relation: Relation, factor: float) -> bool:
    """Whether the target stays as it is when what the relation defines is `factor` times as large,
    or as small: followed down the path.
    """
    return all(_followed(query, candidate, relation, times) for times in (factor, 1.0 / factor))


def _followed(query: Query, candidate: CandidateSolution, relation: Relation, times: float) -> bool:
    system, values, met = query.system, list(candidate.values), False
    for block, branch in candidate.path:
        slot = system.slots[branch.unknown]
        if [system.relations[i] for i in block.relations] == [
            relation
        ] and branch.unknown == relation.subject:
            values[slot], met = values[slot] * times, True
        elif met and (branch.formula is None or branch.guards):
            return False
        elif met:
            values[slot] = query.value_of(branch.formula, values)
    slot = system.slots[query.target]
    return met and math.isclose(values[slot], candidate.values[slot], rel_tol=1e-12)


def sense(query: Query, candidate: CandidateSolution) -> Sense:
    """Whether assumed efficiencies of one make the answer a bound."""
    value = candidate.values[query.system.slots[query.target]]
    directions = set()
    for var, known in query.in_force.items():
        if known.origin == Origin.DEFAULT and var.ideal:
            moved = query.with_value(var, 0.99 * known.value).number()
            if moved is not None and value and not math.isclose(moved, value, rel_tol=1e-9):
                directions.add(moved > value)
    if len(directions) != 1:
        return Sense.EQUALITY
    return Sense.LOWER_BOUND if directions.pop() else Sense.UPPER_BOUND


def with_whole(query: Query, candidate: CandidateSolution, outcome: AnswerValue) -> AnswerValue:
    """The neighbouring whole number of a counted target, rounded so that what was asked for is
    still met.
    """
    var = query.target
    number = outcome.value / var.unit.factor
    if not var.whole or not math.isfinite(number):
        return outcome
    nearest = round(number)
    if math.isclose(number, nearest, rel_tol=1e-9):
        return replace(outcome, whole=float(nearest))
    return replace(
        outcome,
        whole=float(
            math.floor(number) if _fewer_will_do(query, math.floor(number)) else math.ceil(number)
        ),
    )


def _fewer_will_do(query: Query, fewer: int) -> bool:
    """Whether rounding down keeps what was asked for: a stated time or cost is a most, a stated
    rate a least.
    """
    for var in sorted(
        query.support.get(query.system.slots[query.target], frozenset()),
        key=lambda v: (v.rank, v.name),
    ):
        known = query.in_force[var]
        powers = dict(var.unit.dimension.exponents)
        most = powers.get("time", 0) > 0 or powers.get("currency", 0) > 0
        if known.origin != Origin.GIVEN or not (most or powers.get("time", 0) < 0) or fewer < 1:
            continue
        others = {v: k for v, k in query.in_force.items() if v != var}
        others[query.target] = replace(
            known, var=query.target, value=fewer * query.target.unit.factor
        )
        value = quick_value(query.system, var, others)
        if value is not None and not math.isclose(value, known.value, rel_tol=1e-9):
            return value <= known.value if most else value >= known.value
    return False


def constrained(variables: Collection[Var], query: Query) -> bool:
    """Whether a failing constraint over `variables` speaks of this answer: it holds the target, or
    a given that the answer's path uses.
    """
    touched = {v for relation in query.used for v in relation.variables}
    chosen = {v for v, known in query.in_force.items() if known.origin == Origin.GIVEN}
    return query.target in variables or bool(touched & chosen & set(variables))
