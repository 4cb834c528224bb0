"""Products that equations make one, as powers of nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from derive.program.contraction import Contractor, SlotEquation
from derive.program.narrowing import constant_interval
from derive.program.nodes import Nodes, operands
from derive.program.powers import Power, Product, expanded, quotient, take, times
from derive.program.tolerances import CLOSE

_PRODUCTS = ("mul", "div", "pow")
_LESS = ("min", "floor", "log1p", "decayed")  # at most an operand, if none is negative
_MORE = ("add", "max", "ceil", "expm1")  # at least an operand, if none is negative


class ProductRow(NamedTuple):
    """A product that is one, or with `at_most` at most one: a number times powers of nodes, of
    which the `vanishing` may be zero (both sides multiplied out), with the equations behind it. It
    holds where those of `open_sign` are not negative. One that is `combined` is made of others, or
    of sides with a factor in common; it holds `beside` such that may be zero as long as none is.
    """

    number: float
    powers: Mapping[int, Power]
    vanishing: frozenset[int]
    behind: frozenset[int]
    at_most: bool = False
    open_sign: frozenset[int] = frozenset()
    combined: bool = False
    beside: frozenset[int] = frozenset()

    def without(self, node: int, other: ProductRow) -> ProductRow | None:
        """This product times the power of another at which a node cancels; None where that would
        divide by a factor that may be zero, or by a product that is at most one.

        Factors on the side of the node cancel as it does: each side is put in for the other.
        """
        powers = dict(self.powers)
        share = _cancel(powers, self.vanishing, node, other)
        if share is None:
            return None
        return ProductRow(
            self.number * other.number ** float(share),
            powers,
            self.vanishing | other.vanishing,
            self.behind | other.behind,
            self.at_most or other.at_most,
            combined=True,
        )


def _cancel(
    powers: dict[int, Power], vanishing: frozenset[int], node: int, other: ProductRow
) -> Power | None:
    """The power at which another product is taken times these `powers` so that a node cancels."""
    its = other.powers
    share = quotient(-powers[node], its[node])
    if other.at_most and share < 0:
        return None
    both = powers.keys() & its.keys() & vanishing if vanishing else ()
    if any(-share * its[k] * powers[k] > 0 > powers[k] * powers[node] for k in both):
        return None
    return take(powers, its, share)


def rows_of(contractor: Contractor, number: int) -> tuple[ProductRow, ...]:
    """The product rows of an equation, made once."""
    kept: dict[int, tuple[ProductRow, ...]] = contractor.products
    if number not in kept:
        equation, nodes = contractor.equation(number), contractor.nodes
        pairs = [] if equation is None else [*_equal(nodes, equation), *_ordered(nodes, equation)]
        made = (_row(contractor, number, *pair) for pair in pairs)
        kept[number] = tuple(row for row in made if row is not None)
    return kept[number]


def _equal(nodes: Nodes, equation: SlotEquation) -> Iterator[tuple[Product, Product, bool]]:
    """The products that an equation makes equal: its sides, each product within a sum and its own
    node, and a sum and its terms' common factors times what is left.
    """
    yield expanded(nodes, equation.left), expanded(nodes, equation.right), False
    for inner in _own(nodes, equation):
        if nodes[inner][0] not in _PRODUCTS:
            for k in operands(nodes[inner]):
                if nodes[k][0] in _PRODUCTS:
                    yield (1.0, {k: 1}), expanded(nodes, k), False
    for whole, product in equation.further:
        yield (1.0, {whole: 1}), expanded(nodes, product), False


def _ordered(nodes: Nodes, equation: SlotEquation) -> Iterator[tuple[Product, Product, bool]]:
    """The products of which an equation makes one at most the other: a term and its sum, an
    argument and the largest, the smallest and an argument, a number and itself rounded up, itself
    rounded down and a number, what has decayed and the mean lives.
    """
    for whole in _own(nodes, equation):
        kind = nodes[whole][0]
        slack = 1.0 - CLOSE if kind in ("ceil", "floor") else 1.0  # of what counts as whole
        for part in operands(nodes[whole]) if kind in (*_LESS, *_MORE) else ():
            less, more = (whole, part) if kind in _LESS else (part, whole)
            number, powers = expanded(nodes, less)
            yield (slack * number, powers), expanded(nodes, more), True


def _own(nodes: Nodes, equation: SlotEquation) -> Iterator[int]:
    """The inner nodes but for the sums of what common factors leave of terms: as factors that no
    other row has, these are eliminated before any that tells of others.
    """
    left = {k for _, product in equation.further for k in expanded(nodes, product)[1]}
    return (k for k in equation.inner if k not in left)


def _row(
    contractor: Contractor, number: int, less: Product, more: Product, at_most: bool
) -> ProductRow | None:
    """The row of two products of an equation, which may be anything where a factor that they have
    in common is zero; None where a sum may have a term below zero.
    """
    powers = times(less[1], more[1], -1)
    common = less[1].keys() & more[1].keys()
    beside = frozenset(k for k in common if not _at_least(contractor, k, True))
    open_sign = frozenset(k for k in powers if not _at_least(contractor, k, False))
    if not less[0] > 0.0 < more[0] or (open_sign and at_most):
        return None
    vanishing = frozenset(k for k in powers if not _at_least(contractor, k, True))
    behind, share = frozenset((number,)), less[0] / more[0]
    return ProductRow(share, powers, vanishing, behind, at_most, open_sign, bool(common), beside)


def _at_least(contractor: Contractor, number: int, above: bool) -> bool:
    """Whether a node is at least zero, or `above` zero, whatever its slots are."""
    node = contractor.nodes[number]
    if node[0] == "slot":
        slot = contractor.slots[node[1]]
        return slot.low > 0.0 or (slot.low == 0.0 and (slot.open_low or not above))
    if node[0] in ("number", "float", "real"):
        value = constant_interval(node)[0]
        return value > 0.0 or (value == 0.0 and not above)
    inner = [k for k in operands(node) if node[0] != "pow" or k == node[1]]
    if node[0] == "floor":
        return not above and _at_least(contractor, inner[0], False)
    if node[0] in (*_LESS, *_MORE, *_PRODUCTS):
        every = all(_at_least(contractor, k, False) for k in inner)
        some = any if node[0] in ("add", "max") else all
        return every and (not above or some(_at_least(contractor, k, True) for k in inner))
    return bool(node[0] == "exp")


def eliminated(
    rows: Iterable[ProductRow], order: Sequence[int]
) -> tuple[list[ProductRow], dict[int, ProductRow]]:
    """The rows after elimination of factors, in order and as far as possible (Gauss and Jordan):
    those without any of the factors, and the others by the factor that each eliminates.
    """
    place = {k: i for i, k in enumerate(order)}
    pivots: dict[int, ProductRow] = {}
    having: dict[int, set[int]] = {}  # the pivots whose rows have an open factor
    closed: list[ProductRow] = []
    for first in rows:
        row = reduced(first, pivots)
        if row is None:
            continue
        opened = place.keys() & row.powers.keys()
        if not opened:
            closed.append(row)
            continue
        pivot = min(opened, key=place.__getitem__)
        for k in having.pop(pivot, ()):
            fewer = pivots[k].without(pivot, row)
            if fewer is not None:
                _enter(having, k, pivots[k].powers, fewer.powers, opened)
                pivots[k] = fewer
        pivots[pivot] = row
        _enter(having, pivot, {}, row.powers, opened)
    return closed, pivots


def _enter(
    having: dict[int, set[int]],
    pivot: int,
    old: Mapping[int, Power],
    new: Mapping[int, Power],
    touched: Iterable[int],
) -> None:
    """Note which of the touched factors the row of a pivot has gained or lost."""
    for k in touched:
        if k in new:
            if k not in old:
                having.setdefault(k, set()).add(pivot)
        elif k in old and k in having:
            having[k].discard(pivot)


def reduced(row: ProductRow, pivots: Mapping[int, ProductRow]) -> ProductRow | None:
    """The row without the pivots of others; None where one cannot be eliminated."""
    if pivots.keys().isdisjoint(row.powers):
        return row
    number, powers, vanishing, behind = row.number, dict(row.powers), row.vanishing, [row.behind]
    while (first := _first_of(powers, pivots)) is not None:
        other = pivots[first]
        share = _cancel(powers, vanishing, first, other)
        if share is None:
            return None
        number *= other.number ** float(share)
        vanishing |= other.vanishing
        behind.append(other.behind)
    every = frozenset().union(*behind)
    return ProductRow(number, powers, vanishing, every, row.at_most, combined=True)


def _first_of(powers: Mapping[int, Power], pivots: Mapping[int, ProductRow]) -> int | None:
    """The first pivot that is a factor of a product."""
    used = pivots.keys() & powers.keys()
    return next(iter(used) if len(used) < 2 else filter(used.__contains__, pivots), None)
