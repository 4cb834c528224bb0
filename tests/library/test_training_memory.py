"""Memory and traffic of training: recipes, sharding, activations, and what splitting the weights
costs.
"""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.relations import training_memory

RECIPES = {
    "adam_bf16": 16,
    "adam_fp32_gradients": 18,
    "adam_fp32": 16,
    "adam_8bit": 10,
    "adam_fp8": 13,
    "momentum_bf16": 12,
}
# The ZeRO paper's example: 7.5e9 parameters over 64 GPUs.
ZERO = {"total_params": "7.5e9 param", "sharding_gpus": "64 GPU"}
BOOK = {"n_layers": "64", "d_model": "8192", "training_batch_tokens": "4e6 token"}


def value(target: str, given: dict[str, str], **variants: str) -> float:
    answer = derive.solve(
        target,
        given,
        variants={name.replace("_", " "): choice for name, choice in variants.items()},
    )
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float(answer.value.magnitude)


# --- state ---


@pytest.mark.parametrize(("recipe", "size"), RECIPES.items())
def test_each_recipe_keeps_its_bytes_per_parameter(recipe: str, size: float) -> None:
    """Adam in mixed precision 16: weights 2, gradients 2, master copy 4, two moments 8."""
    assert value("training_state_bytes_per_param", {}, training_state=recipe) == size


def test_the_parts_of_the_usual_recipe_are_named() -> None:
    """2, 2 and 4 + 8."""
    parts = [
        value(part, {})
        for part in (
            "trained_weight_bytes_per_param",
            "gradient_bytes_per_param",
            "optimizer_bytes_per_param",
        )
    ]
    assert parts == [2, 2, 12]


def test_a_part_of_ones_own_replaces_the_recipes() -> None:
    """Sixteen with gradients of four bytes are eighteen."""
    answer = derive.solve(
        "training_state_bytes_per_param",
        {"gradient_bytes_per_param": "4 byte/param"},
        variants={"training state": "adam_fp32_gradients"},
    )
    assert answer.value.magnitude == 18


@pytest.mark.parametrize(
    ("sharding", "gigabytes"),
    [("replicated", 120), ("zero1", 31.4), ("zero2", 16.6), ("fsdp", 1.9), ("zero3", 1.9)],
)
def test_the_table_of_the_zero_paper(sharding: str, gigabytes: float) -> None:
    """120, 31.4, 16.6 and 1.9 GB on each of 64 GPUs."""
    assert value("training_state_per_gpu", ZERO, state_sharding=sharding) / 1e9 == pytest.approx(
        gigabytes, abs=0.05
    )


def test_the_gpus_that_hold_a_model_follow_from_their_memory() -> None:
    """16 bytes for each of 405e9 parameters over 80 GB: 81 GPUs, activations apart."""
    known = {"total_params": "405e9 param", "training_state_per_gpu": "80 GB/GPU"}
    answer = derive.solve("sharding_gpus", known, variants={"state sharding": "fsdp"})
    assert answer.outcomes[0].value == pytest.approx(81)


# --- activations ---


def test_activations_of_four_million_tokens() -> None:
    """84 TB if all is kept, 4.2 TB with the input of each layer alone, 29 TB with the products."""
    assert value("activation_memory", BOOK) == pytest.approx(83.9e12, rel=1e-3)
    assert value("activation_memory", BOOK, activations="checkpointed") == pytest.approx(
        4.194e12, rel=1e-3
    )
    assert value("activation_memory", BOOK, activations="products") == pytest.approx(
        29.4e12, rel=1e-2
    )


def test_the_batch_that_fits_follows_from_the_memory() -> None:
    """84 TB hold four million tokens."""
    known = {"n_layers": "64", "d_model": "8192", "activation_memory": "84 TB"}
    assert value("training_batch_tokens", known) == pytest.approx(4.005e6, rel=1e-3)


def test_whether_training_fits_is_judged_against_the_memory() -> None:
    """70e9 parameters on 512 GPUs of 80 GB, 4M tokens a step: activations alone are twice too much
    unless layers are computed again; what is left out, the logits, can only be more.
    """
    known = {
        "total_params": "70e9 param", "sharding_gpus": "512 GPU", "training_gpus": "512 GPU",
        "hbm_capacity": "80 GB/GPU", "n_layers": "80", "d_model": "8192",
        "training_batch_tokens": "4e6 token",
    }  # fmt: skip
    full = derive.solve("training_memory_fill", known, variants={"state sharding": "fsdp"})
    assert full.number == pytest.approx(2.587, abs=1e-3) and full.sense == "lower bound"
    (check,) = (each for each in full.constraints if not each.satisfied)
    assert full.status == "infeasible" and check.name == "training_fits"
    assert value(
        "training_memory_fill", known, state_sharding="fsdp", activations="checkpointed"
    ) == pytest.approx(0.1554, abs=1e-3)


def test_training_memory_is_no_burden_on_other_questions() -> None:
    """What a GPU holds in decode is judged without a word of training."""
    answer = derive.solve(
        "kv_room",
        {
            "gpus": "8 GPU",
            "hbm_capacity": "80 GB/GPU",
            "bytes_per_param": "1 byte/param",
            "total_params": "70e9 param",
        },
    )
    assert not any(
        "training" in name
        for name in (*answer.not_judged, *(known.var.name for known in answer.known))
    )


# --- traffic ---


def test_splitting_the_weights_sends_half_as_much_again() -> None:
    """70e9 parameters in 16 bits: 280 GB a step in plain data parallelism, 420 GB split."""
    known = {"total_params": "70e9 param"}
    assert value("data_parallel_traffic", known) == pytest.approx(280e9)
    assert value("fsdp_traffic", known) == pytest.approx(420e9)


def test_gradients_of_four_bytes_change_the_ratio() -> None:
    """The 50 % is for one format: 4 + 4 bytes against 4 + 8 sent."""
    known = {"total_params": "70e9 param"}
    plain, split = (
        value(target, known, training_state="adam_fp32_gradients")
        for target in ("data_parallel_traffic", "fsdp_traffic")
    )
    assert split / plain == pytest.approx(1.0)


@pytest.mark.parametrize("theorem", training_memory.THEOREMS, ids=lambda theorem: theorem.name)
def test_what_is_said_of_training_memory_is_proved(theorem: Any) -> None:
    """Every theorem of the subject is proved."""
    assert derive.prove(theorem.name).derivation.verified
