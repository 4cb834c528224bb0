"""Context and KV cache: what is stored, what is read, where it binds, and how long a context
fits.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from derive.library import accelerator, model, prove, solve
from derive.library.relations.kv_cache import THEOREMS as CACHE_THEOREMS
from derive.library.relations.sparse_attention import THEOREMS as SPARSE_THEOREMS
from derive.results.answer import Answer

LATENT, WINDOWED, HYBRID, INDEXED, SQUARE_ROOT = (
    {"KV layout": choice} for choice in ("latent", "windowed", "hybrid", "indexed", "square_root")
)
RACK = {
    "gpus": "72 GPU",
    "hbm_bandwidth": "8 TB/s/GPU",
    "hbm_capacity": "192 GB/GPU",
    "peak_flops": "5 PFLOP/s/GPU",
}
FRONTIER = {
    "active_params": "100e9 param",
    "total_params": "800e9 param",
    "bytes_per_param": "1 byte/param",
}
# Five window layers to each global one, a window of 1,024: 60 layers of 8 KV heads of 128 in bf16.
MIXED = {
    "n_global_layers": "10", "n_window_layers": "50", "attention_window": "1024 token/sequence",
    "n_kv_heads": "8", "d_head": "128", "bytes_per_element": "2 byte",
}  # fmt: skip
DEEPSEEK = {
    "n_layers": "61",
    "kv_latent_dim": "512",
    "rope_dim": "64",
    "bytes_per_element": "2 byte",
}
INDEX = {"index_bytes_per_token_layer": "132 byte/token", "selected_context": "2048 token/sequence"}


def asked(
    target: str, *known: dict[Any, Any], variants: dict[str, str] | None = None, **more: str
) -> Answer:
    """The answer, which must be solved with every line verified."""
    answer = solve(
        target,
        {name: value for table in (*known, more) for name, value in table.items()},
        variants=variants,
    )
    assert answer.status == "solved", (target, answer.missing, answer.warnings)
    assert answer.derivation.verified
    return answer


def number(
    target: str, *known: dict[Any, Any], variants: dict[str, str] | None = None, **more: str
) -> float:
    answer = asked(target, *known, variants=variants, **more)
    assert answer.number is not None
    return answer.number


# --- what is stored and read ---


@pytest.mark.parametrize(
    ("layers", "kv_heads", "width", "expected"),
    [(32, 8, 128, 131_072), (80, 8, 128, 327_680), (126, 8, 128, 516_096), (40, 40, 128, 819_200)],
    ids=["llama-3-8b", "qwen2.5-72b", "llama-3.1-405b", "llama-2-13b"],
)
def test_bytes_per_token_of_published_shapes(
    layers: int, kv_heads: int, width: int, expected: int
) -> None:
    """Keys and values of every layer in bf16, of the KV heads and not of the query heads; and the
    KV heads back from the bytes.
    """
    shape = {"n_layers": str(layers), "d_head": str(width), "bytes_per_element": "2 byte"}
    assert number("kv_bytes_per_token", shape, n_kv_heads=str(kv_heads)) == expected
    assert number(
        "n_kv_heads", shape, kv_bytes_stored_per_token=f"{expected} byte/token"
    ) == pytest.approx(kv_heads, rel=1e-12)


def test_a_latent_is_cached_once_per_layer() -> None:
    """512 and 64 elements, 61 layers, two bytes: 70,272, whatever the heads."""
    assert number("kv_bytes_per_token", DEEPSEEK, variants=LATENT) == 70_272
    rest = {name: value for name, value in DEEPSEEK.items() if name != "kv_latent_dim"}
    assert number(
        "kv_latent_dim", rest, variants=LATENT, kv_bytes_per_token="70272 byte/token"
    ) == pytest.approx(512)


def test_sharing_a_cache_shrinks_what_is_stored_and_not_what_is_read() -> None:
    """One cache for 60 layers: 2,048 bytes stored, 122,880 read."""
    shape = {
        "n_layers": "60",
        "n_kv_heads": "8",
        "d_head": "128",
        "bytes_per_element": "1 byte",
        "layers_per_cache": "60",
    }
    assert number("kv_bytes_stored_per_token", shape) == 2048
    assert number("kv_bytes_per_token", shape) == 122_880


def test_a_quantised_cache_carries_its_scales() -> None:
    """FP8 keys of 128 elements with a scale of four bytes take 132 bytes; four bits in groups of 32
    with 16-bit scales take 4.5 bits.
    """
    assert (
        128
        * number(
            "bytes_per_element",
            kv_element_size="8 bit",
            kv_scale_size="32 bit",
            kv_group_size="128",
        )
        == 132
    )
    assert (
        8
        * number(
            "bytes_per_element", kv_element_size="4 bit", kv_scale_size="16 bit", kv_group_size="32"
        )
        == 4.5
    )
    assert number(
        "kv_group_size",
        kv_element_size="4 bit",
        kv_scale_size="16 bit",
        bytes_per_element="0.5625 byte",
    ) == pytest.approx(32)


def test_the_cache_of_one_sequence() -> None:
    """Llama-2-13B at 4,096 tokens keeps 3.36 GB."""
    shape = {"n_layers": "40", "n_kv_heads": "40", "d_head": "128", "bytes_per_element": "2 byte"}
    assert (
        number("kv_bytes_per_sequence", shape, context_length="4096 token/sequence")
        == 819_200 * 4096
    )


# --- windows ---


def test_windows_read_less_by_the_layers_and_the_context() -> None:
    """Five to one with a window of 1,024 reads 5.85 times less at 200,000 tokens; the window back
    from that.
    """
    long = {"context_length": "200e3 token/sequence"}
    layer = 2 * 8 * 128 * 2
    assert number("kv_bytes_per_token", MIXED, long, variants=WINDOWED) == pytest.approx(
        layer * (10 * 200e3 + 50 * 1024) / 200e3
    )
    assert number("attention_sparsity", MIXED, long, variants=WINDOWED) == pytest.approx(
        5.85, abs=0.005
    )
    found = {name: value for name, value in MIXED.items() if name != "attention_window"}
    saving = f"{60 * 200e3 / (10 * 200e3 + 50 * 1024)!r}"
    assert number(
        "attention_window", found, long, variants=WINDOWED, attention_sparsity=saving
    ) == pytest.approx(1024)


def test_a_context_inside_the_window_is_read_whole() -> None:
    """Below the window every layer reads all of it, and nothing is saved."""
    assert number(
        "attention_sparsity", MIXED, variants=WINDOWED, context_length="500 token/sequence"
    ) == pytest.approx(1.0)


def test_the_crossover_sees_the_window_at_the_crossover() -> None:
    """It does not move with the running context, though the bytes per token do; and it is where
    fetch and compute are equal.
    """
    alone = number("crossover_context", MIXED, RACK, FRONTIER, variants=WINDOWED)
    for running in ("2000 token/sequence", "200e3 token/sequence"):
        assert number(
            "crossover_context", MIXED, RACK, FRONTIER, variants=WINDOWED, context_length=running
        ) == pytest.approx(alone)
    there = {"context_length": f"{alone!r} token/sequence", "batch_size": "100 sequence"}
    fetch, compute = (
        number(time, MIXED, RACK, FRONTIER, there, variants=WINDOWED)
        for time in ("kv_fetch_time", "compute_time")
    )
    assert fetch == pytest.approx(compute, rel=1e-9)
    layer = 4096
    assert alone == pytest.approx((2 * 100e9 * 8e12 / 5e15 / layer - 50 * 1024) / 10)


def test_with_windows_everywhere_reading_may_never_overtake_computing() -> None:
    """All layers windowed: the bytes read stop growing, so there is no crossover context."""
    known = {**MIXED, "n_global_layers": "0", "n_window_layers": "60", **RACK, **FRONTIER}
    assert solve("crossover_context", known, variants=WINDOWED).status == "unreachable"


@pytest.mark.parametrize("id", ["gemma2_27b", "gemma3_27b", "gpt_oss_120b", "llama4_scout"])
def test_windowed_models_of_the_catalogue_get_a_number_and_no_warning(id: str) -> None:
    """The layout is the model's own choice, and what is read follows from its layers."""
    known = {
        **model(id),
        **accelerator("h200_sxm", precision="bf16"),
        "gpus": "8 GPU",
        "batch_size": "32 sequence",
        "context_length": "8192 token/sequence",
    }
    answer = asked("step_time", known)
    assert answer.variants["KV layout"] == "windowed"
    assert not answer.warnings
    fetch = solve("kv_fetch_time", known)
    shape = {var.name: value.value for var, value in model(id).items()}
    read = shape["n_global_layers"] * 8192 + shape["n_window_layers"] * min(
        8192, shape["attention_window"]
    )
    assert fetch.number == pytest.approx(
        32 * 2 * shape["n_kv_heads"] * shape["d_head"] * 2 * read / (8 * 4.8e12), rel=0.02
    )


@pytest.mark.slow
def test_linear_layers_read_no_context() -> None:
    """MiniMax-Text-01: ten of eighty layers keep a cache; the state of the others is no part of
    it.
    """
    known = {**model("minimax_text_01"), "bytes_per_element": "2 byte"}
    assert number("kv_bytes_per_token", known) == 10 * 2 * 8 * 128 * 2
    answer = asked("kv_bytes_per_token", known, context_length="100e3 token/sequence")
    assert not answer.neglected


# --- sparse attention ---


def test_an_index_saves_a_factor_with_a_limit() -> None:
    """At 128 k tokens 9.15 kB a token are read instead of 70.3: 7.7 times less, at most 8.73 times
    at any context.
    """
    long = {"context_length": "131072 token/sequence"}
    bytes_read = number("kv_bytes_per_token", DEEPSEEK, INDEX, long, variants=INDEXED)
    assert bytes_read * 131_072 == pytest.approx(61 * (131_072 * 132 + 2048 * 1152))
    assert number("attention_sparsity", DEEPSEEK, INDEX, long, variants=INDEXED) == pytest.approx(
        7.68, abs=0.01
    )
    far = number(
        "attention_sparsity", DEEPSEEK, INDEX, variants=INDEXED, context_length="1e9 token/sequence"
    )
    assert far == pytest.approx(1152 / 132, rel=1e-3)
    assert (
        number(
            "index_bytes_per_token_layer",
            variants=INDEXED,
            index_dim="128",
            index_bytes_per_element="1.03125 byte",
        )
        == 132
    )


def test_a_square_root_would_save_without_limit() -> None:
    """358 times at 128,000 tokens, and 1,000 times at a million."""
    assert number(
        "attention_sparsity", variants=SQUARE_ROOT, context_length="128e3 token/sequence"
    ) == pytest.approx(math.sqrt(128e3))
    assert number(
        "context_length", variants=SQUARE_ROOT, attention_sparsity="1000"
    ) == pytest.approx(1e6)


# --- points on the context axis ---


def test_the_kink_moves_with_the_batch() -> None:
    """At two and a half balance batches it lies at 0.6 of the crossover context, and the bytes
    inferred from it are 0.6 of the cliff's.
    """
    known = {**RACK, **FRONTIER}
    cliff = {**known, "kv_bytes_per_token": "1600 byte/token"}
    balance = number("balance_batch", known)
    assert balance == pytest.approx(2500)
    batch = {"batch_size": f"{2.5 * balance!r} sequence"}
    crossover = number("crossover_context", cliff)
    assert crossover == pytest.approx(200e3)
    assert number("kink_context", cliff, batch) == pytest.approx(0.6 * crossover)
    assert number(
        "kv_bytes_per_token", known, batch, kink_context="200e3 token/sequence"
    ) == pytest.approx(0.6 * 1600)


def test_below_the_balance_batch_there_is_no_kink() -> None:
    """Memory binds at every context."""
    known = {
        **RACK,
        **FRONTIER,
        "kv_bytes_per_token": "1600 byte/token",
        "batch_size": "1000 sequence",
    }
    assert solve("kink_context", known).status == "unreachable"


def test_cache_and_weights_take_equally_long_at_a_context_of_the_batch() -> None:
    """For one sequence and 100e9 parameters of a byte, 500 kB a token match the weights at 200,000
    tokens.
    """
    known = {
        **RACK,
        "total_params": "100e9 param",
        "bytes_per_param": "1 byte/param",
        "batch_size": "1 sequence",
    }
    assert number(
        "kv_bytes_per_token", known, fetch_parity_context="200e3 token/sequence"
    ) == pytest.approx(500e3)
    assert number(
        "fetch_parity_context", known, kv_bytes_per_token="500 kB/token"
    ) == pytest.approx(200e3)


def test_the_longest_context_fills_the_memory() -> None:
    """What the weights leave, shared by the batch; and the memory from the context."""
    known = {
        **FRONTIER,
        "gpus": "72 GPU",
        "batch_size": "80 sequence",
        "kv_bytes_stored_per_token": "1667 byte/token",
    }
    longest = number("longest_context", known, hbm_capacity="192 GB/GPU")
    assert longest == pytest.approx((72 * 192e9 - 800e9) / (80 * 1667))
    assert number(
        "hbm_capacity", known, longest_context=f"{longest!r} token/sequence"
    ) == pytest.approx(192e9)


def test_with_windows_a_longer_context_fits() -> None:
    """The window is the one at that context, not at the running one."""
    known = {**MIXED, **FRONTIER, **RACK, "batch_size": "500 sequence"}
    longest = number(
        "longest_context", known, variants=WINDOWED, context_length="1000 token/sequence"
    )
    assert longest == pytest.approx(((72 * 192e9 - 800e9) / (500 * 4096) - 50 * 1024) / 10)


def test_no_context_of_zero_is_offered_beside_the_one_that_a_step_leaves() -> None:
    """Without one the step takes 16.1 ms: the share of the windows in nothing has no value."""
    gemma, chip = model("gemma3_27b"), accelerator("h100_sxm", precision="bf16")
    given = {**chip, **gemma, "gpus": "1 GPU", "batch_size": "4 sequence", "step_time": "20 ms"}
    answer = solve("context_length", given, variants=gemma.variants)
    assert answer.number is not None and not [t for t in answer.warnings if "satisfies" in t]


@pytest.mark.parametrize("name", [theorem.name for theorem in (*CACHE_THEOREMS, *SPARSE_THEOREMS)])
def test_every_theorem_on_the_cache_is_proved(name: str) -> None:
    """Each follows from the relations it names, every line exact or to sixty digits."""
    assert prove(name).derivation.verified
