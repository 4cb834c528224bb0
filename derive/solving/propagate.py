"""Worlds: a plan followed block by block at the question's numbers; two regimes or two roots make
two worlds.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from derive.algebra.branch import Branch
from derive.algebra.numeric import log_residual
from derive.equations.arithmetic import compile_expression
from derive.equations.expression import regime_nodes
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.results.known import Known
from derive.solving.equation_system import EquationSystem
from derive.solving.evaluate import BlockResult, Values, evaluate_block
from derive.structure.plan import Block, Plan

MOST_WORLDS = 32
MOST_RESIDUAL = 1e-6  # of a value put back into the relations it comes from


@dataclass(frozen=True)
class CandidateSolution:
    """Values of all variables so far, the branches taken to them, the conditions they rest on."""

    values: Values
    path: tuple[tuple[Block, Branch], ...] = ()
    conditions: tuple[str, ...] = ()
    interval: tuple[float, float] | None = None


@dataclass
class SolutionSet:
    """Where a plan led: worlds that hold, or the block at which none did."""

    candidates: list[CandidateSolution] = field(default_factory=list)
    failed: Block | None = None
    failure: BlockResult | None = None
    before: CandidateSolution | None = None
    blocked: Var | None = None


def follow(system: EquationSystem, plan: Plan, known: Mapping[Var, Known]) -> SolutionSet:
    """Evaluate the plan's blocks in order, over all worlds."""
    values: Values = [None] * len(system.variables)
    for var, item in known.items():
        if var in system.slots:
            values[system.slots[var]] = item.value
    have = set(plan.known) | set(plan.assumed)
    current = [CandidateSolution(values)]
    for position, block in enumerate(plan.blocks):
        before = current
        current, failed = advance(system, block, have, before)
        if failed is not None:
            return failed
        intervals = [candidate for candidate in current if candidate.interval is not None]
        if intervals and block.solves != plan.target:
            current, failed = advance(system, _joined(plan, position), have, before)
            if failed is not None:
                return SolutionSet(
                    blocked=system.structure.variables[block.solves], before=intervals[0]
                )
            break
        have.add(block.solves)
    coupled = [block for block in plan.blocks if len(block.relations) > 1]
    sound = [
        candidate
        for candidate in current
        if all(_meets(system, block, candidate.values) for block in coupled)
    ]
    if current and not sound:
        return SolutionSet(
            failed=plan.blocks[-1],
            failure=BlockResult(unsolved=[w.path[-1][1] for w in current]),
            before=current[0],
        )
    return SolutionSet(sound)


def _joined(plan: Plan, position: int) -> Block:
    """The blocks from a position on as one: what may lie in an interval on the way is better never
    computed.
    """
    return Block(
        tuple(dict.fromkeys(i for block in plan.blocks[position:] for i in block.relations)),
        plan.target,
    )


def advance(
    system: EquationSystem, block: Block, have: Set[int], current: list[CandidateSolution]
) -> tuple[list[CandidateSolution], SolutionSet | None]:
    """One block further in every world: the worlds it leads to, or why there are none."""
    unknown = system.structure.variables[block.solves]
    compiled = system.compiled(block, have)
    reached: list[CandidateSolution] = []
    last: BlockResult | None = None
    for candidate in current:
        last = evaluate_block(compiled, unknown, candidate.values)
        for branch, span in last.indeterminate:
            reached.append(
                CandidateSolution(
                    candidate.values, (*candidate.path, (block, branch)), candidate.conditions, span
                )
            )
        for result in last.results:
            unless = tuple(f"not ({branch.regime})" for branch in last.unsolved if branch.regime)
            conditions = (
                *candidate.conditions,
                *((result.condition,) if result.condition else ()),
                *unless,
            )
            reached.append(
                CandidateSolution(
                    result.values, (*candidate.path, (block, result.branch)), conditions
                )
            )
    if len(block.relations) > 1 or system.relations[block.relations[0]].subject != unknown:
        sound = [
            candidate
            for candidate in reached
            if candidate.interval is not None or _meets(system, block, candidate.values)
        ]
        if reached and not sound and last is not None:
            failed = [candidate.path[-1][1] for candidate in reached]
            if len(block.relations) > 1:
                last.unsolved.extend(failed)
            else:
                last.rejected.extend(
                    (branch, "put back, it does not satisfy its relation") for branch in failed
                )
        reached = sound
    if not reached:
        return [], SolutionSet(failed=block, failure=last, before=current[0])
    return reached[:MOST_WORLDS], None


def _meets(system: EquationSystem, block: Block, values: Values) -> bool:
    """Whether the values, put back, satisfy every relation of the block whose variables all have
    one.
    """
    for i in block.relations:
        if all(values[j] is not None for j in system.structure.of_relation[i]):
            left, right = system.sides(i)
            try:
                gap = abs(log_residual(left(values), right(values)))
            except (ArithmeticError, ValueError):
                return False
            if gap > MOST_RESIDUAL:
                return False
    return True


def regime_text(system: EquationSystem, candidate: CandidateSolution) -> str:
    """The regimes a world is in: the guards of its branches and the argument that won in every
    forward Max or Min.
    """
    return joined_regimes(
        part
        for _, branch in candidate.path
        for part in regime_parts(system, branch, candidate.values)
    )


def regime_parts(system: EquationSystem, branch: Branch, values: Values) -> list[str]:
    """What one branch adds to the regime: its guards and its winners."""
    nodes = () if branch.formula is None else regime_nodes(branch.formula)
    return [branch.regime, *(winner(node, system, values) for node in nodes)]


def joined_regimes(parts: Iterable[str]) -> str:
    """The parts of a regime as one text, each said once."""
    return " and ".join(dict.fromkeys(part for part in parts if part))


def winner(node: Any, system: EquationSystem, values: Values) -> str:
    """Which argument of an extremum sets its value: "compute_time ≥ memory_time"; of cases, the
    condition that picks the one that holds.
    """
    import sympy

    if isinstance(node, sympy.Piecewise):
        return _case(node, system, values)
    if not isinstance(node, (sympy.Max, sympy.Min)):
        return ""
    try:
        sized = [(float(compile_expression(a, system.slots)(values)), a) for a in node.args]
    except (ArithmeticError, TypeError, ValueError):
        return ""
    largest = isinstance(node, sympy.Max)
    sized.sort(key=lambda pair: (-pair[0] if largest else pair[0], plain(pair[1])))
    tie = abs(sized[0][0] - sized[1][0]) <= 1e-9 * abs(sized[0][0])
    return ranking([plain(argument) for _, argument in sized], largest, tie)


def _case(node: Any, system: EquationSystem, values: Values) -> str:
    """The condition of the first case that holds, or that none before the last does: "prompt_length
    > tier_threshold".
    """
    others: list[str] = []
    for _, condition in node.args:
        if not condition.is_Relational:
            return " and ".join(others)
        try:
            left, right = (
                float(compile_expression(side, system.slots)(values))
                for side in (condition.lhs, condition.rhs)
            )
        except (ArithmeticError, TypeError, ValueError):
            return ""
        sign, compare = _SIGNS[condition.rel_op]
        if compare(left, right):
            return plain(condition)
        others.append(f"{plain(condition.lhs)} {sign} {plain(condition.rhs)}")
    return ""


# What holds where a comparison does not, and the comparison.
_SIGNS = {
    "<=": (">", operator.le),
    "<": ("≥", operator.lt),
    ">=": ("<", operator.ge),
    ">": ("≤", operator.gt),
}


def ranking(ranked: Sequence[str], largest: bool, tie: bool) -> str:
    """The arguments of an extremum from the winner down: "compute_time ≥ memory_time"."""
    return f"{ranked[0]} {'=' if tie else '≥' if largest else '≤'} {', '.join(ranked[1:])}"
