"""Prefill with attention: its arithmetic, widths of latent attention, cached prompts, chunks."""

from __future__ import annotations

import math

import pytest

import derive

# Half of the sparse rate that the vendor prints, 1,979; the catalogue's dense figure is 989.
BF16 = "989.5 TFLOP/s/GPU"
V3 = {
    **derive.model("deepseek_v3", shape=True),
    **derive.accelerator("h100_sxm", "fp8"),
    "attention_peak_flops": BF16,
    "prefill_gpus": "32 GPU",
    "prefill_batch": "1 sequence",
    "full_prompt_length": "131072 token/sequence",
}
ABSORBED = {"latent prefill": "absorbed"}
LLAMA = {**derive.model("llama31_8b", shape=True), "prefill_batch": "1 sequence"}


def number(target: str, given: dict, **options: dict) -> float:
    answer = derive.solve(target, given, **options)
    assert answer.status == "solved", target
    return float(answer.number)


def without(given: dict, *names: str) -> dict:
    return {key: value for key, value in given.items() if str(key) not in names}


def test_a_long_prompt_is_mostly_attention() -> None:
    """131,072 tokens of V3 on 32 H100: 147.8 ms of products in FP8, 1,356 ms of attention in BF16;
    the flat account of 37.6e9 says 156 ms.
    """
    products = number("prefill_flops", V3) / (32 * 1979e12)
    attention = number("prefill_attention_flops", V3) / (32 * 989.5e12)
    assert products == pytest.approx(147.8e-3, rel=3.5e-4)
    assert attention == pytest.approx(1.356, rel=4e-4)
    assert number("prefill_compute_time", V3) == pytest.approx(1.503, rel=4e-4)
    flat = derive.solve(
        "prefill_compute_time",
        {**without(V3, "active_params"), **derive.model("deepseek_v3")},
        variants={"prefill compute": "flat"},
    )
    assert flat.number == pytest.approx(155.6e-3, rel=2e-3)


def test_the_time_of_a_long_prompt_gives_back_what_it_rests_on() -> None:
    """Backwards: the length of the prompt and the GPUs."""
    time = f"{number('prefill_compute_time', V3)!r} s"
    for name, value in (("full_prompt_length", 131072), ("prefill_gpus", 32)):
        asked = {**without(V3, name), "prefill_compute_time": time}
        assert number(name, asked) == pytest.approx(value, rel=1e-6)


@pytest.mark.slow
def test_an_absorbed_latent_takes_3_4_times_the_attention() -> None:
    """69,632 elements wide instead of 20,480."""
    ratio = number("prefill_attention_flops", V3, variants=ABSORBED) / number(
        "prefill_attention_flops", V3
    )
    assert ratio == pytest.approx(3.4, rel=1e-9)
    assert number("prefill_attention_width", V3) == 20480
    back = {**without(V3, "n_heads"), "prefill_attention_width": "20480"}
    assert number("n_heads", back) == pytest.approx(128)


def test_a_cached_share_saves_its_square_of_the_attention() -> None:
    """Three quarters cached: 630.0 ms, 41.91 % of the whole."""
    cached = {**V3, "cached_prompt_share": "0.75"}
    time = number("prefill_compute_time", cached)
    assert time == pytest.approx(630.0e-3, rel=1e-4)
    assert time / number("prefill_compute_time", V3) == pytest.approx(0.4191, abs=5e-5)
    products = number("prefill_flops", cached) / number("prefill_flops", V3)
    attention = number("prefill_attention_flops", cached) / number("prefill_attention_flops", V3)
    assert products == pytest.approx(0.25, rel=1e-3)
    assert attention == pytest.approx(1 - 0.75**2)


def test_a_cached_share_is_found_from_the_time() -> None:
    """Backwards: 630 ms are three quarters cached."""
    time = number("prefill_compute_time", {**V3, "cached_prompt_share": "0.75"})
    asked = {**V3, "prefill_compute_time": f"{time!r} s"}
    assert number("cached_prompt_share", asked) == pytest.approx(0.75)


def test_a_prefix_is_what_the_cache_holds() -> None:
    """The same pass told by its two parts; the share follows from them."""
    parts = {
        **without(V3, "full_prompt_length"),
        "prefix_length": "98304 token/sequence",
        "prompt_length": "32768 token/sequence",
    }
    assert number("prefill_compute_time", parts) == pytest.approx(630.0e-3, rel=1e-4)
    assert number("cached_prompt_share", parts) == pytest.approx(0.75)


def test_the_tables_of_the_vocabulary_are_not_multiplied_in_prefill() -> None:
    """Llama 3.1 8B: the input table is 6.542 % of what a token uses, both are 13.08 %."""
    active = number("active_params", LLAMA)
    assert 1 - number("multiplied_params", LLAMA) / active == pytest.approx(0.06542, abs=5e-6)
    assert 1 - number("layer_params", LLAMA) / active == pytest.approx(0.1308, abs=5e-5)
    long = {**LLAMA, "prompt_length": "1e6 token/sequence"}
    flat = 2 * active * 1e6
    assert 1 - number("prefill_flops", long) / flat == pytest.approx(0.1308, abs=5e-5)
    asked = {**without(long, "vocab"), "head_params": "525336576 param"}
    assert number("vocab", asked) == pytest.approx(128256)


@pytest.mark.slow
def test_attention_computes_in_the_precision_of_the_cache() -> None:
    """An FP8 model with a BF16 cache: half the rate, unless said; FP8 everywhere is twice as
    fast in attention.
    """
    given = {**without(V3, "attention_peak_flops", "bytes_per_element")}
    for options, rate in (
        ({}, 989e12),
        ({"kv_precision": "fp8"}, 1979e12),
        ({"attention_precision": "fp8"}, 1979e12),
    ):
        chip = derive.accelerator("h100_sxm", "fp8", **options)
        asked = {**given, **chip}
        assert number("attention_peak_flops", asked) == rate
    plain = {"peak_flops": "1 PFLOP/s/GPU"}
    assert number("attention_peak_flops", plain) == 1e15


def test_a_window_bounds_the_pairs() -> None:
    """The relation agrees with a sum over the tokens of the prompt, whatever lies before."""
    for prompt, prefix, window in ((100, 0, 300), (1000, 0, 128), (1000, 60, 128), (50, 400, 128)):
        given = {
            "prompt_length": f"{prompt} token/sequence",
            "prefix_length": f"{prefix} token/sequence",
            "attention_window": f"{window} token/sequence",
        }
        summed = sum(min(prefix + i + 0.5, window) for i in range(prompt))
        variants = {"KV layout": "windowed"}
        assert number("pairs_in_reach", given, variants=variants) == pytest.approx(summed, rel=1e-3)


def test_a_limit_on_the_step_gives_the_chunk() -> None:
    """300 sequences of a dense 70e9 on 8 GPUs: what 50 ms leave for prompt tokens, and how long
    a prompt of 32,768 then takes; forwards again.
    """
    given = {
        "active_params": "70e9 param", "total_params": "70e9 param", "gpus": "8 GPU",
        "bytes_per_param": "1 byte/param", "peak_flops": "1 PFLOP/s/GPU",
        "hbm_bandwidth": "4 TB/s/GPU", "batch_size": "300 sequence", "kv_fetch_time": "10 ms",
    }  # fmt: skip
    chunked = {"compute": "with_chunk"}
    chunk = number("chunk_tokens", {**given, "step_time": "50 ms"}, variants=chunked)
    assert chunk == pytest.approx(0.05 * 8e15 / (2 * 70e9) - 300)
    asked = {**given, "chunk_tokens": f"{chunk!r} token"}
    assert number("step_time", asked, variants=chunked) == pytest.approx(50e-3)
    prompt = {**asked, "prefill_batch": "1 sequence", "prompt_length": "32768 token/sequence"}
    time = number("chunked_prefill_time", prompt, variants=chunked)
    assert time == pytest.approx(32768 / chunk * 50e-3)


def test_a_request_pays_the_cached_price_for_what_is_cached() -> None:
    """A prompt of 100,000 tokens, three quarters cached, and 1,000 produced."""
    given = {
        "full_prompt_length": "100e3 token/sequence", "cached_prompt_share": "0.75",
        "output_length": "1000 token/sequence", "input_price": "4 USD/Mtoken",
        "cache_read_price": "0.4 USD/Mtoken", "output_price": "20 USD/Mtoken",
    }  # fmt: skip
    tariff = {"tariff": "with_cache"}
    price = number("request_price", given, variants=tariff)
    assert price == pytest.approx(75e3 * 0.4e-6 + 25e3 * 4e-6 + 1e3 * 20e-6)
    back = {**without(given, "cached_prompt_share"), "request_price": f"{price!r} USD/sequence"}
    assert math.isclose(number("cached_prompt_share", back, variants=tariff), 0.75, rel_tol=1e-9)


@pytest.mark.slow
def test_a_chunk_is_computed_beside_the_batch_wherever_it_is_given() -> None:
    """Four steps of 2,080 tokens on 8e9 parameters at 989.5 TFLOP/s; 40 ms are too short."""
    given = {
        "active_params": "8e9 param", "total_params": "8e9 param",
        "bytes_per_param": "2 byte/param", "gpus": "1 GPU", "peak_flops": "989.5 TFLOP/s/GPU",
        "hbm_bandwidth": "3.35 TB/s/GPU", "kv_bytes_per_token": "131072 byte/token",
        "batch_size": "32 sequence", "context_length": "4096 token/sequence",
        "prompt_length": "8192 token/sequence",
        "prefill_batch": "1 sequence",
    }  # fmt: skip
    taken = derive.solve("chunked_prefill_time", {**given, "chunk_tokens": "2048 token"})
    assert taken.number == pytest.approx(4 * 2080 * 2 * 8e9 / 989.5e12, rel=1e-6)
    short = derive.solve("chunk_tokens", {**given, "chunked_prefill_time": "40 ms"})
    assert short.status != "solved"
