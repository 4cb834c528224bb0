"""Quotients of whole numbers in code, which drop the remainder: `15 * (64/136 + 1) = 15`."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from derive.checking.extraction.passage import Passage
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, rebuilt

_CODE = "`"


def with_whole_quotients(statement: StatementNode, passage: Passage) -> StatementNode:
    """The statement of a line of code with quotients of two whole numbers without the remainder;
    any other as it is.
    """
    if not (passage.before.endswith(_CODE) and passage.after.startswith(_CODE)):
        return statement
    *computed, result = statement.sides
    sides = (*(rebuilt(side, _whole) for side in computed), result)
    return statement if sides == statement.sides else replace(statement, sides=sides)


def _whole(node: Node) -> Node | None:
    """The whole part of a quotient of two whole numbers; None for any other node."""
    match node:
        case ProductNode(((1, NumberNode(above)), (-1, NumberNode(below)))):
            whole = above.denominator == below.denominator == 1 and below > 0
            value = above // below if whole else Fraction(0)
            return NumberNode(Fraction(value), node.position, str(value)) if whole else None
        case _:
            return None
