"""Cases of piecewise nodes: which may apply, and the nodes that count only where one does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from derive.program.ends import apart, disjoint
from derive.program.interval import Interval
from derive.program.nodes import Node, Nodes, operands


class CaseNodes(NamedTuple):
    """The inner nodes of an equation that count whatever applies, and by the value of a case those
    that count where this case does.
    """

    always: frozenset[int]
    within: Mapping[int, frozenset[int]]


def case_nodes(nodes: Nodes, inner: Iterable[int], roots: Iterable[int]) -> CaseNodes | None:
    """The inner nodes below some roots, by the cases that they are in; None without cases."""
    cases = [nodes[k] for k in inner if nodes[k][0] == "cases"]
    if not cases:
        return None
    values = {value for node in cases for value in node[2::2]}
    return CaseNodes(_below(nodes, roots), {k: _below(nodes, (k,)) for k in values})


def _below(nodes: Nodes, roots: Iterable[int]) -> frozenset[int]:
    """The nodes from some roots down to the values of cases."""
    found, stack = set[int](), list(roots)
    while stack:
        number = stack.pop()
        if number not in found:
            found.add(number)
            node = nodes[number]
            stack += node[1::2] if node[0] == "cases" else operands(node)
    return frozenset(found)


def open_cases(nodes: Nodes, found: Sequence[Interval], node: Node) -> list[tuple[int, int]]:
    """The conditions and values of the cases that may apply."""
    cases: list[tuple[int, int]] = []
    for condition, value in zip(node[1::2], node[2::2], strict=True):
        holds = truth(found, nodes[condition])
        if holds is not False:
            cases.append((condition, value))
        if holds:
            break
    return cases


def truth(found: Sequence[Interval], condition: Node) -> bool | None:
    """Whether a condition holds; None if that is open."""
    if condition[0] in ("true", "false"):
        return bool(condition[0] == "true")
    left, right = (found[k] for k in condition[1:])
    if condition[0] in ("le", "lt"):
        left, right = right, left
    if condition[0] == "eq":
        return False if disjoint(left, right) else None
    return True if apart(right, left) else (False if apart(left, right) else None)
