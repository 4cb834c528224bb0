"""Interval constraint propagation: intervals of all slots, narrowed by equations until none moves.

Each equation is revised forwards and backwards through its nodes (HC4-revise: Benhamou, Goualard,
Granvilliers, Puget, "Revising hull and box consistency", 1999). The intervals found hold every
solution; an empty one proves that there is none.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping

from derive.program.cases import CaseNodes, open_cases
from derive.program.contraction import Contraction, Contractor, SlotEquation
from derive.program.ends import FollowedEnds, disjoint, endless_node, moves
from derive.program.interval import Interval, whole_numbers
from derive.program.narrowing import NARROWED, TOTAL, operand_intervals, result
from derive.program.nodes import Node
from derive.program.product_node import FactoredNode, ProductLimits, interval_within
from derive.program.tolerances import CLOSE, NOISE, SMALLEST, STILL

# What operands say of a node, where that says no more of them; limits of a product never negative.
_Forward = tuple[Interval, ProductLimits | None]
_UNTOLD: Interval = (math.nan, math.nan)  # of a node whose operands are narrowed in any case


def contract(
    contractor: Contractor,
    starts: Mapping[int, Interval],
    before: Contraction | None = None,
    implied: Mapping[int, SlotEquation] | None = None,
    first: Iterable[int] = (),
    resting: bool = False,
    followed: bool = False,
) -> Contraction:
    """The intervals that follow from those of some slots, from the equations `first`, and from what
    is known `before`; the `implied` ones, numbered beyond the others, are added, and with `resting`
    revised only where a slot moves. Ends that run off are `followed`, or left in the end."""
    start = Contraction(contractor) if before is None else before.copy()
    if start.empty is not None:
        return start
    waiting = first if resting else (*first, *(implied or {}))
    return _Run(contractor, implied or {}, start, waiting, followed).from_slots(starts)


class _Empty(Exception):
    """A node without a value, perhaps with the size of two ends that are apart."""


class _Run:
    """One run: intervals so far, and the equations to revise."""

    def __init__(
        self,
        contractor: Contractor,
        implied: Mapping[int, SlotEquation],
        found: Contraction,
        first: Iterable[int],
        followed: bool,
    ) -> None:
        self.contractor, self.nodes, self.implied = contractor, contractor.nodes, implied
        self.found, self.followed = found, FollowedEnds() if followed else None
        self.intervals = found.filled()  # the list itself
        self.waiting: deque[int] = deque(first)
        self.queued, self.revisions = set(self.waiting), dict[int, int]()
        self.current, self.settled = -1, False
        self.parts: CaseNodes | None = None  # of the equation that is revised
        self.counting, self.without_value = set[int](), set[int]()  # of its nodes
        self.extra = defaultdict[int, list[int]](list)
        for number, equation in implied.items():
            for slot in equation.slots:
                self.extra[slot].append(number)

    def from_slots(self, starts: Mapping[int, Interval]) -> Contraction:
        try:
            for slot, interval in starts.items():
                self.narrow(self.contractor.node_of[slot], interval)
            while self.waiting and self.found.revised < self.found.most:
                self.revise_next()
        except _Empty as empty:
            self.found.empty, (self.found.at, *self.found.apart) = self.current, empty.args
        return self.found

    def revise_next(self) -> None:
        found, number = self.found, self.waiting.popleft()
        self.current = number
        self.queued.discard(number)
        if number in found.left_out:
            return
        equation = self.implied.get(number) or self.contractor.equation(number)
        count = self.revisions[number] = self.revisions.get(number, 0) + 1
        found.revised += 1
        found.reached.add(number)
        intervals = found.filled()
        if equation is None or found.idle(equation):
            return
        if 2 * count > found.each and self.spent(number, equation, count):
            found.spent.add(number)
            return
        self.settled, inner = equation.settled, self.contractor.inner(equation)
        self.parts = None if equation.settled else self.contractor.case_nodes(equation)
        if self.parts is not None:
            self.counting, self.without_value = set(self.parts.always), set()
        forward = self.narrowed if self.parts is None else self.forward
        images = [forward(k, product) for k, product in inner]
        self.narrow_sides(equation)
        for (k, product), (image, limits) in zip(reversed(inner), reversed(images), strict=True):
            if self.parts is not None and k not in self.counting:
                continue  # of a case that need not apply
            whole = intervals[k]
            if whole[0] <= image[0] and whole[1] >= image[1]:
                continue  # nothing is known of it but what its operands say
            if product is None or limits is None:
                self.backward(k)
            else:
                product.narrow_factors(limits, whole, intervals, self.narrow)

    def spent(self, number: int, equation: SlotEquation, count: int) -> bool:
        """Whether so many revisions use up those of an equation; not where an end is followed."""
        if self.followed is not None:
            nodes = [self.contractor.node_of[slot] for slot in equation.slots]
            if (endless := endless_node(nodes, self.intervals)) is not None:
                raise _Empty(endless)
            ends = (end for node in nodes for end in self.intervals[node])
            count = self.revisions[number] = self.followed.revisions(number, count, ends)
        return count > self.found.each

    def narrow_sides(self, equation: SlotEquation) -> None:
        found = self.intervals
        if equation.at_most:
            self.narrow(equation.left, (-math.inf, found[equation.right][1]))
            self.narrow(equation.right, (found[equation.left][0], math.inf))
            return
        for left, right in (equation.left, equation.right), *equation.further:
            if found[left] != found[right]:
                self.narrow(left, found[right])
                self.narrow(right, found[left])

    def forward(self, number: int, product: FactoredNode | None) -> _Forward:
        """Narrow an inner node beside cases by its operands; one of a case may have no value."""
        if number in self.counting:
            return self.narrowed(number, product)
        if self.nodes[number][0] == "cases" or self.without_value.isdisjoint(
            self.nodes[number][1:]
        ):
            try:
                return self.narrowed(number, product)
            except _Empty:
                pass
        self.without_value.add(number)
        return _UNTOLD, None

    def narrowed(self, number: int, product: FactoredNode | None) -> _Forward:
        limits = None if product is None else product.limits(self.intervals)
        if limits is not None:
            image = interval_within(limits)
            self.narrow(number, image)
            return image, limits
        node, image = self.nodes[number], _UNTOLD
        if node[0] in NARROWED:
            whole = result(node[0], [self.intervals[k] for k in node[1:]])
            self.narrow(number, whole)
            if node[0] in TOTAL:
                image = whole
        elif node[0] == "cases" and (cases := open_cases(self.nodes, self.intervals, node)):
            values = [self.intervals[k] for _, k in cases if k not in self.without_value]
            if not values:
                raise _Empty(number)
            self.narrow(number, (min(v[0] for v in values), max(v[1] for v in values)))
        return image, None

    def backward(self, number: int) -> None:
        node = self.nodes[number]
        if node[0] in ("ceil", "floor"):
            self.narrow(number, whole_numbers(self.intervals[number], CLOSE))
        whole = self.intervals[number]
        if node[0] in NARROWED:
            parts = operand_intervals(node[0], whole, [self.intervals[k] for k in node[1:]])
            for k, part in zip(node[1:], parts, strict=True):
                self.narrow(k, part)
        elif node[0] == "cases":
            self.choose_case(whole, open_cases(self.nodes, self.intervals, node), number)

    def choose_case(self, whole: Interval, cases: list[tuple[int, int]], number: int) -> None:
        """Narrow by the conditions that fail before the first able case, and by an only one."""
        able = [
            k
            for k, (_, value) in enumerate(cases)
            if value not in self.without_value and not disjoint(self.intervals[value], whole)
        ]
        if cases and not able:
            raise _Empty(number)
        for condition, _ in cases[: able[0]] if able else ():
            self.impose(self.nodes[condition], False)
        if len(able) == 1:
            condition, value = cases[able[0]]
            self.counting |= self.parts.within[value] if self.parts is not None else set()
            self.narrow(value, whole)
            self.impose(self.nodes[condition], True)

    def impose(self, condition: Node, holds: bool) -> None:
        """Narrow both sides of a comparison that must hold, or must not."""
        if condition[0] not in ("ge", "gt", "le", "lt"):
            return
        more, less = condition[1:] if (condition[0] in ("ge", "gt")) == holds else condition[:0:-1]
        self.narrow(more, (self.intervals[less][0], math.inf))
        self.narrow(less, (-math.inf, self.intervals[more][1]))

    def narrow(self, number: int, interval: Interval) -> None:
        """Narrow a node to an interval, but for noise. Raises _Empty if no value is left."""
        old = low, high = self.intervals[number]
        if interval[0] <= low and interval[1] >= high:
            return
        if interval[0] > low and (low == -math.inf or interval[0] - low > STILL * abs(low)):
            low = interval[0]
        if interval[1] < high and (high == math.inf or high - interval[1] > STILL * abs(high)):
            high = interval[1]
        if low == old[0] and high == old[1]:
            return
        if low == math.inf or high == -math.inf:
            raise _Empty(number)
        if low > high:
            gap, size = low - high, max(abs(low), abs(high))
            if gap > CLOSE * size:
                raise _Empty(number, size)
            self.found.crossed |= gap > NOISE * size
            low, high = high, low
        self.intervals[number], self.found.narrowed_by[number] = (low, high), self.current
        if self.found.movers is not None:
            self.found.movers.setdefault(number, set()).add(self.current)
        if (slot := self.contractor.slot_of.get(number)) is not None:
            self.moved(slot, old, (low, high))

    def moved(self, slot: int, old: Interval, new: Interval) -> None:
        """Note the equation behind a new end of a slot, and revise those that the slot is in."""
        place = self.contractor.slots[slot]
        below = place.open_low and new[1] - place.low < SMALLEST
        above = place.open_high and place.high - new[0] < SMALLEST
        if (below or above) and slot not in self.found.unlimited:
            raise _Empty(self.contractor.node_of[slot])
        for end, k in (("low", 0), ("high", 1)):
            if new[k] != old[k]:
                self.found.set_by[slot, end] = self.current
        least = self.found.least_change
        if moves(old[0], new[0], least) or moves(old[1], new[1], least):
            for number in (*self.contractor.of_slot[slot], *self.extra.get(slot, ())):
                if number not in self.queued and not (self.settled and number == self.current):
                    self.queued.add(number)
                    self.waiting.append(number)
