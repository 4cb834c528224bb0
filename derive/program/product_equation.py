"""Equations between two products of nodes, revised as a whole instead of node by node."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from derive.program.interval import Interval
from derive.program.narrowing import constant_interval
from derive.program.nodes import Nodes

_ROUNDING = 1e-15  # relative, of one multiplication

Narrow = Callable[[int, Interval], None]


@dataclass(frozen=True, slots=True)
class ProductSide:
    """A side of an equation: its node, and the product that it is: a number above zero times the
    nodes `above` over those `below`.
    """

    node: int
    number: float
    above: tuple[int, ...]
    below: tuple[int, ...]

    def limits(self, found: Mapping[int, Interval]) -> ProductLimits | None:
        """The limits of the product; None if a factor may be negative or is zero."""
        low = high = self.number
        zeros = without_limit = 0
        for k in self.above:
            least, most = found[k]
            if least > 0.0:
                low *= least
            else:
                zeros += 1
            if most < math.inf:
                high *= most
            else:
                without_limit += 1
            if least < 0.0 or most <= 0.0:
                return None
        for k in self.below:
            least, most = found[k]
            if most < math.inf:
                low /= most
            else:
                zeros += 1
            if least > 0.0:
                high /= least
            else:
                without_limit += 1
            if least < 0.0 or most <= 0.0:
                return None
        slack = _ROUNDING * (len(self.above) + len(self.below) + 2)
        return ProductLimits(low * (1.0 - slack), high * (1.0 + slack), zeros, without_limit)


@dataclass(slots=True)
class ProductLimits:
    """The limits of a product: those of its factors multiplied, but for the `zeros` among the low
    and the factors `without_limit` among the high ones.
    """

    low: float
    high: float
    zeros: int
    without_limit: int

    @property
    def interval(self) -> Interval:
        """The values of the product."""
        return 0.0 if self.zeros else self.low, math.inf if self.without_limit else self.high

    def beside(self, least: float, most: float) -> Interval:
        """The values of the product without a factor between `least` and `most`."""
        zeros, without_limit = self.zeros, self.without_limit
        low, high = self.low, self.high
        if least > 0.0:
            low /= least
        else:
            zeros -= 1
        if most < math.inf:
            high /= most
        else:
            without_limit -= 1
        return 0.0 if zeros else low, math.inf if without_limit else high


@dataclass(frozen=True, slots=True)
class ProductEquation:
    """Two sides that are equal products, with no factor in both or twice in one."""

    left: ProductSide
    right: ProductSide

    def revise(self, found: Mapping[int, Interval], narrow: Narrow) -> bool:
        """Narrow both sides and all factors; False, and nothing done, if one may be negative."""
        left, right = self.left.limits(found), self.right.limits(found)
        if left is None or right is None:
            return False
        narrow(self.left.node, left.interval)
        narrow(self.right.node, right.interval)
        narrow(self.left.node, found[self.right.node])
        narrow(self.right.node, found[self.left.node])
        low, high = found[self.left.node]
        if low > 0.0 or high < math.inf:
            _narrow_factors(self.left, left, (low, high), found, narrow)
            _narrow_factors(self.right, right, (low, high), found, narrow)
        return True


def _narrow_factors(
    side: ProductSide,
    limits: ProductLimits,
    whole: Interval,
    found: Mapping[int, Interval],
    narrow: Narrow,
) -> None:
    """Narrow the factors of a side of which all values are known to lie in `whole`."""
    low, high = whole
    for k in side.above:
        x = found[k]
        least, most = limits.beside(*x)
        smallest = low / most if most else 0.0
        largest = high / least if least else math.inf
        if smallest > x[0] or largest < x[1]:
            narrow(k, (smallest, largest))
    for k in side.below:
        x = found[k]
        least, most = limits.beside(1.0 / x[1], 1.0 / x[0] if x[0] else math.inf)
        smallest = least / high if high else (math.inf if least else 0.0)
        largest = most / low if low else math.inf
        if smallest > x[0] or largest < x[1]:
            narrow(k, (smallest, largest))


def product_equation(nodes: Nodes, left: int, right: int) -> ProductEquation | None:
    """The equation between two nodes as one between products; None if it is no such equation."""
    sides = [_side(nodes, left), _side(nodes, right)]
    factors = [k for side in sides for k in (*side.above, *side.below)]
    positive = all(0.0 < side.number < math.inf for side in sides)
    return ProductEquation(*sides) if positive and len(factors) == len(set(factors)) else None


def _side(nodes: Nodes, node: int) -> ProductSide:
    number = 1.0
    above: list[int] = []
    below: list[int] = []
    for k, over in _factors(nodes, node, True):
        value = constant_interval(nodes[k])
        if value[0] != value[1]:
            (above if over else below).append(k)
        elif over:
            number *= value[0]
        else:
            number = number / value[0] if value[0] else math.nan
    return ProductSide(node, number, tuple(above), tuple(below))


def _factors(nodes: Nodes, number: int, over: bool) -> Iterator[tuple[int, bool]]:
    """The factors of a product, and whether each stands above the bar."""
    node = nodes[number]
    if node[0] == "mul":
        for k in node[1:]:
            yield from _factors(nodes, k, over)
    elif node[0] == "div":
        yield from _factors(nodes, node[1], over)
        yield from _factors(nodes, node[2], not over)
    else:
        yield number, over
