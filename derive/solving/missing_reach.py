"""Reach of an open target: the nearest relations, in which missing sets are weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from derive.equations.var import Var
from derive.results.known import Origin
from derive.results.missing import MissingSet
from derive.solving.missing_candidates import Candidate
from derive.solving.query import Query
from derive.structure.missing import functionals
from derive.structure.rank import Nearest, Row, RowSpace, eliminate, useless

MOST_RELATIONS = 512  # the nearest ones, among which sets are looked for


@dataclass(frozen=True)
class Reach:
    """The nearest relations of a query in order, with their rows at one point, and their unknowns
    as linear combinations of a few.
    """

    query: Query
    order: tuple[int, ...]
    rows: Mapping[int, Row]
    span: Mapping[int, Row]
    cut_off: bool = False

    @classmethod
    def of(cls, query: Query) -> Reach:
        """The reach of the target through unknown variables; the rows are those of all that would
        be reached without a default.
        """
        structure, target = query.system.structure, query.plan.target
        stated = query.system.propagation(query.plan.known).known
        wide = Nearest(structure, target, stated)
        order = Nearest(structure, target, query.closure.known).first(MOST_RELATIONS)
        rows = query.system.rows(wide.first(MOST_RELATIONS))
        cut_off = wide.more_than(MOST_RELATIONS)
        return cls(query, tuple(order), rows, _span(query, order, rows), cut_off)

    def along(self, order: Sequence[int]) -> Reach:
        """The same with these relations alone."""
        rows = self.rows_of(order)
        return replace(self, order=tuple(order), rows=rows, span=_span(self.query, order, rows))

    def rows_of(self, order: Sequence[int]) -> Mapping[int, Row]:
        """The rows of these relations."""
        return self.rows if self.rows.keys() >= set(order) else self.query.system.rows(order)

    def groups(self, candidates: Sequence[Candidate]) -> list[tuple[int, ...]]:
        """The numbers of the variables of each candidate."""
        slots = self.query.system.slots
        return [tuple(slots[v] for v in candidate.variables) for candidate in candidates]

    def weighed(self, members: Sequence[Candidate]) -> MissingSet:
        """The set of these candidates with the elasticities of the target, and what acts beside."""
        needs = zip(members, self.weights(members), strict=True)
        beside, subjects = self._way(members)
        origins = {self.query.known[v].origin for v in beside}
        return MissingSet(
            tuple(member.need(self.query, weight) for member, weight in needs),
            beside=tuple(v.name for v in beside),
            subjects=subjects,
            given=Origin.GIVEN in origins,
            looked_up=not origins <= {Origin.GIVEN},
        )

    def weights(self, members: Sequence[Candidate]) -> list[float]:
        """The elasticity of the target for each member; of a bundle, the largest."""
        slots, together = self.query.system.slots, RowSpace()
        for k, member in enumerate(members):
            for var in member.variables:
                together.add(self.span[slots[var]], k)
        weights = together.weights(self.span[self.query.plan.target]) or {}
        return [weights.get(k, 0.0) for k in range(len(members))]

    def _way(self, members: Sequence[Candidate]) -> tuple[tuple[Var, ...], tuple[str, ...]]:
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
        behind = query.support_of(acting)
        passed = (*factors, *(i for i, _ in query.closure.support(acting)))
        files = dict.fromkeys(relations[i].file for i in passed if relations[i].file)
        stated = (v for v, known in query.known.items() if known.stated)
        return tuple(v for v in stated if v in behind), tuple(files)


def _span(query: Query, order: Sequence[int], rows: Mapping[int, Row]) -> Mapping[int, Row]:
    """The unknowns of these relations as linear combinations of a few, the target among them."""
    known, of_relation = query.closure.known, query.system.structure.of_relation
    full = eliminate(order, rows.__getitem__, known, query.plan.target, stop=False)
    return functionals(full, sorted({j for i in order for j in of_relation[i]} - known))
