"""Shadow prices: the change of the optimum with a binding limit, solved anew with it moved."""

from __future__ import annotations

from derive.analysis.optimisation.candidates import (
    CandidatePoint,
    along_equality,
    solutions,
    stationary_points,
)
from derive.analysis.optimisation.equalities import Equality, EqualityKind
from derive.analysis.optimisation.limits import InequalityConstraint
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import ObjectiveFunction
from derive.equations.dimensions import dimension_of
from derive.equations.var import Var
from derive.results.optimum import Binding
from derive.units.unit import base_unit

Route = tuple[tuple[Equality, Var], ...]
_STEP = 1e-4
_WORTHLESS = 1e-9  # where an optimum is flat, a limit at one of its corners costs nothing


def bindings(function: ObjectiveFunction, best: Best) -> tuple[Binding, ...]:
    """Every limit just met at the best point, with its price where the point was found from it;
    limits without cost are left out.
    """
    if best.at is None:
        return ()
    sample = function.sample(best.at)
    found = [
        _binding(function, best, limit, sides[1])
        for limit, sides in zip(function.limits, sample.sides, strict=True)
        if sides is not None and _equal(*sides)
    ]
    return tuple(
        binding
        for binding in found
        if not (best.spans and (binding.elasticity is None or abs(binding.elasticity) < _WORTHLESS))
    )


def _equal(left: float, right: float) -> bool:
    return abs(left - right) <= 1e-9 * max(abs(left), abs(right))


def _binding(
    function: ObjectiveFunction, best: Best, limit: InequalityConstraint, size: float
) -> Binding:
    unit = (
        limit.stated.var.unit if limit.stated is not None else base_unit(dimension_of(limit.left))
    )
    unpriced = Binding(limit.name, size, unit)
    route = best.candidate.route if best.candidate is not None else ()
    steps = (k for k, (equality, _) in enumerate(route) if _fixes(equality, limit))
    step = next(steps, None)
    if step is None or best.candidate is None or not size:
        return unpriced
    above, below = (
        _perturbed(function, best.candidate, step, share) for share in (1 + _STEP, 1 - _STEP)
    )
    if above is None or below is None:
        return unpriced
    price = (above - below) / (2 * _STEP * size)
    return Binding(limit.name, size, unit, price, price * size / best.value if best.value else None)


def _fixes(equality: Equality, limit: InequalityConstraint) -> bool:
    return equality.kind == EqualityKind.LIMIT and equality.limit == limit


def _perturbed(
    function: ObjectiveFunction, candidate: CandidatePoint, step: int, share: float
) -> float | None:
    """The objective where the same equalities hold with one limit multiplied by `share`."""
    route = tuple(
        (equality.scaled(share) if k == step else equality, var)
        for k, (equality, var) in enumerate(candidate.route)
    )
    found = _solve_route(function, route, candidate.values)
    return None if found is None else function.number(function.objective, found)


def _solve_route(
    function: ObjectiveFunction, route: Route, near: dict[Var, float]
) -> dict[Var, float] | None:
    """The point at which the equalities of a route hold, the nearest to the one before."""
    (equality, var), *rest = route
    if not rest:
        return _last(function, equality, var, near)
    below = along_equality(function, equality, var)
    found = None if below is None else _solve_route(below, tuple(rest), near)
    value = None if found is None or below is None else below.number(var, found)
    return None if found is None or value is None else {**found, var: value}


def _last(
    function: ObjectiveFunction, equality: Equality, var: Var, near: dict[Var, float]
) -> dict[Var, float] | None:
    """The last variable; a stationary point is found anew, since the slope depends on the limit."""
    equalities = (
        [equality]
        if equality.kind != EqualityKind.STATIONARY
        else stationary_points(function, [(near[var],)])
    )
    values = [value for each in equalities for value, _ in solutions(function, each, var)]
    return {var: min(values, key=lambda x: abs(x - near[var]))} if values else None
