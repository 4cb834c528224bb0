"""Reader of expressions in floats, which compiles each node once."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from derive.program.arithmetic import Function
from derive.program.compiler import compile_node
from derive.program.data import Slot
from derive.program.nodes import Nodes, divisors, roundings, slots_of
from derive.program.restriction import Restriction

Values = list[Any]  # one value per slot; None where there is none
_RECENT = 64  # scans whose roots are kept
NO_VALUE = (ArithmeticError, ValueError, TypeError)  # outside its domain; of a slot without a value


class NodeReader:
    """Slots and nodes with the compiled functions of nodes."""

    def __init__(self, slots: Sequence[Slot], nodes: Nodes) -> None:
        self.slots, self.nodes = slots, nodes
        self._functions: dict[int, Function] = {}
        self._slots: dict[int, frozenset[int]] = {}
        self._roots: OrderedDict[tuple[Any, ...], list[float]] = OrderedDict()
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
        self, numbers: Iterable[int], slot: int, values: Values
    ) -> Callable[[float], tuple[float, ...] | None] | None:
        """The roundings of a slot in some expressions by its value, and the signs of divisors; None
        if there are none.
        """
        numbers, local = list(numbers), list(values)
        only = self.restricted(numbers, slot, values)
        rounded = [only.function(k) for k in roundings(self.nodes, numbers, slot)]
        below = [only.function(k) for k in divisors(self.nodes, numbers, slot)]

        def found(x: float) -> tuple[float, ...] | None:
            local[slot] = x
            try:
                signs = (math.copysign(1.0, function(local)) for function in below)
                return (*(function(local) for function in rounded), *signs)
            except NO_VALUE:
                return None

        return found if rounded or below else None

    def recent_roots(
        self, sides: Sequence[int], slot: int, values: Values, scan: Callable[[], list[float]]
    ) -> list[float]:
        """The roots of two sides for a slot: those of the last scans are kept, since routes to
        different targets share blocks.
        """
        inputs = frozenset[int]().union(*map(self.slots_of, sides)) - {slot}
        key = (slot, *sides, *((k, values[k]) for k in sorted(inputs)))
        if key not in self._roots:
            self._roots[key] = scan()
            if len(self._roots) > _RECENT:
                self._roots.popitem(last=False)
        return list(self._roots[key])

    def noise(self, slot: int, values: Values) -> float:
        """The largest value of the slot's dimension, the scale of its rounding noise."""
        alike = (values[k] for k in self._alike[self.slots[slot].dimension])
        return max(abs(float(x)) for x in alike if x is not None)
