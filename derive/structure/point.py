"""A random point at which all relations hold, for the derivatives of the rank test."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from zlib import crc32

from derive.equations.range import Range
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.structure.coupling import coupled_groups
from derive.structure.derivatives import Gradient, row, value_and_gradient
from derive.structure.incidence import Incidence

_TRIES = 4
_KEPT = 16_384  # values drawn by name are the same in the systems that have a relation
_NO_SLOPES: dict[Var, Gradient] = {}


def consistent_point(relations: Sequence[Relation], structure: Incidence) -> dict[Var, float]:
    """Pseudo-random values of all their variables that satisfy the relations as far as possible.

    Every relation has a subject (its bare left side, else its least used variable) that follows
    from the other variables; coupled relations are solved together, by Newton steps in logarithms.
    Where no draw makes all values positive (each balance point is a condition of its own), negative
    values are allowed: derivatives there serve as well.
    """
    subjects = _subjects(relations, structure)
    groups = _order(relations, subjects)
    for attempt in range(_TRIES):
        point = _draw(relations, attempt)
        if _solve_all(relations, subjects, groups, point, signed=False):
            return point
    point = _draw(relations, 0)
    _solve_all(relations, subjects, groups, point, signed=True)
    return point


def _solve_all(
    relations: Sequence[Relation],
    subjects: dict[int, Var],
    groups: list[list[int]],
    point: dict[Var, float],
    signed: bool,
) -> bool:
    """Solve the groups in order; False where one cannot be solved, unless `signed`: then it keeps
    the values drawn.
    """
    used: set[Var] = set()
    for group in groups:
        drawn = dict(point)  # unconverged values may lie where derivatives vanish
        members = [relations[i] for i in group]
        variables = {v for relation in members for v in relation.variables}
        try:
            if len(group) == 1:
                solved = _solve(members[0], subjects[group[0]], point, signed)
            else:
                movable = (variables - used) | {subjects[i] for i in group}
                solved = _newton(members, point, movable)
        except (ArithmeticError, ValueError):
            solved = False
        if not solved:
            if not signed:
                return False
            point.update(drawn)
        used |= variables
    return True


@lru_cache(maxsize=_KEPT)
def row_at(relation: Relation, values: tuple[float, ...]) -> Mapping[Var, float]:
    """The relation's row in the rank test at these values of its variables. Raises ArithmeticError
    or ValueError outside its domain.
    """
    return row(relation.left, relation.right, dict(zip(relation.variables, values, strict=True)))


def _draw(relations: Sequence[Relation], attempt: int) -> dict[Var, float]:
    """A value of each variable by its name: one more variable leaves those of the others."""
    variables = {v for relation in relations for v in relation.variables}
    return {v: _drawn(v.name, v.within is Range.REAL, attempt) for v in variables}


@lru_cache(maxsize=16_384)
def _drawn(name: str, real: bool, attempt: int) -> float:
    value = 0.3 + 0.6 * _share(f"{name} {attempt}")
    negative = real and attempt and _share(f"-{name} {attempt}") < 0.5
    return -value if negative else value


def _share(text: str) -> float:
    """A pseudo-random number from 0 to 1, the same for equal texts."""
    return crc32(text.encode()) / 2**32


def _subjects(relations: Sequence[Relation], structure: Incidence) -> dict[int, Var]:
    """The subject of each relation, by its number; none is the subject of two."""

    def uses(var: Var) -> int:
        return len(structure.of_variable[structure.number[var]])

    subjects: dict[int, Var] = {}
    taken: set[Var] = set()
    for i, relation in enumerate(relations):
        if relation.subject is not None and relation.subject not in taken:
            subjects[i] = relation.subject
            taken.add(relation.subject)
    for i, relation in enumerate(relations):
        free = [v for v in relation.variables if v not in taken]
        if i not in subjects and free:
            free.sort(key=lambda v: (v.at is None, uses(v), v.rank, v.name))
            subjects[i] = next((v for v in free if not _cancels(relation, v)), free[0])
            taken.add(subjects[i])
    return subjects


@lru_cache(maxsize=_KEPT)
def _cancels(relation: Relation, var: Var) -> bool:
    """Whether both sides of a relation carry one power of a variable: it solves nothing for it."""
    point = _draw((relation,), 0)
    try:
        (left, slopes), (right, others) = (
            value_and_gradient(side, point, {var: {var: point[var]}})
            for side in (relation.left, relation.right)
        )
    except (ArithmeticError, ValueError):
        return False
    powers = slopes.get(var, 0.0) * right, others.get(var, 0.0) * left
    return powers[0] != 0.0 and math.isclose(*powers, rel_tol=1e-12)


def _order(relations: Sequence[Relation], subjects: dict[int, Var]) -> list[list[int]]:
    """Groups of coupled relations, in the order in which their subjects can be evaluated."""
    made_by = {var: i for i, var in subjects.items()}
    return coupled_groups(
        {
            i: [made_by[v] for v in relations[i].variables if made_by.get(v, i) != i]
            for i in subjects
        }
    )


def _solve(relation: Relation, subject: Var, point: dict[Var, float], signed: bool) -> bool:
    """Solve the relation for its subject; whether it has a value. Raises ArithmeticError or
    ValueError outside the domain.
    """
    value = _solved(relation, subject, tuple([point[v] for v in relation.variables]), signed)
    if value is not None:
        point[subject] = value
    return value is not None


@lru_cache(maxsize=_KEPT)
def _solved(
    relation: Relation, subject: Var, values: tuple[float, ...], signed: bool
) -> float | None:
    """The value of the subject that solves the relation, from these values of its variables; None
    if there is none. `signed` allows a negative value.

    Newton steps in logarithms keep a value positive; plain ones may change its sign.
    """
    point = dict(zip(relation.variables, values, strict=True))
    if relation.subject == subject:
        value = value_and_gradient(relation.right, point, _NO_SLOPES)[0]
        if not value if signed else value <= 0.0 and subject.within is not Range.REAL:
            return None
        return value
    for _ in range(60):
        alone = {subject: {subject: point[subject]}}
        residual, slopes = _residual(relation, point, alone)
        if abs(residual) < 1e-13:
            return point[subject] or None
        slope = slopes.get(subject, 0.0)
        if not slope:
            return None
        step = -residual / slope
        point[subject] *= 1.0 + step if signed else math.exp(max(-2.0, min(2.0, step)))
    return None


def _residual(
    relation: Relation, point: dict[Var, float], seeds: Mapping[Var, Gradient] | None = None
) -> tuple[float, dict[Var, float]]:
    """The relative residual of a relation and its slopes per logarithm of each variable, or of
    those with `seeds`.
    """
    left, left_slopes = value_and_gradient(relation.left, point, seeds)
    right, right_slopes = value_and_gradient(relation.right, point, seeds)
    scale = max(abs(left), abs(right)) or 1.0
    slopes = {
        v: (left_slopes.get(v, 0.0) - right_slopes.get(v, 0.0)) / scale
        for v in left_slopes | right_slopes
    }
    return (left - right) / scale, slopes


def _newton(relations: list[Relation], point: dict[Var, float], movable: set[Var]) -> bool:
    """Least-norm Newton steps in logarithms on coupled relations; whether they converge."""
    if len(relations) > 60:
        return False
    for _ in range(40):
        residuals, gradients = zip(
            *(_residual(relation, point) for relation in relations), strict=True
        )
        if max(map(abs, residuals)) < 1e-12:
            return True
        rows = [{v: x for v, x in slopes.items() if v in movable} for slopes in gradients]
        multipliers = _solve_normal(rows, [-residual for residual in residuals])
        for slopes, multiplier in zip(rows, multipliers, strict=True):
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
