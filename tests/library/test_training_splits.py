"""Rooflines of communication in training, the rate per GPU that reports state, tokens of a step,
and savings against a baseline.
"""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.relations import recomputation, training_splits
from derive.results.answer import Answer

SHARDED, CHECKPOINTED = {"state sharding": "fsdp"}, {"activations": "checkpointed"}
# A dense model on H100s: 989.5 TFLOP/s in BF16 of which 45 % are reached, 400 Gbit/s a GPU.
PARAMS = {"active_params": "70.6e9 param", "total_params": "70.6e9 param"}
CHIP = {"peak_flops": "989.5 TFLOP/s/GPU", "training_compute_efficiency": "0.45"}
DENSE = {**PARAMS, **CHIP, "training_bandwidth": "50 GB/s/GPU"}
SPLIT = {
    "active_params": "70.6e9 param", **CHIP, "n_layers": "80", "d_model": "8192",
    "activation_bytes_per_element": "2 byte",
}  # fmt: skip
RUN = {"active_params": "70.6e9 param", "training_gpus": "512 GPU"}
STEP = {
    "data_parallel_replicas": "16", "n_microbatches": "32", "microbatch_size": "1 sequence",
    "training_context": "8192 token/sequence",
}  # fmt: skip


def asked(target: str, given: dict[str, str], variants: dict[str, str] | None = None) -> Answer:
    """The answer, which must be solved with every line verified."""
    answer = derive.solve(target, given, variants=variants)
    assert answer.status == "solved", (target, answer.missing, answer.warnings)
    assert answer.derivation.verified
    return answer


def number(target: str, given: dict[str, str], variants: dict[str, str] | None = None) -> float:
    return float(asked(target, given, variants).value.magnitude)


# --- how many tokens hide the traffic ---


@pytest.mark.parametrize("variants", [None, SHARDED], ids=["replicated", "sharded"])
def test_a_gpu_needs_as_many_tokens_replicated_as_sharded(variants: dict[str, str] | None) -> None:
    """8,906 tokens for a dense model on H100s over 50 GB/s, whatever its size."""
    found = asked("hidden_tokens_per_gpu", DENSE, variants)
    assert found.value.magnitude == pytest.approx(8906, rel=1e-4)
    assert found.sense == "upper bound"
    other = {**DENSE, "active_params": "8e9 param", "total_params": "8e9 param"}
    assert number("hidden_tokens_per_gpu", other, variants) == pytest.approx(8906, rel=1e-4)


@pytest.mark.parametrize("variants", [None, SHARDED], ids=["replicated", "sharded"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("training_bandwidth", 50e9),
        ("peak_flops", 989.5e12),
        ("training_compute_efficiency", 0.45),
        ("total_params", 70.6e9),
    ],
)
def test_the_network_that_keeps_up_follows_from_the_tokens(
    name: str, value: float, variants: dict[str, str] | None
) -> None:
    """Any input swapped for the tokens per GPU."""
    known = {**DENSE, "hidden_tokens_per_gpu": "8905.5 token/GPU"}
    del known[name]
    answer = asked(name, known, variants)
    assert answer.number == pytest.approx(value, rel=1e-6)


def test_a_mixture_needs_more_tokens_by_its_sparsity() -> None:
    """The traffic is that of all parameters, the arithmetic that of the active ones."""
    mixture = {**DENSE, "active_params": "8.825e9 param"}
    dense = number("hidden_tokens_per_gpu", DENSE)
    assert number("hidden_tokens_per_gpu", mixture) == pytest.approx(8 * dense)


def test_a_faster_network_in_a_step_lets_more_gpus_share_it() -> None:
    """4,194,304 tokens go to 471 GPUs at 8,906 each; the tokens back from the GPUs."""
    known = {**DENSE, "training_batch_tokens": "4194304 token"}
    width = number("widest_split", known)
    assert width == pytest.approx(4194304 / 8905.5)
    del known["training_batch_tokens"]
    back = number("training_batch_tokens", {**known, "widest_split": f"{width!r} GPU"})
    assert back == pytest.approx(4194304)


def test_latency_asks_for_more_tokens_and_says_so() -> None:
    """3 us a link in a ring of 64: the term is named, sized, and pulls upwards."""
    known = {**DENSE, "link_latency": "3 us", "sharding_gpus": "64 GPU"}
    answer = asked("hidden_tokens_per_gpu", known)
    (term,) = (term for term in answer.neglected if term.term == "the latency of the hops")
    assert term.direction == "raises"
    assert term.size == pytest.approx(2 * 63 * 3e-6 * 50e9 / (4 * 70.6e9))
    assert answer.sense == "estimate"


def test_tensor_parallelism_reaches_a_width_whatever_the_tokens() -> None:
    """28.22 GPUs over 450 GB/s for 70.6e9 parameters; the bandwidth back from the width."""
    known = {**SPLIT, "training_bandwidth": "450 GB/s/GPU"}
    assert number("widest_tensor_split", known) == pytest.approx(28.22, abs=0.005)
    back = {**SPLIT, "widest_tensor_split": "28.2175 GPU"}
    assert number("training_bandwidth", back) == pytest.approx(450e9, rel=1e-4)


def test_at_the_widest_split_the_all_reduces_take_as_long_as_the_products() -> None:
    """The width is where tensor_parallel_time and the time of the products are equal."""
    width = number("widest_tensor_split", {**SPLIT, "training_bandwidth": "450 GB/s/GPU"})
    shape = {name: SPLIT[name] for name in ("n_layers", "d_model", "activation_bytes_per_element")}
    batch = {"batch_size": "4096 sequence"}
    sent = number(
        "tensor_parallel_time",
        {**shape, **batch, "TP": f"{width!r} GPU", "scale_up_bandwidth": "450 GB/s/GPU"},
    )
    products = 2 * 70.6e9 * 4096 / (width * 989.5e12 * 0.45)
    assert sent == pytest.approx(products, rel=1e-9)


# --- what reports state ---


def test_a_report_of_tokens_per_second_states_a_rate_per_gpu() -> None:
    """512 GPUs, 450,000 token/s: 372.3 TFLOP/s per GPU, 37.63 %; 50.17 % with all computed
    again.
    """
    known = {**RUN, "training_throughput": "450e3 token/s"}
    assert number("gpu_training_rate", known) / 1e12 == pytest.approx(372.3, abs=0.05)
    chip = {**known, "peak_flops": "989.5 TFLOP/s/GPU"}
    assert number("training_mfu", chip) == pytest.approx(0.3763, abs=5e-5)
    assert number("training_hfu", chip, CHECKPOINTED) == pytest.approx(0.5017, abs=5e-5)


def test_the_stated_rate_gives_back_utilisation_and_tokens() -> None:
    """From 372.3 TFLOP/s per GPU: the MFU, the tokens per second, the GPUs."""
    rate = {"gpu_training_rate": "372.3 TFLOP/s/GPU"}
    mfu = asked("training_mfu", {**rate, "peak_flops": "989.5 TFLOP/s/GPU"})
    assert mfu.value.magnitude == pytest.approx(0.3763, abs=5e-5)
    assert mfu.sense == "equality"
    assert number("training_throughput", {**RUN, **rate}) == pytest.approx(450e3, rel=1e-4)
    known = {**rate, "active_params": "70.6e9 param", "training_throughput": "450e3 token/s"}
    assert number("training_gpus", known) == pytest.approx(512, rel=1e-4)


def test_both_utilisations_tell_how_much_is_computed_again() -> None:
    """37.63 % and 50.17 %: all of the forward pass; 40 % and 50 %: three quarters."""
    both = {"training_mfu": "0.4", "training_hfu": "0.5"}
    assert number("recomputed_share", both, CHECKPOINTED) == pytest.approx(0.75)
    both = {"training_mfu": "0.37626", "training_hfu": "0.50168"}
    assert number("recomputed_share", both, CHECKPOINTED) == pytest.approx(1, abs=1e-4)


def test_a_step_has_the_tokens_of_all_copies_and_microbatches() -> None:
    """16 copies, 32 microbatches of one sequence of 8,192: 4,194,304; each factor back."""
    assert number("training_batch_tokens", STEP) == 4_194_304
    for name, value in (("n_microbatches", 32), ("data_parallel_replicas", 16)):
        known = {**STEP, "training_batch_tokens": "4194304 token"}
        del known[name]
        assert number(name, known) == value


# --- savings ---


def test_a_saving_is_a_share_of_what_it_cost_before() -> None:
    """0.30 instead of 0.50 USD for a million tokens saves 40 %."""
    costs = {"cost_per_token": "0.3 USD/Mtoken", "baseline_cost_per_token": "0.5 USD/Mtoken"}
    assert number("cost_saving", costs) == pytest.approx(0.4)
    known = {"cost_saving": "0.4", "baseline_cost_per_token": "0.5 USD/Mtoken"}
    assert number("cost_per_token", known) * 1e6 == pytest.approx(0.3)


def test_what_costs_more_saves_less_than_nothing() -> None:
    """A run of 12 M USD against one of 10 M USD: minus 20 %."""
    costs = {"training_cost": "12e6 USD", "baseline_training_cost": "10e6 USD"}
    assert number("training_cost_saving", costs) == pytest.approx(-0.2)
    known = {"training_cost_saving": "-0.2", "training_cost": "12e6 USD"}
    assert number("baseline_training_cost", known) == pytest.approx(10e6)


@pytest.mark.parametrize(
    "theorem",
    [*training_splits.THEOREMS, *recomputation.THEOREMS],
    ids=lambda theorem: theorem.name,
)
def test_what_is_said_of_splits_and_rates_is_proved(theorem: Any) -> None:
    """Every theorem of these subjects is proved."""
    assert derive.prove(theorem.name).derivation.verified
