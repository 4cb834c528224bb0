"""Sparsity and quality: three sparsities, what one gains and what it takes, with the write-ups'
numbers recomputed.
"""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.entries import model, scaling_law
from derive.library.nomenclature.quality import expert_sparsity
from derive.library.relations import sparsity

THIRD = str(1 / 3)
LECTURE = {"active_params": "370e6 param", "dense_equivalent_params": "1.3e9 param"}


def value(target: str, given: dict[Any, Any], **options: Any) -> float:
    answer = derive.solve(target, given, **options)
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float(answer.value.magnitude)


# --- sparsity by name ---


def test_deepseek_v3_has_three_sparsities_that_differ() -> None:
    """17.8 by parameters (18.1 by the card, which leaves the table of the input out), 32 by
    experts, 8 as quoted from 32 experts of 256 that it does not use.
    """
    deepseek = model("deepseek_v3")
    assert value("sparsity", deepseek) == pytest.approx(17.846, rel=1e-3)
    assert value("expert_sparsity", deepseek) == 32
    assert value("quoted_sparsity", {**deepseek, "quoted_active_experts": "32"}) == 8


def test_the_quoted_balance_batch_is_not_that_of_the_parameters() -> None:
    """2,400 as quoted, 5,440 by parameters: the same chip, another sparsity."""
    chip = {"balance_tokens": "300 token"}
    quoted = value(
        "quoted_balance_batch",
        {
            **chip,
            "n_experts": "256",
            "quoted_active_experts": "32",
            "tokens_per_pass": "1 token/sequence",
        },
    )
    ideal = {
        "compute_efficiency": "1",
        "bandwidth_efficiency": "1",
        "tokens_per_pass": "1 token/sequence",
    }
    by_params = value(
        "balance_batch",
        {**chip, **ideal, "total_params": "671e9 param", "active_params": "37e9 param"},
    )
    assert (quoted, by_params) == (pytest.approx(2400), pytest.approx(5440.5, abs=0.1))


def test_the_experts_said_to_be_active_follow_from_the_quoted_sparsity() -> None:
    """A factor of 8 over 256 experts means 32."""
    assert value("quoted_active_experts", {"n_experts": "256", "quoted_sparsity": "8"}) == 32


# --- what it gains ---


def test_sixty_four_experts_are_worth_three_and_a_half_times_not_four() -> None:
    """370M active match a dense 1.3B: 3.51, whose power of 64 is 0.302; a gain of 4 would be the
    cube root.
    """
    assert value("sparsity_gain", LECTURE) == pytest.approx(3.5135, abs=1e-4)
    assert value(
        "gain_exponent", {**LECTURE, "n_experts": "64", "active_experts": "1"}
    ) == pytest.approx(0.302, abs=5e-4)
    assert value("gain_exponent", {"sparsity_gain": "4", "expert_sparsity": "64"}) == pytest.approx(
        1 / 3
    )


def test_halving_the_active_part_takes_eight_times_the_experts() -> None:
    """A gain of 2 at the cube root needs 8; 100 times the experts gains 4.64, not 10."""
    assert value(
        "expert_sparsity", {"sparsity_gain": "2", "gain_exponent": THIRD}
    ) == pytest.approx(8)
    assert value(
        "sparsity_gain", {"expert_sparsity": "100", "gain_exponent": THIRD}
    ) == pytest.approx(4.6416, abs=1e-4)


@pytest.mark.parametrize(
    ("law", "claimed"),
    [("routed_fit_s_base", 1.35e9), ("routed_fit_rl_r", 1.18e9), ("routed_fit_hash", 0.97e9)],
)
def test_the_fitted_law_gives_the_dense_equivalent_that_the_file_lists(
    law: str, claimed: float
) -> None:
    """370M with 64 experts: 1.35e9, 1.18e9 or 0.97e9 by the router; the law's constants are looked
    up.
    """
    known = {**scaling_law(law), "active_params": "368123904 param", "expert_sparsity": "64"}
    assert value("dense_equivalent_params", known) == pytest.approx(claimed, rel=0.015)


@pytest.mark.parametrize(("law", "active", "experts", "measured"), [
    ("routed_fit_s_base", 368123904, 64, 2.2108), ("routed_fit_s_base", 1308819456, 512, 1.9991),
    ("routed_fit_rl_r", 368123904, 128, 2.2054),
    ("routed_fit_hash", 368123904, 64, 2.2699), ("routed_fit_s_base", 368123904, 1, 2.4633),
])  # fmt: skip
def test_the_fitted_law_reproduces_the_released_losses(
    law: str, active: int, experts: int, measured: float
) -> None:
    """Within its own scatter, dense models (one expert) among them."""
    known = {
        **scaling_law(law),
        "active_params": f"{active} param",
        "expert_sparsity": str(experts),
    }
    assert value("routed_loss", known) == pytest.approx(measured, rel=0.015)


def test_the_law_is_asked_for_the_experts_that_reach_a_dense_model() -> None:
    """The expert count comes back from the dense equivalent that it gives."""
    known = {**scaling_law("routed_fit_rl_r"), "active_params": "370e6 param"}
    equivalent = value("dense_equivalent_params", {**known, expert_sparsity: "64"})
    assert value(
        "expert_sparsity", {**known, "dense_equivalent_params": f"{equivalent!r} param"}
    ) == pytest.approx(64, rel=1e-9)


def test_a_loss_that_contradicts_the_dense_equivalent_is_shown_line_by_line() -> None:
    """One of its lines raises a loss to the reciprocal of the fitted power, and all to the power:
    (nat/token)^(1/a)^a is nat/token.
    """
    known = {
        "dense_power": "0.08", "routed_interaction": "0.004", "dense_loss_factor": "2",
        "routed_loss_scale": "9 nat/token", "routed_loss": "1 nat/token",
        "dense_equivalent_params": "90e9 param", "active_params": "80e9 param",
    }  # fmt: skip
    answer = derive.solve("lifetime_optimal_tokens", known)
    assert answer.status == "contradiction" and "Undo the power on both sides" in str(answer)


def test_routing_stops_helping_above_a_size_that_the_law_names() -> None:
    """The ratio of two fitted powers, as a power of ten; the file's figure is from unrounded
    ones.
    """
    assert value("routing_cutoff_params", scaling_law("routed_fit_rl_r")) == pytest.approx(
        8.8e10, rel=0.05
    )


# --- what it takes ---


def test_a_rack_holds_at_most_so_many_parameters() -> None:
    """72 GPUs of 192 GB: 27.6e12 parameters in FP4, 13.8e12 in FP8, and then no room for a KV
    cache.
    """
    rack = {"gpus": "72 GPU", "hbm_capacity": "192 GB/GPU"}
    assert value(
        "largest_total_params", {**rack, "bytes_per_param": "0.5 byte/param"}
    ) == pytest.approx(27.648e12)
    assert value(
        "total_params", {**rack, "bytes_per_param": "1 byte/param", "kv_room": "0 byte"}
    ) == pytest.approx(13.824e12)


def test_five_trillion_parameters_in_bf16_leave_little_for_the_cache() -> None:
    """3.8 TB of 13.8."""
    given = {
        "gpus": "72 GPU",
        "hbm_capacity": "192 GB/GPU",
        "bytes_per_param": "2 byte/param",
        "total_params": "5e12 param",
    }
    assert value("kv_room", given) == pytest.approx(3.824e12)


@pytest.mark.parametrize("theorem", sparsity.THEOREMS, ids=lambda theorem: theorem.name)
def test_what_is_said_of_sparsity_follows_from_its_relations(theorem: Any) -> None:
    """Every theorem of the subject is proved."""
    assert derive.prove(theorem.name).derivation.verified
