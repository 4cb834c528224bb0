"""Conventions, defaults, exact zeros and whole numbers."""

from __future__ import annotations

import pytest
import sympy

from derive.equations import Eq, Relation, Var
from derive.library import library_system, solve
from derive.system import System

x, y, z = (Var(name) for name in "xyz")
n = Var("n", whole=True)


def listed(answer: object, origin: str) -> set[str]:
    return {known.var.name for known in answer.of_origin(origin)}


# --- defaults ---


def test_a_default_is_used_only_where_the_question_is_open_without_it(
    cliff: dict[str, str],
) -> None:
    """The cliff needs both efficiencies and the tokens per pass; the drain time needs none."""
    assert listed(solve("kv_bytes_per_token", cliff), "default") == {
        "compute_efficiency",
        "bandwidth_efficiency",
        "tokens_per_pass",
    }
    assert (
        listed(
            solve("drain_time", {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU"}),
            "default",
        )
        == set()
    )


def test_a_default_is_never_the_answer_to_itself() -> None:
    """Asking for an efficiency with nothing to fix it is open, not one."""
    assert solve("compute_efficiency", {}).status == "underdetermined"


def test_a_default_is_solved_for_when_the_givens_fix_it() -> None:
    """Efficiency from a measured compute time: 20 ms ideal over 50 ms."""
    given = {
        "active_params": "100e9 param",
        "batch_size": "1000 sequence",
        "gpus": "10 GPU",
        "peak_flops": "1 PFLOP/s/GPU",
        "compute_time": "50 ms",
    }
    answer = solve("compute_efficiency", given)
    assert answer.number == pytest.approx(0.4)
    assert listed(answer, "default") == {"tokens_per_pass"}


def test_a_default_yields_to_what_the_givens_fix_on_the_way() -> None:
    """Prefill time, its ideal inputs and the prompt fix the prefill efficiency: it is computed, not
    assumed to be one.
    """
    given = {
        "prefill_compute_time": "2 s", "prompt_length": "1000 token/sequence",
        "prefill_batch": "10 sequence", "prefill_gpus": "10 GPU", "peak_flops": "1 PFLOP/s/GPU",
        "active_params": "100e9 param",
    }  # fmt: skip
    answer = solve("prefill_compute_efficiency", given, variants={"prefill compute": "flat"})
    assert answer.number == pytest.approx(2 * 1e4 * 100e9 / (10 * 1e15) / 2)
    assert listed(answer, "default") == set()


def test_a_default_yields_to_givens_that_are_used_elsewhere_too() -> None:
    """Every given is on the way that takes e = 1, and together they fix it at one half."""
    b, g, k, t, w = (Var(name) for name in "bgktw")
    e, h = (Var(name, within="(0, 1]", default="1", ideal=True) for name in "eh")
    system = System(
        [
            Relation("far", Eq(b * 6.75, g * (y + 1) / h)),
            Relation("near", Eq(b * k + w, g * y / h)),
            Relation("all", Eq(t, g * y / h)),
            Relation("share", Eq(y, e * x)),
            Relation("scaled", Eq(k, t * z)),
        ]
    )
    answer = system.solve("b", {"t": 3.0, "z": 1.0, "w": 1.0, "x": 4.0})
    assert answer.value == pytest.approx(2 / 3)


def test_of_two_defaults_the_one_that_five_coupled_givens_fix_yields() -> None:
    """They lie further from the target than the first look reaches; the other stays assumed."""
    kept, fixed = (
        Var(f"ring_{name}", default="1", ideal=True, within=within)
        for name, within in (("kept", "(0, 1]"), ("fixed", "(0, oo)"))
    )
    result, part = Var("ring_result"), Var("ring_part")
    ring = [fixed, *(Var(f"ring_link{k}") for k in range(4)), 2 * fixed]
    sums = [Var(f"ring_sum{k}") for k in range(5)]
    system = System([
        Relation("result", Eq(result, kept * fixed * part)),
        *(Relation(f"sum {k}", Eq(one, ring[k] + ring[k + 1])) for k, one in enumerate(sums)),
    ])  # fmt: skip
    answer = system.solve(result, {part: "10", **dict(zip(sums, "55798", strict=True))})
    assert answer.number == pytest.approx(20)
    assert answer.warnings == ("implied ring_fixed 2",)
    assert listed(answer, "default") == {"ring_kept"}


def test_a_given_beats_a_default(cliff: dict[str, str]) -> None:
    """At half the compute efficiency the same cliff means twice the bytes."""
    assert solve(
        "kv_bytes_per_token", {**cliff, "compute_efficiency": "0.5"}
    ).number == pytest.approx(3200)


def test_ideal_efficiencies_make_the_answer_a_bound(cliff: dict[str, str]) -> None:
    """The time to read a dense model at peak is a lower bound, and an equality once the efficiency
    is stated.
    """
    given = {
        "hbm_bandwidth": "8 TB/s/GPU",
        "bytes_per_param": "1 byte/param",
        "total_params": "800e9 param",
        "active_params": "800e9 param",
        "gpus": "8 GPU",
    }
    assert solve("weight_fetch_time", given).sense == "lower bound"
    assert solve("weight_fetch_time", {**given, "bandwidth_efficiency": "0.9"}).sense == "equality"


# --- conventions ---


def test_a_convention_holds_unless_given_and_is_listed() -> None:
    """Six operations per parameter and token follow from two and four; both are named."""
    answer = solve(
        "training_flops", {"active_params": "37e9 param", "training_tokens": "14.8e12 token"}
    )
    assert answer.number == pytest.approx(6 * 37e9 * 14.8e12)
    assert listed(answer, "convention") == {"flops_per_param", "backward_flops_per_param"}
    assert solve(
        "training_flops",
        {
            "active_params": "37e9 param",
            "training_tokens": "14.8e12 token",
            "flops_per_param": "1 FLOP/param/token",
        },
    ).number == (pytest.approx(5 * 37e9 * 14.8e12))


def test_a_convention_asked_for_is_solved_from_what_is_given() -> None:
    """With the operations of a run known, the six comes back."""
    given = {
        "active_params": "37e9 param",
        "training_tokens": "14.8e12 token",
        "training_flops": "3.2856e24 FLOP",
    }
    assert solve("training_flops_per_param", given).number == pytest.approx(6)


def test_1e25_operations_are_so_many_tokens() -> None:
    """6ND turned round."""
    assert solve(
        "training_tokens", {"active_params": "37e9 param", "training_flops": "1e25 FLOP"}
    ).number == pytest.approx(1e25 / (6 * 37e9))


# --- zeros ---


def test_an_exact_zero_is_put_in_before_planning(rack: dict[str, str]) -> None:
    """Context 0: the KV fetch is zero, memory time is the weight fetch, and no KV bytes are asked
    for.
    """
    zero = {**rack, "context_length": "0 token/sequence", "batch_size": "100 sequence"}
    assert solve("kv_fetch_time", zero).number == 0.0
    assert solve("memory_time", zero).number == pytest.approx(
        solve("weight_fetch_time", rack).number
    )
    assert solve("step_time", zero).status == "solved"
    assert solve("balance_batch_with_kv", zero).number == pytest.approx(
        solve("balance_batch", rack).number
    )


def test_a_zero_in_a_denominator_gives_no_number() -> None:
    """a = b / q at q = 0 is not infinity and not an exception."""
    q = Var("q", within="[0, oo)")
    system = System([Relation("share", Eq(x, y / q))])
    answer = system.solve(x, {y: 1, q: 0})
    assert answer.status in ("underdetermined", "unreachable")
    assert answer.outcomes == ()


def test_a_zero_factor_does_not_determine_the_other() -> None:
    """0 = q y leaves y open, and y = 5 does not contradict it."""
    q, p = Var("q", within="[0, oo)"), Var("p", within="[0, oo)")
    system = System([Relation("product", Eq(p, q * y))])
    assert system.solve(y, {q: 0, p: 0}).status == "underdetermined"
    assert system.solve(p, {q: 0, y: 5}).number == 0.0


def test_a_difference_that_vanishes_exactly_is_zero_and_its_line_is_verified() -> None:
    """p = x - y with x = y: zero, for a variable whose range holds it."""
    p = Var("p", within="[0, oo)")
    answer = System([Relation("difference", Eq(p, x - y))]).solve(p, {x: 0.1 + 0.2, y: 0.3})
    assert answer.status == "solved"
    assert answer.number == 0.0


def test_nothing_over_nothing_is_any_value_and_not_a_number_made_of_noise() -> None:
    """(y - z) x = a - b with y = z and a = b up to the last bit: every x will do."""
    a, b = Var("a"), Var("b")
    answer = System([Relation("slope", Eq((y - z) * x, a - b))]).solve(
        x, {y: 0.1 + 0.2, z: 0.3, a: 0.7 + 0.1, b: 0.8}
    )
    assert answer.interval == (0.0, sympy.oo)


# --- whole numbers ---


def test_gpus_are_rounded_up_to_meet_a_step_time() -> None:
    """Weights of 800 GB in 30 ms at 8 TB/s need 3.33 GPUs: the answer adds four."""
    given = {
        "bytes_per_param": "1 byte/param",
        "total_params": "800e9 param",
        "hbm_bandwidth": "8 TB/s/GPU",
        "weight_fetch_time": "30 ms",
    }
    answer = solve("gpus", given)
    assert answer.number == pytest.approx(10 / 3)
    assert answer.outcomes[0].whole == 4


def test_a_batch_is_rounded_down_to_meet_a_step_time(long_context: dict[str, str]) -> None:
    """66,706.7 sequences in 20 ms: 66,706 keep the promise and 66,707 do not."""
    outcome = solve("batch_size", {**long_context, "step_time": "20 ms"}).outcomes[0]
    assert outcome.value == pytest.approx(66_706.66, rel=1e-6)
    assert outcome.whole == 66_706


def test_a_batch_is_rounded_up_to_meet_a_throughput(serving: dict[str, str]) -> None:
    """At least 1e6 token/s needs 812 of 811.9 sequences."""
    assert solve("batch_size", {**serving, "throughput": "1e6 token/s"}).outcomes[0].whole == 812


def test_what_comes_out_whole_stays(rack: dict[str, str]) -> None:
    """72,000 is not turned into 72,001 or 71,999 by the last bit."""
    assert (
        solve("batch_size", {**rack, "step_time": "20 ms", "context_length": "0 token/sequence"})
        .outcomes[0]
        .whole
        == 72_000
    )


def test_every_counted_variable_says_so() -> None:
    """Only variables that are counted carry a whole number in their outcome."""
    assert (
        solve("sparsity", {"active_params": "37e9 param", "total_params": "671e9 param"})
        .outcomes[0]
        .whole
        is None
    )
    assert library_system().find("gpus").whole


def test_an_ideal_value_that_yields_is_the_one_the_answer_rests_on() -> None:
    """The step time and the MBU tell the efficiency of reading only where computing is ideal: the
    cache comes from that efficiency, as it does without the MBU.
    """
    given = {
        "batch_size": "1771 sequence", "total_params": "12.1e9 param",
        "bytes_per_param": "1.4 byte/param",
        "step_time": "8.38 ms", "peak_flops": "0.3 PFLOP/s/GPU", "domain_flops": "9.85 PFLOP/s",
        "active_params": "11.7e9 param", "crossover_context": "22000 token/sequence",
        "time_per_sequence": "0.674 us/sequence",
    }  # fmt: skip
    beside = solve("kv_bytes_per_token", {**given, "mbu": "0.151"})
    assert beside.number == pytest.approx(solve("kv_bytes_per_token", given).number, rel=1e-6)
    assert any("implied bandwidth_efficiency" in text for text in beside.warnings)
    assert "bandwidth_efficiency" not in listed(beside, "default")


@pytest.mark.parametrize(
    ("name", "value", "most"),
    [
        ("fleet_power", "5 MW", 2797),
        ("electricity_bill", "1e6 USD", 797),
        ("fleet_emission", "1000 tCO2e", 159),
    ],
)
def test_a_power_a_bill_or_an_emission_is_a_limit_of_what_is_counted(
    name: str, value: str, most: int
) -> None:
    """By hand: 1 kW at 1.43 and a PUE of 1.25 are 1.7875 kW a GPU, 15.66 MWh a year."""
    fleet = {"tdp": "1 kW/GPU", "power_over_tdp": "1.43", "pue": "1.25"}
    priced = {"electricity_price": "0.08 USD/kWh", "carbon_intensity": "0.4 kgCO2e/kWh"}
    answer = solve("fleet_gpus", {**fleet, **priced, name: value})
    assert answer.outcomes[0].whole == most


def test_a_value_on_the_way_that_is_its_ideal_is_not_told_as_implied() -> None:
    """Of a conversation without words before its turns 900 tokens are sent again; of one with
    fifty, a thousand.
    """
    turns = {
        "conversation_turns": "3", "turn_input": "100 token", "turn_output": "200 token",
        "input_price": "3 USD/Mtoken", "output_price": "15 USD/Mtoken",
        "resent_price_ratio": "0.1",
    }  # fmt: skip
    for resent, told in (("900 token", []), ("1000 token", ["implied system_prompt 50 token"])):
        answer = solve("conversation_price", {**turns, "resent_tokens": resent})
        assert [text for text in answer.warnings if text.startswith("implied")] == told


def test_a_usual_value_that_refutes_what_lies_beyond_an_end_is_told() -> None:
    """The most layers with experts beside whole attention, which takes all heads as wide as the
    model: narrower heads leave room for more.
    """
    given = {
        "d_model": "10799", "d_ff_expert": "1237", "n_experts": "348", "touched_expert_share": "1",
        "total_params": "1.180774052945e12 param", "read_params": "1.180774052945e12 param",
    }  # fmt: skip
    answer = solve("n_moe_layers", given)
    assert "heads_width" in listed(answer, "default")
    narrower = solve("n_moe_layers", {**given, "heads_width": "0.5"})
    assert answer.intervals[0].high < narrower.intervals[0].high


def test_usual_values_that_disagree_refute_no_value_of_another_target() -> None:
    """Two conventions of which one relation holds for neither: the other answer stands."""
    one, two = Var("usual_one", convention="1"), Var("usual_two", convention="2")
    asked, given = Var("beside_usual"), Var("given_beside_usual")
    system = System([
        Relation("times", Eq(asked, one * given)),
        Relation("square", Eq(two, one**2)),
    ])  # fmt: skip
    answer = system.solve(asked, {given: "3"})
    assert (answer.status, answer.number) == ("solved", 3.0)
    (told,) = answer.warnings
    assert told.startswith("looked-up figures disagree in square")
