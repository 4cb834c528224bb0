"""Equations implied by products in which open factors have cancelled.

Interval propagation follows one equation at a time, and loses what goes through a product of open
factors that several equations share. In logarithms products are linear: the open factors are
eliminated, and what is left are equations of their own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derive.program.contraction import FULL, Contraction, Contractor, SlotEquation
from derive.program.narrowing import constant_interval
from derive.program.nodes import Nodes, operands, slots_of
from derive.program.tolerances import MOST_POWER

_PRODUCTS = ("mul", "div", "pow")
Power = int | Fraction  # almost all are integers, which are added and multiplied much faster


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A product that is one: a number times powers of nodes, of which the `vanishing` may be zero
    (both sides multiplied out), with the equations behind it.
    """

    number: float
    powers: Mapping[int, Power]
    vanishing: frozenset[int]
    behind: frozenset[int]

    def without(self, node: int, other: ProductRow) -> ProductRow | None:
        """This product times the power of another at which a node cancels; None where that would
        divide by a factor that may be zero.

        Factors on the side of the node cancel as it does: each side is put in for the other.
        """
        own, its = self.powers, other.powers
        share = _quotient(-own[node], its[node])
        sides = ((k, -share * its[k] * own[k]) for k in own.keys() & its.keys() & self.vanishing)
        if any(same > 0 > own[k] * own[node] for k, same in sides):
            return None
        return ProductRow(
            self.number * other.number ** float(share),
            _times(own, its, share),
            self.vanishing | other.vanishing,
            self.behind | other.behind,
        )


@dataclass(frozen=True, slots=True)
class Implied:
    """An equation implied by several others, which are `behind` it."""

    equation: SlotEquation
    behind: tuple[int, ...]


def open_factors(contractor: Contractor, found: Contraction) -> frozenset[int]:
    """The factors of products, in the equations of a run, of which only the sign is known."""
    rows = (row for i in found.reached for row in _rows(contractor, i))
    return frozenset(k for row in rows for k in row.powers if found[k] == FULL)


def implied_equations(
    contractor: Contractor, reached: Iterable[int], opened: frozenset[int]
) -> tuple[Implied, ...]:
    """The equations between products that some equations imply, with one open factor at most."""
    rows = [row for i in sorted(reached) for row in _rows(contractor, i)]
    shared, factors = _shared(rows, opened)
    order = sorted(factors, key=lambda k: _place(contractor.nodes, k))
    # Rows without factors that may be zero can always be combined, so they come first.
    shared.sort(key=lambda row: bool(row.vanishing))
    made = (row for row in _eliminated(shared, order) if len(row.behind) > 1)
    return tuple(
        Implied(_equation(contractor.nodes, row), tuple(sorted(row.behind)))
        for row in made
        if sum(k in opened for k in row.powers) <= 1 and _is_simple(row)
    )


def _place(nodes: Nodes, number: int) -> tuple[object, ...]:
    """The place of a factor in the order of elimination, whatever the table held before."""
    slots = sorted(slots_of(nodes, number))
    return nodes[number][0] != "slot", len(slots), slots, nodes[number][0], number


def _is_simple(row: ProductRow) -> bool:
    powers = row.powers.values()
    return (
        0.0 < row.number < math.inf
        and len(row.powers) > 0
        and all(-MOST_POWER <= p <= MOST_POWER >= p.denominator for p in powers)
    )


def _shared(
    rows: Iterable[ProductRow], opened: frozenset[int]
) -> tuple[list[ProductRow], frozenset[int]]:
    """The rows with at most one open factor that no other of them has, and the factors shared."""
    kept = [row for row in rows if any(k in opened for k in row.powers)]
    while True:
        uses = Counter(k for row in kept for k in row.powers if k in opened)
        fewer = [row for row in kept if sum(uses[k] == 1 for k in row.powers) <= 1]
        if len(fewer) == len(kept):
            return kept, frozenset(k for k, count in uses.items() if count > 1)
        kept = fewer


def _eliminated(rows: Iterable[ProductRow], order: Sequence[int]) -> list[ProductRow]:
    """The rows after elimination of factors, in order and as far as possible (Gauss and Jordan)."""
    pivots: dict[int, ProductRow] = {}
    closed: list[ProductRow] = []
    for first in rows:
        row = _reduced(first, pivots)
        if row is None:
            continue
        pivot = next((k for k in order if k in row.powers), None)
        if pivot is None:
            closed.append(row)
            continue
        for k, other in pivots.items():
            pivots[k] = (pivot in other.powers and other.without(pivot, row)) or other
        pivots[pivot] = row
    return [*closed, *pivots.values()]


def _reduced(row: ProductRow, pivots: Mapping[int, ProductRow]) -> ProductRow | None:
    """The row without the pivots of others; None where one cannot be eliminated."""
    while used := [k for k in pivots if k in row.powers]:
        fewer = row.without(used[0], pivots[used[0]])
        if fewer is None:
            return None
        row = fewer
    return row


def _equation(nodes: Nodes, row: ProductRow) -> SlotEquation:
    """The equation of a product that is one: positive powers left, the others right."""
    table = sorted(row.powers.items())
    left = [_power(nodes, k, power) for k, power in table if power > 0]
    right = [_power(nodes, k, -power) for k, power in table if power < 0]
    left.append(nodes.add("float", row.number))
    one = nodes.add("number", 1, 1)
    above, below = nodes.add("mul", *left, one), nodes.add("mul", *right, one)
    slots = frozenset().union(*(slots_of(nodes, k) for k in row.powers))
    powers = [k for k in (*left[:-1], *right) if k not in row.powers]
    inner = (*powers, above, below)
    return SlotEquation(above, below, inner, tuple(sorted(slots)), tuple(row.powers), True)


def _quotient(above: Power, below: Power) -> Power:
    """The exact quotient, an integer where it is one."""
    return Fraction(above) / below if above % below else above // below


def _power(nodes: Nodes, number: int, power: Power) -> int:
    if power == 1:
        return number
    exponent = nodes.add("number", power.numerator, power.denominator)
    return nodes.add("pow", number, exponent)


def _rows(contractor: Contractor, number: int) -> tuple[ProductRow, ...]:
    """The product rows of an equation, made once."""
    kept: dict[int, tuple[ProductRow, ...]] = contractor.products
    if number not in kept:
        kept[number] = product_rows(contractor, number)
    return kept[number]


def product_rows(contractor: Contractor, number: int) -> tuple[ProductRow, ...]:
    """The products that an equation makes one: the quotient of its sides, and each product within a
    sum over its own node.
    """
    equation, nodes = contractor.equation(number), contractor.nodes
    if equation is None:
        return ()
    pairs = [(_expanded(nodes, equation.left), _expanded(nodes, equation.right))]
    pairs += [
        ((1.0, {k: 1}), _expanded(nodes, k))
        for inner in equation.inner
        if nodes[inner][0] not in _PRODUCTS
        for k in operands(nodes[inner])
        if nodes[k][0] in _PRODUCTS
    ]
    found = []
    for (above, left), (below, right) in pairs:
        powers = _times(left, right, -1)
        if above > 0.0 < below and all(_at_least(contractor, k, False) for k in powers):
            vanishing = frozenset(k for k in powers if not _at_least(contractor, k, True))
            found.append(ProductRow(above / below, powers, vanishing, frozenset((number,))))
    return tuple(found)


def _expanded(nodes: Nodes, number: int) -> tuple[float, Mapping[int, Power]]:
    """A node as a number times powers of nodes that are no products."""
    node = nodes[number]
    if node[0] in ("number", "float", "real"):
        return constant_interval(node)[0], {}
    if node[0] == "pow" and nodes[node[2]][0] == "number":
        factor, powers = _expanded(nodes, node[1])
        power = _quotient(*nodes[node[2]][1:])
        if factor > 0.0:
            return factor ** float(power), _times({}, powers, power)
    if node[0] == "div":
        (above, left), (below, right) = (_expanded(nodes, k) for k in node[1:])
        if below:
            return above / below, _times(left, right, -1)
    if node[0] == "mul":
        total = 1.0
        found: dict[int, Power] = {}
        for k in node[1:]:
            factor, powers = _expanded(nodes, k)
            total, found = total * factor, _times(found, powers, 1)
        return total, found
    return 1.0, {number: 1}


def _times(
    powers: Mapping[int, Power], others: Mapping[int, Power], share: Power
) -> dict[int, Power]:
    """The powers of a product with a power of another."""
    total = dict(powers)
    for k, power in others.items():
        total[k] = total.get(k, 0) + share * power
    return {k: power for k, power in total.items() if power}


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
    if node[0] in ("add", "max", "min", "ceil", *_PRODUCTS):
        every = all(_at_least(contractor, k, False) for k in inner)
        some = any if node[0] in ("add", "max") else all
        return every and (not above or some(_at_least(contractor, k, True) for k in inner))
    return bool(node[0] == "exp")
