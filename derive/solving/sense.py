"""Sense of an answer: an equality, or a bound through ideal efficiencies."""

from __future__ import annotations

import math

from derive.results.known import Origin
from derive.results.solution import Sense
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query


def sense(query: Query, candidate: CandidateSolution) -> Sense:
    """An equality, or the bound that assumed efficiencies of one make of the answer."""
    value = candidate.values[query.system.slots[query.target]]
    directions = set()
    for var, known in query.in_force.items():
        if known.origin == Origin.DEFAULT and var.ideal:
            moved = query.with_value(var, 0.99 * known.value).number()
            if moved is not None and value and not math.isclose(moved, value, rel_tol=1e-9):
                directions.add(moved > value)
    if len(directions) != 1:
        return Sense.EQUALITY
    return Sense.LOWER_BOUND if directions.pop() else Sense.UPPER_BOUND
