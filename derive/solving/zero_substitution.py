"""Substitution of exact zeros into relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from derive.equations.expression import Eq, replace
from derive.equations.relation import Relation
from derive.equations.var import Var


def substitute_zeros(
    relations: Sequence[Relation], zeros: frozenset[Var]
) -> tuple[Sequence[Relation], frozenset[Var]]:
    """The relations with these variables zero, and the further variables that become zero."""
    found = set(zeros)
    while True:
        mapping = dict.fromkeys(found, sympy.S.Zero)
        kept: list[Relation] = []
        fresh: set[Var] = set()
        for relation in relations:
            reduced = _reduced(relation, mapping)
            if reduced is None:
                continue
            if reduced is not relation and reduced.right == 0 and reduced.left.is_Symbol:
                fresh.add(reduced.left)
            else:
                kept.append(reduced)
        relations = kept
        if fresh <= found:
            return relations, frozenset(found - zeros)
        found |= fresh


def _reduced(relation: Relation, mapping: Mapping[Var, Any]) -> Relation | None:
    """The relation with zeros substituted; None for an identity or a zero denominator.

    If a product is zero and only one factor can vanish, that factor is zero.
    """
    if not any(v in mapping for v in relation.variables):
        return relation
    left, right = replace(relation.left, mapping), replace(relation.right, mapping)
    if any(side.has(sympy.zoo, sympy.nan, sympy.oo) for side in (left, right)):
        return None
    if left == right or not (left.free_symbols | right.free_symbols):
        return None
    if left == 0:
        left, right = right, left
    if right == 0 and left.is_Mul:
        able = [factor for factor in left.args if not factor.is_nonzero]
        if len(able) != 1 or not able[0].is_Symbol:
            return None
        left = able[0]
    return relation.restated(Eq(left, right))
