"""Models of any size: chains, trees and grids of relations, each with what to give and what to
ask.
"""

from __future__ import annotations

import math

import sympy

from derive.equations import Eq, Relation, Var

Model = tuple[list[Relation], list[Var], Var]  # relations, givens, target
HALF = sympy.Rational(1, 2)


def chain(size: int) -> Model:
    """Each variable follows from the one before."""
    x = [Var(f"x{k}", "s") for k in range(size + 1)]
    return (
        [Relation(f"r{k}", Eq(x[k + 1], x[k] * (2 if k % 2 else HALF))) for k in range(size)],
        [x[0]],
        x[-1],
    )


def tree(size: int) -> Model:
    """Each variable is the mean of two others, down to the leaves."""
    x = [Var(f"x{k}", "s") for k in range(2 * size + 1)]
    return (
        [Relation(f"r{k}", Eq(x[k], (x[2 * k + 1] + x[2 * k + 2]) / 2)) for k in range(size)],
        x[size:],
        x[0],
    )


def grid(size: int) -> Model:
    """Each variable is the mean of its neighbours to the left and above."""
    side = math.isqrt(size)
    x = {(i, j): Var(f"x{i}_{j}", "s") for i in range(side + 1) for j in range(side + 1) if i or j}
    relations = [
        Relation(f"r{i}_{j}", Eq(x[i + 1, j + 1], (x[i, j + 1] + x[i + 1, j]) / 2))
        for i in range(side)
        for j in range(side)
    ]
    return (
        relations,
        [x[i, 0] for i in range(1, side + 1)] + [x[0, j] for j in range(1, side + 1)],
        x[side, side],
    )
