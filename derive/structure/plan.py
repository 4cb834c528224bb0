"""Plans: the blocks of relations that lead from the known variables to the target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from derive.structure.incidence import Incidence
from derive.structure.propagation import Propagation
from derive.structure.rank import Combination, Nearest, Row, eliminate, useless


@dataclass(frozen=True, slots=True)
class Block:
    """Relations that together determine one variable, as numbers of the incidence."""

    relations: tuple[int, ...]
    solves: int


@dataclass(frozen=True)
class Plan:
    """The `blocks` in order of evaluation with the `assumed` defaults; no blocks for an open
    target.
    """

    target: int
    blocks: tuple[Block, ...] = ()
    assumed: tuple[int, ...] = ()
    determined: bool = False
    known: frozenset[int] = frozenset()


Rows = Callable[[Sequence[int]], Mapping[int, Row]]  # of relations, at a common consistent point
SCOPES = (4, 16, 64, 192)  # numbers of nearest relations in the rank test, tried in order


def make_plan(
    structure: Incidence,
    rows: Rows,
    target: int,
    known: Sequence[int],
    assumable: Sequence[int],
    stated: Sequence[int] = (),
    widest: int = SCOPES[-1],
) -> Plan:
    """The plan by propagation from all known variables, else by rank of the nearest relations,
    `widest` at most.

    Defaults in `assumable` are assumed only where the target is open without them and unless the
    `stated` givens determine them. By a relation from which a variable cancels it follows, with any
    value, only where no other way leads to the target.
    """
    for graph in (structure, structure.bare):
        search = PlanSearch(graph, rows, target, known)
        found = search.propagated() or search.with_defaults(assumable, stated, widest)
        if found.determined or not search.cancelling:
            break
    return found


class PlanSearch:
    """The plans to one target from the same known variables."""

    def __init__(self, structure: Incidence, rows: Rows, target: int, known: Iterable[int]) -> None:
        self._structure, self._rows, self._target = structure, rows, target
        self._base = [j for j in known if j != target]
        self._reached: dict[frozenset[int], Propagation] = {}
        self._near: dict[frozenset[int], Nearest] = {}

    @property
    def cancelling(self) -> bool:
        """Whether a relation says nothing of the one unknown that it has."""
        return any(reach.cancelling for reach in self._reached.values())

    def attempt(self, scope: int, assumed: Sequence[int] = ()) -> Plan | None:
        """The plan by propagation, else by rank; None if these known variables do not suffice."""
        return self.propagated(assumed) or self._ranked(scope, assumed)

    def with_defaults(self, assumable: Sequence[int], stated: Sequence[int], widest: int) -> Plan:
        """The plan with as few defaults as are needed, where propagation needs some."""
        sizes = (*(size for size in SCOPES if size < widest), widest)
        assumed, known = self._assumed(assumable)
        able = self._target in known or self._pinned(widest, assumed, known) is not None
        for size in sizes if able else ():
            found = self._ranked(size) if size <= SCOPES[2] else None
            if found is None:
                found = self.attempt(size, assumed)
                found = found and self._with_fewer_defaults(found, stated, size)
            if found is not None:
                return found
        return Plan(self._target, known=frozenset(self._base), assumed=tuple(assumed))

    def _reach(self, assumed: Iterable[int]) -> Propagation:
        """The variables that follow from the known ones and these defaults."""
        key = frozenset(assumed)
        if key not in self._reached:
            self._reached[key] = Propagation(self._structure, [*self._base, *key])
        return self._reached[key]

    def _assumed(self, assumable: Sequence[int]) -> tuple[list[int], set[int]]:
        """The defaults that do not follow from what precedes them, and all variables then known."""
        reach = Propagation(self._structure, self._base)
        assumed: list[int] = []
        for j in assumable:
            if j != self._target and j not in reach.known:
                assumed.append(j)
                reach.add([j])
        return assumed, reach.known

    def _with_fewer_defaults(self, plan: Plan, stated: Sequence[int], scope: int) -> Plan:
        """The plan without unnecessary defaults and without those that unused givens determine."""
        wider = max(scope, SCOPES[2])
        for j in reversed(plan.assumed):
            plan = self.attempt(scope, [k for k in plan.assumed if k != j]) or plan
        if plan.assumed:
            if not _touched(self._structure, plan.blocks).issuperset(stated):
                whole = self._ranked(wider)
                if whole is not None:
                    return whole
            for j in plan.assumed:
                default = PlanSearch(self._structure, self._rows, j, self._base)
                default._reached = self._reached  # the known variables are the same
                if default._ranked(wider) is not None:
                    plan = self.attempt(wider, [k for k in plan.assumed if k != j]) or plan
        return plan

    def propagated(self, assumed: Sequence[int] = ()) -> Plan | None:
        """The plan by propagation alone, with only the defaults it needs."""
        reach = self._reach(assumed)
        if self._target not in reach.how:
            return None
        path = _shortest(self._structure, reach, self._target)
        return self._plan(tuple(Block((i,), j) for i, j in path), assumed)

    def _ranked(self, scope: int, assumed: Sequence[int] = ()) -> Plan | None:
        """The plan by rank among the nearest `scope` relations, with only the defaults it needs."""
        reach, structure, target = self._reach(assumed), self._structure, self._target
        if target in reach.known:
            return self.propagated(assumed)
        pinned = self._pinned(scope, assumed, reach.known)
        if pinned is None:
            return None
        relations = tuple(pinned.relations)
        cut = peeled(structure, self._rows, relations, target, set(reach.known))
        # A variable that cancels has no entry in a row: the block does not depend on it.
        acting = {
            j for block in cut for i in block.relations for j in self._rows(block.relations)[i]
        }
        before = tuple(Block((i,), j) for i, j in reach.support(acting & set(reach.how)))
        return self._plan(before + cut, assumed, acting | _touched(structure, before))

    def _pinned(self, scope: int, assumed: Iterable[int], known: set[int]) -> Combination | None:
        """The combination of the nearest `scope` relations that determines the target; `known` is
        all that follows from these defaults.
        """
        key, structure, target = frozenset(assumed), self._structure, self._target
        if key not in self._near:
            self._near[key] = Nearest(structure, target, known, useless(structure, target, known))
        near = self._near[key].first(scope)
        return eliminate(near, self._rows(near).__getitem__, known, target).pinned

    def _plan(
        self, blocks: tuple[Block, ...], assumed: Sequence[int], touched: Set[int] | None = None
    ) -> Plan:
        touched = _touched(self._structure, blocks) if touched is None else touched
        defaults = tuple(j for j in assumed if j in touched)
        return Plan(self._target, blocks, defaults, True, frozenset(self._base))


def _touched(structure: Incidence, blocks: Sequence[Block]) -> set[int]:
    """All variables of the relations of blocks."""
    return {j for block in blocks for i in block.relations for j in structure.of_relation[i]}


def _shortest(structure: Incidence, reach: Propagation, target: int) -> list[tuple[int, int]]:
    """The shortest of the routes that end in different relations of the target."""
    routes = [reach.support([target])]
    for i in structure.of_variable[target]:
        if i == reach.how[target]:
            continue
        others = [j for j in structure.of_relation[i] if j != target]
        if all(j in reach.known for j in others):
            support = reach.support([j for j in others if j in reach.how])
            if all(j != target and target not in structure.of_relation[k] for k, j in support):
                routes.append([*support, (i, target)])
    return min(routes, key=len)


def peeled(
    structure: Incidence, rows: Rows, relations: tuple[int, ...], target: int, known: set[int]
) -> tuple[Block, ...]:
    """Cut a set that determines the target into the smallest blocks, the target's last."""
    blocks: list[Block] = []
    rest = sorted(relations)
    while target not in known:
        best, solves = tuple(rest), target
        unknown = sorted({j for i in rest for j in structure.of_relation[i]} - known - {target})
        for j in unknown if len(rest) > 1 else ():
            pinned = eliminate(rest, rows(rest).__getitem__, known, j).pinned
            if pinned is not None and len(pinned.relations) < len(best):
                best, solves = tuple(sorted(pinned.relations)), j
        blocks.append(Block(best, solves))
        known = known | {solves}
        if solves != target:
            pinned = eliminate(rest, rows(rest).__getitem__, known, target).pinned
            rest = sorted(pinned.relations) if pinned is not None else rest
    return tuple(blocks)
