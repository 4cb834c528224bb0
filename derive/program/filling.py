"""Values beside the way to a target: of blocks that have one single value each."""

from __future__ import annotations

from collections.abc import Iterable

from derive.program.block_result import BranchResult
from derive.program.data import ProgramBlock
from derive.program.folding import jumps
from derive.program.reader import NodeReader, Values
from derive.program.scalar import evaluate_block, satisfies


def fill(reader: NodeReader, blocks: Iterable[ProgramBlock], values: Values) -> bool:
    """Evaluate, in order, the blocks whose slot has no value; False if one has no single value, or
    one among jumps, of which a scan may miss many.
    """
    for block in blocks:
        if values[block.solves] is None:
            result = sole_result(reader, block, values)
            if result is None or _among_jumps(reader, block, result):
                return False
            values[block.solves] = result.value
    return True


def _among_jumps(reader: NodeReader, block: ProgramBlock, result: BranchResult) -> bool:
    """Whether a result was found by a scan of sides that jump."""
    sides = block.branches[result.branch].sides or ()
    return any(jumps(reader.nodes, side) for side in sides)


def sole_result(reader: NodeReader, block: ProgramBlock, values: Values) -> BranchResult | None:
    """The result of a block with one unconditional value; None for any other."""
    found = evaluate_block(reader, block, values)
    if len(found.results) != 1 or found.indeterminate or found.unsolved:
        return None
    result = found.results[0]
    holds = block.read_off or satisfies(reader, block, result.values)
    return result if holds and not result.condition else None
