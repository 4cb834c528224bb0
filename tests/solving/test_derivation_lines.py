"""Lines of derivations at points where random numbers do not reach: edges, holes, zeros."""

from __future__ import annotations

import pytest
import sympy

import derive
from derive.equations import Eq, Max, Min, Relation, Var
from derive.system import System

real = [Var(name, within="(-oo, oo)") for name in ("u", "v", "w")]
a, b, c, d, t = (Var(name) for name in "abcdt")
n = Var("n", within="[0, oo)")


def test_a_root_whose_argument_is_zero_but_for_rounding_is_verified() -> None:
    """n² = a + b·c - 1 = 0: floats leave -1e-17, of which there is no root."""
    system = System([Relation("size", Eq(sympy.Abs(n**2 - a + 1), b * c))])
    answer = system.solve(n, {a: 0.164, b: 20.83333333333, c: 0.040128})
    assert answer.number == 0 and answer.derivation.verified


def test_lines_of_an_interval_with_a_hole_are_verified_beside_it() -> None:
    """⌈3·u²·b⌉ = 1 for u from -1.667 to 1.667, but not in the middle."""
    (u, *_) = real
    system = System([Relation("rounded", Eq(c * a, sympy.ceiling(3 * u**2 * b)))])
    answer = system.solve(u, {a: 2, b: 0.12, c: 0.5})
    assert [i.low for i in answer.intervals] == [pytest.approx(-5 / 3), 0.0]
    assert (
        answer.derivation.verified
        and "anywhere from −1.667 to below 0 or above 0 to 1.667" in str(answer)
    )


def test_lines_of_what_was_divided_by_zero_end_before_it() -> None:
    """√n·a·v = w with v = w = 0: every n does, and “√n = 0” is no line of it."""
    w, v, k, b = (Var(name, within="[0, oo)") for name in "wvkb")
    system = System([
        Relation("largest", Eq(a, Max(1, sympy.sqrt(n)))),
        Relation("product", Eq(sympy.sqrt(n) * a * v, w)),
        Relation("square", Eq(sympy.Piecewise((v**2, v <= 1), (sympy.sqrt(v), True)), b)),
        Relation("case", Eq(sympy.Piecewise((a * w, w <= 1), (a * w**2, True)), k)),
    ])  # fmt: skip
    answer = system.solve(n, {"b": 0, "k": 0})
    assert answer.intervals and answer.derivation.verified
    assert not any(step.equation == Eq(sympy.sqrt(n), 0) for step in answer.derivation)


def test_what_cancels_in_one_relation_and_not_in_another_is_not_set_to_one() -> None:
    """B cancels in min(b, ...) = a·b, but b - d = u·t holds for few b: no line is tried at one."""
    u, *_ = real
    share = Var("b", within="(0, 1]")
    system = System([
        Relation("least", Eq(Min(t**2, share, d), a * share)),
        Relation("product", Eq(a, c * share * (t - share + 1))),
        Relation("case", Eq(d, sympy.Piecewise(
            (sympy.sqrt(t) * share, share <= t), (t**2 / share + 1, True)))),
        Relation("rest", Eq(share - d, u * t)),
    ])  # fmt: skip
    answer = system.solve(a, {u: -3, c: 0.2})
    assert answer.outcomes and answer.derivation.verified


def test_a_line_over_what_the_givens_make_zero_is_not_printed() -> None:
    """The bus bandwidth is as large as the link's: the time of the exchange drops out."""
    same = "5.202744574910e+12 byte/s/GPU"
    answer = derive.solve(
        "exchange_time",
        {
            "all_reduce_time": "2e-4 s",
            "all_reduce_bus_bandwidth": same,
            "collective_bandwidth": same,
        },
    )
    assert answer.intervals and answer.derivation.verified


def test_a_share_below_zero_by_lost_digits_alone_is_zero_in_its_line_too() -> None:
    """What is computed goes beyond the whole in its twelfth digit."""
    whole, own, rate, time = (Var(name) for name in ("whole", "own", "rate", "time"))
    share = Var("share", within="[0, 1)")
    both = System([
        Relation("part", Eq(own, rate * time)), Relation("rest", Eq(whole * (1 - share), own)),
    ])  # fmt: skip
    answer = both.solve(share, {rate: 3.0, time: 1 + 4e-12, whole: 3.0})
    assert answer.number == 0.0
    assert answer.derivation.verified
