"""Figures that people ask for, by hand: attention in prefill, loading, a bill of requests."""

from __future__ import annotations

import pytest

import derive


def test_the_share_of_attention_in_prefill_is_that_of_its_operations() -> None:
    """Beside a layer's weights and the output matrix for one token; from a share back to the
    prompt.
    """
    prompt = 16384
    layers, width, vocabulary, parameters = 32, 4096, 128256, 8.03e9
    products = 2 * prompt * (parameters - 2 * vocabulary * width) + 2 * vocabulary * width
    attention = 2 * prompt**2 * width * layers
    given = {**derive.model("llama31_8b"), "prefill_batch": "1 sequence"}
    stated = {**given, "prompt_length": f"{prompt} token/sequence"}
    share = derive.solve("prefill_attention_share", stated).number
    assert share == pytest.approx(attention / (products + attention), rel=1e-3)
    back = derive.solve("prompt_length", {**given, "prefill_attention_share": str(share)})
    assert back.number == pytest.approx(prompt, rel=1e-6)


def test_weights_load_at_the_bandwidth_of_storage() -> None:
    """Of all GPUs together."""
    given = {"weight_bytes": "140 GB", "loading_bandwidth": "7 GB/s"}
    assert derive.solve("loading_time", given).text == "20 s"
    needed = derive.solve("loading_bandwidth", {"weight_bytes": "140 GB", "loading_time": "5 s"})
    assert needed.text == "28 GB/s"


def test_a_bill_is_the_price_of_its_requests() -> None:
    """And a budget the requests that it pays."""
    given = {
        "input_price": "3 USD/Mtoken",
        "output_price": "15 USD/Mtoken",
        "prompt_length": "1500 token/sequence",
        "output_length": "400 token/sequence",
    }
    bill = derive.solve("request_bill", {**given, "billed_requests": "2e6 sequence"})
    assert bill.number == pytest.approx(2e6 * (1500 * 3e-6 + 400 * 15e-6))
    paid = derive.solve("billed_requests", {**given, "request_bill": "10500 USD"})
    assert paid.number == pytest.approx(1e6)
