"""What is free or empty: prices of zero, and prompts without a token."""

from __future__ import annotations

import pytest

import derive

REQUEST = {"output_length": "400 token/sequence", "output_price": "2 USD/Mtoken"}


def test_a_free_prompt_costs_nothing() -> None:
    free = {**REQUEST, "prompt_length": "1500 token/sequence", "input_price": "0 USD/Mtoken"}
    assert derive.solve("request_price", free).number == pytest.approx(0.0008)


def test_a_request_without_a_prompt_costs_its_output() -> None:
    """Whatever share of nothing a cache holds."""
    empty = {**REQUEST, "prompt_length": "0 token/sequence", "input_price": "1 USD/Mtoken"}
    for target, expected in (("request_price", 0.0008), ("blended_price", 2e-6)):
        answer = derive.solve(target, empty)
        assert (answer.status, answer.number) == ("solved", pytest.approx(expected))


def test_a_wholly_cached_prompt_leaves_nothing_to_compute() -> None:
    given = {"full_prompt_length": "4000 token/sequence", "cached_prompt_share": 1}
    assert derive.solve("prompt_length", given).number == 0


@pytest.mark.parametrize("tariff", ["flat", "whole_request", "marginal", "with_cache"])
def test_a_request_that_costs_nothing_has_no_prompt(tariff: str) -> None:
    """Nothing produced, nothing to pay: the prompt is empty, which is no contradiction, and all
    lengths follow.
    """
    given = {
        "output_length": "0 token/sequence", "request_price": "0 USD/sequence",
        "tier_threshold": "200e3 token/sequence", "input_price": "5 USD/Mtoken",
        "output_price": "25 USD/Mtoken", "long_input_price": "10 USD/Mtoken",
        "long_output_price": "37.5 USD/Mtoken",
    }  # fmt: skip
    for target in ("prompt_length", "full_prompt_length", "prefix_length"):
        answer = derive.solve(target, given, variants={"tariff": tariff})
        assert (answer.status, answer.number) == ("solved", 0.0)


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("context_length", "token/sequence"), ("kv_fetch_time", "s"), ("kv_cache_bytes", "byte"),
        ("kv_tokens", "token"), ("kv_bytes_per_sequence", "byte/sequence"),
        ("attention_over_weights", "1"), ("output_price", "USD/token"),
        ("fast_output_price", "USD/token"), ("output_markup", "1"),
    ],
)  # fmt: skip
def test_a_context_of_no_tokens_and_free_output_are_no_contradictions(name: str, unit: str) -> None:
    """Prompt and output of a context of no tokens are empty, whatever share is decoded; a bill may
    be nothing.
    """
    assert derive.solve("step_time", {name: f"0 {unit}"}).status == "underdetermined"
