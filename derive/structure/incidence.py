"""The incidence graph of relations and their variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.nodes import slots_of
from derive.program.powers import expanded, times

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Incidence:
    """The bipartite graph of relations and variables, each numbered in order: `of_relation[i]`
    lists the variables of relation i, `of_variable[j]` the relations of variable j. `defined[i]` is
    the variable that relation i defines, or the point at which its sides are equal; -1 without one.
    """

    names: tuple[str, ...]
    variables: tuple[Var, ...]
    number: dict[Var, int]
    of_relation: tuple[tuple[int, ...], ...]
    of_variable: tuple[tuple[int, ...], ...]
    defined: tuple[int, ...]
    relations: tuple[Relation, ...] = ()

    def cancels(self, i: int, j: int) -> bool:
        """Whether a variable above zero is a factor of both sides of relation i alike, which says
        nothing of it then.
        """
        if i not in self._cancelled:
            relation = self.relations[i] if self.relations else None
            gone = () if relation is None else _cancelling(relation)
            self._cancelled[i] = frozenset(self.number[v] for v in gone)
        return j in self._cancelled[i]

    @cached_property
    def _cancelled(self) -> dict[int, frozenset[int]]:
        return {}

    @cached_property
    def bare(self) -> Incidence:
        """The same graph without a word on which variables cancel."""
        return replace(self, relations=())

    @cached_property
    def constants(self) -> tuple[int, ...]:
        """The relations with at most one variable."""
        return tuple(i for i, members in enumerate(self.of_relation) if len(members) <= 1)

    @cached_property
    def members(self) -> tuple[frozenset[int], ...]:
        """The variables of each relation as a set."""
        return tuple(map(frozenset, self.of_relation))

    @cached_property
    def defining(self) -> tuple[tuple[int, ...], ...]:
        """The relations that define each variable."""
        found: list[list[int]] = [[] for _ in self.of_variable]
        for i, j in enumerate(self.defined):
            if j >= 0:
                found[j].append(i)
        return tuple(map(tuple, found))

    @cached_property
    def dangling(self) -> frozenset[int]:
        """The relations that each define a variable which occurs in no other but such ones."""
        others = [len(self.of_variable[j]) - 1 if j >= 0 else -1 for j in self.defined]
        waiting = [i for i, number in enumerate(others) if not number]
        for i in waiting:
            for j in self.of_relation[i]:
                for k in self.defining[j]:
                    others[k] -= 1
                    if not others[k]:
                        waiting.append(k)
        return frozenset(waiting)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of variables of each relation."""
        return tuple(map(len, self.of_relation))

    def without(self, left_out: Set[int]) -> Incidence:
        """The same graph with some relations cut off from their variables."""
        return replace(
            self,
            of_relation=tuple(
                () if i in left_out else members for i, members in enumerate(self.of_relation)
            ),
            of_variable=tuple(
                tuple(i for i in around if i not in left_out) for around in self.of_variable
            ),
            defined=tuple(-1 if i in left_out else j for i, j in enumerate(self.defined)),
        )

    @cached_property
    def graph(self) -> nx.Graph[Any]:
        """The incidence in networkx, with nodes ("relation", name) and ("variable", name)."""
        import networkx as nx

        graph: nx.Graph[Any] = nx.Graph()
        graph.add_nodes_from((("variable", var.name) for var in self.variables), bipartite=1)
        graph.add_nodes_from((("relation", name) for name in self.names), bipartite=0)
        for name, members in zip(self.names, self.of_relation, strict=True):
            graph.add_edges_from(
                (("relation", name), ("variable", self.variables[j].name)) for j in members
            )
        return graph


def incidence(relations: Sequence[Relation], variables: Sequence[Var]) -> Incidence:
    """The incidence of `relations` over `variables` (all of theirs, in nomenclature order)."""
    number = {var: index for index, var in enumerate(variables)}
    named = {var.name: index for var, index in number.items()}  # whose hashes are much cheaper
    of_relation = tuple(
        tuple(sorted([named[v.name] for v in relation.variables])) for relation in relations
    )
    of_variable: list[list[int]] = [[] for _ in variables]
    for i, members in enumerate(of_relation):
        for j in members:
            of_variable[j].append(i)
    return Incidence(
        tuple(r.name for r in relations),
        tuple(variables),
        number,
        of_relation,
        tuple(map(tuple, of_variable)),
        tuple(_defined(relation, number) for relation in relations),
        tuple(relations),
    )


def _cancelling(relation: Relation) -> Iterator[Var]:
    """The variables above zero that are factors of both sides alike."""
    try:
        data = relation.data
    except NotImplementedError:
        return
    (_, left), (_, right) = (expanded(data.nodes, side) for side in (data.left, data.right))
    acting = {slot for k in times(left, right, -1) for slot in slots_of(data.nodes, k)}
    yield from (
        var for slot, var in enumerate(relation.variables) if slot not in acting and var.is_positive
    )


def _defined(relation: Relation, number: dict[Var, int]) -> int:
    points = [v for v in relation.variables if v.at is not None]
    made = [relation.subject] if relation.subject is not None else points
    return number[made[0]] if made else -1
