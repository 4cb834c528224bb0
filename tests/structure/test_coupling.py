"""Coupled groups, beside those of networkx."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from derive.structure.coupling import coupled_groups


@pytest.mark.parametrize("seed", range(200))
def test_groups_and_their_order_are_those_of_networkx(seed: int) -> None:
    """Random graphs, from scattered nodes to one whole."""
    source = random.Random(seed)
    size = source.randrange(1, 30)
    nodes = source.sample(range(100), size)
    needs = {
        node: source.choices([other for other in nodes if other != node] or [node], k=k)
        for node in nodes
        for k in [source.randrange(3) if size > 1 else 0]
    }
    graph = nx.DiGraph([(other, node) for node, others in needs.items() for other in others])
    graph.add_nodes_from(nodes)
    condensed = nx.condensation(graph)
    members = {group: sorted(condensed.nodes[group]["members"]) for group in condensed}
    order = nx.lexicographical_topological_sort(condensed, key=members.__getitem__)
    assert coupled_groups(needs) == [members[group] for group in order]


def test_a_long_chain_is_no_matter_of_recursion() -> None:
    """Ten thousand nodes, each of which needs the next."""
    needs = {node: [node + 1] for node in range(10_000)} | {10_000: []}
    assert [group[0] for group in coupled_groups(needs)] == list(range(10_000, -1, -1))
