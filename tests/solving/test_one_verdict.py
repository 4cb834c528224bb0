"""Whether values contradict each other, and which, does not depend on what is asked."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Expr

from derive import solve
from derive.equations import Eq, Relation, Var
from derive.system import System
from tests.sampling import sampled
from tests.solving.small_systems import SmallSystem

a, b, c = (Var(f"a{k}") for k in range(3))
x, y, z, w = (Var(f"x{k}") for k in range(4))
ceiling, exp, log, sqrt = sympy.ceiling, sympy.exp, sympy.log, sympy.sqrt

# The right sides of x0, x1, ..., values that contradict each other, and one that has no part in it.
CASES: dict[str, tuple[list[Expr], Mapping[str, float], str]] = {
    "more than a whole number of times": (
        [a * ceiling(b / a), sympy.Piecewise((b, b <= a), (a * b, True))],
        {"a1": 4.782563, "x0": 4.0430412},
        "",
    ),
    "a ratio within a logarithm": (
        [log(1 + a / b), b * x / (a + b)],
        {"a0": 5.668415, "x1": 0.400146626255},
        "",
    ),
    "a square beside what is rounded up": (
        [a**2 / b, x / (b + x), a * ceiling(b / a)],
        {"x0": 8.54350403381, "x2": 13.811994},
        "",
    ),
    "a saturation beside what is rounded up": (
        [b - b * exp(-a / b), b * ceiling(a / b), sqrt(x) * sqrt(y)],
        {"x2": 4.16080376434, "x0": 4.6115132265},
        "",
    ),
    "two saturations": (
        [a * b - a * b * exp(-c / b), sympy.Min(x, a * b), b * c - b * c * exp(-a / b)],
        {"a2": 4.2929928, "x2": 11.2867578413, "a0": 4.237586, "x0": 11.7927226964},
        "",
    ),
    "a saturation in a saturation": (
        [a * b, a * x - a * x * exp(-a / x), b * x - b * x * exp(-a / b)],
        {"x1": 5.02374782405, "x2": 26.6263992922, "a0": 2.353941},
        "",
    ),
    "a saturation beside harmonic sums": (
        [a * sqrt(b) * sqrt(c), a * x - a * x * exp(-b / x), c * x / (b + x), x * z + x],
        {"x1": 23.9325424921, "a2": 12.693356, "a1": 2.906099, "x2": 6.95834285504},
        "",
    ),
    "two saturations beside what is rounded up": (
        [a * b - a * b * exp(-c / b), a * b - a * b * exp(-x / b), b * ceiling(a**2 / b)],
        {"x0": 4.44935775104, "a0": 2.7240108, "x1": 6.47793768292, "a2": 2.552689},
        "",
    ),
    "sums of sums": (
        [a + b, a + b + 2 * x, a + 2 * b + 3 * x],
        {"x1": 38.193759, "x2": 66.0897132},
        "",
    ),
    "roundings of one another": (
        [b * ceiling(c / b), c * ceiling(b * x / c), x / (c + x), x * ceiling(c / x)],
        {"x1": 25.1183, "x3": 11.1056648, "a0": 4.077589},
        "a0",
    ),
    "a rounding of a square": (
        [a * ceiling(b**2 / a), b * ceiling(a * x / b), b * c / (c + y), b * ceiling(a**2 / b)],
        {"x3": 60.4812672, "x0": 5.875596},
        "",
    ),
}


def system(rights: list[Expr]) -> System:
    relations = [Relation(f"of {v}", Eq(v, e)) for v, e in zip((x, y, z, w), rights, strict=False)]
    unused = Relation("of spare", Eq(Var("spare"), 2 * a))
    return System([*relations, unused])


def contradictions(asked: System, some: Mapping[str, float]) -> list[frozenset[str] | None]:
    """The names in the contradiction, or None, by each variable that some values reach."""
    answers = (asked.solve(v, some) for v in asked.variables)
    conflicts = (answer.conflict for answer in answers if answer.status != "unreachable")
    return [conflict and frozenset(conflict.names) for conflict in conflicts]


@pytest.mark.parametrize("name", CASES)
def test_values_that_contradict_each_other_do_so_whatever_is_asked(name: str) -> None:
    rights, some, apart = CASES[name]
    found = contradictions(system(rights), some)
    assert found == [frozenset(some) - {apart}] * len(found)


def test_coupled_relations_that_no_values_meet_together_are_all_named() -> None:
    """Each of three sums has values; only the last of them was named, as if it had none."""
    rights, some, _ = CASES["sums of sums"]
    told = " ".join(str(system(rights).solve(y, some)).split())
    assert "hold: of x0, of x1 and of x2 are met by no values together" in told


@pytest.mark.parametrize(
    "target", ["message_bytes", "path_bandwidth", "path_latency", "half_bandwidth_message"]
)
def test_values_beside_a_difference_of_equal_times_have_one_verdict(target: str) -> None:
    """Times that agree to eight digits leave 0.846 bytes, the bandwidth and the time 0.687; this
    was told with the values of that route, and the bandwidth was not mentioned.
    """
    known = {
        "message_time": "3.518382975773e-02 s", "path_latency": "3.518382941288e-02 s",
        "path_bandwidth": "2.453914544704e+09 byte/s", "message_bandwidth": "19.51710891755 byte/s",
    }  # fmt: skip
    conflict = solve(target, known).conflict
    assert conflict is not None and set(conflict.names) == set(known)


def test_a_value_beside_a_list_that_was_cut_is_adopted() -> None:
    """More than forty sizes of a0 round a1 up to x0, of which thirty-two are followed."""
    some = {"a0": 2.91092, "a1": 8.531982, "x0": 8.73276}
    asked = system([a * ceiling(b / a)])
    assert [asked.solve(v, some).status for v in (a, b, x)] == ["solved"] * 3


@pytest.mark.parametrize("kind", ["sum", "mix", "wild"])
@sampled(12, deadline=None)
@given(st.integers(0, 10**6))
def test_drawn_values_have_one_verdict(kind: str, seed: int) -> None:
    """No contradiction where they hold; sums and products have one whatever is asked, or none."""
    case = SmallSystem(kind, seed)
    assume(all(0.0 < value < math.inf for value in case.values.values()))
    some = case.some()
    found = set(contradictions(case.system, some))
    if all(math.isclose(some[v], case.values[v], rel_tol=1e-9) for v in some):
        assert found <= {None}
    elif kind != "wild":
        assert len(found) == 1
