"""A linear relaxation in logarithms: refutes through products that several equations share.

Every product is a linear equation between logarithms; a sum of positive terms is at least each of
them, an extremum lies on one side of all its arguments. A linear program finds the least violation:
above the tolerance, no positive values satisfy all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from tests.oracle.problem import Box, Problem
from tests.oracle.trees import Tree

VIOLATED = 1e-3
LARGEST = 200.0  # logarithms beyond are no bound
Monomial = tuple[float, dict[Any, float]]  # the logarithm of the factor, and the exponents


def monomial(tree: Tree, place: int) -> Monomial | None:
    """A node as a product of powers with a positive factor; None if it is something else."""
    node = tree.nodes[place]
    if node.kind == "number":
        return (math.log(node.constant), {}) if node.constant > 0 else None
    if node.kind == "variable":
        return 0.0, {node.constant: 1.0}
    if node.kind == "power":
        inner = monomial(tree, node.arguments[0])
        if inner is None:
            return None
        return inner[0] * node.constant, {v: e * node.constant for v, e in inner[1].items()}
    if node.kind != "product":
        return None
    factor, exponents = 0.0, dict[Any, float]()
    for argument in node.arguments:
        inner = monomial(tree, argument)
        if inner is None:
            return None
        factor += inner[0]
        for v, e in inner[1].items():
            exponents[v] = exponents.get(v, 0.0) + e
    return factor, exponents


def rows(tree: Tree) -> Iterator[tuple[str, Monomial, Monomial]]:
    """Comparisons "=" or "≤" of two products that an equation implies for positive values."""
    for one, other in ((tree.left, tree.right), (tree.right, tree.left)):
        side = monomial(tree, one)
        if side is None:
            continue
        whole = monomial(tree, other)
        if whole is not None:
            yield "=", side, whole
            return
        node = tree.nodes[other]
        parts = [monomial(tree, a) for a in node.arguments]
        if node.kind == "sum" and None in parts:
            continue
        for part in parts:
            if part is not None and node.kind in ("sum", "largest"):
                yield "≤", part, side
            elif part is not None and node.kind == "smallest":
                yield "≤", side, part


def refuted_by_products(problem: Problem, box: Box) -> bool:
    """Whether no values of the variables in a contracted box satisfy all products and orders."""
    positive = {v for v, (low, _) in box.items() if low > 0.0 or _open_at_zero(v)}
    names = {v: k for k, v in enumerate(sorted(positive, key=str))}
    data, limits, equal = [], [], []
    for tree in problem.trees:
        for kind, small, large in rows(tree):
            exponents = dict(small[1])
            for v, e in large[1].items():
                exponents[v] = exponents.get(v, 0.0) - e
            if all(v in names for v in exponents):
                data.append({names[v]: e for v, e in exponents.items() if e})
                limits.append(large[0] - small[0])
                equal.append(kind == "=")
    return bool(data) and _least_violation(data, limits, equal, _bounds(box, names)) > VIOLATED


def _open_at_zero(variable: Any) -> bool:
    low, _, open_low, _ = variable.bounds
    return bool(low == 0.0 and open_low)


def _bounds(box: Box, names: dict[Any, int]) -> list[tuple[float, float]]:
    found = []
    for v in names:
        low, high = box[v]
        found.append(
            (
                max(math.log(low), -LARGEST) if low > 0 else -LARGEST,
                min(math.log(high), LARGEST) if math.isfinite(high) and high > 0 else LARGEST,
            )
        )
    return found


def _least_violation(
    data: list[dict[int, float]],
    limits: list[float],
    equal: list[bool],
    bounds: list[tuple[float, float]],
) -> float:
    """The least t with every row within t of holding."""
    entries, right = [], []
    for row, limit, both in zip(data, limits, equal, strict=True):
        for sign in (1.0, -1.0) if both else (1.0,):
            k = len(right)
            entries += [(k, j, sign * e) for j, e in row.items()] + [(k, len(bounds), -1.0)]
            right.append(sign * limit)
    i, j, values = (np.array(column) for column in zip(*entries, strict=True))
    matrix = coo_array((values, (i, j)), shape=(len(right), len(bounds) + 1)).tocsr()
    cost = np.zeros(len(bounds) + 1)
    cost[-1] = 1.0
    found = linprog(cost, matrix, right, bounds=[*bounds, (0.0, None)], method="highs")
    return float(found.fun) if found.status == 0 else 0.0
