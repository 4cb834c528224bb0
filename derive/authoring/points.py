"""Points of a relation: random values in range at which both sides are equal, found without the
solver.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import sympy

from derive.equations.expression import NOT_SMOOTH
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.compiler import compile_node
from derive.program.nodes import Nodes
from derive.solving.usual_values import is_one

Values = dict[Var, float]
_DRAWS, _BISECTED = 400, 40
_MET = 1e-6  # the residual that bisection leaves
_SHOWS = 1e-9  # the least residual by which a hundredth of a variable shows


def residual(relation: Relation, values: Values) -> float:
    """The difference of the two sides relative to their sizes, evaluated by sympy."""
    floats = {v: sympy.Float(values[v], 30) for v in relation.variables}
    left, right = (float(side.xreplace(floats)) for side in (relation.left, relation.right))
    return abs(left - right) / (abs(left) + abs(right)) if left or right else 0.0


def drawn_value(var: Var, source: random.Random) -> float:
    """A value of a variable in base units, inside its range."""
    low, high, _, _ = var.bounds
    if low == -math.inf:
        return source.uniform(-5.0, 5.0) if high == math.inf else high - source.uniform(0.1, 5.0)
    if math.isfinite(high):
        return low + source.uniform(0.05, 0.95) * (high - low)
    return low + var.unit.factor * float(10 ** source.uniform(-2, 4))


def point_of(relation: Relation) -> Values | None:
    """Values in range that satisfy the relation: what it defines follows by sympy's arithmetic, at
    a point where each other variable shows; where it defines nothing, or nothing in range, one
    variable follows from the others by bisection. None where no draw has such a point.
    """
    subject = relation.subject
    if subject is not None:
        for seed in range(_DRAWS):
            found = _forwards(relation, subject, seed)
            if found is not None:
                return found
    for seed in range(_BISECTED):
        found = bisected_point(relation, seed)
        if found is not None:
            return found
    return None


def bisected_point(relation: Relation, seed: int) -> Values | None:
    """Values in range that satisfy the relation, one of which follows from the others by bisection;
    None where that has none for these.
    """
    source = random.Random(seed)
    values = {v: drawn_value(v, source) for v in relation.variables}
    for var in relation.variables:
        found = _bisected(relation, values, var)
        if found is not None and var.admits(found):
            met = {**values, var: found}
            if residual(relation, met) < _MET:  # a pole changes the sign too
                return met
    return None


def _forwards(relation: Relation, subject: Var, seed: int) -> Values | None:
    """The values of a draw with what the relation defines; None where that is out of range, or
    where a variable does not show.
    """
    source = random.Random(seed)
    values = {v: drawn_value(v, source) for v in relation.variables}
    values |= {v: 1.0 for v in relation.variables if is_one(v)}
    found = relation.right.xreplace({v: sympy.Float(x, 30) for v, x in values.items()})
    if not (found.is_finite and found.is_real and subject.admits(float(found))):
        return None
    made = {**values, subject: float(found)}
    shows = relation.right.has(*NOT_SMOOTH) or all(
        residual(relation, {**made, v: 1.01 * made[v]}) > _SHOWS for v in values if v != subject
    )
    return made if shows else None


def _bisected(relation: Relation, values: Values, var: Var) -> float | None:
    """The value of a variable at which both sides are equal; None where no change of sign shows."""
    gap = _gap(relation)

    def at(exponent: float) -> float:
        return gap({**values, var: 10.0**exponent})

    low, high = -40.0, 40.0
    try:
        if not at(low) * at(high) < 0:
            return None
        for _ in range(200):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if at(low) * at(middle) > 0 else (low, middle)
    except (ArithmeticError, ValueError):
        return None
    return float(10.0**low)


def _gap(relation: Relation) -> Callable[[Values], float]:
    """Left side minus right side, in floats."""
    nodes, data = Nodes(), relation.data
    left, right = data.within(nodes, range(len(relation.variables)))
    sides = [compile_node(nodes, side) for side in (left, right)]

    def gap(values: Values) -> float:
        slots = [values[v] for v in relation.variables]
        one, other = (float(side(slots)) for side in sides)
        return one - other

    return gap
