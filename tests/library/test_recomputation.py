"""Arithmetic beyond six per parameter and token: recomputation, attention, and the utilisations
that count them.
"""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.relations import recomputation

CHECKPOINTED = {"activations": "checkpointed"}
# PaLM 540B as published: 6,144 TPU v4 of 275 TFLOP/s, 238.3e3 tokens per second, sequences of
# 2,048.
PALM = {
    "active_params": "540.35e9 param", "training_gpus": "6144 GPU",
    "peak_flops": "275e12 FLOP/s/GPU", "training_throughput": "238.3e3 token/s", "n_layers": "118",
    "n_heads": "48", "d_head": "256", "training_context": "2048 token/sequence",
}  # fmt: skip


def value(target: str, given: dict[str, str], variants: dict[str, str] | None = None) -> float:
    answer = derive.solve(target, given, variants=variants)
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float(answer.value.magnitude)


def test_computing_every_layer_again_makes_eight_of_six() -> None:
    """A third more arithmetic for a twentieth of the memory."""
    assert value("executed_flops_per_param", {}) == 6
    assert value("executed_flops_per_param", {}, CHECKPOINTED) == 8
    assert value("executed_flops_per_param", {}, {"activations": "products"}) == 6


def test_hardware_does_a_third_more_than_counts() -> None:
    """40 % useful is 53 % carried out."""
    known = {
        "active_params": "70e9 param",
        "training_tokens": "1e12 token",
        "peak_flops": "1e15 FLOP/s/GPU",
        "training_mfu": "0.4",
    }
    assert value("training_hfu", known, CHECKPOINTED) == pytest.approx(0.4 * 8 / 6)


def test_palms_published_utilisations() -> None:
    """45.7 % without attention, 46.2 % with it."""
    assert value("training_mfu", PALM) == pytest.approx(0.457, abs=5e-4)
    assert value("training_mfu_with_attention", PALM) == pytest.approx(0.462, abs=5e-4)


def test_palm_computed_three_quarters_of_the_forward_pass_again() -> None:
    """57.8 % of the hardware's peak against 46.2 % useful."""
    assert value(
        "recomputed_share", {**PALM, "training_hfu_with_attention": "0.578"}, CHECKPOINTED
    ) == pytest.approx(0.75, abs=0.01)


def test_attention_is_one_per_cent_of_palms_arithmetic() -> None:
    """12 n d L over 6 N; half of it where the causal mask is used."""
    assert value("training_attention_share", PALM) == pytest.approx(0.0110, abs=5e-5)
    assert value(
        "training_attention_share", {**PALM, "training_attended_share": "0.5"}
    ) == pytest.approx(0.0055, abs=5e-5)


def test_attention_matters_beyond_eight_widths() -> None:
    """64 layers of width 8,192, sixteen squares each: as much arithmetic in attention as in the
    weights at 65,536 tokens.
    """
    known = {
        "n_layers": "64",
        "n_heads": "64",
        "d_head": "128",
        "active_params": f"{16 * 64 * 8192**2} param",
        "training_attended_share": "1",
    }
    assert value("training_context", {**known, "training_attention_share": "1"}) == pytest.approx(
        8 * 8192
    )


def test_six_n_d_says_how_much_attention_it_leaves_out() -> None:
    """Where the shape is known the size of the neglected term is told."""
    known = {name: text for name, text in PALM.items() if name != "training_throughput"}
    (left_out,) = derive.solve(
        "training_flops", {**known, "training_tokens": "780e9 token"}
    ).neglected
    assert left_out.size == pytest.approx(0.0110, abs=5e-5)


@pytest.mark.parametrize("theorem", recomputation.THEOREMS, ids=lambda theorem: theorem.name)
def test_six_becomes_eight_and_the_context_of_eight_widths_are_proved(theorem: Any) -> None:
    """Every theorem of the subject is proved."""
    assert derive.prove(theorem.name).derivation.verified
