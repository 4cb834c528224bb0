"""Exact spreads: products of powers of lognormals, and the ends of intervals where the answer moves
one way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive.algebra.eliminate import degree
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.uncertain import Z95, Uncertain, UncertainKind
from derive.results.uncertainty import Contribution, Share, Spread, SpreadMethod
from derive.solving.query import Query

Uncertainties = Mapping[Var, Uncertain]


def powers(query: Query, answer: Answer, uncertain: Uncertainties) -> dict[Var, float] | None:
    """The power of each uncertain given in the answer, where it is a product of their powers
    whatever they are; else None.

    That holds on a path without regimes, where no value can leave its range and no constraint
    depends on them.
    """
    candidates = query.solutions.candidates
    if (
        answer.number is None
        or answer.formula is None
        or len(candidates) != 1
        or any(var.bounds[0] < 0 for var in uncertain)
    ):
        return None
    if at_stake(query, answer, uncertain):
        return None
    branches = [branch for _, branch in candidates[0].path]
    if any(
        b.formula is None
        or b.guards
        or b.side_conditions
        or b.regime
        or b.unknown.bounds[1] < math.inf
        for b in branches
    ):
        return None
    found = {var: degree(answer.formula, var) for var in uncertain}
    return (
        None
        if any(power is None for power in found.values())
        else {var: float(power) for var, power in found.items() if power is not None}
    )


def at_stake(query: Query, answer: Answer, uncertain: Uncertainties) -> bool:
    """Whether a constraint that speaks of the answer may hold for some values and fail for
    others.
    """
    concerned = {judged.name for judged in answer.constraints if judged.concerns}
    slots, wide = query.system.slots, query.with_all_defaults
    return any(
        wide.behind(slots[v] for v in c.variables if v in slots) & set(uncertain)
        for c in query.system.constraints
        if c.name in concerned
    )


def of_lognormals(
    answer: Answer, median: float, exponents: Mapping[Var, float], uncertain: Uncertainties
) -> Spread:
    """A product of powers of lognormals is lognormal: its median is that of the medians, and the
    variances of the logarithms add.
    """
    parts = {var: (exponents[var] * item.deviation) ** 2 for var, item in uncertain.items()}
    variance = math.fsum(parts.values())
    reach = math.exp(Z95 * math.sqrt(variance))
    low, high = sorted((median / reach, median * reach))
    budget = [
        Contribution(var, part / variance if variance else 0.0) for var, part in parts.items()
    ]
    return Spread(
        answer.target,
        SpreadMethod.EXACT,
        "a product of powers of lognormals is lognormal",
        low,
        high,
        median,
        median * math.exp(0.5 * variance),
        statuses=(Share(answer.status, 1.0),),
        budget=tuple(sorted(budget, key=lambda item: (-item.share, item.var.rank, item.var.name))),
        budget_of="the logarithm",
    )


def all_lognormal(uncertain: Uncertainties) -> bool:
    """Whether every uncertain given is lognormal over the whole of its range."""
    return all(
        item.kind == UncertainKind.LOGNORMAL and var.bounds[:2] == (0.0, math.inf)
        for var, item in uncertain.items()
    )
