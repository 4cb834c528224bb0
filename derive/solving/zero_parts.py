"""Parts of expressions into which exact zeros are put."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy

from derive.equations.expression import replace
from derive.equations.relation import Relation
from derive.equations.var import Var


@lru_cache(maxsize=4096)
@dataclass(frozen=True)
class ReducedRelation:
    """A relation with zeros substituted: what is left of it, if anything; the further variables
    that it makes zero; those that are not zero on which this relies; whether it cannot hold.
    """

    relation: Relation | None
    made_zero: frozenset[Var]
    relied: frozenset[Var]
    refuted: bool


def with_zeros(side: Any, zeros: frozenset[Var]) -> Any:
    """The side of a relation with these variables zero; None where it divides by zero."""
    put_in = replace(side, dict.fromkeys(zeros, sympy.S.Zero))
    return None if put_in.has(sympy.zoo, sympy.nan, sympy.oo) else put_in


def holds_no_negative(expression: Any) -> bool:
    """Whether an expression is a sum or the largest of parts none of which is ever negative."""
    joined = expression.is_Add or expression.func == sympy.Max
    return joined and all(part.is_nonnegative for part in expression.args)


def not_zero(var: Var) -> Any:
    """A letter for a variable that is not zero, of a known sign only if the variable has one."""
    return sympy.Dummy(positive=True) if var.is_nonnegative else sympy.Dummy(real=True, zero=False)


def is_open_product(own: Relation, reduced: Relation) -> bool:
    """Whether zeros have made a relation a product that is zero by one of several factors."""
    return reduced is not own and bool(reduced.right == 0) and bool(reduced.left.is_Mul)


def is_of_point(relation: Relation, nonzero: frozenset[Var]) -> bool:
    """Whether a relation is of a point that none of some variables states: there may be none."""
    return any(v.at and v not in nonzero for v in relation.variables)
