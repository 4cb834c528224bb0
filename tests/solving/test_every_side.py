"""One state of knowledge per set of givens: what contradicts, what is bounded, and which values fit
do not depend on what is asked.
"""

from __future__ import annotations

import math

import pytest
import sympy

import derive
from derive.equations import Eq, Max, Min, Relation, Var
from derive.library import solve
from derive.library.system import library_system
from derive.results.solution import ValueInterval
from derive.results.sweep import STATUSES
from derive.solving import unjudged_answer as answer_module
from derive.solving.consistency import knowledge
from derive.solving.contradiction import contradiction
from derive.solving.followed_ends import followed, taken_as_followed
from derive.solving.givens import read_givens
from derive.system import System

RACK = {
    "gpus": "72 GPU", "hbm_bandwidth": "8 TB/s/GPU", "total_params": "800e9 param",
    "active_params": "100e9 param", "bytes_per_param": "0.5 byte/param",
    "step_time": "20 ms", "compute_time": "20 ms",
}  # fmt: skip

# Givens that cannot all hold, the smallest set that cannot, and the factor between its ends.
CLASHES = {
    "computing takes 6.56 ms": (
        {
            "batch_size": "300 sequence", "step_time": "24 ms", "compute_time": "24 ms",
            "active_params": "70e9 param", "gpus": "16 GPU", "peak_flops": "1 PFLOP/s/GPU",
            "compute_efficiency": "0.4",
        },
        {
            "batch_size", "compute_time", "active_params", "gpus", "peak_flops",
            "compute_efficiency",
        },
        24 / 6.5625,
    ),
    "the utilisation is 0.175": (
        {
            "mfu": "0.6", "step_time": "25 ms", "batch_size": "500 sequence", "gpus": "16 GPU",
            "peak_flops": "1 PFLOP/s/GPU", "active_params": "70e9 param",
        },
        {"mfu", "step_time", "batch_size", "gpus", "peak_flops", "active_params"},
        0.6 / 0.175,
    ),
    "reading the weights takes 10.4 ms": (
        {
            "total_params": "70e9 param", "bytes_per_param": "2 byte/param", "gpus": "4 GPU",
            "hbm_bandwidth": "3.35 TB/s/GPU", "batch_size": "32 sequence", "step_time": "2 ms",
        },
        {"total_params", "bytes_per_param", "gpus", "hbm_bandwidth", "step_time"},
        2 / 10.447761,
    ),
    "training would use 3.8 of the peak": (
        {
            "active_params": "70e9 param", "training_tokens": "2e12 token",
            "training_gpus": "512 GPU", "peak_flops": "1 PFLOP/s/GPU", "training_time": "5 days",
            "gpu_price": "2 USD/hour/GPU",
        },
        {"active_params", "training_tokens", "training_gpus", "peak_flops", "training_time"},
        3.797743,
    ),
    "training used 0.107, through GPUs times time": (
        {
            "active_params": "8e9 param", "training_tokens": "4e12 token",
            "training_gpu_hours": "5e5 GPU hour", "peak_flops": "1 PFLOP/s/GPU",
            "training_mfu": "0.95",
        },
        {"active_params", "training_tokens", "training_gpu_hours", "peak_flops", "training_mfu"},
        0.95 / 0.1066667,
    ),
    "the weights take 15 ms at best": (
        {
            "gpus": "2 GPU", "hbm_bandwidth": "2 TB/s/GPU", "weight_bytes": "60 GB",
            "weight_fetch_time": "3 ms", "step_time": "50 ms",
            "context_length": "0 token/sequence",
        },
        {"gpus", "hbm_bandwidth", "weight_bytes", "weight_fetch_time"},
        5.0,
    ),
    "the kink is beyond, through the rates of a sum of two times": (
        {
            "kink_context": "100_000 token/sequence", "batch_size": "1600 sequence",
            "microbatch_size": "800 sequence", "kv_bytes_per_token": "32 kB/token",
            "total_params": "80e9 param", "bytes_per_param": "1.28 byte/param",
            "stage_compute_time": "10 ms", "stage_weight_fetch_time": "0.16 ms",
        },
        {
            "kink_context", "batch_size", "microbatch_size", "kv_bytes_per_token", "total_params",
            "bytes_per_param", "stage_compute_time", "stage_weight_fetch_time",
        },
        100_000 / 248_000,
    ),
    "total over active is 8": (
        {**RACK, "sparsity": "3"}, {"total_params", "active_params", "sparsity"}, 8 / 3,
    ),
}  # fmt: skip
ASKED = ("throughput", "mbu", "kv_fetch_time", "training_cost", "cost_per_token", "weight_bytes")


@pytest.mark.parametrize("case", CLASHES)
@pytest.mark.parametrize("target", ASKED)
@pytest.mark.slow
def test_a_contradiction_is_the_same_from_every_side(case: str, target: str) -> None:
    given, least, factor = CLASHES[case]
    answer = derive.solve(target, given)
    assert answer.status == "contradiction"
    assert set(answer.conflict.names) == least
    found = answer.conflict.factor
    assert max(found, 1 / found) == pytest.approx(max(factor, 1 / factor), rel=1e-3)


@pytest.mark.parametrize("case", CLASHES)
def test_without_any_member_of_the_set_the_others_agree(case: str) -> None:
    given, least, _ = CLASHES[case]
    system = library_system()
    stated, _ = read_givens(given, system.vocabulary)
    for left_out in least:
        rest = {v: known for v, known in stated.items() if v.name in least - {left_out}}
        assert contradiction(system, rest) is None


def test_what_is_asked_chooses_no_other_conflict() -> None:
    """Asking for a point brings its relation in, and with it a smaller conflict: the one told is
    still that of all other questions, which holds as well.
    """
    total, count, each, part = (Var(name) for name in ("total", "count", "each", "part"))
    share = Var("share", within="(0, 1]", at="the parts are equal")
    system = System([Relation("sum", Eq(total, count * each)),
                     Relation("point", Eq(share, total / part))])  # fmt: skip
    given = {"total": "5", "count": "2", "each": "4", "part": "1"}
    stated, _ = read_givens(given, system.vocabulary)
    for free in (frozenset(), frozenset((share,))):
        found = contradiction(system, stated, free=free)
        assert found is not None and found.names == ("count", "each", "total")


BUBBLE = {
    "bubble_overhead": "2.5851 ", "chunks_per_stage": "17.25", "n_window_layers": "42",
    "attention_window": "38 token/sequence",
}  # fmt: skip


@pytest.mark.parametrize("target", ["reach", "n_stages", "n_microbatches"])
def test_givens_whose_equations_hold_at_infinity_alone_contradict_each_other(target: str) -> None:
    """The share of idle time follows from its ratio to the work, 0.72107: with another the stages
    would be more and more. Tokens in reach have to do with neither.
    """
    clash = derive.solve(target, {**BUBBLE, "bubble_fraction": "0.84807"}).conflict
    assert clash.names == ("bubble_overhead", "bubble_fraction")
    assert clash.factor == pytest.approx(2.5851 * (1 / 0.84807 - 1), rel=1e-4)
    agreeing = derive.solve(target, {**BUBBLE, "bubble_fraction": "0.72107"})
    assert agreeing.conflict is None
    grid = derive.sweep(target, BUBBLE, {"bubble_fraction": [0.72107, 0.84807]})
    assert [STATUSES[k] for k in grid["status"].values] == [agreeing.status, "contradiction"]


def test_a_contradiction_at_infinity_is_told_of_a_relation_without_which_it_is_none() -> None:
    """Of c x = x - 1/y with c above one x would be larger and larger: the other relation, whose
    sides overflow then, holds without it.
    """
    x, c, count, part = (Var(n, within="(0, oo)") for n in ("x", "c", "count", "part"))
    y = Var("y", within="(0, 1]")
    system = System([
        Relation("square", Eq(count * x, sympy.floor(3 * y * part * x**2))),
        Relation("cause", Eq(c * x, x - 1 / y)),
    ])  # fmt: skip
    clash = system.solve(part, {c: 1.283, count: 3.5}).conflict
    assert clash is not None and (clash.names, clash.relation) == (("c",), "cause")


def test_a_bound_is_derived_from_the_value_it_starts_at() -> None:
    """The step is at least the time of reading the weights: the second route derives that time."""
    given, _, _ = CLASHES["reading the weights takes 10.4 ms"]
    conflict = derive.solve("throughput", given).conflict
    stated, bound = conflict.routes
    assert (stated.value, bound.kind) == (pytest.approx(2e-3), "at least")
    assert bound.value == pytest.approx(10.447761e-3)
    assert bound.answer.number == pytest.approx(bound.value) and bound.answer.derivation.steps
    assert bound.relations[-2:] == ("memory", "step_overlap")


@pytest.mark.parametrize(
    ("target", "given", "low", "high"),
    [
        ("memory_time", {}, 0.5 * 800 / 72 / 8 * 1e-3, 20e-3),
        ("kv_fetch_time", {"mbu": "0.05"}, 0.3055556e-3, None),
    ],
)
def test_an_interval_begins_where_the_other_relations_let_it(
    target: str, given: dict[str, str], low: float, high: float | None
) -> None:
    answer = derive.solve(target, {**RACK, **given})
    assert answer.status == "solved"
    assert answer.interval[0] == pytest.approx(low)
    assert high is None or answer.interval[1] == pytest.approx(high)


@pytest.mark.slow
def test_an_underdetermined_question_tells_its_bounds() -> None:
    given = {name: text for name, text in RACK.items() if name != "compute_time"}
    answer = derive.solve("memory_time", given)
    assert answer.status == "underdetermined"
    (between,) = answer.between
    assert between.low == pytest.approx(0.694e-3, rel=0.2) and between.high <= 21e-3
    assert set(answer.gap.between_by) == {"memory", "step_overlap"}
    assert "bounds memory_time: t_mem is at least" in str(answer)


x, y, z, h = (Var(name) for name in "xyzh")


def own(*equations: object) -> System:
    return System(Relation(f"r{k}", equation) for k, equation in enumerate(equations))


ROOT = (3 - math.sqrt(5)) / 2  # of x (3 - x) = 1


@pytest.mark.parametrize(
    ("system", "given", "intervals"),
    [
        (
            own(Eq(y, Max(1, h)), Eq(z, h + x)),
            {y: 1, z: 3},
            (ValueInterval(2.0, 3.0, high_open=True),),
        ),
        (
            own(Eq(z, Max(1, x * (3 - x)))),
            {z: 1},
            (
                ValueInterval(0.0, ROOT, low_open=True),
                ValueInterval(3 - ROOT, math.inf, high_open=True),
            ),
        ),
        (
            own(Eq(y, Min(1, h)), Eq(z, x**2 + 1 / h)),
            {y: 1, z: 5},
            (ValueInterval(2.0, math.sqrt(5), high_open=True),),
        ),
    ],
)
def test_a_set_is_the_union_of_all_that_fits(
    system: System, given: dict[Var, int], intervals: tuple[ValueInterval, ...]
) -> None:
    answer = system.solve(x, given)
    assert answer.status == "solved"
    assert len(answer.intervals) == len(intervals)
    for found, expected in zip(answer.intervals, intervals, strict=True):
        assert found.low == pytest.approx(expected.low, rel=1e-9)
        assert found.high == pytest.approx(expected.high, rel=1e-9)
        assert (found.low_open, found.high_open) == (expected.low_open, expected.high_open)


def test_of_sixteen_values_the_smallest_set_is_looked_for_in_two_orders() -> None:
    """The last is five times the first, and the product of both, 1.8, four times a sum that holds
    the first, 0.6: it cannot be 3. Left out at once, it leaves the three of another relation.
    """
    values = [Var(f"sixteen_{k:02}") for k in range(1, 17)]
    first, *_, most, last = values
    product, asked = Var("sixteen_product"), Var("sixteen_asked")
    system = System([
        Relation("sum", Eq(product, sum(values[:15]))),
        Relation("product", Eq(product, last * first)),
        Relation("most", Eq(most, 3 * sum(values[:14]))),
        Relation("last", Eq(last, 5 * first)),
        Relation("asked", Eq(asked, Var("sixteen_free") * product)),
    ])  # fmt: skip
    answer = system.solve(asked, {**dict.fromkeys(values, 2), last: 3})
    assert answer.status == "contradiction" and answer.conflict.names == ("sixteen_16",)


@pytest.mark.parametrize(("count", "smallest"), [(9, True), (11, False)])
def test_only_a_conflict_of_a_few_values_is_said_to_be_no_larger_than_it_has_to_be(
    count: int, smallest: bool
) -> None:
    """The parts are 2 and more each, and the whole is one less than all of them make: each of ten
    values is needed. Of more than ten, what follows from some of them is not looked at.
    """
    pieces = [Var(f"piece_{k:02}") for k in range(count)]
    whole, asked = Var("whole_of_pieces"), Var("twice_a_piece")
    system = System(
        [Relation("sum", Eq(whole, sum(pieces))), Relation("two", Eq(asked, 2 * pieces[0]))]
    )
    answer = system.solve(
        asked, {whole: 2 * count - 1, **dict.fromkeys(pieces, 2), pieces[-1]: "2 to 3"}
    )
    assert answer.status == "contradiction" and len(answer.conflict.names) == count + 1
    assert answer.conflict.smallest == smallest
    assert ("without any one of them the others agree" in str(answer)) == smallest


def test_a_value_between_the_samples_of_an_interval_is_found() -> None:
    """x is c at one value of w, and above 6 c at all larger ones."""
    w = Var("w", within="[1, oo)")
    system = own(Eq(x, h * sympy.Piecewise((1 / w, w <= 1), (5 * w + 1, True))), Eq(y, Max(x, z)))
    answer = system.solve(x, {y: 5, z: 5, h: "0.025"})
    (interval,) = answer.intervals
    assert interval.low == pytest.approx(0.15) and interval.high == 5.0
    assert [v.value for v in answer.values] == pytest.approx([0.025])


def test_values_between_the_samples_of_two_intervals_are_found() -> None:
    c, k = Var("c"), Var("k")
    system = own(
        Eq(c * x, Max(y, x**2)),
        Eq(c, k * (c + y + x)),
        Eq(z, Max(1 / c, 1 / k)),
        Eq(Min(x, z**2), h * x),
    )
    answer = system.solve(c, {k: "0.42", x: "0.418", h: 1})
    assert sorted(v.value for v in answer.values) == pytest.approx(
        [0.418, 0.42 * 0.418 / (1 - 0.42 - 0.42 * 0.418)]
    )


def test_a_value_that_relations_beside_the_way_refuse_is_not_told() -> None:
    """x is 2 by the first relation alone, and h/x is whole: 1.5 is not."""
    n = Var("n")
    system = own(Eq(x, y * (x**2 - x)), Eq(h, x * n), Eq(n, sympy.floor(z)))
    answer = system.solve(x, {y: 1, h: 3})
    assert answer.number is None and "break another relation" in str(answer.warnings)
    assert system.solve(x, {y: 1, h: 4}).number == pytest.approx(2.0)


def test_points_that_nobody_speaks_of_prove_nothing() -> None:
    """Where computing takes longer than reading at any context, there is no kink: no contradiction;
    stated, the kink is a fact.
    """
    system = library_system()
    given = {
        "compute_time": "1 ms", "weight_fetch_time": "2 ms", "context_length": "100 token/sequence"
    }  # fmt: skip
    stated, _ = read_givens(given, system.vocabulary)
    assert not knowledge(system, stated).contradictory


def test_rtol_lets_a_small_gap_pass() -> None:
    given = {"sparsity": "19", "active_params": "37.0e9 param", "total_params": "671.0e9 param"}
    system = library_system()
    stated, _ = read_givens(given, system.vocabulary)
    assert contradiction(system, stated) is not None
    assert contradiction(system, stated, rtol=0.06) is None


def test_a_point_that_exists_in_any_case_proves_what_is_said_of_it() -> None:
    """Reading takes as long as computing at some batch, so no step beats reading the weights."""
    given = {"latency_floor": "80 ms", "largest_speed_up": "0.5"}
    answer = derive.solve("fast_batch", given)
    assert answer.status == "contradiction" and set(answer.conflict.names) == given.keys()


@pytest.mark.parametrize("target", ["best_rising_cost", "rising_scale", "best_cost_ratio"])
def test_a_point_that_follows_from_what_exists_is_spoken_of_whatever_is_asked(target: str) -> None:
    """Two powers, one falling and one rising, have a least sum at any scales and exponents."""
    given = {
        "falling_scale": "24 USD", "falling_exponent": "0.75", "rising_exponent": "3",
        "best_choice": "8", "best_falling_cost": "9 USD", "best_cost_ratio": "4",
    }  # fmt: skip
    conflict = derive.solve(target, given).conflict
    assert conflict is not None and conflict.var is not None
    assert conflict.var.name == "best_choice"
    assert conflict.factor == pytest.approx(8 / (24 / 9) ** (1 / 0.75))


def test_a_value_on_a_condition_that_the_bounds_exclude_is_not_told() -> None:
    """t is f where n is at most m, and f is above 4."""
    t, f, n, m, g, h = (Var(name) for name in "tfnmgh")
    cases = sympy.Piecewise((f, n <= m), (f * n, True))
    system = System([Relation("cases", Eq(t, cases)), Relation("above", Eq(f, h + g))])
    answer = system.solve(f, {t: 3, h: 4})
    assert answer.status == "underdetermined" and answer.between[0].low == pytest.approx(4)
    assert not answer.values


def test_the_causes_of_a_contradiction_leave_out_what_has_no_part_in_it() -> None:
    """Of twenty products beside the two that meet, none is a cause."""
    parts = [Var(f"part{k}") for k in range(22)]
    common = Var("common")
    relations = [Relation(f"double{k}", Eq(Var(f"twice{k}"), 2 * v)) for k, v in enumerate(parts)]
    relations += [Relation(f"root{k}", Eq(common, 3 * Var(f"twice{k}"))) for k in range(2)]
    system = System(relations)
    stated, _ = read_givens({v: 1 + k for k, v in enumerate(parts)}, system.vocabulary)
    state = knowledge(system, stated)
    assert state.contradictory and state.causes & stated.keys() == set(parts[:2])


def test_a_conflict_of_many_givens_is_told_by_a_bound() -> None:
    """Fourteen terms against their sum."""
    parts = [Var(f"part{k}") for k in range(14)]
    total = Var("total")
    system = System([Relation("sum", Eq(total, sum(parts[1:], parts[0])))])
    conflict = system.solve(parts[0], {**dict.fromkeys(parts, 1), total: 13.5}).conflict
    assert conflict.routes[1].kind == "at least" and conflict.routes[1].value == pytest.approx(14)


def test_a_contradiction_goes_through_a_product_of_factors_that_have_limits() -> None:
    """What the stages hold fixes how many GPUs they are together, not the two factors; the time of
    a stage and the floor of the cost have four more factors in common.
    """
    given = {
        "gpus": "130 GPU", "weight_bytes_per_gpu": "0.1131643462 GB/GPU",
        "pipeline_memory_per_gpu": "12.36965942 GB/GPU",
        "pipeline_cache_per_gpu": "12.31414484 GB/GPU", "n_microbatches": "6",
        "pipelined_token_time": "5.191274589 ms",
        "pipeline_throughput": "1.09421262555 Mtoken/s", "stage_compute_time": "0.8652124316 ms",
        "emitted_tokens_per_pass": "1.284567661 token/sequence",
        "floor_cost_per_token": "0.05135784818 USD/Mtoken",
    }  # fmt: skip
    agreeing = derive.solve("mbu", given | {"gpu_price": "0.763 USD/hour/GPU"})
    assert agreeing.status != "contradiction"
    answer = derive.solve("mbu", given | {"gpu_price": "0.534 USD/hour/GPU"})
    assert answer.status == "contradiction" and "gpu_price" in answer.conflict.names


STAGES = {
    "gpus": "134 GPU", "weight_fetch_time": "9.012005798682e-05 s", "stage_gpus": "2.000 GPU",
    "kv_bytes_per_token": "6631.68 byte/token", "kink_context": "8.920299308574e+05 token/sequence",
    "batch_size": "1702 sequence", "kv_cache_bytes": "1.119682240512e+12 byte",
    "kv_bytes_stored_per_token": "6631.68 byte/token", "cache_bound_stages": "1.268817030370",
}  # fmt: skip


@pytest.mark.parametrize("target", ["context_length", "memory_time", "stages_time", "n_domains"])
def test_a_contradiction_goes_through_terms_that_stay_below_their_sums(target: str) -> None:
    """Computing at the kink takes at least as long as reading the cache there, and the stages at
    least as long as computing: 42.8 ms by hand, whatever the chips can do.
    """
    assert derive.solve(target, STAGES | {"stages_time": "43.0 ms"}).status != "contradiction"
    answer = derive.solve(target, STAGES | {"stages_time": "21.5 ms"})
    conflict = answer.contradiction
    assert conflict is not None and "gpus" in conflict.names and "stages_time" in conflict.names
    assert max(conflict.factor, 1 / conflict.factor) == pytest.approx(42.8 / 21.5, rel=5e-3)


def test_a_value_that_no_case_reaches_is_a_contradiction() -> None:
    """At most one, t is within 15 and 16 shares; above, it is beyond 17: 16.5 is neither."""
    n, t, share = Var("n", within="[1, oo)"), Var("t"), Var("share")
    cases = sympy.Piecewise((15 + 1 / n, n <= 1), (16 * n + 1, True))
    system = System([
        Relation("cases", Eq(t, share * cases)),
        Relation("beside", Eq(Var("rest"), n * Var("other"))),
    ])  # fmt: skip
    assert system.solve("rest", {t: "16.50", share: "1.000"}).status == "contradiction"
    assert system.solve("rest", {t: "16.00", share: "1.000"}).status == "underdetermined"
    assert system.solve("rest", {t: "18.00", share: "1.000"}).status == "underdetermined"


@pytest.mark.parametrize("target", ["busy", "rest"])
def test_an_end_that_a_range_leaves_out_is_no_value_of_another_variable(target: str) -> None:
    """Ten servers are busy of ten: the share below one that the range asks for is not there."""
    busy, servers, asked = Var("busy"), Var("servers"), Var("asked")
    share = Var("share", within="[0, 1)")
    system = System([
        Relation("demand", Eq(busy, asked / 100)),
        Relation("part", Eq(share, busy / servers)),
        Relation("beside", Eq(Var("rest"), 2 * busy)),
    ])  # fmt: skip
    whole = system.solve(target, {asked: "1000.0", servers: "10.000"})
    assert whole.status == "underdetermined" and not whole.values
    assert any("share outside its range (from 0 to below 1)" in text for text in whole.warnings)
    assert system.solve("share", {asked: "1000.0", servers: "10.000"}).status == "unreachable"
    assert system.solve(target, {asked: "999.0", servers: "10.000"}).status == "solved"


@pytest.mark.parametrize("target", ["grown", "pace"])
def test_a_zero_that_a_range_leaves_out_is_no_value_of_another_variable(target: str) -> None:
    """A growth by a share of one at most, and above what it begins with: it was told as 1.2."""
    begun, grown = (Var(name, within="(-oo, oo)") for name in ("begun", "grown"))
    system = System([
        Relation("growth", Eq(grown, begun * Var("pace", within="(0, 1]"))),
        Relation("gain", Eq(Var("gain"), grown - begun)),
    ])  # fmt: skip
    told = system.solve(target, {begun: "1.2"})
    assert told.status == "underdetermined" and not told.values
    assert any("gain outside its range (above 0)" in text for text in told.warnings)


@pytest.mark.parametrize("target", ["tokens_per_pass", "step_time", "n_layers"])
def test_a_conflict_is_the_same_where_a_default_is_asked_for(target: str) -> None:
    """Of two conflicts the one that needs no default is told: that of the batch, its computing time
    and its throughput is none where the tokens per pass are asked for.
    """
    batch = {
        "batch_size": "320 sequence", "colocated_throughput": "35580.68630495 token/s",
        "compute_time": "23.24434556197 ms", "output_length": "72179 token/sequence",
    }  # fmt: skip
    stage = {
        "context_length": "49100 token/sequence", "kv_bytes_per_token": "46379.52 byte/token",
        "hbm_bandwidth": "1.36 TB/s/GPU", "stage_gpus": "118 GPU", "n_stages": "4",
        "microbatch_size": "18 sequence", "stage_kv_fetch_time": "31.92782572283 us",
    }  # fmt: skip
    heads = {"attention weights": "heads"}
    both = derive.solve(target, {**batch, **stage}, variants=heads)
    assert both.contradiction is not None and set(both.contradiction.names) == set(stage)
    alone = derive.solve("step_time", batch, variants=heads)
    assert alone.contradiction is not None and set(alone.contradiction.names) == set(batch)


MODES = {"mode_batch_ratio": "1.9", "fast_price_ratio": "2.8"}


@pytest.mark.parametrize("target", ["fast_batch", "fast_speed_ratio", "step_time", *MODES])
def test_a_range_in_a_relation_of_unknowns_alone_is_counted(target: str) -> None:
    """Speeds are a quotient of two unknown times, so no given moves anything in it: that fast mode
    is no slower than normal mode says all the same that its price is below the ratio of batches.
    """
    clash = derive.solve(target, MODES).contradiction
    assert clash is not None and set(clash.names) == set(MODES)
    assert clash.factor == pytest.approx(2.8 / 1.9)
    assert derive.solve("fast_batch", {**MODES, "fast_price_ratio": "1.8"}).contradiction is None


def test_a_common_factor_that_may_be_zero_is_not_divided_by() -> None:
    """`c √x z = z` fixes x only where z is not zero, and nothing says that."""
    c, d, x, z = Var("c"), Var("d"), Var("x"), Var("z", within="(-oo, oo)")
    system = System([
        Relation("same", Eq(c * sympy.sqrt(x) * z, z)),
        Relation("least", Eq(c * d, Min(sympy.S.One, x**2))),
    ])  # fmt: skip
    assert system.solve(x, {"c": "0.5", "d": "2"}).interval == (1.0, math.inf)
    assert system.solve(x, {"c": "0.5", "d": "2", "z": "0"}).interval == (1.0, math.inf)
    assert system.solve(x, {"c": "0.5", "d": "2", "z": "3"}).number == pytest.approx(4.0)


@pytest.mark.slow
def test_a_contradiction_without_absent_features_is_told_where_propagation_needs_them_free() -> (
    None
):
    """With kept_fraction held, propagation does not see the larger set, which holds all the same:
    what holds whatever a share is does so at any value of it.
    """
    given = {
        "batch_size": "327 sequence", "context_length": "3590.847564611 token/sequence",
        "kv_bytes_per_token": "51063.57561289 byte/token",
        "crossover_context": "7186.527812733 token/sequence", "step_time": "2.100177121034 ms",
        "latency_floor": "0.4380578494333 ms", "throughput": "329731.6265256 token/s",
        "arithmetic_intensity": "326.5449079538 FLOP/byte", "active_params": "21217629780.6 param",
        "domain_bandwidth": "57.13762209758 TB/s", "total_params": "21301773496 param",
        "mfu": "0.5294302890751", "kink_context": "5687.551899221 token/sequence",
    }  # fmt: skip
    told = {
        derive.solve(target, given).contradiction.names
        for target in ("mbu", "kept_fraction", "tokens_per_pass", "kv_bytes_per_token")
    }
    assert len(told) == 1


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("compute_efficiency", "unreachable"), ("bandwidth_efficiency", "unreachable"),
        ("overhead_time", "contradiction"), ("throughput", "contradiction"),
        ("mfu", "contradiction"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_an_efficiency_of_a_step_that_is_too_short_knows_the_contradiction(
    target: str, status: str
) -> None:
    """That of all other questions: reading the weights alone takes longer."""
    step = {
        **derive.library.model("llama31_70b"), **derive.library.accelerator("h100_sxm", "bf16"),
        "gpus": "8 GPU", "batch_size": "64 sequence", "context_length": "4096 token/sequence",
        "step_time": "3 ms",
    }  # fmt: skip
    answer = derive.solve(target, step)
    conflict = answer.contradiction
    assert str(answer.status) == status and conflict is not None
    assert set(conflict.names) == {
        "step_time", "bytes_per_param", "total_params", "gpus", "hbm_bandwidth"
    }  # fmt: skip
    assert conflict.factor == pytest.approx(3 / 5.268657)


def test_of_two_clashes_the_one_is_told_that_holds_whichever_feature_is_asked_for() -> None:
    """Each rests on the absence of one feature: only who asks for the other is told another."""
    a, b, c, d, x, z = (Var(name) for name in "abcdxz")
    f, g = (Var(name, default="0", within="[0, oo)") for name in "fg")
    system = System(
        [
            Relation("first", Eq(a, b + f)),
            Relation("second", Eq(c, d + g)),
            Relation("beside", Eq(z, x * a * c)),
        ]
    )
    told = {f: ("c", "d"), z: ("c", "d"), x: ("c", "d"), g: ("a", "b")}
    for target, names in told.items():
        answer = system.solve(target, {a: 3, b: 2, c: 5, d: 1})
        assert answer.contradiction is not None and answer.contradiction.names == names


def test_what_narrows_an_expression_that_relations_share_is_behind_its_ends() -> None:
    """The heads are limited through their product alone, which the width sets."""
    heads, size = Var("heads"), Var("size")
    one, two, width, total = (Var(n) for n in ("one", "two", "width", "total"))
    system = System([
        Relation("width", Eq(width, heads * size + one)),
        Relation("total", Eq(total, heads * size + two)),
    ])  # fmt: skip
    given = {"width": "3.000", "one": "1.000", "two": "2.000"}
    state = knowledge(system, read_givens(given, system.vocabulary)[0])
    assert state.interval(total) == pytest.approx((4.0, 4.0), rel=1e-3)
    assert {width, one, two} <= state.behind(total)


def test_a_default_that_shapes_a_value_through_a_shared_product_contradicts_from_every_side() -> (
    None
):
    """The width of the query heads is no longer that of the model; 45 layers follow without it."""
    given = {
        "kv_elements_per_token": "68040 1/token", "bytes_per_element": "0.557 byte",
        "attention_params_per_layer": "30018870 param", "vocab": "62097", "adapter_rank": "2",
        "head_params": "140898093 param", "n_microbatches": "8",
        "weight_bytes_read_per_update": "2.407609870032e+12 byte",
        "adapter_share": "6.670648845524e-06", "kv_bytes_per_token_layer": "842.184 byte/token",
    }  # fmt: skip
    found = {derive.solve(t, given).status for t in ("layers_per_cache", "n_layers", "d_model")}
    assert found == {"contradiction"}


def test_ends_that_run_off_are_driven_by_few_relations() -> None:
    """One that only follows takes no part, and what is taken for a contradiction is proven."""
    x, c, beside = (Var(n, within="(0, oo)") for n in ("x", "c", "beside"))
    y = Var("y", within="(0, 1]")
    system = System([
        Relation("beside", Eq(beside, x + 5)),
        Relation("cause", Eq(c * x, x - 1 / y)),
    ])  # fmt: skip
    state = knowledge(system, read_givens({"c": "1.283"}, system.vocabulary)[0])
    assert not state.contradictory and state.found.spent
    proven, guess = followed(state), taken_as_followed(state)
    assert proven.contradictory and guess.contradictory
    assert followed(state) is proven  # kept
    assert c in proven.causes and c in guess.causes
    assert proven.found.left_out == {0}
    calm = knowledge(system, read_givens({"c": "0.5"}, system.vocabulary)[0])
    assert not followed(calm).contradictory and not taken_as_followed(calm).contradictory


@pytest.mark.slow
def test_a_contradiction_shown_without_some_ranges_is_told_where_they_hide_it() -> None:
    """Its smallest set is one by what follows without the ranges of what is not stated; with them,
    other implied products are looked at, and nothing is seen.
    """
    given = {
        "plain_memory_time": "5.901343254047e-04 s", "tokens_per_pass": "4 token/sequence",
        "step_time": "1.055212105411e-03 s", "balance_batch": "327.4562602638 sequence",
        "kv_bytes_per_token": "9884.672 byte/token", "total_params": "14.16501607800e9 param",
        "bytes_per_param": "0.7783011146966 byte/param", "experts_placed": "463",
        "active_params": "27.40508878960e9 param", "global_throughput": "545e6 token/s",
        "fleet_mfu": "0.2910125631143", "fleet_gpus": "60737.82959297 GPU",
        "experts_per_gpu": "4.773195876289 1/GPU", "prompt_length": "614.3147470753 token/sequence",
    }  # fmt: skip
    assert derive.solve("memory_time", given).status == "contradiction"


@pytest.mark.parametrize("target", ["stages_time", "batch_size"])
def test_a_contradiction_goes_through_three_orders_of_open_factors(target: str) -> None:
    """A token takes at least the time of all microbatches, a stage at least that of its arithmetic,
    which at the balance is more than its weights take: each is an inequality of open factors.
    """
    given = {
        "emitted_tokens_per_pass": "1.448954337772 token/sequence",
        "stage_weight_fetch_time": "1.937241279734 ms",
        "balance_batch_with_kv": "16.17332709253 sequence",
    }
    rate = "pipeline_throughput"
    conflict = derive.solve(target, {**given, rate: "12260.90954585 token/s"}).conflict
    assert conflict is not None and set(conflict.names) == {*given, rate}
    assert derive.solve(target, {**given, rate: "12090 token/s"}).status == "underdetermined"


@pytest.mark.parametrize("target", ["network_ratio", "activations_per_token", "batch_size"])
def test_factors_of_a_product_that_is_not_zero_are_not_zero(target: str) -> None:
    """That a layer has experts follows from the time that they take: by it the copies inside and
    across are compared, and five domains are too few, six too many.
    """
    given = {
        "expert_share": "0.998", "active_experts": "335.328", "quoted_active_experts": "4",
        "n_moe_layers": "27", "cross_fraction": "0.8571428571429", "network_ratio":
        "0.3424728602268", "all_to_all_bytes_per_token": "1.1288481792 MB/token",
        "emitted_tokens_per_pass": "1.521402990444 token/sequence", "step_time":
        "1.167074247811 ms", "scale_up_bandwidth": "382.6367176694 GB/s/GPU", "hbm_capacity":
        "73.1 GB/GPU", "domain_capacity": "26.75460 TB", "all_to_all_inside_time":
        "53.10328645238 us", "all_to_all_time": "77.94186170911 us", "quoted_balance_batch":
        "1408.489632736 sequence",
    }  # fmt: skip
    conflict = derive.solve(target, given).conflict
    assert conflict is not None
    those = ("active_experts", "network_ratio", "all_to_all_inside_time", "all_to_all_time")
    assert {*conflict.names} == {*those}
    assert not conflict.routes  # of no one of them do the others tell a bound that it is beyond


@pytest.mark.parametrize("target", ["rate", "part", "size", "other"])
def test_a_case_that_no_value_has_leaves_its_condition_false(target: str) -> None:
    """A size of 1.2 and more up to the top is beyond its range; so the top is more than the part,
    which leaves too little for the root of the size in one case, and for the product in the other.
    """
    rate, top, other = Var("rate"), Var("top"), Var("other", within="[0, oo)")
    size, part = Var("size", within="(0, 1]"), Var("part", within="[0, oo)")
    (a, b, c), root = (Var(name) for name in "abc"), sympy.sqrt(size)
    upper = sympy.Piecewise((a * part**2 * root, size <= part), (a**2 + part**2 + root + 1, True))
    lower = sympy.Piecewise((c + part + sympy.sqrt(top), top <= part), (c * part * top + 1, True))
    relations = [
        Relation("least", Eq(Min(a**2, other**2), rate * a)),
        Relation("top", Eq(top, rate * (a - rate + 1))),
        Relation("upper", Eq(upper, c * a)),
        Relation("lower", Eq(size, b * lower)),
    ]
    answer = System(relations).solve(target, {a: 0.2, b: 0.15, c: 8})
    assert answer.status == "contradiction" and {*answer.conflict.names} == {"a", "b", "c"}


@pytest.mark.parametrize("target", ["training_flops", "loss", "optimal_loss", "vocab"])
def test_a_contradiction_at_infinity_is_told_to_who_asks_for_a_given(target: str) -> None:
    """The exponents of a scaling law leave less than nothing that no model could learn."""
    given = {
        "param_loss": "3.100737231584 nat/token", "optimal_param_loss": "1.75287974362 nat/token",
        "training_flops": "482.540153291 EFLOP", "optimal_params": "110223494309.8 param",
        "token_loss_scale": "325 nat/token", "training_tokens": "2.08e9 token",
        "loss": "6.118030699761 nat/token", "optimal_loss": "5.992682917272 nat/token",
    }  # fmt: skip
    answer = derive.solve(target, given)
    assert answer.status == "contradiction" and {*answer.conflict.names} == {*given}


def test_a_clash_told_before_a_plan_of_much_effort_is_followed_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Such a plan may take half a minute; its way is left out."""
    system = own(Eq(y, 2 * x), Eq(z, 3 * x), Eq(h, x + 1))
    usual = system.solve(h, {x: 1, y: 2, z: 5})
    monkeypatch.setattr(answer_module, "MOST_TRIAL_EFFORT", 0)
    clashes, told = answer_module._clashes_before, []
    monkeypatch.setattr(
        answer_module, "_clashes_before", lambda *asked: told.append(clashes(*asked)) or told[-1]
    )
    again = own(Eq(y, 2 * x), Eq(z, 3 * x), Eq(h, x + 1)).solve(h, {x: 1, y: 2, z: 5})
    assert usual.status == again.status == "contradiction" and any(told)
    assert str(usual).startswith(str(again).rstrip())


def test_a_convention_that_cancellation_leaves_open_contradicts_nothing() -> None:
    """At a prefill of 7.12 s, rounded from 7.1153 s, the one token that is multiplied with the
    output matrix would be 1,329: it is what is left of terms a thousand times as large.
    """
    given = {
        "layer_params": "11.34e9 param",
        "head_params": "1.787e9 param",
        "prompt_length": "58497 token/sequence",
        "prefix_length": "27606 token/sequence",
        "prefill_batch": "8 sequence",
        "n_layers": "54",
        "prefill_attention_width": "4282",
        "peak_flops": "695.8 TFLOP/s/GPU",
        "attention_rate_ratio": "0.5223",
        "prefill_compute_efficiency": "0.8329",
        "prefill_gpus": "14 GPU",
        "total_params": "275.8e9 param",
        "bytes_per_param": "1.836 byte/param",
        "hbm_bandwidth": "3.411 TB/s/GPU",
        "prefill_bandwidth_efficiency": "0.9071",
    }
    for target in ("prefill_flops", "prefill_compute_time", "prefill_attention_flops"):
        assert solve(target, {**given, "prefill_time": "7.12 s"}).status == "solved"
        assert solve(target, {**given, "prefill_time": "7.2 s"}).status == "contradiction"


@pytest.mark.slow
def test_no_given_is_said_to_agree_that_its_own_question_contradicts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where propagation does not see the clash, as of a sum whose common factors stay in."""
    monkeypatch.setattr("derive.program.contraction.factored_sums", lambda *_: ())
    system = library_system().with_variants({"reversible layer": "block"})
    given = {
        "kv_bytes_per_token_layer": "385.577377368 byte/token", "n_heads": "20", "d_head": "71",
        "microbatch_size": "1578 sequence", "stage_compute_time": "10.18563175297 ms",
        "chinchilla_tokens": "1.459264779664e+12 token", "total_params": "8.217128192e+10 param",
        "kink_context": "123379.401809 token/sequence", "bytes_per_param": "1.35 byte/param",
        "kv_bytes_per_token": "32002.92157488 byte/token", "batch_size": "1587 sequence",
        "stage_weight_fetch_time": "0.1582912424055 ms",
    }  # fmt: skip
    answer = system.solve("crossover_context_with_attention", given)
    assert answer.status == "contradiction"
    assert {"kink_context", "stage_compute_time"} <= set(answer.conflict.names)
