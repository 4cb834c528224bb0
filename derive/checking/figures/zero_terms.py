"""Names times zero, which have any unit: the 0 u of x' = a x + 0 u."""

from __future__ import annotations

from fractions import Fraction

from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, rebuilt


def with_zero_terms(statement: StatementNode) -> StatementNode:
    """The statement with a zero for each product of names with an exact one."""
    return statement.with_sides(lambda side: rebuilt(side, _zero))


def _zero(node: Node) -> Node | None:
    """A zero instead of a product of one with names; None for any other node."""
    if not isinstance(node, ProductNode) or kind_of(node) is not SideKind.SYMBOLIC:
        return None
    zero = any(sign > 0 and _is_zero(factor) for sign, factor in node.factors)
    return NumberNode(Fraction(0), node.position, "0") if zero else None


def _is_zero(factor: Node) -> bool:
    return isinstance(factor, NumberNode) and factor.value == 0 and factor.text.isdigit()
