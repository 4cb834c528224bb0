"""Zero slopes of an objective: the equation of rising and falling terms, and where it holds."""

from __future__ import annotations

import pytest
import sympy

import derive
from derive.analysis.optimisation.slopes import stationary
from derive.equations import Var
from derive.results.known import Known, Origin

load = Var("slope_load")
rate, size, cost = (Var(f"slope_{name}") for name in ("rate", "size", "cost"))


def zero(formula: sympy.Expr, **values: float) -> float | None:
    """The load above zero at which the slope of a formula is zero."""
    named = {"rate": rate, "size": size, "cost": cost}
    known = {named[name]: Known(named[name], x, Origin.GIVEN) for name, x in values.items()}
    equation = stationary(formula, load, known)
    if equation is None:
        return None
    numbers = {v: sympy.Rational(str(k.value)) for v, k in known.items()}
    found = sympy.Symbol("load", positive=True)
    sides = (side.subs(numbers).subs(load, found) for side in (equation.lhs, equation.rhs))
    (root,) = sympy.solve(sympy.Add(next(sides), -next(sides)), found)
    return float(root)


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        (rate * load + size / load, 2.0),
        ((rate - cost) * load**2 + size * load, 1.0),  # the first factor is below zero
        ((load - size) ** 2 + rate, 8.0),
        ((cost - rate) * load + (1 - rate / size) ** 3 * size / load, (3.375 / 4) ** 0.5),
        (rate * load / (load**2 + size), 8.0**0.5),
    ],
)
def test_the_slope_is_zero_where_the_equation_holds(formula: sympy.Expr, wanted: float) -> None:
    assert zero(formula, rate=2.0, size=8.0, cost=6.0) == pytest.approx(wanted)


@pytest.mark.parametrize("formula", [rate * load + size, (rate + size) * load**2 + cost * load])
def test_a_slope_of_one_sign_is_nowhere_zero(formula: sympy.Expr) -> None:
    assert zero(formula, rate=2.0, size=8.0, cost=6.0) is None


def test_a_large_power_of_what_does_not_vary_is_not_multiplied_out() -> None:
    """Four thousand draws of experts made as many terms."""
    known = {v: Known(v, x, Origin.GIVEN) for v, x in ((rate, 8.0), (size, 256.0))}
    formula = (cost * (1 - rate / size) ** 4095 + load) / load + load
    equation = stationary(formula, load, known)
    assert sympy.count_ops(equation) < 20


def test_the_optimum_of_a_mixture_of_experts_over_three_variables_is_at_their_ends() -> None:
    """Stationary points of each regime were sums of 50,000 operations; it took 40 s."""
    given = {
        **derive.accelerator("h200_sxm", precision="fp8"),
        **derive.model("mixtral_8x7b"),
    }
    over = {
        "batch_size": "1 to 1000 sequence",
        "gpus": "1 to 16 GPU",
        "context_length": "1000 to 30000 token/sequence",
    }
    found = derive.optimise(
        "throughput", given, over=over, sense="max", subject_to="step_time <= 10 ms"
    )
    assert [one.value for one in found.decisions] == pytest.approx([1000, 16, 1000])
    assert (found.whole_value, found.whole_how) == (
        found.value,
        "no whole numbers can be better than the best of all values",
    )
