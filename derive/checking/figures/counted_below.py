"""Results per thing of which a bare figure below the line is the number: 0.5 MB × 8 / 1.2M =
3.3 bits/param.
"""

from __future__ import annotations

from dataclasses import replace

from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, UnitNode
from derive.units.multipliers import is_counted_word


def without_counted_below(statement: StatementNode) -> StatementNode:
    """The statement without the thing counted that its last side is per, where the one before
    divides by thousands or millions of what it does not say.
    """
    *before, result = statement.sides
    if not before or not isinstance(result, ProductNode) or not _divides_by_many(before[-1]):
        return statement
    kept = tuple(each for each in result.factors if not _is_of_one(*each))
    if len(kept) in (0, len(result.factors)) or kind_of(result) != SideKind.FIGURE:
        return statement
    return replace(statement, sides=(*before, replace(result, factors=kept)))


def _is_of_one(sign: int, part: Node) -> bool:
    return sign < 0 and isinstance(part, UnitNode) and is_counted_word(part.word)


def _divides_by_many(side: Node) -> bool:
    """Whether a bare figure with K, M, B or T is the last below the line of a side."""
    factors = side.factors if isinstance(side, ProductNode) else ()
    sign, last = factors[-1] if factors else (1, side)
    parts = last.factors if isinstance(last, ProductNode) else ()
    below = sign < 0 and all(isinstance(part, NumberNode) for _, part in parts)
    return below and any(is_multiplier(*part) for part in parts)
