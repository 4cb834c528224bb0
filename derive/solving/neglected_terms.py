"""Neglected terms of the relations used, with their sizes relative to the terms kept."""

from __future__ import annotations

import math
from typing import Any

from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import ordered
from derive.results.solution import WORTH_SAYING, NeglectedTerm
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.units.display import format_number


def neglected_terms(query: Query, candidate: CandidateSolution) -> tuple[NeglectedTerm, ...]:
    """The neglected terms of the relations used, with their sizes where these can be evaluated."""
    found: list[NeglectedTerm] = []
    for relation in query.used:
        for term in relation.neglects:
            size = _size(query, candidate, term.size)
            shown = plain(term.size) if size is None else format_number(size, 3)
            spared = (
                size is not None
                and size >= WORTH_SAYING
                and _spared(query, candidate, relation, 1.0 + size)
            )
            found.append(
                NeglectedTerm(relation.name, term.what, size, f"{shown} of what is kept", spared)
            )
    return tuple(found)


def _size(query: Query, candidate: CandidateSolution, ratio: Any) -> float | None:
    """The value of a ratio; 0 as soon as one of its factors is zero."""
    value = _known_value(query, candidate, ratio)
    if (
        value is None
        and ratio.is_Mul
        and any(_known_value(query, candidate, factor) == 0.0 for factor in ratio.args)
    ):
        return 0.0
    return value


def _known_value(query: Query, candidate: CandidateSolution, expression: Any) -> float | None:
    needed = ordered(expression.free_symbols)
    values = (
        query.with_all_defaults.filled(candidate, needed)
        if all(v in query.system.slots for v in needed)
        else None
    )
    try:
        return None if values is None else query.value_of(expression, values)
    except (ArithmeticError, TypeError, ValueError):
        return None


def _spared(query: Query, candidate: CandidateSolution, relation: Relation, factor: float) -> bool:
    """Whether the target is the same with the subject `factor` times as large or small."""
    return all(_unchanged(query, candidate, relation, times) for times in (factor, 1.0 / factor))


def _unchanged(
    query: Query, candidate: CandidateSolution, relation: Relation, times: float
) -> bool:
    """Whether the target is unchanged when the path is evaluated with a scaled subject."""
    system, values, met = query.system, list(candidate.values), False
    for block, branch in candidate.path:
        slot = system.slots[branch.unknown]
        if [system.relations[i] for i in block.relations] == [
            relation
        ] and branch.unknown == relation.subject:
            values[slot], met = values[slot] * times, True
        elif met and (branch.formula is None or branch.guards):
            return False
        elif met:
            values[slot] = query.value_of(branch.formula, values)
    slot = system.slots[query.target]
    return met and math.isclose(values[slot], candidate.values[slot], rel_tol=1e-12)
