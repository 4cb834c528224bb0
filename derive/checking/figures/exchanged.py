"""Amounts in two currencies: exchanged at a bare rate, €2.10 × 1.08 = $2.27, or restated behind a
result, 8 × $2.50 = $20 = €18.50.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from derive.checking.figures.running import sides_agree
from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, UnitNode
from derive.units.dimension import BASE_UNITS, CURRENCIES
from derive.units.exchange import currency_pair

_CODES = frozenset(CURRENCIES.values())
_RATE = re.compile(r"\d+\.\d\d+")
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
    """A side with the unit of the rate that stands bare among its factors: one of two decimals at
    least, or any with which the figures agree.
    """
    here, there = figure_of(side), figure_of(result)
    pair = currency_pair(here.dimension, there.dimension) if here and there else None
    if pair is None or pair[2] != 1 or not isinstance(side, ProductNode):
        return side
    *_, (place, surely) = [(0, False), *_rates(side)]
    paid, wanted = (UnitNode(BASE_UNITS[name], side.position) for name in pair[:2])
    units = ((1, wanted), (-1, paid))
    made = replace(side, factors=(*side.factors[:place], *units, *side.factors[place:]))
    return made if place and (surely or sides_agree(made, result, sign)) else side


def _rates(side: ProductNode) -> Iterator[tuple[int, bool]]:
    """The index behind each number of a side that has no unit behind it, the surest rate last."""
    parts = [*(part for _, part in side.factors), side]
    bare = [
        (place, _RATE.fullmatch(number.text) is not None)
        for place, (number, after) in enumerate(pairwise(parts), 1)
        if isinstance(number, NumberNode) and not isinstance(after, UnitNode)
    ]
    yield from sorted(bare, key=lambda pair: pair[1])
