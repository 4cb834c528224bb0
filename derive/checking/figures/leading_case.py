"""Cases that stand on the far left of a chain and are no side of it: 7 characters = 62^7 = 3.5e12,
5 years = 15 × 365 × 5 = 27 TB, f = 5 = 1 - 0.99^5 = 4.9 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    UnitNode,
    nodes,
)
from derive.units.dimension import CURRENCIES, Dimension

_TIME = Dimension({"time": 1})
_FEWEST_SIDES = 3
_ALIKE = (FigureAgreement.EQUAL, FigureAgreement.CUT)
_CLOSE = (*_ALIKE, FigureAgreement.COARSELY_CUT)


def without_case(statement: StatementNode, text: str) -> StatementNode:
    """The statement without the number of things, the time or the setting for which the rest of the
    chain holds; `text` is its own.
    """
    named = isinstance(statement.sides[0], NameNode)
    case, *rest = statement.sides[named:] or statement.sides
    if len(rest) < _FEWEST_SIDES - 1 or {*statement.signs} - {"=", "≈"}:
        return statement
    figure, worked, result = figure_of(case), figure_of(rest[0]), figure_of(rest[-1])
    if figure is not None and figure.plain and figure.percent and _are_measured(rest):
        return replace(statement, sides=tuple(rest), signs=statement.signs[named + 1 :])
    if figure is None or worked is None or result is None or not figure.plain or worked.plain:
        return statement
    noun = _noun_of(statement, text[case.position : rest[0].position])
    if figure.plain and figure.percent and noun and _is_another(figure, result) and _agree(rest):
        return replace(statement, sides=tuple(rest), signs=statement.signs[named + 1 :])
    found = compared(case, rest[0], "=")
    if found is not None and found.agreement in _ALIKE:
        return statement
    again = any(math.isclose(number, figure.value / figure.scale) for number in _numbers(rest[0]))
    if named:
        apart = again and not figure.dimension and (result.percent or bool(result.dimension))
    elif figure.dimension:
        apart = figure.dimension == _TIME != result.dimension
        apart = apart and (_has_the_time(rest[0], figure.value) or not _agree(rest))
    else:
        apart = _counts_something_else(noun, text[rest[-1].position :], again, result)
    signs = statement.signs[named + 1 :]
    return replace(statement, sides=tuple(rest), signs=signs) if apart else statement


def _is_another(share: WorkedNumber, result: WorkedNumber) -> bool:
    """Whether a result is no share, and at least twice or at most half the share before it."""
    low, high = sorted((abs(share.value), abs(result.value)))
    return not result.percent and high >= 2 * low


def without_price(statement: StatementNode) -> StatementNode:
    """The statement without the price of what it computes, 5,000/s × 2 KB = 10 MB/s = $800/month,
    where nothing in it costs money.
    """
    if len(statement.sides) < _FEWEST_SIDES or {*statement.signs} - {"=", "≈"}:
        return statement
    figures = [figure_of(side) for side in statement.sides]
    if None in figures:
        return statement
    *computed, result, price = [figure for figure in figures if figure is not None]
    plain = price.plain and result.plain and bool(result.dimension)
    paid = [_is_money(figure) for figure in (*computed, result)]
    if not (plain and _is_money(price)) or any(paid):
        return statement
    return replace(statement, sides=statement.sides[:-1], signs=statement.signs[:-1])


def _is_money(figure: WorkedNumber) -> bool:
    return any(base in CURRENCIES for base, _ in figure.dimension.exponents)


def _are_measured(sides: Sequence[Node]) -> bool:
    """Whether sides have a unit each, of which a share stands before them: 20 % = 200 MB = ..."""
    figures = [figure_of(side) for side in sides]
    return all(one is not None and one.dimension and not one.percent for one in figures)


def _has_the_time(side: Node, value: float) -> bool:
    """Whether a time stands in a computation, with a unit: 4 hours = 2.9 GB/s × 14,400 s."""
    products = [node for node in nodes(side) if isinstance(node, ProductNode)]
    pairs = (pair for product in products for pair in pairwise(product.factors))
    for (power, number), (_, unit) in pairs:
        if power > 0 and isinstance(number, NumberNode) and isinstance(unit, UnitNode):
            figure = figure_of(ProductNode(((1, number), (1, unit)), number.position))
            if figure and figure.dimension == _TIME and math.isclose(figure.value, value):
                return True
    return False


def _agree(sides: Sequence[Node]) -> bool:
    """Whether sides agree with their units: then the time is left to the reader."""
    found = [compared(*pair, "=") for pair in pairwise(sides)]
    return all(one is not None and one.agreement in _CLOSE for one in found)


def _numbers(side: Node) -> list[float]:
    return [float(node.value) for node in nodes(side) if isinstance(node, NumberNode)]


def _noun_of(statement: StatementNode, text: str) -> str:
    """The noun behind the figure of a side, one of the words left aside; "" if there is none."""
    return next((words for words in statement.aside if words in text), "")


def _counts_something_else(noun: str, behind: str, again: bool, result: WorkedNumber) -> bool:
    """Whether a noun counts the things of a case: the computation has their number in it, or its
    result another unit.
    """
    return bool(noun) and noun.removesuffix("s") not in behind and (again or bool(result.dimension))
