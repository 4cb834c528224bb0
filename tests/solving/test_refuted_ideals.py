"""Ideal values that the givens leave no room for: none is assumed, whichever relations tell."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy

import derive
from derive.equations import Eq, Max, Min, Relation, Var
from derive.results.known import Known, Origin, assumed_ideals
from derive.results.solution import AnswerValue
from derive.solving.givens import read_givens
from derive.solving.ideals_together import _reached_without
from derive.solving.judged_answer import judged
from derive.solving.unjudged_answer import unjudged_answer
from derive.system import System

total, size, room, least, rate = (Var(name) for name in ("total", "size", "room", "least", "rate"))
work, read = (Var(name, within="(0, 1]", default="1", ideal=True) for name in ("work", "read"))
ratio = Relation("ratio", Eq(total, size * work / read))
capped = Relation("capped", Eq(room, Max(work, least)))
paired = Relation("paired", Eq(room, Max(work * read, least)))


@pytest.mark.parametrize("given", [{"room": 0.5}, {"room": "0.5 to 0.6"}])
def test_an_ideal_value_beyond_what_the_givens_leave_is_not_assumed(given: dict[str, str]) -> None:
    """Every total is possible: no value of it refutes an ideal work, the room beside it does."""
    answer = System([ratio, capped]).solve(total, {"size": 3, **given})
    assert answer.status == "underdetermined" and all(v.condition for v in answer.values)
    assert answer.missing[0] == ("work",) and not answer.of_origin("default")
    assert any("work = 1 not assumed: the givens leave at most" in text for text in answer.warnings)


beyond = Var("ideal_beyond", within="[0, oo)")


@pytest.mark.parametrize(
    ("right", "reached"), [((4 + beyond) * work, True), (4 + beyond * work, False)]
)
def test_a_target_out_of_reach_is_reached_beside_an_ideal_value_or_not(
    right: sympy.Expr, reached: bool
) -> None:
    """A total of 3 is three quarters of 4; no part of what is beyond takes anything from 4."""
    system = System([Relation("asked", Eq(total, right))])
    stated, _ = read_givens({"total": 3}, system.vocabulary)
    answer = unjudged_answer(system, beyond, stated)
    taken = assumed_ideals(answer.known)
    assert answer.status == "unreachable" and [k.var for k in taken] == [work]
    assert _reached_without(system, stated, taken, answer) is reached


def test_the_figure_of_an_entry_for_the_target_leaves_the_givens_as_they_are() -> None:
    """It is set aside, and the room still leaves the work no more than a half."""
    figure = Known(total, 1.5, Origin.LOOKED_UP, 0.02, entry="chip one")
    answer = System([ratio, capped]).solve(total, {"size": 3, "room": 0.5, "total": figure})
    assert answer.number == 1.5 and not answer.of_origin("default")
    assert "work = 1 not assumed: the givens leave at most 0.5" in answer.warnings


def test_ideal_values_that_cannot_hold_together_are_not_assumed() -> None:
    answer = System([ratio, paired]).solve(total, {"size": 3, "room": 0.5})
    assert answer.status == "underdetermined" and answer.missing[0] == ("read", "work")
    told = "read = 1 and work = 1 not assumed: the givens leave no room for them together"
    assert told in answer.warnings


def test_the_range_of_another_variable_refutes_no_ideal_values_together() -> None:
    """A utilisation of 1.5 at both: it counts more than is done."""
    used = Var("used", within="(0, 1]")
    system = System([ratio, Relation("used", Eq(used, 1.5 * work * read))])
    answer = system.solve(total, {"size": 3})
    assert answer.status == "solved" and answer.number == 3
    assert {k.var.name for k in answer.of_origin("default")} == {"read", "work"}


def test_the_answer_takes_another_way_where_there_is_one() -> None:
    """By the ratio the work would be 2/3 of the ideal, so that the rate alone tells the total."""
    system = System([ratio, Relation("way", Eq(total, rate * read))])
    answer = system.solve(total, {"size": 3, "rate": 2})
    assert answer.status == "solved" and answer.number == pytest.approx(2)
    assert [k.var.name for k in answer.of_origin("default")] == ["read"]


def test_nothing_is_unreachable_for_an_ideal_value_that_the_givens_refute() -> None:
    """At an ideal work `read` would be 1.22; at half of it, the most that is left, it is 0.87."""
    system = System([ratio, capped, Relation("way", Eq(total, rate * read))])
    answer = system.solve(total, {"size": 3, "rate": 2, "room": 0.5})
    assert answer.status == "underdetermined"
    (value,) = answer.values
    assert value.value == pytest.approx(3**0.5) and value.condition == "work ≥ least"


def test_an_ideal_value_that_the_givens_leave_is_assumed() -> None:
    assert System([ratio, capped]).solve(total, {"size": 3, "room": 2}).number == 3


least_of_both = System([
    Relation("ratio", Eq(total, size * work)), Relation("way", Eq(total, rate * read)),
])  # fmt: skip


@pytest.mark.parametrize(
    ("given", "ends"),
    [
        ({"size": 2, "rate": "2.7 to 3.3"}, (2, 2)),
        ({"size": "2.00", "rate": "1 to 4"}, (1, 2)),
        ({"size": "2 to 4", "rate": "3.00"}, (2, 3)),
        ({"size": "1 to 4", "rate": "2 to 3"}, (1, 3)),
        ({"size": 2, "rate": "uniform 2.7 to 3.3"}, (2, 2)),
    ],
)
def test_an_uncertain_given_moves_no_answer_beyond_what_the_others_leave(
    given: dict[str, str], ends: tuple[float, float]
) -> None:
    """The total is at most either product, whichever ideal value yields to the other."""
    answer = least_of_both.solve(total, given)
    (span,) = answer.intervals or answer.between or (None,)
    found = (answer.number, answer.number) if span is None else (span.low, span.high)
    assert found == pytest.approx(ends, rel=1e-2)


@pytest.mark.parametrize(("given", "by"), [((2, 3), "size"), ((3, 2), "rate")])
def test_the_way_that_holds_tells_derivation_tolerances_and_sensitivity(
    given: tuple[float, float], by: str
) -> None:
    known = dict(zip(("size", "rate"), given, strict=True))
    answer = least_of_both.solve(total, known)
    assert answer.number == 2 and answer.sense == "upper bound"
    assert [k.var.name for k in answer.of_origin("given")] == [by]
    assert [t.var.name for t in least_of_both.tolerances(total, known)] == [by]
    (tolerance,) = least_of_both.tolerances(total, known)
    assert tolerance.alone == pytest.approx(0.1, rel=1e-3)
    moved = [e for e in least_of_both.sensitivity(total, known).elasticities if e.var.name == by]
    assert moved[0].upper == pytest.approx(2.2)


def test_a_value_that_the_ideal_value_refutes_is_not_told() -> None:
    """A scan may find a root that fits beside a read of 3/4 alone, and miss that of the ideal: what
    all relations leave is told.
    """
    system = System([ratio])
    found = system.solve(total, {"size": 3})
    other = replace(found, solution=replace(found.solution, values=(AnswerValue(4.0),)))
    stated, _ = read_givens({"size": 3}, system.vocabulary)
    assert judged(system, total, stated, 0.0, found, fits=False).number == 3
    assert judged(system, total, stated, 0.0, other, fits=False).number == pytest.approx(
        3, rel=1e-9
    )


@pytest.mark.parametrize("target", ["rate", "total"])
def test_values_that_agree_at_two_ideal_values_below_their_best_do_not_clash(target: str) -> None:
    """Either alone would have to be below zero; together they may be 0.4."""
    system = System([Relation("t", Eq(total, size * (work + read))), Relation("r", Eq(rate, size))])
    answer = system.solve(target, {"size": 1, "total": 0.8})
    assert answer.status == "solved" and answer.number == {"rate": 1, "total": 0.8}[target]
    assert any("work = 1 not assumed" in text for text in answer.warnings)
    assert system.solve(target, {"size": 1, "total": 3}).status == "contradiction"


CROWDED = {
    "kv_bytes_per_token": "2338.35 byte/token", "context_length": "74000 token/sequence",
    "total_params": "240054687036 param", "bytes_per_param": "1.53875 byte/param",
    "hbm_bandwidth": "8030000000000 byte/s/GPU", "bandwidth_efficiency": "1",
    "balance_batch_with_kv": "656.1875478998 sequence", "active_params": "227155359186.9 param",
    "peak_flops": "1.487079079814e+16 FLOP/s/GPU", "gpus": "13 GPU", "n_layers": "17",
    "d_model": "6414", "output_length": "4509.178530703 token/sequence",
    "colocated_time": "78.49200496791 s", "colocated_throughput": "48198.54950586 token/s",
    "all_reduce_bytes_per_token": "14321.08853412 byte/token",
    "training_bandwidth": "335000000000 byte/s/GPU", "training_compute_efficiency": "1",
    "widest_tensor_split": "22.01884170336 GPU",
    "hop_bytes_per_token": "7160.54426706 byte/token",
    "quoted_scale_up_bandwidth": "1064000000000 byte/s/GPU", "collective_bytes": "20900 byte",
    "collective_gpus": "21 GPU", "collective_bandwidth": "722000000000 byte/s/GPU",
    "link_latency": "0 s", "collective_hops": "20", "exchange_time": "1.312805824084e-09 s",
    "tensor_parallel_time": "0.002256688871394 s",
}  # fmt: skip


@pytest.mark.slow
def test_ideal_values_that_are_not_assumed_are_not_refuted_again() -> None:
    """The clash names both efficiencies, one of which was already left out: asking again without
    it never came to an end.
    """
    variants = {"prices": "apart_from_costs", "all-to-all": "serial"}
    answer = derive.solve("tensor_parallel_gpus", CROWDED, variants=variants)
    assert answer.status == "unreachable"
    assert any("compute_efficiency = 1 not assumed" in text for text in answer.warnings)


def test_an_absent_feature_that_coupled_givens_refute_is_a_conflict() -> None:
    """The width of all heads is no default where layers and heads of the KV cache follow from the
    other givens together.
    """
    givens = {
        "d_model": "2404", "n_heads": "20", "embedding_params": "101804592 param",
        "common_feed_forward_params": "1785361852 param", "dense_params": "3031739692 param",
        "adapter_rank": "3", "adapter_bytes": "4053504 byte",
        "kv_element_size": "10.61217392981 bit", "kv_scale_size": "8.07956216097 bit",
        "kv_group_size": "254", "kv_bytes_per_token": "105577.669655 byte/token",
    }  # fmt: skip
    answer = derive.solve("d_head", givens, variants={"activations": "checkpointed"})
    assert answer.status == "contradiction" and answer.conflict.mend is not None
    assert answer.conflict.mend.var.name == "heads_width"
    assert answer.conflict.relation == "width_of_the_heads"  # by which it follows
    assert answer.conflict.mend.value == pytest.approx(109 * 20 / 2404)
    assert answer.conflict.factor == pytest.approx(2404 / (109 * 20))
    few = {name: text for name, text in givens.items() if name != "adapter_bytes"}
    assert derive.solve("d_head", few).number == pytest.approx(2404 / 20)
    others = {name: text for name, text in givens.items() if name != "d_model"}
    grid = derive.sweep("d_head", others, {"d_model": ["2404", "2500"]})
    assert set(grid["status"].values.tolist()) == {2} and grid["d_head"].isnull().all()


def test_a_solution_that_is_left_has_its_own_derivation_and_checks() -> None:
    """Of two roots the first is refuted beside the way: the lines are those of the second."""
    start, end, other, area, least = (Var(n) for n in ("start", "end", "other", "area", "least"))
    relations = [
        Relation("area", Eq(area, start * (11 - start))),
        Relation("length", Eq(start, least + other)),
        Relation("end", Eq(end, 2 * start + 1)),
    ]
    for given, number in (({least: 5}, 17), ({other: 5}, 17), ({}, None)):
        answer = System(relations).solve(end, {area: 24, **given})
        assert answer.number == number
        last = answer.derivation.steps[-1].result
        assert last is not None and last.value == (number or 7)


def test_a_conditional_value_that_is_left_has_its_own_derivation() -> None:
    """Of two regimes between which an open variable decides the first leaves a negative value,
    that a range beside the way refutes.
    """
    size, cost, rate, part, x, sum_, whole = (
        Var(n, within="(0, oo)")
        for n in ("size", "cost", "rate", "part", "x", "sum", "whole")
    )  # fmt: skip
    y, gap, level = (Var(n, within="(-oo, oo)") for n in ("y", "gap", "level"))
    side = Var("side", within="[0, oo)")
    relations = [
        Relation("least", Eq(Min(1 / x, 1 / whole, level), y)),
        Relation("line", Eq(rate * y, level - part - 1 / cost)),
        Relation("side", Eq(side, cost * y / rate)),
        Relation("part", Eq(part, size * Min(2, x**2))),
        Relation("gap", Eq(gap, x**2 - 3 * x)),
        Relation("sum", Eq(sum_, gap + 1 / x + 1 / size)),
        Relation("whole", Eq(whole, Max(size**2, x**2))),
        Relation("level", Eq(level, gap**2 - x * gap)),
        Relation("product", Eq(whole, size * cost * part * sum_)),
    ]
    answer = System(relations).solve(y, {size: 4.76, cost: 2.75, rate: 14.9})
    assert [v.value for v in answer.values] == [pytest.approx(4.76**-2)]
    assert answer.values[0].condition
    last = answer.derivation.steps[-1].result
    assert last is not None and last.value == pytest.approx(4.76**-2)


@pytest.mark.slow
def test_givens_that_hold_only_on_the_way_to_infinity_are_a_contradiction() -> None:
    """With all heads as wide as the model, the layers would run off to infinity and the routers to
    nothing: 9.73e9 was told, the limit.
    """
    givens = {
        "shared_experts": "1", "params_per_expert": "342010026 param",
        "shared_expert_params": "32490952470 param", "experts_placed": "62",
        "common_feed_forward_params": "42221060874 param", "d_ff_dense": "41181",
        "total_params": "2072801575548 param", "d_ff": "521205.3399340",
    }  # fmt: skip
    answer = derive.solve("dense_layer_params", givens)
    assert answer.status == "contradiction" and "d_ff" in answer.conflict.names
    wide = derive.solve("dense_layer_params", {**givens, "heads_width": "0.4046686631345"})
    assert wide.number == pytest.approx(9653402934)


def test_a_root_at_the_edge_of_what_is_admitted_goes_where_another_lies_within() -> None:
    """A second root of the scale, 3.1242945, lies below the loss that the tokens would remove by
    less than values may: with it that loss would fall with a power below zero.
    """
    givens = {
        "optimal_params": "47210873.84537 param", "param_loss": "0.01241674926645 nat/token",
        "model_lifetime": "90266410.70903 s", "inference_token_rate": "9.25e7 token/s",
        "kv_bytes_stored_per_token": "14382.576 byte/token", "training_time": "2330000 s",
        "recompute_bandwidth": "2458371.009926 byte/s/GPU", "training_gpus": "1350 GPU",
        "training_attention_flops_per_token": "898376201.2554 FLOP/token",
        "training_mfu_with_attention": "0.03207949192196",
        "lifetime_cost_ratio": "7.357246803268e-06", "inference_mfu_ratio": "16.81736583332",
        "adapter_training_flops": "8.504653415765e+21 FLOP",
        "irreducible_loss": "1.51 nat/token", "loss": "4.646711522112 nat/token",
        "attention_width": "1872",
    }  # fmt: skip
    variants = {"layout": "tensor_split", "mode reading": "linear_memory"}
    answer = derive.solve("token_loss_scale", givens, variants=variants)
    assert answer.number == pytest.approx(587.51, rel=1e-5)


def test_of_two_roots_the_one_barely_below_a_bound_goes() -> None:
    """1 and 1.01 solve the square; what is beside the root is above zero at the larger alone."""
    root, level, low = Var("edge_root"), Var("edge_level"), Var("edge_low")
    system = System([
        Relation("square", Eq(level, 2.01 * root - root**2)),
        Relation("beside", Eq(Var("edge_beside"), root - low)),
    ])  # fmt: skip
    both = system.solve(root, {level: 1.01, low: "0.99"})
    assert [v.value for v in both.values] == pytest.approx([1.0, 1.01], rel=1e-9)
    larger = system.solve(root, {level: 1.01, low: "1.00000002"})
    assert [v.value for v in larger.values] == pytest.approx([1.01], rel=1e-9)


def test_ideal_values_of_an_answer_hold_beside_an_unused_given_that_only_bounds() -> None:
    """Beyond 26,544 tokens reading takes longer than computing at any batch with the parameters
    that the traffic tells, 47.28e9: there is no kink, and one that is stated contradicts.
    """
    givens = {
        "kv_bytes_per_token": "40260 byte/token", "fsdp_traffic": "2.8366263e+11 byte/GPU",
        "microbatch_size": "216 sequence", "stage_compute_time": "0.08236805814114 s",
        "weight_read_time_per_update": "0.5061170590727 s", "n_stages": "2",
        "bytes_per_param": "1.599687714885 byte/param", "context_length": "982 token/sequence",
        "active_params": "3.040623881133e+10 param",
        "balance_batch_with_kv": "73.49062263466 sequence",
    }  # fmt: skip
    assert derive.solve("n_microbatches", givens).number == pytest.approx(15)
    kink = {"kink_context": "27927.48212306 token/sequence"}
    beside = derive.solve("n_microbatches", {**givens, **kink})
    assert beside.status == "contradiction" and beside.conflict.var.name == "fsdp_traffic"
    most = 982 + 1.599687714885 * 2.8366263e11 / 6 / (40260 * 73.49062263466)
    for context, agrees in ((0.999 * most, True), (1.001 * most, False), (1e4, True)):
        kink = {"kink_context": f"{context:.9g} token/sequence"}
        beside = derive.solve("n_microbatches", {**givens, **kink})
        assert (beside.status == "solved") == agrees, context
        assert not agrees or beside.number == pytest.approx(15)


def test_an_ideal_value_by_which_an_unused_given_leaves_its_range_is_not_assumed() -> None:
    """The prefill would use three times its peak if decode used all of its own: the peak is not
    what it is said to be. Without the givens of prefill nothing shows it, once it is known that the
    bandwidth is what falls short.
    """
    givens = {
        "kv_bytes_per_token": "25688.96 byte/token", "hbm_bandwidth": "2.583790568116 TB/s/GPU",
        "context_length": "8886.882705690 token/sequence", "tokens_per_pass": "4 token/sequence",
        "active_params": "207954292072.1 param", "peak_flops": "834.9653612155 TFLOP/s/GPU",
        "microbatch_size": "122 sequence", "stage_kv_fetch_time": "10.40491980692 us",
        "balance_batch": "265.1041666668 sequence", "gpus": "11 GPU", "n_stages": "7",
        "balance_batch_with_kv": "311.0887551141 sequence",
    }  # fmt: skip
    prefill = {
        "prefill_bandwidth_efficiency": "1", "prefill_batch": "121 sequence",
        "crossover_pass_length": "8.763774104688 token/sequence",
    }  # fmt: skip
    short = {**givens, "bandwidth_efficiency": "0.3"}
    assert derive.solve("pipeline_weights_per_gpu", short).number == pytest.approx(118562141)
    beside = derive.solve("pipeline_weights_per_gpu", {**givens, **prefill})
    assert beside.number is None
    assert "compute_efficiency = 1 not assumed: the givens leave no room for it" in beside.warnings


@pytest.mark.parametrize("measured", [{"step_time": "8 ms"}, {"mbu": "0.73"}])
def test_of_two_ideal_values_a_slow_step_does_not_say_which_is_not_reached(
    measured: dict[str, str],
) -> None:
    """A step of 5.84 ms at best took 8 ms: reading may fall short, or computing by far."""
    rack = {
        **derive.accelerator("h100_sxm", "fp8"), **derive.model("llama31_70b"), "gpus": "8 GPU",
        "batch_size": "32 sequence", "context_length": "8192 token/sequence", **measured,
        "bytes_per_element": "2 byte/element",
    }  # fmt: skip
    found = derive.solve("batch_over_balance", rack)
    assert found.status == "underdetermined"
    said = "= 1 not assumed: the givens do not say which of them is not reached"
    assert any(text.endswith(said) for text in found.warnings)
    (left,) = found.between
    for known, batch_ratio in (("compute_efficiency", 0.07908), ("bandwidth_efficiency", 3.037)):
        value = derive.solve("batch_over_balance", {**rack, known: "1"})
        assert value.number == pytest.approx(batch_ratio, rel=1e-3)
        assert left.low < value.number <= left.high * (1 + 1e-9)
    assert derive.solve("bandwidth_efficiency", rack).number == pytest.approx(0.73, rel=1e-3)


def test_an_ideal_value_that_runs_off_to_infinity_leaves_the_contradiction() -> None:
    """A GPU that pays for itself in just its life is rented at its cost: no markup of three, at
    which the operation of it would cost more and more.
    """
    given = {
        "serving_power": "526.9356580734 W/GPU", "gpu_life": "38.2 year",
        "owned_gpu_price": "2.050973636062 USD/hour/GPU", "hbm_capacity": "815.8738683728 GB/GPU",
        "energy_per_token": "0.01277872029215 J/token", "payback_time": "38.2 year",
        "electricity_cost_per_token": "0.01380811720457 USD/Mtoken",
        "kv_bytes_stored_per_token": "25034.2 byte/token",
        "hbm_hold_cost_rate": "5.244324132103e-11 USD/token/s",
    }  # fmt: skip
    markup, price = (derive.solve(name, given) for name in ("rental_markup", "gpu_price"))
    assert markup.status == price.status == "contradiction"
    assert markup.contradiction is not None and price.contradiction is not None
    assert set(markup.contradiction.names) == set(price.contradiction.names)


@pytest.mark.parametrize(
    "target", ["collective_gpus", "collective_bytes", "all_reduce_time", "collective_bandwidth"]
)
def test_an_ideal_value_that_the_givens_refute_yields_whatever_is_asked(target: str) -> None:
    """Links without latency reduce in 5.3 s; with 53.5 ms a link these givens agree."""
    given = {
        "all_reduce_time": "6.9 s", "collective_bytes": "141.2 GB", "collective_gpus": "16 GPU",
        "collective_bandwidth": "50 GB/s/GPU",
    }  # fmt: skip
    answer = derive.solve(target, given)
    assert answer.status == "solved" and answer.number is not None
    assert "implied link_latency 53.5 ms" in answer.warnings
    del given["collective_gpus"]
    assert derive.solve("collective_gpus", given).status == "unreachable"


@pytest.mark.parametrize("more", [{}, {"gpu_price": "2 USD/hour/GPU"}, {"vocab": "128256"}])
def test_the_figure_of_a_chip_for_what_is_asked_contradicts_no_other_given(
    more: dict[str, str],
) -> None:
    """A price, which has no part in it, made the bandwidth that a throughput needs a clash."""
    given = {
        **derive.accelerator("h100_sxm", precision="fp8"), **derive.model("llama31_70b"),
        "gpus": "8 GPU", "batch_size": "256 sequence", "context_length": "8192 token/sequence",
        "throughput": "20000 token/s", "compute_efficiency": "1", "bandwidth_efficiency": "1",
    }  # fmt: skip
    answer = derive.solve("hbm_bandwidth", {**given, **more})
    assert answer.status == "infeasible"
    assert answer.number == pytest.approx(7.4e12, rel=1e-3)
    assert "has less" in answer.compared
