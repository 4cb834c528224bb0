"""Comparison of a claimed equation with the library: equal, off by a constant factor, or another
equation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from derive.algebra.branch import solve_block
from derive.checking.verdicts.finding import Finding
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.structure.derivatives import value_and_gradient

_SEEDS = (1.0, 1.7, 2.9)


def ratio_to_relations(finding: Finding, relations: Sequence[Relation]) -> float | None:
    """The left side by the relations, divided by the left side of the equation; None if the ratio
    is not constant.

    Variables that neither the equation nor a convention or default settles are eliminated among the
    relations.
    """
    if len(finding.sides) != 2 or not isinstance(finding.sides[0], Var):
        return None
    left, stated = finding.sides
    ours = _solved_for(left, stated.free_symbols, relations)
    if ours is None:
        return None
    points = [
        _point(ours.free_symbols | stated.free_symbols, stated.free_symbols, seed)
        for seed in _SEEDS
    ]
    ratios = [
        value_and_gradient(ours, point)[0] / value_and_gradient(stated, point)[0]
        for point in points
    ]
    return (
        ratios[0] if all(math.isclose(ratio, ratios[0], rel_tol=1e-9) for ratio in ratios) else None
    )


def _solved_for(left: Var, stated: set[Var], relations: Sequence[Relation]) -> Any:
    """The right side the relations give `left`, free of what the equation does not name; None if
    they give none.
    """
    hidden = {
        v
        for r in relations
        for v in r.variables
        if v not in stated and v.convention is None and v.default is None
    }
    formulas = [branch.formula for branch in solve_block(relations, hidden | {left}, left)]
    if len(formulas) != 1 or formulas[0] is None:
        return None
    return formulas[0]


def _point(variables: set[Var], stated: set[Var], seed: float) -> dict[Var, float]:
    """A point that looks random; a convention or default that the equation does not name has its
    own value.
    """
    point: dict[Var, float] = {}
    for k, var in enumerate(sorted(variables, key=lambda v: (v.rank, v.name))):
        fixed = None if var in stated else var.convention or var.default
        point[var] = fixed.value if fixed is not None else seed + 0.37 * math.sin(3.0 * k + seed)
    return point
