"""Sides of figures with ranges in them, at both ends of these: 2-3 GB × 4 = 8-12 GB."""

from __future__ import annotations

from derive.checking.grammar.tree import Node, ProductNode, RangeNode, SumNode, nodes, rebuilt


def ends_of_ranges(left: Node, right: Node) -> list[tuple[Node, Node]]:
    """Both sides at the lower ends of the ranges in them, and at the upper ones, where each side
    has one and grows with it; none otherwise.
    """
    if not (_rises(left) and _rises(right)):
        return []
    return [(rebuilt(left, end), rebuilt(right, end)) for end in (_low, _high)]


def _rises(node: Node) -> bool:
    """Whether a range is in a node, and none below the line, subtracted or in a function."""
    if isinstance(node, RangeNode):
        return True
    if not isinstance(node, ProductNode | SumNode):
        return False
    parts = node.factors if isinstance(node, ProductNode) else node.terms
    ranged = [(s, p) for s, p in parts if any(isinstance(each, RangeNode) for each in nodes(p))]
    return bool(ranged) and all(sign > 0 and _rises(part) for sign, part in ranged)


def _low(node: Node) -> Node | None:
    return node.low if isinstance(node, RangeNode) else None


def _high(node: Node) -> Node | None:
    return node.high if isinstance(node, RangeNode) else None
