"""Compiler of nodes to functions of the slot values, over any arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from derive.program.arithmetic import FLOATS, Arithmetic, Function, Operation
from derive.program.nodes import Node, Nodes

COMPARE = {
    "ge": operator.ge,
    "le": operator.le,
    "gt": operator.gt,
    "lt": operator.lt,
    "eq": operator.eq,
}
_TEMPORARY = ("add", "mul", "div", "pow")  # nodes whose value is an array of its own
_SINGLE = ("log", "exp", "ceil", "floor")  # named like the field of the arithmetic that does them


def compile_node(nodes: Nodes, number: int, arithmetic: Arithmetic = FLOATS) -> Function:
    """A function of the list of slot values.

    >>> table = Nodes([("slot", 0), ("number", 1, 1), ("add", 0, 1)])
    >>> compile_node(table, 2)([2.5])
    3.5
    """
    node = nodes[number]
    kind = node[0]
    if kind == "slot":
        return operator.itemgetter(node[1])
    if kind in _MAKERS:
        return _MAKERS[kind](nodes, node, arithmetic)
    if kind == "abs" or kind in _SINGLE:
        function = abs if kind == "abs" else getattr(arithmetic, kind)
        inner = compile_node(nodes, node[1], arithmetic)
        return lambda values: function(inner(values))
    return _constant(node, arithmetic)


def _constant(node: Node, arithmetic: Arithmetic) -> Function:
    """The function of a constant; an undefined or unreal one raises on evaluation."""
    match node:
        case ("undefined",):
            return _undefined
        case ("unreal",):
            return _unreal
        case ("true",) | ("false",):
            truth = node[0] == "true"
            return lambda _: truth
        case ("number", p, q):
            value = arithmetic.fraction(p, q)
        case ("float", number):
            value = arithmetic.number(number)
        case ("real", text):
            value = arithmetic.real(text)
        case _:
            raise NotImplementedError(f"no way to evaluate a node of kind {node[0]}")
    return lambda _: value


def _unreal(values: Sequence[Any]) -> Any:
    raise ArithmeticError("no real number")


def _undefined(_: Sequence[Any]) -> Any:
    raise ZeroDivisionError("a part of it is divided by zero")


def _folded(
    operation: Operation,
) -> Callable[[Nodes, Node, Arithmetic], Function]:
    def make(nodes: Nodes, node: Node, arithmetic: Arithmetic) -> Function:
        parts = [compile_node(nodes, number, arithmetic) for number in node[1:]]
        if len(parts) == 2:
            first, second = parts
            combine = _onto(nodes, node, operation, arithmetic)
            return lambda values: combine(first(values), second(values))
        fold = arithmetic.fold
        return lambda values: fold(operation, [part(values) for part in parts])

    return make


def _onto(nodes: Nodes, node: Node, operation: Operation, arithmetic: Arithmetic) -> Operation:
    """The operation of a node with two parts, which may overwrite one that nothing else reads."""
    owned = (k for k, number in enumerate(node[1:]) if nodes[number][0] in _TEMPORARY)
    return arithmetic.onto(operation, k) if (k := next(owned, None)) is not None else operation


def _quotient(nodes: Nodes, node: Node, arithmetic: Arithmetic) -> Function:
    above, below = (compile_node(nodes, number, arithmetic) for number in node[1:])
    divide = _onto(nodes, node, arithmetic.divide, arithmetic)
    return lambda values: divide(above(values), below(values))


def _power(nodes: Nodes, node: Node, arithmetic: Arithmetic) -> Function:
    base, exponent = (compile_node(nodes, number, arithmetic) for number in node[1:])
    power = arithmetic.power
    return lambda values: power(base(values), exponent(values))


def _extremum(nodes: Nodes, node: Node, arithmetic: Arithmetic) -> Function:
    parts = [compile_node(nodes, number, arithmetic) for number in node[1:]]
    extreme = arithmetic.largest if node[0] == "max" else arithmetic.smallest
    return lambda values: extreme([part(values) for part in parts])


def _cases(nodes: Nodes, node: Node, arithmetic: Arithmetic) -> Function:
    parts = [compile_node(nodes, number, arithmetic) for number in node[1:]]
    cases = list(zip(parts[::2], parts[1::2], strict=True))
    choose = arithmetic.choose
    return lambda values: choose(cases, values)


def _comparison(nodes: Nodes, node: Node, arithmetic: Arithmetic) -> Function:
    left, right = (compile_node(nodes, number, arithmetic) for number in node[1:])
    compare, sign = arithmetic.compare, COMPARE[node[0]]
    return lambda values: compare(sign, left(values), right(values))


def _application(nodes: Nodes, node: Node, arithmetic: Arithmetic) -> Function:
    name, takes, gives, number = node[1:]
    argument, apply = compile_node(nodes, number, arithmetic), arithmetic.apply
    return lambda values: apply((name, takes, gives), argument(values))


_MAKERS: dict[str, Callable[[Nodes, Node, Arithmetic], Function]] = {
    "add": _folded(operator.add),
    "mul": _folded(operator.mul),
    "div": _quotient,
    "pow": _power,
    "max": _extremum,
    "min": _extremum,
    "cases": _cases,
    "map": _application,
    **dict.fromkeys(COMPARE, _comparison),
}
