"""Missing sets: smallest sets of further variables that determine an open target, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from derive.results.known import Known, Origin
from derive.results.missing import MissingSet, NeedKind
from derive.solving.missing_candidates import Candidate, all_candidates, candidates_of
from derive.solving.query import Query, make_query
from derive.structure.missing import MOST_SETS, functionals, missing_sets
from derive.structure.plan import Plan
from derive.structure.rank import Row, RowSpace, eliminate


def deciding(query: Query, names: Sequence[str]) -> MissingSet:
    """The set of variables that decide an open regime."""
    needs = [Candidate.of(query, query.system.find(name)) for name in names]
    return MissingSet(tuple(need.need(query, 0.0) for need in needs))


def missing(query: Query) -> tuple[tuple[MissingSet, ...], bool]:
    """The sets of variables (or catalogue entries) that would determine the target, and whether
    there are more.
    """
    plan, system = query.plan, query.system
    span = _span(query, plan.order)
    if plan.target not in span:
        return (), False
    candidates = candidates_of(query, span)
    groups = [tuple(system.slots[v] for v in candidate.variables) for candidate in candidates]
    chosen, cut_off = missing_sets(plan.target, span, groups)
    made = [_weighed(query, [candidates[g] for g in one], span) for one in chosen]
    forward = _from_inputs(query)
    if forward is not None and forward.names not in [one.names for one in made]:
        made.append(forward)
    made.sort(key=lambda found: found.rank)
    return tuple(made[:MOST_SETS]), cut_off or len(made) > MOST_SETS or plan.elimination.cut_off


def _span(query: Query, relations: Sequence[int]) -> dict[int, dict[int, float]]:
    """The unknowns of these relations as linear combinations of a few, including the target."""
    system, known = query.system, query.closure.known
    full = eliminate(
        relations, system.rows(relations).__getitem__, known, query.plan.target, stop=False
    )
    return functionals(
        full, sorted({j for i in relations for j in system.structure.of_relation[i]} - known)
    )


def _from_inputs(query: Query) -> MissingSet | None:
    """All inputs of the shortest path to the target: values known to a user with a full case."""
    system, of_relation = query.system, query.system.structure.of_relation
    able = [
        candidate
        for candidate in all_candidates(query)
        if candidate.kind in (NeedKind.CATALOGUE, NeedKind.CONVENTIONAL, NeedKind.INPUT)
    ]
    given = {v: Known(v, 1.0, Origin.GIVEN) for candidate in able for v in candidate.variables}
    plan = make_query(system, query.target, {**query.known, **given}, 0.0, 0).plan
    relations = [i for block in plan.blocks for i in block.relations]
    taken = {system.structure.variables[j] for i in relations for j in of_relation[i]} & set(given)
    found: list[Candidate] = []
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
    return acting if acting != whole and _plan_with(query, acting).determined else whole


def _plan_with(query: Query, found: MissingSet) -> Plan:
    """The plan with the set known too."""
    known = {**query.known, **{v: Known(v, 1.0, Origin.GIVEN) for v in found.variables}}
    return make_query(query.system, query.target, known, 0.0).plan


def checked(query: Query, found: MissingSet) -> MissingSet | None:
    """The set with the regimes in which the target cancels; None if it does not determine the
    target, or a block stays unsolved.
    """
    plan = _plan_with(query, found)
    have, unless = set(plan.known) | set(plan.assumed), []
    for block in plan.blocks:
        branches = query.system.branches(block, frozenset(have))
        if any(branch.open for branch in branches):
            return None
        unless += [branch.regime for branch in branches if branch.indeterminate]
        have.add(block.solves)
    if not plan.determined or "" in unless:
        return None
    return replace(found, unless=tuple(dict.fromkeys(unless)))


def _weighed(query: Query, members: Sequence[Candidate], span: Mapping[int, Row]) -> MissingSet:
    """The set of these candidates with the elasticities of the target."""
    weighed = zip(members, _weights(query, members, span), strict=True)
    return MissingSet(tuple(member.need(query, weight) for member, weight in weighed))


def _weights(query: Query, members: Sequence[Candidate], span: Mapping[int, Row]) -> list[float]:
    """The elasticity of the target for each member; of a bundle, the largest."""
    slots, together = query.system.slots, RowSpace()
    for k, member in enumerate(members):
        for var in member.variables:
            together.add(span[slots[var]], k)
    weights = together.weights(span[query.plan.target]) or {}
    return [weights.get(k, 0.0) for k in range(len(members))]
