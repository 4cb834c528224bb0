"""Missing: smallest sets of further variables that would settle an open question, best first."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.results.missing import MissingSet, Need, NeedKind
from derive.solving.amounts import example
from derive.solving.query import Query, make_query
from derive.structure.missing import MOST_SETS, functionals, missing_sets
from derive.structure.plan import Plan
from derive.structure.rank import Row, RowSpace, eliminate


def deciding(query: Query, names: Sequence[str]) -> MissingSet:
    """What decides a regime that could not be judged."""
    needs = [_Candidate.of(query, query.system.find(name)) for name in names]
    return MissingSet(tuple(need.need(query, 0.0) for need in needs))


def missing(query: Query) -> tuple[tuple[MissingSet, ...], bool]:
    """Sets of further variables (or catalogue entries) that would determine the target, and whether
    there are more.
    """
    plan, system = query.plan, query.system
    span = _span(query, plan.order)
    if plan.target not in span:
        return (), False
    candidates = _candidates(query, span)
    groups = [tuple(system.slots[v] for v in candidate.variables) for candidate in candidates]
    chosen, cut_off = missing_sets(plan.target, span, groups)
    made = [_weighed(query, [candidates[g] for g in one], span) for one in chosen]
    forward = _from_inputs(query)
    if forward is not None and forward.names not in [one.names for one in made]:
        made.append(forward)
    made.sort(key=lambda found: found.rank)
    return tuple(made[:MOST_SETS]), cut_off or len(made) > MOST_SETS or plan.elimination.cut_off


def _span(query: Query, relations: Sequence[int]) -> dict[int, dict[int, float]]:
    """The unknowns of some relations as combinations of few of them, the target among these."""
    system, known = query.system, query.closure.known
    full = eliminate(
        relations, system.rows(relations).__getitem__, known, query.plan.target, stop=False
    )
    return functionals(
        full, sorted({j for i in relations for j in system.structure.of_relation[i]} - known)
    )


def _from_inputs(query: Query) -> MissingSet | None:
    """The inputs that the shortest way forward to the target takes, however many: what somebody who
    knows the case can say.
    """
    system, of_relation = query.system, query.system.structure.of_relation
    able = [
        candidate
        for candidate in _everything(query)
        if candidate.kind in (NeedKind.CATALOGUE, NeedKind.CONVENTIONAL, NeedKind.INPUT)
    ]
    given = {v: Known(v, 1.0, Origin.GIVEN) for candidate in able for v in candidate.variables}
    plan = make_query(system, query.target, {**query.known, **given}, 0.0, 0).plan
    relations = [i for block in plan.blocks for i in block.relations]
    taken = {system.structure.variables[j] for i in relations for j in of_relation[i]} & set(given)
    found: list[_Candidate] = []
    for candidate in sorted(able, key=lambda candidate: candidate.order):
        own = taken & set(candidate.variables)
        if len(own) > candidate.bundled:
            found.append(candidate.only(own))
            taken -= own
    if not found:
        return None
    span = _span(query, relations)
    weights = _weights(query, found, span)
    whole = _weighed(query, found, span)
    needs = zip(whole.needs, weights, strict=True)
    acting = MissingSet(tuple(need for need, weight in needs if abs(weight) > 1e-6))
    return acting if acting != whole and _determines(query, acting) else whole


def _determines(query: Query, found: MissingSet) -> bool:
    """Whether the plan that the set makes possible leads to the target."""
    return _plan_with(query, found).determined


def _plan_with(query: Query, found: MissingSet) -> Plan:
    known = {**query.known, **{v: Known(v, 1.0, Origin.GIVEN) for v in found.variables}}
    return make_query(query.system, query.target, known, 0.0).plan


def checked(query: Query, found: MissingSet) -> MissingSet | None:
    """The set with the regimes in which the target drops out; None if it does not determine it, or
    a block of the plan stays unsolved.
    """
    plan = _plan_with(query, found)
    have, unless = set(plan.known) | set(plan.assumed), []
    for block in plan.blocks:
        branches = query.system.branches(block, frozenset(have))
        if any(branch.open for branch in branches):
            return None
        unless += [branch.regime for branch in branches if branch.indeterminate]
        have.add(block.solves)
    return (
        replace(found, unless=tuple(dict.fromkeys(unless)))
        if plan.determined and "" not in unless
        else None
    )


def _weighed(query: Query, members: Sequence[_Candidate], span: Mapping[int, Row]) -> MissingSet:
    """The set with how strongly the target depends on each member."""
    weighed = zip(members, _weights(query, members, span), strict=True)
    return MissingSet(tuple(member.need(query, weight) for member, weight in weighed))


def _weights(query: Query, members: Sequence[_Candidate], span: Mapping[int, Row]) -> list[float]:
    """How strongly the target depends on each member; of several variables, the largest."""
    slots, together = query.system.slots, RowSpace()
    for k, member in enumerate(members):
        for var in member.variables:
            together.add(span[slots[var]], k)
    weights = together.weights(span[query.plan.target]) or {}
    return [weights.get(k, 0.0) for k in range(len(members))]


class _Candidate:
    """A thing to ask for, with where it stands: its kind, and how many relations lie between it and
    the target.
    """

    def __init__(
        self,
        name: str,
        variables: tuple[Var, ...],
        kind: NeedKind,
        hops: float = 0.0,
        bundled: bool = False,
        place: int = 0,
    ) -> None:
        self.name, self.variables, self.kind, self.bundled, self.place = (
            name,
            variables,
            kind,
            bundled,
            place,
        )
        rank = place if bundled else variables[0].rank
        self.near = (
            kind is NeedKind.POINT,
            hops,
            not bundled and kind is not NeedKind.CATALOGUE,
            kind is NeedKind.OUTPUT,
            rank,
            name,
        )
        self.order = (kind.rank, not bundled, hops, rank, name)

    def only(self, variables: Collection[Var]) -> _Candidate:
        """The same thing asked for the sake of some of its variables."""
        needed = tuple(v for v in self.variables if v in variables)
        return (
            _Candidate(self.name, needed, self.kind, bundled=True, place=self.place)
            if self.bundled
            else self
        )

    @classmethod
    def of(cls, query: Query, var: Var, hops: float = 0.0, renames: bool = False) -> _Candidate:
        """The candidate that a single variable is."""
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
        """The need with the ways to say it on the command line; a bundle is not one per cent more
        of anything.
        """
        own = [
            bundle.say
            for bundle in query.system.bundles
            if bundle.say and set(self.variables) <= set(bundle.variables)
        ]
        stated = [] if self.bundled else [f'-g {self.name}="{example(self.variables[0])}"']
        acts = None if self.bundled else elasticity
        return Need(self.name, self.variables, self.kind, (*stated, *own), acts)


def _candidates(query: Query, span: Mapping[int, Row]) -> list[_Candidate]:
    """Near the target first, and there catalogue entries before inputs before outputs; points and
    mere renamings of the target come last.
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


def _everything(query: Query) -> list[_Candidate]:
    """All that is not known, however far away; what has a default need not be asked for."""
    variables, known = query.system.structure.variables, query.closure.known
    return _gathered(
        query, [j for j, v in enumerate(variables) if j not in known and v.default is None]
    )


def _gathered(
    query: Query,
    unknown: Sequence[int],
    hops: Mapping[int, int] | None = None,
    renamed: Sequence[int] = (),
) -> list[_Candidate]:
    """The bundles and the single variables among the unknown, with how far each is from the
    target.
    """
    system, variables = query.system, query.system.structure.variables
    far = (
        dict.fromkeys(unknown, math.inf)
        if hops is None
        else {j: hops.get(j, math.inf) for j in unknown}
    )
    found: list[_Candidate] = []
    for place, bundle in enumerate(system.bundles, -len(system.bundles)):
        members = tuple(v for v in bundle.variables if system.slots.get(v, -1) in far)
        if len(members) > 1 and query.target not in members:
            found.append(
                _Candidate(
                    bundle.name,
                    members,
                    NeedKind.CATALOGUE,
                    min(far[system.slots[v]] for v in members),
                    True,
                    place,
                )
            )
    others = [j for j in unknown if j != query.plan.target]
    return found + [_Candidate.of(query, variables[j], far[j], j in renamed) for j in others]


def _hops(query: Query, unknown: set[int]) -> dict[int, int]:
    """For each unknown, how many relations lie between it and the target."""
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
