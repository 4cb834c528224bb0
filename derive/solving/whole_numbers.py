"""Whole numbers of counted targets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from derive.equations.var import Var
from derive.results.known import Origin
from derive.results.pull import Sense
from derive.results.solution import AnswerValue, Solution
from derive.solving.query import Query, quick_value

_NEAR = 0.05  # how far from a whole number the digits of a given may decide
_LIMITED = ("time", "currency", "mass", "emission")  # of mass: powers and energies


def with_whole(query: Query, outcome: AnswerValue) -> AnswerValue:
    """The value with the neighbouring whole number of a counted target that meets the givens."""
    var = query.target
    number = outcome.value / var.unit.factor
    if not var.whole or not math.isfinite(number):
        return outcome
    return replace(outcome, whole=float(rounded(query, number)))


def rounded(query: Query, number: float) -> int:
    """The whole number beside a number of a counted target that meets the givens."""
    if _is_settled(query, number):
        return round(number)
    fewer = math.floor(number)
    return fewer if _fewer_will_do(query, fewer) else fewer + 1


def within_bound(query: Query, solution: Solution) -> Solution:
    """The solution of a counted target with whole numbers on the side of the bound that its values
    are.
    """
    on_side = {Sense.LOWER_BOUND: math.ceil, Sense.UPPER_BOUND: math.floor}.get(solution.sense)
    if on_side is None or all(one.whole is None for one in solution.values):
        return solution
    values = (
        replace(one, whole=float(on_side(number)))
        if one.whole is not None and not _is_settled(query, number)
        else one
        for one in solution.values
        for number in (one.value / query.target.unit.factor,)
    )
    return replace(solution, values=tuple(values))


def _is_whole(number: float) -> bool:
    return math.isclose(number, round(number), rel_tol=1e-9)


def _is_settled(query: Query, number: float) -> bool:
    """Whether a number is whole, or so near to a whole one that this makes a given, none of which
    is a limit, what it was written as.
    """
    if _is_whole(number):
        return True
    if abs(number - round(number)) > _NEAR or any(deciding(query)):
        return False
    known = (query.in_force[v] for v in query.target_support)
    return any(
        value is not None and math.isclose(value, given.value, rel_tol=given.tolerance)
        for given in known
        if given.origin == Origin.GIVEN
        for value in (_value_at(query, given.var, round(number)),)
    )


def _value_at(query: Query, var: Var, number: int) -> float | None:
    """The value of a given where the counted target is so many."""
    known = query.in_force[var]
    others = {v: k for v, k in query.in_force.items() if v != var}
    others[query.target] = replace(known, var=query.target, value=number * query.target.unit.factor)
    return quick_value(query.system, var, others)


def _fewer_will_do(query: Query, fewer: int) -> bool:
    """Whether rounding down meets the givens."""
    for var, most in deciding(query) if fewer >= 1 else ():
        known, value = query.in_force[var], _value_at(query, var, fewer)
        if value is not None and not math.isclose(value, known.value, rel_tol=1e-9):
            return value <= known.value if most else value >= known.value
    return False


def deciding(query: Query) -> Iterator[tuple[Var, bool]]:
    """The givens that decide how a counted target is rounded, totals before shares, and whether
    each is an upper limit: times, costs, powers, energies and emissions are, rates are lower ones.
    """
    for var in sorted(query.target_support, key=_shares):
        powers = dict(var.unit.dimension.exponents)
        most = any(powers.get(base, 0) > 0 for base in _LIMITED)
        if query.in_force[var].origin == Origin.GIVEN and (most or powers.get("time", 0) < 0):
            yield var, most


def _shares(var: Var) -> int:
    """The number of units that a value is counted per: totals are limits before prices a piece."""
    powers = dict(var.unit.dimension.exponents)
    return sum(power < 0 for base, power in powers.items() if base != "time")
