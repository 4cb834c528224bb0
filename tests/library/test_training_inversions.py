"""Every relation of sparsity, shape, budget, scaling laws and training memory: solvable for each of
its variables.
"""

from __future__ import annotations

import math
import random
from importlib import import_module
from typing import Any

import pytest
import sympy

from derive.equations import Relation, Var
from derive.system import System
from tests.sampling import samples

SUBJECTS = (
    "shape",
    "sparsity",
    "budget",
    "two_costs",
    "chinchilla",
    "training_memory",
    "recomputation",
)
RELATIONS = [
    relation
    for name in SUBJECTS
    for relation in import_module(f"derive.library.relations.{name}").RELATIONS
]
SEEDS = range(samples(1))


def named(relation: Relation) -> str:
    return relation.name


def drawn(relation: Relation, seed: int) -> dict[Var, float]:
    """Values in range that satisfy the relation: all but one drawn, that one by arithmetic or
    bisection, none by the solver.
    """
    source = random.Random(seed)
    dependent = relation.subject or next(v for v in relation.variables if v.at is not None)
    gap = sympy.lambdify(list(relation.variables), relation.left - relation.right, "math")
    while True:
        values = {v: _inside(v, source) for v in relation.variables}
        found = _bisected(
            lambda x, values=values: gap(*({**values, dependent: x}[v] for v in relation.variables))
        )
        if found is not None and dependent.admits(found):
            return {**values, dependent: found}


def _inside(var: Var, source: random.Random) -> float:
    low, high, _, _ = var.bounds
    if math.isfinite(high):
        return source.uniform(0.05, 0.95) * high
    if var.name.endswith("_exponent"):
        return source.uniform(0.1, 3.0)
    return low + var.unit.factor * 10 ** source.uniform(0, 3)


def _bisected(gap: Any) -> float | None:
    low, high = -15.0, 30.0
    if gap(10**low) * gap(10**high) >= 0:
        return None
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if gap(10**low) * gap(10**middle) > 0 else (low, middle)
    return float(10**low)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("relation", RELATIONS, ids=named)
def test_a_relation_gives_back_each_of_its_variables(relation: Relation, seed: int) -> None:
    """Forwards from random values, then each variable from the others: the original is among the
    values, and each value satisfies the relation.
    """
    values = drawn(relation, seed)
    system = System([relation])
    for var in relation.variables:
        answer = system.solve(
            var, {v: v.unit.quantity(x / v.unit.factor) for v, x in values.items() if v != var}
        )
        assert answer.status == "solved", var.name
        assert any(math.isclose(o.value, values[var], rel_tol=1e-7) for o in answer.outcomes), (
            var.name
        )
        assert all(_residual(relation, {**values, var: o.value}) < 1e-9 for o in answer.outcomes), (
            var.name
        )
        assert answer.derivation.steps and answer.derivation.verified
        assert not any(map(_negated, (step.equation.lhs for step in answer.derivation)))


def _negated(side: Any) -> bool:
    """Whether every term of a side is negative, so that both sides want the other sign."""
    return all(term.could_extract_minus_sign() for term in sympy.Add.make_args(side))


def _residual(relation: Relation, values: dict[Var, float]) -> float:
    floats = {v: sympy.Float(values[v], 30) for v in relation.variables}
    left, right = (float(side.xreplace(floats)) for side in (relation.left, relation.right))
    return abs(left - right) / (abs(left) + abs(right))
