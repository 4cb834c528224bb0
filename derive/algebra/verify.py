"""Verify: every line of a derivation must hold on the solution and fail off it, at a random exact
point.
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
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import replace
from derive.equations.lowering import compile_expression
from derive.equations.plain import plain
from derive.errors import InternalError
from derive.program.arithmetic import EXACT, FLOATS, Arithmetic, Irrational, precise
from derive.results.derivation import LineVerdict, Step, StepRule

_DRAWS = 400
_TOLERANCE = Fraction(1, 10**45)


def verify(branch: Branch, own_values: Mapping[Any, float]) -> tuple[Step, ...]:
    """The branch's steps with their verdicts. Raises InternalError for a line that does not hold.

    `own_values` are the question's own numbers, used when no random point lies within the guards.
    """
    for step in branch.steps:
        _check_dimensions(step)
    course = _course(branch)
    for arithmetic, verdict in ((EXACT, LineVerdict.EXACT), (precise(), LineVerdict.SIXTY_DIGITS)):
        try:
            point = None if course is None else _random_point(branch, course, arithmetic)
            if point is not None:
                _check_lines(branch, point, arithmetic)
                return tuple(with_fields(step, verdict=verdict) for step in branch.steps)
        except Irrational:
            continue
    return _at_own_numbers(branch, own_values)


def _course(branch: Branch) -> list[tuple[Any, Any]] | None:
    """What follows from freely drawn values, in order: variables that meet the conditions, the
    unknown, the eliminated ones.

    An equation that no rule solves for the unknown is met by choosing another of its variables.
    None when no rule does that.
    """
    x, formula = branch.unknown, branch.formula
    unsolved = () if branch.equation is None else (branch.equation,)
    left: list[tuple[Any, Any]] = [*unsolved, *branch.side_conditions]
    bound = {x, *(var for var, _ in branch.definitions)}
    before: list[tuple[Any, Any]] = []
    after: list[tuple[Any, Any]] = []
    while left:
        pair = left.pop(0)
        symbols = pair[0].free_symbols | pair[1].free_symbols
        follows = formula is not None and x in symbols
        taken = bound | (formula.free_symbols if follows else set())
        met = next(
            (
                (z, value)
                for z in sorted(symbols - taken, key=_rank)
                for value in [isolate(pair[0], pair[1], z)[1]]
                if value is not None
            ),
            None,
        )
        if met is None:
            return None
        (after if follows else before).append(met)
        bound.add(met[0])
        left = [(replace(a, {met[0]: met[1]}), replace(b, {met[0]: met[1]})) for a, b in left]
    solved = [] if formula is None else [(x, formula)]
    return [
        *reversed(before),
        *solved,
        *reversed(after),
        *reversed(branch.definitions),
        *branch.parents,
    ]


def _rank(var: Any) -> tuple[int, str]:
    return var.rank, var.name


def _check_dimensions(step: Step) -> None:
    if sympy.S.Zero in step.equation.args:
        return  # zero goes with any dimension
    try:
        agree = dimension_of(step.equation.lhs) == dimension_of(step.equation.rhs)
    except Mismatch:
        agree = False
    if not agree:
        raise InternalError(f"the line “{plain(step.equation)}” has no consistent dimensions")


def _symbols(branch: Branch) -> list[Any]:
    found = {s for step in branch.steps for s in step.equation.free_symbols}
    found |= {
        s for guard in branch.guards for s in guard.larger.free_symbols | guard.smaller.free_symbols
    }
    found |= {s for _, value in branch.definitions for s in value.free_symbols}
    return sorted(found | {branch.unknown}, key=lambda v: (v.rank, v.name))


def _random_point(
    branch: Branch, course: list[tuple[Any, Any]], arithmetic: Arithmetic
) -> dict[Any, Any] | None:
    """Values of all variables on the solution and within the guards; None when 400 draws found
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
    """Add what follows; whether the point is within range and guards and meets what is stated (a
    root may be an extraneous one).
    """
    eliminated = {var for var, _ in (*branch.definitions, *branch.parents)}
    try:
        for var, value in course:
            point[var] = _value(value, point, arithmetic)
            if point[var] <= 0 and var.bounds[0] >= 0 and var not in eliminated:
                return False
        if any(
            _value(g.larger, point, arithmetic) < _value(g.smaller, point, arithmetic)
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


def _value(expression: Any, point: Mapping[Any, Any], arithmetic: Arithmetic) -> Any:
    slots = {var: index for index, var in enumerate(point)}
    return compile_expression(expression, slots, arithmetic)(list(point.values()))


def _check_lines(branch: Branch, point: dict[Any, Any], arithmetic: Arithmetic) -> None:
    for step in branch.steps:
        if not _holds(step, point, arithmetic):
            raise InternalError(f"the line “{plain(step.equation)}” does not hold on the solution")
    if branch.indeterminate or branch.side_conditions:
        return  # lines may hold whatever the unknown is
    stated = {step.relation for step in branch.steps if step.rule == StepRule.RELATION}
    for factor in (3, arithmetic.fraction(1, 3)):
        moved = {**point, branch.unknown: point[branch.unknown] * factor}
        for step in branch.steps:
            if step.relation in stated and step.rule == StepRule.RELATION:
                continue
            if (
                branch.unknown in step.equation.free_symbols
                and _holds(step, moved, arithmetic)
                and _says_nothing(step, point, arithmetic)
            ):
                raise InternalError(
                    f"the line “{plain(step.equation)}” holds whatever {branch.unknown.name} is"
                )


def _says_nothing(step: Step, point: Mapping[Any, Any], arithmetic: Arithmetic) -> bool:
    """Whether a line holds whichever of its variables is moved: it would be true of anything."""
    return all(
        _holds(step, {**point, var: point[var] * 3}, arithmetic)
        for var in step.equation.free_symbols
    )


def _holds(step: Step, point: Mapping[Any, Any], arithmetic: Arithmetic) -> bool:
    try:
        left = _value(step.equation.lhs, point, arithmetic)
        right = _value(step.equation.rhs, point, arithmetic)
    except Irrational:
        raise
    except (ArithmeticError, ValueError):
        return False
    if arithmetic is EXACT:
        return bool(left == right)
    return bool(abs(left - right) <= float(_TOLERANCE) * (abs(left) + abs(right)))


def _at_own_numbers(branch: Branch, values: Mapping[Any, float]) -> tuple[Step, ...]:
    """The lines at the question's own numbers, in floats: the last resort, and it says so."""
    if not values:
        raise InternalError(
            f"no numbers were found at which “{plain(branch.steps[-1].equation)}” could be verified"
        )
    full = _filled(branch, values)
    checked: list[Step] = []
    for step in branch.steps:
        if not step.equation.free_symbols <= full.keys():
            continue  # what cannot be checked is not printed
        left, right = (
            _value(side, full, FLOATS) for side in (step.equation.lhs, step.equation.rhs)
        )
        if abs(left - right) > 1e-9 * (abs(left) + abs(right)):
            raise InternalError(
                f"the line “{plain(step.equation)}” does not hold at the question's own numbers"
            )
        checked.append(with_fields(step, verdict=LineVerdict.NUMERIC))
    return tuple(checked)


def _filled(branch: Branch, values: Mapping[Any, float]) -> dict[Any, float]:
    """The question's numbers with what cancelled at one and what was eliminated computed, unless
    that lies outside this regime.
    """
    full = {**dict.fromkeys(branch.cancelled, 1.0), **values}
    for var, definition in reversed(branch.definitions):
        if var not in full and definition.free_symbols <= full.keys():
            try:
                full[var] = _value(definition, full, FLOATS)
            except (ArithmeticError, ValueError):
                continue
    judged = [
        g for g in branch.guards if g.larger.free_symbols | g.smaller.free_symbols <= full.keys()
    ]
    outside = any(
        _value(g.larger, full, FLOATS) < _value(g.smaller, full, FLOATS) * (1 - 1e-9)
        for g in judged
    )
    return dict(values) if outside else full
