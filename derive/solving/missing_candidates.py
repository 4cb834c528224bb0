"""Candidates for a missing set: bundles and single variables, nearest to the target first."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain

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
            kind in (NeedKind.OUTPUT, NeedKind.RESULT),
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
        elif (var.convention or var.default) is not None and not var.absent_feature:
            kind = NeedKind.CONVENTIONAL
        else:
            output = NeedKind.OUTPUT if system.slots[var] in _used(query) else NeedKind.RESULT
            kind = output if var in system.defined else NeedKind.INPUT
        return cls(var.name, (var,), kind, hops)

    def need(self, query: Query, elasticity: float | None) -> Need:
        """The need with its spellings on the command line; a bundle has no elasticity."""
        own = [
            say
            for bundle in query.system.bundles
            for say in (bundle.beside(query.known)[1],)
            if say and set(self.variables) <= set(bundle.variables)
        ]
        stated = [] if self.bundled else [f'-g {self.name}="{example(self.variables[0])}"']
        acts = None if self.bundled else elasticity
        return Need(self.name, self.variables, self.kind, (*stated, *own), acts)


def candidates_of(query: Query, order: Sequence[int], span: Mapping[int, Row]) -> list[Candidate]:
    """The candidates among the unknowns of these relations: those of the question's subject first;
    then the nearest to the target; of these catalogue entries, inputs and outputs; points and mere
    renamings of the target come last.
    """
    kin, slots = _of_the_subject(query, order), query.system.slots
    found = _gathered(query, sorted(span), _hops(query, order, set(span)), _renamings(query))
    return sorted(
        found, key=lambda one: (kin.isdisjoint(slots[v] for v in one.variables), one.near)
    )


def _used(query: Query) -> frozenset[int]:
    """The variables that a relation uses to define another."""
    system, of_relation = query.system, query.system.structure.of_relation
    return system.compiled.once(
        "used",
        (),
        lambda: frozenset(
            j
            for i, relation in enumerate(system.relations)
            for j in of_relation[i]
            if system.structure.variables[j] != relation.subject
        ),
    )


def _of_the_subject(query: Query, order: Sequence[int]) -> set[int]:
    """The variables of those subjects of the target in which most values are stated."""
    system, structure = query.system, query.system.structure

    def subjects(j: int) -> set[str]:
        return {system.relations[i].file for i in structure.of_variable[j]}

    stated = [system.slots[v] for v, known in query.known.items() if known.stated]
    givens = Counter(chain.from_iterable(map(subjects, stated)))
    own = subjects(query.plan.target)
    most = max((givens[file] for file in own), default=None)
    chosen = {file for file in own if givens[file] and givens[file] == most}
    relations = (i for i in order if system.relations[i].file in chosen)
    return {j for i in relations for j in structure.of_relation[i]}


def _renamings(query: Query) -> set[int]:
    """The variables that a relation makes of the target and constants alone."""
    system, constant = query.system, query.constant
    return {
        system.slots[r.subject]
        for i in system.structure.of_variable[query.plan.target]
        for r in (system.relations[i],)
        if r.subject not in (None, query.target)
        and constant.issuperset(
            set(system.structure.of_relation[i]) - {query.plan.target, system.slots[r.subject]}
        )
    }


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
    renamed: Collection[int] = (),
) -> list[Candidate]:
    """The bundles and single variables among the unknowns, with their distances."""
    system, variables = query.system, query.system.structure.variables
    far = {j: (hops or {}).get(j, math.inf) for j in unknown}
    found: list[Candidate] = []
    for place, bundle in enumerate(system.bundles, -len(system.bundles)):
        members = tuple(v for v in bundle.variables if system.slots.get(v) in far)
        name, _ = bundle.beside(query.known)
        if name and len(members) > 1 and query.target not in members:
            nearest = min(far[system.slots[v]] for v in members)
            found.append(Candidate(name, members, NeedKind.CATALOGUE, nearest, True, place))
    apart = {query.plan.target, *(system.slots[v] for v in system.choosing)}
    others = [j for j in unknown if j not in apart]
    return found + [Candidate.of(query, variables[j], far[j], j in renamed) for j in others]


def _hops(query: Query, order: Sequence[int], unknown: set[int]) -> dict[int, int]:
    """The number of relations between each unknown and the target."""
    structure, within = query.system.structure, set(order)
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
