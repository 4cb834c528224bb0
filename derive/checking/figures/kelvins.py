"""Kelvins of a bare 273.15 in a sum, which converts a temperature in °C: T + 273.15."""

from __future__ import annotations

from dataclasses import replace

from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    StatementNode,
    SumNode,
    measured,
)

_ZEROS = {"273.15", "273.2", "273"}


def with_kelvins(statement: StatementNode) -> StatementNode:
    """The statement with the bare 273.15 among the terms of a side in kelvin."""
    return statement.with_sides(_in_kelvin)


def is_zero_celsius(node: Node) -> bool:
    """Whether a node is 0 °C in kelvin, without the unit."""
    return isinstance(node, NumberNode) and node.text in _ZEROS


def _in_kelvin(side: Node) -> Node:
    if not isinstance(side, SumNode):
        return side
    return replace(side, terms=tuple((sign, _measured(term)) for sign, term in side.terms))


def _measured(term: Node) -> Node:
    return measured(term, "K") if is_zero_celsius(term) else term
