"""Prices of one unit beside them, of a thousand or of a million: `100K × 1K × $0.15 = $15,000`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.as_written import agree_without_units, without_units
from derive.checking.figures.comparison import compared
from derive.checking.figures.running import sides_agree
from derive.checking.figures.worked_number import figure_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.units.dimension import CURRENCIES
from derive.units.multipliers import COUNTED
from derive.units.registry import resolve

_CLOSE = (FigureAgreement.EQUAL, FigureAgreement.UNIT_LEFT_OUT, FigureAgreement.CUT)
_NEARLY, _TWO = 0.25, 2
_STORED = {"information": 1}
_SIZES = {10**3: "a thousand", 10**6: "a million", 10**9: "a billion"}


def by_thousands(statement: StatementNode) -> str:
    """The size, “a thousand”, that a price multiplied by a K or an M of something is the price of
    where the figures agree so; "" for none.
    """
    if len(statement.sides) != 2 or not any(_multiplies_a_price(n) for n in statement.nodes):
        return ""
    left, right = statement.sides
    for size, said in _SIZES.items():
        priced = ProductNode(((1, left), (-1, _number(size))), left.position)
        if sides_agree(priced, right, *statement.signs):
            return said
    return ""


def by_millions(statement: StatementNode) -> bool:
    """Whether the figures agree where each price of a sum, multiplied by a bare figure, is that of
    a million, 4000 × $3 + 800 × $15 = $0.024, or the price below the bar: $24,000 / $8 = 3,000M
    tokens/month.
    """
    priced = _in_millions(statement) or _bought(statement)
    found = compared(*priced, statement.signs[0]) if priced else None
    return found is not None and found.agreement in _CLOSE


def nearly_by_millions(statement: StatementNode) -> bool:
    """Whether the figures agree so but for a quarter."""
    priced = _in_millions(statement)
    computed, written = map(figure_of, priced) if priced else (None, None)
    if computed is None or written is None:
        return False
    return abs(computed.value - written.value) <= _NEARLY * abs(computed.value)


def _in_millions(statement: StatementNode) -> tuple[Node, Node] | None:
    """The two sides of a statement that adds products of prices, as those of a million; None for
    any other.
    """
    left, *others = statement.sides
    if len(others) != 1 or not isinstance(left, SumNode) or len(left.terms) < 2:
        return None
    if not all(_is_priced(term) for _, term in left.terms):
        return None
    return ProductNode(((1, left), (-1, _number(10**6))), left.position), others[0]


def _bought(statement: StatementNode) -> tuple[Node, Node] | None:
    """The number of things that an amount buys at a price of a million, and the one that stands
    behind it; None for any other statement.
    """
    if len(statement.sides) < 2:
        return None
    left, right, *more = statement.sides
    amounts = [part for part in nodes(left) if is_money(part)]
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or here.dimension or len(amounts) != 2 or here.plain:
        return None
    counted = any(base in COUNTED for base, _ in there.dimension.exponents)
    chain = pairwise([right, *more])
    if not counted or not there.plain or not all(sides_agree(*pair, "=") for pair in chain):
        return None
    return ProductNode(((1, left), (1, _number(10**6))), left.position), without_units(right)


def paid_for_time(statement: StatementNode) -> str:
    """The unit of time, or of devices for a time, of which an amount of money buys so many at a
    price, $300,000 / $12,500 = 24 months; "" for any other statement.
    """
    *_, side, result = (statement.sides[0], *statement.sides)
    amount, bought = figure_of(side), figure_of(result)
    if amount is None or bought is None or not (amount.cancelled and bought.plain):
        return ""
    paid = sum(map(is_money, nodes(side))) == _TWO
    timed = any(base == "time" and power == 1 for base, power in bought.dimension.exponents)
    return bought.unit.replace("*", "-") if paid and timed else ""


def _is_priced(node: Node) -> bool:
    """Whether a node is a price times bare figures."""
    units = [part for part in nodes(node) if isinstance(part, UnitNode)]
    numbers = sum(isinstance(part, NumberNode) for part in nodes(node))
    return isinstance(node, ProductNode) and [*map(is_money, units)] == [True] and numbers > 1


def _multiplies_a_price(node: Node) -> bool:
    if not isinstance(node, ProductNode):
        return False
    letters = any(is_multiplier(*factor) and factor[0] > 0 for factor in node.factors)
    return letters and any(map(is_money, nodes(node)))


def _number(size: int) -> NumberNode:
    return NumberNode(Fraction(size), 0, str(size))


def is_money(node: Node) -> bool:
    """Whether a node is a unit with money in it."""
    unit = resolve(node.word) if isinstance(node, UnitNode) else None
    return unit is not None and any(name in CURRENCIES for name, _ in unit.dimension.exponents)


def prices(statement: StatementNode) -> str:
    """The unit that a price is the price of, `3 hours × $2 = $6`, perhaps with another prefix,
    `35 TB × $0.10 = $3,500`, where the figures agree without their units; "" for none.
    """
    priced = next(filter(None, map(_priced, statement.nodes)), "")
    if not priced or not any(map(is_money, nodes(statement.sides[-1]))):
        return ""
    if agree_without_units(statement):
        return priced
    left, *others = statement.sides
    stored = sum(map(_is_stored, nodes(left)))  # two of $0.02/GB, which says what it is for
    for unit, size in _smaller(priced) if len(others) == stored == 1 else ():
        factors = ((1, without_units(left)), (1, _number(size)))
        scaled = replace(statement, sides=(ProductNode(factors, left.position), *others))
        if agree_without_units(scaled):
            return unit
    return ""


def _is_stored(node: Node) -> bool:
    unit = resolve(node.word) if isinstance(node, UnitNode) else None
    return unit is not None and dict(unit.dimension.exponents) == _STORED


def _smaller(unit: str) -> Iterator[tuple[str, int]]:
    """The units of a thousandth and less of a unit with a prefix, and how many are one of it."""
    known = resolve(unit)
    if known is not None and known.prefix and dict(known.dimension.exponents) == _STORED:
        for prefix in "TG":
            other = resolve(f"{prefix}{unit[1:]}")
            if other is not None and other.factor < known.factor:
                yield f"{prefix}{unit[1:]}", round(known.factor / other.factor)


def _priced(node: Node) -> str:
    """The unit beside a price in a product."""
    units = list(_units(node)) if isinstance(node, ProductNode) else []
    money = [unit for unit in units if is_money(unit)]
    others = [unit.word for unit in units if unit not in money]
    return others[0] if len(money) == len(others) == 1 else ""


def _units(product: ProductNode) -> Iterator[UnitNode]:
    """The units above the bar of a product."""
    for sign, part in product.factors:
        if isinstance(part, UnitNode) and sign > 0:
            yield part
        elif isinstance(part, ProductNode) and sign > 0:
            yield from _units(part)
