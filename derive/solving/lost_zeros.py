"""Zeros that satisfy an equation, too, whose sides were divided by the unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

import sympy

from derive.algebra.branch import Branch
from derive.algebra.eliminate import lowest_power
from derive.equations.expression import JUMPING
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.reader import NO_VALUE
from derive.program.scalar import satisfies
from derive.program.spans import guards_hold
from derive.results.derivation import StepRule
from derive.solving.compilation import compiled_plan, reader_of
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query
from derive.structure.plan import Block

_TRIED = (-2.5, -0.3, 0.3, 2.5, 40.0)


def lost_zeros(
    system: EquationSystem, path: Iterable[tuple[Block, Branch]]
) -> Iterator[tuple[Var, Relation]]:
    """The unknowns that zero would do for as well, each with such a relation: those that the blocks
    of a path are solved for, and those cancelled or eliminated in them.
    """
    steps: list[tuple[int, int]] = []
    path = tuple(path)
    for block, branch in path:
        others = (*branch.cancelled, *(v for v, _ in branch.definitions))
        solved = (block.solves, *(system.slots[v] for v in others))
        steps += [(i, slot) for slot in solved for i in block.relations]
    found = dict(lost_zeros_of(system, dict.fromkeys(steps)))
    for block, branch in path:
        if branch.unknown not in found and _divided(branch, branch.unknown):
            found[branch.unknown] = system.relations[block.relations[-1]]
    yield from found.items()


def zeros_between(query: Query) -> Iterator[tuple[Var, Relation]]:
    """The variables that cancel between several relations and for which zero would do, each with
    the last of these; none that the givens and the way leave open.
    """
    system, known = query.system, query.closure.known
    for block, branch in (step for c in query.solutions.candidates for step in c.path):
        for var in branch.cancelled:
            if system.slots[var] in known and _divided(branch, var):
                yield var, system.relations[block.relations[-1]]


def zeros_elsewhere(query: Query) -> Iterator[tuple[Var, Relation]]:
    """The unknowns for which zero would do in a regime that the candidates are not of, each with
    such a relation.
    """
    system, candidates = query.system, query.solutions.candidates
    reader = reader_of(system)
    for compiled in compiled_plan(system, query.plan):
        data, var = compiled.data, system.variables[compiled.block.solves]
        able = len(data.branches) > 1 and not data.read_off and var.admits(0.0)
        for branch, candidate in product(data.branches, candidates) if able else ():
            values = list(candidate.values)
            values[data.solves] = 0.0
            try:
                for slot, definition in branch.definitions:
                    values[slot] = reader.value(definition, values)
            except NO_VALUE:
                continue
            if guards_hold(reader, branch, values) and satisfies(reader, data, values):
                yield var, system.relations[compiled.block.relations[-1]]


def _divided(branch: Branch, var: Var) -> bool:
    """Whether zero would do for the unknown, or a variable that cancels, in a line of a branch into
    which others were put, or that a regime decided without it has left, and for what is eliminated.
    """
    sides = (side for guard in branch.guards for side in (guard.larger, guard.smaller))
    decided = {var, *dict(branch.definitions)}.isdisjoint(v for s in sides for v in s.free_symbols)
    rules = (StepRule.SUBSTITUTE, StepRule.BRANCH) if decided else (StepRule.SUBSTITUTE,)
    others = (v for v, definition in branch.definitions if _vanishes(definition, var))
    lines = (step.equation for step in branch.steps if step.rule in rules)
    lost = any(_vanishes(line.lhs, var) and _vanishes(line.rhs, var) for line in lines)
    return lost and var.admits(0.0) and all(v.admits(0.0) for v in others)


def lost_zero_text(var: Var, relation: Relation) -> str:
    """The remark on a lost zero."""
    return f"{var.name} = 0 satisfies {relation.name} as well"


def drops_out(query: Query, block: Block) -> str:
    """The remark where the single relation of a block that failed holds at any value of its
    unknown, as what multiplies it is zero; else empty.
    """
    before = query.solutions.before
    if before is None or len(block.relations) > 1:
        return ""
    var, relation = query.system.variables[block.solves], query.system.relations[block.relations[0]]
    tried = [value for value in _TRIED if var.admits(value)]
    values = list(before.values)
    try:
        for values[block.solves] in tried:
            if query.value_of(relation.left, values) != query.value_of(relation.right, values):
                return ""
    except NO_VALUE:
        return ""
    return f"{relation.name} holds at any value of {var.name} here" if len(tried) > 1 else ""


def lost_zeros_of(
    system: EquationSystem, steps: Iterable[tuple[int, int]]
) -> Iterator[tuple[Var, Relation]]:
    """The unknowns that zero would do for as well, each with such a relation; `steps` are relations
    with the slot that each is solved for.
    """
    for i, slot in steps:
        var = system.variables[slot]
        key = "loses zero", (i, slot)
        if var.admits(0.0) and system.compiled.once(
            *key, partial(_loses, system.relations[i], var)
        ):
            yield var, system.relations[i]


def _loses(relation: Relation, var: Var) -> bool:
    return all(_vanishes(side, var) for side in (relation.left, relation.right))


def _vanishes(side: Any, var: Var) -> bool:
    if side.has(*JUMPING):  # of which no power is known
        return bool(side.subs(var, 0) == 0)
    if isinstance(side, sympy.Min) and any(_vanishes(part, var) for part in side.args):
        return all(part.is_nonnegative or _vanishes(part, var) for part in side.args)
    if isinstance(side, sympy.Max | sympy.Add):
        return all(_vanishes(part, var) for part in side.args)
    own = [factor for factor in side.args if var in factor.free_symbols] if side.is_Mul else ()
    if len(own) == 1:
        return _vanishes(own[0], var)
    power = lowest_power(side, var)
    return bool(side == 0) or (power is not None and power > 0)
