"""Candidates for a missing set: bundles and single variables, nearest to the target first."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from derive.equations.var import Var
from derive.results.missing import Need, NeedKind
from derive.solving.amounts import example
from derive.solving.query import Query
from derive.structure.rank import Row


class Candidate:
    """A variable or bundle that may be asked for, with the sort keys of two searches."""

    def __init__(
        self,
        name: str,
        variables: tuple[Var, ...],
        kind: NeedKind,
        hops: float = 0.0,
        bundled: bool = False,
        place: int = 0,
    ) -> None:
        self.name, self.variables, self.kind = name, variables, kind
        self.bundled, self.place = bundled, place
        rank = place if bundled else variables[0].rank
        self.near = (
            kind == NeedKind.POINT,
            hops,
            not bundled and kind != NeedKind.CATALOGUE,
            kind == NeedKind.OUTPUT,
            rank,
            name,
        )
        self.order = (kind.rank, not bundled, hops, rank, name)

    def only(self, variables: Collection[Var]) -> Candidate:
        """The candidate restricted to some of its variables."""
        if not self.bundled:
            return self
        needed = tuple(v for v in self.variables if v in variables)
        return Candidate(self.name, needed, self.kind, bundled=True, place=self.place)

    @classmethod
    def of(cls, query: Query, var: Var, hops: float = 0.0, renames: bool = False) -> Candidate:
        """The candidate of a single variable."""
        system = query.system
        if var.at is not None or renames:
            kind = NeedKind.POINT
        elif var in system.bundled:
            kind = NeedKind.CATALOGUE
        elif var.convention is not None or var.default is not None:
            kind = NeedKind.CONVENTIONAL
        else:
            kind = NeedKind.OUTPUT if var in system.defined else NeedKind.INPUT
        return cls(var.name, (var,), kind, hops)

    def need(self, query: Query, elasticity: float) -> Need:
        """The need with its spellings on the command line; a bundle has no elasticity."""
        own = [
            bundle.say
            for bundle in query.system.bundles
            if bundle.say and set(self.variables) <= set(bundle.variables)
        ]
        stated = [] if self.bundled else [f'-g {self.name}="{example(self.variables[0])}"']
        acts = None if self.bundled else elasticity
        return Need(self.name, self.variables, self.kind, (*stated, *own), acts)


def candidates_of(query: Query, span: Mapping[int, Row]) -> list[Candidate]:
    """The candidates nearest to the target first, of these catalogue entries, inputs and outputs;
    points and mere renamings of the target come last.
    """
    target, hops = query.plan.target, _hops(query, set(span))
    derived = {
        r.subject
        for r in query.system.relations
        if r.subject is not None and query.target in r.variables
    }
    renamed = [
        j
        for j, row in span.items()
        if set(row) == {target} and query.system.structure.variables[j] in derived
    ]
    return sorted(
        _gathered(query, sorted(span), hops, renamed), key=lambda candidate: candidate.near
    )


def all_candidates(query: Query) -> list[Candidate]:
    """All unknown variables without a default, at any distance, as candidates."""
    variables, known = query.system.structure.variables, query.closure.known
    return _gathered(
        query, [j for j, v in enumerate(variables) if j not in known and v.default is None]
    )


def _gathered(
    query: Query,
    unknown: Sequence[int],
    hops: Mapping[int, int] | None = None,
    renamed: Sequence[int] = (),
) -> list[Candidate]:
    """The bundles and single variables among the unknowns, with their distances."""
    system, variables = query.system, query.system.structure.variables
    far = {j: (hops or {}).get(j, math.inf) for j in unknown}
    found: list[Candidate] = []
    for place, bundle in enumerate(system.bundles, -len(system.bundles)):
        members = tuple(v for v in bundle.variables if system.slots.get(v, -1) in far)
        if len(members) > 1 and query.target not in members:
            nearest = min(far[system.slots[v]] for v in members)
            found.append(Candidate(bundle.name, members, NeedKind.CATALOGUE, nearest, True, place))
    others = [j for j in unknown if j != query.plan.target]
    return found + [Candidate.of(query, variables[j], far[j], j in renamed) for j in others]


def _hops(query: Query, unknown: set[int]) -> dict[int, int]:
    """The number of relations between each unknown and the target."""
    structure, within = query.system.structure, set(query.plan.order)
    hops = {query.plan.target: 0}
    level = [query.plan.target]
    while level:
        following: list[int] = []
        for j in level:
            for i in structure.of_variable[j]:
                for k in structure.of_relation[i] if i in within else ():
                    if k in unknown and k not in hops:
                        hops[k] = hops[j] + 1
                        following.append(k)
        level = following
    return hops
