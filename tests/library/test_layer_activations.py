"""Activations of a layer in training, as Korthikanti et al. count them."""

from __future__ import annotations

from typing import Any

import pytest

import derive

S, B, H, A, T = 2048, 1, 12288, 96, 8
GPT3: dict[str, Any] = {
    "training_context": f"{S} token/sequence", "microbatch_size": f"{B} sequence",
    "d_model": str(H), "n_heads": str(A),
}  # fmt: skip
SPLIT = {**GPT3, "tensor_parallel_gpus": f"{T} GPU"}


def kept(given: dict[str, Any], **variants: str) -> float:
    """Bytes that each GPU keeps of a layer, over tokens times width."""
    named = {name.replace("_", " "): choice for name, choice in variants.items()}
    answer = derive.solve("layer_activation_memory", given, variants=named)
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float(answer.value.magnitude) / (S * B * H)


def test_without_a_split_a_layer_keeps_34_bytes_and_the_scores() -> None:
    """5as/h is 80 for GPT-3."""
    assert kept(GPT3) == pytest.approx(34 + 5 * A * S / H)


@pytest.mark.parametrize(
    ("split", "recomputed", "expected"),
    [
        ("tensor", "stored", 10 + 24 / T + 5 * A * S / (H * T)),
        ("sequence", "stored", 34 / T + 5 * A * S / (H * T)),
        ("tensor", "selective", 10 + 24 / T),
        ("sequence", "selective", 34 / T),
        ("none", "selective", 34),
        ("tensor", "checkpointed", 2),
        ("sequence", "checkpointed", 2),
    ],
)
def test_the_table_of_the_paper(split: str, recomputed: str, expected: float) -> None:
    """Bytes for each token and unit of width, under each split and recomputation."""
    assert kept(SPLIT, layer_split=split, activations=recomputed) == pytest.approx(expected)


def test_stated_tensor_parallelism_splits_a_layer() -> None:
    """Nobody need name the variant."""
    assert kept(SPLIT) == kept(SPLIT, layer_split="tensor")


def test_all_layers_keep_theirs_for_a_microbatch() -> None:
    """GPT-3 on eight GPUs keeps 96 times 579 MB."""
    all_layers = derive.solve("microbatch_activation_memory", {**SPLIT, "n_layers": "96"})
    assert all_layers.value.magnitude == pytest.approx(96 * kept(SPLIT) * S * B * H)
