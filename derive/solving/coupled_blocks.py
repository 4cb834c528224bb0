"""Blocks whose unknown stays coupled, solved by way of another of their unknowns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace

from derive.algebra.branch import MOST_EFFORT
from derive.solving.effort import MOST_TRIAL_EFFORT, effort_of
from derive.solving.equation_system import EquationSystem
from derive.structure.plan import Block, Plan, peeled
from derive.structure.rank import eliminate


def decoupled(system: EquationSystem, plan: Plan) -> Plan:
    """The plan in which a block that elimination leaves coupled is solved for another of its
    unknowns first, where that succeeds: in x = y - y**3 and x = y**2 + y no rule eliminates y, but
    one eliminates x.
    """
    if all(len(block.relations) == 1 for block in plan.blocks):
        return plan
    key = plan.known, plan.assumed, plan.blocks
    blocks = system.compiled.once("decoupled", key, lambda: _decoupled(system, plan))
    return plan if blocks == plan.blocks else replace(plan, blocks=blocks)


def _decoupled(system: EquationSystem, plan: Plan) -> tuple[Block, ...]:
    have, blocks = {*plan.known, *plan.assumed}, list[Block]()
    for block in plan.blocks:
        coupled = _open(system, block, have)
        blocks += _by_another_unknown(system, block, have) if coupled else [block]
        have.add(block.solves)
    return tuple(_single_valued(system, plan, blocks))


def _single_valued(system: EquationSystem, plan: Plan, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, those of a relation that leaves the argument of a rounding open replaced by the
    other relations of the coupled block that gave its value, where they tell one.
    """
    have, coupled = {*plan.known, *plan.assumed}, list[Block]()
    for block in blocks:
        own = next((b for b in coupled if {*block.relations} <= {*b.relations}), None)
        if own is not None and any(b.excluded for b in system.branches(block, have)):
            others = tuple(i for i in own.relations if i not in block.relations)
            pinned = eliminate(others, system.rows(others).__getitem__, have, block.solves).pinned
            if pinned is not None:
                block = Block(tuple(sorted(pinned.relations)), block.solves)
        coupled += [block] if len(block.relations) > 1 else []
        have.add(block.solves)
        yield block


def _open(system: EquationSystem, block: Block, have: Set[int]) -> bool:
    """Whether elimination leaves a block of several relations coupled, as far as that is tried."""
    if len(block.relations) == 1 or effort_of(system, block, have) > MOST_TRIAL_EFFORT:
        return False
    return any(branch.open for branch in system.branches(block, have))


def _by_another_unknown(system: EquationSystem, block: Block, have: Set[int]) -> list[Block]:
    """The blocks by way of the first unknown that can be eliminated for; the block if none can, or
    none of as many as one block of the largest effort takes.
    """
    structure, relations = system.structure, block.relations
    members = {j for i in relations for j in structure.of_relation[i]}
    tried = MOST_EFFORT // effort_of(system, block, have)
    for j in sorted(members - have - {block.solves})[:tried]:
        first = Block(relations, j)
        if _open(system, first, have):
            continue
        known = {*have, j}
        for rest in (
            peeled(structure, system.rows, relations, block.solves, known),
            _one_by_one(system, block, known),
        ):
            if rest and not any(_open(system, later, known) for later in rest):
                return [first, *rest]
    return [block]


def _one_by_one(system: EquationSystem, block: Block, have: Set[int]) -> tuple[Block, ...]:
    """The single relations of a block by which its unknown follows in turn, those first in which an
    unknown can be isolated; none where it follows from no single ones.
    """
    known, found = set(have), list[Block]()
    while block.solves not in known:
        unknown = {i: {*system.structure.of_relation[i]} - known for i in block.relations}
        single = [Block((i,), *left) for i, left in unknown.items() if len(left) == 1]
        if not single:
            return ()
        explicit = (b for b in single if all(x.formula for x in system.branches(b, known)))
        found.append(next(explicit, single[0]))
        known.add(found[-1].solves)
    needed, blocks = {block.solves}, list[Block]()
    for one in reversed(found):
        if one.solves in needed:
            blocks.insert(0, one)
            needed.update(system.structure.of_relation[one.relations[0]])
    return tuple(blocks)


def joined_block(
    system: EquationSystem, plan: Plan, position: int, have: Set[int], most: int
) -> Block | None:
    """The blocks from a position on as one, without values for the intermediate variables, and with
    the coupled blocks before them that say more of what is open; None where that would take more
    effort.
    """
    joined = [*_saying_more(system, plan, position, have), *plan.blocks[position:]]
    relations = dict.fromkeys(i for block in joined for i in block.relations)
    whole = Block(tuple(relations), plan.target)
    return whole if effort_of(system, whole, have) <= most else None


def _saying_more(
    system: EquationSystem, plan: Plan, position: int, have: Set[int]
) -> Iterator[Block]:
    """The coupled blocks before a position with unknowns that are open there, of those solved by a
    formula in every regime.
    """
    known = {*plan.known, *plan.assumed}
    for block in plan.blocks[:position]:
        members = {j for i in block.relations for j in system.structure.of_relation[i]}
        if len(block.relations) > 1 and not members <= have:
            branches = system.branches(block, known)
            if all(branch.formula is not None for branch in branches):
                yield block
        known.add(block.solves)
