"""Finetuning with adapters of low rank: parameters, memory, traffic and arithmetic."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.entries.precisions import weights_in

LLAMA: dict[Any, Any] = {**derive.model("llama31_8b"), "adapter_rank": "16"}
NF4 = (4 + 8 / 64 + 32 / (64 * 256)) / 8  # bytes of a weight and of its scales
BF16 = {**LLAMA, "bytes_per_param": "2 byte/param"}


def value(target: str, given: dict[Any, Any], **variants: str) -> float:
    """The number of a solved answer, in the variable's unit."""
    named = {name.replace("_", " "): choice for name, choice in variants.items()}
    answer = derive.solve(target, given, variants=named)
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float(answer.value.magnitude)


@pytest.mark.parametrize(
    ("matrices", "millions"),
    [("queries_and_values", 6.815744), ("attention", 13.631488), ("all", 41.943040)],
)
def test_adapters_of_rank_16_have_the_parameters_that_frameworks_print(
    matrices: str, millions: float
) -> None:
    """Of Llama 3.1 8B: 4096 by 4096 queries, 4096 by 1024 keys and values, 14336 within."""
    found = value("adapter_params", LLAMA, adapted_matrices=matrices)
    assert found / 1e6 == pytest.approx(millions, rel=1e-6)


def test_adapters_of_experts_or_latent_attention_are_not_counted_as_those_of_a_dense_model() -> (
    None
):
    """Their matrices have other sizes, which are then to be stated."""
    everything = {"adapted matrices": "all"}
    mixture = {**derive.model("mixtral_8x7b"), "adapter_rank": "16"}
    assert derive.solve("adapter_params", mixture, variants=everything).status == "underdetermined"
    latent = {**derive.model("deepseek_v3"), "adapter_rank": "16"}
    assert derive.solve("adapter_params", latent).status == "underdetermined"
    stated = {**latent, "adapter_widths": "40000"}
    assert value("adapter_params", stated) == 61 * 16 * 40000


@pytest.mark.parametrize(("rank", "millions"), [("1", 4.7), ("4", 18.9)])
def test_square_matrices_give_the_parameters_of_the_paper(rank: str, millions: float) -> None:
    """GPT-3: two matrices of 12,288 in each of 96 layers."""
    gpt = {"n_layers": "96", "d_model": "12288", "adapted_matrices": "2", "adapter_rank": rank}
    assert value("adapter_params", gpt) / 1e6 == pytest.approx(millions, abs=0.05)


def test_only_the_adapters_have_gradients_and_an_optimizer() -> None:
    """16.06 GB frozen, and 16 bytes for each of 6.8e6 parameters: a rank means LoRA."""
    assert value("training_state_per_gpu", BF16) == pytest.approx(2 * 8.03e9 + 16 * 6815744)
    full = {name: known for name, known in BF16.items() if name != "adapter_rank"}
    assert value("training_state_per_gpu", full) == pytest.approx(16 * 8.03e9)


def test_frozen_weights_in_four_bits_take_their_own_bytes() -> None:
    """NF4 has 8 bits of scale for 64 weights and 32 for 256 scales: 4.127 bits in all."""
    quantised = {**LLAMA, **weights_in("nf4")}
    frozen = value("training_state_per_gpu", quantised) - 16 * 6815744
    assert frozen == pytest.approx(8.03e9 * NF4)


@pytest.mark.parametrize(
    ("sharding", "held"),
    [
        ("replicated", 2 * 8.03e9 + 16 * 6815744),
        ("zero1", 2 * 8.03e9 + (4 + 12 / 4) * 6815744),
        ("zero2", 2 * 8.03e9 + (2 + 14 / 4) * 6815744),
        ("fsdp", (2 * 8.03e9 + 16 * 6815744) / 4),
    ],
)
def test_shards_of_adapters_are_their_share(sharding: str, held: float) -> None:
    """Over four GPUs; stages one and two split nothing of the frozen weights."""
    given = {**BF16, "sharding_gpus": "4 GPU"}
    assert value("training_state_per_gpu", given, state_sharding=sharding) == pytest.approx(held)


def test_frozen_weights_need_no_gradients_of_their_own() -> None:
    """Four operations for each parameter and token instead of six, and less to send."""
    given = {**BF16, "training_tokens": "1e9 token"}
    assert value("adapter_training_flops", given) == pytest.approx(4 * 8.03e9 * 1e9)
    assert value("training_flops", given) == pytest.approx(4 * 8.03e9 * 1e9)
    assert value("data_parallel_traffic", given) == pytest.approx(2 * 2 * 6815744)
    assert value("fsdp_traffic", given) == pytest.approx(4 * 8.03e9 + 6 * 6815744)


def test_a_saved_adapter_is_small() -> None:
    """13.6 MB beside a model of 16 GB."""
    assert value("adapter_bytes", LLAMA) == 2 * 6815744
