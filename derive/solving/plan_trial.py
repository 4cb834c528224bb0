"""Trial of a plan in symbols: whether its blocks can be solved, and where the target cancels."""

from __future__ import annotations

from derive.equations.var import Var
from derive.solving.effort import MOST_TRIAL_EFFORT, effort_of
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query
from derive.structure.plan import SCOPES, Block, Plan, PlanSearch


class TooWide(Exception):
    """A block has too many regimes to be solved only for a trial."""


def cancelling_regimes(system: EquationSystem, plan: Plan) -> tuple[str, ...] | None:
    """The regimes in which the unknown of a block cancels; None if a block stays unsolved, or its
    unknown cancels in every regime. Raises TooWide.
    """
    have, found = set(plan.known), list[str]()
    for block in plan.blocks:
        if not _read_off(system, block):
            if effort_of(system, block, have) > MOST_TRIAL_EFFORT:
                raise TooWide
            branches = system.branches(block, frozenset(have))
            if any(branch.open for branch in branches):
                return None
            found += [branch.regime for branch in branches if branch.indeterminate]
        have.add(block.solves)
    return None if "" in found else tuple(dict.fromkeys(found))


def coupled_zeros(query: Query, plan: Plan) -> frozenset[Var]:
    """The known variables that are exactly zero, where a block of several relations has one: what
    the rank test finds where they are not may be lost.
    """
    structure, coupled = query.system.structure, (b for b in plan.blocks if len(b.relations) > 1)
    members = {j for block in coupled for i in block.relations for j in structure.of_relation[i]}
    at = {structure.variables[j] for j in members & {*plan.known, *plan.assumed}}
    return frozenset(v for v in at if v in query.in_force and query.in_force[v].value == 0.0)


def plan_at_zeros(
    query: Query, plan: Plan, zeros: frozenset[Var]
) -> tuple[EquationSystem, Plan | None]:
    """The system with the zeros put in, and the plan to the target there; None if there is none."""
    variables = query.system.structure.variables
    system, derived = query.system.with_zeros(zeros)
    slots = system.slots
    if query.target not in slots:
        return system, None
    known = {slots[v] for j in plan.known if (v := variables[j]) in slots}
    base = sorted(known | {slots[v] for v in derived if v in slots})
    search = PlanSearch(system.structure, system.rows, slots[query.target], base)
    return system, search.attempt(SCOPES[-1])


def _read_off(system: EquationSystem, block: Block) -> bool:
    """Whether the block is the definition of what it solves."""
    first, *others = (system.relations[i].subject for i in block.relations)
    return not others and first == system.structure.variables[block.solves]
