"""Inlining over arrays: a value that one formula alone reads is computed within that formula.

Its array is then a temporary that the next operation may overwrite, and one block fewer is
evaluated. The operations and their order stay, so that the results are the same to the last bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import fields, replace
from typing import Any

from derive.program.array_blocks import ArrayBlock, ArrayBranch
from derive.program.array_regimes import ArrayCases, ArrayExtremum
from derive.program.batch import Formula
from derive.program.nodes import inner, operands, replaced

_MOST_NODES = 64  # of a formula that becomes part of another: the compiler of nodes recurses
_PARTS = (ArrayBlock, ArrayBranch, ArrayExtremum, ArrayCases)


def inlined(blocks: Iterable[ArrayBlock], kept: Collection[int]) -> tuple[ArrayBlock, ...]:
    """The blocks for finite values, without those that are one formula whose value needs no check
    and is read once; the `kept` slots are filled.
    """
    blocks = tuple(blocks)
    reads = Counter(slots_in(blocks))
    put: dict[int, int] = {}
    made: list[ArrayBlock] = []
    for block in blocks:
        here = _changed(block, lambda f: Formula(f.nodes, replaced(f.nodes, f.number, put)))
        formula = here.branches[0].formula
        if (
            _formula_alone(here)
            and reads[block.number] == 1
            and block.number not in kept
            and len(inner(formula.nodes, [formula.number])) <= _MOST_NODES
        ):
            put[formula.nodes.add("slot", block.number)] = formula.number
        else:
            made.append(here)
    return tuple(made)


def _formula_alone(block: ArrayBlock) -> bool:
    """Whether a block is one formula whose sign keeps its value within the range."""
    branch = block.branches[0]
    return block.simple and branch.proven and not branch.extrema


def _changed(part: Any, change: Callable[[Formula], Formula]) -> Any:
    """A part of a block with each of its formulas changed."""
    if isinstance(part, Formula):
        return change(part)
    if isinstance(part, tuple):
        return tuple(_changed(one, change) for one in part)
    if isinstance(part, _PARTS):
        names = [field.name for field in fields(part)]
        return replace(part, **{name: _changed(getattr(part, name), change) for name in names})
    return part


def slots_in(part: Any) -> list[int]:
    """The slots in the formulas of some blocks or pairs, as often as they are read."""
    found: list[int] = []

    def read(formula: Formula) -> Formula:
        waiting = [formula.number]
        while waiting:
            node = formula.nodes[waiting.pop()]
            if node[0] == "slot":
                found.append(node[1])
            waiting.extend(operands(node))
        return formula

    _changed(part, read)
    return found
