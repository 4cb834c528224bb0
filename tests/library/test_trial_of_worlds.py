"""Questions about one world with a given too many, an interval, or a value that is ideal."""

from __future__ import annotations

import math

import pytest

import derive

OWNED = {
    "gpu_price": "2 USD/hour/GPU", "gpu_capital": "40000 USD/GPU",
    "electricity_price": "0.1 USD/kWh", "serving_power": "1000 W/GPU", "busy_share": "0.8",
    "pue": "1.2", "payback_time": "3.645085331 year",
}  # fmt: skip
SCATTERED = {
    "collective_bytes": "24.63448736641 MB", "reduce_scatter_time": "1.710728289334 us",
    "collective_bandwidth": "13.86 to 15.4 TB/s/GPU",
}  # fmt: skip


@pytest.mark.parametrize("target", ["served_tokens", "owned_gpu_price", "fleet_cost_rate"])
def test_an_ideal_that_the_givens_make_another_value_contradicts_none_of_them(target: str) -> None:
    """They leave 0.05/year for operations, where none is the ideal."""
    assert derive.solve("operations_rate", OWNED).number == pytest.approx(0.05 / 31557600, rel=1e-2)
    assert derive.solve(target, OWNED).conflict is None
    answer = derive.solve("reserved_gpu_price", OWNED)
    assert answer.number == pytest.approx(1.6 / 3600)


@pytest.mark.parametrize(
    ("target", "given", "low", "high"),
    [
        # less than the whole step where computing takes all of it
        ("memory_time", {"compute_time": "1 to 5 ms", "step_time": "2 ms"}, 0, 2e-3),
        (
            "sparsity",
            {"total_params": "100e9 to 300e9 param", "active_params": "250e9 param"},
            1,
            1.2,
        ),
    ],
)
def test_an_interval_whose_middle_does_not_fit_is_cut_to_what_does(
    target: str, given: dict[str, str], low: float, high: float
) -> None:
    answer = derive.solve(target, given)
    assert answer.status == "solved"
    assert answer.interval == pytest.approx((low, high), rel=1e-3)
    assert any("the other givens leave" in text for text in answer.warnings)


def test_an_interval_beyond_all_that_fits_stays_out_of_reach() -> None:
    given = {"compute_time": "3 to 5 ms", "step_time": "2 ms"}
    assert derive.solve("memory_time", given).status == "unreachable"


def test_an_interval_of_values_at_an_ideal_is_an_estimate() -> None:
    """Idle GPUs raise the throughput that the others have to reach."""
    answer = derive.solve("global_throughput", {"served_tokens": "7.303e11 token", "racks": "84"})
    assert answer.intervals and answer.sense == "estimate"
    assert [pull.source for pull in answer.solution.ideals] == ["busy_share"]


def test_a_contradiction_whose_lines_do_not_hold_is_told_without_them() -> None:
    given = {
        "kv_room": "1.000000000000e+12 byte",
        "total_params": "2.000000000000e+10 param",
        "peak_flops": "2.000000000000e+14 FLOP/s/GPU",
        "kv_bytes_per_token": "4.000000000000e+04 byte/token",
        "kink_context": "6.000000000000e+04 token/sequence",
        "bytes_per_param": "4.000000000000e-01 byte/param",
        "gpus": "2.000000000000e+01 GPU",
        "n_layers": "2.000000000000e+01",
        "attention_width": "4.000000000000e+03",
        "crossover_context_with_attention": "2.000000000000e+05 token/sequence",
        "emitted_tokens_per_pass": "1.000000000000e+00 token/sequence",
        "step_time": "7.000000000000e-05 s",
        "speculation_speed_up": "7.000000000000e-01",
        "dense_params": "1.000000000000e+10 param",
        "touched_expert_share": "5.000000000000e-01",
    }
    answer = derive.solve("longest_context", given)
    assert answer.status == "contradiction" and not list(answer.derivation)
    assert "bytes_per_param is given as 0.4 byte/param" in str(answer)


@pytest.mark.parametrize(
    ("target", "given", "ends"),
    [
        ("domain_gpus", {"fleet_racks": "10", "fleet_gpus": "500 to 600 GPU"}, (50.0, 600 / 9)),
        ("throughput", {"racks": "5", "global_throughput": "1e6 to 2e6 token/s"}, (2e5, 5e5)),
        ("global_throughput", {"racks": "5", "throughput": "1e5 to 2e5 token/s"}, (4e5, 1e6)),
    ],
)
def test_a_set_beside_an_interval_is_that_of_all_its_values(
    target: str, given: dict[str, str], ends: tuple[float, float]
) -> None:
    """Not that of its middle: a whole number of racks leaves a set for each of them."""
    answer = derive.solve(target, given)
    assert answer.status == "solved" and answer.interval == pytest.approx(ends)
    (found,) = answer.intervals
    assert (found.low_open, found.high_open) == (
        target == "global_throughput",
        target != "global_throughput",
    )


@pytest.mark.parametrize(
    ("own", "ends", "open_high"),
    [("60 GPU", (50.0, 600 / 9), True), ("55 to 80 GPU", (55.0, 600 / 9), True),
     ("52 to 60 GPU", (52.0, 60.0), False)],
)  # fmt: skip
def test_a_set_beside_an_interval_is_compared_with_what_is_given_of_its_target(
    own: str, ends: tuple[float, float], open_high: bool
) -> None:
    given = {"fleet_racks": "10", "fleet_gpus": "500 to 600 GPU", "domain_gpus": own}
    answer = derive.solve("domain_gpus", given)
    assert answer.interval == pytest.approx(ends)
    assert answer.intervals[0].high_open == open_high
    assert answer.compared == f"you gave {own}; without it 50 GPU to below 66.67 GPU follows"


@pytest.mark.parametrize(
    "target", ["domain_gpus", "fleet_racks", "fleet_gpus", "fleet_racks_exact"]
)
def test_an_interval_contradicts_two_givens_whichever_is_asked_for(target: str) -> None:
    """Ten racks of 80 GPUs take more than 720 GPUs."""
    given = {"fleet_racks": "10", "fleet_gpus": "500 to 600 GPU", "domain_gpus": "80 GPU"}
    answer = derive.solve(target, given)
    assert answer.status == "contradiction" and answer.conflict is not None
    assert set(answer.conflict.names) == set(given)


def test_an_interval_given_of_a_target_that_has_a_set_leaves_its_part() -> None:
    given = {"fleet_racks": "10", "fleet_gpus": "500 GPU", "domain_gpus": "50 to 52 GPU"}
    answer = derive.solve("domain_gpus", given)
    assert answer.interval == pytest.approx((50, 52))
    assert answer.compared == "you gave 50 to 52 GPU; without it 50 GPU to 55.56 GPU follows"


@pytest.mark.parametrize(
    ("target", "given", "ends"),
    [  # at the middle the target is out of reach
        ("collective_gpus", SCATTERED, (80 / 3, math.inf)),
        # an end of the range of another variable lies between two points
        ("cost_per_token",
         {"baseline_cost_per_token": "5.29 USD/token", "cost_saving": "0.7 to 1.01"},
         (0.0, 1.587)),
        # at one end of the interval alone there are more values
        ("batch_over_balance",
         {"batch_size": "82 sequence", "normal_batch": "161 sequence",
          "slow_price_ratio": "0.7 to 1"}, (0.7 * 82 / 161, math.inf)),
        # another given limits it
        ("solved_chance",
         {"task_cost": "0.0158266623497 to 0.0228356128188 USD", "samples": "23",
          "cost_per_solved_task": "0.02260951764237 USD", "cost_per_token": "1.07e-6 USD/token",
          "output_length": "913 token/sequence"}, (23 * 913 * 1.07e-6 / 0.02260951764237, 1)),
        # equality in the middle of the interval leaves more than one regime
        ("path_time",
         {"cached_tokens": "4779 to 5841 token", "tier_price": "2.095953814043e-02 USD/hour",
          "retrieve_cost_per_token": "5.648e-11 to 6.338e-11 USD/token",
          "fetch_time": "57.2365612 ms"}, (0.0, 0.0572365612)),
    ],
)  # fmt: skip
def test_values_at_any_points_of_an_interval_are_told(
    target: str, given: dict[str, str], ends: tuple[float, float]
) -> None:
    """Not only those at its middle, its ends, and points between them."""
    answer = derive.solve(target, given)
    found = [end for one in answer.intervals for end in (one.low, one.high)]
    unit = answer.target.unit.factor
    assert [end / unit for end in found] == pytest.approx(ends, rel=1e-5)


def test_the_numbers_shown_at_an_end_of_an_interval_are_said_to_be() -> None:
    shown = str(derive.solve("collective_gpus", SCATTERED))
    assert "13.86 TB/s/GPU   given, as 13.86 to 15.4 TB/s/GPU" in shown
    assert "are those at the ends of the intervals that are shown." in shown


def test_intervals_tied_to_other_givens_leave_what_all_allow() -> None:
    given = {
        "n_layers": "76",
        "kv_bytes_per_token_layer": "811.178584415 to 991.440492063 byte/token",
        "kv_bytes_per_token": "47949.6674343 to 102749.287359 byte/token",
    }
    answer = derive.solve("attention_sparsity", given)
    (between,) = answer.gap.between
    assert (between.low, between.high) == pytest.approx((9 / 11, 11 / 9), rel=1e-4)


def test_an_interval_that_fits_the_others_at_one_value_is_no_contradiction() -> None:
    """At the middle of the electricity price the GPU never pays back; at one price within it does,
    in the time given.
    """
    given = {
        "serving_power": "793.6926957214 W/GPU",
        "electricity_price": "72.36 to 155.06 USD/kWh",
        "gpu_capital": "3.171629002511 USD/GPU",
        "gpu_price": "82.04453287636 USD/hour/GPU",
        "payback_time": "3.309999999852 year",
    }
    answer = derive.solve("training_power", given)
    assert answer.status == "underdetermined"
    assert any("electricity_price overlaps with what follows" in line for line in answer.warnings)


def test_an_answer_of_zero_tells_what_the_givens_replace() -> None:
    given = {
        "full_prompt_length": "30 token/sequence",
        "prefix_length": "0 token/sequence",
        "context_length": "100 token/sequence",
        "output_length": "900 token/sequence",
    }
    answer = derive.solve("cached_prompt_share", given)
    assert answer.number == 0
    assert any(line.startswith("decoded_share = 0.07778 replaces") for line in answer.warnings)


def test_values_met_only_at_infinity_are_beyond_the_end_of_a_set() -> None:
    """From the balance batch on the price follows from the step, however large the batch is: a
    higher one takes a batch without end.
    """
    given = {
        "balance_batch": "56.50061930387 sequence",
        "slow_price_ratio": "1",
        "latency_floor": "227.5361705979 us",
        "fast_batch": "2 sequence",
        "fast_output_price": "661.0572458553 USD/Mtoken",
        "output_margin": "0.924597306247",
    }
    answer = derive.solve("cost_per_token", given)
    assert answer.status == "underdetermined" and not answer.regime
    (between,) = answer.between
    assert between.low == pytest.approx(1.764423e-6) and between.high < 7e-6


def test_a_constraint_rests_on_no_ideal_that_the_givens_refute() -> None:
    """A pipeline whose hops take time is longer than one without them, which would not fit."""
    given = {
        "kv_bytes_stored_per_token": "9.491040000000e+03 byte/token",
        "memory_needed": "1.709766189654e+11 byte",
        "weight_bytes": "9.500541890477e+10 byte",
        "gpus_to_fit": "2.792188441351e+00 GPU",
        "retrieve_cost_per_token": "4.437094663468e-13 USD/token",
        "hold_cost_rate": "8.938032415619e-15 USD/token/s",
        "demotion_time": "1.146026398938e-03 s",
        "bytes_per_param": "5.394903771039e-01 byte/param",
        "hbm_bandwidth": "1.444191384290e+12 byte/s/GPU",
        "prefill_batch": "1.355000000000e+03 sequence",
        "crossover_pass_length": "1.143428174439e+00 token/sequence",
        "prefill_gpus": "1.870000000000e+02 GPU",
        "batch_size": "2.770000000000e+02 sequence",
        "microbatch_size": "2.000000000000e+00 sequence",
        "hop_bytes_per_token": "5.370079000000e+03 byte/token",
        "layers_per_stage": "1.300000000000e+01",
        "all_to_all_bytes_per_token": "1.737571648861e+05 byte/token",
        "scale_up_bandwidth": "8.172000000000e+11 byte/s/GPU",
        "scale_up_over_scale_out": "2.464437658880e+03",
        "stage_time": "8.270540565509e-03 s",
        "pipelined_token_time": "1.654108898225e-02 s",
        "decode_bubble_fraction": "4.746503677877e-07",
        "bubble_fraction": "3.333333333333e-01",
        "bubble_overhead": "5.000000000000e-01",
    }
    answer = derive.solve("remat_cost_per_token", given)
    assert answer.status == "solved" and not answer.constraints
    assert any("hop_latency = 0 s not assumed" in text for text in answer.warnings)


def test_a_point_beyond_all_floats_is_no_contradiction() -> None:
    """A cutoff of 10³⁷¹ parameters is a number that no float holds; asked for anything else, as it
    should be, nobody learns of it.
    """
    given = {"routed_expert_exponent": "0.845", "routed_interaction": "0.00227"}
    answers = [derive.solve(name, given) for name in ("routing_cutoff_params", "dense_power")]
    assert [answer.status for answer in answers] == ["underdetermined", "underdetermined"]
    assert not answers[0].values and answers[0].conflict is None


def test_a_narrow_interval_is_no_single_value() -> None:
    """A bubble of two to three parts in 1e5 moves the time by one part in 1e5."""
    given = {
        "stage_time": "1.058380400276e-05 s",
        "n_microbatches": "5",
        "decode_bubble_fraction": "2.062981836061e-05 to 3.241828599524e-05",
    }
    (span,) = derive.solve("pipelined_token_time", given).intervals
    assert span.low == pytest.approx(5.29201117461e-5) and span.high > 5.29207e-5


def test_an_interval_given_of_the_target_holds_the_value_at_its_lower_end() -> None:
    """4.175 bits, of a given from 4.133 to 5.427: 13 % below the middle, by a factor of 1.145."""
    given = {
        "weight_element_size": "1.407337470479e+01 bit",
        "weight_group_size": "12",
        "total_params": "1.871174010000e+10 param",
        "kv_bytes_stored_per_token": "2.031057827655e+04 byte/token",
        "batch_size": "151 sequence",
        "cache_parity_context": "1.099836726774e+04 token/sequence",
    }
    stated = {**given, "weight_scale_size": "4.132899989682e+00 to 5.427040390491e+00 bit"}
    answer = derive.solve("weight_scale_size", stated)
    assert answer.status == "solved" and answer.text == "4.175 bit"
    for off in ("4.19 to 5.43 bit", "3.0 to 4.15 bit"):
        other = derive.solve("weight_scale_size", {**stated, "weight_scale_size": off})
        assert other.status == "contradiction"


def test_an_interval_in_coupled_relations_leaves_bounds() -> None:
    """The tie of the experts asked to withdraw one of them."""
    given = {
        "routed_loss_scale": "6.99 nat/token",
        "dense_power": "9.373772559986e-02",
        "dense_equivalent_params": "1.464038643527e+10 to 1.789380564311e+10 param",
        "experts_at_most": "389",
        "counted_experts": "1.787425267533 to 2.005888355787",
        "routed_param_exponent": "0.0946",
        "routed_interaction": "3.053986343776e-03",
        "gain_exponent": "0.3497043628482",
        "n_experts": "88",
        "active_experts": "82.95828214573",
    }
    answer = derive.solve("routed_loss", given)
    assert answer.status == "underdetermined" and answer.between
    low, high = answer.between[0].low, answer.between[0].high
    assert 0.4 < low < 0.5 and 0.75 < high < 0.8


TASKS = {
    "prefill_batch": "1682 sequence",
    "success_chance": "2.866506452390e-01",
    "prefill_gpus": "62 GPU",
    "prefill_compute_time": "1.811167886132e+01 s",
    "batch_size": "2852 sequence",
    "gpus": "45 GPU",
    "compute_time": "6.582948841092e-02 s",
    "memory_time": "3.307314361135e-02 s",
    "emitted_tokens_per_pass": "2.253262044171e+00 token/sequence",
    "colocated_time": "2.094641708470e+02 s",
    "cost_per_token": "8.073687658992e-07 to 9.060471706202e-07 USD/token",
    "prefill_time": "1.811167886132e+01 s",
    "prefill_gpu_time_per_token": "1.730108057615e-04 GPU*s/token",
    "input_cost_per_token": "3.366905228192e-07 USD/token",
    "cost_per_solved_task": "1.963707434957e-01 USD",
}


def test_all_roots_are_told_beside_an_interval_that_the_others_fix() -> None:
    """Few tries or very many cost the same for each task solved."""
    answer = derive.solve("solved_chance", TASKS)
    assert [v.value for v in answer.values] == pytest.approx([0.0071733025, 0.9999973363])
    for stated, left in (("0.9 to 1", 0.9999973363), ("0.007173", 0.0071733025)):
        answer = derive.solve("solved_chance", {**TASKS, "solved_chance": stated})
        assert [v.value for v in answer.values] == pytest.approx([left])
        assert answer.compared == f"you gave {stated}; without it 0.007173 or 1 follows"


def test_an_interval_given_of_the_target_is_compared_with_all_its_values() -> None:
    """At the middle of the tokens emitted the prompt takes 0.67 s, at others 0 to 1.6."""
    given = {
        "output_length": "5.830621697435e+03 token/sequence",
        "emitted_tokens_per_pass": "1.989844860029 to 2.874220353376 token/sequence",
        "request_time": "6.939561571828 s",
        "step_rate": "3.824751168402e+02 1/s",
    }
    answer = derive.solve("prefill_time", {**given, "prefill_time": "45.28 to 59.45 ms"})
    assert answer.status == "solved" and answer.text == "45.28 ms to 59.45 ms"
    assert "without it above 0 s to 1.637 s follows" in answer.compared
    beyond = derive.solve("prefill_time", {**given, "prefill_time": "1.7 to 1.8 s"})
    assert beyond.status == "contradiction"


def test_what_is_met_between_the_middles_and_the_corners_is_within_reach() -> None:
    """A context at which reading and computing meet leaves a thin line among three intervals."""
    given = {
        "tokens_per_pass": "3 token/sequence",
        "active_params": "1.896763066291e+11 param",
        "peak_flops": "1.178389213638e+16 to 2.188437111043e+16 FLOP/s/GPU",
        "kv_bytes_per_token": "4.660530538591e+04 to 6.119888586028e+04 byte/token",
        "kink_context": "1.001148426588e+04 token/sequence",
        "batch_size": "1343 sequence",
        "total_params": "3.282358375240e+11 param",
        "bytes_per_param": "4.723113458786e-01 byte/param",
        "hbm_bandwidth": "6.075297443866e+12 to 1.128269525289e+13 byte/s/GPU",
        "fleet_gpus": "6202 GPU",
        "fleet_racks_exact": "5.211985635511e+01",
    }
    answer = derive.solve("domains_filled", given)
    assert answer.status == "solved" and answer.text == "above 0 to ∞"


def test_givens_that_put_a_point_beyond_all_floats_do_not_disagree() -> None:
    given = {"routed_expert_exponent": "0.845", "routed_interaction": "0.00227"}
    said = " ".join(str(derive.solve("routing_cutoff_params", given)).split())
    assert "N_cut, or a part of its formula, is too large or too small to compute with" in said
    assert "disagree" not in said and "cannot both hold" not in said


def test_ends_that_the_last_digits_of_the_givens_set_are_told_as_such() -> None:
    """A touched share of one is 1 less a tiny share of the experts, whatever that is."""
    given = {
        "bytes_per_param": "1.6425 byte/param",
        "tokens_per_pass": "3 token/sequence",
        "active_params": "6.388804267452e+10 param",
        "kv_bytes_per_token": "1.404520015888e+05 byte/token",
        "batch_size": "25 sequence",
        "context_length": "1.826638535681e+04 token/sequence",
        "time_per_sequence": "2.762228246624e-06 s/sequence",
        "latency_floor": "1.293710825983e-04 s",
        "microbatch_size": "79 sequence",
        "microbatch_read_params": "7.315648329800e+10 param",
        "touched_expert_share": "1.000000000000e+00",
    }
    answer = derive.solve("routed_params", given)
    remark = "how far the values of routed_params reach is set by the last digits of the givens"
    assert answer.intervals and remark in answer.warnings


def test_an_eliminated_variable_far_below_its_range_is_no_noise_of_a_year() -> None:
    """At 1.962 MB links would have a latency of -17 ns, small beside the convention of one year."""
    given = {
        "collective_bandwidth": "9.74 TB/s/GPU",
        "exchange_time": "4.196611909651 ns",
        "all_gather_time": "16.78644763860 ns",
        "all_reduce_bus_bandwidth": "14.61 TB/s/GPU",
    }
    variants = {"collective": "summed_in_switch"}
    answer = derive.solve("collective_bytes", given, variants=variants)
    assert [v.value for v in answer.values] == pytest.approx([122625, 218000])


def test_a_value_that_ideal_values_do_not_give_names_none_of_them() -> None:
    """A payback after the life of a GPU, by a unit in the last digit, does not make up for a price
    of electricity that its cost contradicts: no operation is free then.
    """
    given = {
        "kv_room": "2.304450963531e+13 byte",
        "capacity_batch": "3.076508545727e+05 sequence",
        "pipeline_weights_per_gpu": "1.583134308498e+08 byte/GPU",
        "stage_weight_fetch_time": "2.948108581932e-04 s",
        "gpus": "4.710000000000e+02 GPU",
        "plain_memory_time": "3.234730927809e-04 s",
        "speculation_speed_up": "2.689521609987e+00",
        "kv_tokens": "1.236000000000e+03 token",
        "samples": "1.000000000000e+00",
        "generation_time": "7.757518811858e-02 s",
        "prompt_length": "8.900000000000e+01 token/sequence",
        "prefill_gpu_time_per_token": "1.287042494254e-05 GPU*s/token",
        "solved_chance": "8.726849549175e-01",
        "cost_per_solved_task": "2.755827428967e-02 USD",
        "electricity_cost_per_token": "2.603524319260e+01 USD/Mtoken",
        "gpu_capital": "3.676043219481e+02 USD/GPU",
        "payback_time": "6.890000000001e+00 year",
        "gpu_life": "6.890000000000e+00 year",
        "training_gpus": "9.800000000000e+01 GPU",
        "training_power": "2.979200000000e-02 MW",
        "energy_per_token": "5.740323377556e+00 J/token",
    }
    answer = derive.solve("reserved_gpu_price", given, variants={"expert load": "random"})
    assert answer.number == pytest.approx(1.971394014e-3)
    assert any("operations_rate = 0/year not assumed" in text for text in answer.warnings)
    assert "operations_rate" not in [known.var.name for known in answer.known]
