"""Coupling: what must be evaluated together, and in which order.

networkx has both algorithms; importing it takes a third of the time of a whole question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush


def coupled_groups(needs: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """The strongly connected components of a graph in topological order, what a node `needs` before
    it; of several groups that may come next, the one with the smallest members.

    >>> coupled_groups({0: [2], 1: [0], 2: [], 3: [1, 4], 4: [3]})
    [[2], [0], [1], [3, 4]]
    """
    groups = _components(needs)
    home = {node: k for k, group in enumerate(groups) for node in group}
    behind = [
        {home[other] for node in group for other in needs[node]} - {k}
        for k, group in enumerate(groups)
    ]
    ahead: list[list[int]] = [[] for _ in groups]
    for k, before in enumerate(behind):
        for other in before:
            ahead[other].append(k)
    ready = [(group, k) for k, group in enumerate(groups) if not behind[k]]
    heapify(ready)
    found: list[list[int]] = []
    while ready:
        group, k = heappop(ready)
        found.append(group)
        for later in ahead[k]:
            behind[later].remove(k)
            if not behind[later]:
                heappush(ready, (groups[later], later))
    return found


def _components(needs: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, each sorted: Kosaraju's two searches, one along the edges
    and one against them.
    """
    against: dict[int, list[int]] = {node: [] for node in needs}
    for node, others in needs.items():
        for other in others:
            against[other].append(node)
    seen: set[int] = set()
    finished = [node for root in needs for node in _search(needs, root, seen)]
    seen.clear()
    groups = (sorted(_search(against, root, seen)) for root in reversed(finished))
    return [group for group in groups if group]


def _search(graph: Mapping[int, Sequence[int]], root: int, seen: set[int]) -> list[int]:
    """The nodes that are reached from a root and not yet seen, each after those behind it."""
    found: list[int] = []
    waiting = [(root, iter(graph[root]))] if root not in seen else []
    seen.add(root)
    while waiting:
        node, others = waiting[-1]
        ahead = next((other for other in others if other not in seen), None)
        if ahead is None:
            found.append(node)
            waiting.pop()
        else:
            seen.add(ahead)
            waiting.append((ahead, iter(graph[ahead])))
    return found
