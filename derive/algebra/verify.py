"""Verification of derivations: at a random exact point every line holds on the solution and fails
off it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace as with_fields
from fractions import Fraction
from typing import Any

import sympy

from derive.algebra.branch import Branch
from derive.algebra.isolate import isolate
from derive.algebra.own_numbers import at_own_numbers, before_division, value_of
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import replace
from derive.equations.plain import plain
from derive.equations.var import ordered
from derive.errors import InternalError
from derive.program.arithmetic import EXACT, Arithmetic, Irrational, precise
from derive.results.derivation import LineVerdict, Step, StepRule

_DRAWS = 400
_TOLERANCE = Fraction(1, 10**45)


def verify(
    branch: Branch, own_values: Mapping[Any, float], *, undivided: bool = False
) -> tuple[Step, ...]:
    """The branch's steps with their verdicts. Raises InternalError for a line that does not hold.

    `own_values` are the question's own numbers, for branches without a random point within the
    guards. An `undivided` branch divides by what these make zero: its lines up to there.
    """
    for step in branch.steps:
        _check_dimensions(step)
    if undivided:
        branch = before_division(branch, own_values)
    course = _course(branch)
    for verdict in (LineVerdict.EXACT, LineVerdict.SIXTY_DIGITS):
        arithmetic = EXACT if verdict is LineVerdict.EXACT else precise()
        try:
            point = None if course is None else _random_point(branch, course, arithmetic)
            if point is not None:
                _check_lines(branch, point, arithmetic)
                return tuple(with_fields(step, verdict=verdict) for step in branch.steps)
        except Irrational:
            continue
    return at_own_numbers(branch, own_values)


def _course(branch: Branch) -> list[tuple[Any, Any]] | None:
    """Variables with their values in terms of freely drawn ones, in order of evaluation: those that
    meet the conditions, the unknown, the eliminated ones.

    An equation that no rule solves for the unknown is solved for another variable. None where no
    rule does that either.
    """
    x, formula = branch.unknown, branch.formula
    unsolved = () if branch.equation is None else (branch.equation,)
    equations: list[tuple[Any, Any]] = [*unsolved, *branch.side_conditions]
    bound = {x, *(var for var, _ in branch.definitions)}
    before: list[tuple[Any, Any]] = []
    after: list[tuple[Any, Any]] = []
    while equations:
        left, right = equations.pop(0)
        symbols = left.free_symbols | right.free_symbols
        follows = formula is not None and x in symbols
        taken = bound | (formula.free_symbols if follows else set())
        solutions = ((var, isolate(left, right, var)[1]) for var in ordered(symbols - taken))
        var, value = next((found for found in solutions if found[1] is not None), (None, None))
        if value is None:
            return None
        (after if follows else before).append((var, value))
        bound.add(var)
        equations = [(replace(a, {var: value}), replace(b, {var: value})) for a, b in equations]
    solved = [] if formula is None else [(x, formula)]
    return [
        *reversed(before),
        *solved,
        *reversed(after),
        *reversed(branch.definitions),
        *branch.parents,
    ]


def _check_dimensions(step: Step) -> None:
    if sympy.S.Zero in step.equation.args:
        return  # zero goes with any dimension
    try:
        agree = dimension_of(step.equation.lhs) == dimension_of(step.equation.rhs)
    except Mismatch:
        agree = False
    if not agree:
        raise InternalError(f"the line “{plain(step.equation)}” has no consistent dimensions")


def _symbols(branch: Branch) -> tuple[Any, ...]:
    """All variables of a branch."""
    expressions = [
        *(step.equation for step in branch.steps),
        *(side for guard in branch.guards for side in (guard.larger, guard.smaller)),
        *(value for _, value in branch.definitions),
    ]
    found = {symbol for expression in expressions for symbol in expression.free_symbols}
    return ordered(found | {branch.unknown})


def _random_point(
    branch: Branch, course: list[tuple[Any, Any]], arithmetic: Arithmetic
) -> dict[Any, Any] | None:
    """Values of all variables on the solution and within the guards; None if 400 draws find
    none.
    """
    follows = {var for var, _ in course}
    free = [s for s in _symbols(branch) if s not in follows]
    source = random.Random(20_261)
    for draw in range(_DRAWS):
        point: dict[Any, Any] = {}
        for var in free:
            value = Fraction(source.randint(1, 997), source.randint(1, 97) if draw % 3 else 997)
            point[var] = arithmetic.fraction(value.numerator, value.denominator)
        if _complete(branch, course, point, arithmetic):
            return point
    return None


def _complete(
    branch: Branch, course: list[tuple[Any, Any]], point: dict[Any, Any], arithmetic: Arithmetic
) -> bool:
    """Evaluate the course at a point; whether the point lies within ranges and guards and satisfies
    the stated lines (a root may be extraneous).
    """
    eliminated = {var for var, _ in (*branch.definitions, *branch.parents)}
    try:
        for var, value in course:
            point[var] = value_of(value, point, arithmetic)
            if point[var] <= 0 and var.bounds[0] >= 0 and var not in eliminated:
                return False
        if any(
            value_of(g.larger, point, arithmetic) < value_of(g.smaller, point, arithmetic)
            for g in branch.guards
        ):
            return False
        return all(
            _holds(step, point, arithmetic)
            for step in branch.steps
            if step.rule == StepRule.RELATION
        )
    except Irrational:
        raise
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False


def _check_lines(branch: Branch, point: dict[Any, Any], arithmetic: Arithmetic) -> None:
    for step in branch.steps:
        if not _holds(step, point, arithmetic):
            raise InternalError(f"the line “{plain(step.equation)}” does not hold on the solution")
    if branch.indeterminate or branch.side_conditions:
        return  # lines may hold for any value of the unknown
    stated = {step.relation for step in branch.steps if step.rule == StepRule.RELATION}
    for factor in (3, arithmetic.fraction(1, 3)):
        perturbed = {**point, branch.unknown: _perturbed(point[branch.unknown], factor)}
        for step in branch.steps:
            if step.relation in stated and step.rule == StepRule.RELATION:
                continue
            if (
                branch.unknown in step.equation.free_symbols
                and _holds(step, perturbed, arithmetic)
                and _is_identity(step, point, arithmetic)
            ):
                raise InternalError(
                    f"the line “{plain(step.equation)}” holds whatever {branch.unknown.name} is"
                )


def _is_identity(step: Step, point: Mapping[Any, Any], arithmetic: Arithmetic) -> bool:
    """Whether a line holds whichever of its variables is perturbed, and with all of them: each of
    two zero factors alone lets a product vanish.
    """
    symbols = ordered(step.equation.free_symbols)
    moved = [{var: _perturbed(point[var], 3)} for var in symbols]
    moved.append({var: _perturbed(point[var], 3 + k) for k, var in enumerate(symbols)})
    return all(_holds(step, {**point, **values}, arithmetic) for values in moved)


def _perturbed(value: Any, factor: Any) -> Any:
    """Another value: a multiple, and the factor itself instead of zero."""
    return value * factor if value else factor


def _holds(step: Step, point: Mapping[Any, Any], arithmetic: Arithmetic) -> bool:
    try:
        left = value_of(step.equation.lhs, point, arithmetic)
        right = value_of(step.equation.rhs, point, arithmetic)
    except Irrational:
        raise
    except (ArithmeticError, ValueError):
        return False
    if arithmetic is EXACT:
        return bool(left == right)
    allowed = float(_TOLERANCE)
    if abs(left - right) <= allowed * (abs(left) + abs(right)):
        return True
    terms = [t for side in step.equation.args for t in sympy.Add.make_args(side)]  # that cancel
    sizes = [abs(value_of(term, point, arithmetic)) for term in terms]
    return bool(abs(left - right) <= allowed * sum(sizes))
