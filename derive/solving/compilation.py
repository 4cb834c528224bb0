"""Compilation of a plan: blocks solved symbolically, then lowered to data for readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

import sympy

from derive.algebra.branch import Branch
from derive.algebra.eliminate import degree
from derive.equations.differences import cancelling_sums, terms_of
from derive.equations.expression import regime_nodes, replace
from derive.equations.lowering import lower
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.program.arithmetic import Function
from derive.program.data import (
    Agreement,
    BranchKind,
    CaseDistinction,
    Extremum,
    Pair,
    ProgramBlock,
    ProgramBranch,
    Slot,
)
from derive.program.reader import NodeReader
from derive.results.derivation import StepRule
from derive.solving.equation_system import EquationSystem
from derive.structure.plan import Block, Plan

# The negation of each comparison.
_OPPOSITE = {"<=": ">", "<": "≥", ">=": "<", ">": "≤"}
_COMPARISONS = {"<=": "le", "<": "lt", ">=": "ge", ">": "gt"}


@dataclass(frozen=True)
class CompiledBlock:
    """A block of a plan with its symbolic branches, and the same as data."""

    block: Block
    branches: tuple[Branch, ...]
    data: ProgramBlock


def reader_of(system: EquationSystem) -> NodeReader:
    """The reader of the system's expressions."""
    kept = system.compiled
    slots = system.structure.variables
    return kept.once("reader", None, lambda: NodeReader([slot_of(v) for v in slots], kept.nodes))


def slot_of(var: Var) -> Slot:
    """A variable as a slot."""
    low, high, open_low, open_high = var.bounds
    unit = var.unit
    return Slot(
        var.name, low, high, open_low, open_high, str(unit.dimension), unit.factor, var.whole
    )


def function_of(system: EquationSystem, expression: Any) -> Function:
    """An expression as a function of the slots' values."""

    def make() -> Function:
        number = lower(expression, system.slots, system.compiled.nodes)
        return reader_of(system).function(number)

    return system.compiled.once("function", expression, make)


def compiled_block(system: EquationSystem, block: Block, known: Set[int]) -> CompiledBlock:
    """The compiled block; `known` are the slots with values."""
    members = {j for i in block.relations for j in system.structure.of_relation[i]}

    def make() -> CompiledBlock:
        branches = system.branches(block, known)
        return CompiledBlock(block, branches, _lowered(system, block, branches))

    return system.compiled.once("block", (block, frozenset(members - known)), make)


def compiled_plan(system: EquationSystem, plan: Plan) -> tuple[CompiledBlock, ...]:
    """The compiled blocks of a plan, in order."""
    have = set(plan.known) | set(plan.assumed)
    compiled: list[CompiledBlock] = []
    for block in plan.blocks:
        compiled.append(compiled_block(system, block, have))
        have.add(block.solves)
    return tuple(compiled)


def walk(
    system: EquationSystem, known: frozenset[int], wanted: Iterable[int], *aside: int
) -> tuple[ProgramBlock, ...] | None:
    """The blocks from known slots to wanted ones, some relations aside; None if one is open."""
    goals = tuple(sorted(set(wanted)))

    def make() -> tuple[ProgramBlock, ...] | None:
        reach = system.propagation(known, *aside)
        follows = reach.known.issuperset(goals)
        return tuple(step(system, i, j) for i, j in reach.support(goals)) if follows else None

    return system.compiled.once("walk", (known, goals, aside), make)


def step(system: EquationSystem, i: int, j: int) -> ProgramBlock:
    """The block by which a relation determines a slot from its others."""
    others = frozenset(system.structure.of_relation[i]) - {j}
    return compiled_block(system, Block((i,), j), others).data


def _lowered(system: EquationSystem, block: Block, branches: tuple[Branch, ...]) -> ProgramBlock:
    lowering = _Lowering(system)
    relations = [system.relations[i] for i in block.relations]
    unknown = system.structure.variables[block.solves]
    return ProgramBlock(
        block.relations,
        block.solves,
        tuple(lowering.branch(branch) for branch in branches),
        tuple(
            Agreement(lowering(r.left), lowering(r.right), system.structure.of_relation[i])
            for i, r in zip(block.relations, relations, strict=True)
        ),
        len(relations) == 1 and relations[0].subject == unknown,
    )


class _Lowering:
    """Lowering of branches to the system's table of nodes."""

    def __init__(self, system: EquationSystem) -> None:
        self.slots, self.nodes = system.slots, system.compiled.nodes

    def __call__(self, expression: Any) -> int:
        return lower(expression, self.slots, self.nodes)

    def pair(self, sides: tuple[Any, Any]) -> Pair:
        return self(sides[0]), self(sides[1])

    def branch(self, branch: Branch) -> ProgramBranch:
        """A branch as data."""
        formula = branch.formula
        return ProgramBranch(
            _kind(branch),
            None if formula is None else self.formula(branch),
            None if branch.equation is None else self.pair(branch.equation),
            tuple(self.pair(sides) for sides in branch.side_conditions),
            tuple(self.pair((guard.larger, guard.smaller)) for guard in branch.guards),
            tuple((self.slots[var], self(value)) for var, value in _in_turn(branch)),
            tuple(self.slots[var] for var in branch.cancelled if _cancels_in_guards(var, branch)),
            tuple((self(s), tuple(map(self, terms_of(s)))) for s in cancelling_sums(formula)),
            formula is not None and _has_odd_root(formula),
            () if formula is None else tuple(self.extrema(formula)),
            branch.regime,
        )

    def formula(self, branch: Branch) -> int:
        """The formula of a branch, times and by what its sides were divided by and lost: zero over
        zero where that vanishes, as any value fits there.
        """
        number, add = self(branch.formula), self.nodes.add
        for factor in map(self, _lost_factors(branch)):
            node = self.nodes[number]
            above, below = node[1:] if node[0] == "div" else (number, add("number", 1, 1))
            number = add("div", add("mul", above, factor), add("mul", below, factor))
        return number

    def extrema(self, formula: Any) -> Iterable[Extremum | CaseDistinction]:
        """The extrema and case distinctions of a formula, innermost first."""
        for node in regime_nodes(formula):
            if isinstance(node, sympy.Piecewise):
                yield self.cases(node)
            elif isinstance(node, (sympy.Max, sympy.Min)):
                arguments = sorted(node.args, key=plain)
                names = tuple(map(plain, arguments))
                largest = isinstance(node, sympy.Max)
                yield Extremum(self(node), largest, tuple(map(self, arguments)), names)

    def cases(self, node: Any) -> CaseDistinction:
        """A case distinction with its conditions in words."""
        stated = [c for _, c in node.args if c.is_Relational]
        return CaseDistinction(
            tuple((_COMPARISONS[c.rel_op], self(c.lhs), self(c.rhs)) for c in stated),
            tuple(
                (plain(c), f"{plain(c.lhs)} {_OPPOSITE[c.rel_op]} {plain(c.rhs)}") for c in stated
            ),
            len(stated) < len(node.args),
        )


def _in_turn(branch: Branch) -> Iterable[tuple[Var, Any]]:
    """The definitions of what is eliminated, each put into later sums where terms cancel."""
    before: dict[Any, Any] = {}  # where terms cancel, digits are lost
    for var, value in reversed(branch.definitions):
        sums = [node for node in cancelling_sums(value) if node.free_symbols & before.keys()]
        before[var] = replace(value, {node: _cancelled(node, before) for node in sums})
        yield var, before[var]


def _cancelled(node: Any, definitions: Mapping[Any, Any]) -> Any:
    """A sum with definitions put in if terms of it cancel, else as it is."""
    terms, short = [replace(term, definitions) for term in node.args], replace(node, definitions)
    whole = sum(len(sympy.Add.make_args(term)) for term in terms)
    return short if len(sympy.Add.make_args(short)) < whole else node


def _kind(branch: Branch) -> BranchKind:
    if branch.formula is not None:
        return BranchKind.EXPLICIT
    if branch.equation is not None:
        return BranchKind.IMPLICIT
    return BranchKind.UNSOLVED if branch.open else BranchKind.INDETERMINATE


def _lost_factors(branch: Branch) -> Iterable[Any]:
    """The variables that may be zero by which sides were divided or multiplied, and by which the
    formula is not divided.
    """
    steps = (s for s in branch.steps if s.rule in (StepRule.DIVIDE, StepRule.MULTIPLY))
    terms = (term for step in steps for term in step.terms)
    bases = {factor.as_base_exp()[0] for term in terms for factor in sympy.Mul.make_args(term)}
    below = (p for p in branch.formula.atoms(sympy.Pow) if p.exp.could_extract_minus_sign())
    held = {branch.unknown}.union(*(power.free_symbols for power in below))
    lost = (f for f in bases if f.is_Symbol and not f.is_nonzero and f not in held)
    return sorted(lost, key=str)


def _has_odd_root(formula: Any) -> bool:
    powers = formula.atoms(sympy.Pow)
    return any(p.exp.is_Rational and p.exp.q > 1 and p.exp.q % 2 for p in powers)


def _cancels_in_guards(var: Any, branch: Branch) -> bool:
    """Whether a variable that cancels in the formula cancels in every guard too."""
    return all(_same_degree(guard.larger, guard.smaller, var, branch) for guard in branch.guards)


def _same_degree(larger: Any, smaller: Any, s: Any, branch: Branch) -> bool:
    for var, value in branch.definitions:
        larger, smaller = replace(larger, {var: value}), replace(smaller, {var: value})
    power = degree(larger, s)
    return power is not None and power == degree(smaller, s)
