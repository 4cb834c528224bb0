"""Products and quotients of nodes that are never negative, narrowed without their other factors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from derive.program.interval import Interval
from derive.program.narrowing import constant_interval
from derive.program.nodes import Nodes
from derive.program.tolerances import ROUNDING

Narrow = Callable[[int, Interval], None]
_ONE: Interval = (1.0, 1.0)

# Of a product: its factors' limits multiplied but for zeros and infinities, and how many these are.
ProductLimits = tuple[float, float, int, int]


def interval_within(limits: ProductLimits) -> Interval:
    """The values of a product of these limits."""
    low, high, zeros, without_limit = limits
    return 0.0 if zeros else low, math.inf if without_limit else high


def _beside(limits: ProductLimits, least: float, most: float) -> Interval:
    """The values of a product of these limits without a factor between `least` and `most`."""
    low, high, zeros, without_limit = limits
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
class FactoredNode:
    """A product: a number above zero times the nodes `above` over those `below`, to within so much
    `slack` for rounding.
    """

    number: float
    above: tuple[int, ...]
    below: tuple[int, ...]
    slack: float

    def limits(self, found: Sequence[Interval]) -> ProductLimits | None:
        """The limits of the product; None if a factor may be negative or is zero."""
        low = high = self.number
        zeros = without_limit = 0
        for k in self.above:
            least, most = found[k]
            if least < 0.0 or most <= 0.0:
                return None
            if least > 0.0:
                low *= least
            else:
                zeros += 1
            if most < math.inf:
                high *= most
            else:
                without_limit += 1
        for k in self.below:
            least, most = found[k]
            if least < 0.0 or most <= 0.0:
                return None
            if most < math.inf:
                low /= most
            else:
                zeros += 1
            if least > 0.0:
                high /= least
            else:
                without_limit += 1
        if low == high and self.is_exact(found):
            return low, high, zeros, without_limit
        return low * (1.0 - self.slack), high * (1.0 + self.slack), zeros, without_limit

    def is_exact(self, found: Sequence[Interval]) -> bool:
        """Whether all factors are one but for one of those above: nothing is rounded."""
        others = self.number != 1.0
        for k in self.above:
            if found[k] != _ONE:
                if others:
                    return False
                others = True
        return all(found[k] == _ONE for k in self.below)

    def narrow_factors(
        self, limits: ProductLimits, whole: Interval, found: Sequence[Interval], narrow: Narrow
    ) -> None:
        """Narrow the factors of a product whose values lie in `whole`, by limits found before."""
        low, high = whole
        if low <= 0.0 and high == math.inf:
            return
        for k in self.above:
            x = found[k]
            if x[1] <= 0.0:
                continue  # it has become zero since, or too small to tell from it
            least, most = _beside(limits, *x)
            smallest = low / most if most else 0.0
            largest = high / least if least else math.inf
            if smallest > x[0] or largest < x[1]:
                narrow(k, (smallest, largest))
        for k in self.below:
            x = found[k]
            if x[1] <= 0.0:
                continue
            least, most = _beside(limits, 1.0 / x[1], 1.0 / x[0] if x[0] else math.inf)
            smallest = least / high if high else (math.inf if least else 0.0)
            largest = most / low if low > 0.0 else math.inf
            if smallest > x[0] or largest < x[1]:
                narrow(k, (smallest, largest))


def product_node(nodes: Nodes, number: int) -> FactoredNode | None:
    """A node as a product; None if it is none, or has a factor twice or a number below zero."""
    kind, *parts = nodes[number]
    if kind not in ("mul", "div") or len(set(parts)) < len(parts):
        return None
    total, above, below = 1.0, list[int](), list[int]()
    for place, k in enumerate(parts):
        over = kind == "mul" or place == 0
        low, high = constant_interval(nodes[k])
        if low != high:
            (above if over else below).append(k)
        elif over:
            total *= low
        else:
            total = total / low if low else math.nan
    if not 0.0 < total < math.inf:
        return None
    return FactoredNode(total, tuple(above), tuple(below), ROUNDING * (len(above) + len(below) + 2))
