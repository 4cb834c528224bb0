"""Amounts in two currencies: exchanged at a bare rate, €2.10 × 1.08 = $2.27, or restated behind a
result, 8 × $2.50 = $20 = €18.50.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from derive.checking.figures.running import sides_agree
from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, UnitNode
from derive.units.dimension import BASE_UNITS, CURRENCIES
from derive.units.exchange import currency_pair

_CODES = frozenset(CURRENCIES.values())
_TWO = 2


def in_one_currency(statement: StatementNode) -> StatementNode:
    """The statement with the unit of a bare rate between its currencies, and without the amount in
    another currency that a chain ends with; one with fewer than two currencies as it is.
    """
    used = {node.word for node in statement.nodes if isinstance(node, UnitNode)} & _CODES
    if len(used) < _TWO:
        return statement
    *sides, last = statement.sides
    if len(sides) == 1:
        exchanged = _exchanged(sides[0], last, statement.signs[0])
        return replace(statement, sides=(exchanged, last))
    here, there = figure_of(sides[-1]), figure_of(last)
    if here is None or there is None or not (here.plain and there.plain):
        return statement
    if currency_pair(here.dimension, there.dimension) is None:
        return statement
    return replace(statement, sides=tuple(sides), signs=statement.signs[:-1])


def _exchanged(side: Node, result: Node, sign: str) -> Node:
    """A side with the unit of the rate that stands bare among its factors, where the figures agree
    so; else they may be exchanged at another rate, which stands nowhere.
    """
    here, there = figure_of(side), figure_of(result)
    pair = currency_pair(here.dimension, there.dimension) if here and there else None
    if pair is None or pair[2] != 1 or not _has_a_rate(side):
        return side
    paid, wanted = (UnitNode(BASE_UNITS[name], side.position) for name in pair[:2])
    made = ProductNode(((1, side), (1, wanted), (-1, paid)), side.position)
    return made if sides_agree(made, result, sign) else side


def _has_a_rate(side: Node) -> bool:
    """Whether a number among the factors of a side has no unit behind it."""
    factors = [part for _, part in side.factors] if isinstance(side, ProductNode) else []
    return any(
        isinstance(number, NumberNode) and not isinstance(after, UnitNode)
        for number, after in pairwise([*factors, side])
    )
