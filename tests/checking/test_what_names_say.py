"""Names whose words say what the other side leaves out, and what they do not say."""

from __future__ import annotations

import pytest

from tests.checking.judged_text import findings

_SIZES = "n_layers * n_kv_heads * head_dim"


@pytest.mark.parametrize(
    "text",
    [
        f"`KV cache per token = 2 * {_SIZES} * 2 bytes`",
        f"`bytes_per_token = 2 * {_SIZES} * 2 bytes`",
        f"`bytes_per_token = 2 * {_SIZES} * dtype_bytes`",
        r"$$\text{KV cache per token} = 2 \times n_{layers} \times n_{heads} \times 4\ "
        r"\text{bytes}$$",
    ],
)
def test_sizes_of_one_thing_are_per_thing_by_the_name(text: str) -> None:
    found = findings(text)[-1]
    assert (found.verdict, found.level) == ("conditional", "note")
    assert "of one token" in found.brief


@pytest.mark.parametrize(
    "text",
    [
        "`KV cache per token = kv_cache_bytes * n_layers * n_heads`",
        f"`KV cache per token = 2 * {_SIZES} * 2 seconds`",
        "`Cost per token = gpu_price * gpus * step_time`",
    ],
)
def test_a_total_or_another_unit_is_not_that_of_one_thing(text: str) -> None:
    assert findings(text)[-1].verdict == "inconsistent"


def test_a_throughput_that_is_not_defined_may_be_of_one_gpu() -> None:
    found = findings("`Cost per token = gpu_price / throughput`")[-1]
    assert (found.verdict, found.level) == ("conditional", "note")
    assert "throughput is per GPU" in found.brief
    assert findings("`Cost per token = gpu_price * throughput`")[-1].verdict == "inconsistent"


def test_a_size_per_token_is_read_as_what_it_is_the_size_of() -> None:
    for line in ("KV cache size per token = {}", "`KV cache size per token = {}`"):
        found = findings(line.format("2 × n_layers × n_heads × head_dim × 2 bytes"))[-1]
        assert "of one token" in found.brief
        assert findings(line.format("2 × n_layers × 3 s"))[-1].verdict == "inconsistent"


def test_bytes_that_a_sign_multiplies_by_are_a_factor() -> None:
    """And what is multiplied by them has no bytes of its own."""
    found = findings("`KV cache size = 2 × seq_len × layers × heads × dim × bytes`")[-1]
    assert (found.verdict, found.level) == ("conditional", "note")
    assert "dim" not in found.forced
    restated = findings("$m$ [byte], $n$ [byte]: $m = 2 n\\ \\text{bytes}$")[-1]
    assert restated.verdict == "consistent"
