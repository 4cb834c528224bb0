"""Changes and logarithms of 1 + x: all digits of a small x, in floats, arrays and sixty digits."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derive.equations import Eq, Relation, Var
from derive.equations.differences import terms_of
from derive.equations.lowering import compile_expression
from derive.program.arithmetic import precise
from derive.program.array_arithmetic import CAREFUL, FAST
from derive.system import System
from tests.sampling import sampled

u, w, v = (Var(name) for name in "uwv")
exp, log = sympy.exp, sympy.log
SLOTS = {u: 0, w: 1, v: 2}

FORMS: dict[sympy.Expr, Callable[[float, float], float]] = {
    u - u * exp(-w / u): lambda x, y: -x * math.expm1(-y / x),
    3 * exp(w / u) - 3: lambda x, y: 3 * math.expm1(y / x),
    exp(v) * (exp(w / u) - 1): lambda x, y: math.expm1(y / x),
    exp(v + w / u) - exp(v): lambda x, y: math.expm1(y / x),
    u * log(1 + w / u): lambda x, y: x * math.log1p(y / x),
    log((u + w) / u): lambda x, y: math.log1p(y / x),
    log(u / (u + w)): lambda x, y: -math.log1p(y / x),
    w + log(1 + w / u) - w: lambda x, y: math.log1p(y / x),
}


@pytest.mark.parametrize("form", FORMS, ids=str)
@sampled(40)
@given(st.floats(-12, 12), st.floats(-18, 2))
def test_the_digits_of_small_numbers_are_kept(form: sympy.Expr, size: float, ratio: float) -> None:
    """Of w over u from 1e-18 to 100, in floats, arrays and, as far as these go, sixty digits."""
    x = 10.0**size
    y = x * 10.0**ratio
    true = FORMS[form](x, y)
    assert compile_expression(form, SLOTS)([x, y, 0.0]) == pytest.approx(true, rel=1e-13)
    for arithmetic in (FAST, CAREFUL):
        found = compile_expression(form, SLOTS, arithmetic)([np.array([x]), np.array([y]), 0.0])
        assert found == pytest.approx([true], rel=1e-13)
    number = precise().number
    found = compile_expression(form, SLOTS, precise())([number(x), number(y), number(0)])
    assert float(found) == pytest.approx(true, rel=1e-13)


@pytest.mark.parametrize("term", [u + w - u * exp(-w), exp(u) - 2, log(u) + w, u * exp(-w)])
def test_other_terms_stay_as_they_are(term: sympy.Expr) -> None:
    """A sum with a pair in it keeps its other terms, and one without has its own."""
    assert sum(terms_of(term)) == term
    values = [0.3, 0.7, 0.0]
    at = dict(zip((u, w, v), values, strict=True))
    expected = pytest.approx(float(term.subs(at)), rel=1e-14)
    assert compile_expression(term, SLOTS)(values) == expected


@pytest.mark.parametrize(
    ("formula", "share", "value"),
    [
        (u * log(1 + w / v), "1.1e-15", 1.1e-15), (1 - exp(-w), "1e-15", 1e-15),
        (exp(w) - 1, "1e-17", 1e-17), (log(v / (v - w)), "1e-15", 1e-15),
    ],
)  # fmt: skip
def test_answers_keep_them_without_a_warning(formula: sympy.Expr, share: str, value: float) -> None:
    """Eleven percent were lost without a word at 1.1e-15; forwards and back."""
    result = Var("result")
    system = System([Relation("formula", Eq(result, formula))])
    known = {name: 1 for name in ("u", "v") if Var(name) in formula.free_symbols}
    answer = system.solve(result, {**known, "w": share})
    assert answer.number == pytest.approx(value, rel=1e-12) and not answer.warnings
    back = system.solve(w, {**known, "result": share})
    assert back.number == pytest.approx(value, rel=1e-12) and not back.warnings
