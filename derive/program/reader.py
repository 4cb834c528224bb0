"""Reader of expressions in floats, which compiles each node once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derive.program.arithmetic import Function
from derive.program.compiler import compile_node
from derive.program.data import Slot
from derive.program.nodes import Nodes

Values = list[Any]  # one value per slot; None where there is none
NO_VALUE = (ArithmeticError, ValueError, TypeError)  # outside its domain; of a slot without a value


class NodeReader:
    """Slots and nodes with the compiled functions of nodes."""

    def __init__(self, slots: Sequence[Slot], nodes: Nodes) -> None:
        self.slots, self.nodes = slots, nodes
        self._functions: dict[int, Function] = {}
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

    def value(self, number: int, values: Values) -> Any:
        """The value of a node. Raises one of NO_VALUE outside its domain."""
        return self.function(number)(values)

    def noise(self, slot: int, values: Values) -> float:
        """The largest value of the slot's dimension, the scale of its rounding noise."""
        alike = (values[k] for k in self._alike[self.slots[slot].dimension])
        return max(abs(float(x)) for x in alike if x is not None)
