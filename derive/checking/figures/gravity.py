"""Standard gravity as a bare 9.8 or 9.81: F = 9.81 m."""

from __future__ import annotations

from dataclasses import replace

from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    UnitNode,
    rebuilt,
)

_GRAVITY = {"9.8", "9.80", "9.81", "9.807", "9.80665"}


def with_gravity(statement: StatementNode) -> StatementNode:
    """The statement with these bare figures in m/s^2 among the factors of a product of names; one
    with units as it is.
    """
    figures = (node.text in _GRAVITY for node in statement.nodes if isinstance(node, NumberNode))
    if not any(figures) or any(isinstance(node, UnitNode) for node in statement.nodes):
        return statement
    return statement.with_sides(lambda side: rebuilt(side, _in_units))


def _in_units(node: Node) -> Node | None:
    """A product with the unit behind such a figure; None for any other node."""
    if not isinstance(node, ProductNode):
        return None
    factors: list[tuple[int, Node]] = []
    for sign, part in node.factors:
        factors.append((sign, rebuilt(part, _in_units)))
        if isinstance(part, NumberNode) and part.text in _GRAVITY:
            second = UnitNode("s", part.position)
            metre = UnitNode("m", part.position)
            factors += [(sign, metre), (-sign, second), (-sign, second)]
    return replace(node, factors=tuple(factors))
