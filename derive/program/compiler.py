"""Compiler of nodes to functions of the slot values, over any arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
Compile = Callable[[int], Function]  # of a node by its number
_TEMPORARY = ("add", "mul", "div", "pow")  # nodes whose value is an array of its own
# Kinds of one operand, named like the field of the arithmetic that does them.
_SINGLE = ("log", "exp", "log1p", "expm1", "decayed", "ceil", "floor")


@dataclass(frozen=True, slots=True)
class _Source:
    """The table of a node, its arithmetic, and the compiler of its operands."""

    nodes: Nodes
    arithmetic: Arithmetic
    inner: Compile


def compile_node(
    nodes: Nodes, number: int, arithmetic: Arithmetic = FLOATS, inner: Compile | None = None
) -> Function:
    """A function of the list of slot values; `inner` compiles the operands, if not alike.

    >>> table = Nodes([("slot", 0), ("number", 1, 1), ("add", 0, 1)])
    >>> compile_node(table, 2)([2.5])
    3.5
    """
    node = nodes[number]
    kind = node[0]
    compiled = inner or (lambda operand: compile_node(nodes, operand, arithmetic))
    if kind == "slot":
        return operator.itemgetter(node[1])
    if kind in _MAKERS:
        return _MAKERS[kind](_Source(nodes, arithmetic, compiled), node)
    if kind == "abs" or kind in _SINGLE:
        function = abs if kind == "abs" else getattr(arithmetic, kind)
        argument = compiled(node[1])
        return lambda values: function(argument(values))
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


def _folded(operation: Operation) -> Callable[[_Source, Node], Function]:
    def make(source: _Source, node: Node) -> Function:
        parts = [source.inner(number) for number in node[1:]]
        if len(parts) == 2:
            first, second = parts
            combine = _onto(source, node, operation)
            return lambda values: combine(first(values), second(values))
        fold = source.arithmetic.fold
        return lambda values: fold(operation, [part(values) for part in parts])

    return make


def _onto(source: _Source, node: Node, operation: Operation) -> Operation:
    """The operation of a node with two parts, which may overwrite one that nothing else reads."""
    owned = (k for k, number in enumerate(node[1:]) if source.nodes[number][0] in _TEMPORARY)
    k = next(owned, None)
    return operation if k is None else source.arithmetic.onto(operation, k)


def _quotient(source: _Source, node: Node) -> Function:
    above, below = (source.inner(number) for number in node[1:])
    divide = _onto(source, node, source.arithmetic.divide)
    return lambda values: divide(above(values), below(values))


def _power(source: _Source, node: Node) -> Function:
    base, exponent = (source.inner(number) for number in node[1:])
    power = source.arithmetic.power
    return lambda values: power(base(values), exponent(values))


def _extremum(source: _Source, node: Node) -> Function:
    parts = [source.inner(number) for number in node[1:]]
    extreme = source.arithmetic.largest if node[0] == "max" else source.arithmetic.smallest
    return lambda values: extreme([part(values) for part in parts])


def _cases(source: _Source, node: Node) -> Function:
    parts = [source.inner(number) for number in node[1:]]
    cases = list(zip(parts[::2], parts[1::2], strict=True))
    choose = source.arithmetic.choose
    return lambda values: choose(cases, values)


def _comparison(source: _Source, node: Node) -> Function:
    left, right = (source.inner(number) for number in node[1:])
    compare, sign = source.arithmetic.compare, COMPARE[node[0]]
    return lambda values: compare(sign, left(values), right(values))


def _application(source: _Source, node: Node) -> Function:
    name, takes, gives, number = node[1:]
    argument, apply = source.inner(number), source.arithmetic.apply
    return lambda values: apply((name, takes, gives), argument(values))


_MAKERS: dict[str, Callable[[_Source, Node], Function]] = {
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
