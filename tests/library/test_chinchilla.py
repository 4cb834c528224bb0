"""How large and how long: the rule of twenty, the parametric loss, its optimum, and the optimum
that counts inference.
"""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.entries import scaling_law
from derive.library.relations import chinchilla

PRINTED, REFITTED = "chinchilla_approach3_published", "chinchilla_epoch_replication"
BUDGET = {"training_flops": "1.2e24 FLOP"}
SERVED = {"active_params": "100e9 param", "inference_tokens": "259.2e12 token"}
THIRD = repr(1 / 3)


def value(target: str, given: dict[Any, Any]) -> float:
    answer = derive.solve(target, given)
    assert answer.status == "solved", (answer.missing, answer.warnings)
    return float(answer.value.magnitude)


# --- the rule of twenty ---


def test_a_hundred_billion_parameters_want_two_trillion_tokens() -> None:
    """20 tokens per parameter, a convention that is listed."""
    answer = derive.solve("chinchilla_tokens", {"active_params": "100e9 param"})
    assert answer.value.magnitude == pytest.approx(2e12)
    assert "tokens_per_param" in {
        known.var.name for known in answer.known if known.origin == "convention"
    }


@pytest.mark.parametrize(
    ("tokens", "ratio"), [("150e12", 75), ("200e12", 100), ("259.2e12", 129.6), ("100e12", 50)]
)
def test_over_training_of_the_write_ups(tokens: str, ratio: float) -> None:
    """150 T is 75 times, not 100; the quoted 100 needs 200 T."""
    assert value(
        "overtraining_ratio", {"active_params": "100e9 param", "training_tokens": f"{tokens} token"}
    ) == pytest.approx(ratio)


def test_the_rule_gives_a_size_for_a_budget() -> None:
    """Chinchilla's own 5.76e23 FLOP, trained to the rule: 69.3e9 parameters, published as 70e9."""
    assert value(
        "active_params", {"training_flops": "5.76e23 FLOP", "overtraining_ratio": "1"}
    ) == pytest.approx(69.28e9, rel=1e-4)


def test_deepseek_v3_saw_four_hundred_tokens_per_active_parameter() -> None:
    """14.8 T over 37e9: twenty times the rule."""
    known = {"active_params": "37e9 param", "training_tokens": "14.8e12 token"}
    assert value("training_tokens_per_param", known) == pytest.approx(400)
    assert value("overtraining_ratio", known) == pytest.approx(20)


def test_the_rule_is_not_taken_for_what_was_trained() -> None:
    """The convention answers to its own name, and names the variables called after it."""
    known = {"active_params": "37e9 param", "training_tokens": "14.8e12 token"}
    (warning,) = derive.solve("tokens_per_param", known).warnings
    assert "not training_tokens_per_param" in warning


def test_another_rule_is_a_given() -> None:
    """The convention yields."""
    assert value(
        "tokens_per_param", {"active_params": "70e9 param", "chinchilla_tokens": "1.4e12 token"}
    ) == pytest.approx(20)
    assert value(
        "chinchilla_tokens",
        {"active_params": "100e9 param", "tokens_per_param": "99.5 token/param"},
    ) == pytest.approx(9.95e12)


# --- the parametric loss ---


@pytest.mark.parametrize(("tokens", "loss"), [("2e12", 1.9116), ("200e12", 1.8046)])
def test_loss_of_a_hundred_billion_parameters(tokens: str, loss: float) -> None:
    """A hundredfold of tokens is worth a tenth of a nat."""
    known = {
        **scaling_law(PRINTED),
        "active_params": "100e9 param",
        "training_tokens": f"{tokens} token",
    }
    assert value("loss", known) == pytest.approx(loss, abs=5e-5)


def test_tokens_and_parameters_come_back_from_the_loss() -> None:
    """Each from the loss and the other."""
    law, size, data = (
        scaling_law(PRINTED),
        {"active_params": "70e9 param"},
        {"training_tokens": "1.4e12 token"},
    )
    loss = {"loss": f"{value('loss', {**law, **size, **data})!r} nat/token"}
    assert value("training_tokens", {**law, **size, **loss}) == pytest.approx(1.4e12, rel=1e-9)
    assert value("active_params", {**law, **data, **loss}) == pytest.approx(70e9, rel=1e-9)


def test_a_loss_at_a_compute_is_reached_by_two_sizes() -> None:
    """Small and long, or large and short: both are found, and both have the loss."""
    law = scaling_law(PRINTED)
    answer = derive.solve("active_params", {**law, **BUDGET, "loss": "2.0 nat/token"})
    sizes = [outcome.value for outcome in answer.outcomes]
    assert answer.status == "solved" and sizes == pytest.approx([2.5614e9, 925.3e9], rel=1e-3)
    for size in sizes:
        known = {
            **law,
            "active_params": f"{size!r} param",
            "training_tokens": f"{1.2e24 / 6 / size!r} token",
        }
        assert value("loss", known) == pytest.approx(2.0)


def test_a_loss_below_what_text_has_is_out_of_reach() -> None:
    """No number of parameters removes the irreducible loss."""
    answer = derive.solve(
        "active_params",
        {**scaling_law(PRINTED), "training_tokens": "1e15 token", "loss": "1.6 nat/token"},
    )
    assert answer.status == "unreachable"


# --- the optimum at a compute ---


@pytest.mark.parametrize(
    ("law", "params", "tokens", "ratio"),
    [(PRINTED, 44.84e9, 4.460e12, 99.5), (REFITTED, 105.4e9, 1.897e12, 18.0)],
)
def test_printed_and_refitted_constants_disagree_by_a_factor_of_five(
    law: str, params: float, tokens: float, ratio: float
) -> None:
    """At 1.2e24 FLOP the printed constants ask for 99.5 tokens per parameter, the refitted ones for
    18: the rule of twenty is the latter.
    """
    known = {**scaling_law(law), **BUDGET}
    assert value("optimal_params", known) == pytest.approx(params, rel=1e-3)
    assert value("optimal_tokens", known) == pytest.approx(tokens, rel=1e-3)
    assert value("optimal_tokens_per_param", known) == pytest.approx(ratio, rel=2e-3)


@pytest.mark.parametrize("law", [PRINTED, REFITTED])
def test_no_other_size_of_the_same_compute_has_a_lower_loss(law: str) -> None:
    """The optimum against its neighbours."""
    constants = scaling_law(law)
    best, least = (
        value("optimal_params", {**constants, **BUDGET}),
        value("optimal_loss", {**constants, **BUDGET}),
    )
    for factor in (1.0, 0.9, 1.1):
        known = {**constants, "active_params": f"{best * factor!r} param", **BUDGET}
        loss = value("loss", known)
        assert loss == pytest.approx(least, rel=1e-12) if factor == 1.0 else loss > least


@pytest.mark.parametrize(
    "result", ["optimal_params", "optimal_tokens", "optimal_loss", "optimal_tokens_per_param"]
)
def test_the_compute_comes_back_from_each_of_its_optima(result: str) -> None:
    """Also from the ratio, which moves slowly with the compute."""
    law = scaling_law(PRINTED)
    answer = derive.solve(result, {**law, **BUDGET})
    unit = answer.target.unit.text
    assert value(
        "training_flops", {**law, result: f"{answer.value.magnitude!r} {unit}"}
    ) == pytest.approx(1.2e24, rel=1e-6)


def test_without_a_law_the_answer_says_that_one_is_missing() -> None:
    """The constants of a fit count as one thing."""
    answer = derive.solve("optimal_params", BUDGET)
    assert answer.status == "underdetermined"
    assert any("a scaling law" in names for names in answer.missing)


# --- the optimum over a life ---


@pytest.mark.parametrize(
    ("law", "ratio", "tokens"),
    [
        (PRINTED, "1", 103e12),
        (PRINTED, THIRD, 209.5e12),
        (REFITTED, "1", 41e12),
        (REFITTED, THIRD, 84e12),
    ],
)
def test_counting_inference_trains_longer(law: str, ratio: str, tokens: float) -> None:
    """100B parameters that will process 259 T tokens: 103 T, or 209.5 T at a third of the
    utilisation; 41 T and 84 T by the refit.
    """
    assert value(
        "lifetime_optimal_tokens", {**scaling_law(law), **SERVED, "inference_mfu_ratio": ratio}
    ) == pytest.approx(tokens, rel=0.01)


def test_the_optimum_is_not_where_the_costs_are_equal() -> None:
    """At 209.5 T inference costs 1.24 times what training does, 105 times the rule of twenty."""
    known = {**scaling_law(PRINTED), **SERVED, "inference_mfu_ratio": THIRD}
    assert value("lifetime_cost_ratio", known) == pytest.approx(1.24, abs=5e-3)
    tokens = value("lifetime_optimal_tokens", known)
    assert value(
        "overtraining_ratio",
        {"active_params": "100e9 param", "training_tokens": f"{tokens!r} token"},
    ) == pytest.approx(104.8, abs=0.1)


def test_the_demand_for_which_a_model_is_trained_just_right() -> None:
    """The stationarity condition asked for the tokens of inference."""
    known = {
        **scaling_law(PRINTED),
        "active_params": "100e9 param",
        "inference_mfu_ratio": "1",
        "lifetime_optimal_tokens": "103.4e12 token",
    }
    assert value("inference_tokens", known) == pytest.approx(259.2e12, rel=2e-3)


def test_no_cheaper_pair_has_the_same_loss() -> None:
    """Training and inference at the optimum against neighbours of the same loss, by plain
    arithmetic.
    """
    a, b, alpha, beta = 406.4, 410.7, 0.34, 0.28
    size, demand = 100e9, 259.2e12
    tokens = value(
        "lifetime_optimal_tokens", {**scaling_law(PRINTED), **SERVED, "inference_mfu_ratio": "1"}
    )
    level = a * size**-alpha + b * tokens**-beta

    def cost(other: float) -> float:
        needed = ((level - a * other**-alpha) / b) ** (-1 / beta)
        return float(other * (6 * needed + 2 * demand))

    assert all(cost(size * factor) > cost(size) for factor in (0.9, 0.99, 1.01, 1.1))


@pytest.mark.parametrize("theorem", chinchilla.THEOREMS, ids=lambda theorem: theorem.name)
def test_what_is_said_of_sizes_follows_from_the_relations(theorem: Any) -> None:
    """Every theorem of the subject is proved."""
    assert derive.prove(theorem.name).derivation.verified
