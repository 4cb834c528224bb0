"""Lengths of prompts, outputs and contexts that follow from each other, and copies of caches."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library import library_system

PROMPT = {"prompt_length": "1000 token/sequence"}
EMPTY = {"prompt_length": "0 token/sequence"}
BOTH = {**PROMPT, "full_prompt_length": "4000 token/sequence"}
REQUEST = {**PROMPT, "output_length": "500 token/sequence"}
SIXTEEN = {
    **derive.model("llama31_70b"), **derive.accelerator("h100_sxm", "bf16"), "gpus": "16 GPU",
    "batch_size": "16 sequence", "context_length": "4000 token/sequence",
}  # fmt: skip


@pytest.mark.parametrize(
    ("target", "given", "expected"),
    [
        ("prefix_length", BOTH, 3000),
        ("cached_prompt_share", BOTH, 0.75),
        ("prefix_length", PROMPT, 0),
        ("prefix_length", EMPTY, 0),
        ("full_prompt_length", EMPTY, 0),
        ("full_prompt_length", {**EMPTY, "prefix_length": "1000 token/sequence"}, 1000),
        ("cached_prompt_share", {**EMPTY, "full_prompt_length": "1000 token/sequence"}, 1),
        ("prompt_length", {"full_prompt_length": "0 token/sequence"}, 0),
        ("full_prompt_length", PROMPT, 1000),
        ("context_length", REQUEST, 1250),
        ("decoded_share", {**REQUEST, "context_length": "1500 token/sequence"}, 1),
        ("prefix_length", {**REQUEST, "context_length": "1500 token/sequence"}, 0),
        ("output_length", {**PROMPT, "context_length": "1250 token/sequence"}, 500),
    ],
)
def test_lengths_follow_from_each_other(target: str, given: Any, expected: float) -> None:
    answer = derive.solve(target, given)
    assert (answer.status, answer.number) == ("solved", pytest.approx(expected))


@pytest.mark.parametrize("context", ["900 token/sequence", "8192 token/sequence"])
def test_a_context_lies_between_the_prompt_and_the_end_of_the_output(context: str) -> None:
    """No step of a request of 1,000 and 500 tokens reads fewer or more; a prefix may be cached."""
    given = {**REQUEST, "context_length": context}
    assert derive.solve("request_time", given).status == "contradiction"
    if context.startswith("8192"):
        cached = {"full_prompt_length": "7942 token/sequence"}
        assert derive.solve("decoded_share", {**given, **cached}).number == pytest.approx(0.5)


@pytest.mark.parametrize(("gpus", "copies"), [("4 GPU", 1), ("8 GPU", 1), ("16 GPU", 2)])
def test_a_tensor_split_wider_than_the_heads_holds_them_again(gpus: str, copies: int) -> None:
    """Eight KV heads: sixteen GPUs that split every matrix hold each of them twice."""
    plain = derive.solve("kv_fetch_time", SIXTEEN).number or 0.0
    split = derive.solve("kv_fetch_time", {**SIXTEEN, "tensor_parallel_gpus": gpus})
    assert split.number == pytest.approx(copies * plain)


def test_the_degree_of_attention_alone_suffices_for_a_dense_model() -> None:
    answer = derive.solve("step_time", {**SIXTEEN, "attention_tensor_gpus": "8 GPU"})
    assert answer.status == "solved"


@pytest.mark.parametrize("more", [{}, {"arrival_variability": "1.5"}])
@pytest.mark.slow
def test_a_load_above_one_is_out_of_reach_whatever_else_is_stated(more: dict[str, str]) -> None:
    given = {"batch_size": "8 sequence", "generation_time": "10 s", "request_rate": "2 sequence/s"}
    assert derive.solve("load", {**given, **more}).status == "unreachable"


def erlang_c(places: int, load: float) -> float:
    """The chance to wait for one of so many servers, by the recursion of Erlang's B formula."""
    blocked = 1.0
    for k in range(1, places + 1):
        blocked = places * load * blocked / (k + places * load * blocked)
    return blocked / (1 - load * (1 - blocked))


@pytest.mark.parametrize("places", [1, 8, 64, 256])
def test_the_chance_to_wait_is_an_estimate_within_what_it_names(places: int) -> None:
    for load in (0.5, 0.8, 0.95, 0.99):
        given = {"batch_size": f"{places} sequence", "load": f"{load}"}
        answer = derive.solve("wait_chance", given)
        size = {str(pull.way): pull.size or 0.0 for pull in answer.pulls}
        assert answer.number is not None
        low = answer.number * (1 - size.get("lowers", 0.0))
        high = answer.number * (1 + size.get("raises", 0.0))
        assert low <= erlang_c(places, load) * (1 + 1e-9) and erlang_c(places, load) <= high + 1e-9
        assert answer.sense == ("equality" if places == 1 else "estimate")


@pytest.mark.parametrize(
    ("alias", "name"), [("ttft", "first_token_time"), ("goodput", "request_rate")]
)
def test_abbreviations_of_serving_are_found(alias: str, name: str) -> None:
    assert library_system().find(alias).name == name


def test_an_estimate_of_prefill_alone_says_what_it_would_take() -> None:
    given = {
        **derive.model("llama31_70b"), **derive.accelerator("h100_sxm", "bf16"), **PROMPT,
        "prefill_gpus": "8 GPU", "prefill_batch": "1 sequence",
    }  # fmt: skip
    answer = derive.solve("prefill_time", given, efficiency="measured")
    assert any("an estimate takes 4" in warning for warning in answer.warnings)
