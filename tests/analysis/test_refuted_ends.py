"""Interval givens that a range limits together, no one of them alone: ends that it refutes."""

from __future__ import annotations

import pytest

from derive.equations import Eq, Relation, Var
from derive.library import solve
from derive.system import System


@pytest.mark.parametrize(
    ("weights", "text"),
    [("6 to 50 GB", "14e9 param to 100e9 param"), ("6 to 12 GB", "14e9 param to 24e9 param")],
)
def test_no_model_has_fewer_parameters_than_it_uses_for_a_token(weights: str, text: str) -> None:
    """At 2 bytes and 7 GB it would have 3.5 of the 14 billion."""
    given = {"active_params": "14e9 param", "weight_bytes": weights}
    answer = solve("total_params", {**given, "bytes_per_param": "0.5 to 2 byte/param"})
    assert answer.text == text


def test_a_limit_beside_the_way_holds_at_all_corners() -> None:
    count, per, whole, part = (Var(f"ends_{n}") for n in ("count", "per", "whole", "part"))
    share = Var("ends_share", within="(0, 1]")
    relations = [
        Relation("whole", Eq(whole, count * per)),
        Relation("share", Eq(share, part / count)),
    ]
    given = {part: 14, per: "0.5 to 2", whole: "6 to 50"}
    assert System(relations).solve(count, given).text == "14 to 100"


def test_what_a_given_is_at_least_with_another_variable_open_limits_its_interval() -> None:
    """The least share lost, at the best time between checkpoints, is 16.1 %: no less than 16.1
    days of the hundred.
    """
    given = {
        "training_time": "100 day",
        "checkpoint_time": "60.00 s",
        "time_between_failures": "3.000 hour",
        "restart_time": "600.0 s",
        "lost_time_share": "0.01 to 0.5",
    }
    answer = solve("useful_training_time", given)
    (one,) = answer.intervals or answer.between
    assert one.low / 86_400 == pytest.approx(50) and one.high / 86_400 == pytest.approx(
        83.9, rel=1e-3
    )


def test_an_end_that_is_reached_at_a_corner_is_closed_and_its_own() -> None:
    """Of d H = d h + R, h is largest at the smallest R and the largest d, which are given."""
    d, top, low, gap = (Var(f"corner_{name}") for name in ("d", "top", "low", "gap"))
    system = System([Relation("tied", Eq(d * top, d * low + gap))])
    answer = system.solve(low, {top: "1e-9", d: "10 to 100", gap: "1e-9 to 2e-8"})
    (one,) = answer.intervals
    assert one.high == pytest.approx(9.9e-10, rel=1e-12) and not one.high_open
