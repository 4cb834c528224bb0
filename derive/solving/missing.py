"""Missing sets: small sets of further variables that settle an open target, best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.results.missing import MissingSet, Need, NeedKind
from derive.solving.missing_candidates import Candidate, all_candidates, candidates_of
from derive.solving.missing_reach import MOST_RELATIONS, Reach
from derive.solving.plan_trial import TooWide, cancelling_regimes, coupled_zeros, plan_at_zeros
from derive.solving.query import Query, make_query
from derive.structure.missing import first_set, missing_sets
from derive.structure.plan import Plan, PlanSearch

MOST_SINGLE = 64
MOST_SETS = 10  # of several members
STATED = (NeedKind.CATALOGUE, NeedKind.CONVENTIONAL, NeedKind.INPUT)  # by a user with a full case


def deciding(query: Query, names: Sequence[str]) -> MissingSet:
    """The set of variables that decide an open regime, and move the target otherwise in each."""
    needs = [Candidate.of(query, query.system.find(name)) for name in names]
    return MissingSet(tuple(need.need(query, None) for need in needs))


def missing(query: Query) -> tuple[tuple[MissingSet, ...], bool]:
    """The sets of variables (or catalogue entries) that settle the target, each tried, and whether
    there may be more: every single variable, then the best sets of several.
    """
    return query.system.compiled.once("missing", _known_names(query), lambda: _missing(query))


def needed_inputs(query: Query) -> MissingSet | None:
    """The inputs of the shortest path to the target that the others do not make good for, found
    without a search; None if there is no path from inputs alone.
    """
    bare = Reach(query, (), {}, {})

    def found() -> MissingSet | None:
        inputs = _from_inputs(bare)
        return None if inputs is None else _without_needless(bare, inputs)

    return query.system.compiled.once("inputs", _known_names(query), found)


def _known_names(query: Query) -> tuple[Var, frozenset[tuple[Var, Origin]]]:
    """All that a search for what is missing depends on: the target, and what is known by origin."""
    return query.target, frozenset((v, known.origin) for v, known in query.in_force.items())


def _missing(query: Query) -> tuple[tuple[MissingSet, ...], bool]:
    reach = Reach.of(query)
    wanted = reach.span.get(query.plan.target)
    if not wanted:  # in no relation, or beyond what a plan looks at
        return (), wanted is not None
    candidates = candidates_of(query, reach.order, reach.span)
    chosen, cut_off = missing_sets(query.plan.target, reach.span, reach.groups(candidates))
    found = _weighed(reach, [[candidates[g] for g in one] for one in chosen])
    stated = _stated(reach, candidates)
    if stated is not None and set(stated.names) not in [set(one.names) for one in found]:
        found.append(stated)
    found.sort(key=lambda one: one.rank)
    single = [one for one in found if one.single]
    several = [one for one in found if not one.single]
    more = len(single) > MOST_SINGLE or len(chosen) - len(single) > MOST_SETS
    sets = [*_settling(reach, single, MOST_SINGLE), *_settling(reach, several, MOST_SETS)]
    found = sorted((one for one in sets if one is not None), key=lambda one: one.rank)
    return (*_looked_up(query), *found), cut_off or reach.cut_off or more or None in sets


def _looked_up(query: Query) -> Iterator[MissingSet]:
    """The kinds of entries that hold the target itself, where nothing is given: beside a given it
    is asked for otherwise than by looking it up.
    """
    given = any(known.origin == Origin.GIVEN for known in query.known.values())
    for bundle in () if given else query.system.bundles:
        name, say = bundle.beside(query.known)
        if name and query.target in bundle.variables:
            held = tuple(var for var in bundle.variables if var in query.system.slots)
            yield MissingSet((Need(name, held, NeedKind.CATALOGUE, (say,), None),))


def _weighed(reach: Reach, sets: Sequence[Sequence[Candidate]]) -> list[MissingSet]:
    """The sets with elasticities and what acts beside them, in classes of their ranks, until enough
    of several members have givens beside them.
    """

    def place(members: Sequence[Candidate]) -> tuple[int, int, int]:
        several = [len(member.variables) > 1 for member in members]
        size = (1 if all(several) else 2) if any(several) or len(members) > 1 else 0
        return size, max(member.kind.rank for member in members), len(members)

    found: list[MissingSet] = []
    for (size, _, _), group in groupby(sorted(sets, key=place), place):
        found += map(reach.weighed, group)
        if size and sum(bool(one.beside) for one in found if not one.single) >= 2 * MOST_SETS:
            break
    return found


def _stated(reach: Reach, candidates: Sequence[Candidate]) -> MissingSet | None:
    """The values that a user with a full case would state, however many: the inputs of the shortest
    path, without those that the others make good for, else the nearest inputs that settle the
    target.
    """
    able = [one for one in candidates if one.kind in STATED]
    forward = _from_inputs(reach)
    if forward is None or _plan_with(reach, forward) is None:
        chosen = first_set(reach.query.plan.target, reach.span, reach.groups(able))
        return reach.weighed([able[g] for g in chosen]) if chosen else None
    forward = _without_needless(reach, forward)
    own = [one for one in able if one.name in forward.names]
    own.sort(key=lambda one: forward.names.index(one.name))
    return reach.weighed(own) if len(own) == len(forward.needs) else forward


def _without_needless(reach: Reach, found: MissingSet) -> MissingSet:
    """The set without the members that the others make good for."""
    for need in reversed(found.needs):
        fewer = replace(found, needs=tuple(one for one in found.needs if one is not need))
        if _plan_with(reach, fewer) is not None:
            found = fewer
    return found


def _from_inputs(reach: Reach) -> MissingSet | None:
    """All inputs of the shortest path to the target."""
    query = reach.query
    system, of_relation = query.system, query.system.structure.of_relation
    able = [candidate for candidate in all_candidates(query) if candidate.kind in STATED]
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
    path = reach.along(relations)
    acting = [m for m, weight in zip(found, path.weights(found), strict=True) if abs(weight) > 1e-6]
    fewer = path.weighed(acting)
    return fewer if _plan_with(reach, fewer) is not None else path.weighed(found)


def _plan_with(reach: Reach, found: MissingSet) -> Plan | None:
    """The plan with the set known too, and without the defaults that it withdraws."""
    plan, slots = reach.query.plan, reach.query.system.slots
    system, names = reach.query.system, {v.name for v in found.variables}
    assumed = (v for v, known in reach.query.known.items() if known.assumed)
    withdrawn = {slots[v] for v in assumed if not names.isdisjoint(v.without)}
    base = {*plan.known, *plan.assumed} - withdrawn | {slots[v] for v in found.variables}
    search = PlanSearch(system.structure, reach.rows_of, plan.target, sorted(base))
    return search.attempt(MOST_RELATIONS)


def _settling(reach: Reach, sets: Sequence[MissingSet], most: int) -> Iterator[MissingSet | None]:
    """The first sets, `most` at most, that settle the target; twice as many are tried. None stands
    for one that takes too much effort to try.
    """
    left = most
    for one in sets[: 2 * most]:
        try:
            found = _checked(reach, one)
        except TooWide:
            yield None
            continue
        if found is not None:
            yield found
            left -= 1
        if not left:
            return


def _checked(reach: Reach, found: MissingSet) -> MissingSet | None:
    """The set with the regimes in which the target cancels; None if it does not determine the
    target, or a block stays unsolved. Raises TooWide.
    """
    plan, system = _plan_with(reach, found), reach.query.system
    zeros = frozenset() if plan is None else coupled_zeros(reach.query, plan)
    if plan is not None and zeros:
        system, plan = plan_at_zeros(reach.query, plan, zeros)
    unless = None if plan is None else cancelling_regimes(system, plan)
    return None if unless is None else replace(found, unless=unless)
