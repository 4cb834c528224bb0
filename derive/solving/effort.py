"""Effort of solving a block of relations in symbols."""

from __future__ import annotations

import math
from collections.abc import Set
from typing import Any

from derive.algebra.regimes import arguments_of
from derive.equations.expression import regime_nodes
from derive.solving.equation_system import EquationSystem
from derive.structure.plan import Block, Plan

MOST_COUPLED = 8  # relations of a block that a route of an explanation is solved through
MOST_ROUTE_EFFORT = 64  # relations times regimes of such a block
MOST_TRIAL_EFFORT = 64  # relations times regimes of a block that is solved only for a trial


def effort_of(system: EquationSystem, block: Block, have: Set[int]) -> int:
    """The number of relations of a block times that of its regimes, as far as extrema make them."""
    nodes: set[Any] = set()
    for i in block.relations:
        sides = (system.relations[i].left, system.relations[i].right)
        nodes.update(node for side in sides for node in regime_nodes(side))
    undecided = (n for n in nodes if any(system.slots[v] not in have for v in n.free_symbols))
    return len(block.relations) * math.prod(len(arguments_of(node)) for node in undecided)


def is_route(system: EquationSystem, plan: Plan) -> bool:
    """Whether a plan is short enough to be followed for an explanation alone."""
    coupled = max((len(block.relations) for block in plan.blocks), default=0)
    return coupled <= MOST_COUPLED and effort_of_plan(system, plan) <= MOST_ROUTE_EFFORT


def effort_of_plan(system: EquationSystem, plan: Plan) -> int:
    """The largest effort of the blocks of a plan."""
    have, most = {*plan.known, *plan.assumed}, 0
    for block in plan.blocks:
        most = max(most, effort_of(system, block, have))
        have.add(block.solves)
    return most
