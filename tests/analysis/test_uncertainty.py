"""Uncertain givens: how far an answer is not known, exactly where a way is known, else from
draws.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import derive
from derive import Eq, Max, Relation, System, Var
from derive.errors import GivenError

CLIFF = {
    "crossover_context": "200e3 token/sequence",
    "active_params": "100e9 param",
    "peak_flops": "5 PFLOP/s/GPU",
    "hbm_bandwidth": "8 TB/s/GPU",
}
COST = {
    "gpu_price": "2 USD/hour/GPU",
    "gpus": "72 GPU",
    "batch_size": "2400 sequence",
    "step_time": "20 ms",
}
RACK = {
    "active_params": "100e9 param", "total_params": "800e9 param",
    "bytes_per_param": "0.5 byte/param", "gpus": "72 GPU", "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "10 PFLOP/s/GPU", "context_length": "100e3 token/sequence",
    "kv_bytes_per_token": "1667 byte/token",
}  # fmt: skip

x, y, z, t, u = (Var(name) for name in "xyztu")
PRODUCT = System([Relation("product", Eq(z, x**2 / y))])
SLOWER = System([Relation("slower", Eq(t, Max(x, y)))])
SUM = System([Relation("sum", Eq(z, x + y))])
RATIO = System([Relation("share", Eq(y, x * u)), Relation("ratio", Eq(z, y / x))])
BUMP = System([Relation("bump", Eq(z, x / (1 + x**2)))])


def ends(answer):
    return answer.spread.low, answer.spread.high


# --- distributions --------------------------------------------------------------------------------


def test_a_product_of_powers_of_lognormals_is_exact_and_agrees_with_a_monte_carlo_by_hand():
    answer = derive.solve(
        "cost_per_token",
        {
            **COST,
            "gpu_price": "lognormal 1.5 to 3 USD/hour/GPU",
            "step_time": "lognormal 15 to 30 ms",
        },
    )
    stream = np.random.default_rng(1)
    z95 = 1.6448536269514722
    price, step = (
        math.sqrt(low * high)
        * np.exp(math.log(high / low) / 2 / z95 * stream.standard_normal(400_000))
        for low, high in ((1.5, 3.0), (15e-3, 30e-3))
    )
    cost = price / 3600 * 72 * step / 2400
    spread = answer.spread
    assert spread.method == "exact"
    assert [spread.low, spread.median, spread.high] == pytest.approx(
        np.quantile(cost, [0.05, 0.5, 0.95]), rel=0.005
    )
    assert spread.mean == pytest.approx(cost.mean(), rel=0.005)
    assert spread.median == answer.number
    assert [item.share for item in spread.budget] == pytest.approx([0.5, 0.5])


def test_the_price_cliff_read_backwards_carries_the_spread_of_the_parameters():
    answer = derive.solve(
        "kv_bytes_per_token", {**CLIFF, "active_params": "lognormal 5e10 to 2e11 param"}
    )
    assert answer.spread.method == "exact"
    assert ends(answer) == pytest.approx((800, 3200))
    assert answer.number == pytest.approx(1600)


lognormals = st.tuples(st.floats(1e-3, 1e3), st.floats(1.05, 8.0)).map(
    lambda pair: (pair[0], pair[0] * pair[1])
)


@settings(deadline=None, max_examples=15)
@given(lognormals, lognormals)
def test_the_exact_spread_of_a_monomial_is_what_sampling_comes_to(first, second):
    from derive.analysis.sweep.question import over_arrays
    from derive.analysis.uncertainty.sampling import draw, sampled

    stated = {x: derive.lognormal(*first), y: derive.lognormal(*second)}
    spread = PRODUCT.solve(z, stated).spread
    from derive.solving.givens import read_givens

    known, _ = read_givens(stated, PRODUCT.vocabulary, uncertain=True)
    arrays = {var: draw(var, item.uncertain, 20_000, 3) for var, item in known.items()}
    drawn = sampled(z, over_arrays(PRODUCT, z, known, arrays), arrays, 3)
    width = math.log(spread.high / spread.low)
    assert spread.method == "exact"
    for exact, found in (
        (spread.low, drawn.low),
        (spread.median, drawn.median),
        (spread.high, drawn.high),
    ):
        assert abs(math.log(found / exact)) < 0.03 * width
    shares = {item.var: item.share for item in drawn.budget}
    assert all(shares[item.var] == pytest.approx(item.share, abs=0.05) for item in spread.budget)


def test_a_maximum_is_sampled_with_the_probability_of_each_regime():
    answer = SLOWER.solve(t, {x: "uniform 2 to 4", y: "3"}, draws=20_000)
    spread = answer.spread
    assert spread.method == "sampled"
    assert {share.name: share.probability for share in spread.regimes} == pytest.approx(
        {"x ≥ y": 0.5, "y ≥ x": 0.5}, abs=0.01
    )
    assert sum(share.probability for share in spread.regimes) == pytest.approx(1.0)
    assert ends(answer) == pytest.approx((3.0, 3.9), abs=0.01)
    assert spread.mean == pytest.approx(3.25, abs=0.01)


def test_an_inverted_question_through_regimes_is_what_a_monte_carlo_by_hand_gives():
    given = {**RACK, "step_time": "20 ± 2 ms"}
    answer = derive.solve("batch_size", given, draws=20_000, seed=4)
    step = 20e-3 + 2e-3 * np.random.default_rng(9).standard_normal(200_000)
    compute = step * 72 * 10e15 / (2 * 100e9)
    memory = (step * 72 * 8e12 - 800e9 * 0.5) / (100e3 * 1667)
    batch = np.minimum(compute, memory)
    assert answer.spread.method == "sampled"
    assert [answer.spread.low, answer.spread.median, answer.spread.high] == pytest.approx(
        np.quantile(batch, [0.05, 0.5, 0.95]), rel=0.01
    )


def test_draws_that_reach_no_value_are_told_and_not_dropped_in_silence():
    answer = derive.solve(
        "batch_size", {**RACK, "step_time": "uniform 0.5 to 0.9 ms"}, draws=10_000
    )
    floor = 800e9 * 0.5 / (72 * 8e12)
    shares = {share.name: share.probability for share in answer.spread.statuses}
    assert shares["unreachable"] == pytest.approx((floor - 0.5e-3) / 0.4e-3, abs=0.02)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert "% unreachable" in answer.spread.text


def test_where_no_draw_has_a_value_the_spread_says_so():
    answer = derive.solve("batch_size", {**RACK, "step_time": "uniform 0.4 to 0.5 ms"}, draws=1000)
    assert answer.status == "unreachable"
    assert answer.spread.range_text == "no draw has a value"
    assert "100 % unreachable" in str(answer)


def test_one_variable_is_one_draw_however_often_it_appears():
    answer = RATIO.solve(z, {x: "uniform 1 to 9", u: "2"}, draws=1000)
    assert ends(answer) == pytest.approx((2.0, 2.0))


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    given = {x: "1 +- 0.1", y: "2 +- 0.1"}
    first, again, other = (SUM.solve(z, given, draws=2000, seed=seed).spread for seed in (5, 5, 6))
    assert (first.low, first.high, first.mean) == (again.low, again.high, again.mean)
    assert first.low != other.low
    assert "seed 5" in first.how


def test_the_order_of_the_givens_does_not_matter():
    one = SUM.solve(z, {x: "1 +- 0.1", y: "lognormal 1 to 2"}, draws=2000).spread
    two = SUM.solve(z, {y: "lognormal 1 to 2", x: "1 +- 0.1"}, draws=2000).spread
    assert (one.low, one.high, one.budget) == (two.low, two.high, two.budget)


def test_the_budget_of_a_sum_is_what_the_variances_say():
    spread = SUM.solve(z, {x: "100 +- 1", y: "100 +- 2"}, draws=40_000).spread
    assert {item.var: item.share for item in spread.budget} == pytest.approx(
        {x: 0.2, y: 0.8}, abs=0.02
    )
    assert spread.budget[0].var == y


def test_draws_stay_within_the_range_of_their_variable():
    from derive.analysis.uncertainty.sampling import draw
    from derive.results.uncertain import Uncertain

    share = Var("share", within="(0, 1]")
    values = draw(share, Uncertain("normal", 0.5, 1.2), 10_000, 0)
    assert 0 < values.min() < 0.2
    assert 0.99 < values.max() <= 1


# --- intervals ------------------------------------------------------------------------------------


def test_an_interval_gives_an_interval_and_no_middle():
    answer = derive.solve("cost_per_token", {**COST, "gpu_price": "2 to 3 USD/hour/GPU"})
    assert answer.interval == pytest.approx(
        (72 * 2 / 3600 * 20e-3 / 2400, 72 * 3 / 3600 * 20e-3 / 2400)
    )
    assert answer.value is None
    assert answer.spread.method == "interval"
    assert "two corners" in answer.spread.how


@settings(deadline=None, max_examples=10)
@given(st.floats(0.1, 5.0), st.floats(0.1, 5.0), st.floats(0.1, 5.0), st.floats(0.1, 5.0))
def test_an_interval_answer_holds_every_sampled_one(a, width, b, other):
    for system, target in ((PRODUCT, z), (SLOWER, t), (SUM, z)):
        wide = system.solve(
            target, {x: derive.interval(a, a + width), y: derive.interval(b, b + other)}
        )
        drawn = system.solve(
            target, {x: derive.uniform(a, a + width), y: derive.uniform(b, b + other)}, draws=1000
        ).spread
        low, high = wide.interval
        assert low <= drawn.low <= drawn.high <= high


def test_an_interval_through_a_maximum_tells_which_regimes_occur():
    answer = SLOWER.solve(t, {x: "2 to 4", y: "3.2"})
    assert answer.interval == pytest.approx((3.2, 4.0))
    assert {share.name for share in answer.spread.regimes} == {"x ≥ y", "y ≥ x"}
    assert all(share.probability is None for share in answer.spread.regimes)


def test_an_interval_over_a_peak_is_looked_for_within_and_says_so():
    answer = BUMP.solve(z, {x: "0.2 to 3"})
    assert answer.interval == pytest.approx((0.2 / 1.04, 0.5), rel=1e-6)
    assert "looked for" in answer.spread.how


def test_an_interval_from_zero_is_answered_at_zero_too():
    given = {
        "gpus": "72 GPU",
        "hbm_bandwidth": "8 TB/s/GPU",
        "batch_size": "100 sequence",
        "kv_bytes_per_token": "1667 byte/token",
    }
    answer = derive.solve("kv_fetch_time", {**given, "context_length": "0 to 1000 token/sequence"})
    assert answer.interval == pytest.approx((0.0, 100 * 1000 * 1667 / (72 * 8e12)))


def test_an_interval_that_reaches_a_pole_has_no_end_and_is_not_told_by_its_middle():
    rate = Var("rate", within="[0, oo)")
    answer = System([Relation("rate", Eq(z, x / rate))]).solve(z, {x: "1", rate: "0 to 2"})
    assert answer.value is None
    assert answer.interval == pytest.approx((0.5, math.inf))
    assert answer.spread.how == "its ends are where the range of a variable ends"
    assert len(answer.spread.statuses) == 2


def test_what_an_interval_leaves_of_a_flat_answer_is_the_whole_set():
    """Not that at the middles, where x is at most 3 and y says nothing more."""
    answer = SLOWER.solve(x, {t: "2 to 4", y: "2 to 4"})
    assert answer.status == "solved" and answer.interval == pytest.approx((0.0, 4.0))
    assert "at some value of t from 2 to 4 and y from 2 to 4" in str(answer)


def test_both_roots_of_an_interval_are_told_with_all_their_values():
    answer = BUMP.solve(x, {z: "0.3 to 0.4"})
    ends = [(one.low, one.high) for one in answer.intervals]
    assert ends == [pytest.approx((1 / 3, 0.5)), pytest.approx((2.0, 3.0))]


def test_counted_things_that_are_drawn_as_real_numbers_are_told():
    given = {
        "gpus": "uniform 8 to 16 GPU",
        "peak_flops": "1 PFLOP/s/GPU",
        "batch_size": "10 sequence",
        "active_params": "1e9 param",
    }
    assert derive.solve("compute_time", given, draws=1000).warnings == (
        "gpus counts things, and is drawn as a real number",
    )


def test_intervals_beside_distributions_are_refused():
    with pytest.raises(GivenError) as caught:
        derive.solve(
            "cost_per_token",
            {**COST, "gpu_price": "2 to 3 USD/hour/GPU", "step_time": "20 +- 2 ms"},
        )
    assert (
        str(caught.value)
        == "gpu_price: it is an interval and step_time a distribution: an interval says nothing"
        " about what lies within it, so the answer has no percentiles. Write uniform 2 to 3"
        " USD/hour/GPU if every value in it is as likely, or give intervals only."
    )


# --- saying more than is needed -------------------------------------------------------------------


def test_an_uncertain_given_that_overlaps_with_what_follows_is_no_contradiction():
    given = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    assert derive.solve("drain_time", {**given, "drain_time": "14 to 16 ms"}).status == "solved"
    assert (
        derive.solve("drain_time", {**given, "drain_time": "16 to 18 ms"}).status == "contradiction"
    )


def test_uncertain_givens_that_disagree_are_a_contradiction_and_those_that_overlap_are_sampled():
    system = System([Relation("sum", Eq(z, x + y)), Relation("twice", Eq(t, 2 * z))])
    assert system.solve(t, {x: "1 +- 0.1", y: "2", z: "5"}, draws=1000).status == "contradiction"
    answer = system.solve(t, {x: "1 +- 0.1", y: "2", z: "3.05"}, draws=1000)
    assert answer.status == "solved"
    assert answer.number == pytest.approx(6.1)


def test_a_target_that_nothing_else_fixes_is_as_uncertain_as_it_was_given():
    answer = derive.solve("gpu_price", {"gpu_price": "2 to 3 USD/hour/GPU"})
    assert answer.text == "2 USD/hour/GPU to 3 USD/hour/GPU"
    assert (
        derive.solve("gpu_price", {"gpu_price": "lognormal 2 to 3 USD/hour/GPU"}).spread.how
        == "as you gave it"
    )


# --- how well it must be known --------------------------------------------------------------------


def test_the_tolerance_of_a_monomial_is_that_of_its_power():
    needed = {item.var: item for item in PRODUCT.tolerances(z, {x: "3", y: "5"}, 0.10)}
    assert needed[x].alone == pytest.approx(math.sqrt(1.1) - 1, rel=1e-4)
    assert needed[y].alone == pytest.approx(1 - 1 / 1.1, rel=1e-4)
    for sign_x in (-1, 1):
        for sign_y in (-1, 1):
            off = (1 + sign_x * needed[x].together) ** 2 / (1 + sign_y * needed[y].together)
            assert 0.9 - 1e-9 <= off <= 1.1 + 1e-9


def test_a_given_that_does_not_act_may_be_anything_as_long_as_it_does_not():
    needed = {item.var: item for item in SLOWER.tolerances(t, {x: "2", y: "4"}, 0.10)}
    assert needed[y].alone == pytest.approx(0.1, rel=1e-4)
    assert math.isinf(SLOWER.tolerances(t, {x: "1", y: "4"}, 0.10)[-1].alone)


def test_a_given_that_acts_weakly_may_be_anything_alone_but_not_together_with_the_others():
    needed = {item.var: item for item in SUM.tolerances(z, {x: "100", y: "9"}, 0.10)}
    assert math.isinf(needed[y].alone)
    assert 100 * needed[x].together + 9 * needed[y].together == pytest.approx(10.9, rel=1e-4)


def test_tolerances_of_many_givens_hold_at_the_worst_corner():
    many = [Var(f"a{k}") for k in range(9)]
    product = many[0]
    for k, var in enumerate(many[1:], 1):
        product = product * var ** (-1) ** k
    system = System([Relation("many", Eq(z, product))])
    needed = system.tolerances(z, dict.fromkeys(many, "2"), 0.10)
    worst = math.prod(
        1 / (1 - item.together) if item.var.name in ("a1", "a3", "a5", "a7") else 1 + item.together
        for item in needed
    )
    assert worst == pytest.approx(1.1, rel=1e-4)


def test_tolerances_hold_in_the_draws():
    needed = {item.var: item.together for item in SUM.tolerances(z, {x: "3", y: "1"}, 0.10)}
    low = {
        x: derive.uniform(3 * (1 - needed[x]), 3 * (1 + needed[x])),
        y: derive.uniform(1 - needed[y], 1 + needed[y]),
    }
    spread = SUM.solve(z, low, draws=2000).spread
    assert 3.6 <= spread.low <= spread.high <= 4.4


def test_a_spread_tells_its_tolerances():
    answer = PRODUCT.solve(z, {x: "lognormal 1 to 2", y: "3"})
    assert [item.var for item in answer.spread.tolerances(0.05)] == [x, y]


def test_a_share_that_is_none_is_refused():
    with pytest.raises(GivenError, match="within: 10 is not a share between 0 and 1"):
        derive.tolerances(
            "drain_time", {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}, 10
        )


# --- what people see ------------------------------------------------------------------------------


def test_an_answer_prints_its_spread_and_where_the_derivation_stands():
    text = str(
        derive.solve(
            "kv_bytes_per_token", {**CLIFF, "active_params": "lognormal 5e10 to 2e11 param"}
        )
    )
    assert "90 % between 800 byte/token and 3.2 kB/token" in text
    assert "The numbers in the derivation are those at the medians" in text
    assert "given, as lognormal 50e9 to" in text


def test_a_question_that_needs_one_value_refuses_a_range():
    from derive.solving.givens import read_givens

    with pytest.raises(GivenError) as caught:
        read_givens({x: "2 to 3"}, SUM.vocabulary)
    assert (
        str(caught.value)
        == "x: “2 to 3” is a range, and one value is needed here. Write for example 8."
    )


@pytest.mark.parametrize("option", [{"draws": 10}, {"draws": 10**9}, {"seed": -1}])
def test_draws_and_seeds_that_cannot_be_are_refused(option):
    with pytest.raises(GivenError, match=r"draws|seed"):
        SUM.solve(z, {x: "1 +- 0.1", y: "2"}, **option)


# --- where exactness ends -------------------------------------------------------------------------


def test_a_constraint_that_does_not_depend_on_what_is_uncertain_leaves_the_answer_exact():
    given = {
        **COST,
        **{name: RACK[name] for name in ("total_params", "bytes_per_param")},
        "hbm_capacity": "186 GB/GPU",
    }
    answer = derive.solve("cost_per_token", {**given, "gpu_price": "lognormal 2 to 3 USD/hour/GPU"})
    assert any(judged.concerns for judged in answer.constraints)
    assert answer.spread.method == "exact"


def test_a_constraint_that_some_draws_fail_is_told_with_its_share():
    given = {
        **COST,
        "bytes_per_param": "1 byte/param",
        "hbm_capacity": "100 GB/GPU",
        "total_params": "uniform 6e12 to 8e12 param",
    }
    answer = derive.solve(
        "weight_fetch_time", {**given, "hbm_bandwidth": "8 TB/s/GPU"}, draws=20_000
    )
    shares = {share.name: share.probability for share in answer.spread.statuses}
    assert shares == pytest.approx({"solved": 0.6, "infeasible": 0.4}, abs=0.01)


def test_givens_beyond_what_is_needed_are_told_and_left_out_of_the_spread():
    system = System([Relation("sum", Eq(z, x + y)), Relation("twice", Eq(t, 2 * z))])
    answer = system.solve(t, {x: "1 +- 0.1", y: "2", z: "3.05 +- 0.1"}, draws=1000)
    assert ends(answer) == pytest.approx((6.1 - 0.33, 6.1 + 0.33), abs=0.03)
    assert answer.warnings == (
        (
            "the givens say more than is needed: x and y overlap with what follows from the others,"
            " and the answer is told without"
        ),
    )


def test_givens_that_are_all_needed_and_tied_to_each_other_cannot_be_drawn_one_by_one():
    system = System([Relation("sum", Eq(z, x + y)), Relation("all", Eq(t, x * y * z))])
    with pytest.raises(GivenError) as caught:
        system.solve(t, {x: "1 +- 0.01", y: "2", z: "3"})
    assert (
        str(caught.value)
        == "x: sum ties it to y, z, so it cannot be drawn by itself. Leave one of them out."
    )


@pytest.mark.slow
def test_where_draws_have_to_be_answered_one_by_one_there_are_few_and_the_spread_says_so():
    system = System([Relation("no rule undoes it", Eq(y, x + sympy.log(x)))])
    spread = system.solve(x, {y: "uniform 1 to 3"}).spread
    assert spread.draws < 1000
    assert "one by one" in spread.how
    assert 1.0 < spread.low < spread.high < 2.21


def test_a_share_that_reaches_its_end_is_drawn_as_fast_as_any():
    share = Var("share", within="(0, 1]")
    system = System([Relation("used", Eq(share, x / Max(x, y)))])
    spread = system.solve(share, {x: "uniform 1 to 3", y: "2"}).spread
    assert (spread.draws, spread.high) == (100_000, 1.0)


@pytest.mark.slow
def test_two_values_are_a_share_of_their_own():
    real = Var("shift", within="(-oo, oo)")
    square = System([Relation("square", Eq(z, real**2))])
    answer = square.solve(real, {z: "uniform 1 to 4"}, draws=1000)
    assert {share.name for share in answer.spread.statuses} == {"with several values"}


@settings(deadline=None, max_examples=8)
@given(st.floats(1.0, 10.0), st.floats(0.2, 3.0))
def test_regimes_and_statuses_of_an_inverted_question_each_sum_to_one(start, width):
    answer = derive.solve(
        "batch_size",
        {**RACK, "step_time": derive.uniform(f"{start / 2} ms", f"{(start + width)} ms")},
        draws=2000,
    )
    if answer.spread.regimes:
        assert sum(share.probability for share in answer.spread.regimes) == pytest.approx(1.0)
    assert sum(share.probability for share in answer.spread.statuses) == pytest.approx(1.0)


@pytest.mark.parametrize("suffix", ["markdown", "latex", "html"])
def test_every_writer_prints_how_sure_an_answer_is(suffix):
    from derive.rendering.formats import html, latex, markdown
    from derive.rendering.layouts.answer import answer_document

    answer = SLOWER.solve(t, {x: "uniform 2 to 4", y: "3.2"}, draws=1000)
    writer = {"markdown": markdown, "latex": latex, "html": html}[suffix]
    assert "How sure" in writer.write(answer_document(answer))


def test_an_uncertain_value_around_zero_is_not_taken_for_an_exact_zero():
    c, d, e = (Var(name, within="(-oo, oo)") for name in "cde")
    square = System([Relation("square", Eq(d, c**2 + e))])
    assert ends(square.solve(d, {c: "-1 to 1", e: "1"})) == (pytest.approx(1, abs=1e-6), 2)
    drawn = square.solve(d, {c: "0 +- 1", e: "1"}).spread
    assert drawn.median == pytest.approx(
        1.4549, rel=0.02
    )  # the median of chi squared with one degree of freedom, and 1
    assert drawn.high == pytest.approx(1 + 3.8415, rel=0.02)
    line = System([Relation("line", Eq(d, c * e))])
    assert ends(line.solve(d, {c: "-1 to 1", e: "2"})) == (-2, 2)


@pytest.mark.parametrize(
    ("time", "status"), [("0.1 to 0.9 ms", "solved"), ("uniform 0.1 to 0.9 ms", "unreachable")]
)
def test_an_uncertain_value_beyond_a_bound_is_not_said_to_be_the_bound_to_its_last_digit(
    time, status
):
    """Of an interval the part that fits is left."""
    answer = derive.solve("batch_size", {**RACK, "step_time": time})
    assert answer.status == status
    assert not any("last digit" in line for line in answer.warnings)
    cut = any(line.startswith("the other givens leave 694.4 to 900 µs") for line in answer.warnings)
    shares = {share.name for share in answer.spread.statuses}
    assert shares == ({"unreachable", "solved"} if status == "unreachable" else {"solved"})
    assert cut == (status == "solved")


def test_what_does_not_depend_on_an_uncertain_given_has_no_spread():
    whole = {**RACK, "batch_size": "2400 sequence"}
    for price in ("2 to 3 USD/hour/GPU", "lognormal 2 to 3 USD/hour/GPU"):
        answer = derive.solve("step_time", {**whole, "gpu_price": price})
        assert answer.spread is None
        assert answer.number == derive.solve("step_time", whole).number
    kept = derive.solve(
        "weight_bytes",
        {
            "total_params": "671e9 param",
            "bytes_per_param": "1 byte/param",
            "gpus": "8 GPU",
            "hbm_capacity": "80 to 90 GB/GPU",
        },
    )
    assert {share.name for share in kept.spread.statuses} == {"solved", "infeasible"}


@pytest.mark.parametrize("given", ["1 to 2", "uniform 1 to 2"])
def test_an_answer_that_no_draw_moves_is_one_value(given):
    answer = SLOWER.solve(t, {x: given, y: "3"})
    assert (answer.number, answer.interval, answer.spread.range_text) == (3, None, "always 3")
    shown = str(answer).replace("those at the medians", "").replace("This is at the medians", "")
    assert "at the medians" not in shown


@pytest.mark.parametrize("known", [{x: "4", y: "3"}, {x: "uniform 2 to 4", y: "3"}])
def test_a_number_of_draws_that_is_none_is_refused_whether_any_are_drawn_or_not(known):
    with pytest.raises(GivenError, match="number of draws"):
        SLOWER.solve(t, known, draws=-5)
    with pytest.raises(GivenError, match="no seed"):
        SLOWER.solve(t, known, seed=-1)
