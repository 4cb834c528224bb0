"""Ends of intervals that are left out: `x > a` leaves out an x of a, a range one of its ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy

from derive.algebra.branch import Branch
from derive.algebra.regimes import Guard
from derive.equations import Eq, Max, Min, Relation, Var
from derive.library import solve
from derive.solving.left_out_ends import _rounds_on, _runs_off
from derive.system import System

near, far = Var("near_edge"), Var("far_side")

PRICES = {
    "input_price": "1.25 USD/Mtoken",
    "long_input_price": "2.5 USD/Mtoken",
    "output_price": "10 USD/Mtoken",
    "long_output_price": "15 USD/Mtoken",
    "output_length": "1000 token/sequence",
}
WHOLE = {"tariff": "whole_request"}


@pytest.mark.parametrize(
    ("price", "text"),
    [
        ("0.3 to 0.6 USD/sequence", "above 200,000 token/sequence to 234,000 token/sequence"),
        ("0.2 to 0.6 USD/sequence", "152,000 token/sequence to 234,000 token/sequence"),
        ("0.1 to 0.4 USD/sequence", "72,000 token/sequence to 200,000 token/sequence"),
    ],
)
def test_a_price_above_the_step_leaves_the_threshold_out(price: str, text: str) -> None:
    given = {**PRICES, "tier_threshold": "200000 token/sequence", "request_price": price}
    assert solve("prompt_length", given, variants=WHOLE).text == text


def test_an_end_that_another_case_meets_belongs_to_the_set() -> None:
    """3·⌊x⌋ + 2 = 8 for x from 2 to below 3; from 3 on, 2x + 2 = 8 for x = 3."""
    way = sympy.Piecewise((3 * sympy.floor(near) + 2, near < 3), (2 * near + 2, True))
    assert System([Relation("way", Eq(far, way))]).solve(near, {far: 8}).text == "2 to 3"
    way = sympy.Piecewise((3 * sympy.floor(near) + 2, near < 3), (2 * near + 3, True))
    assert System([Relation("way", Eq(far, way))]).solve(near, {far: 8}).text == "2 to below 3"


@pytest.mark.parametrize(
    ("prompt", "price", "text"),
    [
        (
            "250000 token/sequence",
            "0.64 USD/sequence",
            "above 0 token/sequence to below 250,000 token/sequence",
        ),
        ("190000 token/sequence", "0.2475 USD/sequence", "190,000 token/sequence to ∞"),
    ],
)
def test_the_threshold_itself_is_charged_at_the_lower_prices(
    prompt: str, price: str, text: str
) -> None:
    given = {**PRICES, "prompt_length": prompt, "request_price": price}
    assert solve("tier_threshold", given, variants=WHOLE).text == text


@pytest.mark.parametrize(("condition", "text"), [(sympy.Ge, "5 to 8"), (sympy.Gt, "above 5 to 8")])
def test_a_condition_tells_whether_its_end_is_open(condition: type, text: str) -> None:
    """At 5 the other case gives 3: with `>=` the case of 5 holds there."""
    size, cost = Var("case_size", within="(0, oo)"), Var("case_cost", within="(0, oo)")
    cases = sympy.Piecewise((size, condition(size, 5)), (3, True), evaluate=False)
    answer = System([Relation("steps", Eq(cost, cases))]).solve(size, {cost: "4 to 8"})
    assert answer.text == text


def test_cases_that_meet_at_an_end_leave_it_in() -> None:
    size, cost = Var("kink_size", within="(0, oo)"), Var("kink_cost", within="(0, oo)")
    cases = sympy.Piecewise((size, size <= 5), (2 * size - 5, True), evaluate=False)
    answer = System([Relation("kink", Eq(cost, cases))]).solve(size, {cost: "5 to 8"})
    assert answer.text == "5 to 6.5"


def test_the_regime_of_a_constant_argument_is_a_range_however_narrow() -> None:
    """A least value that is given as the constant in it leaves the others free: here in a stretch
    of the target between two points that are tried.
    """
    c6, c7, x0, x3, x4, y5 = (Var(f"least_{n}", within="(0, oo)") for n in range(6))
    least = Var("least", within="[0, oo)")
    relations = [
        Relation("apart", Eq(c7 * x4, sympy.Abs(c6 - x3**2 + 1))),
        Relation("smallest", Eq(least, Min(1, c7, 1 / x0, y5**2))),
        Relation("nearest", Eq(Min(x3, 1 / x4), y5)),
        Relation("times", Eq(x0, c6 * x4 * (y5 - x4 + 1))),
    ]
    answer = System(relations).solve(c7, {x3: "3.64", x4: "0.706", least: 1})
    (one,) = answer.intervals
    assert (one.low, one.high) == pytest.approx((16.17774, 17.35071), rel=1e-5)
    assert (one.low_open, one.high_open) == (False, True)  # at which c6 is zero


def test_prices_between_those_on_both_sides_of_a_step_are_out_of_reach() -> None:
    """From 0.26 USD the price jumps to 0.515 USD: no price in between, whichever, is one's."""
    given = {**PRICES, "tier_threshold": "200000 token/sequence"}
    answer = solve(
        "prompt_length", {**given, "request_price": "0.3 to 0.4 USD/sequence"}, variants=WHOLE
    )
    assert answer.status == "unreachable" and answer.bound is not None
    assert (answer.bound.value, answer.bound.above) == pytest.approx((0.26, 0.515))


def made(low: str, equation: Callable[[Var, Var], Eq]) -> str:
    """The values that a bound variable may have where the larger of one and `high` is one."""
    size, high, most = Var("size_end", within=low), Var("high_end"), Var("most_end")
    relations = [Relation("larger", Eq(most, Max(1, high))), Relation("made", equation(high, size))]
    return System(relations).solve(size, {most: 1}).text


@pytest.mark.parametrize(
    ("low", "equation", "text"),
    [
        ("[0, oo)", lambda high, size: Eq(high, size), "above 0 to 1"),
        ("[0, oo)", lambda high, size: Eq(high, size + 0.5), "0 to 0.5"),
        ("[0, oo)", lambda high, size: Eq(high, sympy.sqrt(2 - size)), "1 to below 2"),
        ("(0, oo)", lambda high, size: Eq(high, 1e-9 / size), "1e-9 to ∞"),
        (
            "(-oo, oo)",
            lambda high, size: Eq(size, 0.543139024560001 - high**2),
            "-0.4569 to below 0.5431",
        ),
    ],
)
def test_an_end_at_which_another_variable_is_zero_is_left_out(
    low: str, equation: Callable[[Var, Var], Eq], text: str
) -> None:
    """Not one at which it is near to zero, or large, beside the rest of the interval."""
    assert made(low, equation) == text


def test_a_case_without_a_value_at_an_end_leaves_it_as_it_is() -> None:
    size, cost = Var("case_of", within="[0, oo)"), Var("cost_of", within="(-oo, oo)")
    cases = sympy.Piecewise((1 / size, size >= 2), (sympy.log(size - 1), True), evaluate=False)
    answer = System([Relation("logs", Eq(cost, cases))]).solve(size, {cost: "0.1 to 0.6"})
    assert answer.text == "2 to 10"


def test_a_rounding_of_what_has_no_value_leaves_no_end_out() -> None:
    """Another whole number is seen at the end only where both sides have a value there."""
    size, part = Var("rounded_size"), Var("rounded_part")
    branch = Branch(size, excluded=Guard(size * part, sympy.Integer(2)))
    assert _rounds_on(branch, {size: 4.0, part: 0.5})
    assert not _rounds_on(branch, {size: 4.0, part: 0.6})
    assert not _rounds_on(branch, {size: 4.0})


@pytest.mark.parametrize(
    ("at", "near", "left_out"),
    [
        ({}, {"part": 2.0, "rest": 2.0}, True),
        ({"part": 2e3, "rest": 2.0}, {"part": 2.0, "rest": 2.0}, True),
        ({"part": 2.0, "rest": -2e3}, {"part": 2.0, "rest": 2.0}, True),
        ({"part": 2e-3, "rest": 2.0}, {"part": 2.0, "rest": 2.0}, True),
        ({"part": 2.0, "rest": 2e-3}, {"part": 2.0, "rest": 2.0}, False),
        ({"part": 40.0, "rest": 1.0}, {"part": 2.0, "rest": 2.0}, False),
        ({"part": 0.1, "rest": 1.0}, {"part": 2.0, "rest": 2.0}, False),
        ({"part": 2e3}, {}, False),
        ({}, {}, False),
    ],
)
def test_an_end_is_left_out_where_an_eliminated_variable_runs_off(
    at: dict[str, float], near: dict[str, float], left_out: bool
) -> None:
    """To infinity, or to a zero that its range leaves out, from a value next to the end; a factor
    of twenty is neither.
    """
    names = {"part": Var("off_part"), "rest": Var("off_rest", within="(-oo, oo)")}
    size = Var("off_size")
    definitions = ((names["part"], 2 / size), (names["rest"], size - 2))
    values = ({names[name]: x for name, x in side.items()} for side in (at, near))
    assert _runs_off(Branch(size, definitions=definitions), *values) is left_out


@pytest.mark.parametrize(
    ("condition", "value", "text"),
    [
        (near < 2, "2", "no value"),
        (near < 2, "7", "2"),
        (near < 2, "2 to 3", "no value"),
        (near < 2, "3 to 7", "2"),
        (near < 2, "1 to 2", "1 to below 2"),
        (near <= 2, "2", "2"),
        (near <= 2, "7", "no value"),
        (near <= 2, "2 to 3", "2"),
        (near <= 2, "3 to 7", "no value"),
        (near <= 2, "7 to 8", "above 2 to 3"),
    ],
)
def test_a_value_at_which_a_case_ends_is_met_by_the_case_that_holds_there(
    condition: Any, value: str, text: str
) -> None:
    """Of x below 2 and x + 5 from there on, or above it, one is told at 2."""
    jump = sympy.Piecewise((near, condition), (near + 5, True))
    answer = System([Relation("jump", Eq(far, jump))]).solve(near, {far: value})
    assert answer.text == text


@pytest.mark.parametrize(
    ("equation", "value", "values"),
    [
        (sympy.Piecewise((sympy.floor(near), near < 2), (5, True)), "2", []),
        (sympy.Piecewise((sympy.ceiling(near), near > 4), (1, True)), "4", []),
        (sympy.Piecewise((2 + 1 / near, near > 4), (2 * sympy.floor(near) + 3, True)), "2.25", []),
        (sympy.Piecewise((near, near > 3), (2 * sympy.floor(near) + 2, True)), "8", [3, 8]),
        (sympy.Piecewise((4 * near, near < 3), (2 * sympy.ceiling(near) + 2, True)), "8", [2, 3]),
        (near * (sympy.ceiling(near) + 3), "60", []),
        (near * (sympy.ceiling(near) + 3), "54", [6]),
        (near * sympy.Piecewise((sympy.ceiling(near) + 3, near > 5), (12, True)), "60", [5]),
    ],
)
def test_a_rounding_beside_a_case_is_taken_at_the_value_itself(
    equation: Any, value: str, values: list[float]
) -> None:
    """What a side of a jump only approaches is no value, and one point of a case is one."""
    answer = System([Relation("jump", Eq(far, equation))]).solve(near, {far: value})
    assert sorted(v.value for v in answer.values) == pytest.approx(values)
    assert not answer.intervals


def test_a_case_that_ends_between_samples_leaves_its_gap() -> None:
    """From 4 to 5 the floor is above six, although every sample of the whole range is admitted."""
    floor = sympy.Piecewise((sympy.floor(near) + 3, near <= 5), (6, True))
    answer = System([Relation("jump", Eq(far, floor))]).solve(near, {far: "3 to 6"})
    assert answer.text == "above 0 to below 4 or above 5 to ∞"


def test_an_end_at_which_a_rounding_takes_the_next_whole_number_is_open() -> None:
    """Beside a case as without one: the floor of 8 leads to 17."""
    odd = 2 * sympy.floor(near) + 1
    for formula in (odd, sympy.Piecewise((odd, near > 5), (2 * near + 3, True))):
        answer = System([Relation("jump", Eq(far, formula))]).solve(near, {far: "13 to 16"})
        assert answer.text in ("6 to below 8", "6 to below 8 or 5")


def test_a_zero_that_floats_alone_reach_as_an_exponent_goes_to_infinity_is_left_out() -> None:
    """p^y is zero for no y: from about 324 on it is too small for a float."""
    part, exponent = Var("reached_part", within="[0, 1]"), Var("reached_exponent")
    base, most = Var("reached_base", within="(0, 1]"), Var("reached_most", within="[0, 1]")
    system = System(
        [
            Relation("power", Eq(part, base**exponent)),
            Relation("most", Eq(most, Max(part, sympy.Rational(1, 5)))),
        ]
    )
    assert system.solve(part, {base: "0.1", most: "0.2"}).text == "above 0 to 0.2"
