"""Givens that agree within the digits written: every variable asked has one value."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from derive.equations import Eq, Relation, Var
from derive.library import solve
from derive.results.known import Known, Origin
from derive.solving import finest_values
from derive.solving.comparison_tolerance import propagated_tolerance
from derive.solving.givens import read_givens
from derive.solving.query import Query
from derive.system import System

CHAIN = System([
    Relation("double", Eq(Var("x"), 2 * Var("a"))),
    Relation("triple", Eq(Var("y"), 3 * Var("x"))),
])  # fmt: skip


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"a": "2", "y": "12.2"}, {"x": 12.2 / 3, "a": 12.2 / 6}),  # a is 1.9 to 2.1
        ({"x": "4", "y": "12.2"}, {"x": 12.2 / 3, "a": 12.2 / 6}),  # x is 3.8 to 4.2
        ({"a": "2.03", "y": "12"}, {"x": 4.06, "y": 12.18}),  # y is 11.5 to 12.5
    ],
)
def test_the_value_known_better_is_followed(
    given: dict[str, str], expected: dict[str, float]
) -> None:
    for target, value in expected.items():
        answer = CHAIN.solve(target, given)
        assert answer.status == "solved"
        assert answer.number == pytest.approx(value, rel=1e-12)


def test_the_value_not_followed_is_told() -> None:
    answer = CHAIN.solve("x", {"a": "2", "y": "12.2"})
    assert any("a = 2 agrees" in text and "known better" in text for text in answer.warnings)
    assert [known.var.name for known in answer.known] == ["y"]


@pytest.mark.parametrize("target", ["x", "a", "y"])
def test_values_that_the_digits_tell_apart_contradict_each_other(target: str) -> None:
    for given in ({"a": "2", "y": "15"}, {"a": "2.00", "y": "12.2"}):
        assert CHAIN.solve(target, given).status == "contradiction"


def test_only_what_disagrees_is_left_out() -> None:
    """A factor in which nothing disagrees stays."""
    system = System([*CHAIN.relations, Relation("times", Eq(Var("w"), Var("x") * Var("k")))])
    answer = system.solve("w", {"a": "2", "y": "12.2", "k": "3.00"})
    assert answer.status == "solved" and answer.number == pytest.approx(12.2)
    assert {known.var.name for known in answer.known} == {"y", "k"}


def test_of_many_values_those_that_clash_are_found_by_halves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sixteen that agree need not be judged one by one to tell the two that do not."""
    asked, judged = 0, finest_values.knowledge

    def counted(*parts: Any, **options: Any) -> Any:
        nonlocal asked
        asked += 1
        return judged(*parts, **options)

    monkeypatch.setattr(finest_values, "knowledge", counted)
    factors = [Relation(f"n{k}", Eq(Var(f"w{k}"), Var("x") * Var(f"k{k}"))) for k in range(16)]
    system = System([*CHAIN.relations, *factors])
    known = {f"k{k}": "2.000" for k in range(16)}
    rough = {"w3": "8.14", "w9": "8.1"}
    given = {**known, "a": "2.034", **rough}
    stated, _ = read_givens(dict(given), system.vocabulary)
    kept = finest_values.finest(system, stated, system.find("y"))
    assert {v.name for v in stated if v not in kept} == set(rough)
    assert asked < 14


def test_a_difference_that_the_digits_allow_is_told_of_the_given_that_was_not_needed() -> None:
    """32 sequences in 20 ms make 1,600 token/s: a stated 1,500 has two digits and may be that, but
    the cost rests on the 1,600; nothing is said of a stated 1,600 or, within a percent, 1,610.
    """
    given = {
        "batch_size": "32 sequence",
        "step_time": "20 ms",
        "emitted_tokens_per_pass": "1 token/sequence",
        "gpus": "8 GPU",
        "gpu_price": "2 USD/hour/GPU",
    }
    answer = solve("cost_per_token", {**given, "throughput": "1500 token/s"})
    assert answer.unused == ("throughput",)
    assert answer.warnings == (
        "throughput = 1,500 token/s and emitted_tokens_per_pass*batch_size/step_time ="
        " 1,600 token/s differ by 6.7 %, within the 14 % that the digits written and the tolerance"
        " allow; throughput was not needed",
    )
    for agreeing in ("1600 token/s", "1610 token/s"):
        assert not solve("cost_per_token", {**given, "throughput": agreeing}).warnings


def test_no_per_cent_are_told_between_values_of_different_signs() -> None:
    """99.99 - 100.0 is -0.01 where 0.02 is stated: within the digits of 100.0 it may be that, but
    no percentage leads from one to the other.
    """
    cooled, twice_cooled, warmed = (Var(f"{n}_digits") for n in ("cooled", "twice", "warmed"))
    apart = Var("apart_digits", within="(-oo, oo)")
    relations = [
        Relation("twice", Eq(twice_cooled, 2 * cooled)),
        Relation("apart", Eq(apart, cooled - warmed)),
    ]
    given = {cooled: "99.9900000", warmed: "100.0", apart: "0.02"}
    answer = System(relations).solve(twice_cooled, given)
    assert answer.number == pytest.approx(199.98) and answer.unused
    assert not answer.warnings


def test_sides_of_different_signs_agree_within_the_digits_of_several_givens_together() -> None:
    """10.0 - 5.0 - 5.08 is -0.08 where 0.005 is stated, 0.085 apart: the digits of the four leave
    0.05 + 0.05 + 0.005 + 0.0005 open, and no single one turns the sign. Of 10.000000 they do not.
    """
    heavy, light, lighter, total = (Var(f"{n}_side") for n in ("heavy", "light", "lighter", "all"))
    apart = Var("apart_side", within="(-oo, oo)")
    relations = [
        Relation("all", Eq(total, heavy + light + lighter)),
        Relation("apart", Eq(apart, heavy - light - lighter)),
    ]
    given = {heavy: "10.0", light: "5.0", lighter: "5.08", apart: "0.005"}
    answer = System(relations).solve(total, given)
    assert (answer.status, answer.number) == ("solved", pytest.approx(20.08))
    apart_beyond = System(relations).solve(total, {**given, heavy: "10.000000"})
    assert apart_beyond.status == "contradiction"


def test_the_values_that_settle_a_target_best_may_be_written_with_fewer_digits() -> None:
    """A latency of four digits moves the time by a millionth, a bandwidth of five by 1/20,000."""
    given = {
        "collective_bytes": "25.54000000 GB",
        "collective_gpus": "477 GPU",
        "collective_bandwidth": "106.2000000 GB/s/GPU",
        "link_latency": "2.631 us",
    }
    plain = solve("all_reduce_time", given)
    answer = solve("all_reduce_time", {**given, "all_reduce_bus_bandwidth": "105.65 GB/s/GPU"})
    assert answer.status == "solved" and answer.number == pytest.approx(plain.number, rel=1e-9)
    assert any(text.startswith("all_reduce_bus_bandwidth =") for text in answer.warnings)


def test_a_condition_on_the_givens_that_their_digits_leave_open_is_not_told_as_failed() -> None:
    """4.95 times 0.202 is 0.9999, and within the digits one."""
    share, times, level = (Var(name) for name in ("digit_share", "digit_times", "digit_level"))
    system = System([Relation("same", Eq(share * times * level, level))])
    answer = system.solve(level, {share: "0.202", times: "4.95"})
    assert answer.status == "underdetermined"
    assert len(answer.warnings) == 1 and "within the rounding of their digits" in answer.warnings[0]
    assert system.solve(level, {share: "0.202", times: "4.8"}).status != "solved"


@pytest.mark.parametrize("reach", [0.06, 0.01, 0.001])
def test_digits_that_lead_out_of_a_relation_count_in_proportion(reach: float) -> None:
    """The gap grows by 3 % a per cent, and 5 % up or down, what digits allow, may lead nowhere."""
    slack = Var("digits_slack")
    query = SimpleNamespace(in_force={slack: Known(slack, 1.0, Origin.GIVEN, 0.05)})

    def gap_with(_: Var, value: float) -> float | None:
        return 0.2 + 3 * (value - 1) if abs(value - 1) <= reach else None

    found = propagated_tolerance(cast("Query", query), [slack], 0.2, gap_with)
    assert found == pytest.approx(0.15)
