"""A plan: from the names of what is known, the relations that lead to the target, or what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from derive.structure.incidence import Incidence
from derive.structure.propagation import Propagation
from derive.structure.rank import Combination, Elimination, Row, eliminate, nearest


@dataclass(frozen=True, slots=True)
class Block:
    """Relations that together determine one variable (numbers into the incidence)."""

    relations: tuple[int, ...]
    solves: int


@dataclass(frozen=True)
class Plan:
    """`blocks` in order of evaluation, `assumed` defaults taken up, or no blocks and the `elimination` that shows what is open."""

    target: int
    blocks: tuple[Block, ...] = ()
    assumed: tuple[int, ...] = ()
    determined: bool = False
    known: frozenset[int] = frozenset()
    elimination: Elimination = field(default_factory=Elimination)
    order: tuple[int, ...] = ()


RowOf = Callable[[int], Row]


def make_plan(structure: Incidence, row_of: RowOf, target: int, known: Sequence[int], assumable: Sequence[int]) -> Plan:
    """Plan from structure alone: propagate all that is known; then take up defaults one by one, each only while open."""
    base = [j for j in known if j != target]
    first = _attempt(structure, row_of, target, base, ())
    if first is not None:
        return first
    reach = Propagation(structure, base)
    assumed: list[int] = []
    for j in assumable:
        if j == target or j in reach.known or _pinned(structure, row_of, j, base):
            continue
        assumed.append(j)
        reach.add([j])
    with_defaults = _attempt(structure, row_of, target, base, assumed)
    if with_defaults is not None:
        return with_defaults
    known_now = set(base) | set(assumed)
    order, cut_off = nearest(structure, target, known_now)
    elimination = eliminate(order, row_of, known_now, target)
    elimination.cut_off = cut_off
    return Plan(target, known=frozenset(base), assumed=tuple(assumed), elimination=elimination, order=tuple(order))


def _attempt(structure: Incidence, row_of: RowOf, target: int, base: Sequence[int], assumed: Sequence[int]) -> Plan | None:
    """The route if these known variables suffice, with only the defaults it needs."""
    reach = Propagation(structure, [*base, *assumed])
    if target in reach.how:
        route = _shortest(structure, reach, target)
        blocks = tuple(Block((i,), j) for i, j in route)
    else:
        pinned = _pin(structure, row_of, target, reach.known)
        if pinned is None:
            return None
        peeled = _peel(structure, row_of, tuple(pinned.relations), target, set(reach.known))
        needed = sorted({j for block in peeled for i in block.relations for j in structure.of_relation[i]} & set(reach.how))
        blocks = tuple(Block((i,), j) for i, j in reach.behind(needed)) + peeled
    touched = {j for block in blocks for i in block.relations for j in structure.of_relation[i]}
    return Plan(target, blocks, tuple(j for j in assumed if j in touched), True, frozenset(base))


def _shortest(structure: Incidence, reach: Propagation, target: int) -> list[tuple[int, int]]:
    """The route with the fewest relations among those that end in another relation of the target."""
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


def _pin(structure: Incidence, row_of: RowOf, target: int, known: set[int]) -> Combination | None:
    """The relations whose combination leaves the target alone; the nearest few are tried before the whole."""
    order, _ = nearest(structure, target, known)
    for most in (64, 256, len(order)):
        result = eliminate(order[:most], row_of, known, target)
        if result.pinned is not None or most >= len(order):
            return result.pinned
    return None


def _pinned(structure: Incidence, row_of: RowOf, j: int, known: Sequence[int]) -> bool:
    reach = Propagation(structure, known)
    return j in reach.known or _pin(structure, row_of, j, reach.known) is not None


def _peel(structure: Incidence, row_of: RowOf, relations: tuple[int, ...], target: int, known: set[int]) -> tuple[Block, ...]:
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
            pinned = eliminate(left, row_of, known, j).pinned
            if pinned is not None and len(pinned.relations) < len(best):
                best, solves = tuple(sorted(pinned.relations)), j
        blocks.append(Block(best, solves))
        known = known | {solves}
        if solves != target:
            pinned = eliminate(left, row_of, known, target).pinned
            left = sorted(pinned.relations) if pinned is not None else left
    return tuple(blocks)
