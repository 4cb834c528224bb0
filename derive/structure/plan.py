"""Plans: the blocks of relations that lead from the known variables to the target."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from derive.structure.incidence import Incidence
from derive.structure.propagation import Propagation
from derive.structure.rank import RankResult, Row, eliminate, nearest, useless


@dataclass(frozen=True, slots=True)
class Block:
    """Relations that together determine one variable, as numbers of the incidence."""

    relations: tuple[int, ...]
    solves: int


@dataclass(frozen=True)
class Plan:
    """The `blocks` in order of evaluation with the `assumed` defaults; for an open target no blocks
    but the `elimination` of the nearest relations, in `order`.
    """

    target: int
    blocks: tuple[Block, ...] = ()
    assumed: tuple[int, ...] = ()
    determined: bool = False
    known: frozenset[int] = frozenset()
    elimination: RankResult = field(default_factory=RankResult)
    order: tuple[int, ...] = ()


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
    `stated` givens determine them.
    """
    base = [j for j in known if j != target]
    found = _propagated(structure, target, base, ())
    if found is not None:
        return found
    assumed, with_defaults = _assumed(structure, target, base, assumable)
    order, cut_off = nearest(structure, target, with_defaults, widest)
    for scope in (*(size for size in SCOPES if size < len(order)), len(order)):
        found = _ranked(structure, rows, target, base, (), scope) if scope <= SCOPES[2] else None
        if found is None:
            found = _propagated(structure, target, base, assumed) or _ranked(
                structure, rows, target, base, assumed, scope
            )
            found = found and _with_fewer_defaults(structure, rows, base, found, stated, scope)
        if found is not None:
            return found
    near = order[: SCOPES[2]]
    elimination = eliminate(near, rows(near).__getitem__, with_defaults, target)
    elimination.cut_off = cut_off or len(order) > len(near)
    return Plan(
        target,
        known=frozenset(base),
        assumed=tuple(assumed),
        elimination=elimination,
        order=tuple(near),
    )


def _assumed(
    structure: Incidence, target: int, base: Sequence[int], assumable: Sequence[int]
) -> tuple[list[int], set[int]]:
    """The defaults that do not follow from what precedes them, and all variables then known."""
    reach = Propagation(structure, base)
    assumed: list[int] = []
    for j in assumable:
        if j != target and j not in reach.known:
            assumed.append(j)
            reach.add([j])
    return assumed, reach.known


def _with_fewer_defaults(
    structure: Incidence,
    rows: Rows,
    base: Sequence[int],
    plan: Plan,
    stated: Sequence[int],
    scope: int,
) -> Plan:
    """The plan without unnecessary defaults and without those that unused givens determine."""
    target, wider = plan.target, max(scope, SCOPES[2])
    for j in reversed(plan.assumed):
        others = [k for k in plan.assumed if k != j]
        plan = attempt(structure, rows, target, base, others, scope) or plan
    if plan.assumed and not _touched(structure, plan.blocks).issuperset(stated):
        whole = _ranked(structure, rows, target, base, (), wider)
        if whole is not None:
            return whole
        for j in plan.assumed:
            if _ranked(structure, rows, j, base, (), wider) is not None:
                others = [k for k in plan.assumed if k != j]
                plan = attempt(structure, rows, target, base, others, wider) or plan
    return plan


def _touched(structure: Incidence, blocks: Sequence[Block]) -> set[int]:
    """All variables of the relations of blocks."""
    return {j for block in blocks for i in block.relations for j in structure.of_relation[i]}


def attempt(
    structure: Incidence,
    rows: Rows,
    target: int,
    base: Sequence[int],
    assumed: Sequence[int],
    scope: int,
) -> Plan | None:
    """The plan by propagation, else by rank; None if these known variables do not suffice."""
    return _propagated(structure, target, base, assumed) or _ranked(
        structure, rows, target, base, assumed, scope
    )


def _propagated(
    structure: Incidence, target: int, base: Sequence[int], assumed: Sequence[int]
) -> Plan | None:
    """The plan by propagation alone, with only the defaults it needs."""
    reach = Propagation(structure, [*base, *assumed])
    if target not in reach.how:
        return None
    blocks = tuple(Block((i,), j) for i, j in _shortest(structure, reach, target))
    touched = _touched(structure, blocks)
    return Plan(target, blocks, tuple(j for j in assumed if j in touched), True, frozenset(base))


def _ranked(
    structure: Incidence,
    rows: Rows,
    target: int,
    base: Sequence[int],
    assumed: Sequence[int],
    scope: int,
) -> Plan | None:
    """The plan by rank among the nearest `scope` relations, with only the defaults it needs."""
    reach = Propagation(structure, [*base, *assumed])
    if target in reach.known:
        return _propagated(structure, target, base, assumed)
    apart = useless(structure, target, reach.known)
    near = nearest(structure, target, reach.known, scope, apart)[0]
    pinned = eliminate(near, rows(near).__getitem__, reach.known, target).pinned
    if pinned is None:
        return None
    peeled = _peel(structure, rows, tuple(pinned.relations), target, set(reach.known))
    # A variable that cancels has no entry in a row: the block does not depend on it.
    acting = {j for block in peeled for i in block.relations for j in rows(block.relations)[i]}
    before = tuple(Block((i,), j) for i, j in reach.support(acting & set(reach.how)))
    touched = acting | _touched(structure, before)
    defaults = tuple(j for j in assumed if j in touched)
    return Plan(target, before + peeled, defaults, True, frozenset(base))


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


def _peel(
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
