"""Optimise: held against brute force on fine grids, and against what can be worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import derive
from derive import AtMost, Constraint, Eq, Max, Min, Relation, System, Var
from derive.errors import GivenError, MissingExtra, UnknownName
from derive.results.optimum import Optimum
from tests.sampling import sampled

RACK = {
    "active_params": "100e9 param", "total_params": "800e9 param",
    "bytes_per_param": "0.5 byte/param", "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "10 PFLOP/s/GPU", "hbm_capacity": "192 GB/GPU", "gpu_price": "3 USD/hour/GPU",
}  # fmt: skip
CACHE = {"kv_bytes_per_token": "1667 byte/token", "kv_bytes_stored_per_token": "1667 byte/token"}
SHORT = {**RACK, "gpus": "72 GPU", "context_length": "0 token/sequence"}
LONG = {**RACK, **CACHE, "gpus": "72 GPU", "context_length": "150e3 token/sequence"}
FEW = sampled(4)


def without(known: dict[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in known.items() if name not in names}


def own(*equations: sympy.Eq) -> System:
    return System([Relation(f"r{k}", equation) for k, equation in enumerate(equations)])


def test_a_choice_that_contradicts_at_its_first_value_is_searched_further() -> None:
    """The load of one server is above one, that of twelve is below the limit."""
    load = Var("load", "1", "share of a server's time", within="[0, 1)")
    work, cost = Var("work", "1", "servers' worth of work"), Var("cost", "USD", "rent")
    count, rent = Var("count", "1", "servers", whole=True), Var("rent", "USD", "of one")
    system = own(Eq(load, work / count), Eq(cost, rent * count))
    known = {"work": "10", "rent": "2 USD"}
    found = system.optimise("cost", known, over="count", subject_to=["load <= 0.9"])
    assert found.whole_value == 24.0


def test_a_constraint_limits_the_free_variable_on_which_its_sides_depend() -> None:
    count, load, size = Var("count", "1", whole=True), Var("load", "W"), Var("size", "W")
    one, cost, price = Var("one", "W"), Var("cost", "USD"), Var("price", "USD/W")
    system = System(
        [Relation("load", Eq(load, count * one)), Relation("cost", Eq(cost, load * price))],
        [Constraint("large_enough", AtMost(load, size))],
    )
    known = {"one": "8 W", "size": "1020 W", "price": "2 USD/W"}
    for objective, most in (("count", 127), ("load", 127 * 8), ("cost", 127 * 16)):
        found = system.optimise(objective, known, over="count", sense="max")
        assert (found.status, found.whole_value) == ("solved", most)


# --- the flat set, in every direction -------------------------------------------------------------


def test_every_batch_above_the_balance_batch_is_equally_cheap() -> None:
    found = derive.optimise("cost_per_token", SHORT, over="batch_size")
    decision = found.decision("batch_size")
    assert found.status == "solved"
    assert decision.span == pytest.approx((2500.0, math.inf))
    assert decision.value is None
    assert found.reasons == ("at the boundary compute_time = memory_time",)
    assert found.value == pytest.approx(derive.solve("floor_cost_per_token", SHORT).number)


def test_a_limit_cuts_the_flat_set_short() -> None:
    found = derive.optimise(
        "cost_per_token", SHORT, over="batch_size", subject_to=["step_time <= 25 ms"]
    )
    assert found.decision("batch_size").span == pytest.approx((2500.0, 90_000.0))
    assert found.binding == ()


@pytest.mark.slow
def test_a_flat_set_over_two_variables_is_told_for_both() -> None:
    found = derive.optimise(
        "cost_per_token",
        without(SHORT, "gpus"),
        over={"batch_size": "1 to 5000 sequence", "gpus": "4 GPU to 72 GPU"},
    )
    assert found.decision("batch_size").span == pytest.approx((2500.0, 5000.0))
    assert found.decision("gpus").span == pytest.approx((4.0, 72.0))


def test_two_separate_optima_are_both_told() -> None:
    u, y = Var("u"), Var("y")
    found = own(Eq(y, sympy.Piecewise((u, u < 2), (5 - u, True)))).optimise(
        "y", {}, over={"u": "1 to 4"}
    )
    assert [found.decision("u").at, *(x for (x,) in found.equals)] == pytest.approx([1.0, 4.0])


def test_a_value_that_only_a_ratio_sets_is_said_to_be_the_same_along_it() -> None:
    u, w, y = Var("u"), Var("w"), Var("y")
    found = own(Eq(y, u / w + w / u)).optimise("y", {}, over={"u": "1 to 9", "w": "1 to 9"})
    assert found.value == pytest.approx(2.0)
    assert any("u grows and w grows by one factor" in warning for warning in found.warnings)


# --- where it sits --------------------------------------------------------------------------------


def test_the_binding_limit_is_named_with_its_derivation() -> None:
    found = derive.optimise(
        "cost_per_token", LONG, over="batch_size", subject_to=["step_time <= 20 ms"]
    )
    assert found.reasons == ("step_time ≤ 20 ms binds",)
    assert found.decision("batch_size").at == pytest.approx(
        (20e-3 * 72 * 8e12 - 400e9) / (150e3 * 1667)
    )
    (route,) = found.routes
    assert route.derivation.verified and [step.rule for step in route.derivation][-1] == "evaluate"


def test_the_memory_binds_as_solve_judges_it() -> None:
    found = derive.optimise("cost_per_token", LONG, over="batch_size")
    assert found.reasons == ("weights_and_cache_fit binds",)
    assert found.answer is not None and found.answer.status == "solved"
    judged = {constraint.name for constraint in found.answer.constraints}
    assert {"weights_fit", "weights_and_cache_fit"} <= judged
    more = derive.solve(
        "cost_per_token",
        {**LONG, "batch_size": f"{found.decision('batch_size').at * 1.001} sequence"},
    )
    assert more.status == "infeasible"


@pytest.mark.slow
def test_a_stationary_point_is_the_theorem_of_the_compute_optimal_model() -> None:
    law = {
        "irreducible_loss": "1.69 nat/token", "param_loss_scale": "406.4 nat/token",
        "param_loss_exponent": "0.34", "token_loss_scale": "410.7 nat/token",
        "token_loss_exponent": "0.28",
    }  # fmt: skip
    alone = derive.optimise("loss", {**law, "training_flops": "1e24 FLOP"}, over="active_params")
    both = derive.optimise(
        "loss",
        law,
        over=["active_params", "training_tokens"],
        subject_to="training_flops <= 1e24 FLOP",
    )
    best = derive.solve("optimal_params", {**law, "training_flops": "1e24 FLOP"}).number
    assert alone.decision("active_params").at == pytest.approx(best, rel=1e-9)
    assert both.decision("active_params").at == pytest.approx(best, rel=1e-9)
    assert not alone.numeric and not both.numeric
    assert "stationary point" in alone.reasons[0]
    assert alone.routes[0].derivation.verified


@pytest.mark.parametrize(("p", "q"), [("1", "1"), ("0.7", "1.3"), ("2", "0.5")])
def test_two_costs_stand_in_the_inverse_ratio_of_their_exponents_as_the_theorem_says(
    p: str, q: str
) -> None:
    x, a, b, falls, rises = Var("x"), Var("a", "USD"), Var("b", "USD"), Var("falls"), Var("rises")
    falling, rising, total = Var("falling", "USD"), Var("rising", "USD"), Var("total", "USD")
    system = own(Eq(falling, a / x**falls), Eq(rising, b * x**rises), Eq(total, falling + rising))
    known = {"a": "5 USD", "b": "3 USD", "falls": p, "rises": q}
    found = system.optimise("total", known, over="x")
    at = found.decision("x").at
    theorem = {
        "falling_scale": "5 USD",
        "rising_scale": "3 USD",
        "falling_exponent": p,
        "rising_exponent": q,
    }
    ratio = (
        system.solve("falling", {**known, "x": str(at)}).number
        / system.solve("rising", {**known, "x": str(at)}).number
    )
    assert ratio == pytest.approx(derive.solve("best_cost_ratio", theorem).number, rel=1e-9)
    assert at == pytest.approx(derive.solve("best_choice", theorem).number, rel=1e-9)
    assert found.value == pytest.approx(derive.solve("least_total_cost", theorem).number, rel=1e-9)
    equal = (5 / 3) ** (1 / (float(p) + float(q)))
    assert (5 / equal ** float(p) + 3 * equal ** float(q)) / found.value == pytest.approx(
        derive.solve("equal_split_penalty", theorem).number, rel=1e-9
    )


def test_a_rounded_objective_is_least_at_a_jump() -> None:
    u, y = Var("u"), Var("y")
    found = own(Eq(y, sympy.ceiling(u / 3) + 10 / u)).optimise("y", {}, over={"u": "1 to 20"})
    assert (found.decision("u").at, found.value) == pytest.approx((6.0, 2 + 10 / 6))
    assert found.reasons == ("u/3 is just 2",)


def test_boundaries_in_two_variables_meet_in_a_corner() -> None:
    u, w, y = Var("u"), Var("w"), Var("y")
    found = own(Eq(y, Max(u, 4 / u) + Max(w, 9 / w))).optimise("y", {}, over=["u", "w"])
    assert [d.at for d in found.decisions] == pytest.approx([2.0, 3.0])


# --- what is not reached, runs away, or cannot be -------------------------------------------------


def test_a_cost_that_falls_towards_a_floor_is_said_to_approach_it() -> None:
    given = {
        **RACK,
        "gpus": "72 GPU",
        "context_length": "20e3 token/sequence",
        "kv_bytes_per_token": "40e3 byte/token",
    }
    system = System(
        derive.library_system().relations, variables=derive.library_system().variables
    )  # no memory to fill
    found = system.optimise("cost_per_token", given, over="batch_size")
    assert (found.status, found.attained) == ("solved", False)
    assert found.approach == "approached as batch_size grows, not reached"
    assert found.value == pytest.approx(3 / 3600 * 20e3 * 40e3 / 8e12)
    assert found.decision("batch_size").at is None


def test_two_variables_that_run_away_together_are_both_named() -> None:
    u, w, y = Var("u"), Var("w"), Var("y")
    found = own(Eq(y, 1 / u + 1 / w)).optimise("y", {}, over=["u", "w"])
    assert (found.value, found.attained, found.approach) == (
        0.0,
        False,
        "approached as u grows and w grows, not reached",
    )


def test_an_objective_without_bound_names_the_direction() -> None:
    found = derive.optimise("step_time", SHORT, over="batch_size", sense="max")
    assert (found.status, found.exit_code, found.value) == ("unbounded", 1, None)
    assert found.approach == "step_time grows without end as batch_size grows"


def test_an_infeasible_limit_is_told_with_the_best_that_can_be_had() -> None:
    found = derive.optimise(
        "cost_per_token",
        SHORT,
        over="batch_size",
        subject_to=["step_time <= 0.5 ms", "throughput >= 1 token/s"],
    )
    assert (found.status, found.exit_code) == ("infeasible", 1)
    (reach,) = found.reaches
    assert reach.name == "step_time ≤ 500 µs"
    assert reach.reached == pytest.approx(800e9 * 0.5 / (72 * 8e12))


@pytest.mark.slow
def test_the_smallest_set_of_limits_that_exclude_each_other_is_named_and_no_more() -> None:
    limits = ["step_time <= 5 ms", "throughput >= 200e3 token/s", "batch_size <= 1e6 sequence"]
    found = derive.optimise("cost_per_token", LONG, over="batch_size", subject_to=limits)
    assert [reach.name for reach in found.reaches] == [
        "step_time ≤ 5 ms",
        "throughput ≥ 200,000 token/s",
    ] or found.status == "solved"
    tight = derive.optimise(
        "cost_per_token",
        LONG,
        over="batch_size",
        subject_to=["step_time <= 1 ms", "throughput >= 1e6 token/s", *limits[2:]],
    )
    assert [reach.name for reach in tight.reaches] == [
        "step_time ≤ 1 ms",
        "throughput ≥ 1e6 token/s",
    ]
    best = derive.solve("throughput", {**LONG, "step_time": "1 ms"}).number
    assert tight.reaches[1].reached == pytest.approx(best)


@pytest.mark.slow
def test_a_missing_price_is_named() -> None:
    found = derive.optimise("cost_per_token", without(LONG, "gpu_price"), over="batch_size")
    assert (found.status, found.exit_code) == ("underdetermined", 3)
    assert found.answer is not None and ("gpu_price",) in found.answer.missing


# --- whole numbers --------------------------------------------------------------------------------


def test_the_fewest_gpus_that_fit_are_counted_up() -> None:
    known = {**without(LONG, "gpus"), "batch_size": "1000 sequence"}
    found = derive.optimise(
        "gpus", known, over={"gpus": "1 GPU to 72 GPU"}, subject_to=["step_time <= 20 ms"]
    )
    need = max(
        (400e9 + 1000 * 150e3 * 1667) / 192e9, (400e9 + 1000 * 150e3 * 1667) / (8e12 * 20e-3)
    )
    assert found.decision("gpus").at == pytest.approx(need)
    assert found.decision("gpus").whole == math.ceil(need)


@FEW
@given(st.floats(2, 60), st.floats(0.3, 3.0), st.integers(5, 40))
@pytest.mark.slow
def test_whole_optima_are_those_of_trying_every_whole_number(
    scale: float, power: float, most: int
) -> None:
    n, y, c, e = Var("n", "GPU", whole=True), Var("y"), Var("c", "GPU"), Var("e")
    one = Var("one", "GPU", convention="1 GPU")
    system = own(Eq(y, (n / c) ** e + c / n + sympy.Rational(1, 7) * n / one))
    found = system.optimise(
        "y", {"c": f"{scale!r} GPU", "e": repr(power)}, over={"n": f"1 GPU to {most} GPU"}
    )
    tried = {k: (k / scale) ** power + scale / k + k / 7 for k in range(1, most + 1)}
    assert found.whole_value == pytest.approx(min(tried.values()), rel=1e-9)
    assert tried[int(found.decision("n").whole or 0)] == pytest.approx(
        min(tried.values()), rel=1e-9
    )


def test_an_optimum_just_below_a_whole_number_is_not_written_as_that_number() -> None:
    """115.97 beside the 115 of whole numbers; with four digits it was 116."""
    size, most = Var("size", "1", "of all", whole=True), Var("most", "1", "allowed")
    system = own(Eq(most, 3 * size))
    found = system.optimise(
        "size", {}, over={"size": "1 to 1000"}, subject_to=["most <= 347.91"], sense="max"
    )
    assert found.whole_value == 115.0
    assert found.decision("size").text == "115.97"
    assert "size = 115.97; in whole numbers 115" in str(found)


@pytest.mark.slow
def test_whole_numbers_of_two_variables_are_those_of_trying_all_pairs() -> None:
    known = {**without(LONG, "gpus"), "context_length": "900e3 token/sequence"}
    found = derive.optimise(
        "cost_per_token",
        known,
        over={"batch_size": "1 to 40 sequence", "gpus": "3 to 12 GPU"},
        subject_to="step_time <= 25 ms",
    )
    pairs = [(roofline(b, g, 900e3), b, g) for b in range(1, 41) for g in range(3, 13)]
    cost, b, g = min((r["cost"], b, g) for r, b, g in pairs if r["fits"] and r["step"] <= 25e-3)
    assert found.whole_value == pytest.approx(cost)
    assert (found.decision("batch_size").whole, found.decision("gpus").whole) == (b, g)


@pytest.mark.parametrize("rounded", [False, True])
def test_whole_numbers_of_a_long_inner_range_are_those_of_trying_all_pairs(rounded: bool) -> None:
    """Of a range of more numbers than all tried for each of another, those beside the cuts, and all
    of them where something is rounded."""
    boxes, shelves, bill = Var("boxes_", whole=True), Var("shelves_", whole=True), Var("bill_")
    levels = sympy.ceiling(boxes / shelves) if rounded else boxes / shelves
    formula = levels * shelves - (boxes if rounded else 0) + 70 * shelves / boxes + 2.3
    found = System([Relation("of_boxes", Eq(bill, formula))]).optimise(
        bill, {}, over={boxes: "7 to 99", shelves: "2 to 9"}
    )
    tried = sympy.lambdify((boxes, shelves), formula, "math")
    least = min(tried(n, m) for n in range(7, 100) for m in range(2, 10))
    assert found.whole_value == pytest.approx(least, rel=1e-9)


# --- against brute force --------------------------------------------------------------------------


def roofline(batch: float, gpus: float, context: float, kv: float = 1667.0) -> dict[str, float]:
    """Step, cost and fit by plain arithmetic."""
    compute = 2 * batch * 100e9 / (gpus * 10e15)
    memory = (400e9 + batch * context * kv) / (gpus * 8e12)
    step = max(compute, memory)
    return {
        "step": step,
        "cost": 3 / 3600 * gpus * step / batch,
        "fits": 400e9 + batch * context * kv <= gpus * 192e9 * (1 + 1e-9),
    }


@FEW
@given(st.floats(1e3, 1e6), st.floats(1.0, 60.0), st.integers(4, 72))
@pytest.mark.slow
def test_the_cheapest_batch_is_that_of_a_fine_grid(
    context: float, milliseconds: float, gpus: int
) -> None:
    known = {
        **RACK,
        **CACHE,
        "gpus": f"{gpus} GPU",
        "context_length": f"{context!r} token/sequence",
    }
    found = derive.optimise(
        "cost_per_token",
        known,
        over={"batch_size": "1 to 1e6 sequence"},
        subject_to=f"step_time <= {milliseconds!r} ms",
    )
    grid = [10 ** (6 * k / 6000) for k in range(6001)]
    tried = [
        (r["cost"], b)
        for b in grid
        for r in [roofline(b, gpus, context)]
        if r["fits"] and r["step"] <= milliseconds * 1e-3 * (1 + 1e-9)
    ]
    assert (found.status == "solved") == bool(tried)
    if tried:
        best = min(tried)[0]
        assert found.value <= best * (1 + 1e-9)
        assert found.value == pytest.approx(best, rel=5e-3)
        at = roofline(found.decisions[0].at, gpus, context)
        assert at["fits"] and at["step"] <= milliseconds * 1e-3 * (1 + 1e-6)
        assert at["cost"] == pytest.approx(found.value, rel=1e-9)


@pytest.mark.slow
@sampled(1)
@given(st.floats(2e5, 2e6), st.floats(2.0, 20.0))
def test_the_cheapest_batch_and_gpus_are_those_of_a_grid(
    context: float, milliseconds: float
) -> None:
    known = {**RACK, **CACHE, "context_length": f"{context!r} token/sequence"}
    choices = {"batch_size": "1 to 4096 sequence", "hbm_bandwidth": "2 to 10 TB/s/GPU"}
    given_ = {**without(known, "hbm_bandwidth"), "gpus": "16 GPU"}
    found = derive.optimise(
        "throughput",
        given_,
        over=choices,
        subject_to=f"step_time <= {milliseconds!r} ms",
        sense="max",
    )
    tried = []
    for i in range(200):
        for j in range(40):
            b, w = 4096 ** (i / 199), 2e12 * 5 ** (j / 39)
            step = max(2 * b * 100e9 / (16 * 10e15), (400e9 + b * context * 1667) / (16 * w))
            if 400e9 + b * context * 1667 <= 16 * 192e9 and step <= milliseconds * 1e-3:
                tried.append(b / step)
    assert found.status == "solved" or not tried
    if tried:
        assert found.value >= max(tried) * (1 - 1e-9)
        assert found.value == pytest.approx(max(tried), rel=0.06)


@FEW
@given(st.tuples(*[st.floats(0.2, 5.0)] * 4), st.tuples(*[st.floats(0.3, 2.5)] * 2))
@pytest.mark.slow
def test_smooth_sums_of_powers_are_least_where_a_fine_grid_is(
    scales: tuple[float, ...], powers: tuple[float, ...]
) -> None:
    x, y = Var("x"), Var("y")
    a, b, c, d = (sympy.Float(s) for s in scales)
    p, q = (sympy.Rational(round(10 * s), 10) for s in powers)
    system = own(Eq(y, Max(a * x**p + b / x**q, c * x + d)))
    found = system.optimise("y", {}, over={"x": "0.01 to 100"})
    grid = [10 ** (-2 + 4 * k / 20000) for k in range(20001)]
    tried = min(
        max(scales[0] * t ** float(p) + scales[1] / t ** float(q), scales[2] * t + scales[3])
        for t in grid
    )
    assert found.value <= tried * (1 + 1e-9)
    assert found.value == pytest.approx(tried, rel=1e-3)


# --- shadow prices --------------------------------------------------------------------------------


def price_by_differences(
    objective: str,
    known: dict[str, str],
    over: object,
    limit: tuple[str, float, str],
    others: tuple[str, ...],
    sense: str,
) -> float:
    name, size, unit = limit
    limits = [[f"{name} {size * share!r} {unit}", *others] for share in (1.001, 0.999)]
    ends = [
        derive.optimise(objective, known, over=over, subject_to=limit, sense=sense).value
        for limit in limits
    ]
    return (ends[0] - ends[1]) / (0.002 * size)


@pytest.mark.parametrize("milliseconds", [2.0, 8.0, 20.0])
def test_shadow_prices_are_those_of_moving_the_limit(milliseconds: float) -> None:
    found = derive.optimise(
        "cost_per_token", LONG, over="batch_size", subject_to=f"step_time <= {milliseconds} ms"
    )
    (binding,) = found.binding
    moved = price_by_differences(
        "cost_per_token", LONG, "batch_size", ("step_time <=", milliseconds, "ms"), (), "min"
    )
    assert binding.price == pytest.approx(moved * 1e3, rel=1e-4)
    assert binding.elasticity == pytest.approx(binding.price * binding.limit / found.value)


def test_the_price_of_memory_is_that_of_larger_memory() -> None:
    found = derive.optimise("cost_per_token", LONG, over="batch_size")
    (binding,) = found.binding
    ends = [
        derive.optimise(
            "cost_per_token", {**LONG, "hbm_capacity": f"{192 * share} GB/GPU"}, over="batch_size"
        ).value
        for share in (1.001, 0.999)
    ]
    assert binding.name == "weights_and_cache_fit"
    assert binding.price == pytest.approx((ends[0] - ends[1]) / (0.002 * 72 * 192e9), rel=1e-4)


def test_the_price_of_compute_follows_along_the_optimum_of_two_variables() -> None:
    u, w, y, z = Var("u"), Var("w"), Var("y"), Var("z")
    found = own(Eq(y, u * w), Eq(z, u + 2 * w)).optimise(
        "y", {}, over=["u", "w"], subject_to=["z <= 4"], sense="max"
    )
    assert (found.value, [d.at for d in found.decisions]) == (
        pytest.approx(2.0),
        pytest.approx([2.0, 1.0]),
    )
    assert found.binding[0].price == pytest.approx(1.0, rel=1e-6)  # y = z²/8


# --- asking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"over": "batch_siz"}, UnknownName, "Did you mean batch_size"),
        ({"over": []}, GivenError, "0 variables to choose"),
        ({"over": ["batch_size", "B"]}, GivenError, "named twice"),
        ({"over": {"batch_size": "9 to 3 sequence"}}, GivenError, "larger end first"),
        ({"over": {"batch_size": "from 3"}}, GivenError, "is not a range"),
        ({"over": {"batch_size": "3 to 8 furlong"}}, GivenError, "there is no unit “furlong”"),
        ({"over": {"batch_size": "1 GPU to 72 GPU"}}, GivenError, "has the dimension GPU"),
        ({"over": "gpus"}, GivenError, "it is given, and it is also what to choose"),
        ({"over": "batch_size", "sense": "best"}, GivenError, 'sense="min"'),
        (
            {"over": "batch_size", "subject_to": "step_time = 25 ms"},
            GivenError,
            "state it as a given",
        ),
        ({"over": "batch_size", "subject_to": "step_time 25 ms"}, GivenError, "has no sign"),
        (
            {"over": "batch_size", "subject_to": "1 ms <= step_time <= 25 ms"},
            GivenError,
            "more than one sign",
        ),
        (
            {"over": "batch_size", "subject_to": "step_time <= 25 GB"},
            GivenError,
            "step_time: “25 GB” has the dimension",
        ),
        ({"over": "batch_size", "subject_to": "step_tim <= 25 ms"}, UnknownName, "step_time"),
        ({"over": "batch_size", "subject_to": "25 ms >= step_time"}, GivenError, "stands first"),
    ],
)
def test_what_cannot_be_asked_is_said_with_the_mend(
    options: dict[str, object], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind) as caught:
        derive.optimise("cost_per_token", LONG, **options)
    assert words in str(caught.value)


def test_a_free_variable_that_the_givens_fix_is_refused() -> None:
    with pytest.raises(GivenError, match="nothing is left to choose"):
        derive.optimise("cost_per_token", {**LONG, "step_time": "20 ms"}, over="batch_size")
    with pytest.raises(GivenError, match="nothing is left to choose"):
        derive.optimise(
            "cost_per_token",
            {**without(LONG, "gpus"), "domain_bandwidth": "576 TB/s"},
            over={"gpus": "1 to 72 GPU"},
        )


def test_below_zero_a_stated_range_is_searched_and_an_endless_one_is_refused() -> None:
    x, y = Var("x", within="(-oo, oo)"), Var("y", within="(-oo, oo)")
    system = own(Eq(y, x**2 - 2 * x + 5))
    assert system.optimise("y", {}, over={"x": "-3 to 3"}).text == "least 4 at x = 1"
    assert system.optimise("y", {}, over={"x": "-3 to 3"}, sense="max").text == "most 20 at x = -3"
    with pytest.raises(GivenError, match="no lower end"):
        system.optimise("y", {}, over="x")


def test_without_scipy_only_what_needs_it_fails_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert derive.optimise("cost_per_token", LONG, over="batch_size").status == "solved"
    u, w, y = Var("u"), Var("w"), Var("y")
    hard = own(Eq(y, sympy.exp(u * w) / (u * w) + u + sympy.log(w) ** 2 + w / u))
    with pytest.raises(MissingExtra, match="scipy"):
        hard.optimise("y", {}, over={"u": "0.1 to 10", "w": "0.1 to 10"})


@pytest.mark.slow
def test_what_no_equality_fixes_is_found_numerically_and_says_so() -> None:
    pytest.importorskip("scipy")
    u, w, y = Var("u"), Var("w"), Var("y")
    hard = own(Eq(y, sympy.exp(u * w) / (u * w) + u + sympy.log(w) ** 2 + w / u))
    found = hard.optimise("y", {}, over={"u": "0.1 to 10", "w": "0.1 to 10"})
    grid = [0.1 * 100 ** (k / 400) for k in range(401)]
    tried = min(
        math.exp(a * b) / (a * b) + a + math.log(b) ** 2 + b / a
        for a in grid
        for b in grid
        if a * b < 50
    )
    assert found.numeric
    assert found.value <= tried * (1 + 1e-9)
    assert found.value == pytest.approx(tried, rel=1e-3)


def test_the_same_question_has_the_same_answer() -> None:
    def told() -> tuple[object, ...]:
        found: Optimum = derive.optimise(
            "cost_per_token", LONG, over="batch_size", subject_to="step_time <= 20 ms"
        )
        return (
            found.text,
            found.reasons,
            found.checked,
            [repr(step.equation) for route in found.routes for step in route.derivation],
        )

    assert told() == told()


@pytest.mark.parametrize(
    ("right", "sense", "place"),
    [(lambda x, a: 1 / (a - x), "max", "1.3"), (lambda x, a: 1 / (a - x) ** 2, "max", "1.3")],
)
def test_a_pole_is_no_value_however_large(right, sense: str, place: str) -> None:
    """At the end of where the objective is in range, and with both sides of it in range."""
    x, y, a = Var("x"), Var("y"), Var("a")
    found = own(Eq(y, right(x, a))).optimise("y", {"a": place}, over={"x": "0.1 to 2"}, sense=sense)
    assert (found.status, found.value, found.text) == (
        "unbounded",
        None,
        f"y grows without end as x comes to {place}",
    )


def test_of_a_pole_with_two_signs_each_sense_finds_its_own_side() -> None:
    x, a = Var("x"), Var("a")
    y = Var("y", within="(-oo, oo)")
    system = own(Eq(y, 1 / (a - x)))
    low, high = (
        system.optimise("y", {"a": "1.3"}, over={"x": "0.1 to 2"}, sense=sense)
        for sense in ("min", "max")
    )
    assert (low.text, high.text) == (
        "y falls without end as x comes to 1.3",
        "y grows without end as x comes to 1.3",
    )
    assert system.optimise(
        "y", {"a": "1.3"}, over={"x": "0.1 to 1"}, sense="max"
    ).value == pytest.approx(1 / 0.3)


@pytest.mark.slow
def test_a_search_that_ends_where_the_objective_still_improves_says_so() -> None:
    """More GPUs hold more sequences, which share the reading of the weights, without end."""
    given = {
        **derive.accelerator("b200_sxm", precision="fp8"),
        **derive.model("llama31_405b"),
        "context_length": "16384 token/sequence",
        "gpu_price": "4.5 USD/hour/GPU",
    }
    found = derive.optimise("cost_per_token", given, over=["batch_size", "gpus"])
    assert found.approach == "approached as batch_size grows and gpus grows, not reached"
    # reading the cache of a sequence alone: 16,384 tokens of 516,096 bytes at 8 TB/s
    assert found.value == pytest.approx(4.5 / 3600 * 16_384 * 516_096 / 8e12, rel=1e-6)
    assert found.value_sense == "estimate" and found.answer is None
    assert found.near is not None and found.near.number == pytest.approx(found.value, rel=1e-2)
    told = str(found)
    assert "≈" in told and "Sizes are those at" in told and "compute_efficiency" in told
    few = {"batch_size": "1 sequence to 500 sequence", "gpus": None}
    limited = derive.optimise("cost_per_token", given, over=few)
    assert not any("goes on to improve" in warning for warning in limited.warnings)


@pytest.mark.slow
def test_a_variable_that_plays_no_part_is_told_with_its_whole_range() -> None:
    """The price of a GPU moves no time; one value of it was told as the best."""
    given = {
        **derive.accelerator("h100_sxm", precision="fp8"),
        **derive.model("llama31_70b"),
        "context_length": "2000 token/sequence",
        "batch_size": "64 sequence",
    }
    over = {"gpu_price": None, "gpus": "1 GPU to 16 GPU"}
    found = derive.optimise("step_time", given, over=over)
    assert found.decision("gpu_price").span == (0.0, math.inf)
    assert found.decision("gpus").value == pytest.approx(16)


@pytest.mark.parametrize(
    ("formula", "over", "text"),
    [
        (lambda a, b, c: 3 / (b + 2 - c), {"b_pole": None}, ""),
        (lambda a, b, c: a / (b - c + 2), {"a_pole": "0.5 to 3", "b_pole": None}, ""),
        (lambda a, b, c: 3 / (b + c - 1), {"b_pole": None}, "most 3, approached"),
    ],
)
def test_what_cancels_in_floats_is_no_end_that_is_reached(
    formula: Callable[..., Any], over: dict[str, Any], text: str
) -> None:
    """Beside c = 2, b + 2 − c is b, of which floats have nothing below 1e-16."""
    a, b, c, y = (Var(f"{name}_pole") for name in "abcy")
    system = System([Relation("way", Eq(y, formula(a, b, c)))])
    found = system.optimise(y, {c: "2"}, over=over, sense="max")
    assert not found.attained
    assert found.text.startswith(text or "y_pole grows without end as b_pole goes to nothing")


other_a, other_b = Var("other_a"), Var("other_b")
best_of_both = Var("best_of_both", within="(-oo, oo)")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "over", "given", "number", "value"),
    [
        ("n_domains", "domain_gpus", {"gpus": "500 GPU"}, 500, 1),
        ("cross_fraction", "domain_gpus", {"gpus": "500 GPU"}, 500, 0),
        ("whole_layers_per_stage", "n_stages", {"n_layers": "61"}, 61, 1),
        (
            "placement_imbalance", "redundant_experts", {"n_experts": "256", "gpus": "72 GPU"},
            32, 1,
        ),
    ],
)  # fmt: skip
def test_whole_numbers_behind_a_ceiling_are_found_in_a_range_without_end(
    target: str, over: str, given: dict[str, str], number: int, value: float
) -> None:
    """The best of n_domains was “500 at one GPU”: only the ends of the range were tried."""
    found = derive.optimise(target, given, over=[over])
    assert found.whole_value == pytest.approx(value)
    assert [one.whole for one in found.decisions] == [number]


@pytest.mark.parametrize(
    ("over", "limit", "least", "whole"),
    [
        ("redundant_experts", "1", 32, 32),  # met at single numbers alone
        ("redundant_experts=0 to 500", "1", 32, 32),
        ("redundant_experts=0 to 500", "1.05", 4 * 72 / 1.05 - 256, 19),
    ],
)
def test_the_least_number_between_the_jumps_of_a_limit_is_never_beyond_a_whole_one(
    over: str, limit: str, least: float, whole: int
) -> None:
    """256 experts on 72 GPUs: with copies, all GPUs have as many at 288, 360, and so on."""
    name, _, ends = over.partition("=")
    found = derive.optimise(
        "redundant_experts",
        {"n_experts": "256", "gpus": "72 GPU"},
        over={name: ends or None},
        subject_to=[f"placement_imbalance <= {limit}"],
    )
    assert (found.value, found.decisions[0].whole) == (pytest.approx(least), whole)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "value", "told"),
    [
        (Min(Min(other_a, 0.5) + other_a, other_b), None, "as other_a grows and other_b grows"),
        (sympy.log(1 + other_a * other_b), None, "as other_a grows and other_b grows"),
        (sympy.exp(other_a) * Min(other_b, 2), None, "as other_a and other_b grow together"),
        (Min(other_a, other_b) / (1 + other_a), 1, "as other_a grows and other_b grows, not"),
        ((other_a / other_b + other_b) * (2 + Min(1, sympy.Rational(9, 2))), None, "other_a grows"),
    ],
)
def test_what_grows_with_two_variables_has_the_limit_of_both(
    formula: sympy.Expr, value: float | None, told: str
) -> None:
    """Along one of them alone the first comes to 502."""
    found = System([Relation("both", Eq(best_of_both, formula))]).optimise(
        best_of_both, over={"other_a": None, "other_b": None}, sense="max"
    )
    assert told in found.approach
    assert found.value == (None if value is None else pytest.approx(value))


@pytest.mark.parametrize(
    ("formula", "over", "sense", "told"),
    [
        (other_b * (other_a + other_b) / (other_b - other_a), ("1 to 4", "0.5 to 10"), "max",
         "grows without end as other_a comes to"),
        (8 * Min(other_a, other_b) / (sympy.Rational(7, 2) - other_b), ("0.5 to 4", "1 to 4"),
         "max", "and other_b comes to 3.5"),
        (sympy.log(2 - other_a**2), ("1 to 4", "1 to 2"), "min",
         "falls without end as other_a comes to 1.414"),
        (Max(sympy.log(other_b + 1) / (2 * other_a), Min(2, other_a * other_b)), (None, None),
         "max", "grows without end as other_a goes to nothing and other_b grows"),
        (-sympy.sqrt(other_a) - 1.5 * other_b - Min(2.5, other_a), (None, None), "max",
         "approached as other_a goes to nothing and other_b goes to nothing"),
    ],
)  # fmt: skip
def test_poles_and_limits_within_two_ranges_are_told(
    formula: sympy.Expr, over: tuple[str | None, str | None], sense: str, told: str
) -> None:
    """The search ended next to the poles, at values of 1e12, and they were told as reached."""
    ranges = dict(zip(("other_a", "other_b"), over, strict=True))
    over = {n: r for n, r in ranges.items() if n in {v.name for v in formula.free_symbols}}
    found = System([Relation("both", Eq(best_of_both, formula))]).optimise(
        best_of_both, over=over, sense=sense
    )
    assert told in found.approach and not found.attained


def test_where_no_limit_is_told_the_search_says_that_it_ends() -> None:
    formula = Min(other_a / 2, sympy.log(1 + other_b)) ** 2
    found = System([Relation("both", Eq(best_of_both, formula))]).optimise(
        best_of_both, over={"other_a": None, "other_b": None}, sense="max"
    )
    assert any("goes on to improve as other_a and other_b grow" in w for w in found.warnings)


def test_a_limit_that_holds_only_without_what_is_left_out_is_told() -> None:
    """Attention of a latent cache takes more arithmetic than anything else: counted, the step takes
    40 ms.
    """
    given = {
        **derive.accelerator("h200_sxm", "fp8"), **derive.model("deepseek_v3"), "gpus": "16 GPU",
        "bytes_per_element": "1 byte/element", "context_length": "4096 token/sequence",
        "gpu_price": "2.50 USD/hour/GPU",
    }  # fmt: skip
    asked = {"over": "batch_size", "subject_to": ["step_time <= 25 ms"]}
    told = "step_time ≤ 25 ms holds without the arithmetic of attention (58.7 %), and not with it"
    assert told in derive.optimise("cost_per_token", given, **asked).warnings
    counted = derive.optimise(
        "cost_per_token", given, variants={"compute": "with_attention"}, **asked
    )
    assert not any("holds without" in text for text in counted.warnings)


jumping, jump_at = Var("jumping_cost"), Var("jump_at")


@pytest.mark.parametrize(
    ("formula", "sense", "value", "attained"),
    [
        (sympy.Piecewise((3 / jump_at, jump_at < 2), (jump_at / 3 + 5, True)), "min", 1.5, False),
        (sympy.Piecewise((3 / jump_at, jump_at <= 2), (jump_at / 3 + 5, True)), "min", 1.5, True),
        (sympy.Piecewise((jump_at, jump_at < 2), (1 / jump_at, True)), "max", 2, False),
        (sympy.Piecewise((jump_at, jump_at <= 2), (1 / jump_at, True)), "max", 2, True),
        (sympy.ceiling(jump_at) / jump_at, "max", 2, False),
    ],
)
def test_the_better_side_of_a_jump_is_approached_or_reached(
    formula: sympy.Expr, sense: str, value: float, attained: bool
) -> None:
    """At 2 alone, or towards it; the last one as its variable goes to 1."""
    system = System([Relation("jump", Eq(jumping, formula))])
    found = system.optimise(jumping, over={jump_at.name: "1 to 6"}, sense=sense)
    assert found.value == pytest.approx(value) and found.attained is attained


def test_a_limit_met_up_to_a_jump_is_reached_at_it() -> None:
    """A whole-request tariff charges more above 200,000 tokens, and not at them."""
    prices = {"input_price": "1.25 USD/Mtoken", "long_input_price": "2.5 USD/Mtoken"}
    beside = {"output_price": "10 USD/Mtoken", "long_output_price": "15 USD/Mtoken"}
    sizes = {"tier_threshold": "200e3 token/sequence", "output_length": "1000 token/sequence"}
    found = derive.optimise(
        "prompt_length",
        {**prices, **beside, **sizes},
        over=["prompt_length"],
        sense="max",
        subject_to=["request_price <= 0.3 USD/sequence"],
        variants={"tariff": "whole_request"},
    )
    assert found.attained and found.value == 200_000


least_a = Var("least_a")
from_zero = Var("from_zero", within="[0, oo)")
wide = Var("wide_cost", within="(-oo, oo)")


@pytest.mark.parametrize(
    ("formula", "sense", "value", "told"),
    [
        (1 / from_zero, "max", None, "grows without end as from_zero goes to nothing"),
        (Max(1 / from_zero, 4), "max", None, "grows without end as from_zero goes to nothing"),
        (sympy.exp(-least_a), "min", 0, "approached as least_a grows, not reached"),
        (least_a * sympy.exp(-least_a), "min", 0, "not reached"),
        (sympy.log(1 + least_a), "max", None, "grows without end as least_a grows"),
        (sympy.exp(least_a) * Min(least_a, 2), "max", None, "grows without end as least_a grows"),
        (least_a * sympy.exp(least_a), "max", None, "grows without end as least_a grows"),
        (sympy.exp(1 / least_a), "max", None, "grows without end as least_a falls"),
        (Max(0, 1 - least_a), "min", 0, ""),
    ],
)
def test_a_value_that_is_not_reached_is_not_told_as_reached(
    formula: sympy.Expr, sense: str, value: float | None, told: str
) -> None:
    (free,) = formula.free_symbols
    found = System([Relation("far", Eq(wide, formula))]).optimise(
        wide, over={free.name: None}, sense=sense
    )
    assert told in found.approach and found.attained is not bool(told)
    assert found.value == (None if value is None else pytest.approx(value, abs=1e-12))


def test_a_limit_between_the_points_that_overflow_and_those_below_it_is_met() -> None:
    system = System([Relation("steps", Eq(wide, sympy.exp(sympy.floor(least_a))))])
    found = system.optimise(
        least_a, over={least_a.name: None}, sense="min", subject_to=["wide_cost >= 8.061"]
    )
    assert found.attained and found.value == pytest.approx(3)


def test_a_search_begins_within_its_bounds() -> None:
    """The best candidate lies at an end of both ranges, where rounding put it outside."""
    system = System([Relation("log", Eq(wide, sympy.log(1 + 2 * least_a) ** 2 - from_zero))])
    found = system.optimise(
        wide, over={from_zero.name: "2 to 2.5", least_a.name: None}, sense="max"
    )
    assert found.value is not None
    assert any("goes on to improve as least_a grows" in text for text in found.warnings)


machines_ = Var("machines_bought", whole=True)
unit_price, total_bill = Var("unit_price"), Var("total_bill")
PRICES = System([
    Relation("price", Eq(unit_price, sympy.Piecewise((5, machines_ <= 80), (3, True)))),
    Relation("bill", Eq(total_bill, unit_price * machines_)),
])  # fmt: skip


def test_the_best_whole_number_is_told_where_the_best_value_is_only_approached() -> None:
    """Beyond 80 machines each costs 3: 81 of them 243."""
    found = PRICES.optimise(
        total_bill, over={machines_.name: "1 to 200"}, subject_to=["machines_bought >= 60"]
    )
    assert found.value == pytest.approx(240) and not found.attained
    assert found.whole_value == pytest.approx(243)
    assert [one.whole for one in found.decisions] == [81]


def test_counts_of_coupled_relations_are_found() -> None:
    assert [v.whole for v in PRICES.solve(machines_, {total_bill: "300"}).values] == [60, 100]
    (one,) = PRICES.solve(machines_, {total_bill: "500"}).values
    assert one.value == pytest.approx(500 / 3)


@pytest.mark.parametrize(
    "formula", [sympy.Piecewise((3 * other_a, other_a < 5), (other_a, True)), Max(2 * other_a, 5)]
)
def test_an_axis_that_plays_no_part_may_come_first(formula: sympy.Expr) -> None:
    system = System([
        Relation("part", Eq(best_of_both, formula)), Relation("none", Eq(wide, 2 * other_b))
    ])  # fmt: skip
    found = system.optimise(best_of_both, over={"other_b": "1 to 12", "other_a": "1 to 12"})
    assert found.value == pytest.approx(3 if formula.has(sympy.Piecewise) else 5)


def test_a_limit_that_cannot_be_judged_is_no_limit_missed() -> None:
    """A dense model reads all that it has: what experts leave is not asked."""
    given = {
        **derive.accelerator("h100_sxm", "fp8"), **derive.model("llama31_70b"), "gpus": "8 GPU",
        "context_length": "8192 token/sequence", "gpu_price": "2 USD/hour/GPU",
    }  # fmt: skip
    asked = {"over": "batch_size", "subject_to": ["read_params <= 80e9 param"]}
    found = derive.optimise("cost_per_token", given, **asked)
    assert found.status == "underdetermined" and not found.reaches
    assert any("the limit on read_params cannot be judged" in text for text in found.warnings)
