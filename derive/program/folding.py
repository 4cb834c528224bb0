"""Constant folding: expressions with constants put in and combined."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from derive.program.compiler import compile_node
from derive.program.nodes import Node, Nodes, operands, slots_of, with_operands
from derive.program.reader import NO_VALUE

JUMPING = ("ceil", "floor", "cases")


def jumps(nodes: Nodes | Sequence[Node], number: int) -> bool:
    """Whether an expression is discontinuous, so that the last bit of a value may decide."""
    node = nodes[number]
    return node[0] in JUMPING or any(jumps(nodes, k) for k in operands(node))


def fold(nodes: Nodes, number: int, constants: Mapping[int, float]) -> int:
    """The expression with slots replaced by constants, and the constants of each product and sum
    combined.

    >>> table = Nodes([("slot", 0), ("slot", 1), ("slot", 2), ("mul", 0, 1, 2)])
    >>> table[fold(table, 3, {0: 2.0, 2: 3.0})], table[4]
    (('mul', 6, 1), ('float', 2.0))
    """
    if not constants or slots_of(nodes, number).isdisjoint(constants):
        return number
    return _Folding(nodes, constants)(number)


class _Folding:
    """A pass over an expression that folds each node once."""

    def __init__(self, nodes: Nodes, constants: Mapping[int, float]) -> None:
        self.nodes, self.constants = nodes, constants
        self.done: dict[int, int] = {}

    def __call__(self, number: int) -> int:
        if number not in self.done:
            self.done[number] = self.folded(self.nodes[number])
        return self.done[number]

    def folded(self, node: Node) -> int:
        """The node over folded operands."""
        if node[0] == "slot":
            value = self.constants.get(node[1])
            return self.nodes.add(*node) if value is None else self.constant(value)
        parts = [self(k) for k in operands(node)]
        if parts and all(self.value(k) is not None for k in parts):
            return self.evaluated(with_operands(node, parts))
        if node[0] == "add":
            return self.gathered("add", parts, math.fsum, 0.0)
        if node[0] == "mul":
            return self.gathered("mul", parts, math.prod, 1.0)
        if node[0] == "div":
            return self.quotient(*parts)
        return self.nodes.add(*with_operands(node, parts))

    def constant(self, value: float) -> int:
        return self.nodes.add("float", value)

    def value(self, number: int) -> float | None:
        """The value of a number's node; None for any other."""
        match self.nodes[number]:
            case ("number", p, q):
                return float(p) / float(q)
            case ("float", value):
                return float(value)
        return None

    def evaluated(self, node: Node) -> int:
        """A node of numbers as a number; unchanged where it has no value."""
        number = self.nodes.add(*node)
        try:
            value = compile_node(self.nodes, number)(())
        except (*NO_VALUE, NotImplementedError):
            return number
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return self.constant(float(value)) if is_number else number

    def gathered(self, kind: str, parts: list[int], together: object, neutral: float) -> int:
        """A sum or product with its constants combined in front, nested ones flattened."""
        flat = list(self.opened(kind, parts))
        numbers = [value for k in flat for value in [self.value(k)] if value is not None]
        rest = [k for k in flat if self.value(k) is None]
        total = together(numbers)  # type: ignore[operator]
        front = [] if total == neutral else [self.constant(total)]
        return self.nodes.add(kind, *front, *rest) if len([*front, *rest]) > 1 else rest[0]

    def opened(self, kind: str, parts: Iterable[int]) -> Iterable[int]:
        for k in parts:
            node = self.nodes[k]
            yield from self.opened(kind, node[1:]) if node[0] == kind else (k,)

    def quotient(self, above: int, below: int) -> int:
        """A quotient with its constants combined and divided first: over arrays a divisor often
        varies along one axis only, and the other factors along several.
        """
        front_above, rest_above = self.split(above)
        front_below, rest_below = self.split(below)
        front = front_above / front_below if front_below else math.nan
        if not math.isfinite(front):
            return self.nodes.add("div", above, below)
        if not rest_below:
            return self.gathered("mul", [self.constant(front), *rest_above], math.prod, 1.0)
        bottom = self.product(rest_below)
        if front == 1.0 and rest_above:
            return self.nodes.add("div", self.product(rest_above), bottom)
        return self.product([self.nodes.add("div", self.constant(front), bottom), *rest_above])

    def split(self, number: int) -> tuple[float, list[int]]:
        """The constant and the other factors of a product."""
        factors = list(self.opened("mul", [number]))
        numbers = [value for k in factors for value in [self.value(k)] if value is not None]
        return math.prod(numbers), [k for k in factors if self.value(k) is None]

    def product(self, factors: list[int]) -> int:
        return factors[0] if len(factors) == 1 else self.nodes.add("mul", *factors)
