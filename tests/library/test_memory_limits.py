"""What an engine may take of the memory limits what fits, whoever asks."""

from __future__ import annotations

import pytest

import derive

RACK = {
    "gpus": "8 GPU", "hbm_capacity": "80 GB/GPU", "total_params": "70e9 param",
    "active_params": "70e9 param", "bytes_per_param": "1 byte/param", "n_layers": "80",
    "n_kv_heads": "8", "d_head": "128", "bytes_per_element": "2 byte",
    "context_length": "8192 token/sequence", "peak_flops": "1e15 FLOP/s/GPU",
    "hbm_bandwidth": "3.35 TB/s/GPU",
}  # fmt: skip
WEIGHTS, CACHE = 70e9, 8192 * 2 * 80 * 8 * 128 * 2  # bytes, bytes of a sequence
ENGINES = [
    ({}, {}, 640e9),
    ({"memory_share": "0.5"}, {}, 320e9),
    ({"reserved_memory": "20 GB/GPU"}, {}, 480e9),
    ({"memory_share": "0.75", "reserved_memory": "20 GB/GPU"}, {}, 320e9),
    ({"memory_share": "0.5"}, {"memory share": "of_free"}, 70e9 + 0.5 * 570e9),
    (
        {"memory_share": "0.5", "reserved_memory": "10 GB/GPU"},
        {"memory share": "of_free"},
        70e9 + 0.5 * 490e9,
    ),
]


@pytest.mark.parametrize(("said", "variants", "room"), ENGINES)
def test_the_largest_batch_is_the_same_by_its_relation_by_an_optimum_and_by_trial(
    said: dict[str, str], variants: dict[str, str], room: float
) -> None:
    most = (room - WEIGHTS) / CACHE
    given = {**RACK, **said}
    batch = derive.solve("capacity_batch", given, variants=variants)
    assert batch.number == pytest.approx(most)
    best = derive.optimise("throughput", given, over=["batch_size"], sense="max", variants=variants)
    assert best.decision("batch_size").value == pytest.approx(most, rel=1e-4)
    for size, status in ((0.99 * most, "solved"), (1.01 * most, "infeasible")):
        step = {**given, "batch_size": f"{size:.17g} sequence"}
        assert derive.solve("step_time", step, variants=variants).status == status
        made = derive.scenario(step, variants=variants)
        assert made.fits == (status == "solved")
        assert f"{room / 1e9:.4g} GB" in made.fit


@pytest.mark.parametrize(("said", "variants", "room"), ENGINES)
def test_the_weights_alone_may_be_too_many(
    said: dict[str, str], variants: dict[str, str], room: float
) -> None:
    for size, fits in ((0.45 * room, True), (1.6 * 640e9, False)):
        given = {**RACK, **said, "total_params": f"{size} param", "batch_size": "1 sequence"}
        answer = derive.solve("step_time", given, variants=variants)
        assert (answer.status != "infeasible") == fits


def test_weights_beyond_what_the_engine_may_take_are_told_as_such() -> None:
    given = {**RACK, "memory_share": "0.1", "batch_size": "1 sequence"}
    told = derive.scenario(given)
    assert told.fits is False
    assert told.fit == "70 GB of weights alone exceed what the engine may take"


def test_a_share_of_the_memory_takes_more_stages() -> None:
    rack = {**RACK, "stage_gpus": "1 GPU", "microbatch_size": "8 sequence"}
    for said, room in (({}, 80e9), ({"memory_share": "0.5"}, 40e9)):
        answer = derive.solve("stages_to_fit", {**rack, **said})
        assert answer.number == pytest.approx(WEIGHTS / (room - 8 * CACHE))
        assert answer.sense == "lower bound"
    reserved = {**rack, "reserved_memory": "20 GB/GPU"}
    exact = derive.solve("stages_to_fit", reserved)
    assert exact.number == pytest.approx(WEIGHTS / (60e9 - 8 * CACHE))


def test_a_smaller_share_can_only_take_more_gpus() -> None:
    """A share at which the reserve is all that the engine may take has no number of GPUs: the way
    there says nothing, and the slope does.
    """
    given = {**RACK, "batch_size": "32 sequence", "reserved_memory": "20 GB/GPU"}
    shares = [{"memory_share": share} for share in ("1", "0.9", "0.5")]
    numbers = [derive.solve("gpus_to_fit", {**given, **share}).number for share in shares]
    assert numbers == sorted(numbers)
    assert derive.solve("gpus_to_fit", given).sense == "lower bound"
