"""Sums that are exactly zero as given, and what a formula would be beside one that is not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from sympy import Float

from derive.algebra.branch import Branch
from derive.equations.differences import terms_of
from derive.equations.expression import replace
from derive.program.reader import NO_VALUE
from derive.program.tolerances import NOISE
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query

CANCELLED = 1e-6  # of its largest term: such a sum has lost six of sixteen digits


def beside_nothing(
    sums: Sequence[Any], branch: Branch, query: Query, candidate: CandidateSolution
) -> float | None:
    """The value of a formula if a sum that is exactly zero was no more than noise, where that is
    another, as beneath a root or over what is next to nothing; else None.
    """
    value = candidate.values[query.system.slots[branch.unknown]]
    for node in sums:
        largest = _vanishing(node, query, candidate)
        for size in (largest, -largest) if largest else ():
            other, far = (
                _moved(branch, node, part * size, query, candidate) for part in (NOISE, 1.0)
            )
            if other is None or far is None or not branch.unknown.admits(other):
                continue
            change = abs(other - value)
            if change > CANCELLED * max(abs(value), abs(far)) or change > abs(value) > 0.0:
                return other
    return None


def _moved(
    branch: Branch, node: Any, size: float, query: Query, candidate: CandidateSolution
) -> float | None:
    """The value of a formula if a sum in it had another size, where it has one."""
    try:
        found = query.value_of(replace(branch.formula, {node: Float(size)}), candidate.values)
    except (*NO_VALUE, NotImplementedError):
        return None
    return found if math.isfinite(found) else None


def _vanishing(node: Any, query: Query, candidate: CandidateSolution) -> float:
    """The largest term of a sum that is exactly zero; else zero."""
    try:
        sizes = [query.value_of(term, candidate.values) for term in terms_of(node)]
    except NO_VALUE:
        return 0.0
    return 0.0 if math.fsum(sizes) else max(map(abs, sizes))
