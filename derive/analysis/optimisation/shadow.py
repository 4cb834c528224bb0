"""Shadow prices: what one more of a limit that binds would be worth, by solving the same equalities
with it moved.
"""

from __future__ import annotations

from derive.analysis.optimisation.candidates import (
    CandidatePoint,
    solutions,
    stationary_points,
    under,
)
from derive.analysis.optimisation.equalities import LIMIT, STATIONARY, Equality
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import InequalityConstraint, ObjectiveFunction
from derive.equations.dimensions import dimension_of
from derive.equations.var import Var
from derive.results.optimum import Binding
from derive.units.unit import base_unit

Route = tuple[tuple[Equality, Var], ...]
_STEP = 1e-4
_WORTHLESS = 1e-9  # where an optimum is flat, a limit at one of its corners costs nothing


def bindings(function: ObjectiveFunction, best: Best) -> tuple[Binding, ...]:
    """Every limit that is just met at the best point, with its price where the point was found from
    it; none that costs nothing.
    """
    if best.at is None:
        return ()
    sample = function.sample(best.at)
    touched = [
        limit
        for limit, sides in zip(function.limits, sample.sides, strict=True)
        if sides is not None and _equal(*sides)
    ]
    found = tuple(_binding(function, best, limit, best.at) for limit in touched)
    return tuple(
        binding
        for binding in found
        if not (best.spans and (binding.elasticity is None or abs(binding.elasticity) < _WORTHLESS))
    )


def _equal(left: float, right: float) -> bool:
    return abs(left - right) <= 1e-9 * max(abs(left), abs(right))


def _binding(
    function: ObjectiveFunction, best: Best, limit: InequalityConstraint, at: tuple[float, ...]
) -> Binding:
    sides = function.sample(at).sides[function.limits.index(limit)]
    size = sides[1] if sides is not None else 0.0
    unit = (
        limit.demand.var.unit if limit.demand is not None else base_unit(dimension_of(limit.left))
    )
    route = best.candidate.route if best.candidate is not None else ()
    step = next(
        (
            k
            for k, (equality, _) in enumerate(route)
            if equality.kind == LIMIT and equality.limit == limit
        ),
        None,
    )
    if step is None or best.candidate is None or not size:
        return Binding(limit.name, size, unit)
    moved = [_moved(function, best.candidate, step, share) for share in (1 + _STEP, 1 - _STEP)]
    if moved[0] is None or moved[1] is None:
        return Binding(limit.name, size, unit)
    price = (moved[0] - moved[1]) / (2 * _STEP * size)
    return Binding(limit.name, size, unit, price, price * size / best.value if best.value else None)


def _moved(
    function: ObjectiveFunction, candidate: CandidatePoint, step: int, share: float
) -> float | None:
    """The objective where the same equalities hold with one limit moved."""
    route = tuple(
        (equality.moved(share) if k == step else equality, var)
        for k, (equality, var) in enumerate(candidate.route)
    )
    found = settle(function, route, candidate.values)
    return None if found is None else function.number(function.objective, found)


def settle(
    function: ObjectiveFunction, route: Route, near: dict[Var, float]
) -> dict[Var, float] | None:
    """The point at which the equalities of a route hold, the one nearest to where they held
    before.
    """
    (equality, var), *rest = route
    if not rest:
        return _last(function, equality, var, near)
    below = under(function, equality, var)
    found = None if below is None else settle(below, tuple(rest), near)
    value = None if found is None or below is None else below.number(var, found)
    return None if found is None or value is None else {**found, var: value}


def _last(
    function: ObjectiveFunction, equality: Equality, var: Var, near: dict[Var, float]
) -> dict[Var, float] | None:
    """The last variable; a slope is put to zero anew, since it depends on what was moved."""
    asked = (
        [equality] if equality.kind != STATIONARY else stationary_points(function, [(near[var],)])
    )
    values = [value for each in asked for value, _ in solutions(function, each, var)]
    return {var: min(values, key=lambda x: abs(x - near[var]))} if values else None
