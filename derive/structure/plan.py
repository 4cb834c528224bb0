"""A plan: from the names of what is known, the relations that lead to the target, or what is
missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from derive.structure.incidence import Incidence
from derive.structure.propagation import Propagation
from derive.structure.rank import RankResult, Row, eliminate, nearest


@dataclass(frozen=True, slots=True)
class Block:
    """Relations that together determine one variable (numbers into the incidence)."""

    relations: tuple[int, ...]
    solves: int


@dataclass(frozen=True)
class Plan:
    """`blocks` in order of evaluation, `assumed` defaults taken up, or no blocks and the
    `elimination` that shows what is open.
    """

    target: int
    blocks: tuple[Block, ...] = ()
    assumed: tuple[int, ...] = ()
    determined: bool = False
    known: frozenset[int] = frozenset()
    elimination: RankResult = field(default_factory=RankResult)
    order: tuple[int, ...] = ()


Rows = Callable[
    [Sequence[int]], Mapping[int, Row]
]  # of some relations, at one point that satisfies them all


SCOPES = (
    4,
    16,
    64,
    192,
)  # how many of the nearest relations the rank test looks at, one scope after the other


def make_plan(
    structure: Incidence,
    rows: Rows,
    target: int,
    known: Sequence[int],
    assumable: Sequence[int],
    stated: Sequence[int] = (),
    widest: int = SCOPES[-1],
) -> Plan:
    """Plan from structure alone: propagate all that is known, else decide by rank, nearest
    relations first, `widest` at most.

    Defaults in `assumable` are taken up only where the target is open without them; one that the
    `stated` givens fix is not.
    """
    base = [j for j in known if j != target]
    found = _propagated(structure, target, base, ())
    if found is not None:
        return found
    reach = Propagation(structure, base)
    assumed: list[int] = []
    for j in assumable:
        if j != target and j not in reach.known:
            assumed.append(j)
            reach.add([j])
    known_now = reach.known
    order, cut_off = nearest(structure, target, known_now, widest)
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
    elimination = eliminate(near, rows(near).__getitem__, known_now, target)
    elimination.cut_off = cut_off or len(order) > len(near)
    return Plan(
        target,
        known=frozenset(base),
        assumed=tuple(assumed),
        elimination=elimination,
        order=tuple(near),
    )


def _with_fewer_defaults(
    structure: Incidence,
    rows: Rows,
    base: Sequence[int],
    plan: Plan,
    stated: Sequence[int],
    scope: int,
) -> Plan:
    """The plan without the defaults it can do without, and without those that unused givens fix."""
    for j in reversed(plan.assumed):
        plan = (
            _attempt(structure, rows, plan.target, base, [k for k in plan.assumed if k != j], scope)
            or plan
        )
    touched = {
        k for block in plan.blocks for i in block.relations for k in structure.of_relation[i]
    }
    if any(j not in touched for j in stated):
        for j in plan.assumed:
            if _ranked(structure, rows, j, base, (), max(scope, SCOPES[2])) is not None:
                plan = (
                    _attempt(
                        structure,
                        rows,
                        plan.target,
                        base,
                        [k for k in plan.assumed if k != j],
                        max(scope, SCOPES[2]),
                    )
                    or plan
                )
    return plan


def _attempt(
    structure: Incidence,
    rows: Rows,
    target: int,
    base: Sequence[int],
    assumed: Sequence[int],
    scope: int,
) -> Plan | None:
    """The route if these known variables suffice."""
    return _propagated(structure, target, base, assumed) or _ranked(
        structure, rows, target, base, assumed, scope
    )


def _propagated(
    structure: Incidence, target: int, base: Sequence[int], assumed: Sequence[int]
) -> Plan | None:
    """The route by propagation alone, with only the defaults it needs."""
    reach = Propagation(structure, [*base, *assumed])
    if target not in reach.how:
        return None
    blocks = tuple(Block((i,), j) for i, j in _shortest(structure, reach, target))
    touched = {j for block in blocks for i in block.relations for j in structure.of_relation[i]}
    return Plan(target, blocks, tuple(j for j in assumed if j in touched), True, frozenset(base))


def _ranked(
    structure: Incidence,
    rows: Rows,
    target: int,
    base: Sequence[int],
    assumed: Sequence[int],
    scope: int,
) -> Plan | None:
    """The route by rank among the nearest `scope` relations, with only the defaults it needs."""
    reach = Propagation(structure, [*base, *assumed])
    if target in reach.known:
        return _propagated(structure, target, base, assumed)
    near = nearest(structure, target, reach.known, scope)[0]
    pinned = eliminate(near, rows(near).__getitem__, reach.known, target).pinned
    if pinned is None:
        return None
    peeled = _peel(structure, rows, tuple(pinned.relations), target, set(reach.known))
    needed = sorted(
        {j for block in peeled for i in block.relations for j in _acting(rows, block, i)}
        & set(reach.how)
    )
    before = tuple(Block((i,), j) for i, j in reach.behind(needed))
    touched = {j for block in before for i in block.relations for j in structure.of_relation[i]}
    touched |= {j for block in peeled for i in block.relations for j in _acting(rows, block, i)}
    return Plan(
        target, before + peeled, tuple(j for j in assumed if j in touched), True, frozenset(base)
    )


def _acting(rows: Rows, block: Block, i: int) -> Sequence[int]:
    """The variables of a relation on which its block depends: what cancels does not act."""
    return tuple(rows(block.relations)[i])


def _shortest(structure: Incidence, reach: Propagation, target: int) -> list[tuple[int, int]]:
    """The route with the fewest relations among those that end in another relation of the
    target.
    """
    routes = [reach.route(target)]
    for i in structure.of_variable[target]:
        if i == reach.how[target]:
            continue
        others = [j for j in structure.of_relation[i] if j != target]
        if all(j in reach.known for j in others):
            behind = reach.behind([j for j in others if j in reach.how])
            if all(j != target and target not in structure.of_relation[k] for k, j in behind):
                routes.append([*behind, (i, target)])
    return min(routes, key=len)


def _peel(
    structure: Incidence, rows: Rows, relations: tuple[int, ...], target: int, known: set[int]
) -> tuple[Block, ...]:
    """Cut a pinned set into the smallest blocks, one unknown each, the target last."""
    blocks: list[Block] = []
    left = sorted(relations)
    while target not in known:
        unknown = sorted({j for i in left for j in structure.of_relation[i]} - known)
        best: tuple[int, ...] = tuple(left)
        solves = target
        for j in unknown:
            if j == target or len(left) < 2:
                continue
            pinned = eliminate(left, rows(left).__getitem__, known, j).pinned
            if pinned is not None and len(pinned.relations) < len(best):
                best, solves = tuple(sorted(pinned.relations)), j
        blocks.append(Block(best, solves))
        known = known | {solves}
        if solves != target:
            pinned = eliminate(left, rows(left).__getitem__, known, target).pinned
            left = sorted(pinned.relations) if pinned is not None else left
    return tuple(blocks)
