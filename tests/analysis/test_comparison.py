"""Comparing two answers: what flips comes first, and what moved the number adds up to the move."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive import compare, compare_all
from derive.analysis.shapley import BOTH_WAYS, SHAPLEY
from derive.equations import Eq, Max, Relation, Var
from derive.errors import DeclarationError
from derive.library import accelerator, model, solve
from derive.results.answer import Answer
from derive.system import System

a, b, c, x, y = (Var(name) for name in "abcxy")


def served(chip: str, batch: str, gpus: str = "16 GPU", **options: dict[str, str]) -> Answer:
    stated = {
        "gpus": gpus,
        "batch_size": batch,
        "context_length": "4096 token/sequence",
        "gpu_price": "2 USD/hour/GPU",
    }
    return solve(
        "cost_per_token",
        {**accelerator(chip, precision="fp8"), **model("deepseek_v3"), **stated},
        **options,
    )


def test_a_flipped_constraint_and_status_come_before_the_numbers() -> None:
    """Four GPUs no longer hold the weights; the cost does not depend on their number, and says
    so.
    """
    found = compare(served("h100_sxm", "256 sequence"), served("h100_sxm", "256 sequence", "4 GPU"))
    assert [flip.what for flip in found.flips] == ["status", "weights_fit", "weights_and_cache_fit"]
    assert found.flips[0].after == "infeasible"
    assert found.flips[1].after.startswith("fails: 671 GB")
    assert found.log_ratio == pytest.approx(0.0, abs=1e-12)
    assert [(change.name, change.share) for change in found.changes] == [
        ("gpus", pytest.approx(0.0, abs=1e-12))
    ]
    assert str(found).index("What flips") < str(found).index("What moves")


def test_a_regime_that_flips_is_told() -> None:
    """x = Max(a, b): b takes over."""
    system = System([Relation("either", Eq(x, Max(a, b)))])
    found = compare(system.solve(x, {a: 3, b: 1}), system.solve(x, {a: 3, b: 6}))
    assert [(flip.what, flip.before, flip.after) for flip in found.flips] == [
        ("regime", "a ≥ b", "b ≥ a")
    ]
    assert found.changes[0].share == pytest.approx(math.log(2))


def test_the_shares_of_a_product_are_its_powers() -> None:
    """x = a b² / c, all three changed: ln 2, 2 ln 3 and -ln 5, whatever the order."""
    system = System([Relation("law", Eq(x, a * b**2 / c))])
    found = compare(system.solve(x, {a: 1, b: 1, c: 1}), system.solve(x, {a: 2, b: 3, c: 5}))
    assert {change.name: change.share for change in found.changes} == {
        "a": pytest.approx(math.log(2)),
        "b": pytest.approx(2 * math.log(3)),
        "c": pytest.approx(-math.log(5)),
    }
    assert found.method == SHAPLEY


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0.1, 10), st.floats(0.1, 10)), min_size=2, max_size=11))
@pytest.mark.slow
def test_the_shares_add_up_exactly_across_regimes(pairs: list[tuple[float, float]]) -> None:
    """The larger of two sums of however many inputs; past eight the method is the cheaper one, and
    is named.
    """
    inputs = [Var(f"u{k}") for k in range(len(pairs))]
    half = len(inputs) // 2
    system = System(
        [
            Relation(
                "law",
                Eq(
                    x,
                    Max(
                        sum(inputs[:half], start=inputs[-1]),
                        sum(inputs[half:], start=inputs[0] * inputs[-1]),
                    ),
                ),
            )
        ]
    )
    first, second = (
        system.solve(x, {v: pair[k] for v, pair in zip(inputs, pairs, strict=True)}) for k in (0, 1)
    )
    found = compare(first, second)
    assert math.fsum(change.share for change in found.changes) == pytest.approx(
        math.log(second.number / first.number), abs=1e-9
    )
    if len(found.changes) > 1:
        assert found.method == (SHAPLEY if len(found.changes) <= 8 else BOTH_WAYS)


def test_another_variant_is_one_cause_beside_the_inputs() -> None:
    """Without overlap, and at twice the batch: the relations, the variant and both causes are
    told.
    """
    found = compare(
        served("h100_sxm", "256 sequence"),
        served("h100_sxm", "512 sequence", variants={"step time": "none"}),
    )
    assert found.relations == (("step_overlap",), ("step_no_overlap",))
    assert found.variants == {"step time": ("overlap", "none")}
    assert [change.name for change in found.changes] == ["batch_size", "the way it is worked out"]
    assert math.fsum(change.share for change in found.changes) == pytest.approx(found.log_ratio)


def test_inputs_that_come_and_go_are_named() -> None:
    """A drain time from capacity and bandwidth, then from the domain's totals."""
    one = solve("drain_time", {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU"})
    two = solve(
        "drain_time", {"hbm_capacity": "80 GB/GPU", "domain_bandwidth": "32 TB/s", "gpus": "8 GPU"}
    )
    found = compare(one, two)
    assert [known.var.name for known in found.disappeared] == ["hbm_bandwidth"]
    assert {known.var.name for known in found.appeared} == {"domain_bandwidth", "gpus"}
    assert found.changes[0].name == "the way it is worked out"
    assert found.changes[0].share == pytest.approx(math.log(0.5))


def test_other_sources_for_the_same_question_are_told() -> None:
    """Another chip has other documents behind it."""
    gone, new = compare(
        served("h100_sxm", "256 sequence"), served("gb200_nvl72", "256 sequence")
    ).sources
    assert "aic_h100" in gone
    assert "aic_gb200" in new


def test_equal_answers_say_that_nothing_changes() -> None:
    """Not a table of noughts."""
    found = compare(served("h100_sxm", "256 sequence"), served("h100_sxm", "256 sequence"))
    assert found.same
    assert str(found).splitlines()[-1].startswith("Nothing changes: cost_per_token = ")


def test_a_value_that_is_lost_is_told_without_shares() -> None:
    """Solved before, unreachable after: the status and the bound flip, and nothing is shared
    out.
    """
    system = System([Relation("either", Eq(x, Max(a, b)))])
    found = compare(system.solve(a, {x: 3, b: 1}), system.solve(a, {x: 3, b: 5}))
    assert [flip.what for flip in found.flips][:2] == ["status", "result"]
    assert found.log_ratio is None
    assert found.changes[0].share is None


@pytest.mark.slow
def test_answers_about_different_things_are_not_compared() -> None:
    """The error names both."""
    with pytest.raises(
        DeclarationError,
        match=r"drain_time: it is compared with step_time\. Compare answers about one variable\.",
    ):
        compare(
            solve("step_time", {"step_time": "3 ms"}), solve("drain_time", {"drain_time": "3 ms"})
        )


def test_answers_of_a_report_are_compared_question_by_question() -> None:
    """What was asked before and after its data changed, and what only one of the two asks."""
    old = {
        "drain": solve("drain_time", {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU"}),
        "gone": solve("step_time", {"step_time": "3 ms"}),
    }
    new = {
        "drain": solve("drain_time", {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "4 TB/s/GPU"}),
        "fresh": solve("step_time", {"step_time": "4 ms"}),
    }
    found = compare_all(old, new)
    assert found.comparisons["drain"].changes[0].share == pytest.approx(-math.log(2))
    assert (found.appeared, found.disappeared) == (("fresh",), ("gone",))


def test_a_clash_that_flips_names_its_givens_as_a_list() -> None:
    """With commas, and one “and” before the last."""
    before = {"compute_time": "3 ms", "memory_time": "5 ms"}
    found = compare(
        solve("step_time", before),
        solve("step_time", {**before, "step_time": "9 ms"}),
    )
    clash = next(flip for flip in found.flips if flip.what == "clash")
    assert clash.after == "step_time, compute_time and memory_time"
