"""An optimum does not lie where the givens contradict each other."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy

from derive import Eq, Min, Relation, System, Var
from derive.analysis.optimisation import best as best_points
from derive.results.optimum import Optimum
from derive.results.status import Status

LOAD = Var("load", "1", "share of the time in which a server is busy", within="[0, 1)")
RATE, SERVED = Var("rate", "1/s", "arrivals"), Var("served", "1/s", "arrivals that one serves")
COUNT, COST = Var("count", "1", "servers"), Var("cost", "USD", "cost of all")
PRICE, OTHER = Var("price", "USD", "price of one"), Var("other", "1", "servers by another count")
SERVERS = System(
    [
        Relation("load", Eq(LOAD, RATE / (COUNT * SERVED)), "Time busy over time."),
        Relation("bill", Eq(COST, PRICE * COUNT), "Each costs its price."),
    ]
)
GIVEN = {"rate": "100 1/s", "served": "10 1/s", "price": "3 USD"}


@pytest.mark.parametrize("over", ["count", {"count": ("1", "100")}])
def test_the_range_of_what_follows_is_a_limit(over) -> None:
    """Ten servers would be busy all the time, and fewer more than that."""
    found = SERVERS.optimise("cost", GIVEN, over=over)
    assert found.status == Status.SOLVED and not found.attained
    assert found.value == pytest.approx(30, rel=1e-6)
    assert found.approach == "approached as count comes to 10, not reached"
    reached = SERVERS.optimise("cost", GIVEN, over=over, subject_to=["load <= 0.8"])
    assert reached.value == pytest.approx(37.5) and reached.attained


def test_where_every_point_is_contradictory_there_is_no_optimum() -> None:
    twice = Relation("twice", Eq(OTHER * SERVED, 2 * RATE), "Twice what comes.")
    found = System([*SERVERS.relations, twice]).optimise(
        "cost", {**GIVEN, "other": "3"}, over="count"
    )
    assert found.status == Status.CONTRADICTION and found.value is None


wide, tall, size = Var("wide_one"), Var("tall_one"), Var("size_of_both", within="(-oo, oo)")
PAIRS: dict[str, tuple[Any, Any, Any]] = {
    "an edge at a short number": (
        sympy.sqrt(tall) * sympy.sqrt(sympy.Rational(3, 2) - wide), "1 to 4", "1 to 40"
    ),
    "an edge in one case": (
        sympy.Piecewise((2, tall <= 5), (sympy.sqrt(wide - sympy.Rational(9, 2)), True)), None, None
    ),
    "an edge along a line": (
        sympy.sqrt(wide - tall - sympy.Piecewise((1.5, tall > 6), (wide, True))),
        "0.5 to 10", "1 to 40",
    ),
    "an edge along a curve": (sympy.sqrt(wide**2 - 9 / (2 * tall)), None, None),
}  # fmt: skip


def best(formula: Any, wide_over: Any, tall_over: Any, sense: str = "min") -> Optimum:
    """The best of a formula of two variables over their ranges."""
    system = System([Relation("size", Eq(size, formula))])
    return system.optimise(size, {}, over={wide: wide_over, tall: tall_over}, sense=sense)


@pytest.mark.parametrize("case", PAIRS)
def test_the_best_at_the_edge_of_where_there_is_a_value_is_no_contradiction(case: str) -> None:
    """A search comes to the edge only within its last digits."""
    found = best(*PAIRS[case])
    assert found.status == Status.SOLVED
    assert found.value == pytest.approx(0.0, abs=1e-9)


def test_how_far_a_search_comes_beyond_the_edge_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Right inside the edge the root of what its digits leave is 8.77e-5."""
    point = (7.8325157853472, 6.332515792309171)
    monkeypatch.setattr(best_points, "search", lambda *_: point)
    found = best(*PAIRS["an edge along a line"])
    assert found.status == Status.SOLVED and found.value == pytest.approx(0.0, abs=1e-9)


def test_variables_that_grow_at_different_rates_are_followed_without_end() -> None:
    """Growing alone, or both by one factor, they leave the smaller of the two as it is."""
    found = best(Min(3 * tall, wide / tall) ** 2, None, None, "max")
    assert found.status == Status.UNBOUNDED


def test_a_limit_far_out_is_taken_without_the_rounding_of_floats() -> None:
    """The logarithm of one and almost nothing has no digits in floats."""
    half = sympy.log(wide + 1) / (2 * wide)
    found = best(sympy.Piecewise((half, tall > 2), (-1, True)), None, None, "max")
    assert found.value == pytest.approx(0.5, rel=1e-9)
    assert found.approach == "approached as wide_one goes to nothing, not reached"


def test_the_best_right_beside_a_case_is_found_in_a_range_without_ends() -> None:
    """Just above one the factor is one, and two below it."""
    factor = sympy.Piecewise((1, tall >= 5), (sympy.Piecewise((wide, wide > 1), (2, True)), True))
    found = best((wide + 2.5 * tall + 2) * factor, None, None)
    assert found.value == pytest.approx(3.0, rel=1e-7)


@pytest.mark.parametrize(("sense", "way"), [("min", "falls"), ("max", "grows")])
def test_a_pole_across_which_the_sign_changes_is_seen_between_samples(sense: str, way: str) -> None:
    """The logarithm below the bar is zero at 3.5."""
    system = System([Relation("pole", Eq(size, 9 / sympy.log(4.5 - wide)))])
    found = system.optimise(size, {}, over={wide: None}, sense=sense)
    assert found.approach == f"size_of_both {way} without end as wide_one comes to 3.5"


@pytest.mark.parametrize(
    ("formula", "sense", "value"),
    [
        (sympy.ceiling(wide) - Min(sympy.log(wide + 1), 3.5), "min", 1 - math.log(2)),
        (wide * (sympy.ceiling(wide) - wide**2), "max", 1.0),
        (sympy.Piecewise((3, wide > 2), (sympy.sqrt(wide - 1), True)), "min", 0.0),
        (sympy.log(wide / (4 * (wide - 2)) + 1), "min", -math.inf),
        (sympy.sqrt(Min(3, wide) - sympy.Piecewise((wide, wide >= 5), (2, True))), "min", 0.0),
        (-sympy.ceiling(wide**2 - 4.5), "min", -math.inf),
    ],
)
def test_what_a_few_samples_of_a_range_without_end_step_over_is_found(
    formula: Any, sense: str, value: float
) -> None:
    """Jumps of a rounding, an edge of what has a value, and one between two samples."""
    found = System([Relation("size", Eq(size, formula))]).optimise(
        size, {}, over={wide: None}, sense=sense
    )
    told = -math.inf if found.status == Status.UNBOUNDED else found.value
    assert told == pytest.approx(value, rel=1e-7)
