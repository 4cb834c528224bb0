"""Regimes: through a Max or Min in both directions, with ties, kinks and flat stretches."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy

from derive.equations import Eq, Max, Min, Relation, Var
from derive.library import price, solve
from derive.program.data import BranchKind
from derive.program.spans import spans_of
from derive.solving import flat_by_digits
from derive.system import System

x, y, z, a, b, c = (Var(name) for name in "xyzabc")
r = Var("r", within="(-oo, oo)")


def one(equation: sympy.Eq) -> System:
    return System([Relation("only", equation)])


def test_twenty_milliseconds_without_context_are_compute_bound(rack: dict[str, str]) -> None:
    """Batch 72,000, as the compute side gives it; the memory side names itself the smaller."""
    answer = solve(
        "batch_size", {**rack, "step_time": "20 ms", "context_length": "0 token/sequence"}
    )
    assert answer.status == "solved"
    assert answer.number == pytest.approx(72_000)
    assert answer.regime == "compute_time ≥ memory_time"


def test_twenty_milliseconds_at_long_context_are_memory_bound(long_context: dict[str, str]) -> None:
    """Batch (t S W - w N) / (L b) = 66,707, and the compute side is set aside with its reason."""
    answer = solve("batch_size", {**long_context, "step_time": "20 ms"})
    assert answer.number == pytest.approx((20e-3 * 72 * 8e12 - 0.5 * 800e9) / (100e3 * 1667))
    assert answer.regime == "memory_time ≥ compute_time"
    assert answer.derivation.alternatives == ("compute_time ≥ memory_time: its guard fails",)


def test_a_throughput_below_the_ceiling_is_one_batch(serving: dict[str, str]) -> None:
    """1e6 token/s on the rack needs 811.9 sequences, memory-bound."""
    answer = solve("batch_size", {**serving, "throughput": "1e6 token/s"})
    assert answer.number == pytest.approx(811.9, rel=1e-4)
    assert answer.regime == "memory_time ≥ compute_time"


@pytest.mark.parametrize(
    ("name", "value"),
    [("throughput", "1.8e6 token/s"), ("cost_per_token", "0.02222222222222222 USD/Mtoken")],
)
def test_exactly_at_the_ceiling_every_larger_batch_will_do(
    serving: dict[str, str], name: str, value: str
) -> None:
    """Throughput at its most, cost at its least: solved, by an interval that begins at the balance
    batch with KV and has no end.
    """
    answer = solve("batch_size", {**serving, name: value, "gpu_price": "2 USD/hour/GPU"})
    balance = solve("balance_batch_with_kv", serving).number
    assert answer.status == "solved"
    assert answer.outcomes == ()
    assert answer.value is None
    low, high = answer.interval
    assert low == pytest.approx(balance)
    assert math.isinf(high)
    assert answer.derivation.verified


def test_just_below_the_ceiling_it_is_a_number_again(serving: dict[str, str]) -> None:
    """1.7999e6 token/s: the memory side answers, a little below the balance batch."""
    answer = solve("batch_size", {**serving, "throughput": "1.7999e6 token/s"})
    assert answer.interval is None
    assert answer.number == pytest.approx(solve("balance_batch_with_kv", serving).number, rel=1e-3)
    assert answer.number < solve("balance_batch_with_kv", serving).number


def test_the_kink_is_one_answer_with_both_sides_named(serving: dict[str, str]) -> None:
    """At the batch where both times are equal, the step time asked backwards is that one batch."""
    batch = solve("balance_batch_with_kv", serving).number
    step = solve("step_time", {**serving, "batch_size": f"{batch!r} sequence"})
    assert (
        step.regime == "compute_time = memory_time" or step.regime == "memory_time = compute_time"
    )
    back = solve("batch_size", {**serving, "step_time": f"{step.number!r} s"})
    assert [o.value for o in back.outcomes] == [pytest.approx(batch)]


def test_a_tie_beats_its_neighbour() -> None:
    """max(x, a) = b with b = a: every x up to a, and not the point x = a of the other branch."""
    answer = one(Eq(b, Max(x, a))).solve(x, {a: 3, b: 3})
    assert answer.interval == (0.0, 3.0)
    assert answer.outcomes == ()


def test_below_the_other_argument_a_max_cannot_go() -> None:
    """max(x, a) = b with b < a: unreachable, at least a."""
    answer = one(Eq(b, Max(x, a))).solve(x, {a: 3, b: 2})
    assert answer.status == "unreachable"
    assert (answer.bound.kind, answer.bound.value) == ("at least", 3.0)


@pytest.mark.parametrize(("given", "expected"), [(2.0, 2.0), (4.0, None)])
def test_min_is_inverted_like_max(given: float, expected: float | None) -> None:
    """min(x, 3) = 2 gives 2; = 4 cannot be, at most 3."""
    answer = one(Eq(b, Min(x, a))).solve(x, {a: 3.0, b: given})
    if expected is None:
        assert answer.status == "unreachable"
        assert (answer.bound.kind, answer.bound.value) == ("at most", 3.0)
    else:
        assert answer.number == expected


@pytest.mark.parametrize(("length", "values"), [(2.0, [-3.0, 1.0]), (0.0, [-1.0])])
def test_a_distance_is_reached_from_both_sides(length: float, values: list[float]) -> None:
    """|r + 1| = 2 has two values, |r + 1| = 0 has one."""
    span = Var("span", within="[0, oo)")
    answer = one(Eq(span, sympy.Abs(r + a))).solve(r, {a: 1.0, span: length})
    assert sorted(o.value for o in answer.outcomes) == pytest.approx(values)


def test_a_case_distinction_is_inverted_in_the_case_that_applies() -> None:
    """y = 2x up to a, then x + a: each side gives back its own."""
    system = one(Eq(y, sympy.Piecewise((2 * x, sympy.Le(x, a)), (x + a, True), evaluate=False)))
    assert system.solve(x, {y: 4, a: 5}).number == pytest.approx(2)
    assert system.solve(x, {y: 14, a: 5}).number == pytest.approx(9)
    assert system.solve(y, {x: 9, a: 5}).number == pytest.approx(14)


def test_two_extrema_in_a_chain_are_inverted_together() -> None:
    """z = max(y, a), y = min(x, b): x comes back where it acts, and is an interval where it does
    not.
    """
    system = System([Relation("outer", Eq(z, Max(y, a))), Relation("inner", Eq(y, Min(x, b)))])
    assert system.solve(x, {z: 3, a: 2, b: 5}).number == pytest.approx(3)
    assert system.solve(x, {z: 5, a: 2, b: 5}).interval == (5.0, math.inf)
    assert system.solve(x, {z: 2, a: 2, b: 5}).interval == (0.0, 2.0)
    assert system.solve(x, {z: 6, a: 2, b: 5}).status == "unreachable"


def test_max_of_a_sum_with_the_same_variable_keeps_both_branches() -> None:
    """max(x, 2x - a) = b: the branch is judged by its guard."""
    system = one(Eq(b, Max(x, 2 * x - a)))
    assert system.solve(x, {a: 3, b: 2}).number == pytest.approx(2)
    assert system.solve(x, {a: 3, b: 7}).number == pytest.approx(5)


def test_two_sides_that_meet_nowhere_but_at_an_end_are_no_interval() -> None:
    """min(x, a) + max(x, b) with a < b is x + b below a, a + b between, a + x above: the flat
    middle is an interval.
    """
    system = one(Eq(c, Min(x, a) + Max(x, b)))
    assert system.solve(x, {a: 2, b: 5, c: 6}).number == pytest.approx(1)
    assert system.solve(x, {a: 2, b: 5, c: 9}).number == pytest.approx(7)
    low, high = system.solve(x, {a: 2, b: 5, c: 7}).interval
    assert (low, high) == (pytest.approx(2), pytest.approx(5))


def test_an_unknown_that_drops_out_of_a_regime_is_an_interval(serving: dict[str, str]) -> None:
    """Bandwidth utilisation is one wherever memory binds: every batch below the balance batch fits
    it.
    """
    answer = solve("batch_size", {**serving, "mbu": 1})
    assert answer.status == "solved"
    low, high = answer.interval
    assert low == 0.0
    assert high == pytest.approx(solve("balance_batch_with_kv", serving).number)


def test_a_flat_stretch_ends_where_the_next_regime_begins() -> None:
    """max(min(x, 2), x - 5) = 2 from two to seven, and = 3 at eight."""
    system = one(Eq(c, Max(Min(x, a), x - b)))
    answer = system.solve(x, {a: 2, b: 5, c: 2})
    low, high = answer.interval
    assert (low, high) == (pytest.approx(2), pytest.approx(7))
    assert system.solve(x, {a: 2, b: 5, c: 3}).number == pytest.approx(8)


def test_a_flat_stretch_and_a_point_beside_it_are_both_told() -> None:
    """min(max(x, a), b/x) with a < b/a: equal to a up to a and once more at b/a."""
    answer = one(Eq(c, Min(Max(x, a), b / x))).solve(x, {a: 2, b: 10, c: 2})
    assert answer.interval == (0.0, pytest.approx(2))
    assert [o.value for o in answer.outcomes] == [pytest.approx(5)]
    assert answer.number is None
    assert answer.text == "above 0 to 2 or 5"


@pytest.mark.parametrize(
    ("step", "batch", "other", "tie"),
    [
        ("20 ms", 36_000, "memory_time ≥ compute_time", "compute_time = memory_time"),
        ("0.8 ms", 730, "compute_time ≥ memory_time", "memory_time = compute_time"),
    ],
)
def test_the_point_where_two_regimes_meet_is_named_with_its_value(
    serving: dict[str, str], step: str, batch: float, other: str, tie: str
) -> None:
    """On either side of the balance batch with KV: what holds, what does not, and where one gives
    way to the other.
    """
    answer = solve("batch_size", {**serving, "step_time": step})
    assert answer.number == pytest.approx(batch, rel=2e-3)
    assert answer.derivation.alternatives == (
        f"{other}: its guard fails",
        f"{tie} at batch_size = 1,690 sequence: there the regimes meet",
    )


def test_a_regime_decided_before_the_last_block_names_its_neighbour_too(
    serving: dict[str, str],
) -> None:
    """The context from a cost: memory must bind, and it does down to the time of the arithmetic."""
    rack = {name: value for name, value in serving.items() if name != "context_length"}
    answer = solve(
        "context_length",
        {
            **rack,
            "batch_size": "1000 sequence",
            "cost_per_token": "0.05 USD/Mtoken",
            "gpu_price": "2 USD/hour/GPU",
        },
    )
    assert answer.regime == "memory_time ≥ compute_time"
    assert answer.number == pytest.approx(191_962, rel=1e-5)
    assert (
        "compute_time ≥ memory_time: its condition on the givens fails"
        in answer.derivation.alternatives
    )


def test_a_bound_on_the_way_is_told_of_the_given_it_came_from(serving: dict[str, str]) -> None:
    """No context makes a token cheaper than its arithmetic: the bound is on the cost that was asked
    for, with its rent among what sets it.
    """
    rack = {name: value for name, value in serving.items() if name != "context_length"}
    answer = solve(
        "context_length",
        {
            **rack,
            "batch_size": "1000 sequence",
            "cost_per_token": "0.01 USD/Mtoken",
            "gpu_price": "2 USD/hour/GPU",
        },
    )
    assert answer.status == "unreachable"
    assert (answer.bound.var.name, answer.bound.kind) == ("cost_per_token", "at least")
    assert answer.bound.value == pytest.approx(2 * 100e9 / 5e15 * 2 / 3600)
    assert set(answer.bound.set_by) == {
        "batch_size",
        "active_params",
        "gpus",
        "peak_flops",
        "gpu_price",
    }


def test_a_speed_on_the_way_is_bounded_from_above(serving: dict[str, str]) -> None:
    """The same through the throughput: the bound is the most that the arithmetic allows."""
    rack = {name: value for name, value in serving.items() if name != "context_length"}
    answer = solve(
        "context_length", {**rack, "batch_size": "1000 sequence", "throughput": "5e6 token/s"}
    )
    assert answer.status == "unreachable"
    assert (answer.bound.var.name, answer.bound.kind, answer.bound.value) == (
        "throughput",
        "at most",
        pytest.approx(1.8e6),
    )


def test_a_prompt_length_is_flat_where_reading_the_weights_binds() -> None:
    """Exactly the time of the weights: any prompt up to the crossover; longer: one value; shorter:
    unreachable.
    """
    given = {"active_params": "100e9 param", "total_params": "800e9 param",
             "bytes_per_param": "0.5 byte/param", "hbm_bandwidth": "8 TB/s/GPU",
             "peak_flops": "5 PFLOP/s/GPU", "prefill_batch": "1 sequence",
             "prefill_gpus": "8 GPU"}  # fmt: skip
    flat = {"prefill compute": "flat"}
    assert solve("prompt_length", {**given, "prefill_time": "6.25 ms"}, variants=flat).interval == (
        0.0,
        pytest.approx(1250),
    )
    assert solve(
        "prompt_length", {**given, "prefill_time": "30 ms"}, variants=flat
    ).number == pytest.approx(6000)
    short = solve("prompt_length", {**given, "prefill_time": "5 ms"}, variants=flat)
    assert (short.status, short.bound.value) == ("unreachable", pytest.approx(6.25e-3))
    assert set(short.bound.set_by) == {
        "bytes_per_param",
        "total_params",
        "hbm_bandwidth",
        "prefill_gpus",
    }


@pytest.mark.parametrize(
    ("length", "regime"),
    [("150e3", "prompt_length ≤ tier_threshold"), ("250e3", "prompt_length > tier_threshold")],
)
def test_the_case_that_holds_is_the_regime(length: str, regime: str) -> None:
    """A price sheet with a step has two regimes, and the answer says in which it is."""
    given = {
        **price("gemini_2_5_pro"),
        "prompt_length": f"{length} token/sequence",
        "output_length": "1000 token/sequence",
    }
    assert solve("request_price", given).regime == regime


def test_an_interval_of_one_regime_is_not_told_while_another_is_unsolved() -> None:
    """Whatever y is beyond 1, the minimum is 1, and z follows from y by a relation that no rule
    inverts: the interval of the kink y = 1 is not all.
    """
    relations = [
        Relation("least", Eq(a, Min(1, y))),
        Relation("turning", Eq(b, y + 27 / (y + 1) ** 2)),
        Relation("steps", Eq(c * b, sympy.ceiling(3 * z))),
    ]
    answer = System(relations).solve(z, {a: 1, c: "0.1290322580645"})
    assert answer.status == "underdetermined" and not answer.intervals
    assert answer.missing == (("y",),)


def test_an_unknown_that_cancels_in_a_formula_and_its_guards_leaves_no_condition() -> None:
    """y c = Max(a c, b c): which term is the larger does not depend on c."""
    scaled = System([Relation("scaled", Eq(y * c, Max(a * c, b * c)))])
    for first, second in ((3, 2), (2, 3)):
        (found,) = scaled.solve(y, {a: first, b: second}).values
        assert found.value == 3 and found.condition == ""


def test_zero_over_zero_beneath_a_root_leaves_any_value_of_the_regime() -> None:
    """With c = 1 every size of at least one is c times the largest: x² (c - 1) = w² (1 - c)."""
    x, w, c = Var("x", within="(0, 1]"), Var("w", within="(0, oo)"), Var("c", within="(0, oo)")
    size = Var("size", within="(-oo, oo)")
    relations = [
        Relation("size", Eq(size, w**2 + x**2)),
        Relation("most", Eq(c * Max(1, size), size)),
    ]
    system = System(relations)
    answer = system.solve(x, {w: 0.6, c: 1})
    assert [(i.low, i.high) for i in answer.intervals] == [(pytest.approx(0.8), 1.0)]
    assert system.solve(x, {w: 0.6, c: 0.9}).number == pytest.approx(math.sqrt(0.9 - 0.36))


def test_the_part_between_a_pole_and_a_crossing_is_tried() -> None:
    """The pole at -1 is a place that is tried; between it and -0.9354 no other is."""
    x, least, share = (Var(n, within="(-oo, oo)") for n in ("x", "least", "share"))
    top, size = Var("top", within="(0, 1]"), Var("size", within="(0, oo)")
    relations = [
        Relation("size", Eq(size, Min(top, x**2))),
        Relation("share", Eq(share, x + 9 * size / (x + 1) ** 2)),
        Relation("least", Eq(least, Min(2, share))),
    ]
    answer = System(relations).solve(x, {top: 0.875, least: 2})
    assert any(i.low < -0.95 < i.high for i in answer.intervals)


def steps_of_a_part_near_a_pole() -> System:
    """The size that a number of steps leaves is a quotient of the part with a pole at 1/whole."""
    size, part, whole = Var("size", within="[1, oo)"), Var("part"), Var("whole")
    least, steps = Var("least"), Var("steps")
    cases = sympy.Piecewise((least * size * part, least <= part), (1 / part + 1 / size, True))
    return System([
        Relation("sum", Eq(whole, cases)), Relation("steps", Eq(steps, sympy.ceiling(3 * size)))
    ])  # fmt: skip


def test_an_interval_right_beside_a_pole_is_found() -> None:
    """A scan passed over it, and told the interval of the other regime alone."""
    given = {"whole": 52.17, "steps": 13, "least": 3}
    answer = steps_of_a_part_near_a_pole().solve("part", given)
    ends = [1 / (52.17 - 3 / 13), 1 / (52.17 - 1 / 4), 52.17 / 3 / (13 / 3), 52.17 / 3 / 4]
    assert [x for i in answer.intervals for x in (i.low, i.high)] == pytest.approx(ends)


def test_a_regime_without_roots_whose_guard_holds_nowhere_leaves_nothing_open() -> None:
    """Of |1 + 1/share - share| one side is always that of the sign above, and a value in it was
    told “if not (0 ≥ 1 + 1/share - share)”.
    """
    part, share = (Var(name, within="(0, 1]") for name in ("part", "share"))
    size, least = (Var(name, within="[0, oo)") for name in ("size", "least"))
    scale, rate, limit, rest = (Var(name) for name in ("scale", "rate", "limit", "rest"))
    system = System([
        Relation("part", Eq(rate * share * (size - share + 1), part)),
        Relation("least", Eq(least, Min(2, scale**2, limit, size**2))),
        Relation("scale", Eq(part, scale * sympy.Abs(1 - share + 1 / share))),
        Relation("share", Eq(share, limit * part * (scale - part + 1))),
        Relation("rest", Eq(part, rest * (rate + 9 * least / (rate + 1) ** 2))),
    ])  # fmt: skip
    given = {scale: 0.2809383057061, limit: 3.361524175941, rest: 0.239596}
    answer = system.solve(size, given)
    assert answer.status == "solved" and answer.number == pytest.approx(0.2502, rel=1e-3)


@pytest.mark.parametrize(
    ("given", "open_by_digits"),
    [("0.142857", True), ("0.14285", False), ("0.1428571", True), ("0.1", False)],
)
def test_a_flat_stretch_within_the_digits_of_a_given_is_told(
    given: str, open_by_digits: bool
) -> None:
    """x/max(3, 7x) is 1/7 from 3/7 up: 0.142857 may be that, rounded, and 0.14285 may not."""
    share, size = Var("flat_share"), Var("flat_size")
    system = System([Relation("shared", Eq(share, size / Max(3, 7 * size)))])
    answer = system.solve(size, {share: given})
    told = "flat_size may be any value from 0.4286 up within the rounding of the digits of"
    assert answer.number == pytest.approx(3 * float(given))
    assert any(text.startswith(told) for text in answer.warnings) is open_by_digits


def test_a_flat_stretch_among_the_values_is_not_told_as_one_that_digits_leave_open() -> None:
    """From 2.5 up the value is 0.5 exactly, which it is at two other places too."""
    size, level = Var("among_size"), Var("among_level")
    waves = Eq(level, Max(Min(size, 2 - size), Min(size - 2, 0.5)))
    answer = one(waves).solve(size, {level: "0.5"})
    assert answer.text == "2.5 to ∞ or 0.5 or 1.5"
    assert len(answer.warnings) == 1 and "every among_size in this interval" in answer.warnings[0]


def test_digits_leave_no_values_open_in_a_regime_that_settles_its_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the size is its least value, one of 2.13 leaves the rest open, and not the size."""
    asked: list[BranchKind] = []

    def spans(reader: Any, branch: Any, *more: Any) -> Any:
        asked.append(branch.kind)
        return spans_of(reader, branch, *more)

    monkeypatch.setattr(flat_by_digits, "spans_of", spans)
    size, rest, most, high, least = (
        Var(f"settling_{name}") for name in ("size", "rest", "most", "high", "least")
    )
    larger, beside = Eq(high, Max(most, size + rest)), Eq(least, Max(size, rest / 4))
    system = System([Relation("larger", larger), Relation("beside", beside)])
    answer = system.solve(size, {most: "2.13", high: "2.1301", least: "1.5"})
    assert answer.number == 1.5 and not answer.warnings
    assert set(asked) == {BranchKind.INDETERMINATE}


def test_what_rests_on_a_variable_that_digits_leave_open_is_told_so() -> None:
    share, size, root = Var("flat_share"), Var("flat_size"), Var("flat_root")
    shared = Relation("shared", Eq(share, size / Max(3, 7 * size)))
    system = System([shared, Relation("rooted", Eq(root, sympy.sqrt(size)))])
    answer = system.solve(root, {share: "0.142857"})
    assert [text.partition(" ")[0] for text in answer.warnings] == ["flat_size"]
    assert answer.warnings[0].endswith("of flat_share: flat_root rests on it")


def test_a_ceiling_is_as_open_as_its_roughest_given(serving: dict[str, str]) -> None:
    """1.79e6 token/s is 0.6 % below the ceiling, which 5 PFLOP/s gives to one digit."""
    answer = solve("batch_size", {**serving, "throughput": "1.79e6 token/s"})
    told = [text for text in answer.warnings if text.startswith("batch_size may be any value from")]
    assert len(told) == 1 and "throughput, active_params and peak_flops" in told[0]


def test_an_interval_of_one_regime_names_no_other() -> None:
    """Where the regimes meet is an end of the interval already."""
    end, flat, given = (Var(f"flat_{name}") for name in ("end", "value", "at"))
    cases = sympy.Piecewise((flat, end <= given), (end * flat, True))
    answer = one(Eq(y, cases)).solve(end, {y: "3", flat: "3", given: "2"})
    (interval,) = answer.intervals
    assert (interval.low, interval.high, answer.regime) == (0, 2, "flat_at ≥ flat_end")
    assert answer.derivation.verified and answer.derivation.alternatives == ()


ROOT_OR_MORE = sympy.Piecewise((sympy.sqrt(1 - a), a < 1), (a - 1, True))
BY_WHOLE = sympy.Piecewise((x * a, a < 1), (2 / sympy.floor(a), True))


@pytest.mark.parametrize(
    ("formula", "target", "given", "wanted"),
    [
        (ROOT_OR_MORE, r, {a: 2}, [1]),
        (ROOT_OR_MORE, a, {r: 2}, [3]),
        (ROOT_OR_MORE, a, {r: 0.5}, [0.75, 1.5]),
        (BY_WHOLE, r, {a: 0.5, x: 2}, [1]),  # 2/0 is not asked for
        (BY_WHOLE, x, {a: 0.5, r: 2}, [4]),
        (Max(BY_WHOLE, 1.5), r, {a: 0.5, x: 2}, [1.5]),
        (sympy.Piecewise((ROOT_OR_MORE + 1, x < 2), (sympy.log(a - 2), True)), r,
         {a: 1.5, x: 1}, [1.5]),
        (sympy.Piecewise((ROOT_OR_MORE + 1, x < 2), (sympy.log(a - 2), True)), r,
         {a: 3, x: 4}, [0]),
    ],
)  # fmt: skip
def test_a_case_that_does_not_hold_restricts_nothing(
    formula: Any, target: Var, given: dict[Var, float], wanted: list[float]
) -> None:
    """The square root of 1 − a is asked for below 1 alone: above, a is what it is."""
    found = one(Eq(r, formula)).solve(target, given)
    assert found.status == "solved" and not found.intervals
    assert [value.value for value in found.values] == pytest.approx(wanted)


BENDS = sympy.Piecewise((2 * a, b < 1), (3 * a, b < c), (5 * a, True))


@pytest.mark.parametrize(
    ("target", "given", "values"),
    [
        (r, {a: 2, c: 4}, [4, 6, 10]),
        (r, {a: 2, b: 2}, [6, 10]),
        (r, {a: 2, b: 0.5}, [4]),
        (a, {r: 30, c: 4}, [6, 10, 15]),
    ],
)
def test_a_case_that_is_open_leaves_the_value_of_each(
    target: Var, given: dict[Var, float], values: list[float]
) -> None:
    """Read from left to right as from right to left."""
    found = one(Eq(r, BENDS)).solve(target, given)
    assert found.status == "solved" and not found.warnings
    assert sorted(value.value for value in found.values) == pytest.approx(values)
    assert all(value.regime for value in found.values)


@pytest.mark.parametrize(("target", "given"), [(r, {a: 2}), (a, {r: 30})])
def test_where_a_case_compares_two_open_variables_either_decides(
    target: Var, given: dict[Var, float]
) -> None:
    """Each value is one under the condition of its case."""
    found = one(Eq(r, BENDS)).solve(target, given)
    assert found.status == "underdetermined" and found.missing == (("b",), ("c",))
    conditions = {value.condition for value in found.outcomes}
    assert conditions == {"1 ≥ b", "b ≥ 1 and c ≥ b", "b ≥ 1 and b ≥ c"}


def test_both_cases_leave_values_beside_an_interval() -> None:
    found = one(Eq(r, ROOT_OR_MORE)).solve(a, {r: "0.5 to 3"})
    assert [(i.low, i.high) for i in found.intervals] == [(0, 0.75), (1.5, 4)]
    assert not any("leave" in text for text in found.warnings)


def test_a_case_without_a_value_does_not_apply() -> None:
    """Both cases are open by what is known of a; the first has no value at any of it."""
    system = one(Eq(r, sympy.Piecewise((sympy.sqrt(1 - x), a < 1), (x, True))))
    assert system.solve(r, {x: 2, a: "0.5 to 2"}).number == 2


def test_cases_that_merge_into_one_condition_are_taken_apart() -> None:
    """sympy writes a tariff whose second tier repeats the first with an `Or`."""
    tiers = sympy.Piecewise((a, a <= 100), (Min(a, 150), a <= 200), (250, True))
    system = one(Eq(b, tiers))
    assert system.solve(a, {b: 120}).number == 120
    assert [(i.low, i.high) for i in system.solve(a, {b: 150}).intervals] == [(150, 200)]


def test_a_stated_value_that_the_others_leave_open_is_the_answer() -> None:
    """A step of 10 ms, as computing takes, leaves up to 10 ms for reading memory."""
    given = {"memory_time": "8 ms", "compute_time": "10 ms", "step_time": "10 ms"}
    answer = solve("memory_time", given)
    assert answer.number == pytest.approx(8e-3)
    assert answer.compared == "you gave 8 ms; without it 0 s to 10 ms follows"
    assert solve("memory_time", {**given, "memory_time": "12 ms"}).status == "contradiction"
