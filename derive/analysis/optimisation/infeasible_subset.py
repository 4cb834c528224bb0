"""Exclusion: when nothing is feasible, the smallest set of limits that exclude each other, and how
near each can be come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import sympy

from derive.analysis.optimisation.best import best_of
from derive.analysis.optimisation.objective_function import (
    InequalityConstraint,
    ObjectiveFunction,
    Sample,
)
from derive.equations.expression import Eq
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.optimum import AchievableLimit
from derive.units.text import parse_unit


def exclusion(
    function: ObjectiveFunction, samples: Sequence[Sample]
) -> tuple[AchievableLimit, ...]:
    """The limits of which no point looked at meets all, as few as possible, each with the best the
    others leave it.
    """
    for size in range(1, len(function.limits) + 1):
        for chosen in combinations(range(len(function.limits)), size):
            if not any(all(sample.met[k] for k in chosen) for sample in samples):
                limits = tuple(function.limits[k] for k in chosen)
                return tuple(
                    _reach(function, limit, tuple(other for other in limits if other is not limit))
                    for limit in limits
                )
    return ()


def _reach(
    function: ObjectiveFunction,
    limit: InequalityConstraint,
    others: tuple[InequalityConstraint, ...],
) -> AchievableLimit:
    """The nearest that the limited quantity comes to its limit while the others hold."""
    if limit.demand is not None:
        unit, size = limit.demand.var.unit, limit.demand.limit.value
        asked = replace(
            function,
            objective=limit.demand.var,
            limits=others,
            sign=1.0 if limit.at_most else -1.0,
            kept={},
        )
    else:
        unit, size = parse_unit("1"), 1.0
        share = Var(f"share_of_{limit.name}", meaning=f"left over right side of {limit.name}")
        loaded = function.system.with_relation(
            Relation(
                share.name,
                Eq(share, sympy.Mul(limit.left, 1 / limit.right)),
                "What is asked over what there is.",
            )
        )
        asked = replace(
            function,
            system=loaded,
            objective=share,
            limits=others,
            sign=1.0 if limit.at_most else -1.0,
            kept={},
        )
    if not set(asked.variables) & _behind(asked):
        anywhere = {c.var: c.low or c.var.unit.factor for c in asked.choices}
        return AchievableLimit(
            limit.name, size, asked.number(asked.objective, anywhere) or 0.0, unit
        )
    best = best_of(asked)
    return AchievableLimit(
        limit.name,
        size,
        best.value if best.value is not None else float("nan"),
        unit,
        best.at is not None,
    )


def _behind(function: ObjectiveFunction) -> set[Var]:
    """The known values and choices that the objective rests on."""
    if function.objective in function.variables:
        return {function.objective}
    query = function.asked(function.objective, {c.var: 1.0 for c in function.choices})
    return (
        set()
        if query is None
        else set(query.support.get(query.system.slots[function.objective], frozenset()))
    )
