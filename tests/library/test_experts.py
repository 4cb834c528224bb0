"""Experts on GPUs: whole devices, bytes out and home, and what leaving the domain costs."""

from __future__ import annotations

import itertools

import pytest

import derive
from derive.library import model, solve
from derive.library.relations import experts, hops

DEEPSEEK = {
    "active_experts": "8",
    "d_model": "7168",
    "dispatch_bytes_per_element": "1 byte",
    "combine_bytes_per_element": "2 byte",
    "n_moe_layers": "58",
}
STEP = {**DEEPSEEK, "batch_size": "2400 sequence", "gpus": "72 GPU"}
ONE_BYTE = {
    "dispatch_bytes_per_element": "1 byte",
    "combine_bytes_per_element": "1 byte",
    "activation_bytes_per_element": "1 byte",
    "d_model": "7168",
}


def test_experts_are_dealt_out_whole() -> None:
    """256 experts on 64 GPUs are 4 each; on 72 they are 3.56 on average and 4 on the fullest."""
    assert derive.solve(
        "experts_per_gpu", {"n_experts": "256", "gpus": "64 GPU"}
    ).number == pytest.approx(4)
    assert derive.solve(
        "experts_per_gpu", {"n_experts": "256", "gpus": "72 GPU"}
    ).number == pytest.approx(256 / 72)
    assert derive.solve("whole_experts_per_gpu", {"n_experts": "256", "gpus": "72 GPU"}).number == 4
    assert derive.solve(
        "gpus", {"n_experts": "256", "experts_per_gpu": "4 1/GPU"}
    ).number == pytest.approx(64)


def test_a_rack_of_72_uses_64_of_them() -> None:
    """Four experts on each GPU leave eight GPUs without; the fullest has an eighth more than the
    average.
    """
    given = {"n_experts": "256", "gpus": "72 GPU"}
    assert derive.solve("gpus_with_experts", given).number == 64
    assert derive.solve("placement_imbalance", given).number == pytest.approx(1.125)


@pytest.mark.parametrize(("gpus", "each"), [("32 GPU", 9), ("144 GPU", 2)])
def test_second_copies_of_busy_experts_make_the_numbers_come_out_whole(
    gpus: str, each: int
) -> None:
    """256 experts and 32 copies are 9 on each of 32 GPUs and 2 on each of 144."""
    given = {"n_experts": "256", "redundant_experts": "32", "gpus": gpus}
    assert derive.solve("experts_per_gpu", given).number == pytest.approx(each)


@pytest.mark.slow
def test_out_and_home_have_a_precision_each() -> None:
    """FP8 out and BF16 home are three bytes per element: 172,032 bytes per token and layer, 9.98 MB
    in 58 layers.
    """
    assert derive.solve("all_to_all_bytes_per_token", DEEPSEEK).number == pytest.approx(172032)
    assert derive.solve("all_to_all_bytes_all_layers", DEEPSEEK).number == pytest.approx(
        9.978e6, rel=1e-3
    )
    back = {**DEEPSEEK, "all_to_all_bytes_per_token": "172032 byte/token"}
    del back["combine_bytes_per_element"]
    assert derive.solve("combine_bytes_per_element", back).number == pytest.approx(2)


@pytest.mark.parametrize(
    ("bandwidth", "milliseconds"), [("0.9 TB/s/GPU", 0.3696), ("50 GB/s/GPU", 6.652)]
)
def test_the_exchange_of_a_step_takes_bytes_over_bandwidth(
    bandwidth: str, milliseconds: float
) -> None:
    """2,400 sequences on 72 GPUs: 0.37 ms at 0.9 TB/s, 6.65 ms at 50 GB/s; the batch comes back
    from the time.
    """
    given = {
        **STEP,
        "n_domains": "1",
        "scale_up_bandwidth": bandwidth,
        "scale_out_bandwidth": "50 GB/s/GPU",
    }
    answer = derive.solve("all_to_all_time", given)
    assert answer.number == pytest.approx(milliseconds * 1e-3, rel=1e-3)
    del given["batch_size"]
    assert derive.solve(
        "batch_size", {**given, "all_to_all_time": f"{answer.number} s"}
    ).number == pytest.approx(2400)


@pytest.mark.parametrize(
    ("more", "sense"),
    [
        ({"n_domains": "1"}, "estimate"),
        ({"n_domains": "1", "link_latency": "0 s"}, "upper bound"),
        ({"n_domains": "1", "link_latency": "1 us"}, "estimate"),
        ({"n_domains": "4"}, "estimate"),
    ],
)
def test_an_exchange_without_its_latency_is_no_upper_bound(
    more: dict[str, str], sense: str
) -> None:
    """Inside a domain the copies that stay lower it, and its latency raises it by what two messages
    of each layer take; between domains nothing stays, but experts of one token on one GPU can share
    a copy, as `all_to_all_bytes_per_token` says.
    """
    links = {"scale_up_bandwidth": "900 GB/s/GPU", "scale_out_bandwidth": "50 GB/s/GPU"}
    answer = derive.solve("all_to_all_time", {**STEP, **links, **more})
    assert answer.sense == sense
    if "link_latency" in more and sense == "estimate":
        layers = float(STEP["n_moe_layers"])
        (raised,) = (pull.size for pull in answer.pulls if str(pull.way) == "raises")
        assert raised == pytest.approx(2 * layers * 1e-6 / answer.number)


def test_copies_that_experts_on_one_gpu_share_are_counted_by_trying_all_places() -> None:
    """Three experts of a token on four GPUs in two domains, wherever they lie: a copy for each GPU
    of the other domain with any of them, and of the own one.
    """
    places = [set(gpus) for gpus in itertools.product(range(4), repeat=3)]
    for target, gpus in (("crossing_copies", {2, 3}), ("inside_copies", {0, 1})):
        answer = derive.solve(target, {"active_experts": "3", "n_domains": "2", "gpus": "4 GPU"})
        least = sum(len(met & gpus) for met in places) / len(places)
        (shared,) = (pull for pull in answer.pulls if "share a copy" in pull.what)
        assert (answer.number, answer.sense) == (pytest.approx(1.5), "upper bound")
        assert shared.size == pytest.approx(1 - least / answer.number)


@pytest.mark.parametrize(("racks", "share"), [(2, 1 / 2), (4, 3 / 4)])
def test_all_but_one_domain_is_foreign(racks: int, share: float) -> None:
    """Two racks: half the tokens cross; four: three quarters."""
    assert derive.solve("cross_fraction", {"n_domains": str(racks)}).number == pytest.approx(share)
    assert derive.solve("n_domains", {"cross_fraction": str(share)}).number == pytest.approx(racks)


@pytest.mark.parametrize(("how", "slowdown"), [("overlapped", 4), ("serial", 4.5)])
def test_two_racks_slow_the_exchange_down_fourfold(how: str, slowdown: float) -> None:
    """At a ratio of eight: four times when both networks work at once, four and a half one after
    the other.
    """
    given = {"n_domains": "2", "network_ratio": "8"}
    assert derive.solve(
        "all_to_all_slowdown", given, variants={"all-to-all": how}
    ).number == pytest.approx(slowdown)
    back = derive.solve(
        "network_ratio",
        {"n_domains": "2", "all_to_all_slowdown": str(slowdown)},
        variants={"all-to-all": how},
    )
    assert back.number == pytest.approx(8)


def test_the_slow_down_is_the_ratio_of_two_exchanges() -> None:
    """Asked as times, two racks take as much longer than one as asked for directly."""
    links = {"scale_up_bandwidth": "400 GB/s/GPU", "scale_out_bandwidth": "50 GB/s/GPU"}
    one, two = (
        derive.solve("all_to_all_time", {**STEP, **links, "n_domains": n}).number
        for n in ("1", "2")
    )
    assert one is not None and two is not None
    assert two / one == pytest.approx(4)


def test_a_fast_network_between_domains_leaves_the_one_inside_to_bind() -> None:
    """With a ratio below one, what stays inside sets the pace."""
    answer = derive.solve("all_to_all_slowdown", {"n_domains": "2", "network_ratio": "0.5"})
    assert answer.number == pytest.approx(0.5)
    assert "inside_slowdown" in answer.regime


def test_sending_each_domain_one_copy_saves_most_of_the_crossing() -> None:
    """Eight experts over 18 nodes: 7.56 copies cross one by one, 6.24 when each node gets one copy;
    over four nodes 2.7.
    """
    given = {"active_experts": "8", "n_domains": "18"}
    assert derive.solve("crossing_copies", given).number == pytest.approx(7.556, rel=1e-3)
    once = derive.solve("crossing_copies", given, variants={"expert dispatch": "per_domain"})
    assert once.number == pytest.approx(17 * (1 - (17 / 18) ** 8))
    few = derive.solve(
        "crossing_copies", {**given, "n_domains": "4"}, variants={"expert dispatch": "per_domain"}
    )
    assert few.number == pytest.approx(2.6997, rel=1e-4)


def test_experts_over_many_nodes_run_through_the_scale_out_network() -> None:
    """144 GPUs in nodes of eight: 18 domains, 94 % of the tokens cross, and the network between the
    nodes binds.
    """
    given = {**DEEPSEEK, "batch_size": "2400 sequence", "gpus": "144 GPU", "domain_gpus": "8 GPU"}
    links = {"scale_up_bandwidth": "160 GB/s/GPU", "scale_out_bandwidth": "50 GB/s/GPU"}
    answer = derive.solve("all_to_all_time", {**given, **links})
    assert answer.number == pytest.approx(3.141e-3, rel=1e-3)
    assert "all_to_all_across_time" in answer.regime


# --- the hop between stages beside the exchange inside ---


def test_a_hop_ships_one_vector_where_a_layer_ships_sixteen() -> None:
    """7,168 bytes from stage to stage, 16 times that inside one layer, all in FP8."""
    assert derive.solve(
        "hop_bytes_per_token", {"d_model": "7168", "activation_bytes_per_element": "1 byte"}
    ).number == pytest.approx(7168)
    assert derive.solve(
        "all_to_all_bytes_per_token", {**ONE_BYTE, "active_experts": "8"}
    ).number == pytest.approx(2 * 8 * 7168)


@pytest.mark.parametrize(("experts", "ratio"), [(8, 2.0), (2, 0.5)])
def test_the_scale_up_inequality_of_the_lecture(experts: int, ratio: float) -> None:
    """Eight experts in one layer take twice as long as the hop at a ratio of eight; two experts
    half as long.
    """
    links = {"scale_up_bandwidth": "400 GB/s/GPU", "scale_out_bandwidth": "50 GB/s/GPU"}
    given = {**ONE_BYTE, **links, "active_experts": str(experts)}
    assert derive.solve(
        "scale_up_over_scale_out", {**given, "layers_per_stage": "1"}
    ).number == pytest.approx(ratio)
    assert derive.solve("layers_to_hide_hop", given).number == pytest.approx(1 / ratio)
    assert derive.solve("whole_layers_to_hide_hop", given).number == max(1, 1 / ratio)


def test_a_hop_takes_its_latency_and_its_transfer() -> None:
    """2,400 vectors of 7,168 bytes over 72 cards of 50 GB/s: 4.8 microseconds, and whatever the
    latency is.
    """
    given = {
        "hop_bytes_per_token": "7168 byte/token",
        "microbatch_size": "2400 sequence",
        "stage_gpus": "72 GPU",
        "scale_out_bandwidth": "50 GB/s/GPU",
    }
    assert derive.solve("hop_time", given).number == pytest.approx(4.779e-6, rel=1e-3)
    assert derive.solve("hop_latency", {**given, "hop_time": "2 ms"}).number == pytest.approx(
        1.9952e-3, rel=1e-4
    )


@pytest.mark.parametrize(
    "theorem", (*experts.THEOREMS, *hops.THEOREMS), ids=lambda theorem: theorem.name
)
def test_what_is_said_of_experts_follows_from_the_relations(theorem: derive.Theorem) -> None:
    """Each theorem is proved, every line verified."""
    assert derive.prove(theorem.name).derivation.verified


@pytest.mark.parametrize(
    ("name", "moe_layers", "megabytes"),
    [("deepseek_v3", 58, 9.978), ("kimi_k2", 60, 10.32), ("gpt_oss_120b", 36, 1.244)],
)
@pytest.mark.slow
def test_the_dense_layers_of_a_model_send_nothing_to_experts(
    name: str, moe_layers: int, megabytes: float
) -> None:
    """DeepSeek V3 has 61 layers, 58 with experts: 172,032 bytes a token in each, FP8 out and BF16
    home; the exchange counts those alone, and gives them back.
    """
    given = {
        **model(name),
        "dispatch_bytes_per_element": "1 byte",
        "combine_bytes_per_element": "2 byte",
    }
    assert solve("n_moe_layers", given).number == moe_layers
    traffic = solve("all_to_all_bytes_all_layers", given)
    assert traffic.number == pytest.approx(megabytes * 1e6, rel=1e-3)
    shape = {var: known for var, known in model(name).items() if var.name != "dense_layers"}
    backwards = {
        **shape,
        "dispatch_bytes_per_element": "1 byte",
        "combine_bytes_per_element": "2 byte",
        "all_to_all_bytes_all_layers": f"{traffic.number} byte/token",
    }
    assert solve("dense_layers", backwards).number == pytest.approx(
        solve("n_layers", given).number - moe_layers, abs=1e-6
    )
