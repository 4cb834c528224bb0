"""Conflicts of redundant relations: combinations without unknowns that the givens violate."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from derive.algebra.eliminate import degree
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin
from derive.solving.nearest import nearest_relations
from derive.solving.query import Query
from derive.structure.rank import Combination
from derive.units.display import format_value


def combined_conflict(query: Query) -> Conflict | None:
    """The conflict of the first redundant combination that the givens violate; products only."""
    for combination in nearest_relations(query).elimination.redundant:
        conflict = _judge(query, combination) if len(combination.relations) > 1 else None
        if conflict is not None:
            return conflict
    return None


def _judge(query: Query, combination: Combination) -> Conflict | None:
    relations = [(query.system.relations[i], factor) for i, factor in combination.relations.items()]
    gap = _gap(query, relations)
    if gap is None:
        return None
    slopes = {
        v: slope
        for v in query.in_force
        for slope in [_slope(query, relations, v, gap)]
        if abs(slope) > 1e-6
    }
    given = ordered(v for v in slopes if query.in_force[v].origin == Origin.GIVEN)
    slack = sum(abs(slope) * query.in_force[v].tolerance for v, slope in slopes.items())
    if not given or abs(gap) <= slack + query.rtol + 1e-9:
        return None
    mends = _mends(query, slopes, gap)
    if any(known.var.ideal for known in mends):
        return None
    shown = query.in_force[given[-1]]
    implied = shown.value * math.exp(-gap / slopes[shown.var])
    relation = next(r for r, _ in relations if shown.var in r.variables)
    return Conflict(
        tuple(v.name for v in given),
        relation.name,
        f"{shown.var.name} given as {shown.text}",
        f"{shown.var.name} from the other givens {format_value(implied, shown.var.unit)}",
        shown.value / implied,
        next(iter(mends), None),
        through=tuple(dict.fromkeys([*query.closed, *(relation for relation, _ in relations)])),
    )


def _mends(query: Query, slopes: Mapping[Var, float], gap: float) -> list[Known]:
    """The defaults behind a gap, each with the value in its range at which it vanishes."""
    moved = [
        replace(known, value=known.value * math.exp(-gap / slope))
        for known, slope in ((query.in_force[v], slope) for v, slope in slopes.items())
        if known.origin == Origin.DEFAULT
    ]
    return [known for known in moved if known.var.admits(known.value)]


def _gap(query: Query, relations: list[tuple[Relation, float]]) -> float | None:
    """Σ factor · log(left / right), whatever the unknowns are, which cancel; None if a relation is
    not a product of them, one does not cancel, or one may be zero: it need not cancel then.
    """
    gap, other = _gap_at(query, relations, 1.0), _gap_at(query, relations, 2.0)
    same = gap is not None and other is not None and math.isclose(gap, other, abs_tol=1e-9)
    return gap if same else None


def _gap_at(query: Query, relations: list[tuple[Relation, float]], unknowns: float) -> float | None:
    """The same with the unknowns at different powers of a number."""
    known = query.in_force
    values = [
        known[v].value if v in known else unknowns ** (1.0 + 0.1 * k)
        for k, v in enumerate(query.system.variables)
    ]
    total = 0.0
    for relation, factor in relations:
        unknown = [v for v in relation.variables if v not in query.in_force]
        sides = relation.left, relation.right
        if any(v.admits(0.0) or degree(side, v) is None for v in unknown for side in sides):
            return None
        try:
            total += factor * math.log(
                query.value_of(relation.left, values) / query.value_of(relation.right, values)
            )
        except (ArithmeticError, ValueError):
            return None
    return total


def _slope(query: Query, relations: list[tuple[Relation, float]], var: Var, gap: float) -> float:
    """The derivative of the gap with respect to the logarithm of a known variable."""
    if not any(var in relation.variables for relation, _ in relations):
        return 0.0
    moved = _gap(query.with_value(var, query.in_force[var].value * 1.001), relations)
    return 0.0 if moved is None else (moved - gap) / math.log(1.001)
