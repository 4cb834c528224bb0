"""A decode step with one given too many, or one too few: what each question about it is told."""

from __future__ import annotations

import pytest

import derive
from derive.results.answer import Answer

STEP = {
    "batch_size": "64 sequence", "hbm_bandwidth": "3.35 TB/s/GPU",
    "peak_flops": "989 TFLOP/s/GPU", "gpus": "8 GPU", "total_params": "70.6e9 param",
    "active_params": "70.6e9 param", "bytes_per_param": "2 byte/param",
    "context_length": "4096 token/sequence", "kv_bytes_per_token": "327680 byte/token",
}  # fmt: skip
ASKED = (
    "step_time", "throughput", "memory_time", "weight_fetch_time", "latency_floor", "mfu", "mbu",
    "balance_batch", "crossover_context", "compute_time", "kv_fetch_time", "weight_bytes",
)  # fmt: skip


def asked(target: str, without: str = "", **more: str) -> Answer:
    return derive.solve(target, {**{k: v for k, v in STEP.items() if k != without}, **more})


@pytest.mark.parametrize(
    ("name", "value", "factor"),
    [
        ("kv_fetch_time", "1.07 ms", 2.996), ("weight_fetch_time", "1.75 ms", 3.011),
        ("memory_time", "2.5 ms", 1.282), ("step_time", "2 ms", 1.603),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_a_time_that_is_too_short_contradicts_whatever_is_asked(
    name: str, value: str, factor: float
) -> None:
    """One status, one smallest set and one factor."""
    answers = [asked(target, **{name: value}) for target in ASKED]
    assert {str(answer.status) for answer in answers} == {"contradiction"}
    (names,) = {frozenset(answer.contradiction.names) for answer in answers if answer.contradiction}
    assert name in names
    factors = [answer.contradiction.factor for answer in answers if answer.contradiction]
    assert [max(x, 1 / x) for x in factors] == pytest.approx([factor] * len(ASKED), rel=1e-3)


@pytest.mark.parametrize(
    ("target", "name", "value"),
    [
        ("batch_size", "step_time", "0.5 ms"), ("batch_size", "throughput", "2.5e6 token/s"),
        ("context_length", "step_time", "3 ms"), ("batch_size", "mfu", "0.4"),
    ],
)  # fmt: skip
def test_what_no_value_of_the_target_reaches_is_unreachable(
    target: str, name: str, value: str
) -> None:
    """Nothing but the target could reach it."""
    answer = asked(target, without=target, **{name: value})
    assert answer.status == "unreachable" and answer.bound.var.name == name


def test_a_utilisation_below_one_leaves_what_is_not_known_open() -> None:
    """No kernel is ideal then: the share of the bandwidth is 0.8 at most, and so on."""
    answer = asked("throughput", without="context_length", mbu="0.8")
    ((low, high),) = [(i.low, i.high) for i in answer.between]
    assert answer.status == "underdetermined" and low == 0.0
    weights, least = 70.6e9 * 2 / (8 * 3.35e12), 64 / 0.8
    assert high == pytest.approx(0.8 * 0.8 * least / weights)


@pytest.mark.parametrize("needed", ["80.3 GB", "80.5 GB"])
def test_a_sum_given_twice_agrees_within_its_digits(needed: str) -> None:
    """24 ms are 80.4 GB, or anything from 78.7 to 82.1 GB."""
    given = {
        "gpus": "1 GPU", "hbm_bandwidth": "3.35 TB/s/GPU", "total_params": "35e9 param",
        "memory_time": "24 ms", "memory_needed": needed,
    }  # fmt: skip
    answer = derive.solve("weight_bytes", given)
    (between,) = answer.between
    assert answer.status == "underdetermined"
    assert between.low == 0.0 and 80e9 < between.high < 82.1e9
    assert any("exactly as they are written" in text for text in answer.warnings)


@pytest.mark.parametrize("target", ["active_params", "peak_flops"])
def test_a_given_beside_a_bound_that_is_met_within_digits_is_what_was_given(target: str) -> None:
    """The step takes 8.474 ms at least."""
    answer = asked(target, step_time="8.47 ms")
    assert answer.status == "solved" and [str(k.origin) for k in answer.known] == ["given"]
    assert asked(target, step_time="8.4 ms").status == "contradiction"


@pytest.mark.parametrize(
    ("target", "without", "given", "low", "high"),
    [
        ("throughput", "", {"step_time": "5 to 20 ms"}, 3200.0, 7552.64),
        ("step_time", "", {"throughput": "5000 to 9000 token/s"}, 8.47385e-3, 12.8e-3),
        ("total_params", "total_params", {"step_time": "2 to 20 ms"}, 70.6e9, 225.054e9),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_an_interval_is_cut_to_what_the_other_givens_leave(
    target: str, without: str, given: dict[str, str], low: float, high: float
) -> None:
    """The step takes 8.474 ms at least, and the experts that are used are not more than all."""
    answer = asked(target, without, **given)
    assert answer.spread is not None
    assert (answer.spread.low, answer.spread.high) == pytest.approx((low, high), rel=1e-4)
    assert any(text.startswith("the other givens leave") for text in answer.warnings)
    assert not {"hbm_bandwidth", "gpus"} & {str(name) for name in answer.unused}


def test_an_interval_of_a_convention_is_not_cut_to_it() -> None:
    """What is given replaces what nobody gave."""
    given = {
        "training_flops_per_param": "5.94 to 6.06 FLOP/param/token", "training_hfu": "0.4",
        "training_gpu_hours": "1.3e8 GPU*hour", "peak_flops": "623 TFLOP/s/GPU",
        "overtraining_ratio": "0.05",
    }  # fmt: skip
    spread = derive.solve("chinchilla_tokens", given).spread
    assert spread is not None and spread.low is not None and spread.high is not None
    assert spread.high / spread.low == pytest.approx((6.06 / 5.94) ** 0.5)


def test_an_interval_is_cut_by_conventions_that_it_does_not_replace() -> None:
    """Of a throughput that part was “underdetermined”; by itself it is a contradiction."""
    given = {
        **derive.accelerator("h100_sxm", precision="fp8"), **derive.model("llama31_70b"),
        "gpus": "8 GPU", "batch_size": "64 sequence", "context_length": "100 token/sequence",
        "peak_flops": "1.979 PFLOP/s/GPU",
    }  # fmt: skip
    answer = derive.solve("latency_floor", {**given, "compute_time": "0.54 to 0.6 ms"})
    (cut,) = (text for text in answer.warnings if "leave" in text)
    assert cut == (
        "the other givens, with flops_per_param = 2 FLOP/param/token, leave 570.8 to 600 µs of"
        " compute_time, given as 540 to 600 µs"
    )
    beyond = derive.solve("latency_floor", {**given, "compute_time": "0.55 ms"})
    assert beyond.status == "contradiction"


def test_an_interval_is_not_cut_to_the_usual_value_that_it_replaces() -> None:
    """Attention runs at its own rate, from 84.7 TFLOP/s on: at the peak of 121 it is 0.01414."""
    given = {
        "peak_flops": "121 TFLOP/s/GPU", "attention_peak_flops": "84.7 to 122.2 TFLOP/s/GPU",
        "prefill_gpus": "20 GPU", "prefill_compute_time": "68.845 s",
        "prefill_attention_flops": "2.356 PFLOP",
    }  # fmt: skip
    spread = derive.solve("prefill_attention_share", given).spread
    assert spread is not None and spread.low is not None and spread.high is not None
    ends = [
        derive.solve("prefill_attention_share", {**given, "attention_peak_flops": rate}).number
        for rate in ("122.2 TFLOP/s/GPU", "84.7 TFLOP/s/GPU")
    ]
    assert [spread.low, spread.high] == pytest.approx(ends, rel=1e-6)


def test_layers_and_heads_of_a_model_are_counted() -> None:
    """They have no digits that could be rounded."""
    model = derive.model("llama31_70b")
    tolerances = {var.name: known.tolerance for var, known in model.items()}
    assert tolerances["n_layers"] == tolerances["n_kv_heads"] == 0.0 < tolerances["total_params"]


@pytest.mark.parametrize("target", ["throughput", "batch_size"])
def test_a_utilisation_that_no_batch_has_at_ideal_kernels_leaves_the_batch_open(
    target: str,
) -> None:
    """A larger batch reads longer still; kernels that read at 0.6 of the rate have it."""
    answer = asked(target, without="batch_size", mbu="0.6")
    assert answer.status == "underdetermined"
    assert any("no room for them together" in text for text in answer.warnings)


def test_equal_counts_lose_no_digits() -> None:
    """One GPU less one GPU is nothing, whatever the bytes beside it are rounded to."""
    given = {
        "tensor_parallel_gpus": "1 GPU", "activation_bytes_per_element": "2.0 byte",
        "batch_size": "32 sequence", "scale_up_bandwidth": "450 GB/s/GPU",
    }  # fmt: skip
    answer = derive.solve("tensor_parallel_time", {**derive.model("llama31_70b"), **given})
    assert answer.value == 0.0
    assert not any("agree to" in text for text in answer.warnings)
