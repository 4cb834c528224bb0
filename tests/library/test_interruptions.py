"""Failures in training: the best interval of checkpoints against an exact model of failures."""

from __future__ import annotations

import math

import pytest

import derive

RUN = {"checkpoint_time": "60 s", "time_between_failures": "3 hour"}
SECONDS, BETWEEN = 60.0, 3 * 3600.0


def exact_share(interval: float, restart: float = 0.0) -> float:
    """The share of the time that is lost where failures come as a Poisson process: the mean time to
    get through an interval and its checkpoint, of which the interval is useful.
    """
    passed = math.exp(restart / BETWEEN) * math.expm1((interval + SECONDS) / BETWEEN)
    return 1.0 - interval / (BETWEEN * passed)


def test_the_best_interval_is_that_of_young() -> None:
    answer = derive.solve("optimal_checkpoint_interval", RUN)
    assert answer.value.to("s").magnitude == pytest.approx(math.sqrt(2 * SECONDS * BETWEEN))
    assert answer.sense == "upper bound"


def test_the_exact_optimum_lies_below_by_no_more_than_is_stated() -> None:
    young = math.sqrt(2 * SECONDS * BETWEEN)
    best = min(range(60, 3000), key=lambda seconds: exact_share(float(seconds)))
    assert young * (1 - math.sqrt(SECONDS / (2 * BETWEEN))) <= best <= young


@pytest.mark.parametrize("interval", [60.0, 600.0, 1138.0, 5000.0])
@pytest.mark.parametrize("restart", [0.0, 300.0])
def test_the_time_lost_is_an_upper_bound_of_the_exact_one(interval: float, restart: float) -> None:
    given = {
        **RUN,
        "checkpoint_interval": f"{interval} s",
        "restart_time": f"{restart} s",
        "training_time": "30 day",
    }
    answer = derive.solve("lost_time_share", given)
    if answer.number is None:  # the first order is beyond one, perhaps by its last digits alone
        assert SECONDS / interval + interval / (2 * BETWEEN) + restart / BETWEEN >= 1
        return
    share = answer.value.magnitude
    assert answer.sense == "upper bound"
    assert share * (1 - share) <= exact_share(interval, restart) <= share


def test_optimising_finds_the_same_interval_and_the_least_share() -> None:
    found = derive.optimise("lost_time_share", over="checkpoint_interval", given=RUN)
    least = derive.solve("least_lost_time_share", RUN).value.magnitude
    assert found.value == pytest.approx(least)


def test_the_failures_of_the_llama_3_run_come_every_three_hours() -> None:
    """419 unexpected interruptions in 54 days on 16,384 GPUs, as its report tells."""
    run = {"training_gpus": "16384 GPU", "training_time": "54 day", "training_failures": "419"}
    between = derive.solve("time_between_failures", run)
    assert between.value.to("hour").magnitude == pytest.approx(54 * 24 / 419)
    of_one = derive.solve("gpu_time_between_failures", run)
    assert of_one.value.to("GPU*hour").magnitude == pytest.approx(16384 * 54 * 24 / 419)


def test_the_loss_asks_for_a_bandwidth_of_storage() -> None:
    given = {
        "least_lost_time_share": "0.05",
        "time_between_failures": "3 hour",
        "checkpoint_bytes_per_param": "12 byte/param",
        "total_params": "405e9 param",
    }
    answer = derive.solve("checkpoint_bandwidth", given)
    wanted = 12 * 405e9 / (0.05**2 * BETWEEN / 2)
    assert answer.value.to("byte/s").magnitude == pytest.approx(wanted)
