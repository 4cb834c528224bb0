"""Multipliers in figures: K, M, B, T and %, read as powers of ten, and prefixes of units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from derive.checking.grammar.tree import Node, NumberNode, ProductNode, UnitNode, nodes
from derive.units.registry import resolve
from derive.units.written_number import half_place

_NOT_A_POWER = 0.1  # of ten
_ONE_DIGIT_ONE = 0.5  # half a place of 1e3, as multipliers are read
_MULTIPLIERS = {
    (-1, 100),
    *((1, 10**power) for power in (3, 6, 9, 12)),
}  # % below the fraction bar; K, M, B, T above it
_STEPS = {"kilo": 1, "mega": 2, "giga": 3, "tera": 4, "peta": 5, "exa": 6}
_STEPS |= {"kibi": 1, "mebi": 2, "gibi": 3, "tebi": 4}


def thousands_in(every: Iterable[Node]) -> Iterator[int]:
    """The thousands in each prefix and multiplier among the nodes of a side."""
    for node in every:
        if isinstance(node, UnitNode) and (unit := resolve(node.word)) is not None:
            yield _STEPS.get(unit.prefix, 0)
        if isinstance(node, ProductNode):
            for sign, factor in node.factors:
                if isinstance(factor, NumberNode) and sign > 0 and is_multiplier(sign, factor):
                    yield round(math.log10(float(factor.value))) // 3


def sizes_in(side: Node) -> Iterator[Node]:
    """The units of a side with bytes or bits in them."""
    for node in nodes(side):
        if isinstance(node, UnitNode):
            unit = resolve(node.word)
            if unit is not None and "information" in dict(unit.dimension.exponents):
                yield node


def sized_numbers(side: Node) -> Iterator[float]:
    """The numbers of a side, times the K, M, B or T behind them."""
    sizes = {
        id(number): float(size.value)
        for product in nodes(side)
        if isinstance(product, ProductNode)
        for (_, number), (sign, size) in pairwise(product.factors)
        if isinstance(size, NumberNode) and sign > 0 and is_multiplier(sign, size)
    }
    for node in nodes(side):
        if isinstance(node, NumberNode):
            yield float(node.value) * sizes.get(id(node), 1.0)


def size_below(side: Node) -> float:
    """The size of the thousands or millions alone, or with a unit, that end a side below the bar:
    those of $0.33/1M and $7.80 / 1M tokens; 1 for any other side.
    """
    sign, last = side.factors[-1] if isinstance(side, ProductNode) else (1, side)
    parts = last.factors if isinstance(last, ProductNode) else ((1, last),)
    numbers = [part.value for _, part in parts if isinstance(part, NumberNode)]
    size = math.prod(numbers)
    alone = numbers and all(power > 0 for power, _ in parts)
    return float(size) if sign < 0 and alone and (1, size) in _MULTIPLIERS else 1.0


def is_percent(node: Node) -> bool:
    """Whether a node is a product with a % in it."""
    return isinstance(node, ProductNode) and any(
        sign < 0 and is_multiplier(sign, factor) for sign, factor in node.factors
    )


def is_multiplier(sign: int, factor: Node) -> bool:
    """Whether a factor is %, K, M, B or T, which are read as powers of ten with an exponent; 1000
    in digits is not.
    """
    return (
        isinstance(factor, NumberNode)
        and (sign, factor.value.numerator) in _MULTIPLIERS
        and factor.value.denominator == 1
        and half_place(factor.text) == _ONE_DIGIT_ONE
    )


def is_no_power_of_ten(ratio: float) -> bool:
    """Whether a ratio is far from a power of ten, which the units of what is put in may make."""
    power = math.log10(ratio) if 0 < ratio < math.inf else 0.0
    return abs(power - round(power)) > _NOT_A_POWER
