"""Two routes: a clash is cut down to givens of which none can be left out, and both ways to the
value are derived and verified.
"""

from __future__ import annotations

import random

import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from derive.equations import Eq, Relation, Var
from derive.errors import GivenError
from derive.library import model, solve
from derive.results.answer import Answer
from derive.system import System

a, b, c, d, x, y = (Var(name) for name in "abcdxy")
SPARSITY = {"sparsity": "8", "active_params": "37e9 param", "total_params": "700e9 param"}
STATED_MFU = {
    "mfu": "1", "batch_size": "2400 sequence", "step_time": "20 ms", "gpus": "72 GPU",
    "peak_flops": "10 PFLOP/s/GPU", "active_params": "100e9 param",
}  # fmt: skip
# Decode on the compute floor, and prompts long enough that arithmetic binds them too: both phases
# cost the same per token.
ON_THE_FLOOR = {
    "mfu": "1", "peak_flops": "10 PFLOP/s/GPU", "active_params": "100e9 param",
    "total_params": "800e9 param", "bytes_per_param": "0.5 byte/param",
    "hbm_bandwidth": "8 TB/s/GPU", "prompt_length": "8192 token/sequence",
    "prefill_batch": "4 sequence",
}  # fmt: skip
FLAT = {"prefill compute": "flat"}


def ends(answer: Answer) -> list[float]:
    assert all(
        route.answer is None or route.answer.derivation.verified for route in answer.conflict.routes
    )
    return [route.value for route in answer.conflict.routes]


@pytest.mark.parametrize("target", ["sparsity", "step_time", "weight_bytes"])
@pytest.mark.slow
def test_sparsity_of_eight_against_the_parameters(target: str) -> None:
    """Whatever is asked, the routes are 8 as stated and 18.9 from the two counts."""
    answer = solve(target, SPARSITY)
    assert answer.conflict.names == ("sparsity", "active_params", "total_params")
    assert ends(answer) == [8.0, pytest.approx(700 / 37)]
    assert [set(route.names) for route in answer.conflict.routes] == [
        {"sparsity"},
        {"active_params", "total_params"},
    ]
    assert answer.conflict.factor == pytest.approx(8 * 37 / 700)


@pytest.mark.parametrize("target", ["sparsity", "cost_per_token"])
def test_an_uncertain_given_beside_a_contradiction_leaves_it_both_routes(target: str) -> None:
    """Whether the uncertain price has a part in the answer or none."""
    beside = {"gpu_price": "2 to 3 USD/hour/GPU", "throughput": "1e4 token/s", "gpus": "8 GPU"}
    answer = solve(target, {**SPARSITY, **beside})
    assert answer.status == "contradiction"
    assert answer.conflict.names == ("sparsity", "active_params", "total_params")
    assert ends(answer) == [8.0, pytest.approx(700 / 37)]


def test_an_uncertain_given_within_a_contradiction_has_a_route() -> None:
    """Both ends of 20 to 22 ms are far from the 40 ms that follow."""
    chip = {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU"}
    answer = solve("drain_time", {**chip, "drain_time": "20 to 22 ms"})
    assert (answer.status, answer.conflict.names[0]) == ("contradiction", "drain_time")
    assert ends(answer) == [pytest.approx(0.021), pytest.approx(0.04)]


@pytest.mark.slow
def test_a_stated_utilisation_of_one_is_three_per_cent() -> None:
    """2,400 sequences in 20 ms use a thirtieth of 72 GPUs; the conflict has the default that would
    reconcile it.
    """
    conflict = solve("mfu", STATED_MFU).conflict
    assert set(conflict.names) == set(STATED_MFU)
    assert [route.value for route in conflict.routes] == [1.0, pytest.approx(1 / 30)]
    assert conflict.unless == "tokens_per_pass is 30 token/sequence"
    assert solve("mfu", {**STATED_MFU, "tokens_per_pass": "1 token/sequence"}).conflict.unless == ""


def test_a_conflict_names_the_convention_that_keeps_the_givens_apart() -> None:
    """Twenty tokens per parameter are a rule of thumb, which these givens do not follow."""
    given = {"active_params": "70e9 param", "chinchilla_tokens": "2e12 token"}
    conflict = solve("optimal_params", given).conflict
    assert conflict.unless == "tokens_per_param is 28.57 token/param against convention"


@pytest.mark.slow
def test_a_feature_that_nobody_gave_reconciles_nothing() -> None:
    """The same givens would hold with thirty tokens a pass: the contradiction says so, whatever is
    asked.
    """
    answer = solve("throughput", STATED_MFU)
    assert answer.status == "contradiction"
    assert set(answer.conflict.names) == set(STATED_MFU)
    assert answer.conflict.unless == "tokens_per_pass is 30 token/sequence"
    one = {**STATED_MFU, "tokens_per_pass": "1 token/sequence"}
    assert solve("throughput", one).status == "contradiction"


@pytest.mark.slow
def test_output_at_five_times_input_is_not_decode_on_the_compute_floor() -> None:
    """With both phases bound by arithmetic the ratio is 1; so is that of prices that follow device
    time.
    """
    answer = solve(
        "decode_prefill_ratio", {**ON_THE_FLOOR, "decode_prefill_ratio": "5"}, variants=FLAT
    )
    assert ends(answer) == [5.0, pytest.approx(1.0)]
    assert {"decode_prefill_ratio", "mfu"} <= set(answer.conflict.names)
    by_price = solve(
        "output_price_ratio",
        {**ON_THE_FLOOR, "output_price_ratio": "5"},
        variants={**FLAT, "prices": "follow_device_time"},
    )
    assert by_price.status == "contradiction"
    assert ends(by_price) == [5.0, pytest.approx(1.0)]


def test_two_values_of_alpha_are_refused_and_a_derived_one_clashes() -> None:
    """Pre-training tokens are a tenth of those of reinforcement learning, or one and a half times:
    stated directly, or through the counts.
    """
    clash = solve(
        "rl_flops",
        {
            "pretraining_per_rl_token": "0.1",
            "training_tokens": "150e12 token",
            "rl_tokens": "100e12 token",
        },
    ).conflict
    assert set(clash.names) == {"pretraining_per_rl_token", "training_tokens", "rl_tokens"}
    assert clash.factor in (pytest.approx(0.1 / 1.5), pytest.approx(1.5 / 0.1))
    system = System([Relation("same", Eq(x, a))])
    with pytest.raises(
        GivenError, match=r"it is given twice, as 0\.1 and as 1\.5\. Keep one of them\."
    ):
        system.solve(a, {"x": "0.1", x: "1.5"})


def test_values_given_twice_name_the_sources_behind_them() -> None:
    """Two documents, one variable."""
    from dataclasses import replace

    from derive.library import library_system
    from derive.solving.givens import read_value

    alpha = library_system().find("pretraining_per_rl_token")
    low, high = (
        replace(read_value(alpha, "0.1"), source="S1"),
        replace(read_value(alpha, "1.5"), source="S2"),
    )
    with pytest.raises(GivenError, match=r"as 0.1 \(S1\) and as 1.5 \(S2\)"):
        solve("rl_tokens", {alpha: low, "pretraining_per_rl_token": high})


@pytest.mark.parametrize("target", ["weight_bytes", "weight_fetch_time"])
def test_weights_stated_in_bytes_are_checked_against_the_memory(target: str) -> None:
    """671 GB on eight GPUs of 80 GB: infeasible by 4.8 per cent, without a precision."""
    answer = solve(
        target,
        {
            "weight_bytes": "671 GB",
            "gpus": "8 GPU",
            "hbm_capacity": "80 GB/GPU",
            "hbm_bandwidth": "3.35 TB/s/GPU",
        },
    )
    assert answer.status == "infeasible"
    judged = next(judged for judged in answer.constraints if judged.name == "weights_fit")
    assert judged.by == "671 GB is 1.05 times the limit of 640 GB"


def test_what_the_digits_allow_is_said_on_either_side() -> None:
    """18.1 agrees with 18.135 and says within what; 19 does not; rtol widens it."""
    counts = {"active_params": "37.0e9 param", "total_params": "671.0e9 param"}
    agrees = solve("sparsity", {**counts, "sparsity": "18.1"})
    assert agrees.status == "solved"
    assert (
        agrees.compared
        == "you gave 18.1; without it 18.14 follows, within the 0.42 % that the digits written and"
        " the tolerance allow"
    )
    clash = solve("sparsity", {**counts, "sparsity": "19"}).conflict
    assert clash.tolerance == pytest.approx(0.5 / 19 + 0.05 / 37 + 0.05 / 671, rel=1e-2)
    assert solve("sparsity", {**counts, "sparsity": "19"}, rtol=0.05).status == "solved"


def test_routes_meet_at_a_variable_nobody_stated() -> None:
    """x = a b and x = c d: two derived routes to x."""
    answer = System([Relation("one", Eq(x, a * b)), Relation("two", Eq(x, c * d))]).solve(
        x, {a: "2.00", b: "3.00", c: "4.00", d: "5.00"}
    )
    assert answer.conflict.var == x
    assert sorted(ends(answer)) == [pytest.approx(6), pytest.approx(20)]
    assert {route.names for route in answer.conflict.routes} == {("a", "b"), ("c", "d")}


def test_givens_that_play_no_part_are_left_out() -> None:
    """x = a b with all three given wrongly; d, which the route to y also needs, is not blamed."""
    answer = System([Relation("one", Eq(x, a * b)), Relation("two", Eq(y, x * d))]).solve(
        y, {a: "2.00", b: "3.00", x: "7.00", d: "5.00"}
    )
    assert set(answer.conflict.names) == {"a", "b", "x"}


@pytest.mark.slow
def test_catalogue_figures_behind_a_route_bring_their_source() -> None:
    """A stated sparsity of 8 against the published counts of DeepSeek-V3."""
    answer = solve("balance_batch", {**model("deepseek_v3"), "sparsity": "8"})
    assert answer.status == "contradiction"
    assert any(route.sources for route in answer.conflict.routes)


class Chain:
    """Products of powers with a known solution; more is given than is needed, and one given is
    spoilt.
    """

    def __init__(self, seed: int) -> None:
        source = random.Random(seed)
        self.inputs = [Var(f"a{k}") for k in range(source.randint(3, 5))]
        values = {v: round(source.uniform(1.5, 9.5), 6) for v in self.inputs}
        relations = []
        for k in range(source.randint(2, 4)):
            made = Var(f"x{k}")
            rest = source.sample(list(values), source.randint(2, 3))
            right = sympy.Mul(*(v ** source.choice((1, 1, -1, 2)) for v in rest))
            values[made] = float(right.subs(values))
            relations.append(Relation(f"r{k}", Eq(made, right)))
        self.system = System(relations, variables=self.inputs)
        self.values = {
            v: f"{values[v]:.12g}"
            for v in source.sample(list(values), source.randint(len(self.inputs), len(values)))
        }
        self.spoilt = source.choice(list(self.values))
        self.values_spoilt = {**self.values, self.spoilt: f"{1.7 * values[self.spoilt]:.12g}"}
        self.target = source.choice([v for v in values if v in self.system.slots])


@pytest.mark.slow
@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.integers(0, 10**6))
@example(100000)
@example(101333)
def test_the_spoilt_given_is_blamed_and_no_other_can_be_spared(seed: int) -> None:
    """One value of a consistent case is spoilt: it stands in the set found, and without any one
    member the rest agree.
    """
    case = Chain(seed)
    assert case.system.solve(case.target, case.values).status != "contradiction"
    answer = case.system.solve(case.target, case.values_spoilt)
    if answer.status != "contradiction":
        return
    names = set(answer.conflict.names)
    assert case.spoilt.name in names
    blamed = {v: text for v, text in case.values_spoilt.items() if v.name in names}
    for left_out in blamed:
        rest = {v: text for v, text in blamed.items() if v != left_out}
        assert all(
            case.system.solve(v, rest).status != "contradiction" for v in case.system.variables
        )
    first, second = ends(answer)
    assert first != pytest.approx(second, rel=1e-3)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
@example(662, random.Random(662))
@example(100652, random.Random(100652))
def test_some_of_the_values_contradict_each_other_from_every_side(
    seed: int, source: random.Random
) -> None:
    """Whether they do, and which of them, does not depend on what is asked."""
    case = Chain(seed)
    for _ in range(4):
        those = source.sample(list(case.values_spoilt), source.randint(2, len(case.values_spoilt)))
        given = {v: case.values_spoilt[v] for v in those}
        answers = [case.system.solve(v, given) for v in case.system.variables]
        verdicts = {answer.conflict and frozenset(answer.conflict.names) for answer in answers}
        assert len(verdicts) == 1, verdicts
