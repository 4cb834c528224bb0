"""Reader of expressions in floats, which compiles each node once."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from derive.program.arithmetic import Function
from derive.program.compiler import compile_node
from derive.program.data import Slot
from derive.program.nodes import Nodes, divisors, roundings, slots_of
from derive.program.restriction import Restriction
from derive.program.steps import Steps

T = TypeVar("T")
Values = list[Any]  # one value per slot; None where there is none
_RECENT = 64  # scans of which roots and jumps are kept
_NEAR = 1e-3  # the relative distance of values at which roots are looked for beside others
Scan = Callable[[Sequence[float] | None], list[float] | None]  # of all values, or beside some
NO_VALUE = (ArithmeticError, ValueError, TypeError)  # outside its domain; of a slot without a value


class NodeReader:
    """Slots and nodes with the compiled functions of nodes."""

    def __init__(self, slots: Sequence[Slot], nodes: Nodes) -> None:
        self.slots, self.nodes = slots, nodes
        self._functions: dict[int, Function] = {}
        self._slots: dict[int, frozenset[int]] = {}
        self._roots: OrderedDict[tuple[Any, ...], list[float]] = OrderedDict()
        self._jumps: OrderedDict[tuple[Any, ...], Steps] = OrderedDict()
        self._alike: dict[str, list[int]] = {}
        for number, slot in enumerate(slots):
            self._alike.setdefault(slot.dimension, []).append(number)

    def __reduce__(self) -> tuple[Any, ...]:
        return NodeReader, (self.slots, self.nodes)

    def function(self, number: int) -> Function:
        """The function of a node."""
        if number not in self._functions:
            self._functions[number] = compile_node(self.nodes, number)
        return self._functions[number]

    def slots_of(self, number: int) -> frozenset[int]:
        """The slots of a node."""
        if number not in self._slots:
            self._slots[number] = slots_of(self.nodes, number)
        return self._slots[number]

    def value(self, number: int, values: Values) -> Any:
        """The value of a node. Raises one of NO_VALUE outside its domain."""
        return self.function(number)(values)

    def restricted(
        self, numbers: Iterable[int], slot: int, values: Values, moving: Iterable[int] = ()
    ) -> Restriction:
        """Some expressions as functions of one slot and those `moving` with it, at the values of
        the others.
        """
        return Restriction(self.nodes, numbers, slot, list(values), moving)

    def steps(
        self, numbers: Iterable[int], slot: int, values: Values, crossing: Sequence[int] = ()
    ) -> Steps | None:
        """The roundings of a slot in some expressions by its value, and the signs of divisors and
        of what is `crossing` zero; None if there are none. Those of the last scans are kept, since
        branches share them.
        """
        numbers = [*numbers, *crossing]
        rounded = roundings(self.nodes, numbers, slot)
        below = (*divisors(self.nodes, numbers, slot), *crossing)
        if not rounded and not below:
            return None
        key = (*self._key((*rounded, *below), slot, values), len(rounded))

        def made() -> Steps:
            return Steps(self._steps(numbers, rounded, below, slot, list(values)))

        return _recent(self._jumps, key, made)

    def _steps(
        self,
        numbers: Iterable[int],
        rounded: Iterable[int],
        below: Iterable[int],
        slot: int,
        local: Values,
    ) -> Callable[[float], tuple[float, ...] | None]:
        only = self.restricted(numbers, slot, local)
        whole, divided = ([only.function(k) for k in some] for some in (rounded, below))

        def found(x: float) -> tuple[float, ...] | None:
            local[slot] = x
            try:
                heights = [function(local) for function in whole]
                heights += [math.copysign(1.0, function(local)) for function in divided]
            except NO_VALUE:
                return None
            return tuple(heights)

        return found

    def _key(self, numbers: Iterable[int], slot: int, values: Values) -> tuple[Any, ...]:
        """A slot, some nodes, and the values of the other slots in them."""
        return (slot, *numbers, *((k, values[k]) for k in self.inputs(numbers, slot)))

    def inputs(self, numbers: Iterable[int], slot: int) -> list[int]:
        """The other slots in some nodes."""
        return sorted(frozenset[int]().union(*map(self.slots_of, numbers)) - {slot})

    def recent_roots(
        self, sides: Sequence[int], slot: int, values: Values, scan: Scan
    ) -> list[float]:
        """The roots of two sides for a slot: those of the last scans are kept, since routes to
        different targets share blocks.
        """
        return _recent(self._roots, self._key(sides, slot, values), lambda: scan(None) or []).copy()

    def noise(self, slot: int, values: Values, among: Container[int]) -> float:
        """The largest value of the slot's dimension among some slots, the scale of its rounding
        noise.
        """
        alike = (values[k] for k in self._alike[self.slots[slot].dimension] if k in among)
        return max((abs(float(x)) for x in alike if x is not None), default=0.0)


class NearbyReader(NodeReader):
    """A reader at values that change little: it looks for roots beside those that it found where
    the other values were nearly the same.
    """

    def __init__(self, reader: NodeReader) -> None:
        super().__init__(reader.slots, reader.nodes)
        self._reader, self._functions = reader, reader._functions
        self._scanned: dict[tuple[int, ...], list[tuple[Values, list[float]]]] = {}

    def recent_roots(
        self, sides: Sequence[int], slot: int, values: Values, scan: Scan
    ) -> list[float]:
        """The roots of two sides for a slot, by a scan where one has left its place."""
        inputs = [values[k] for k in self.inputs(sides, slot)]
        scanned = self._scanned.setdefault((slot, *sides), [])
        near = ((_distance(inputs, others), roots) for others, roots in scanned)
        away, before = min(near, key=itemgetter(0), default=(math.inf, []))
        found = scan(before) if away < _NEAR else None
        if found is None:
            found = self._reader.recent_roots(sides, slot, values, scan)
            scanned.append((inputs, found))
        return found.copy()


def _distance(values: Values, others: Values) -> float:
    """The largest relative distance of some values from others."""
    apart = [(a, b) for a, b in zip(values, others, strict=True) if a != b]
    if any(None in pair for pair in apart):
        return math.inf
    return max((abs(a - b) / max(abs(a), abs(b)) for a, b in apart), default=0.0)


def _recent(
    kept: OrderedDict[tuple[Any, ...], T], key: tuple[Any, ...], make: Callable[[], T]
) -> T:
    """The value of a key, made if it is not among the last ones."""
    if key not in kept:
        kept[key] = make()
        if len(kept) > _RECENT:
            kept.popitem(last=False)
    return kept[key]
