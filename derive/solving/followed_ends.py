"""Ends on their way to infinity: followed until no value is left, or none moves far any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive.solving.consistency import Knowledge
from derive.structure.coupling import coupled_groups


def followed(state: Knowledge) -> Knowledge:
    """The knowledge with ends that propagation has left on their way to infinity followed: by those
    equations alone that drive the others, where these leave no value, else by all.
    """
    if state.contradictory or not state.found.spent:
        return state
    driven = _followed(state, frozenset((*state.found.reached, *state.implied)) - _drivers(state))
    return driven if driven.contradictory else _followed(state, frozenset())


def _followed(state: Knowledge, without: frozenset[int]) -> Knowledge:
    """The knowledge with the ends followed that other equations than those `without` move."""
    found = state.found.copy()
    found.left_out |= without
    first = sorted(i for i in found.reached - found.left_out if i >= 0)
    return replace(state, found=found).contracted({}, first, followed=True)


def _drivers(state: Knowledge) -> frozenset[int]:
    """The equations not revised to the end, and those with which they move each other round."""
    found = state.found
    setting = {*found.set_by.values(), *found.spent}
    needs = {number: [by for by in _setting(state, number) if by in setting] for number in setting}
    groups = (group for group in coupled_groups(needs) if not found.spent.isdisjoint(group))
    return frozenset().union(*groups)


def _setting(state: Knowledge, number: int) -> Iterator[int]:
    """The equations that have set the ends of the variables of one last."""
    for slot in state.members(number):
        for end in ("low", "high"):
            yield state.found.set_by.get((slot, end), number)
