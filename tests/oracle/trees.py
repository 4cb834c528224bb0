"""Equations as trees of the oracle's own: evaluated at points and over intervals, in floats.

A tree is read once from a sympy expression; nothing of derive's evaluation is used. An opaque
function has no value here: an equation with one is never judged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

Point = Mapping[Any, float]


class Unknown(Exception):
    """No value: outside the domain of a function, or an opaque function."""


@dataclass(frozen=True)
class Case:
    """A branch of a case distinction: where its value stands, and its condition as (operator, left,
    right); no condition for the last.
    """

    value: int
    condition: tuple[str, int, int] | None


@dataclass(frozen=True)
class Node:
    """An operation on earlier nodes; `constant` is a number, an exponent or a variable."""

    kind: str
    arguments: tuple[int, ...] = ()
    constant: Any = None
    cases: tuple[Case, ...] = ()


@dataclass
class Tree:
    """One equation: nodes in order of evaluation, and those of its two sides."""

    name: str
    nodes: list[Node] = field(default_factory=list)
    left: int = 0
    right: int = 0
    leaves: dict[Any, int] = field(default_factory=dict)
    opaque: bool = False

    @property
    def variables(self) -> tuple[Any, ...]:
        return tuple(self.leaves)

    def add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def read(self, expression: Any) -> int:
        """Add an expression and return its place."""
        if expression.is_Symbol:
            if expression not in self.leaves:
                self.leaves[expression] = self.add(Node("variable", constant=expression))
            return self.leaves[expression]
        if expression.is_number and not expression.args:
            return self.add(Node("number", constant=float(expression)))
        return self._compound(expression)

    def _compound(self, expression: Any) -> int:
        if isinstance(expression, sympy.Pow):
            base, exponent = expression.args
            if exponent.is_number:
                return self.add(Node("power", (self.read(base),), float(exponent)))
            return self.add(Node("any power", (self.read(base), self.read(exponent))))
        if isinstance(expression, sympy.Piecewise):
            return self._cases(expression)
        for kind, found in KINDS.items():
            if isinstance(expression, found):
                return self.add(Node(kind, tuple(map(self.read, expression.args))))
        self.opaque = True
        for symbol in expression.free_symbols:
            self.read(symbol)
        return self.add(Node("opaque"))

    def _cases(self, expression: Any) -> int:
        cases = []
        for value, condition in expression.args:
            stated = None
            if condition not in (True, sympy.true):
                stated = (condition.rel_op, self.read(condition.lhs), self.read(condition.rhs))
            cases.append(Case(self.read(value), stated))
        places = [case.value for case in cases]
        return self.add(Node("cases", tuple(places), cases=tuple(cases)))


KINDS = {
    "sum": sympy.Add, "product": sympy.Mul, "largest": sympy.Max, "smallest": sympy.Min,
    "size": sympy.Abs, "ceiling": sympy.ceiling, "floor": sympy.floor, "log": sympy.log,
    "exp": sympy.exp,
}  # fmt: skip


def tree_of(name: str, equation: Any) -> Tree:
    """The tree of an equation."""
    tree = Tree(name)
    tree.left, tree.right = tree.read(equation.lhs), tree.read(equation.rhs)
    return tree


def sides(tree: Tree, point: Point) -> tuple[float, float]:
    """Both sides at a point. Raises Unknown."""
    values = values_at(tree, point)
    return values[tree.left], values[tree.right]


def values_at(tree: Tree, point: Point) -> list[float]:
    values: list[float] = []
    for node in tree.nodes:
        values.append(_value(node, values, point))
    return values


def along(tree: Tree, variable: Any, point: Point) -> Callable[[float], Sequence[float]]:
    """The values of all nodes by that of one variable, the others at a point: what does not hang on
    it is computed once. Raises Unknown, and so may the function.
    """
    values: list[float] = []
    moving: dict[int, None] = {}
    for place, node in enumerate(tree.nodes):
        below = [*node.arguments, *(k for c in node.cases if c.condition for k in c.condition[1:])]
        if place == tree.leaves[variable] or any(k in moving for k in below):
            moving[place] = None
            values.append(math.nan)
        else:
            values.append(_value(node, values, point))
    del moving[tree.leaves[variable]]
    steps = [(place, tree.nodes[place]) for place in moving]

    def at(x: float) -> Sequence[float]:
        values[tree.leaves[variable]] = x
        for place, node in steps:
            values[place] = _value(node, values, point)
        return values

    return at


def residual(tree: Tree, point: Point) -> float:
    """How far both sides are apart, relative to the largest term at the top of either. Raises
    Unknown.
    """
    return residual_of(tree, values_at(tree, point))


def residual_of(tree: Tree, values: Sequence[float]) -> float:
    """The residual at these values of the nodes."""
    left, right = values[tree.left], values[tree.right]
    if left == right:
        return 0.0
    scale = max(_scale(tree, place, values) for place in (tree.left, tree.right))
    return abs(left - right) / scale if scale else math.inf


def _scale(tree: Tree, place: int, values: Sequence[float]) -> float:
    """The largest term of a side, through products, sums, powers and extrema."""
    node = tree.nodes[place]
    own = abs(values[place])
    if node.kind == "sum":
        return max([own, *(_scale(tree, a, values) for a in node.arguments)])
    if node.kind == "product":
        return max(own, math.prod(_scale(tree, a, values) for a in node.arguments))
    if node.kind in ("largest", "smallest", "size", "cases"):
        return max([own, *(_scale(tree, a, values) for a in node.arguments)])
    return own


def _value(node: Node, values: Sequence[float], point: Point) -> float:
    if node.kind == "number":
        return float(node.constant)
    if node.kind == "variable":
        return point[node.constant]
    if node.kind == "cases":
        return _case(node, values)
    arguments = [values[a] for a in node.arguments]
    try:
        found = AT_POINT[node.kind](arguments, node.constant)
    except (ArithmeticError, ValueError, KeyError) as error:
        raise Unknown from error
    if isinstance(found, complex) or not math.isfinite(found):
        raise Unknown
    return found


def _case(node: Node, values: Sequence[float]) -> float:
    for case in node.cases:
        if case.condition is None or _true(case.condition, values):
            return values[case.value]
    raise Unknown


def _true(condition: tuple[str, int, int], values: Sequence[float]) -> bool:
    """Whether a condition holds; sides that only the rounding of givens tells apart are equal."""
    operator, left, right = condition
    a, b = values[left], values[right]
    return bool(COMPARE[operator](a, a if math.isclose(a, b, rel_tol=TIED) else b))


TIED = 1e-9
COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}  # fmt: skip
AT_POINT: dict[str, Callable[[list[float], Any], float]] = {
    "sum": lambda a, _: math.fsum(a),
    "product": lambda a, _: math.prod(a),
    "largest": lambda a, _: max(a),
    "smallest": lambda a, _: min(a),
    "size": lambda a, _: abs(a[0]),
    "ceiling": lambda a, _: float(math.ceil(a[0] - abs(a[0]) * 1e-12)),
    "floor": lambda a, _: float(math.floor(a[0] + abs(a[0]) * 1e-12)),
    "log": lambda a, _: math.log(a[0]),
    "exp": lambda a, _: math.exp(a[0]),
    "power": lambda a, p: a[0] ** (int(p) if p == int(p) else p),
    "any power": lambda a, _: a[0] ** a[1],
}
