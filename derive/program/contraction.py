"""Equations over slots for interval constraint propagation, and the intervals that it finds."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from derive.program.cases import CaseNodes, case_nodes
from derive.program.data import Slot
from derive.program.folding import jumps
from derive.program.interval import ALL, Interval
from derive.program.narrowing import constant_interval
from derive.program.nodes import Nodes, operands
from derive.program.powers import factored_sums
from derive.program.product_node import FactoredNode, product_node
from derive.program.tolerances import LEAST_CHANGE, LEAST_SIZE, MOST_REVISIONS, MOST_SIZE

Beside = tuple[int, tuple[int, ...]]  # an equation, some of its factors
FULL: Interval = (0.0, math.inf)  # of a slot of which only the sign is known
ZERO: Interval = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class SlotEquation:
    """Two sides that are equal, or with `at_most` the left at most the right, and further pairs of
    nodes that are: the inner nodes of all in order of evaluation, and the slots.

    `factors` are the nodes of an equation between products without a negative number, of which two
    without limits leave nothing to narrow unless one is zero or may be negative; none for other
    equations. Where no slot occurs twice and
    nothing jumps, one revision is enough: `settled` is true.
    """

    left: int
    right: int
    inner: tuple[int, ...]
    slots: tuple[int, ...]
    factors: tuple[int, ...]
    settled: bool
    at_most: bool = False
    further: tuple[tuple[int, int], ...] = ()


def equation_of(nodes: Nodes, left: int, right: int) -> SlotEquation:
    """The equation between two nodes, and between the sums in it and what they are with the common
    factors of their terms taken out.
    """
    inner, slots = _within(nodes, (left, right))
    products = all(nodes[k][0] in ("mul", "div") for k in inner) and not any(
        nodes[j][0] in ("number", "float") and nodes[j][1] < 0
        for k in inner
        for j in operands(nodes[k])
    )
    numbers = tuple(nodes.add("slot", slot) for slot in slots) if products else ()
    once = _occurrences(nodes, left) + _occurrences(nodes, right) == len(slots)
    settled = once and not any(jumps(nodes, number) for number in (left, right))
    further = tuple(factored_sums(nodes, inner))
    if further:
        inner, _ = _within(nodes, (left, right, *(product for _, product in further)))
    own = tuple(sorted(slots))
    return SlotEquation(left, right, tuple(inner), own, numbers, settled, further=further)


def _within(nodes: Nodes, numbers: Iterable[int]) -> tuple[dict[int, None], dict[int, None]]:
    """The nodes within some, in order of evaluation, and the slots."""
    inner: dict[int, None] = {}
    slots: dict[int, None] = {}
    stack = [(number, False) for number in numbers][::-1]
    while stack:
        number, ready = stack.pop()
        node = nodes[number]
        if node[0] == "slot":
            slots[node[1]] = None
        elif ready:
            inner[number] = None
        elif number not in inner and operands(node):
            stack.append((number, True))
            stack.extend((k, False) for k in operands(node))
    return inner, slots


def _occurrences(nodes: Nodes, number: int) -> int:
    """The number of times that slots occur in an expression."""
    node = nodes[number]
    return 1 if node[0] == "slot" else sum(_occurrences(nodes, k) for k in operands(node))


class Contraction:
    """The intervals of all nodes after a run of so many revisions (`revised`, of `most`, and of
    `each` equation); `set_by` is the equation that set an end of a slot, by slot and end (low,
    high), `narrowed_by` the one that narrowed an inner node last, which others may share, `reached`
    are the equations revised, and `movers`, if noted, those that narrow each node.

    `empty` is the equation without a solution, if there is one, and `at` the node that has none,
    with the size of two ends of it that are `apart`, if they are.
    The `unlimited` slots may leave their range, and the equations `left_out` take no part; other
    equations are told of ends that move by more than `least_change`.
    The equations `spent` were not revised to the end; `crossed` says that two ends taken as one
    have crossed by more than rounding.
    """

    def __init__(self, contractor: Contractor, unlimited: frozenset[int] = frozenset()) -> None:
        self._of, self.unlimited = contractor, unlimited
        self.intervals: list[Interval] = []  # of the nodes by number
        self.set_by: dict[tuple[int, str], int] = {}
        self.narrowed_by: dict[int, int] = {}
        self.reached: set[int] = set()
        self.left_out: frozenset[int] = frozenset()
        self.least_change = LEAST_CHANGE
        self.empty: int | None = None
        self.at: int | None = None
        self.apart: list[float] = []
        self.spent: set[int] = set()
        self.crossed = False
        self.revised, self.most, self.each = 0, math.inf, MOST_REVISIONS
        self.movers: dict[int, set[int]] | None = None

    def __getitem__(self, number: int) -> Interval:
        return self.filled()[number]

    def filled(self) -> list[Interval]:
        """The intervals of all nodes: of those that were added since their ranges."""
        found, nodes = self.intervals, self._of.nodes
        if len(found) < len(nodes):
            found += map(self._range, range(len(found), len(nodes)))
        return found

    def _range(self, number: int) -> Interval:
        node = self._of.nodes[number]
        if node[0] != "slot":
            return ALL if operands(node) else constant_interval(node)
        if node[1] >= len(self._of.slots):
            return ALL  # of another system with the same table
        slot = self._of.slots[node[1]]
        if node[1] in self.unlimited:
            return FULL if slot.low > 0.0 or slot.high < math.inf else ALL
        return slot.low, slot.high

    def copy(self) -> Contraction:
        """The same intervals, to go on from."""
        made = Contraction(self._of, self.unlimited)
        made.intervals += self.intervals
        made.set_by.update(self.set_by)
        made.narrowed_by.update(self.narrowed_by)
        made.reached.update(self.reached)
        made.left_out, made.least_change = self.left_out, self.least_change
        made.empty, made.at, made.apart = self.empty, self.at, self.apart
        made.spent.update(self.spent)
        made.crossed = self.crossed
        made.most, made.each, made.movers = self.most, self.each, self.movers
        return made

    @property
    def within_floats(self) -> bool:
        """Whether a contradiction showed at two ends, apart, of a size that floats hold."""
        return any(LEAST_SIZE < size < MOST_SIZE for size in self.apart)

    @property
    def slot_without_value(self) -> int | None:
        """The slot at which a contradiction showed, if it was a slot."""
        return None if self.at is None else self._of.slot_of.get(self.at)

    def idle(self, equation: SlotEquation) -> bool:
        """Whether of two factors of products only the sign is known, and none is zero or less."""
        factors = equation.factors
        if not factors:
            return False
        known = [self.intervals[k] for k in factors]
        return known.count(FULL) > 1 and ZERO not in known and min(known)[0] >= 0.0

    def slot(self, slot: int) -> Interval:
        """The interval of a slot."""
        return self[self._of.node_of[slot]]


class Contractor:
    """Equations over slots in one table of nodes; equation `i` is made by `make(i)` when a slot in
    it first moves, None for one that cannot be used; `of_slot` are the equations of each slot.
    """

    def __init__(
        self,
        slots: Sequence[Slot],
        nodes: Nodes,
        of_slot: Sequence[Sequence[int]],
        make: Callable[[int], SlotEquation | None],
    ) -> None:
        self.slots, self.nodes, self.of_slot = slots, nodes, of_slot
        self.node_of = [nodes.add("slot", k) for k in range(len(slots))]
        self.slot_of = {number: slot for slot, number in enumerate(self.node_of)}
        self._make = make
        self._made: dict[int, SlotEquation | None] = {}
        self.products: dict[int, Any] = {}  # what is kept of each equation on its products
        self.fulfilled: dict[tuple[int, int], bool] = {}  # whether by a slot one always holds
        self.factors: dict[frozenset[int], Any] = {}  # those of the products of equations
        self.signs: dict[frozenset[int], Any] = {}  # of factors, as they were followed last
        self.places: dict[int, tuple[object, ...]] = {}  # of factors in the order of elimination
        self.beside: dict[frozenset[int], tuple[Beside, ...]] = {}
        self.implied: dict[Hashable, Any] = {}  # the equations that rows of products imply
        self._inner: dict[tuple[int, ...], tuple[tuple[int, FactoredNode | None], ...]] = {}
        self._case_nodes: dict[tuple[int, ...], CaseNodes | None] = {}

    def equation(self, number: int) -> SlotEquation | None:
        """The equation of that number."""
        if number not in self._made:
            self._made[number] = self._make(number)
        return self._made[number]

    def inner(self, equation: SlotEquation) -> tuple[tuple[int, FactoredNode | None], ...]:
        """The inner nodes of an equation, each as a product if it is one."""
        found = self._inner.get(equation.inner)
        if found is None:
            found = tuple((k, product_node(self.nodes, k)) for k in equation.inner)
            self._inner[equation.inner] = found
        return found

    def case_nodes(self, equation: SlotEquation) -> CaseNodes | None:
        """The inner nodes of an equation by the cases that they are in; None without cases."""
        found = self._case_nodes.get(equation.inner)
        if found is None and equation.inner not in self._case_nodes:
            further = (k for pair in equation.further for k in pair)
            roots = (equation.left, equation.right, *further)
            found = self._case_nodes[equation.inner] = case_nodes(self.nodes, equation.inner, roots)
        return found
