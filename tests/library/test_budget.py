"""The budget of a model's life: the write-ups' token ratios, demand, time, cost and energy,
forwards and with an input asked for.
"""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.entries import accelerator, model
from derive.library.relations import budget

THIRD = repr(1 / 3)
EQUAL = {"rl_training_cost_ratio": "1", "inference_training_cost_ratio": "1"}
RUN = {
    "active_params": "100e9 param",
    "training_tokens": "200e12 token",
    "peak_flops": "5e15 FLOP/s/GPU",
    "training_mfu": "0.4",
}
DEEPSEEK = {
    "active_params": "37e9 param",
    "training_tokens": "14.8e12 token",
    "training_gpu_hours": "2.664e6 GPU*hour",
}


def value(target: str, given: dict[Any, Any], unit: str = "") -> float:
    answer = derive.solve(target, given)
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float((answer.value.to(unit) if unit else answer.value).magnitude)


# --- what a token of each phase takes ---


@pytest.mark.parametrize(("share", "work"), [("0.25", 3), ("1", 6), ("0.000001", 2)])
def test_a_token_of_reinforcement_learning_takes_two_to_six(share: str, work: float) -> None:
    """2 to generate it, 4 more if it is learnt from; 3 means that a quarter is."""
    assert value("rl_flops_per_param", {"rl_trained_share": share}) == pytest.approx(work, abs=1e-5)
    assert value(
        "rl_trained_share", {"rl_flops_per_param": f"{2 + 4 * float(share)!r} FLOP/param/token"}
    ) == pytest.approx(float(share))


def test_six_is_two_forward_and_four_backward() -> None:
    """100B parameters on 200T tokens: 1.2e26 FLOP."""
    assert value("training_flops_per_param", {}) == 6
    assert value("training_flops", RUN) == pytest.approx(1.2e26)


# --- tokens at equal cost ---


def test_at_equal_cost_pre_training_has_one_and_a_half_times_the_tokens_of_rl() -> None:
    """6 D = 3·3 D_RL: three per token at a third of the utilisation; parameters, chips and prices
    cancel.
    """
    known = {**EQUAL, "rl_flops_per_param": "3 FLOP/param/token", "rl_mfu_ratio": THIRD}
    assert value("pretraining_per_rl_token", known) == pytest.approx(1.5)
    assert value("rl_tokens", {**known, "training_tokens": "200e12 token"}) == pytest.approx(
        133.33e12, rel=1e-4
    )


def test_at_equal_cost_a_model_emits_as_many_tokens_as_it_read() -> None:
    """6 D = 2·3 D_inf."""
    known = {**EQUAL, "inference_mfu_ratio": THIRD}
    assert value("pretraining_per_inference_token", known) == pytest.approx(1)
    assert value("inference_tokens", {**known, "training_tokens": "200e12 token"}) == pytest.approx(
        200e12
    )


def test_the_slip_on_air_multiplied_where_it_must_divide() -> None:
    """2/6 over 0.3 is 1.11; 2/6 times 0.3 is the quoted 1/10."""
    right = value(
        "pretraining_per_rl_token",
        {**EQUAL, "rl_flops_per_param": "2 FLOP/param/token", "rl_mfu_ratio": "0.3"},
    )
    wrong = value(
        "pretraining_per_rl_token",
        {**EQUAL, "rl_flops_per_param": "2 FLOP/param/token", "rl_mfu_ratio": repr(1 / 0.3)},
    )
    assert (right, wrong) == (pytest.approx(1.111, abs=1e-3), pytest.approx(0.1))


@pytest.mark.parametrize(
    ("asked", "expected"), [("rl_mfu_ratio", 1 / 3), ("rl_flops_per_param", 3.0)]
)
def test_what_stands_behind_the_ratio_is_asked_for(asked: str, expected: float) -> None:
    """1.5 with all but one of its causes gives that one."""
    known = {
        **EQUAL,
        "pretraining_per_rl_token": "1.5",
        "rl_flops_per_param": "3 FLOP/param/token",
        "rl_mfu_ratio": THIRD,
    }
    assert value(
        asked, {name: text for name, text in known.items() if name != asked}
    ) == pytest.approx(expected)


def test_utilisation_stands_on_every_term_or_is_asked_for() -> None:
    """Without the utilisations the ratio is open: none is assumed to be alike."""
    assert derive.solve("pretraining_per_inference_token", EQUAL).status == "underdetermined"
    assert value(
        "pretraining_per_inference_token", {**EQUAL, "fleet_mfu": "0.15", "training_mfu": "0.45"}
    ) == pytest.approx(1)


def test_equal_token_counts_are_not_equal_costs() -> None:
    """200T tokens in each bucket: reinforcement learning then takes one and a half shares."""
    known = {
        "training_tokens": "200e12 token",
        "rl_tokens": "200e12 token",
        "rl_flops_per_param": "3 FLOP/param/token",
        "rl_mfu_ratio": THIRD,
    }
    assert value("rl_training_cost_ratio", known) == pytest.approx(1.5)


def test_three_equal_costs_are_thirds() -> None:
    """And a quarter, a quarter, a half as well is asked for by its ratios."""
    phases = {
        "training_gpu_hours": "1e7 GPU*hour",
        "rl_gpu_hours": "1e7 GPU*hour",
        "inference_gpu_hours": "1e7 GPU*hour",
    }
    assert value("training_cost_share", phases) == pytest.approx(1 / 3)
    assert value(
        "inference_cost_share", {**phases, "inference_gpu_hours": "2e7 GPU*hour"}
    ) == pytest.approx(1 / 2)


def test_a_model_without_reinforcement_learning_has_two_phases() -> None:
    """No tokens, no share, and the rest is split between training and serving."""
    known = {
        "rl_tokens": "0 token",
        "training_gpu_hours": "1e7 GPU*hour",
        "inference_gpu_hours": "3e7 GPU*hour",
    }
    assert value("rl_cost_share", known) == 0
    assert value("training_cost_share", known) == pytest.approx(1 / 4)


# --- demand ---


def test_two_months_at_fifty_million_tokens_per_second() -> None:
    """259 T, which the write-ups round to 200 T; at five hundred million 2.6e15."""
    months = {"model_lifetime": "60 day"}
    assert value(
        "inference_tokens", {**months, "inference_token_rate": "5e7 token/s"}
    ) == pytest.approx(259.2e12)
    assert value(
        "inference_tokens", {**months, "inference_token_rate": "5e8 token/s"}
    ) == pytest.approx(2.592e15)


def test_a_family_shares_its_traffic() -> None:
    """A tenth of 500M tokens per second."""
    assert value(
        "inference_token_rate", {"global_throughput": "500e6 token/s", "model_traffic_share": "0.1"}
    ) == pytest.approx(50e6)


def test_the_chance_to_ship_derates_the_demand() -> None:
    """Half the chance, half the tokens; unsaid it is certain, and listed as assumed."""
    sure = {"inference_token_rate": "5e7 token/s", "model_lifetime": "60 day"}
    assert value("inference_tokens", {**sure, "ship_probability": "0.5"}) == pytest.approx(129.6e12)
    assert "ship_probability" in {
        known.var.name
        for known in derive.solve("inference_tokens", sure).known
        if known.origin == "default"
    }


def test_the_life_follows_from_the_tokens() -> None:
    """200 T at 50M per second last 46 days."""
    assert value(
        "model_lifetime",
        {"inference_tokens": "200e12 token", "inference_token_rate": "5e7 token/s"},
        "day",
    ) == pytest.approx(46.3, abs=0.01)


# --- time, cost, energy ---


def test_a_frontier_run_takes_a_week_on_a_hundred_thousand_gpus() -> None:
    """1.67e7 GPU-hours, 6.9 days, 33 million dollars at 2 an hour."""
    assert value("training_gpu_hours", RUN) == pytest.approx(1.667e7, rel=1e-3)
    assert value("training_time", {**RUN, "training_gpus": "100000 GPU"}, "day") == pytest.approx(
        6.94, abs=0.01
    )
    assert value("training_cost", {**RUN, "gpu_price": "2 USD/hour/GPU"}) == pytest.approx(
        33.33e6, rel=1e-3
    )


def test_deepseek_v3_used_a_third_of_its_bf16_peak() -> None:
    """2.664M GPU-hours of pre-training: 34.6 %, or 17.3 % of the FP8 peak it computed at."""
    assert value(
        "training_mfu", {**DEEPSEEK, "peak_flops": "989.5e12 FLOP/s/GPU"}
    ) == pytest.approx(0.346, abs=5e-4)
    assert value("training_mfu", {**DEEPSEEK, "peak_flops": "1979e12 FLOP/s/GPU"}) == pytest.approx(
        0.173, abs=5e-4
    )


def test_the_catalogue_knows_the_gpu_hours_of_a_run() -> None:
    """Published GPU-hours, tokens and parameters give the utilisation: 35 % for Llama 3.1 405B over
    all its hours.
    """
    known = {**model("llama31_405b", training=True), **accelerator("h100_sxm", precision="bf16")}
    del known[next(var for var in known if var.name == "training_flops")]
    assert value("training_mfu", known) == pytest.approx(0.345, abs=5e-3)


def test_a_run_that_loses_time_shows_a_lower_utilisation() -> None:
    """The same work in twice the time is half the utilisation."""
    clean = {**RUN, "training_gpus": "1000 GPU"}
    time = value("training_time", clean)
    known = {name: text for name, text in clean.items() if name != "training_mfu"}
    assert value("training_mfu", {**known, "training_time": f"{2 * time!r} s"}) == pytest.approx(
        0.2
    )


def test_energy_is_rated_power_for_the_gpu_time() -> None:
    """30.84M hours at 700 W are 21.6 GWh, more by what the data centre adds."""
    known = {**accelerator("h100_sxm"), "training_gpu_hours": "30.84e6 GPU*hour"}
    assert value("training_energy", known) == pytest.approx(21588)
    assert value("training_energy", {**known, "pue": "1.2"}) == pytest.approx(25905.6)


def test_power_and_energy_agree_over_the_run() -> None:
    """Power times the time of the run."""
    known = {
        "tdp": "700 W/GPU",
        "pue": "1.1",
        "training_gpus": "16384 GPU",
        "training_time": "54 day",
    }
    assert value("training_energy", known) == pytest.approx(
        value("training_power", known) * 54 * 24
    )


def test_steps_of_a_run() -> None:
    """15T tokens in batches of 16M take 937,500 steps; 54 days then leave 5.0 s each."""
    known = {
        "training_tokens": "15e12 token",
        "training_batch_tokens": "16e6 token",
        "training_time": "54 day",
    }
    assert value("training_steps", known) == 937_500
    assert value("training_step_time", known) == pytest.approx(4.9766, abs=1e-4)
    assert value("training_throughput", known) == pytest.approx(15e12 / (54 * 86400))


# --- what it must not do ---


def test_the_utilisation_of_one_phase_never_stands_for_another() -> None:
    """Decode's mfu says nothing of training, nor training's of inference."""
    assert derive.solve("training_mfu", {"mfu": "0.4"}).status == "underdetermined"
    assert (
        derive.solve("inference_gpu_hours", {**RUN, "inference_tokens": "1e12 token"}).status
        == "underdetermined"
    )


@pytest.mark.parametrize("theorem", budget.THEOREMS, ids=lambda theorem: theorem.name)
def test_the_ratios_of_the_write_ups_are_proved(theorem: Any) -> None:
    """Every theorem of the subject is proved."""
    assert derive.prove(theorem.name).derivation.verified
