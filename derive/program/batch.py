"""Batches of points: values by slot, and formulas over them in numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from derive.program.arithmetic import Function
from derive.program.array_arithmetic import CAREFUL, FAST, UFUNCS
from derive.program.compiler import compile_node
from derive.program.nodes import Nodes
from derive.program.reader import Values

Writer = Callable[[Values, Any], Any]  # of values by slot and an array for the result
NO = np.False_


@dataclass
class PointBatch:
    """Values by slot at the points of a tile. `fallback` points need the scalar reader; at `failed`
    ones no regime holds.

    `checked` requests checks for values that are not finite, `named` the winners of extrema.
    `into` are arrays to which the values of slots may be written.
    """

    values: Values
    checked: bool = False
    named: bool = True
    fallback: Any = NO
    failed: Any = NO
    into: Mapping[int, Any] = field(default_factory=dict)

    def mark_fallback(self, where: Any) -> None:
        """Leave points to the scalar reader, except where an earlier block failed."""
        if where is not NO and np.any(where):
            self.fallback = self.fallback | (where & ~self.failed)

    def mark_failed(self, where: Any) -> None:
        """Mark points without a regime, except where an earlier block was undecided."""
        if where is not NO and np.any(where):
            self.failed = self.failed | (where & ~self.fallback)


@dataclass(frozen=True)
class Formula:
    """An expression over the slots, compiled on first use for either arithmetic."""

    nodes: Nodes = field(repr=False)
    number: int

    def __reduce__(self) -> tuple[Any, ...]:
        return Formula, (self.nodes, self.number)

    def __call__(self, points: PointBatch, values: Values) -> Any:
        """The value at these values of the slots."""
        return (self._careful if points.checked else self._fast)(values)

    def write(self, values: Values, out: Any) -> Any:
        """`out` with the value in the fast arithmetic, written there by the last operations."""
        value = self._writer(values, out)
        if value is not out:
            np.copyto(out, value)
        return out

    @cached_property
    def _writer(self) -> Writer:
        return _writer(self.nodes, self.number)

    @cached_property
    def _fast(self) -> Function:
        return compile_node(self.nodes, self.number, FAST)

    @cached_property
    def _careful(self) -> Function:
        return compile_node(self.nodes, self.number, CAREFUL)


FormulaPair = tuple[Formula, Formula]


def _writer(nodes: Nodes, number: int) -> Writer:
    """The function of an expression that works within an array as far as its value, and that of
    its first operands, have the array's shape.
    """
    kind, *parts = nodes[number]
    if kind not in UFUNCS:
        function = compile_node(nodes, number, FAST)
        return lambda values, _: function(values)
    ufunc = UFUNCS[kind]
    *before, last = parts
    left = _writer(nodes, before[0] if len(before) == 1 else nodes.add(kind, *before))
    right = compile_node(nodes, last, FAST)

    def write(values: Values, out: Any) -> Any:
        first, second = left(values, out), right(values)
        fits = np.broadcast(first, second).shape == out.shape
        return ufunc(first, second, out=out) if fits else ufunc(first, second)

    return write


def gap(pair: FormulaPair, points: PointBatch, values: Values) -> Any:
    """The size of the logarithmic residual of two sides."""
    return distance(pair[0](points, values), pair[1](points, values))


def distance(left: Any, right: Any) -> Any:
    """The size of `roots.log_residual`, point by point."""
    alike = left * right > 0
    ratio = np.where(alike, left, 1.0) / np.where(alike, right, 1.0)
    size = np.abs(left) + np.abs(right)
    return np.where(
        alike, np.abs(np.log(ratio)), np.abs(left - right) / np.where(size > 0, size, 1.0)
    )
