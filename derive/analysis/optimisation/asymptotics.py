"""Asymptotics: limits of the objective as a free variable grows without end or goes to zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import sympy

from derive.analysis.optimisation.active_formula import evaluated
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.analysis.optimisation.slopes import with_exponents
from derive.equations.var import Var

_STEPS = (1e9, 1e15, 1e21)
_NEAR = (1e-3, 1e-5, 1e-7)  # of a value, beside a pole
_DIGITS = 60
_CONVERGES = 0.1  # at most, of one difference in the one before
_STILL = 1e-6  # of a value: smaller steps are none
_LOGARITHMIC = 1e-2  # how far the steps towards a pole may differ
_GROWS = 2.0  # at least, from each of these to the next: even a pole of order 1/6 does


def limit_towards(
    function: ObjectiveFunction, var: Var, start: float, upward: bool
) -> float | None:
    """The limit of the objective along one variable above (or below) `start`; None if not found.

    It follows from the powers of the variable in the closed form of the last regime, else from
    three far points, at which this form has no rounding.
    """
    places = [start * step if upward else start / step for step in _STEPS]
    formulas = (function.formula_at((x,)) for x in (places[1], places[0]))
    formula = next((one for one in formulas if one is not None), None)
    values = {v: k.value for v, k in function.known.items()}
    if formula is not None:
        formula = with_exponents(formula, function.known)
        powers = _powers(formula, var, _with_defaults(formula, values, var))
        if powers is not None:
            return _of_powers(powers, upward)
    if formula is not None:
        exact = [_exactly(function, formula, (x,)) for x in places]
        if (found := extrapolated([None if x is None else float(x) for x in exact])) is not None:
            return found
    return extrapolated([function.sample((x,)).value for x in places])


def far_along(start: float, upward: bool) -> float:
    """The farthest value of a variable at which its objective is asked for."""
    return start * _STEPS[-1] if upward else start / _STEPS[-1]


def is_underflow(function: ObjectiveFunction, sample: Sample) -> bool:
    """Whether a zero is that of floats alone, which have nothing so small as the value there."""
    exact = exact_value(function, sample.at)
    return exact is not None and exact != 0


def exact_value(function: ObjectiveFunction, at: Place) -> Any | None:
    """The objective at a point to many digits; None where it is no formula or has no value."""
    formula = function.formula_at(at)
    return None if formula is None else _exactly(function, formula, at)


def _exactly(function: ObjectiveFunction, formula: Any, at: Place) -> Any | None:
    """The value of a formula of the objective at a point to many digits; None without a value."""
    values = {v: sympy.Float(k.value, _DIGITS) for v, k in function.known.items()}
    place = zip(function.variables, (sympy.Float(x, _DIGITS) for x in at), strict=True)
    exact = formula.xreplace({**values, **dict(place)}).evalf(_DIGITS)
    return exact if exact.is_Float else None


def _with_defaults(formula: Any, values: dict[Var, float], x: Var) -> dict[Var, float]:
    missing = {
        v: v.default.value
        for v in formula.free_symbols
        if v not in values and v != x and v.default is not None
    }
    return {**values, **missing}


def _powers(formula: Any, x: Var, values: dict[Var, float]) -> list[tuple[float, float]] | None:
    """The formula as coefficients and powers of x at these values; None if it is not such a sum."""
    found: dict[float, float] = {}
    for term in sympy.Add.make_args(sympy.expand(formula)):
        rest, held = term.as_independent(x, as_Add=False)
        power = 0.0
        for factor in sympy.Mul.make_args(held) if held != 1 else ():
            raised, exponent = factor.as_base_exp()
            number = evaluated(exponent, values)
            if raised != x or number is None:
                return None
            power += number
        coefficient = evaluated(rest, values)
        if coefficient is None:
            return None
        found[power] = found.get(power, 0.0) + coefficient
    return [(c, p) for p, c in found.items() if c]


def _of_powers(powers: list[tuple[float, float]], upward: bool) -> float:
    if not powers:
        return 0.0
    leading = max(powers, key=lambda pair: pair[1] if upward else -pair[1])
    grows = leading[1] > 0 if upward else leading[1] < 0
    if grows:
        return math.copysign(math.inf, leading[0])
    return leading[0] if leading[1] == 0 else 0.0


def limit_at_pole(function: ObjectiveFunction, at: float, way: float) -> float | None:
    """Plus or minus infinity if the objective has a pole on this side of a value of the one free
    variable; else None.
    """
    scale = abs(at) or function.choices[0].var.unit.factor
    samples = [function.sample((at + way * step * scale,)) for step in _NEAR]
    values = [sample.value for sample in samples if sample.value is not None and sample.feasible]
    if len(values) < len(_NEAR):
        return None
    first, second, third = values
    if first and _grows(values):
        return math.copysign(math.inf, third)
    step, before = third - second, second - first
    if math.isclose(step, before, rel_tol=_LOGARITHMIC) and abs(step) > _STILL * abs(third):
        return math.copysign(math.inf, step)
    return None


def _grows(values: Sequence[float]) -> bool:
    """Whether values grow by a factor from each to the next."""
    return all(abs(later) >= _GROWS * abs(earlier) for earlier, later in pairwise(values))


def extrapolated(values: list[float | None]) -> float | None:
    """The limit of three values at points a constant factor apart, if they converge, or grow or
    shrink as a power or a logarithm does.
    """
    if any(value is None for value in values):
        return None
    first, second, third = (float(value) for value in values if value is not None)
    if math.isclose(second, third, rel_tol=1e-9):
        return third
    before, step = second - first, third - second
    if math.isclose(step, before, rel_tol=1e-6) and abs(step) > _STILL * abs(third):
        return math.copysign(math.inf, step)
    if abs(third) < _GROWS * abs(second) and abs(second) < _GROWS * abs(third):
        return third + step**2 / (before - step) if abs(step) < _CONVERGES * abs(before) else None
    if 0.0 in (first, second) or min(first * second, second * third) < 0.0:
        return None
    if _grows((third, second, first)):
        return 0.0
    return math.copysign(math.inf, third) if _grows((first, second, third)) else None
