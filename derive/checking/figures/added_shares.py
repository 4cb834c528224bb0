"""Shares added to what stands before them: 16 GB + 20 % = 19.2 GB, 16 GB (+20 %) = 19.2 GB."""

from __future__ import annotations

from fractions import Fraction

from derive.checking.figures.worked_number import figure_of
from derive.checking.figures.written_multipliers import is_percent
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, SumNode

_SIGNS = {"+": 1, "-": -1, "−": -1}


def with_added_shares(statement: StatementNode, text: str) -> StatementNode:
    """The statement with every percentage behind an amount as a share of it, added or taken off;
    `text` tells whether a bracket has a sign.
    """
    return statement.with_sides(lambda side: _added(side, text))


def _added(node: Node, text: str) -> Node:
    match node:
        case SumNode((*before, (sign, last))) if before and _is_share(last):
            amounts = SumNode(tuple(before), node.position)
            if not any(_is_share(part) for _, part in before) and not _may_be_share(amounts):
                return _product(amounts, sign, last)
        case ProductNode((*before, (1, last))) if before and _is_share(last):
            lead = text[: last.position].rstrip()[-1:]
            amount = before[0][1] if before[0][0] > 0 else None
            if lead in _SIGNS and amount is not None:
                whole = ProductNode(tuple(before), node.position)
                return _product(whole, _SIGNS[lead], last)
    return node


def _product(amount: Node, sign: int, share: Node) -> ProductNode:
    """An amount times one and a share."""
    one = NumberNode(Fraction(1), share.position)
    return ProductNode(((1, amount), (1, SumNode(((1, one), (sign, share)), share.position))), 0)


def _may_be_share(node: Node) -> bool:
    """Whether a node is a bare number of at most one."""
    figure = figure_of(node)
    return figure is not None and not figure.dimension and abs(figure.value) <= 1.0


def _is_share(node: Node) -> bool:
    figure = figure_of(node) if is_percent(node) else None
    return figure is not None and figure.plain and not figure.dimension
