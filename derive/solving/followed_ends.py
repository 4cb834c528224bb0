"""Ends on their way to infinity: followed until no value is left, or none moves far any more."""

from __future__ import annotations

import math
from dataclasses import replace

from derive.program.ends import runs_off
from derive.solving.beginning import contractor_of
from derive.solving.consistency import Knowledge
from derive.structure.coupling import coupled_groups

_NO_EQUATION = -1
_OFF = 1.5  # factor in half of a trial, below that at which ends are followed
_TRIAL = 20  # revisions for each equation, after which those that drive the others are told


def followed(state: Knowledge) -> Knowledge:
    """The knowledge with ends that propagation has left on their way to infinity followed: by those
    equations alone that drive the others, where these leave no value, else by all.
    """
    if state.contradictory or not state.found.spent:
        return state
    return state.system.compiled.recent("followed", state, lambda: _followed(state))


def _followed(state: Knowledge) -> Knowledge:
    equations = frozenset((*state.found.reached, *state.implied))
    most = _TRIAL * len(equations)
    for _ in range(2):
        movers: dict[int, set[int]] = {}
        tried = _run(state, most=most, movers=movers)
        if tried.contradictory:
            break
        if tried.found.revised < most:
            return tried
        state = tried
    driven = _run(state, without=equations - _drivers(state, movers))
    if driven.contradictory:
        return driven
    return tried if tried.contradictory else _run(state)


def taken_as_followed(state: Knowledge) -> Knowledge:
    """The knowledge with an end that runs off for a while taken as one without a value: a guess,
    and much less work than to follow it.
    """
    if state.contradictory or not state.found.spent:
        return state
    return state.system.compiled.recent("guessed", state, lambda: _taken_as_followed(state))


def _taken_as_followed(state: Knowledge) -> Knowledge:
    most = _TRIAL * len((*state.found.reached, *state.implied)) // 2
    before = _run(state, most=most)
    if before.found.revised < most:
        return before
    after = _run(before, most=most)
    if after.found.revised < most:
        return after
    running = (k for k in contractor_of(after.system).node_of if _runs_off(before, after, k))
    after.found.at = next(running, None)
    after.found.empty = None if after.found.at is None else _NO_EQUATION
    return after


def _runs_off(before: Knowledge, after: Knowledge, node: int) -> bool:
    ends = zip(before.found[node], after.found[node], strict=True)
    return any(runs_off(old, new, _OFF) for old, new in ends)


def _run(
    state: Knowledge,
    without: frozenset[int] = frozenset(),
    most: float = math.inf,
    movers: dict[int, set[int]] | None = None,
) -> Knowledge:
    """The knowledge after so many revisions at most of all equations but those `without`; `movers`
    receives those that narrow each node.
    """
    found = state.found.copy()
    found.left_out |= without
    found.most, found.movers = most, movers
    first = sorted(i for i in found.reached - found.left_out if i >= 0)
    return replace(state, found=found).contracted({}, first, followed=True)


def _drivers(state: Knowledge, movers: dict[int, set[int]]) -> frozenset[int]:
    """The equations that move each other round."""
    contractor = contractor_of(state.system)
    needs: dict[int, list[int]] = {}
    for number in frozenset[int]().union(*movers.values()):
        equation = state.equation(number)
        if equation is None:
            continue
        inner = {one for node in equation.inner for one in movers.get(node, ())} - {number}
        slots = {one for k in equation.slots for one in movers.get(contractor.node_of[k], ())}
        needs[number] = sorted(inner | (slots - {number} if equation.settled else slots))
    groups = coupled_groups(needs)
    return frozenset().union(*(g for g in groups if len(g) > 1 or g[0] in needs[g[0]]))
