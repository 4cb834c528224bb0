"""Substitution of exact zeros into relations."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any

import sympy

from derive.equations.expression import Eq, replace
from derive.equations.relation import Relation
from derive.equations.var import Var

VarSet = frozenset[Var]


def substitute_zeros(
    relations: Sequence[Relation], zeros: VarSet, nonzero: VarSet = frozenset()
) -> tuple[Sequence[Relation], VarSet]:
    """The relations with these variables zero, and the further variables that become zero, none of
    `nonzero` among them.

    A relation that would make another variable zero stays as one that cannot hold. A relation that
    divides by zero says nothing, nor does one that loses the point variable it defines.
    """
    barred = set(nonzero)
    while True:
        found = _vanishing(relations, zeros, barred)
        loose = {
            var
            for var in found - zeros
            if var not in map(_Zeros(relations, found - {var}, barred).made_zero, relations)
        }
        if not loose:
            break
        barred |= loose  # zero only as long as a variable that it is divided by was not
    reduced = map(_Zeros(relations, found, barred).reduced, relations)
    return [relation for relation in reduced if relation is not None], found - zeros


def _vanishing(relations: Sequence[Relation], zeros: VarSet, barred: Set[Var]) -> VarSet:
    """The variables with these that become zero, these included."""
    found = zeros
    while True:
        fresh = set(map(_Zeros(relations, found, barred).made_zero, relations))
        able = {var for var in fresh if var is not None and var.takes_zero and var not in barred}
        if able <= found:
            return found
        found |= able


@dataclass(frozen=True)
class _Zeros:
    """Zeros to substitute into relations, and variables that are not zero."""

    relations: Sequence[Relation]
    zeros: Set[Var]
    nonzero: Set[Var]

    def made_zero(self, relation: Relation) -> Var | None:
        """The further variable that the relation makes zero, if any."""
        if self.zeros.isdisjoint(relation.variables):
            return None
        reduced = self.reduced(relation)
        bare = reduced is not None and reduced.right == 0 and reduced.left.is_Symbol
        return reduced.left if reduced is not None and bare else None

    def reduced(self, relation: Relation) -> Relation | None:
        """The relation with zeros substituted; None where nothing is left that it says.

        If a product is zero and only one factor can vanish, that factor is zero.
        """
        if self.zeros.isdisjoint(relation.variables):
            return relation
        mapping = dict.fromkeys(self.zeros, sympy.S.Zero)
        left, right = replace(relation.left, mapping), replace(relation.right, mapping)
        if any(side.has(sympy.zoo, sympy.nan, sympy.oo) for side in (left, right)):
            return None
        rest = left.free_symbols | right.free_symbols
        if left == right or not rest or any(v.at for v in self._lost(relation, rest)):
            return None
        if left == 0:
            left, right = right, left
        if right == 0 and left.is_Mul:
            able = [factor for factor in left.args if not self._is_nonzero(factor)]
            if len(able) != 1 or not able[0].is_Symbol:
                return None
            left = able[0]
        return relation.restated(Eq(left, right))

    def _lost(self, relation: Relation, rest: Set[Any]) -> set[Var]:
        """The variables that drop out with the zeros."""
        return {v for v in relation.variables if v not in rest and v not in self.zeros}

    def _is_nonzero(self, expression: Any, within: tuple[Any, ...] = ()) -> bool:
        """Whether an expression cannot vanish, as the definitions of its variables show."""
        if expression.is_nonzero or expression in self.nonzero:
            return True
        if expression.is_Symbol:
            if expression in within:
                return False
            own = (r for r in self.relations if r.subject == expression)
            return any(self._is_nonzero(r.right, (*within, expression)) for r in own)
        able = (v for v in expression.free_symbols if not v.is_positive)
        firm = {v: sympy.Dummy(positive=True) for v in able if self._is_nonzero(v, within)}
        return bool(replace(expression, firm).is_nonzero) if firm else False
