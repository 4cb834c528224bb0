"""Constraints at an answer: met up to rounding, told with both sides and their ratio."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from derive import solve
from derive.equations import AtLeast, AtMost, Constraint, Eq, Relation, Var
from derive.system import System

need, room, part = Var("need", "byte"), Var("room", "byte"), Var("part", "byte")
TWICE = Relation("twice", Eq(need, 2 * part))


def asked(inequality: Any, part_of: str, room_of: str = "100 GB") -> Any:
    system = System([TWICE], [Constraint("fits", inequality)])
    return system.solve(need, {part: part_of, room: room_of})


@pytest.mark.parametrize(
    ("inequality", "part_of", "met"),
    [
        (AtMost(need, room), "49 GB", True),
        (AtMost(need, room), "50 GB", True),
        (AtMost(need, room), "50.00000002 GB", True),
        (AtMost(need, room), "50.0000001 GB", False),
        (AtMost(need, room), "51 GB", False),
        (AtLeast(need, room), "51 GB", True),
        (AtLeast(need, room), "50 GB", True),
        (AtLeast(need, room), "49.99999998 GB", True),
        (AtLeast(need, room), "49.9999999 GB", False),
        (AtLeast(need, room), "49 GB", False),
        (sympy.Lt(need, room, evaluate=False), "49 GB", True),
        (sympy.Lt(need, room, evaluate=False), "51 GB", False),
        (sympy.Gt(need, room, evaluate=False), "51 GB", True),
        (sympy.Gt(need, room, evaluate=False), "49 GB", False),
    ],
)
def test_a_limit_is_met_up_to_rounding(inequality: Any, part_of: str, met: bool) -> None:
    """Equality meets it on either side; a ten-millionth too much does not."""
    answer = asked(inequality, part_of)
    assert answer.status == ("solved" if met else "infeasible")
    (check,) = answer.constraints
    assert (check.name, check.satisfied, check.concerns) == ("fits", met, True)


@pytest.mark.parametrize(
    ("inequality", "part_of", "said"),
    [
        (AtMost(need, room), "20 GB", "40 GB is 0.4 times the limit of 100 GB"),
        (AtMost(need, room), "60 GB", "120 GB is 1.2 times the limit of 100 GB"),
        (AtLeast(need, room), "60 GB", "120 GB is 1.2 times the minimum of 100 GB"),
        (AtLeast(need, room), "20 GB", "40 GB is 0.4 times the minimum of 100 GB"),
        (AtMost(2 * part / room, 1), "20 GB", "0.4 is within the limit of 1"),
        (
            AtMost(need * part, room**2),
            "20 GB",
            "800e18 byte² is 0.08 times the limit of 10e21 byte²",
        ),
        (AtMost(need - room, 0), "20 GB", "-60 GB is within the limit of 0 byte"),
        (AtMost(need - room, 0), "60 GB", "20 GB is above the limit of 0 byte"),
        (AtMost(need, room), "50.01 GB", "100 GB is above the limit of 100 GB"),
    ],
)
def test_a_limit_is_told_with_both_sides(inequality: Any, part_of: str, said: str) -> None:
    """In the unit of a variable of that dimension, else its base unit."""
    (check,) = asked(inequality, part_of).constraints
    assert check.by == said


@pytest.mark.parametrize(
    ("inequality", "sign", "whole"),
    [
        (AtMost(3 * need, room), "≤", 3),
        (AtMost(room, 3 * need), "≥", 4),
        (AtLeast(room, 3 * need), "≤", 3),
        (AtLeast(3 * need, room), "≥", 4),
    ],
)
def test_a_limit_of_an_open_target_is_told(inequality: Any, sign: str, whole: int) -> None:
    """Which side it bounds, and the whole number of a counted target on the right side of it."""
    many, seats = Var("many", "GPU", whole=True), Var("seats", "GPU")
    limit = inequality.func(
        *(side.xreplace({need: many, room: seats}) for side in inequality.args), evaluate=False
    )
    open_ = System([Relation("loose", Eq(many, x * y))], [Constraint("few", limit)])
    answer = open_.solve(many, {seats: "10 GPU", x: "2 GPU"})
    assert answer.status == "underdetermined"
    told = f"few sets a limit: many {sign} 3.333 GPU, so {whole} GPU"
    assert told in answer.warnings
    share = Var("share", "GPU")
    limit = limit.func(*(side.xreplace({many: share}) for side in limit.args), evaluate=False)
    other = System([Relation("loose", Eq(share, x * y))], [Constraint("few", limit)])
    answer = other.solve(share, {seats: "10 GPU", x: "2 GPU"})
    assert f"few sets a limit: share {sign} 3.333 GPU" in answer.warnings
    assert not any("limit" in text for text in other.solve(share, {x: "2 GPU"}).warnings)


def test_a_limit_is_counted_in_the_unit_of_its_target() -> None:
    """Thousands of tokens, of which there are whole ones only."""
    many, seats = Var("many", "ktoken", whole=True), Var("seats", "token")
    each = Var("each", "token")
    few = Constraint("few", AtMost(3 * many, seats))
    system = System([Relation("loose", Eq(many, 2 * each))], [few])
    answer = system.solve(many, {seats: "10000 token"})
    assert "few sets a limit: many ≤ 3.333 ktoken, so 3 ktoken" in answer.warnings


x, y = Var("x", "GPU"), Var("y")


def test_a_value_beyond_its_range_by_its_digits_alone_leaves_the_target_open() -> None:
    """The excess is 1 but for its last digits; with more digits it is not."""
    least = Var("least", within="[1, oo)")
    price, paid, twice = Var("price"), Var("paid"), Var("twice")
    system = System([
        Relation("excess", Eq(least, 10**7 * (paid - price))),
        Relation("twice", Eq(twice, 2 * least)),
    ])  # fmt: skip
    near = system.solve(twice, {paid: "1.00000009999999", price: "1.0000000"})
    assert near.status == "underdetermined"
    assert any("no more than what the digits of the givens" in text for text in near.warnings)
    apart = system.solve(twice, {paid: "1.00000009999990000", price: "1.0000000000000000"})
    assert apart.status == "unreachable"
    half = system.solve(twice, {paid: "1.00000005", price: "1.0000000000"})
    assert half.status == "unreachable"


def test_a_limit_that_only_ideal_values_out_of_reach_break_is_not_told() -> None:
    """With the full compute efficiency, 84.8e9 parameters would be used of 48e9."""
    known = {
        "total_params": "47.96e9 param", "read_params": "47.96e9 param", "gpus": "953 GPU",
        "kv_bytes_per_token": "15.52 kB/token", "context_length": "2807 token/sequence",
        "batch_size": "3602 sequence", "stage_gpus": "8 GPU", "n_stages": "3",
        "stage_weight_fetch_time": "3.049 ms", "step_time": "1.35 ms",
        "peak_flops": "474.9 TFLOP/s/GPU", "machine_balance": "1287 FLOP/byte",
    }  # fmt: skip
    answer = solve("mbu", known)
    assert answer.number == pytest.approx(0.3875, rel=1e-3)
    assert not any(check.name == "one_token_is_read" for check in answer.constraints)
