"""Perturbed query: one known value changed, and the solution that continues the one before."""

from __future__ import annotations

import math

from derive.equations.var import Var
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query


def value_in(query: Query, candidate: CandidateSolution) -> float:
    """The target's value (base units) in a solution that has one."""
    return float(candidate.values[query.system.slots[query.target]])


def perturbed(
    query: Query, candidate: CandidateSolution, var: Var, value: float
) -> tuple[Query, CandidateSolution] | None:
    """The query with `var` at another value, and the solution there that continues this one.

    Of several solutions, the one of the same regime, else the nearest. None where an interval or no
    value follows, or the value lies outside the variable's range.
    """
    if not var.admits(value):
        return None
    changed = query.with_value(var, value)
    candidates = [other for other in changed.solutions.candidates if other.interval is None]
    if not candidates or len(candidates) < len(changed.solutions.candidates):
        return None
    here = value_in(query, candidate)

    def difference(other: CandidateSolution) -> tuple[bool, float]:
        return _regimes(other) != _regimes(candidate), _distance(value_in(query, other), here)

    return changed, min(candidates, key=difference)


def _regimes(candidate: CandidateSolution) -> tuple[str, ...]:
    return tuple(branch.regime for _, branch in candidate.path)


def _distance(one: float, other: float) -> float:
    return abs(math.log(one / other)) if one * other > 0 else math.inf if one != other else 0.0
