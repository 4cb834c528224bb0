"""The incidence graph: relations on one side, variables on the other, whatever they are called."""

from __future__ import annotations

import networkx as nx

from derive.equations import Eq, Relation, Var
from derive.library import library_system
from derive.system import System

x, y = Var("x"), Var("y")


def test_the_graph_is_bipartite() -> None:
    """Every edge joins a relation and a variable of it."""
    system = library_system()
    assert nx.is_bipartite(system.graph)
    assert system.graph.number_of_edges() == sum(len(r.variables) for r in system.relations)


def test_nodes_say_what_they_are() -> None:
    """A relation `x` and a variable `x` are two nodes, and so are `throughput` and `throughput`."""
    graph = System([Relation("x", Eq(x, 2 * y))]).graph
    assert set(graph) == {("relation", "x"), ("variable", "x"), ("variable", "y")}
    library = library_system().graph
    assert {("relation", "throughput"), ("variable", "throughput")} <= set(library)


def test_a_variable_without_a_relation_is_a_lone_node() -> None:
    """Declared and connected to nothing."""
    assert (
        System([Relation("double", Eq(x, 2 * y))], variables=[Var("lone")]).graph.degree[
            ("variable", "lone")
        ]
        == 0
    )


def test_lists_and_graph_say_the_same() -> None:
    """What is walked in numbers is what the graph holds."""
    structure = library_system().structure
    for i, relation in enumerate(library_system().relations):
        assert {structure.variables[j] for j in structure.of_relation[i]} == set(relation.variables)
        assert all(i in structure.of_variable[j] for j in structure.of_relation[i])


def test_only_the_chosen_variant_is_in_the_graph() -> None:
    """One of the three step times."""
    names = {name for kind, name in library_system().graph if kind == "relation"}
    assert "step_overlap" in names
    assert not {"step_kv_apart", "step_no_overlap"} & names
