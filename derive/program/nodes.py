"""Expressions as plain data: one table of nodes, each a kind with the numbers of its operands.

A node is a tuple of its kind and its contents:

    ("slot", k)                     the value in slot k
    ("number", p, q)                the fraction p/q
    ("float", x)                    a number known as a float
    ("real", text)                  an irrational constant, to sixty digits
    ("undefined",) ("unreal",)      a part divided by zero; a number that is not real
    ("add", i, ...) ("mul", i, ...) operands in order of evaluation
    ("div", i, j) ("pow", i, j)     quotient; power
    ("max", i, ...) ("min", i, ...)
    ("abs", i) ("log", i) ("exp", i) ("ceil", i) ("floor", i)
    ("log1p", i) ("expm1", i)       log(1 + x) and exp(x) - 1, exact to the last digits for small x
    ("decayed", i)                  1 - exp(-x), the share decayed after x mean lives, likewise
    ("cases", c, i, ...)            the value of the first case whose condition holds
    ("ge", i, j) ... ("true",)      conditions: ge le gt lt eq true false
    ("map", name, takes, gives, i)  an opaque function, with its units, at an argument
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Node = tuple[Any, ...]
COMPARISONS = ("ge", "le", "gt", "lt", "eq")
_CONSTANTS = frozenset({"number", "float", "real", "undefined", "unreal", "true", "false"})


class Nodes:
    """An append-only table of distinct nodes, each identified by its number.

    >>> table = Nodes()
    >>> table.add("add", table.add("slot", 0), table.add("number", 1, 1))
    2
    >>> table.add("slot", 0), table[2]
    (0, ('add', 0, 1))
    """

    def __init__(self, nodes: Iterable[Node] = ()) -> None:
        self._nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}
        for node in nodes:
            self.add(*node)

    def add(self, *node: Any) -> int:
        """The number of a node, a new one if the node is new."""
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return number

    def __getitem__(self, number: int) -> Node:
        return self._nodes[number]

    def __len__(self) -> int:
        return len(self._nodes)

    def __reduce__(self) -> tuple[Any, ...]:
        return Nodes, (tuple(self._nodes),)


def operands(node: Node) -> tuple[int, ...]:
    """The numbers of a node's operands."""
    kind = node[0]
    if kind == "slot" or kind in _CONSTANTS:
        return ()
    return node[4:] if kind == "map" else node[1:]


def with_operands(node: Node, numbers: Iterable[int]) -> Node:
    """A node of the same kind with other operands."""
    return (*node[: len(node) - len(operands(node))], *numbers)


def slots_of(table: Nodes | Sequence[Node], number: int) -> frozenset[int]:
    """The slots of an expression."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = [number]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            node = table[current]
            if node[0] == "slot":
                found.add(node[1])
            waiting.extend(operands(node))
    return frozenset(found)


def roundings(table: Nodes | Sequence[Node], numbers: Iterable[int], slot: int) -> tuple[int, ...]:
    """The ceilings and floors of a slot in some expressions, the inner ones too."""
    rounded = (k for k in inner(table, numbers) if table[k][0] in ("ceil", "floor"))
    return tuple(k for k in rounded if slot in slots_of(table, k))


def divisors(table: Nodes | Sequence[Node], numbers: Iterable[int], slot: int) -> tuple[int, ...]:
    """The sums with a slot by which some expressions divide: they may change their sign."""
    below = {table[k][2] for k in inner(table, numbers) if table[k][0] == "div"}
    sums = (k for k in inner(table, below) if table[k][0] == "add")
    return tuple(k for k in sums if slot in slots_of(table, k))


def crossings(
    table: Nodes | Sequence[Node], definitions: Sequence[tuple[int, int]], slot: int
) -> tuple[int, ...]:
    """The sums with a slot that define eliminated slots by known ones: where they change their
    sign, an eliminated slot may leave its range.
    """
    gone = {eliminated for eliminated, _ in definitions}
    sums = {k: slots_of(table, k) for _, k in definitions if table[k][0] == "add"}
    return tuple(k for k, own in sums.items() if slot in own and gone.isdisjoint(own))


def summands(table: Nodes | Sequence[Node], numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The terms of those expressions that are sums or the size of one, and of products with sums in
    them, each sum multiplied out: every term as its factors.
    """
    found: list[tuple[int, ...]] = []
    for number in numbers:
        kind, *parts = table[table[number][1]] if table[number][0] == "abs" else table[number]
        if kind == "add":
            found += [(term,) for term in parts]
        for k in parts if kind == "mul" else ():
            if table[k][0] == "add":
                others = [other for other in parts if other != k]
                found += [(*others, term) for term in table[k][1:]]
    return tuple(found)


def inner(table: Nodes | Sequence[Node], numbers: Iterable[int]) -> list[int]:
    """The numbers of all nodes of some expressions, in order."""
    found: dict[int, None] = {}
    waiting = list(numbers)
    while waiting:
        current = waiting.pop()
        if current not in found:
            found[current] = None
            waiting.extend(operands(table[current]))
    return sorted(found)


def replaced(table: Nodes, number: int, mapping: Mapping[int, int]) -> int:
    """The expression with nodes replaced by others."""
    if not mapping:
        return number
    done = dict(mapping)
    waiting = [number]
    while waiting:
        current = waiting[-1]
        missing = [k for k in operands(table[current]) if k not in done and current not in done]
        waiting.extend(missing)
        if not missing:
            waiting.pop()
            if current not in done:
                node = table[current]
                done[current] = table.add(*with_operands(node, [done[k] for k in operands(node)]))
    return done[number]


@dataclass(frozen=True, slots=True)
class EquationData:
    """An equation as plain data: nodes with slots of their own, operands first, and the numbers of
    both sides.
    """

    nodes: tuple[Node, ...]
    left: int
    right: int

    def within(self, table: Nodes, slots: Sequence[int]) -> tuple[int, int]:
        """The sides in another table, where its slots are those of these numbers."""
        numbers: list[int] = []
        for node in self.nodes:
            inner = [numbers[k] for k in operands(node)]
            moved = ("slot", slots[node[1]]) if node[0] == "slot" else with_operands(node, inner)
            numbers.append(table.add(*moved))
        return numbers[self.left], numbers[self.right]
