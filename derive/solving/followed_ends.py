"""Ends on their way to infinity: followed until no value is left, or none moves far any more."""

from __future__ import annotations

from dataclasses import replace

from derive.solving.consistency import Knowledge


def followed(state: Knowledge, without: frozenset[int] = frozenset()) -> Knowledge:
    """The knowledge with ends that propagation has left on their way to infinity followed, by all
    relations but those `without` which it is asked for.
    """
    if state.contradictory or not state.found.cut_off:
        return state
    found = state.found.copy()
    found.left_out |= without
    first = sorted(i for i in found.reached - found.left_out if i >= 0)
    return replace(state, found=found).contracted({}, first, followed=True)
