"""Exact zeros: the slope of an answer as a value leaves zero, and the boundaries that it meets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.analysis.sensitivity.boundaries import boundaries
from derive.analysis.sensitivity.elasticity import slopes
from derive.equations.var import Var
from derive.results.known import Known
from derive.results.sensitivity import Boundary, Crossing
from derive.solving.equation_system import EquationSystem
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.query_preparation import determined_or_none

_TINY = tuple(10.0**-k for k in (3, 6, 9, 12, 15))


@dataclass(frozen=True, slots=True)
class FromZero:
    """A known zero, dy/dx from above, and the values at which it meets boundaries, by their names.

    All are in base units.
    """

    known: Known
    slope: float
    met: Mapping[str, float]


def from_zero(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    rtol: float,
    checked: Sequence[str],
) -> tuple[FromZero, ...]:
    """The effect of each known zero on the target, in nomenclature order; those without effect or
    without a finite slope are left out.
    """
    zeros = sorted(
        (item for item in known.values() if item.value == 0.0),
        key=lambda item: (item.var.rank, item.var.name),
    )
    found: list[FromZero] = []
    for zero in zeros:
        beside = [_beside(system, target, known, zero, tiny, rtol) for tiny in _TINY]
        slope = _limit([None if there is None else _slope(*there, zero.var) for there in beside])
        met = {} if beside[0] is None else _met(*beside[0], zero.var, checked)
        if slope or (slope is not None and met):
            found.append(FromZero(zero, slope, met))
    return tuple(found)


def _beside(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    zero: Known,
    tiny: float,
    rtol: float,
) -> tuple[Query, CandidateSolution] | None:
    """The one solution with the value a little above zero."""
    above = replace(zero, value=tiny * zero.var.unit.factor)
    query = determined_or_none(system, target, {**known, zero.var: above}, rtol)
    if query is None:
        return None
    candidates = query.solutions.candidates
    single = len(candidates) == 1 and candidates[0].interval is None
    return (query, candidates[0]) if single else None


def _slope(query: Query, candidate: CandidateSolution, var: Var) -> float | None:
    try:
        return slopes(query, candidate).get(var, 0.0) / query.in_force[var].value
    except (ArithmeticError, TypeError, ValueError):
        return None


def _limit(found: list[float | None]) -> float | None:
    """The limit of the slopes at ever smaller values; None where they do not converge."""
    for before, slope in pairwise(found):
        if before is not None and slope is not None and math.isclose(slope, before, rel_tol=1e-6):
            return slope
    return None


def _met(
    query: Query, candidate: CandidateSolution, var: Var, checked: Iterable[str]
) -> dict[str, float]:
    crossings = (
        (boundary.name, crossing)
        for boundary in boundaries(query, candidate, checked, only=var)
        for crossing in boundary.crossings
    )
    return {name: crossing.value for name, crossing in crossings if crossing.value is not None}


def with_zeros(around: Iterable[Boundary], zeros: Iterable[FromZero]) -> tuple[Boundary, ...]:
    """The boundaries with their crossings by zeros, given by value since no factor leads there."""
    zeros = tuple(zeros)

    def further(boundary: Boundary) -> tuple[Crossing, ...]:
        return tuple(
            Crossing(zero.known, None, zero.met[boundary.name])
            for zero in zeros
            if boundary.name in zero.met
        )

    return tuple(
        replace(boundary, crossings=(*boundary.crossings, *further(boundary)))
        for boundary in around
    )
