"""Ends of intervals that are left out: another case of a relation or another rounding holds there,
or another variable goes to infinity or to an end that its range leaves out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sympy

from derive.algebra.branch import Branch
from derive.algebra.own_numbers import filled, value_of
from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.program.arithmetic import FLOATS
from derive.program.tolerances import CLOSE, NEAR, SHARP
from derive.results.derivation import DerivationPath
from derive.results.solution import ValueInterval
from derive.solving.consistency import Knowledge
from derive.solving.derivation_builder import own_numbers
from derive.solving.noise import is_between_jumps
from derive.solving.path import SolutionPath

Values = Mapping[Any, float]
_FAR = 20.0  # by which what goes to infinity or zero changes next to an end of twelve digits


def with_open_ends(
    state: Knowledge,
    target: Var,
    path: DerivationPath | None,
    intervals: Sequence[ValueInterval],
) -> tuple[ValueInterval, ...]:
    """The intervals, each end open that is left out: by another case of a relation, with another
    value (`x > a` leaves out an x of a), by another whole number, or since a variable has no value
    there.
    """

    def is_open(end: float, other: float) -> bool:
        if math.isinf(end) or end == other:
            return False
        beside = _beside(end, other)
        branches = list(_branches_at(path, target, end, beside))
        if any(_runs_off(*branch) for branch in branches):
            return True
        at, near = (state.narrowed(target, (x, x)) for x in (end, beside))
        if not end and _vanishes_far_off(at, near):
            return True
        cases, rounds = _cases(at), any(_rounds_on(branch, x) for branch, x, _ in branches)
        if rounds and not cases:
            return True
        if cases and not rounds and _left_out_by(cases, _values(at), _values(near)):
            return True
        return is_between_jumps(state, at, target, end)

    return tuple(
        replace(
            one,
            low_open=one.low_open or is_open(one.low, one.high),
            high_open=one.high_open or is_open(one.high, one.low),
        )
        for one in intervals
    )


def _beside(end: float, other: float) -> float:
    """A value next to an end towards another."""
    if not end:
        return math.copysign(NEAR, other)
    return end + math.copysign(min(CLOSE * abs(end), 0.5 * abs(other - end)), other - end)


def _branches_at(
    path: DerivationPath | None, target: Var, end: float, beside: float
) -> Iterator[tuple[Branch, Values, Values]]:
    """The last branch of each candidate of a path whose interval ends at a value, with the values
    there and next to it.
    """
    if not isinstance(path, SolutionPath):
        return
    for candidate in path.query.solutions.candidates:
        if any(math.isclose(end, e, rel_tol=CLOSE) for e in candidate.interval or ()):
            branch, own = candidate.path[-1][1], own_numbers(path.query, candidate)
            at, near = (filled(branch, {**own, target: x}) for x in (end, beside))
            yield branch, at, near


def _rounds_on(branch: Branch, at: Values) -> bool:
    """Whether a rounding gives another whole number at an end."""
    if branch.excluded is None:
        return False
    sides = (branch.excluded.larger, branch.excluded.smaller)
    if not all(side.free_symbols <= at.keys() for side in sides):
        return False
    try:
        return math.isclose(*(value_of(side, at, FLOATS) for side in sides), rel_tol=CLOSE)
    except (ArithmeticError, ValueError):
        return False


def _runs_off(branch: Branch, at: Values, near: Values) -> bool:
    """Whether an eliminated variable goes to infinity, or to a zero that its range leaves out."""
    for var, _ in () if branch.cancelled else branch.definitions:
        if var in near and var not in at:
            return True
        if var in near and abs(at[var]) > _FAR * abs(near[var]):
            return True
        if var in near and _FAR * abs(at[var]) < abs(near[var]) and not var.admits(0.0):
            return True
    return False


def _vanishes_far_off(at: Knowledge, near: Knowledge) -> bool:
    """Whether a target is zero in floats alone, as a variable goes to infinity: it may have any
    value beyond the one that it has next to it.
    """
    if at.contradictory or near.contradictory:
        return False
    ends = ((at.interval(var), near.interval(var)) for var in at.system.variables)
    return any(high == math.inf and low > next_high for (low, high), (_, next_high) in ends)


def _cases(state: Knowledge) -> list[Any]:
    """The case distinctions of the relations that take part."""
    nodes = (node for relation in state.reached for node in regime_nodes(relation.equation))
    return [node for node in nodes if isinstance(node, sympy.Piecewise)]


def _values(state: Knowledge) -> dict[Any, float]:
    """The values of the variables that have one."""
    found = ((var, state.interval(var)) for var in state.system.variables)
    return {var: 0.5 * sum(ends) for var, ends in found if math.isclose(*ends, rel_tol=CLOSE)}


def _left_out_by(cases: Sequence[Any], at: Values, beside: Values) -> bool:
    """Whether the case of a relation at an end is another than that beside it, and there the values
    differ.
    """
    for node in cases:
        try:
            both = _case(node, at), _case(node, beside)
            if None in both or both[0] == both[1]:
                continue
            values = [value_of(case, at, FLOATS) for case in both]
        except (ArithmeticError, ValueError):
            continue
        if not math.isclose(*values, rel_tol=CLOSE):
            return True
    return False


def _case(node: Any, values: Values) -> Any | None:
    """The expression of the case that holds; None where that is open."""
    for expression, condition in node.args:
        holds = _holds(condition, values)
        if holds is None or (holds and not expression.free_symbols <= values.keys()):
            return None
        if holds:
            return expression
    return None


def _holds(condition: Any, values: Values) -> bool | None:
    """Whether a condition holds; None where it is open. Equal sides may differ by rounding."""
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    if not condition.free_symbols <= values.keys() or not isinstance(condition, sympy.Rel):
        return None
    left, right = (value_of(side, values, FLOATS) for side in condition.args)
    if math.isclose(left, right, rel_tol=SHARP):
        return isinstance(condition, sympy.Le | sympy.Ge)
    return bool(left < right if isinstance(condition, sympy.Le | sympy.Lt) else left > right)
