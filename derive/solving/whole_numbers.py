"""Whole numbers of counted targets."""

from __future__ import annotations

import math
from dataclasses import replace

from derive.results.known import Origin
from derive.results.solution import AnswerValue
from derive.solving.query import Query, quick_value


def with_whole(query: Query, outcome: AnswerValue) -> AnswerValue:
    """The value with the neighbouring whole number of a counted target that meets the givens."""
    var = query.target
    number = outcome.value / var.unit.factor
    if not var.whole or not math.isfinite(number):
        return outcome
    nearest = round(number)
    if math.isclose(number, nearest, rel_tol=1e-9):
        return replace(outcome, whole=float(nearest))
    fewer = math.floor(number)
    return replace(outcome, whole=float(fewer if _fewer_will_do(query, fewer) else fewer + 1))


def _fewer_will_do(query: Query, fewer: int) -> bool:
    """Whether rounding down meets the givens: times and costs are upper limits, rates lower."""
    for var in query.target_support:
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
