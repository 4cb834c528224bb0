"""Products whose factors may be negative by their range, but not by what is given."""

from __future__ import annotations

import math

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derive import Eq, Max, Min, Relation, System, Var
from derive.program.interval_powers import base_of
from derive.solving.consistency import knowledge
from derive.solving.givens import read_givens

a, x = Var("a"), Var("x")
share = Var("s", within="(0, 1]")
u, v, w, y = (Var(name, within="(-oo, oo)") for name in "uvwy")
z = Var("z", within="[0, oo)")


@pytest.mark.parametrize("target", [x, share, v, w])
def test_a_clash_through_factors_that_are_found_positive_is_seen_from_every_side(
    target: Var,
) -> None:
    """x v (a + 1 - w) is at least 1.09 and should be 1: s and w, in which both are shared, are not
    zero, and the bracket is above 3.
    """
    relations = [
        Relation("size", Eq(sympy.Abs(x - sympy.sqrt(share) + 1), v)),
        Relation("product", Eq(x * share * v, w)),
        Relation("least", Eq(Min(1, x, a**2), y)),
        Relation("parabola", Eq(share, w * (a - w + 1))),
    ]
    answer = System(relations).solve(target, {a: 3, y: "0.600000000000"})
    assert answer.contradiction is not None and set(answer.contradiction.names) == {"a", "y"}


@pytest.mark.parametrize(("value", "sign"), [(-2, "-"), (2, "+")])
def test_a_factor_that_may_be_negative_does_not_cancel(value: float, sign: str) -> None:
    """The root of u squared is u or -u."""
    relations = [
        Relation("root", Eq(v, sympy.sqrt(u**2) * x)),
        Relation("product", Eq(v, u * y)),
    ]
    answer = System(relations).solve(u, {x: 2, y: value, v: 6})
    assert answer.status == "solved"
    assert [o.value for o in answer.values] == pytest.approx([3.0 if sign == "+" else -3.0])


def test_a_product_that_may_be_zero_does_not_cancel() -> None:
    """With u = 0 both hold, whatever x and y are."""
    relations = [Relation("one", Eq(v, u * x)), Relation("other", Eq(v, u * y))]
    assert System(relations).solve(v, {x: 2, y: 3}).contradiction is None
    assert System(relations).solve(v, {x: 2, y: 3, u: 1}).contradiction is not None


@pytest.mark.parametrize("least", [0.05, 0.55, 0.65])
def test_a_factor_known_within_a_factor_of_two_cancels_too(least: float) -> None:
    """The ratio of the two products is 2, whatever the share in both, which is `least` to one."""
    h, k, low, r, t = (Var(name) for name in ("h", "k", "low", "r", "t"))
    relations = [
        Relation("share", Eq(share, Max(h, low))),
        Relation("one", Eq(a, share * r)),
        Relation("other", Eq(x, share * t)),
        Relation("ratio", Eq(k, r / t)),
    ]
    system = System(relations)
    stated, _ = read_givens({"a": 2, "x": 1, "low": least}, system.vocabulary)
    state = knowledge(system, stated)
    assert state.interval(share) == pytest.approx((least, 1.0))
    assert state.interval(k) == pytest.approx((2.0, 2.0))


def test_a_side_of_an_even_power_that_the_range_leaves_out_refutes_a_root() -> None:
    """Of the two roots of the distance one makes v = 8, whose square the negative side of the range
    of v does not reach; what is above is not negative, as the last relation needs it.
    """
    cases = sympy.Piecewise((v, v <= 1), (v + 1, True))
    relations = [
        Relation("power", Eq(a * share, sympy.floor(3 * share * v**2))),
        Relation("difference", Eq(w - u, v)),
        Relation("negative", Eq(y * x, cases)),
        Relation("distance", Eq(z, sympy.Abs(y - u + 1))),
    ]
    answer = System(relations).solve(a, {share: 0.154, w: 1.914, y: -1.206973768, z: 5.893973768})
    assert [o.value for o in answer.values] == pytest.approx([6 / 0.154])


@given(
    st.floats(0.01, 9.0) | st.floats(-9.0, -0.01),
    st.floats(0.0, 3.0),
    st.floats(0.0, 3.0),
    st.sampled_from([2.0, 4.0]),
)
def test_the_bases_of_an_even_power_hold_each_that_has_it(
    base: float, below: float, above: float, power: float
) -> None:
    low, high = base_of((base**power, base**power), (power, power), (base - below, base + above))
    assert low <= base * (1 - 1e-9) or math.isclose(low, base, rel_tol=1e-9)
    assert high >= base * (1 - 1e-9) or math.isclose(high, base, rel_tol=1e-9)
