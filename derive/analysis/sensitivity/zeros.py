"""Values that are exactly zero: how an answer moves as they leave zero, and which boundaries they
then meet.
"""

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
from derive.solving.query_preparation import query_or_none

_TINY = tuple(10.0**-k for k in (3, 6, 9, 12, 15))


@dataclass(frozen=True, slots=True)
class FromZero:
    """A known zero, dy/dx from above (base units), and the values (base units) at which it meets
    boundaries, by their names.
    """

    known: Known
    slope: float
    met: Mapping[str, float]


def from_zero(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    rtol: float,
    judged: Sequence[str],
) -> tuple[FromZero, ...]:
    """What each known zero does to the target, in nomenclature order; those without effect or
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
        met = {} if beside[0] is None else _met(*beside[0], zero.var, judged)
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
    """The one world that follows with the zero a little above it."""
    query = query_or_none(
        system, target, {**known, zero.var: replace(zero, value=tiny * zero.var.unit.factor)}, rtol
    )
    candidates = query.solutions.candidates if query is not None and query.plan.determined else []
    return (
        (query, candidates[0])
        if query is not None and len(candidates) == 1 and candidates[0].interval is None
        else None
    )


def _slope(query: Query, candidate: CandidateSolution, var: Var) -> float | None:
    try:
        return slopes(query, candidate).get(var, 0.0) / query.in_force[var].value
    except (ArithmeticError, TypeError, ValueError):
        return None


def _limit(found: list[float | None]) -> float | None:
    """The slope at ever smaller values, as soon as it stays; None where it does not."""
    for before, slope in pairwise(found):
        if before is not None and slope is not None and math.isclose(slope, before, rel_tol=1e-6):
            return slope
    return None


def _met(
    query: Query, candidate: CandidateSolution, var: Var, judged: Iterable[str]
) -> dict[str, float]:
    crossings = (
        (boundary.name, crossing)
        for boundary in boundaries(query, candidate, judged)
        for crossing in boundary.crossings
    )
    return {
        name: crossing.value
        for name, crossing in crossings
        if crossing.known.var == var and crossing.value is not None
    }


def with_zeros(around: Iterable[Boundary], zeros: Iterable[FromZero]) -> tuple[Boundary, ...]:
    """The boundaries with where the zeros meet them, by value, since no factor leads there."""
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
