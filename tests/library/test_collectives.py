"""Collectives: gather, reduce, exchange; hops and latency; what benchmarks report."""

from __future__ import annotations

import pytest

import derive
from derive.library.relations import collectives

EIGHT = {
    "collective_bytes": "1 GB",
    "collective_gpus": "8 GPU",
    "collective_bandwidth": "450 GB/s/GPU",
}


@pytest.mark.parametrize(
    ("name", "seconds"),
    [
        ("all_gather_time", 7 / 8 / 450),
        ("reduce_scatter_time", 7 / 8 / 450),
        ("all_reduce_time", 7 / 4 / 450),
        ("exchange_time", 7 / 64 / 450),
    ],
)
def test_each_collective_takes_its_share_of_the_array_over_the_link(
    name: str, seconds: float
) -> None:
    """V (N-1) / (N W) to gather or to reduce, twice that to do both, a further N-th of it to
    exchange.
    """
    assert derive.solve(name, EIGHT).number == pytest.approx(seconds)


def test_the_number_of_gpus_hardly_matters_to_a_gather() -> None:
    """From 8 to 72 GPUs an all-gather of one array grows by an eighth, an all-to-all shrinks nearly
    ninefold.
    """
    more = {**EIGHT, "collective_gpus": "72 GPU"}
    assert derive.solve("all_gather_time", more).number == pytest.approx(71 / 72 / 450)
    assert derive.solve("exchange_time", more).number == pytest.approx(71 / 72**2 / 450)


@pytest.mark.parametrize(
    ("name", "value"),
    [("collective_bytes", 1e9), ("collective_bandwidth", 450e9), ("collective_gpus", 8)],
)
def test_the_size_the_link_and_the_number_of_gpus_come_back_from_the_time(
    name: str, value: float
) -> None:
    """Any input swapped for the answer, latency included."""
    given = {**EIGHT, "link_latency": "2 us"}
    seconds = derive.solve("all_reduce_time", given).number
    del given[name]
    answer = derive.solve(name, {**given, "all_reduce_time": f"{seconds} s"})
    assert any(outcome.value == pytest.approx(value, rel=1e-6) for outcome in answer.outcomes)


def test_a_collective_has_two_gpus_or_more() -> None:
    with pytest.raises(derive.DeriveError, match="1 GPU lies outside its range"):
        derive.solve("all_reduce_time", {**EIGHT, "collective_gpus": "1 GPU"})


def test_latency_counts_per_hop_of_the_ring() -> None:
    """Seven hops out and seven back in a ring of eight; up and down twice through a switch."""
    small = {**EIGHT, "collective_bytes": "1 kB", "link_latency": "1 us"}
    assert derive.solve("all_reduce_time", small).number == pytest.approx(14e-6, rel=1e-3)
    assert derive.solve(
        "all_reduce_time", small, variants={"collective": "switched"}
    ).number == pytest.approx(4e-6, rel=1e-3)


def test_a_benchmark_quotes_two_bandwidths() -> None:
    """1 GB in 5 ms is 200 GB/s to the caller and 350 GB/s on the links."""
    given = {"collective_bytes": "1 GB", "collective_gpus": "8 GPU", "all_reduce_time": "5 ms"}
    assert derive.solve("all_reduce_algorithm_bandwidth", given).number == pytest.approx(200e9)
    assert derive.solve("all_reduce_bus_bandwidth", given).number == pytest.approx(350e9)
    assert derive.solve("all_reduce_bus_bandwidth", EIGHT).number == pytest.approx(450e9)


def test_splitting_every_matrix_costs_two_all_reduces_per_layer() -> None:
    """80 layers of 8,192 in BF16, 32 sequences on 8 GPUs: 84 MB are reduced, 147 MB pass each
    link.
    """
    given = {
        "n_layers": "80", "d_model": "8192", "activation_bytes_per_element": "2 byte",
        "batch_size": "32 sequence", "TP": "8 GPU", "scale_up_bandwidth": "450 GB/s/GPU",
    }  # fmt: skip
    sent = 2 * 80 * 32 * 8192 * 2 * 2 * 7 / 8
    assert derive.solve("tensor_parallel_time", given).number == pytest.approx(sent / 450e9)
    del given["TP"]
    assert derive.solve(
        "TP", {**given, "tensor_parallel_time": f"{sent / 450e9} s"}
    ).number == pytest.approx(8)


SWITCH = {"collective": "summed_in_switch"}
STREAM = {
    "n_layers": "80", "d_model": "8192", "activation_bytes_per_element": "2 byte",
    "batch_size": "32 sequence", "TP": "8 GPU", "scale_up_bandwidth": "450 GB/s/GPU",
}  # fmt: skip


def test_what_a_layer_sums_for_a_token_is_its_stream_twice() -> None:
    """16 kB of 16-bit elements of width 8,192, after attention and after the feed-forward block;
    the time to sum it is that of all layers, and the width comes back.
    """
    sums = {"activation_bytes_per_element": "2 byte", "d_model": "8192"}
    summed = derive.solve("all_reduce_bytes_per_token", sums)
    assert summed.number == 2 * 8192 * 2
    known = {"activation_bytes_per_element": "2 byte", "all_reduce_bytes_per_token": summed.value}
    assert derive.solve("d_model", known).number == 8192
    split = {"n_layers": "80", "batch_size": "1 sequence", "tensor_parallel_gpus": "8 GPU"}
    network = {"scale_up_bandwidth": "450 GB/s/GPU"}
    time = derive.solve("tensor_parallel_time", {**sums, **split, **network})
    assert time.number == pytest.approx(80 * 2 * summed.number * 7 / 8 / 450e9)


def test_a_switch_that_sums_lets_an_array_pass_each_link_once() -> None:
    """7/4 of the array on a ring of eight, the whole array through the switch; a lower bound, since
    switches that answer reads and writes carry a GPU's own eighth as well.
    """
    given = {**EIGHT, "link_latency": "0 s"}
    ring, switch = (derive.solve("all_reduce_time", given, variants=v) for v in (None, SWITCH))
    assert switch.number == pytest.approx(1 / 450)
    assert ring.number == pytest.approx(7 / 4 * (switch.number or 0))
    assert switch.sense == "lower bound"
    assert [pull.share for pull in switch.pulls] == pytest.approx([1 / 8])


def test_a_latency_that_nobody_stated_makes_no_time_exact() -> None:
    """It is in the equation of an all-reduce, and left out where a layer is split: with 1 us for
    each hop the all-reduces of a step take eight times as long.
    """
    for target, given in (("all_reduce_time", EIGHT), ("tensor_parallel_time", STREAM)):
        assert derive.solve(target, given).sense == "lower bound"
        assert derive.solve(target, {**given, "link_latency": "0 s"}).sense == "equality"


@pytest.mark.parametrize(("gpus", "passes"), [(1, 0), (2, 1), (8, 1), (72, 1)])
def test_a_split_summed_in_the_switch_sends_its_sums_once(gpus: int, passes: int) -> None:
    """84 MB of the residual stream on each link, whatever the width; none on one GPU."""
    given = {**STREAM, "TP": f"{gpus} GPU"}
    answer = derive.solve("tensor_parallel_time", given, variants=SWITCH)
    assert answer.number == pytest.approx(passes * 2 * 80 * 32 * 8192 * 2 / 450e9)


@pytest.mark.parametrize(
    ("name", "value"),
    [("n_layers", 80), ("d_model", 8192), ("batch_size", 32), ("scale_up_bandwidth", 450e9)],
)
def test_what_the_switch_sums_comes_back_from_its_time(name: str, value: float) -> None:
    """Any input swapped for the answer."""
    seconds = derive.solve("tensor_parallel_time", STREAM, variants=SWITCH).number
    given = {var: text for var, text in STREAM.items() if var != name}
    given["tensor_parallel_time"] = f"{seconds!r} s"
    assert derive.solve(name, given, variants=SWITCH).number == pytest.approx(value)


def test_a_switch_that_sums_shortens_the_step_that_waits_for_it() -> None:
    """All traffic exposed: the step is shorter by 3/7 of its all-reduces."""
    given = {
        **STREAM, "exposed_network_share": "1", "compute_time": "5 ms", "memory_time": "9 ms",
    }  # fmt: skip
    ring, switch = (
        derive.solve("step_time", given, variants=v).number or 0 for v in (None, SWITCH)
    )
    sent = 2 * 80 * 32 * 8192 * 2 / 450e9
    assert ring - switch == pytest.approx(3 / 4 * sent)


@pytest.mark.parametrize("theorem", collectives.THEOREMS, ids=lambda theorem: theorem.name)
def test_what_is_said_of_collectives_follows_from_the_relations(theorem: derive.Theorem) -> None:
    """Each theorem is proved, every line verified."""
    assert derive.prove(theorem.name).derivation.verified


STAGES = {
    "n_stages": "4", "microbatch_size": "16 sequence", "tensor_parallel_gpus": "8 GPU",
    "n_layers": "80", "d_model": "8192", "activation_bytes_per_element": "2 byte",
    "scale_up_bandwidth": "450 GB/s/GPU",
}  # fmt: skip
TENSOR_SPLIT = {
    "active_params": "70.6e9 param", "peak_flops": "989.5 TFLOP/s/GPU", "n_layers": "80",
    "training_compute_efficiency": "0.45", "d_model": "8192",
    "activation_bytes_per_element": "2 byte", "training_bandwidth": "450 GB/s/GPU",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("collective", ["ring", "summed_in_switch"])
@pytest.mark.parametrize(
    ("result", "given"), [("stage_reduction_time", STAGES), ("widest_tensor_split", TENSOR_SPLIT)]
)
def test_stages_and_widest_splits_run_backwards_in_every_collective(
    result: str, given: dict[str, str], collective: str
) -> None:
    """Each value from the others; asking for the stages is no contradiction to hops that take no
    time while there are none. How many GPUs share a sum plays no part where the switch makes it.
    """
    chosen = {"collective": collective}
    made = derive.solve(result, given, variants=chosen)
    assert made.status == "solved"
    for name in given:
        rest = {key: text for key, text in given.items() if key != name}
        back = derive.solve(name, {**rest, result: made.value}, variants=chosen)
        expected = derive.solve(name, {name: given[name]}).number
        assert back.status == "solved", name
        if back.interval is not None:
            low, high = back.interval
            assert (name, collective) == ("tensor_parallel_gpus", "summed_in_switch")
            assert low <= expected <= high
        else:
            assert back.number == pytest.approx(expected), name
