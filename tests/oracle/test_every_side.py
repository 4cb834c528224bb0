"""Contradictory givens: whatever is asked, the same status, the same names and the same factor."""

from __future__ import annotations

import pytest

import derive
from tests.oracle.every_side import verdict_of
from tests.oracle.run import Run

pytestmark = pytest.mark.slow

GPUS = {"gpus": "16 GPU", "peak_flops": "1 PFLOP/s/GPU", "active_params": "70e9 param"}
CLASHES = {
    "computing is shorter": {
        **GPUS, "batch_size": "300 sequence", "step_time": "24 ms", "compute_time": "24 ms",
        "compute_efficiency": "0.4",
    },
    "utilisation": {**GPUS, "mfu": "0.6", "step_time": "25 ms", "batch_size": "500 sequence"},
    "reading takes longer": {
        "total_params": "70e9 param", "bytes_per_param": "2 byte/param", "gpus": "4 GPU",
        "hbm_bandwidth": "3.35 TB/s/GPU", "batch_size": "32 sequence", "step_time": "2 ms",
    },
    "beyond the peak": {
        "active_params": "70e9 param", "training_tokens": "2e12 token",
        "training_gpus": "512 GPU", "peak_flops": "1 PFLOP/s/GPU", "training_time": "5 day",
        "gpu_price": "2 USD/hour/GPU",
    },
    "through GPU time": {
        "active_params": "8e9 param", "training_tokens": "4e12 token",
        "training_gpu_hours": "5e5 GPU*hour", "peak_flops": "1 PFLOP/s/GPU",
        "training_mfu": "0.95",
    },
    "through an unknown product": {
        "gpus": "2 GPU", "hbm_bandwidth": "2 TB/s/GPU", "weight_bytes": "60 GB",
        "weight_fetch_time": "3 ms", "step_time": "50 ms", "context_length": "0 token/sequence",
    },
}  # fmt: skip
TARGETS = (
    "throughput", "mfu", "memory_time", "batch_size", "training_cost", "training_mfu", "sparsity",
)  # fmt: skip


@pytest.mark.parametrize("given", CLASHES.values(), ids=CLASHES)
def test_a_contradiction_is_told_whatever_is_asked(given: dict[str, str]) -> None:
    """Also of a target that is given, that has nothing to do with it, or that is unreachable since
    the way to it needs all of them.
    """
    found = {verdict_of(derive.solve(target, given)) for target in TARGETS}
    assert [verdict.status for verdict in found] == ["contradiction"], found


def test_random_contradictions_are_asked_from_every_side(seed: int) -> None:
    """Three random sets of givens, one of each set false, from four sides: most are noticed. That
    every side says the same is the matter of the large run, where a few in a hundred still differ.
    """
    run = Run(seed, show=0, echo=lambda _: None)
    run.every_side(range(3), most=4)
    assert run.statuses["sides asked"]["contradiction"]
