"""Intervals of givens that play no part in an answer leave it as it is."""

from __future__ import annotations

import pytest

import derive

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
