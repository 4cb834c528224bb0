"""Missing sets: small sets of further variables that settle an open target, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.results.missing import MissingSet, NeedKind
from derive.solving.missing_candidates import Candidate, all_candidates, candidates_of
from derive.solving.plan_trial import TooWide, cancelling_regimes, coupled_zeros, plan_at_zeros
from derive.solving.query import Query, make_query
from derive.structure.missing import functionals, missing_sets
from derive.structure.plan import Plan, PlanSearch
from derive.structure.rank import Row, RowSpace, eliminate, nearest, useless

MOST_RELATIONS = 512  # the nearest ones, among which sets are looked for
MOST_SINGLE = 64
MOST_SETS = 10  # of several members


def deciding(query: Query, names: Sequence[str]) -> MissingSet:
    """The set of variables that decide an open regime."""
    needs = [Candidate.of(query, query.system.find(name)) for name in names]
    return MissingSet(tuple(need.need(query, 0.0) for need in needs))


def missing(query: Query) -> tuple[tuple[MissingSet, ...], bool]:
    """The sets of variables (or catalogue entries) that settle the target, each tried, and whether
    there may be more: every single variable, then the best sets of several.
    """
    return query.system.compiled.once("missing", _known_names(query), lambda: _missing(query))


def needed_inputs(query: Query) -> MissingSet | None:
    """All inputs of the shortest path to the target, found without a search; None if there is no
    path from inputs alone.
    """
    bare = _Reach(query, (), {}, {})
    return query.system.compiled.once("inputs", _known_names(query), lambda: _from_inputs(bare))


def _known_names(query: Query) -> tuple[Var, frozenset[tuple[Var, Origin]]]:
    """All that a search for what is missing depends on: the target, and what is known by origin."""
    return query.target, frozenset((v, known.origin) for v, known in query.in_force.items())


def _missing(query: Query) -> tuple[tuple[MissingSet, ...], bool]:
    reach = _Reach.of(query)
    wanted = reach.span.get(query.plan.target)
    if not wanted:  # in no relation, or beyond what a plan looks at
        return (), wanted is not None
    slots = query.system.slots
    candidates = candidates_of(query, reach.order, reach.span)
    groups = [tuple(slots[v] for v in candidate.variables) for candidate in candidates]
    chosen, cut_off = missing_sets(query.plan.target, reach.span, groups)
    found = _weighed(reach, [[candidates[g] for g in one] for one in chosen])
    forward = _from_inputs(reach)
    if forward is not None and set(forward.names) not in [set(one.names) for one in found]:
        found.append(forward)
    found.sort(key=lambda one: one.rank)
    single = [one for one in found if one.single]
    several = [one for one in found if not one.single]
    more = len(single) > MOST_SINGLE or len(chosen) - len(single) > MOST_SETS
    sets = [*_settling(reach, single, MOST_SINGLE), *_settling(reach, several, MOST_SETS)]
    found = sorted((one for one in sets if one is not None), key=lambda one: one.rank)
    return tuple(found), cut_off or reach.cut_off or more or None in sets


def _weighed(reach: _Reach, sets: Sequence[Sequence[Candidate]]) -> list[MissingSet]:
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


@dataclass(frozen=True)
class _Reach:
    """The nearest relations of a query in order, with their rows at one point, and their unknowns
    as linear combinations of a few.
    """

    query: Query
    order: tuple[int, ...]
    rows: Mapping[int, Row]
    span: Mapping[int, Row]
    cut_off: bool = False

    @classmethod
    def of(cls, query: Query) -> _Reach:
        """The reach of the target through unknown variables; the rows are those of all that would
        be reached without a default.
        """
        structure, target = query.system.structure, query.plan.target
        stated = query.system.propagation(query.plan.known).known
        wide, cut_off = nearest(structure, target, stated, MOST_RELATIONS)
        order, _ = nearest(structure, target, query.closure.known, MOST_RELATIONS)
        rows = query.system.rows(wide)
        return cls(query, tuple(order), rows, _span(query, order, rows), cut_off)

    def along(self, order: Sequence[int]) -> _Reach:
        """The same with these relations alone."""
        rows = self.rows_of(order)
        return replace(self, order=tuple(order), rows=rows, span=_span(self.query, order, rows))

    def rows_of(self, order: Sequence[int]) -> Mapping[int, Row]:
        """The rows of these relations."""
        return self.rows if self.rows.keys() >= set(order) else self.query.system.rows(order)

    def weighed(self, members: Sequence[Candidate]) -> MissingSet:
        """The set of these candidates with the elasticities of the target, and what acts beside."""
        needs = zip(members, self.weights(members), strict=True)
        beside, subjects = self._way(members)
        return MissingSet(
            tuple(member.need(self.query, weight) for member, weight in needs),
            beside=beside,
            subjects=subjects,
        )

    def weights(self, members: Sequence[Candidate]) -> list[float]:
        """The elasticity of the target for each member; of a bundle, the largest."""
        slots, together = self.query.system.slots, RowSpace()
        for k, member in enumerate(members):
            for var in member.variables:
                together.add(self.span[slots[var]], k)
        weights = together.weights(self.span[self.query.plan.target]) or {}
        return [weights.get(k, 0.0) for k in range(len(members))]

    def _way(self, members: Sequence[Candidate]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The stated values that act on the target beside these candidates, and the subjects of
        the relations through which they do.
        """
        query, rows = self.query, self.rows
        known, relations = query.closure.known, query.system.relations
        own = {query.system.slots[v] for member in members for v in member.variables}
        apart = useless(query.system.structure, query.plan.target, known | own)
        order = [i for i in self.order if i not in apart]
        pin = eliminate(order, rows.__getitem__, known | own, query.plan.target).pinned
        factors = {} if pin is None else pin.relations
        slopes: dict[int, float] = {}
        for i, factor in factors.items():
            for j in known.intersection(rows[i]):
                slopes[j] = slopes.get(j, 0.0) + factor * rows[i][j]
        acting = [j for j, slope in slopes.items() if abs(slope) > 1e-8]
        behind = query.behind(acting)
        passed = (*factors, *(i for i, _ in query.closure.support(acting)))
        files = dict.fromkeys(relations[i].file for i in passed if relations[i].file)
        stated = (v for v, known in query.known.items() if known.stated)
        return tuple(v.name for v in stated if v in behind), tuple(files)


def _span(query: Query, order: Sequence[int], rows: Mapping[int, Row]) -> Mapping[int, Row]:
    """The unknowns of these relations as linear combinations of a few, the target among them."""
    known, of_relation = query.closure.known, query.system.structure.of_relation
    full = eliminate(order, rows.__getitem__, known, query.plan.target, stop=False)
    return functionals(full, sorted({j for i in order for j in of_relation[i]} - known))


def _from_inputs(reach: _Reach) -> MissingSet | None:
    """All inputs of the shortest path to the target: values known to a user with a full case."""
    query = reach.query
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
    path = reach.along(relations)
    acting = [m for m, weight in zip(found, path.weights(found), strict=True) if abs(weight) > 1e-6]
    fewer = path.weighed(acting)
    return fewer if _plan_with(reach, fewer) is not None else path.weighed(found)


def _plan_with(reach: _Reach, found: MissingSet) -> Plan | None:
    """The plan with the set known too, and without the defaults that it withdraws."""
    plan, slots = reach.query.plan, reach.query.system.slots
    system, names = reach.query.system, {v.name for v in found.variables}
    assumed = (v for v, known in reach.query.known.items() if known.assumed)
    withdrawn = {slots[v] for v in assumed if not names.isdisjoint(v.without)}
    base = {*plan.known, *plan.assumed} - withdrawn | {slots[v] for v in found.variables}
    search = PlanSearch(system.structure, reach.rows_of, plan.target, sorted(base))
    return search.attempt(MOST_RELATIONS)


def _settling(reach: _Reach, sets: Sequence[MissingSet], most: int) -> Iterator[MissingSet | None]:
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


def _checked(reach: _Reach, found: MissingSet) -> MissingSet | None:
    """The set with the regimes in which the target cancels; None if it does not determine the
    target, or a block stays unsolved. Raises TooWide.
    """
    plan, system = _plan_with(reach, found), reach.query.system
    zeros = frozenset() if plan is None else coupled_zeros(reach.query, plan)
    if plan is not None and zeros:
        system, plan = plan_at_zeros(reach.query, plan, zeros)
    unless = None if plan is None else cancelling_regimes(system, plan)
    return None if unless is None else replace(found, unless=unless)
