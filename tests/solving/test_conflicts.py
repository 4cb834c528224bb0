"""Contradictions: givens that disagree are named, whatever the target; rounded figures do
not disagree.
"""

from __future__ import annotations

import pytest
import sympy

from derive.equations import Eq, Max, Relation, Var
from derive.library import accelerator, model, solve
from derive.results.known import Known, Origin
from derive.solving.bound_conflict import FEW_BOUNDED, MOST_BOUNDED, bound_conflict
from derive.system import System
from tests.solving.cancelling import GIVEN, MOVED, TARGET, cancelling_system

SPARSITY = {"sparsity": "8", "active_params": "37e9 param", "total_params": "700e9 param"}
x, y, z, a, b, c = (Var(name) for name in "xyzabc")


@pytest.mark.parametrize("target", ["step_time", "weight_bytes", "balance_batch", "training_flops"])
@pytest.mark.slow
def test_a_clash_among_the_givens_is_a_contradiction_whatever_is_asked(target: str) -> None:
    """Sparsity 8 against 37 of 700 billion: the three names, both sides and the factor between
    them.
    """
    answer = solve(target, {**SPARSITY, "bytes_per_param": "1 byte/param"})
    assert answer.status == "contradiction"
    assert answer.exit_code == 4
    assert set(answer.conflict.names) == {"sparsity", "active_params", "total_params"}
    assert answer.conflict.relation == "total_over_active"
    assert answer.conflict.factor == pytest.approx(8 * 37 / 700)
    assert "18.92" in answer.conflict.right


def test_the_value_is_filled_in_when_its_own_path_is_clean() -> None:
    """The weights' bytes do not depend on the conflict, so they still have a value."""
    answer = solve("weight_bytes", {**SPARSITY, "bytes_per_param": "1 byte/param"})
    assert answer.number == pytest.approx(700e9)


def test_what_cancelling_leaves_of_nothing_is_no_contradiction() -> None:
    system = cancelling_system()
    assert system.solve(TARGET, GIVEN).status == "solved"
    assert system.solve(TARGET, {**GIVEN, MOVED: "5.670000000000e-01"}).status == "contradiction"


def test_nothing_that_is_added_would_settle_givens_in_conflict() -> None:
    """The batch has too few givens, and 2 ms are too few to read the weights beside it."""
    memory = {"gpus": "8 GPU", "hbm_bandwidth": "3.35 TB/s/GPU", "bytes_per_param": "1 byte/param"}
    answer = solve("batch_size", {**memory, "step_time": "2 ms", "active_params": "70e9 param"})
    assert answer.status == "contradiction" and "step_time" in answer.conflict.names
    assert answer.missing == () and answer.fixed is None
    assert "would settle" not in answer.text


@pytest.mark.slow
def test_a_stated_step_time_clashes_with_its_inputs_through_two_hops(rack: dict[str, str]) -> None:
    """Weights, bandwidth and batch give one step time and the givens another: all of them are
    named, and no relation's intermediate.
    """
    ideal = {
        "compute_efficiency": 1,
        "bandwidth_efficiency": 1,
        "tokens_per_pass": "1 token/sequence",
    }
    given = {
        **rack,
        **ideal,
        "context_length": "0 token/sequence",
        "batch_size": "1000 sequence",
        "step_time": "20 ms",
    }
    answer = solve("throughput", given)
    assert answer.status == "contradiction"
    assert {"step_time", "total_params", "hbm_bandwidth"} <= set(answer.conflict.names)
    assert "memory_time" not in answer.conflict.names
    reading, computing = 0.5 * 800 / 72 / 8, 2 * 100 * 1000 / 72 / 10e3
    assert max(answer.conflict.factor, 1 / answer.conflict.factor) in (
        pytest.approx(20 / reading, rel=1e-3),
        pytest.approx(20 / computing, rel=1e-3),
    )


@pytest.mark.slow
def test_throughput_cost_price_and_gpus_clash_with_batch_and_step_unknown() -> None:
    """No propagation closes it; the rank does. 1e6 token/s on 72 GPUs at 2 USD per hour is 0.04 USD
    per million, not 0.03.
    """
    given = {
        "throughput": "1e6 token/s",
        "cost_per_token": "0.03 USD/Mtoken",
        "gpu_price": "2 USD/hour/GPU",
        "gpus": "72 GPU",
    }
    answer = solve("batch_size", given)
    assert answer.status == "contradiction"
    assert set(answer.conflict.names) == set(given)
    assert max(answer.conflict.factor, 1 / answer.conflict.factor) == pytest.approx(4 / 3, rel=1e-6)


@pytest.mark.parametrize(
    ("sparsity", "status"),
    [
        ("18.1", "solved"),
        ("18.14", "solved"),
        ("18", "solved"),
        ("18.3", "contradiction"),
        ("19", "contradiction"),
        ("18.1350", "solved"),
    ],
)
@pytest.mark.slow
def test_a_figure_agrees_within_half_of_its_last_digit(sparsity: str, status: str) -> None:
    """671 / 37 = 18.135: 18.1 and 18 agree, 18.3 and 19 do not, and the other givens have their own
    roundings.
    """
    answer = solve(
        "weight_bytes",
        {
            "sparsity": sparsity,
            "active_params": "37.0e9 param",
            "total_params": "671.0e9 param",
            "bytes_per_param": "1 byte/param",
        },
    )
    assert answer.status == status


def test_rtol_widens_what_agrees() -> None:
    """6 per cent lets 18.1 pass as 19."""
    given = {"sparsity": "19", "active_params": "37.0e9 param", "total_params": "671.0e9 param"}
    assert solve("active_fraction", given).status == "contradiction"
    assert solve("active_fraction", given, rtol=0.06).status == "solved"


def test_a_given_target_is_a_check() -> None:
    """The value without it is compared: agreement is reported, disagreement is a contradiction that
    names the target.
    """
    agrees = solve(
        "drain_time",
        {"drain_time": "14.4 ms", "hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"},
    )
    assert agrees.status == "solved"
    assert "14.4 ms" in agrees.compared
    differs = solve(
        "drain_time",
        {"drain_time": "20 ms", "hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"},
    )
    assert differs.status == "contradiction"
    assert "drain_time" in differs.conflict.names
    assert differs.number == pytest.approx(14.4e-3)


def test_a_given_target_that_nothing_else_fixes_is_what_was_given() -> None:
    """Solved, with the remark that nothing else fixes it."""
    answer = solve("hbm_capacity", {"hbm_capacity": "80 GB/GPU"})
    assert answer.status == "solved"
    assert answer.number == 80e9
    assert "nothing else fixes hbm_capacity" in answer.warnings[-1]


def test_a_looked_up_target_is_set_aside_and_compared() -> None:
    """The bandwidth behind a cliff at a million tokens is 41.7 TB/s per GPU, beside the catalogue's
    8.
    """
    given = {
        **accelerator("gb200_nvl72", precision="fp8"),
        "kv_bytes_per_token": "1667 byte/token", "crossover_context": "1e6 token/sequence",
        "active_params": "100e9 param",
    }  # fmt: skip
    answer = solve("hbm_bandwidth", given)
    assert answer.status == "solved"
    assert answer.value.to("TB/s/GPU").magnitude == pytest.approx(41.7, rel=1e-3)
    assert "8 TB/s/GPU" in answer.compared
    assert "gb200_nvl72" in answer.compared


def test_a_looked_up_target_that_nothing_else_fixes_is_the_catalogue_figure() -> None:
    """Asked for its bandwidth alone, the chip answers with what is listed."""
    answer = solve("hbm_bandwidth", accelerator("h100_sxm", precision="bf16"))
    assert answer.status == "solved"
    assert answer.number == pytest.approx(3.35e12)


def test_a_given_beats_a_looked_up_value_with_a_note() -> None:
    """The user's 4 TB/s is used and the catalogue's 3.35 TB/s is mentioned."""
    answer = solve(
        "drain_time", {**accelerator("h100_sxm", precision="bf16"), "hbm_bandwidth": "4 TB/s/GPU"}
    )
    assert answer.number == pytest.approx(85.5e9 / 4e12)
    assert any("3.35 TB/s/GPU" in warning for warning in answer.warnings)


def test_catalogue_figures_never_contradict_one_another() -> None:
    """A model's published counts are rounded; asking beside them is no contradiction."""
    answer = solve(
        "weight_bytes", {**model("deepseek_v3"), **accelerator("h100_sxm", precision="fp8")}
    )
    assert answer.status in ("solved", "infeasible")


@pytest.mark.slow
def test_an_ideal_default_yields_to_the_givens_and_its_value_is_said() -> None:
    """A stated compute time ten times the ideal one clashes with an efficiency of one only where
    that is given; else it implies 10 %, whatever is asked.
    """
    given = {
        "active_params": "100e9 param",
        "batch_size": "1000 sequence",
        "gpus": "10 GPU",
        "peak_flops": "1 PFLOP/s/GPU",
        "compute_efficiency": "1",
    }
    assert solve("compute_time", {**given, "compute_time": "200 ms"}).status == "contradiction"
    del given["compute_efficiency"]
    for target in ("compute_time", "throughput", "floor_cost_per_token"):
        known = {**given, "compute_time": "200 ms", "step_time": "200 ms"}
        answer = solve(target, {**known, "gpu_price": "2 USD/hour/GPU"})
        assert answer.status == "solved"
        assert answer.warnings[0].startswith("implied compute_efficiency 10 %")
    assert solve("compute_time", {**given, "compute_time": "200 ms"}).number == 0.2
    faster = solve("compute_time", {**given, "compute_time": "2 ms"})
    assert (faster.status, faster.conflict.implied) == ("contradiction", "")


@pytest.mark.slow
def test_a_given_target_that_the_others_cannot_reach_is_a_contradiction() -> None:
    """Not even an efficiency of one would do, so the stated one is no part of the conflict."""
    given = {
        "active_params": "100e9 param", "batch_size": "1000 sequence", "gpus": "10 GPU",
        "peak_flops": "1 PFLOP/s/GPU", "compute_time": "8 ms", "compute_efficiency": "0.5",
    }  # fmt: skip
    answer = solve("compute_efficiency", given)
    assert answer.status == "contradiction"
    assert set(answer.conflict.names) == set(given) - {"compute_efficiency"}


def test_two_constants_that_disagree_are_a_contradiction() -> None:
    """x = a + b and x = c with all three given."""
    system = System([Relation("sum", Eq(x, a + b)), Relation("same", Eq(x, c))])
    answer = system.solve(x, {a: "1.0", b: "2.0", c: "4.0"})
    assert answer.status == "contradiction"
    assert set(answer.conflict.names) == {"a", "b", "c"}
    assert system.solve(x, {a: "1.0", b: "2.0", c: "3.0"}).status == "solved"


def test_a_redundant_given_that_agrees_changes_nothing() -> None:
    """The same answer, formula and relations with and without a cross-check that holds."""
    plain = solve("drain_time", {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"})
    checked = solve(
        "drain_time",
        {
            "hbm_capacity": "288 GB/GPU",
            "hbm_bandwidth": "20 TB/s/GPU",
            "gpus": "2 GPU",
            "domain_bandwidth": "40 TB/s",
        },
    )
    assert (checked.status, checked.number, checked.formula, checked.relations) == (
        "solved",
        plain.number,
        plain.formula,
        plain.relations,
    )


@pytest.mark.parametrize(
    ("target", "value"), [("step_time", 1e-3), ("kv_fetch_time", 0.0), ("memory_time", 1e-3)]
)
def test_a_value_stated_for_what_exact_zeros_make_zero_is_a_contradiction(
    target: str, value: float
) -> None:
    """A context of zero takes no time to read: three milliseconds for it are a contradiction."""
    given = {
        "context_length": "0 token/sequence",
        "kv_fetch_time": "3 ms",
        "weight_fetch_time": "1 ms",
        "compute_time": "1 ms",
    }
    answer = solve(target, given)
    assert (answer.status, answer.number) == ("contradiction", pytest.approx(value))
    assert answer.conflict.names == ("kv_fetch_time", "context_length")
    assert [route.value for route in answer.conflict.routes] == [3e-3, 0.0]
    assert "end apart, one of them at zero" in str(answer)
    assert "by kv_fetch." in str(answer)
    assert solve(target, {**given, "kv_fetch_time": "0 s"}).status == "solved"


def test_in_a_sweep_such_a_zero_clashes_at_its_points_only() -> None:
    from derive.library.grid import sweep

    given = {"kv_fetch_time": "3 ms", "weight_fetch_time": "1 ms", "compute_time": "1 ms"}
    found = sweep(
        "step_time",
        given,
        {"context_length": ["0 token/sequence", "8 token/sequence"]},
        frame="numpy",
    )
    assert found["status"].tolist() == [2, 0]
    assert found["step_time"][1] == pytest.approx(4e-3)


@pytest.mark.slow
def test_the_one_factor_of_a_vanishing_product_that_can_be_zero_is() -> None:
    """A time of zero at a finite rate: the amount is zero; two free factors stay open."""
    n, m, t = (Var(name, within="[0, oo)") for name in "nmt")
    assert System([Relation("rate", Eq(t, a * n))]).solve(n, {t: "0", a: "2"}).number == 0
    assert System([Relation("rate", Eq(t, m * n))]).solve(n, {t: "0"}).status == "underdetermined"
    both = System([Relation("rate", Eq(t, a * n)), Relation("more", Eq(m, n + 1))])
    assert both.solve(m, {t: "0"}).number == 1
    assert both.solve(m, {t: "0", m: "5"}).status == "contradiction"


def test_one_given_that_cannot_hold_is_in_the_singular() -> None:
    system = System([Relation("twice", Eq(x, 2 * y)), Relation("thrice", Eq(x, 3 * y))])
    text = " ".join(str(system.solve("x", {y: "1"})).split())
    named = ("twice (x = 2*y)", "thrice (x = 3*y)")
    assert any(f"y cannot hold: {relation} is met by no values" in text for relation in named)


@pytest.mark.slow
def test_a_vanishing_target_is_checked_against_the_other_givens() -> None:
    """Without context, a memory time of five weight fetches is a contradiction."""
    stated = {"context_length": "0 token/sequence", "weight_fetch_time": "1 ms"}
    assert solve("kv_fetch_time", {**stated, "memory_time": "1 ms"}).status == "solved"
    answer = solve("kv_fetch_time", {**stated, "memory_time": "5 ms"})
    assert answer.status == "contradiction"
    assert answer.conflict is not None
    assert set(answer.conflict.names) == {"memory_time", *stated}


def test_a_case_that_the_last_digit_written_decides_contradicts_nothing() -> None:
    """That s is r is known to the digits given, and whether s is at most r to none."""
    p, q, r, s = (Var(name) for name in "pqrs")
    cases = sympy.Piecewise((r * s, s <= r), (r + s + 1, True))
    system = System([
        Relation("parabola", Eq(sympy.Abs(1 + p - p**2), r)), Relation("same", Eq(s, r)),
        Relation("cases", Eq(cases, q)),
    ])  # fmt: skip
    given = {"p": "0.9558823529412", "s": "1.042171280277", "q": "1.08612097744"}
    assert system.solve("r", given).status == "solved"


def test_a_conflict_without_two_values_is_told_by_its_relation() -> None:
    """Three is no whole number of twos: no value of either given meets the other."""
    answer = System([Relation("whole", Eq(sympy.floor(x) * a, b))]).solve(x, {a: "2", b: "3"})
    assert answer.contradiction is not None and not answer.contradiction.left
    told = " ".join(str(answer).split())
    relation = "whole (a*floor(x) = b)"
    assert f"a and b cannot both hold: {relation} is met by no values that remain" in told
    assert "undefined" not in str(answer)


@pytest.mark.parametrize("target", ["expert_loss_factor", "routed_loss", "step_time"])
def test_fewer_experts_than_a_dense_model_counts_as_contradict_a_power_that_may_vanish(
    target: str,
) -> None:
    """The experts of a routed model are no fewer than those of a dense one, whose factor is above
    one: so is theirs, whatever the power of both, which may be next to zero.
    """
    givens = {
        "dense_power": "0.08", "dense_loss_factor": "1.1", "routed_power": "0.1",
        "active_params": "70e9 param", "dense_equivalent_params": "80e9 param",
    }  # fmt: skip
    assert solve(target, givens).status == "contradiction"


@pytest.mark.parametrize("target", ["throughput", "cost_per_token", "step_time", "mfu"])
def test_no_given_in_a_conflict_is_told_as_not_needed(target: str) -> None:
    given = {
        "active_params": "70e9 param", "gpus": "8 GPU", "peak_flops": "1 PFLOP/s/GPU",
        "batch_size": "300 sequence", "step_time": "2 ms", "n_layers": "80 layer",
    }  # fmt: skip
    answer = solve(target, given)
    assert answer.contradiction is not None and len(answer.contradiction.names) == 5
    assert not set(answer.unused) & set(answer.contradiction.names)


def test_a_given_that_narrows_an_interval_is_not_told_as_not_needed() -> None:
    h = Var("h")
    system = System([
        Relation("larger", Eq(Var("y"), Max(1, h))),
        Relation("beside", Eq(Var("z"), Max(h, 2 * Var("w")))),
        Relation("apart", Eq(Var("q"), 2 * Var("y"))),
    ])  # fmt: skip
    answer = system.solve("h", {"y": "1", "z": "0.8"})
    assert answer.interval == (0.0, pytest.approx(0.8)) and answer.unused == ()
    assert "z" in system.solve("h", {"y": "1", "z": "2"}).unused


@pytest.mark.parametrize(
    ("name", "zero", "told"),
    [
        ("pipeline_hops", "0", "hops_of_a_loop (pipeline_hops = n_stages)"),
        ("pipeline_hops", "0", "for its variables: n_stages is 1 or more; leave out this given"),
        ("memory_time", "0 s", "memory (memory_time = weight_fetch_time + kv_fetch_time)"),
        ("memory_time", "0 s", "for its variables: weight_fetch_time is above 0; leave out"),
        ("common_feed_forward_params", "0 param", "n_layers is above 0; leave out this given"),
    ],
)
def test_a_zero_that_cannot_be_names_the_equation_and_what_stands_against_it(
    name: str, zero: str, told: str
) -> None:
    assert told in " ".join(str(solve("step_time", {name: zero})).split())


def test_a_given_that_a_clash_can_do_without_is_not_named() -> None:
    """A throughput beyond what the peak rates allow is one at any batch."""
    given = {
        "throughput": "200000 token/s", "active_params": "70.6e9 param", "gpus": "8 GPU",
        "peak_flops": "1.979 PFLOP/s/GPU",
    }  # fmt: skip
    names = solve("step_time", given).conflict.names
    assert set(names) == set(given)
    assert solve("step_time", {**given, "batch_size": "64 sequence"}).conflict.names == names


@pytest.mark.parametrize(("within", "names"), [("[0, oo)", "upq"), ("(0, oo)", "pq")])
def test_a_factor_that_may_be_nothing_is_named_in_a_conflict(within: str, names: str) -> None:
    """Without u = 1, p = 2 and q = 3 may both hold where nothing passes: u is zero."""
    u, p, q, r = (Var(f"{name}_gate", within=within) for name in "upqr")
    system = System([Relation("one", Eq(r, u * p)), Relation("other", Eq(r, u * q))])
    answer = system.solve(r, {u: 1, p: 2, q: 3})
    assert answer.conflict is not None
    assert {name[0] for name in answer.conflict.names} == {*names}


def test_a_variable_that_other_relations_settle_does_not_cancel() -> None:
    """It was taken for one in a combination of two relations, and a given accused of it."""
    size, rate, share, flow, root = (Var(n) for n in ("size", "rate", "share", "flow", "root"))
    system = System([
        Relation("same", Eq(rate * size, size * flow)),
        Relation("shared", Eq(flow, rate * share / size)),
        Relation("root", Eq(root, share**2)),
    ])  # fmt: skip
    assert system.solve(rate, {"size": "0.5", "root": "0.25"}).status == "underdetermined"
    assert system.solve(rate, {"size": "0.5", "root": "0.36"}).status == "contradiction"


@pytest.mark.parametrize("order", [1, -1])
def test_of_several_values_those_are_told_that_every_relation_admits(order: int) -> None:
    """Each way to the larger one leaves one relation aside, which neither of its two values meets;
    the order of the relations decided which way was taken, and its values were told.
    """
    p, q = (Var(name, within="(-oo, oo)") for name in ("p", "q"))
    k, m, w, top = (Var(name, within="(0, oo)") for name in ("k", "m", "w", "top"))
    u, v = (Var(name, within="[0, oo)") for name in ("u", "v"))
    root, case = sympy.sqrt, sympy.Piecewise
    relations = [
        Relation("larger", Eq(Max(v, q), top)),
        Relation("part", Eq(v, case((u / w, u <= w), (u + root(w) + 1, True)))),
        Relation("line", Eq(p * u, u - w - v**2)),
        Relation("size", Eq(
            case((p**2 + root(w) + v, v <= p), (p**2 * root(w) * v + 1, True)), k * w
        )),
        Relation("other", Eq(q, -root(u) - v**2 + 1 / k)),
        Relation("whole", Eq(case((root(u), u <= 1), (u + 1, True)), m * w)),
    ]  # fmt: skip
    given = {"p": "-8.420077130002", "k": "989.5330601465", "m": "7.240909090909"}
    answer = System(relations[::order], variables=[p, k, m, u, w, v, q, top]).solve(top, given)
    assert answer.status == "underdetermined"


@pytest.mark.parametrize("target", "dasr")
def test_a_bound_of_zero_is_told_as_zero(target: str) -> None:
    """The largest of two less the one is never negative: it was -6e-11, 16.7e9 times apart."""
    d, a, s, r = Var("d"), Var("a", within="(-oo, oo)"), Var("s"), Var("r")
    of_both = Relation("of_both", Eq(d, Max(s, r)))
    system = System([of_both, Relation("rest", Eq(a, d - s))])
    answer = system.solve(target, {"d": "3.0001", "r": "0.05", "a": "-1"})
    assert "d makes it at least 0)" in repr(answer)


def _figure(var: Var, value: float) -> Known:
    return Known(var, value, Origin.LOOKED_UP, 0.0, entry="chip one")


def test_a_given_that_agrees_with_one_of_two_looked_up_figures_contradicts_neither() -> None:
    """The figure without which all others agree is set aside, not the last of the two."""
    p, q, r, t = (Var(f"figure_{name}") for name in "pqrt")
    rest = Var("figure_rest", within="[0, oo)")
    system = System([
        Relation("at most", Eq(q + rest, p)),
        Relation("twice", Eq(r, 2 * p)),
        Relation("other", Eq(t, 3 * a)),
    ])  # fmt: skip
    figures = {p: _figure(p, 1.0), r: _figure(r, 4.0)}
    answer = system.solve(t, {**figures, q: "1.9", a: "3"})
    assert (answer.status, answer.number) == ("solved", 9.0)
    assert system.solve(t, {**figures, q: "2.5", a: "3"}).status == "contradiction"


def test_of_many_given_terms_a_contradiction_names_as_few_as_it_takes() -> None:
    """Each is 0.95 at least, and their sum 10.5 at most: twelve terms are too many."""
    terms = [Var(f"term_of_many{k}") for k in range(20)]
    total, other = Var("total_of_many"), Var("other_of_many")
    system = System([Relation("sum", Eq(total, sum(terms))), Relation("other", Eq(other, 2 * a))])
    answer = system.solve(other, {**dict.fromkeys(terms, "1"), total: "10", a: "3"})
    assert answer.conflict is not None and total.name in answer.conflict.names
    assert len(answer.conflict.names) == 13


@pytest.mark.parametrize(("count", "found"), [(MOST_BOUNDED, True), (MOST_BOUNDED + 1, False)])
def test_of_a_larger_set_fewer_givens_are_held_against_what_the_others_imply(
    count: int, found: bool
) -> None:
    """The whole is less than its part; givens that settle nothing come before it by their names."""
    whole, part, rest = (Var(f"tried_{v}", within="[0, oo)") for v in ("whole", "part", "rest"))
    beside = {Var(f"tried_beside_{k:02}"): Var(f"tried_of_{k:02}") for k in range(count - 2)}
    assert len(beside) > FEW_BOUNDED
    twice = [Relation(f"twice {v.name}", Eq(v, 2 * other)) for v, other in beside.items()]
    system = System([Relation("whole", Eq(whole, part + rest)), *twice])
    given = {whole: 2.0, part: 3.0, **dict.fromkeys(beside, 1.0)}
    stated = {v: Known(v, value, Origin.GIVEN) for v, value in given.items()}
    conflict = bound_conflict(system, stated)
    assert (conflict is not None) is found
    assert conflict is None or conflict.left == "tried_whole given as 2"


def test_of_two_values_those_that_a_given_refutes_are_not_told() -> None:
    """The line alone leaves 2 and 3; the length is one more and what is left, as given."""
    side, perimeter, length, left = (
        Var(f"refuted_{name}", within="[0, oo)") for name in ("x", "around", "length", "y")
    )
    system = System([
        Relation("line", Eq(perimeter, side + 6 / side)),
        Relation("longer", Eq(length, side + 1 + left)),
    ])  # fmt: skip
    one = system.solve(side, {perimeter: 5, length: 3, left: 0})
    assert (one.status, one.number, one.unused) == ("solved", pytest.approx(2), ())
    none = system.solve(side, {perimeter: 5, length: 3, left: 1})
    assert (none.status, none.values) == ("contradiction", ())
    assert set(none.conflict.names) == {perimeter.name, length.name, left.name}


@pytest.mark.parametrize(("rtol", "status"), [(0.01, "contradiction"), (0.3, "solved")])
def test_a_bound_is_missed_by_no_more_than_the_tolerance(rtol: float, status: str) -> None:
    """The larger is 5 at least, and 4 as given."""
    larger, smaller, once, twice = (
        Var(f"missed_{name}") for name in ("larger", "smaller", "once", "twice")
    )
    system = System([
        Relation("largest", Eq(larger, Max(5, smaller))), Relation("twice", Eq(twice, 2 * once))
    ])  # fmt: skip
    assert system.solve(twice, {once: 1, larger: 4}, rtol=rtol).status == status
