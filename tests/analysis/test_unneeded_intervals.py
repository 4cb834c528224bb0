"""Intervals of givens that play no part in an answer leave it as it is."""

from __future__ import annotations

import pytest

import derive
from derive.equations import Eq, Max, Relation, Var
from derive.system import System

RACK = {
    "gpus": "8 GPU", "hbm_capacity": "80 GB/GPU", "total_params": "70e9 param",
    "active_params": "70e9 param", "bytes_per_param": "1 byte/param", "n_layers": "80",
    "n_kv_heads": "8", "d_head": "128", "bytes_per_element": "2 byte",
    "batch_size": "32 sequence", "context_length": "8192 token/sequence",
}  # fmt: skip
TARIFF = {
    "input_price": "1.25 USD/Mtoken", "output_price": "10 USD/Mtoken",
    "long_input_price": "2.5 USD/Mtoken", "long_output_price": "15 USD/Mtoken",
    "tier_threshold": "200000 token/sequence", "output_length": "1000 token/sequence",
    "prompt_length": "150000 token/sequence",
}  # fmt: skip
MARGINAL = {"tariff": "marginal"}


@pytest.mark.parametrize(
    "target", ["kv_room", "kv_token_capacity", "longest_context", "capacity_batch", "draft_length"]
)
@pytest.mark.parametrize("beside", [{"gpu_price": "2 to 3 USD/hour/GPU"}, {"load": "0.2 to 0.5"}])
def test_an_interval_without_a_part_changes_nothing(target: str, beside: dict[str, str]) -> None:
    """The room for the cache is a margin, which is there where anything is made from it."""
    plain, found = derive.solve(target, RACK), derive.solve(target, {**RACK, **beside})
    assert found.number == plain.number is not None
    assert (found.interval, found.sense) == (None, plain.sense)


def test_a_margin_that_some_values_leave_is_told_by_these() -> None:
    """In fewer than 1.25 GPUs the weights alone do not fit."""
    large = {**RACK, "total_params": "100e9 param", "active_params": "100e9 param"}
    found = derive.solve("longest_context", {**large, "gpus": "1 to 4 GPU"})
    most = derive.solve("longest_context", {**large, "gpus": "4 GPU"})
    assert found.interval == (0.0, pytest.approx(most.number))


def test_a_tariff_of_more_regimes_than_a_byte_counts_is_answered_beside_an_interval() -> None:
    given = {**TARIFF, "prompt_length": "150e3 to 250e3 token/sequence"}
    low, high = derive.solve("request_price", given, variants=MARGINAL).interval
    assert (low, high) == (pytest.approx(0.1975), pytest.approx(0.39))


def test_terms_that_are_nothing_beside_others_lose_no_digits() -> None:
    """None of the prompt or the output lies above the threshold."""
    answer = derive.solve("request_price", TARIFF, variants=MARGINAL)
    assert answer.number == pytest.approx(0.1975)
    assert not [text for text in answer.warnings if "digit" in text]


BLACKWELL = {
    "peak_flops": "9 PFLOP/s/GPU", "hbm_bandwidth": "8 TB/s/GPU", "gpus": "72 GPU",
    "total_params": "671e9 param", "active_params": "37e9 param",
    "bytes_per_param": "0.5 byte/param", "kv_bytes_per_token": "70 kB/token",
}  # fmt: skip
STEP = {"step_time": "12 to 60 ms", "context_length": "1024 to 16384 token/sequence"}


@pytest.mark.slow
def test_a_value_that_follows_without_the_intervals_is_not_looked_for_at_their_points() -> None:
    """The largest batch takes more than the shortest step, so some points contradict; what training
    stores follows from neither, what is kept of a step rests on both.
    """
    beside = {"step_time": "12 to 60 ms", "batch_size": "64 to 2048 sequence",
              "context_length": "16384 token/sequence"}  # fmt: skip
    answer = derive.solve("training_state_per_gpu", {**BLACKWELL, **beside})
    assert answer.number == pytest.approx(671e9 * 16) and answer.spread is None
    rack = {**derive.accelerator("b200", precision="fp4"), **derive.model("deepseek_v3")}
    limited = derive.solve("training_state_per_gpu", {**rack, "gpus": "72 GPU", **beside})
    assert limited.spread.how == "it follows without the intervals"
    assert limited.spread.low == limited.spread.high == limited.number
    assert derive.solve("throughput", {**BLACKWELL, **beside}).spread.low == pytest.approx(
        64 / 0.06
    )


def test_what_is_nothing_divides_no_interval() -> None:
    """A pass of one token drafts none: the time of a draft may be any."""
    answer = derive.solve("draft_step_time", {**BLACKWELL, **STEP, "batch_size": "362 sequence"})
    assert answer.status == "underdetermined" and not (answer.intervals or answer.between)


def test_a_set_that_digits_of_exact_givens_let_in_alone_is_none() -> None:
    """1 = d + 1/1 leaves d = 0, beside which w = v + d·u is 1 at any u, and not 2 to 3."""
    d = Var("drafts_d", within="[0, oo)")
    p, q, r, w, v, u = (Var(f"drafts_{name}", within="(0, oo)") for name in "pqrwvu")
    system = System([
        Relation("sum", Eq(p, d + q / r)),
        Relation("time", Eq(w, v + d * u)),
        Relation("least", Eq(v, Max(p * q, r))),
    ])  # fmt: skip
    for given in ("2", "2 to 3"):
        answer = system.solve(u, {p: 1, q: 1, r: 1, w: given})
        assert answer.status == "unreachable" and not answer.intervals


@pytest.mark.parametrize("target", ["drain_time", "weight_bytes"])
def test_digits_that_agree_leave_no_set_beside_an_interval_of_no_account(target: str) -> None:
    """The figures of this model agree within their digits alone: 24.52 to 26.56 ms was told."""
    given = {
        **derive.accelerator("h100_sxm", precision="fp8"),
        **derive.model("mixtral_8x7b"),
    }
    alone = derive.solve(target, given)
    beside = derive.solve(target, {**given, "gpu_price": "2 to 3 USD/hour/GPU"})
    assert beside.number == alone.number and not beside.intervals


def test_an_interval_counts_beside_a_given_that_meets_the_ideal_values() -> None:
    """Nothing is fetched: that given is left out, and 1,799 alone was told beside the interval."""
    answer = derive.solve(
        "full_prompt_length",
        {
            "prefill_batch": "45 sequence", "head_params": "213269210 param",
            "multiplied_params": "45052345663.32 param",
            "prefill_flops": "5.940757997424e15 to 8.581094885168e15 FLOP",
            "kv_bytes_per_token": "22825.3382509 byte/token", "prefill_gpus": "47 GPU",
            "hbm_bandwidth": "13.9 TB/s/GPU", "prefill_kv_fetch_time": "0 s",
        },
    )  # fmt: skip
    (span,) = answer.intervals
    assert (span.low, span.high) == pytest.approx((1472, 2126), rel=1e-3)
    assert any("meets the ideal values" in text for text in answer.warnings)
