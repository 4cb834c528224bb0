"""A falling and a rising cost: where the sum is least, and what equal shares cost."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.relations import two_costs


def powers(falling: float, rising: float) -> dict[str, str]:
    return {"falling_exponent": repr(falling), "rising_exponent": repr(rising)}


def value(target: str, given: dict[str, str]) -> float:
    answer = derive.solve(target, given)
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float(answer.value.magnitude)


@pytest.mark.parametrize(
    ("falling", "rising", "penalty"),
    [(1, 2, 0.058), (0.34, 1, 0.135), (0.28, 0.34, 0.005), (1, 1, 0.0), (3, 3, 0.0)],
)
def test_equal_shares_cost_a_little_more_than_the_best(
    falling: float, rising: float, penalty: float
) -> None:
    """5.8 %, 13.5 %, 0.5 %; nothing where both exponents are equal."""
    assert value("equal_split_penalty", powers(falling, rising)) - 1 == pytest.approx(
        penalty, abs=6e-4
    )
    assert value("best_cost_ratio", powers(falling, rising)) == pytest.approx(rising / falling)


def test_the_lecturers_example_is_least_at_one() -> None:
    """1/x + x: two, at x = 1, both halves equal."""
    known = {**powers(1, 1), "falling_scale": "1 USD", "rising_scale": "1 USD"}
    assert (value("best_choice", known), value("least_total_cost", known)) == (
        pytest.approx(1),
        pytest.approx(2),
    )


@pytest.mark.parametrize(
    ("falling", "rising", "a", "b"), [(1, 2, 3.0, 5.0), (0.34, 1, 400.0, 0.1), (2, 0.5, 1.0, 7.0)]
)
def test_no_other_choice_is_cheaper(falling: float, rising: float, a: float, b: float) -> None:
    """The best choice against its neighbours, by plain arithmetic; the penalty against the choice
    of equal costs.
    """
    known = {**powers(falling, rising), "falling_scale": f"{a} USD", "rising_scale": f"{b} USD"}

    def total(x: float) -> float:
        return float(a * x**-falling + b * x**rising)

    best, least = value("best_choice", known), value("least_total_cost", known)
    assert total(best) == pytest.approx(least)
    assert all(total(best * factor) > least for factor in (0.9, 0.99, 1.01, 1.1))
    equal = (a / b) ** (1 / (falling + rising))
    assert total(equal) / least == pytest.approx(value("equal_split_penalty", known))


def test_a_penalty_has_two_pairs_of_exponents() -> None:
    """Either exponent may be the smaller one: half or twice the other cost the same."""
    penalty = value("equal_split_penalty", powers(1, 2))
    answer = derive.solve(
        "falling_exponent", {"rising_exponent": "2", "equal_split_penalty": repr(penalty)}
    )
    assert [o.value for o in answer.outcomes] == pytest.approx([1.0, 4.0])


def test_the_scales_follow_from_the_best_choice() -> None:
    """Backwards: where the best choice lies fixes how the costs compare at one."""
    known = {**powers(1, 2), "best_choice": "2", "rising_scale": "1 USD"}
    assert value("falling_scale", known) == pytest.approx(16)


@pytest.mark.parametrize("theorem", two_costs.THEOREMS, ids=lambda theorem: theorem.name)
def test_when_the_optimum_is_at_equal_costs_is_proved(theorem: Any) -> None:
    """It is where both change by the same power."""
    assert derive.prove(theorem.name).derivation.verified
