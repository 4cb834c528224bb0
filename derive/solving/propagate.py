"""Evaluation of a plan block by block; two regimes or two roots give two candidate solutions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from derive.algebra.branch import MOST_EFFORT, Branch
from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.program.block_result import BlockResult
from derive.program.data import ProgramBlock, ProgramBranch
from derive.program.folding import jumps
from derive.program.reader import NodeReader, Values
from derive.program.regimes import joined_regimes, regime_parts
from derive.program.scalar import evaluate_block, satisfies
from derive.program.spans import guards_hold
from derive.program.tolerances import CLOSE
from derive.results.known import Known
from derive.solving.compilation import CompiledBlock, compiled_block, reader_of
from derive.solving.coupled_blocks import joined_block
from derive.solving.equation_system import EquationSystem
from derive.structure.plan import Block, Plan

MOST_CANDIDATES = 32


@dataclass(frozen=True)
class CandidateSolution:
    """Values of variables, the branches that lead to them (symbolic, and as `data`), and their
    conditions. One `beside_unsolved` is of a block of which another branch stayed unsolved.
    """

    values: Values
    path: tuple[tuple[Block, Branch], ...] = ()
    data: tuple[ProgramBranch, ...] = ()
    conditions: tuple[str, ...] = ()
    interval: tuple[float, float] | None = None
    beside_unsolved: bool = False


@dataclass(frozen=True)
class Failure:
    """The block without a solution, the candidate before it, and the result of the block there."""

    block: CompiledBlock
    before: CandidateSolution
    result: BlockResult = field(default_factory=BlockResult)


@dataclass(frozen=True)
class SolutionSet:
    """The candidate solutions of a plan; or the failure at a block; or the intermediate variable
    with an interval of values that blocks the evaluation.

    `through_interval` marks candidates that a variable with an interval of values leads to: there
    may be others. `loose` are the relations of the block, if any, that left an interval, stayed
    unsolved, jumps and was solved by a scan, or had more solutions than are followed (`cut`), and
    `loose_before` tells whether it comes before the last. `unsolved` is the unknown of the first
    block, if any, of which a branch stayed unsolved.
    """

    candidates: tuple[CandidateSolution, ...] = ()
    failure: Failure | None = None
    blocked: Var | None = None
    through_interval: bool = False
    loose: tuple[int, ...] = ()
    loose_before: bool = False
    cut: bool = False
    unsolved: Var | None = None

    @property
    def before(self) -> CandidateSolution | None:
        """The candidate solution before the block that failed."""
        return None if self.failure is None else self.failure.before

    @property
    def failed(self) -> Block | None:
        """The block that failed."""
        return None if self.failure is None else self.failure.block.block


def follow(
    system: EquationSystem,
    plan: Plan,
    known: Mapping[Var, Known],
    most: int = MOST_EFFORT,
    reader: NodeReader | None = None,
) -> SolutionSet:
    """The candidate solutions of a plan, its blocks evaluated in order; those behind an interval as
    one, up to so much effort.
    """
    reader = reader or reader_of(system)
    slots, values = system.slots, Values([None]) * len(system.variables)
    for var, item in known.items():
        if var in slots:
            values[slots[var]] = item.value
    have = set(plan.known) | set(plan.assumed)
    current: Sequence[CandidateSolution] = [CandidateSolution(values)]
    coupled: list[ProgramBlock] = []
    compiled, unsolved, through_interval, cut = None, None, False, False
    earlier, loose = tuple[int, ...](), tuple[int, ...]()
    for position, block in enumerate(plan.blocks):
        before, compiled = current, compiled_block(system, block, have)
        current, failure = advance(reader, compiled, before)
        if failure is not None:
            loose = loose or (block.relations if failure.result.unsolved else ())
            return SolutionSet(failure=failure, loose=loose, unsolved=unsolved, cut=cut)
        earlier, loose = loose, loose or _loose(system, block, current)
        if unsolved is None and any(c.beside_unsolved for c in current):
            unsolved = system.structure.variables[block.solves]
        cut = cut or len(current) >= MOST_CANDIDATES
        if block.solves != plan.target and any(c.interval is not None for c in current):
            together = joined_block(system, plan, position, have, most)
            if together is not None:
                compiled = compiled_block(system, together, have)
                current, failure = advance(reader, compiled, before)
            if together is None or failure is not None or any(c.conditions for c in current):
                blocked, after = system.structure.variables[block.solves], plan.blocks[position:]
                return SolutionSet(blocked=blocked, loose=_not_single(system, after))
            coupled.append(compiled.data)
            through_interval = any(one.formula is None for one in compiled.branches)
            break
        if compiled.data.coupled:
            coupled.append(compiled.data)
        have.add(block.solves)
    found = _consistent(reader, current, coupled, compiled)
    return replace(
        found, through_interval=through_interval, loose=loose, loose_before=bool(earlier), cut=cut
    )


def _loose(
    system: EquationSystem, block: Block, candidates: Sequence[CandidateSolution]
) -> tuple[int, ...]:
    """The relations of a block some of whose values may be missing, or all in an interval."""
    if len(candidates) >= MOST_CANDIDATES:
        return block.relations
    nodes = system.compiled.nodes
    for candidate in candidates:
        sides = (candidate.data[-1].sides if candidate.data else None) or ()
        if candidate.interval is not None or any(jumps(nodes, side) for side in sides):
            return block.relations
    return ()


def _not_single(system: EquationSystem, blocks: Sequence[Block]) -> tuple[int, ...]:
    """The relations of a block that left an interval, and those after it with regimes."""
    later = (i for block in blocks[1:] for i in block.relations)
    return (*blocks[0].relations, *(i for i in later if regime_nodes(system.relations[i].equation)))


def _consistent(
    reader: NodeReader,
    candidates: Sequence[CandidateSolution],
    coupled: Sequence[ProgramBlock],
    last: CompiledBlock | None,
) -> SolutionSet:
    """The candidate solutions whose values satisfy every coupled block."""
    holding = [c for c in candidates if all(satisfies(reader, b, c.values) for b in coupled)]
    if holding or not candidates or last is None:
        return SolutionSet(tuple(holding))
    unsolved = [_last_branch(last, c) for c in candidates]
    return SolutionSet(failure=Failure(last, candidates[0], BlockResult(unsolved=unsolved)))


def _last_branch(compiled: CompiledBlock, candidate: CandidateSolution) -> int:
    """The index of the last branch of a candidate solution."""
    return next(k for k, b in enumerate(compiled.branches) if b is candidate.path[-1][1])


def advance(
    reader: NodeReader, compiled: CompiledBlock, current: Sequence[CandidateSolution]
) -> tuple[list[CandidateSolution], Failure | None]:
    """The candidate solutions after one more block, or its failure."""
    reached: list[CandidateSolution] = []
    found = BlockResult()
    for candidate in current:
        found = evaluate_block(reader, compiled.data, candidate.values)
        reached += _further(reader, compiled, candidate, found)
    if not compiled.data.read_off:
        holding = [
            c
            for c in reached
            if c.interval is not None or satisfies(reader, compiled.data, c.values)
        ]
        if reached and not holding:
            failed = [_last_branch(compiled, c) for c in reached]
            if compiled.data.coupled:
                found.unsolved.extend(failed)
            else:
                why = "put back, it does not satisfy its relation"
                found.rejected.extend((branch, why) for branch in failed)
        reached = holding
    if not reached:
        return [], Failure(compiled, current[0], found)
    return reached[:MOST_CANDIDATES], None


def _further(
    reader: NodeReader, compiled: CompiledBlock, candidate: CandidateSolution, found: BlockResult
) -> list[CandidateSolution]:
    """The candidate solutions after a block, from one before it."""
    branches, data = compiled.branches, compiled.data.branches
    unless = [f"not ({data[k].regime})" for k in found.unsolved if data[k].regime]

    def after(number: int, values: Values, *own: str) -> CandidateSolution:
        return CandidateSolution(
            values,
            (*candidate.path, (compiled.block, branches[number])),
            (*candidate.data, data[number]),
            (*candidate.conditions, *own, *unless),
            beside_unsolved=bool(found.unsolved),
        )

    reached = list[CandidateSolution]()
    for number, span in found.indeterminate:
        if math.isclose(*span, rel_tol=CLOSE):  # all that guards and range leave is one value
            values = list(candidate.values)
            values[compiled.data.solves] = span[0]
            guards_hold(reader, data[number], values)  # fills in what it eliminated
            reached.append(after(number, values))
        else:
            reached.append(replace(after(number, candidate.values), interval=span))
    for result in found.results:
        own = [result.condition] if result.condition else []
        reached.append(after(result.branch, result.values, *own))
    return reached


def regime_text(system: EquationSystem, candidate: CandidateSolution) -> str:
    """The regimes of a candidate solution: guards of its branches, and the active argument of every
    Max, Min and case.
    """
    reader = reader_of(system)
    return joined_regimes(
        part for branch in candidate.data for part in regime_parts(reader, branch, candidate.values)
    )
