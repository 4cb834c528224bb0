"""The incidence graph: which variable stands in which relation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from derive.equations.relation import Relation
from derive.equations.var import Var


@dataclass(frozen=True)
class Incidence:
    """A bipartite graph of relations and variables, and the same as lists of whole numbers for walking.

    Nodes are ("relation", name) and ("variable", name), so that a relation and a variable of one name stay apart.
    Relations and variables are numbered in order; `of_relation[i]` lists the variables of relation i and
    `of_variable[j]` the relations of variable j.
    """

    graph: nx.Graph[Any]
    variables: tuple[Var, ...]
    number: dict[Var, int]
    of_relation: tuple[tuple[int, ...], ...]
    of_variable: tuple[tuple[int, ...], ...]
    size: int = field(default=0)


def incidence(relations: Sequence[Relation], variables: Sequence[Var]) -> Incidence:
    """The incidence graph of `relations` over `variables` (all of theirs, in nomenclature order)."""
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from((("variable", var.name) for var in variables), bipartite=1)
    graph.add_nodes_from((("relation", relation.name) for relation in relations), bipartite=0)
    graph.add_edges_from((("relation", r.name), ("variable", v.name)) for r in relations for v in r.variables)
    number = {var: index for index, var in enumerate(variables)}
    index_of = {("variable", var.name): number[var] for var in variables}
    rank_of = {("relation", relation.name): index for index, relation in enumerate(relations)}
    of_relation = tuple(tuple(sorted(index_of[n] for n in graph.adj[("relation", r.name)])) for r in relations)
    of_variable = tuple(tuple(sorted(rank_of[n] for n in graph.adj[("variable", v.name)])) for v in variables)
    return Incidence(graph, tuple(variables), number, of_relation, of_variable, len(relations))
