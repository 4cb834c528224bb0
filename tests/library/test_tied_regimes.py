"""Worlds at a tie of the roofline: a step as long as its reading, and rounded so in digits."""

from __future__ import annotations

import pytest

from derive import solve

# A decode step on four GPUs, computed exactly, 0.02 % longer than its arithmetic by rounding.
ROUNDED = {
    "balance_batch": "110.9 sequence",
    "weight_fetch_time": "1.456 ms",
    "context_length": "300 token/sequence",
    "decode_gpu_time_per_token": "5.253e-5 GPU*s/token",
    "active_params": "13e9 param",
    "gpus": "4 GPU",
    "queue_wait": "4.596 ms",
    "total_params": "13e9 param",
    "bytes_per_param": "1 byte/param",
    "arithmetic_intensity": "602.6 FLOP/byte",
}
BUSY = {"step_time": "9.192 ms", "kv_fetch_time": "1.927 ms", "batch_over_balance": "6.313"}


@pytest.mark.parametrize(("mfu", "mbu", "compute"), [(0.3, 0.8, 0.6), (0.0758, 0.72, 0.55)])
def test_utilisation_at_the_efficiency_of_bandwidth_is_a_step_that_reads(
    mfu: float, mbu: float, compute: float
) -> None:
    """Reading takes all of the step, arithmetic a part of it: nothing contradicts."""
    given = {"mfu": mfu, "mbu": mbu, "bandwidth_efficiency": mbu, "compute_efficiency": compute}
    answer = solve("mfu_limit", given)
    assert answer.contradiction is None and answer.status == "underdetermined"


@pytest.mark.parametrize("target", ["unbatched_cost_ratio", "mbu"])
def test_a_value_under_a_condition_refutes_no_default(target: str) -> None:
    """0.3/112.5·300 is 0.8, the efficiency of bandwidth."""
    answer = solve(
        target,
        {
            "balance_batch": "110.9 sequence",
            "mfu": 0.3,
            "arithmetic_intensity": "112.5 FLOP/byte",
            "machine_balance": "300 FLOP/byte",
            "bandwidth_efficiency": 0.8,
            "compute_efficiency": 0.6,
        },
    )
    expected = {"mbu": 0.8, "unbatched_cost_ratio": 110.9}[target]
    assert answer.number == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize(
    ("target", "expected"),
    [("kv_bytes_per_token", 81920.0), ("mfu", 1.0), ("step_time", 9.192e-3), ("batch_size", 700.0)],
)
def test_a_regime_that_rounding_takes_away_is_no_contradiction(
    target: str, expected: float
) -> None:
    """Unrounded, the arithmetic sets the step; as written it is shorter by 0.02 %."""
    answer = solve(target, ROUNDED)
    assert answer.contradiction is None
    assert answer.number == pytest.approx(expected, rel=2e-3)


def test_a_given_far_from_the_others_at_such_a_tie_is_one_still() -> None:
    """Twice the intensity fits in no regime."""
    answer = solve("kv_bytes_per_token", {**ROUNDED, "arithmetic_intensity": "1800 FLOP/byte"})
    assert answer.contradiction is not None


def test_a_tie_by_digits_is_told_where_a_given_fits_one_side_alone() -> None:
    """Reading takes 3.527 ms of a step of 3.5273; the limit of 0.129 is that of reading."""
    answer = solve(
        "mbu",
        {
            "mfu_limit": 0.129,
            "throughput_per_gpu": "2623 token/s/GPU",
            "memory_time": "3.527 ms",
            "step_rate": "283.5 1/s",
            "peak_flops": "900 TFLOP/s/GPU",
            "kv_bytes_per_token": "81920 byte/token",
            "machine_balance": "290.3 FLOP/byte",
            "context_length": "6100 token/sequence",
            "compute_efficiency": 0.55,
            "bandwidth_efficiency": 0.72,
        },
    )
    assert answer.contradiction is None and answer.status == "underdetermined"
    assert "which regime holds" in " ".join(answer.warnings)
    (between,) = answer.between
    assert between.low <= 0.72 <= between.high


def test_what_a_coupled_block_says_of_a_variable_holds_for_later_ones() -> None:
    """Six times the balance batch: the weights take a sixth of the step to read, so that the
    utilisation of bandwidth follows, and no interval of it.
    """
    answer = solve("mbu", BUSY)
    assert not answer.intervals and answer.number == pytest.approx(0.368, rel=1e-3)
    assert solve("memory_time", BUSY).number == pytest.approx(3.383e-3, rel=1e-3)


@pytest.mark.parametrize(
    ("target", "given"),
    [
        (
            "machine_balance",
            {
                "weight_fetch_time": "2 ms",
                "kv_fetch_time": "3 ms",
                "step_time": "5 ms",
                "batch_over_balance": 0.25,
                "fetch_parity_context": "4000 token/sequence",
                "kv_bytes_per_token": "80000 byte/token",
                "active_params": "13e9 param",
            },
        ),
        (
            "mbu",
            {
                "arithmetic_intensity": "602.5851565397044 FLOP/byte",
                "kv_bytes_per_token": "81920 byte/token",
                "sequence_speed": "108.7912087912088 token/s/sequence",
                "machine_balance": "290.3225806451613 FLOP/byte",
            },
        ),
    ],
)
def test_a_value_that_no_formula_leads_to_is_an_estimate_at_ideal_values(
    target: str, given: dict[str, str]
) -> None:
    """It rests on the efficiencies taken as one, as a value by formulas does."""
    answer = solve(target, given)
    assert answer.number is not None and answer.sense == "estimate"
    assert any(pull.source == "compute_efficiency" for pull in answer.pulls)
