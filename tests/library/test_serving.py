"""Serving: waits, speculation, requests, and how many racks a stream of tokens needs."""

from __future__ import annotations

import pytest

import derive
from derive.library.relations import queueing, serving, speculation

THEOREMS = [
    theorem.name for module in (queueing, serving, speculation) for theorem in module.THEOREMS
]
FLEET = {
    "global_throughput": "50e6 token/s",
    "active_params": "100e9 param",
    "peak_flops": "5 PFLOP/s/GPU",
    "fleet_mfu": "15 %",
}


def test_twenty_milliseconds_are_fifty_steps_a_second() -> None:
    """Not 64: those need 15.6 ms."""
    assert derive.solve("step_rate", {"step_time": "20 ms"}).number == pytest.approx(50)
    assert derive.solve("step_time", {"step_rate": "64 1/s"}).number == pytest.approx(15.625e-3)


@pytest.mark.parametrize(
    ("name", "wait"), [("queue_wait", 10), ("mean_wait", 30), ("worst_wait", 40)]
)
def test_a_request_waits_for_the_step_and_rides_on_it(name: str, wait: float) -> None:
    """Half a step in the mean and a whole one at worst, then the ride: 30 ms and 40 ms for steps of
    20 ms.
    """
    assert derive.solve(name, {"step_time": "20 ms"}).number == pytest.approx(wait * 1e-3)


def test_load_adds_a_wait_that_grows_without_limit() -> None:
    """One place, held for 20 ms: at a load of 80 % the wait behind others is twice that; a wait of
    40 ms gives the load back.
    """
    place = {"batch_size": "1 sequence", "generation_time": "20 ms"}
    assert derive.solve("backlog_wait", {**place, "load": "0.8"}).number == pytest.approx(0.040)
    loaded = derive.solve("loaded_wait", {**place, "load": "0.8", "step_time": "20 ms"})
    assert loaded.number == pytest.approx(0.070)
    assert derive.solve("load", {**place, "backlog_wait": "40 ms"}).number == pytest.approx(0.8)
    assert derive.solve("backlog_wait", {**place, "load": "0.998"}).number > 4.9


def test_a_domain_sustains_the_requests_that_its_throughput_can_finish() -> None:
    """100,000 tokens a second at a load of 80 % are 80 requests a second, of which prefill gives
    the first of 1,001 tokens.
    """
    given = {
        "step_time": "20 ms",
        "batch_size": "2000 sequence",
        "output_length": "1001 token/sequence",
    }
    assert derive.solve("request_rate", {**given, "load": "0.8"}).number == pytest.approx(80)
    assert derive.solve("load", {**given, "request_rate": "50 sequence/s"}).number == pytest.approx(
        0.5
    )


def test_the_throughput_of_a_rack_is_batch_times_steps() -> None:
    """2,000 sequences at 64 steps a second are 128,000 tokens a second; 2,400 in 20 ms are
    120,000.
    """
    assert derive.solve(
        "throughput", {"batch_size": "2000 sequence", "step_rate": "64 1/s"}
    ).number == pytest.approx(128e3)
    assert derive.solve(
        "throughput", {"batch_size": "2400 sequence", "step_time": "20 ms"}
    ).number == pytest.approx(120e3)


@pytest.mark.parametrize(
    ("rate", "exact", "whole"), [("100e6 token/s", 781.25, 782), ("500e6 token/s", 3906.25, 3907)]
)
def test_racks_for_a_rate_are_a_ratio_and_a_whole_number(
    rate: str, exact: float, whole: int
) -> None:
    """781 and a quarter racks are built as 782."""
    given = {"global_throughput": rate, "throughput": "128e3 token/s"}
    assert derive.solve("racks_exact", given).number == pytest.approx(exact)
    assert derive.solve("racks", given).number == whole


def test_tokens_a_month_are_a_rate() -> None:
    """1.3e15 tokens a month are 494 million a second in a mean month."""
    answer = derive.solve(
        "racks_exact", {"global_throughput": "1.3e15 token/month", "throughput": "1e6 token/s"}
    )
    assert answer.number == pytest.approx(494.3, rel=1e-3)


def test_a_fleet_counted_by_its_arithmetic() -> None:
    """50 million tokens a second of a 100-billion model at 15 % of 5 PFLOP/s: 13,333 GPUs in 186
    racks of 72.
    """
    assert derive.solve("fleet_gpus", FLEET).number == pytest.approx(13333.3, rel=1e-5)
    assert derive.solve(
        "fleet_racks_exact", {**FLEET, "domain_gpus": "72 GPU"}
    ).number == pytest.approx(185.2, abs=0.05)
    assert derive.solve("fleet_racks", {**FLEET, "domain_gpus": "72 GPU"}).number == 186


def test_a_fleet_gives_away_its_utilisation() -> None:
    """Swapped: 13,333 GPUs for that stream are used to 15 %."""
    known = {name: value for name, value in FLEET.items() if name != "fleet_mfu"}
    assert derive.solve("fleet_mfu", {**known, "fleet_gpus": "13333 GPU"}).number == pytest.approx(
        0.15, rel=1e-4
    )


def test_the_rent_of_a_published_fleet() -> None:
    """226.75 nodes of eight at two dollars an hour cost 87,072 dollars a day."""
    answer = derive.solve(
        "fleet_cost_rate", {"fleet_gpus": "1814 GPU", "gpu_price": "2 USD/GPU/hour"}
    )
    assert answer.value.to("USD/day").magnitude == pytest.approx(87072)


@pytest.mark.parametrize(
    ("drafts", "kept"),
    [("0 token/sequence", 1), ("1 token/sequence", 1.8), ("3 token/sequence", 2.952)],
)
def test_a_pass_keeps_one_token_and_a_geometric_series_of_drafts(drafts: str, kept: float) -> None:
    """At an acceptance of 0.8, one draft yields 1.8 tokens and three yield 2.95."""
    answer = derive.solve(
        "emitted_tokens_per_pass", {"acceptance_rate": "0.8", "draft_length": drafts}
    )
    assert answer.number == pytest.approx(kept)


def test_speculation_runs_backwards_in_acceptance_and_drafts() -> None:
    """The acceptance has no closed form and is found numerically; the number of drafts is a
    logarithm.
    """
    acceptance = derive.solve(
        "acceptance_rate",
        {"emitted_tokens_per_pass": "2.952 token/sequence", "draft_length": "3 token/sequence"},
    )
    assert acceptance.number == pytest.approx(0.8)
    assert any("numerically" in warning for warning in acceptance.warnings)
    drafts = derive.solve(
        "draft_length",
        {"emitted_tokens_per_pass": "2.952 token/sequence", "acceptance_rate": "0.8"},
    )
    assert drafts.number == pytest.approx(3)


def test_the_balance_batch_falls_by_the_tokens_processed_not_by_those_kept() -> None:
    """Three drafts: four tokens are computed, so 2,400 sequences become 600, while 2.95 tokens are
    kept.
    """
    answer = derive.solve(
        "balance_batch",
        {"balance_tokens": "300 token", "sparsity": "8", "draft_length": "3 token/sequence"},
    )
    assert answer.number == pytest.approx(600)


@pytest.mark.slow
def test_without_speculation_a_pass_emits_what_it_processes() -> None:
    """One token per pass, unless an acceptance is given: then the drafts are missing."""
    assert derive.solve("emitted_tokens_per_pass").number == pytest.approx(1)
    speculative = derive.solve("emitted_tokens_per_pass", {"acceptance_rate": "0.8"})
    assert speculative.status == "underdetermined"
    assert ("draft_length",) in speculative.missing


def test_a_request_takes_its_prefill_and_its_steps() -> None:
    """A second of prefill, which gives the first token, and a thousand steps of 20 ms; half-busy
    prefill GPUs add half a pass.
    """
    given = {"prefill_time": "1 s", "output_length": "1001 token/sequence", "step_time": "20 ms"}
    assert derive.solve("request_time", given).number == pytest.approx(21)
    assert derive.solve(
        "first_token_time", {"prefill_time": "1 s", "prefill_load": "0.5"}
    ).number == pytest.approx(1.5)
    assert derive.solve("sequence_speed", {"step_time": "47.6 ms"}).number == pytest.approx(
        21, rel=1e-3
    )


@pytest.mark.parametrize("theorem", THEOREMS)
def test_every_theorem_of_the_subject_is_proved(theorem: str) -> None:
    """The rules of thumb of serving follow from the relations."""
    assert derive.prove(theorem).derivation.verified
