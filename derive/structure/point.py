"""A random point at which all relations hold: where the rank test looks at their derivatives."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import networkx as nx

from derive.equations.range import Range
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.structure.derivatives import value_and_gradient
from derive.structure.incidence import Incidence

_TRIES = 4


def consistent_point(relations: Sequence[Relation], structure: Incidence) -> dict[Var, float]:
    """Values of all variables, random and the same every time, that satisfy the relations as far as
    they can be.

    Every relation has a subject (its bare left side, else its least used variable) that follows
    from the others; relations that need each other's subjects are settled together, by Newton steps
    in logarithms. Where no draw makes all values positive (each balance point asks for its own
    condition), signs are let go: derivatives are as good on the other side of zero.
    """
    subjects = _subjects(relations, structure)
    groups = _order(relations, subjects)
    for attempt in range(_TRIES):
        point = _draw(structure, attempt)
        if _settle_all(relations, subjects, groups, point, signed=False):
            return point
    point = _draw(structure, 0)
    _settle_all(relations, subjects, groups, point, signed=True)
    return point


def _settle_all(
    relations: Sequence[Relation],
    subjects: dict[int, Var],
    groups: list[list[int]],
    point: dict[Var, float],
    signed: bool,
) -> bool:
    """Settle the groups in order; whether that can be done. With signs let go, what cannot be
    settled keeps the values drawn, as good as any.
    """
    used: set[Var] = set()
    for group in groups:
        drawn = dict(point)  # half-settled values run away to where derivatives vanish
        try:
            if len(group) == 1:
                _settle(relations[group[0]], subjects[group[0]], point, signed)
                settled = True
            else:
                own = {subjects[i] for i in group}
                movable = {
                    v for i in group for v in relations[i].variables if v in own or v not in used
                }
                settled = _newton([relations[i] for i in group], point, movable)
        except (ArithmeticError, ValueError):
            settled = False
        if not settled:
            if not signed:
                return False
            point.update(drawn)
        used.update(v for i in group for v in relations[i].variables)
    return True


def _draw(structure: Incidence, attempt: int) -> dict[Var, float]:
    source = random.Random(20_260 + attempt)
    point = {var: source.uniform(0.3, 0.9) for var in structure.variables}
    for var in structure.variables:
        if var.within is Range.REAL and attempt and source.random() < 0.5:
            point[var] *= -1.0
    return point


def _subjects(relations: Sequence[Relation], structure: Incidence) -> dict[int, Var]:
    subjects: dict[int, Var] = {}
    taken: set[Var] = set()
    for i, relation in enumerate(relations):
        if relation.subject is not None and relation.subject not in taken:
            subjects[i] = relation.subject
            taken.add(relation.subject)
    for i, relation in enumerate(relations):
        free = [v for v in relation.variables if v not in taken]
        if i not in subjects and free:
            subjects[i] = min(
                free,
                key=lambda v: (
                    v.at is None,
                    len(structure.of_variable[structure.number[v]]),
                    v.rank,
                    v.name,
                ),
            )
            taken.add(subjects[i])
    return subjects


def _order(relations: Sequence[Relation], subjects: dict[int, Var]) -> list[list[int]]:
    """Relations in the order in which their subjects follow; those that need each other stand
    together.
    """
    made_by = {var: i for i, var in subjects.items()}
    needs: nx.DiGraph[int] = nx.DiGraph()
    needs.add_nodes_from(subjects)
    needs.add_edges_from(
        (made_by[v], i)
        for i in subjects
        for v in relations[i].variables
        if v in made_by and made_by[v] != i
    )
    condensed = nx.condensation(needs)
    members = {group: sorted(condensed.nodes[group]["members"]) for group in condensed}
    return [
        members[group]
        for group in nx.lexicographical_topological_sort(condensed, key=members.__getitem__)
    ]


def _settle(relation: Relation, subject: Var, point: dict[Var, float], signed: bool) -> None:
    """Give the subject the value that makes the relation hold; `signed` lets it be negative. Raises
    ArithmeticError when it finds none.

    Newton steps in logarithms keep a value positive; plain ones let its sign go.
    """
    if relation.subject == subject:
        value = point[subject] = value_and_gradient(relation.right, point)[0]
        if not value if signed else value <= 0.0 and subject.within is not Range.REAL:
            raise ArithmeticError("the value vanishes, or must be positive and is not")
        return
    for _ in range(60):
        log_residual, slopes = _miss(relation, point)
        if abs(log_residual) < 1e-13:
            return
        slope = slopes.get(subject, 0.0)
        if not slope:
            raise ArithmeticError("the subject does not act")
        point[subject] *= (
            1.0 - log_residual / slope
            if signed
            else math.exp(max(-2.0, min(2.0, -log_residual / slope)))
        )
    raise ArithmeticError("no value found")


def _miss(relation: Relation, point: dict[Var, float]) -> tuple[float, dict[Var, float]]:
    left, left_slopes = value_and_gradient(relation.left, point)
    right, right_slopes = value_and_gradient(relation.right, point)
    scale = max(abs(left), abs(right)) or 1.0
    slopes = {
        v: (left_slopes.get(v, 0.0) - right_slopes.get(v, 0.0)) / scale
        for v in left_slopes | right_slopes
    }
    return (left - right) / scale, slopes


def _newton(relations: list[Relation], point: dict[Var, float], movable: set[Var]) -> bool:
    """Least-norm Newton steps in logarithms on relations that depend on each other; whether they
    came to hold.
    """
    if len(relations) > 60:
        return False
    for _ in range(40):
        rows = [
            (log_residual, {v: x for v, x in slopes.items() if v in movable})
            for log_residual, slopes in (_miss(relation, point) for relation in relations)
        ]
        if max(abs(log_residual) for log_residual, _ in rows) < 1e-12:
            return True
        multipliers = _solve_normal(
            [slopes for _, slopes in rows], [-log_residual for log_residual, _ in rows]
        )
        for (_, slopes), multiplier in zip(rows, multipliers, strict=True):
            for var, slope in slopes.items():
                point[var] *= math.exp(max(-1.0, min(1.0, slope * multiplier)))
    return False


def _solve_normal(rows: list[dict[Var, float]], wanted: list[float]) -> list[float]:
    """Solve (J·Jᵀ + ε) y = wanted by elimination."""
    size = len(rows)
    matrix = [
        [
            math.fsum(a[v] * b[v] for v in a if v in b) + (1e-9 if i == j else 0.0)
            for j, b in enumerate(rows)
        ]
        for i, a in enumerate(rows)
    ]
    values = list(wanted)
    for k in range(size):
        pivot = max(range(k, size), key=lambda i: abs(matrix[i][k]))
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        values[k], values[pivot] = values[pivot], values[k]
        for i in range(k + 1, size):
            factor = matrix[i][k] / matrix[k][k]
            if factor:
                values[i] -= factor * values[k]
                for j in range(k, size):
                    matrix[i][j] -= factor * matrix[k][j]
    for k in reversed(range(size)):
        values[k] = (
            values[k] - math.fsum(matrix[k][j] * values[j] for j in range(k + 1, size))
        ) / matrix[k][k]
    return values
