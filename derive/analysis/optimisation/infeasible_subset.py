"""Infeasible subset: the fewest limits that exclude each other, and how near each can be met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import sympy

from derive.analysis.optimisation.best import best_of
from derive.analysis.optimisation.limits import InequalityConstraint
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Sample
from derive.equations.expression import Eq
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.optimum import AchievableLimit
from derive.units.text import parse_unit


def infeasible_subset(
    function: ObjectiveFunction, samples: Sequence[Sample]
) -> tuple[AchievableLimit, ...]:
    """The fewest limits that no sample meets together, each with the best that the others allow."""
    for size in range(1, len(function.limits) + 1):
        for chosen in combinations(range(len(function.limits)), size):
            if not any(all(sample.met[k] for k in chosen) for sample in samples):
                limits = tuple(function.limits[k] for k in chosen)
                return tuple(
                    _achievable(
                        function, limit, tuple(each for each in limits if each is not limit)
                    )
                    for limit in limits
                )
    return ()


def _achievable(
    function: ObjectiveFunction,
    limit: InequalityConstraint,
    others: tuple[InequalityConstraint, ...],
) -> AchievableLimit:
    """The value of the limited quantity nearest to its limit while the others hold."""
    if limit.stated is not None:
        unit, size = limit.stated.var.unit, limit.stated.limit.value
        system, objective = function.system, limit.stated.var
    else:
        unit, size = parse_unit("1"), 1.0
        objective = Var(f"share_of_{limit.name}", meaning=f"left over right side of {limit.name}")
        ratio = Eq(objective, sympy.Mul(limit.left, 1 / limit.right))
        why = "What is asked over what there is."
        own = function.system.relations
        system = function.system.within([*own, Relation(objective.name, ratio, why)])
    sign = 1.0 if limit.at_most else -1.0
    nearest = replace(
        function, system=system, objective=objective, limits=others, sign=sign, kept={}
    )
    if not set(nearest.variables) & _support(nearest):
        anywhere = {c.var: c.low or c.var.unit.factor for c in nearest.choices}
        reached = nearest.number(objective, anywhere) or 0.0
        return AchievableLimit(limit.name, size, reached, unit)
    best = best_of(nearest)
    reached = best.value if best.value is not None else float("nan")
    return AchievableLimit(limit.name, size, reached, unit, best.at is not None)


def _support(function: ObjectiveFunction) -> set[Var]:
    """The known values and free variables that the objective depends on."""
    if function.objective in function.variables:
        return {function.objective}
    query = function.query(function.objective, dict.fromkeys(function.variables, 1.0))
    if query is None:
        return set()
    return set(query.support.get(query.system.slots[function.objective], frozenset()))
