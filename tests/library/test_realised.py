"""Steps at the share of their bound that measurements realise, and prompts and outputs in one
engine: forwards and backwards.
"""

from __future__ import annotations

from typing import Any

import pytest

import derive

REALISED = {"step time": "realised"}
STEP = {"compute_time": "6 ms", "memory_time": "10 ms"}


def test_an_estimated_step_is_the_bound_over_the_share() -> None:
    """8 of 20 ms are a share of 0.4."""
    given = {"step_time": "8 ms", "realised_share": "0.4"}
    assert derive.solve("estimated_step_time", given).number == pytest.approx(20e-3)
    back = {"step_time": "8 ms", "estimated_step_time": "20 ms"}
    assert derive.solve("realised_share", back).number == pytest.approx(0.4)


def test_a_share_with_a_spread_makes_a_band() -> None:
    given = {"step_time": "10 ms", "realised_share": "lognormal 0.4 to 0.6"}
    spread = derive.solve("estimated_step_time", given).spread
    assert spread is not None
    assert spread.low == pytest.approx(10e-3 / 0.6) and spread.high == pytest.approx(10e-3 / 0.4)


def test_launches_come_before_the_share() -> None:
    """10 ms of reading and 40 layers of 50 µs are 12 ms; at a share of 0.5, 24."""
    given = {**STEP, "n_layers": "40", "layer_overhead": "50 us", "realised_share": "0.5"}
    answer = derive.solve("step_time", given, variants=REALISED)
    assert answer.number == pytest.approx(24e-3)
    assert answer.sense == "estimate"
    del given["layer_overhead"]
    back = derive.solve("layer_overhead", {**given, "step_time": "24 ms"}, variants=REALISED)
    assert back.number == pytest.approx(50e-6)


COLOCATED: dict[Any, Any] = {
    **STEP, "batch_size": "64 sequence", "output_length": "101 token/sequence", "gpus": "4 GPU",
    "prefill_gpus": "4 GPU", "prefill_batch": "1 sequence", "prefill_compute_time": "20 ms",
}  # fmt: skip


def test_prompts_and_outputs_share_the_arithmetic_and_not_the_reading() -> None:
    """100 steps: 0.6 s of computing and 64 prompts of 20 ms, 1.88 s; 1 s of reading."""
    assert derive.solve("colocated_time", COLOCATED).number == pytest.approx(1.88)
    rate = derive.solve("colocated_throughput", COLOCATED)
    assert rate.number == pytest.approx(64 * 101 / 1.88)
    assert rate.sense == "upper bound"


def test_short_prompts_hide_behind_reading() -> None:
    short = {**COLOCATED, "prefill_compute_time": "5 ms"}
    assert derive.solve("colocated_time", short).number == pytest.approx(1.0)


def test_a_rate_gives_back_what_a_prompt_takes() -> None:
    known = {key: text for key, text in COLOCATED.items() if key != "prefill_compute_time"}
    known["colocated_time"] = "1.88 s"
    assert derive.solve("prefill_compute_time", known).number == pytest.approx(20e-3)


def test_a_share_lengthens_prompts_and_outputs_alike() -> None:
    given = {**COLOCATED, "realised_share": "0.5"}
    answer = derive.solve("colocated_time", given, variants=REALISED)
    assert answer.number == pytest.approx(3.76)
