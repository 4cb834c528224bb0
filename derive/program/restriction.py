"""Expressions restricted to one slot and what moves with it, the values of all others fixed: scans
evaluate them often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from derive.program.arithmetic import Function
from derive.program.compiler import compile_node
from derive.program.nodes import Nodes, inner, operands


class Restriction:
    """Functions of expressions by the value of one slot, on which some others, `moving` with it,
    depend: what holds none of them is evaluated once, what occurs more than once is evaluated once
    for each value.
    """

    def __init__(
        self,
        nodes: Nodes,
        numbers: Iterable[int],
        slot: int,
        values: Sequence[Any],
        moving: Iterable[int] = (),
    ) -> None:
        self.nodes, self.slot, self.values = nodes, slot, values
        self._functions: dict[int, Function] = {}
        self._holding: set[int] = set()  # the slot, or one that moves with it
        self._used: Counter[int] = Counter()  # by how many nodes
        moved = {("slot", k) for k in (slot, *moving)}
        for number in inner(nodes, numbers):
            parts = operands(nodes[number])
            self._used.update(parts)
            if nodes[number] in moved or not self._holding.isdisjoint(parts):
                self._holding.add(number)

    def function(self, number: int) -> Function:
        """The function of a node of these expressions."""
        if number not in self._functions:
            self._functions[number] = self._made(number)
        return self._functions[number]

    def _made(self, number: int) -> Function:
        function = compile_node(self.nodes, number, inner=self.function)
        if number not in self._holding:
            return _constant(function, self.values)
        composite = bool(operands(self.nodes[number]))
        return _kept(function, self.slot) if composite and self._used[number] > 1 else function


def _constant(function: Function, values: Sequence[Any]) -> Function:
    """The function as a constant; itself where it has no value: it raises when it is read."""
    try:
        value = function(values)
    except (ArithmeticError, ValueError, TypeError):
        return function
    return lambda _: value


def _kept(function: Function, slot: int) -> Function:
    """The function with its last value kept."""
    last = value = None

    def at(values: Sequence[Any]) -> Any:
        nonlocal last, value
        x = values[slot]
        if x is not last or x is None:
            value = function(values)
            last = x
        return value

    return at
