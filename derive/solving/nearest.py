"""The relations nearest to an open target, and what follows from them together."""

from __future__ import annotations

from dataclasses import dataclass, field

from derive.solving.query import Query
from derive.structure.plan import SCOPES
from derive.structure.rank import Nearest, RankResult, eliminate


@dataclass(frozen=True)
class NearestRelations:
    """The relations nearest to the target through unknown variables, in `order`, and their
    elimination; none for a target that a plan leads to.
    """

    order: tuple[int, ...] = ()
    elimination: RankResult = field(default_factory=RankResult)


def nearest_relations(query: Query) -> NearestRelations:
    """The relations nearest to the target of a query, once it has been asked with its defaults."""
    plan, system = query.plan, query.system
    if plan.determined:
        return NearestRelations()

    def make() -> NearestRelations:
        known = system.propagation(query.fixed).known
        order = Nearest(system.structure, plan.target, known).first(SCOPES[2])
        found = eliminate(order, system.rows(order).__getitem__, known, plan.target)
        return NearestRelations(tuple(order), found)

    return system.compiled.once("nearest", (plan.target, query.fixed), make)
