"""Conditional values and limits of an open target."""

from __future__ import annotations

import math
from dataclasses import replace as with_values
from typing import Any

import sympy

from derive.algebra.isolate import isolate
from derive.algebra.regimes import arguments_of
from derive.equations.expression import Eq, regime_nodes, replace
from derive.results.known import Origin
from derive.solving.nearest import nearest_relations
from derive.solving.query import Query, make_query
from derive.structure.plan import SCOPES
from derive.units.display import format_value

MOST_CONDITIONS = 4
MOST_UNDECIDED = 12  # relations near the target whose extrema are tried


def conditional(query: Query) -> list[tuple[Query, str]]:
    """The queries, each with its condition, in which one argument of an extremum replaces it and
    thereby determines the target. Their plans follow from names alone.
    """
    given = frozenset(v for v, known in query.known.items() if known.origin == Origin.GIVEN)
    key = query.target, frozenset(query.known), given, query.withheld
    found = query.system.compiled.recent("conditional", key, lambda: _determining(query))
    return [
        (with_values(settled, known=dict(query.known), rtol=query.rtol), condition)
        for settled, condition in found
    ]


def _determining(query: Query) -> list[tuple[Query, str]]:
    found: list[tuple[Query, str]] = []
    order = nearest_relations(query).order
    for i in [i for i in order if regime_nodes(query.system.relations[i].right)][:MOST_UNDECIDED]:
        relation = query.system.relations[i]
        for node in regime_nodes(relation.right):
            for argument, guards in arguments_of(node):
                equation = Eq(relation.left, replace(relation.right, {node: argument}))
                settled = make_query(
                    query.system.replacing(relation, equation),
                    query.target,
                    query.known,
                    query.rtol,
                    SCOPES[1],
                    query.withheld,
                )
                if settled.plan.determined and i in {
                    k for block in settled.plan.blocks for k in block.relations
                }:
                    found.append((settled, " and ".join(guard.text for guard in guards)))
            if len(found) >= MOST_CONDITIONS:
                return found
    return found


def limits(query: Query) -> tuple[str, ...]:
    """The limits that constraints set to an open target, one sentence each."""
    sentences: list[str] = []
    for constraint in query.system.constraints:
        if query.target not in constraint.variables or any(
            v not in query.in_force for v in constraint.variables if v != query.target
        ):
            continue
        _, value = isolate(constraint.limit.lhs, constraint.limit.rhs, query.target)
        if value is None:
            continue
        number = query.value_of(
            value,
            [
                query.in_force[v].value if v in query.in_force else None
                for v in query.system.variables
            ],
        )
        sign = _direction(query, constraint.inequality)
        whole = (
            math.ceil(number / query.target.unit.factor)
            if sign == "≥"
            else math.floor(number / query.target.unit.factor)
        )
        counted = f", so {whole:,} {query.target.unit.text}" if query.target.whole else ""
        sentences.append(
            f"{constraint.name} sets a limit: {query.target.name} {sign}"
            f" {format_value(number, query.target.unit)}{counted}"
        )
    return tuple(sentences)


def _direction(query: Query, inequality: Any) -> str:
    """The side on which the constraint bounds the target, which is a factor of its side."""
    on_right = query.target in inequality.rhs.free_symbols
    at_most = isinstance(inequality, (sympy.Le, sympy.Lt))
    return "≥" if on_right == at_most else "≤"
