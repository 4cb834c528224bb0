"""Verify: every line of a derivation must hold on the solution and fail off it, at a random exact point."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace as with_fields
from fractions import Fraction
from typing import Any

import sympy

from derive.derivation.derivation import Step
from derive.equations.arithmetic import EXACT, Arithmetic, Irrational, compile_expression, precise
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.plain import plain
from derive.errors import InternalError
from derive.solving.block import Branch

_DRAWS = 400
_TOLERANCE = Fraction(1, 10**45)


def verify(branch: Branch, own_values: Mapping[Any, float]) -> tuple[Step, ...]:
    """The branch's steps with their verdicts. Raises InternalError for a line that does not hold.

    `own_values` are the question's own numbers, used when no random point lies within the guards.
    """
    for step in branch.steps:
        _check_dimensions(step)
    for arithmetic, verdict in ((EXACT, "exact"), (precise(), "60 digits")):
        try:
            point = _random_point(branch, arithmetic, exact=verdict == "exact")
        except Irrational:
            continue
        if point is not None:
            _check_lines(branch, point, arithmetic)
            return tuple(with_fields(step, verdict=verdict) for step in branch.steps)
    return _at_own_numbers(branch, own_values)


def _check_dimensions(step: Step) -> None:
    try:
        agree = dimension_of(step.equation.lhs) == dimension_of(step.equation.rhs)
    except Mismatch:
        agree = False
    if not agree:
        raise InternalError(f"the line “{plain(step.equation)}” has no consistent dimensions")


def _symbols(branch: Branch) -> list[Any]:
    found = {s for step in branch.steps for s in step.equation.free_symbols}
    found |= {s for guard in branch.guards for s in guard.larger.free_symbols | guard.smaller.free_symbols}
    found |= {s for _, value in branch.definitions for s in value.free_symbols}
    return sorted(found | {branch.unknown}, key=lambda v: (v.rank, v.name))


def _random_point(branch: Branch, arithmetic: Arithmetic, exact: bool) -> dict[Any, Any] | None:
    """Values of all variables on the solution and within the guards; None when 400 draws found none."""
    if branch.formula is None:
        return None
    symbols = _symbols(branch)
    eliminated = {var for var, _ in (*branch.definitions, *branch.parents)}
    free = [s for s in symbols if s not in eliminated and s != branch.unknown]
    source = random.Random(20_261)
    for draw in range(_DRAWS):
        point: dict[Any, Any] = {}
        for var in free:
            value = Fraction(source.randint(1, 997), source.randint(1, 97) if draw % 3 else 997)
            point[var] = value if exact else arithmetic.constant(sympy.Rational(value.numerator, value.denominator))
        if _complete(branch, point, arithmetic):
            return point
    return None


def _complete(branch: Branch, point: dict[Any, Any], arithmetic: Arithmetic) -> bool:
    """Add the unknown and what was eliminated; whether the point is within range and guards."""
    try:
        point[branch.unknown] = _value(branch.formula, point, arithmetic)
        for var, value in (*reversed(branch.definitions), *branch.parents):
            point[var] = _value(value, point, arithmetic)
        low, _, _, _ = branch.unknown.bounds
        if point[branch.unknown] <= 0 and low >= 0:
            return False
        return all(_value(g.larger, point, arithmetic) >= _value(g.smaller, point, arithmetic) for g in branch.guards)
    except Irrational:
        raise
    except (ArithmeticError, ValueError, TypeError):
        return False


def _value(expression: Any, point: Mapping[Any, Any], arithmetic: Arithmetic) -> Any:
    slots = {var: index for index, var in enumerate(point)}
    return compile_expression(expression, slots, arithmetic)(list(point.values()))


def _check_lines(branch: Branch, point: dict[Any, Any], arithmetic: Arithmetic) -> None:
    for step in branch.steps:
        if not _holds(step, point, arithmetic):
            raise InternalError(f"the line “{plain(step.equation)}” does not hold on the solution")
    stated = {step.relation for step in branch.steps if step.rule == "relation"}
    for factor in (3, Fraction(1, 3)):
        moved = dict(point)
        moved[branch.unknown] = point[branch.unknown] * (factor if isinstance(factor, int) or arithmetic is EXACT else 1 / arithmetic.constant(sympy.Integer(3)))
        for step in branch.steps:
            if step.relation in stated and step.rule == "relation":
                continue
            if branch.unknown in step.equation.free_symbols and _holds(step, moved, arithmetic):
                raise InternalError(f"the line “{plain(step.equation)}” holds whatever {branch.unknown.name} is")


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
    from derive.equations.arithmetic import FLOATS

    checked: list[Step] = []
    for step in branch.steps:
        if all(s in values for s in step.equation.free_symbols):
            left, right = (_value(side, values, FLOATS) for side in (step.equation.lhs, step.equation.rhs))
            if abs(left - right) > 1e-9 * (abs(left) + abs(right)):
                raise InternalError(f"the line “{plain(step.equation)}” does not hold at the question's own numbers")
        checked.append(with_fields(step, verdict="numeric"))
    return tuple(checked)

