"""Unreachable, infeasible and underdetermined: bounds, constraints and missing sets."""

from __future__ import annotations

import pytest

from derive.equations import AtMost, Constraint, Eq, Max, Relation, Var
from derive.library import accelerator, model, solve
from derive.system import System

x, y, z, a, b = (Var(name) for name in "xyzab")


def test_a_given_that_is_the_bound_to_its_last_digit_is_told_so() -> None:
    whole, part, rest = (Var(name, "s", name) for name in ("whole", "part", "rest"))
    system = System([Relation("longest", Eq(whole, Max(part, rest)), "The longer sets it.")])
    answer = system.solve(rest, {whole: "20.30 ms", part: "20.3041234567 ms"})
    assert answer.status == "underdetermined" and answer.gap.between[0].high <= 20.305e-3
    told = "whole = 20.30 ms is that bound to the last digit written; the bound itself is"
    open_yet = "no value of rest meets the givens exactly as they are written; within the rounding"
    assert answer.warnings == (f"{told} 20.304123 ms", f"{open_yet} of their digits some may")
    assert system.solve(rest, {whole: "20.20 ms", part: "20.304 ms"}).warnings == ()


@pytest.mark.parametrize(("part", "beside"), [("first", "second"), ("second", "first")])
def test_what_is_unreachable_does_not_depend_on_which_of_two_conflicts_is_told(
    part: str, beside: str
) -> None:
    """The part is above the whole and above what is beside it: the order of names decides which
    conflict is told, not that the way to the rest puts it below zero.
    """
    whole, rest, other = Var("whole"), Var("rest"), Var("other")
    parts = Relation("parts", Eq(whole, Var(part) + rest), "They add up.")
    system = System([parts, Relation("others", Eq(Var(beside), Var(part) + other), "So do these.")])
    answer = system.solve(rest, {whole: 4, part: 5, beside: 3})
    assert answer.status == "unreachable" and answer.contradiction is not None


def test_a_stated_target_need_not_be_what_follows_under_an_open_condition() -> None:
    """Were the rest at most three, the whole would be three; nobody said so, and it is five."""
    whole, part, rest = (Var(name, "s", name) for name in ("whole", "part", "rest"))
    system = System([Relation("longest", Eq(whole, Max(part, rest)), "The longer sets it.")])
    assert system.solve(whole, {part: "3 s"}).values[0].condition
    answer = system.solve(whole, {part: "3 s", whole: "5 s"})
    assert answer.status == "solved" and answer.number == 5
    assert system.solve(whole, {part: "3 s", whole: "2 s"}).status == "contradiction"


def test_a_difference_of_nearly_equal_numbers_says_how_many_digits_are_left() -> None:
    whole, part, rest = (Var(name, "s", name) for name in ("whole", "part", "rest"))
    system = System([Relation("parts", Eq(whole, part + rest), "They add up.")])
    for part_text, left in (
        ("1.0000000000000", "about 5"), ("1.00000000", "none"), ("1", "none"),
    ):  # fmt: skip
        given = {whole: "1.00000001000000 s", part: f"{part_text} s"}
        answer = system.solve(rest, given)
        assert answer.status == "solved"
        assert answer.number == pytest.approx(1e-8, rel=1e-7)
        assert answer.warnings == (
            (
                f"rest is what is left of numbers that agree to 8 digits: {left} of its own can be"
                " relied on, and rounding in a given moves it much more than the given"
            ),
        )
    assert system.solve(rest, {whole: "1.0100 s", part: "1.0000 s"}).warnings == ()
    (all_lost,) = system.solve(rest, {whole: "1.01 s", part: "1.00 s"}).warnings
    assert "agree to 2 digits: none of its own" in all_lost


def test_a_constraint_on_what_is_computed_on_the_way_concerns_the_answer() -> None:
    load, power = Eq(y, 2 * x), Eq(z, y / a)
    system = System(
        [Relation("load", load), Relation("power", power)],
        [Constraint("large_enough", AtMost(y, b))],
    )
    given = {x: 3, a: 4, b: 5}
    assert {system.solve(var, given).status for var in (y, z)} == {"infeasible"}
    assert {system.solve(var, {**given, x: 2}).status for var in (y, z)} == {"solved"}


def test_half_a_millisecond_is_below_the_weight_fetch(long_context: dict[str, str]) -> None:
    """Unreachable: at least 0.694 ms as the batch goes to nothing, set by weights, precision, GPUs
    and bandwidth and by nothing else.
    """
    answer = solve("batch_size", {**long_context, "step_time": "0.5 ms"})
    assert answer.status == "unreachable"
    assert answer.value is None
    assert answer.bound.var.name == "step_time"
    assert answer.bound.kind == "at least"
    assert answer.bound.value == pytest.approx(0.5 * 800e9 / (72 * 8e12))
    assert "batch_size goes to nothing" in answer.bound.where
    assert set(answer.bound.set_by) == {"bytes_per_param", "total_params", "gpus", "hbm_bandwidth"}


def test_the_same_floor_holds_without_context(rack: dict[str, str]) -> None:
    """With context 0 the plan has other blocks and the same bound."""
    answer = solve(
        "batch_size", {**rack, "step_time": "0.5 ms", "context_length": "0 token/sequence"}
    )
    assert answer.status == "unreachable"
    assert answer.bound.value == pytest.approx(0.5 * 800e9 / (72 * 8e12))


def test_an_unreachable_part_of_an_impossible_step_tells_what_is_in_conflict(
    long_context: dict[str, str],
) -> None:
    """A step shorter than reading the weights leaves the cache no time: no given has a bound to
    tell from there, but the givens disagree.
    """
    answer = solve("kv_fetch_time", {**long_context, "step_time": "0.5 ms"})
    assert (answer.status, answer.bound) == ("unreachable", None)
    assert set(answer.conflict.names) == {
        "step_time", "bytes_per_param", "total_params", "gpus", "hbm_bandwidth",
    }  # fmt: skip
    told = repr(answer)
    assert "the givens ask for -194.4 µs, and it is 0 or more; step_time is given as 500 µs" in told
    assert "make it at least 694.4 µs, a factor of 1.39 apart" in told


def test_a_throughput_above_the_ceiling_names_the_ceiling_and_where_it_begins(
    serving: dict[str, str],
) -> None:
    """At most 1.8e6 token/s, from the balance batch with KV on, set by the compute side alone."""
    answer = solve("batch_size", {**serving, "throughput": "2.5e6 token/s"})
    assert answer.status == "unreachable"
    assert answer.bound.kind == "at most"
    assert answer.bound.value == pytest.approx(1.8e6)
    assert answer.bound.where == "from batch_size = 1,690 sequence on"
    assert set(answer.bound.set_by) == {"active_params", "gpus", "peak_flops"}


def test_a_value_outside_its_range_is_unreachable_and_shown() -> None:
    """x = a - b with x above 0: the givens ask for a negative x, and the answer says which."""
    answer = System([Relation("difference", Eq(a, x + b))]).solve(x, {a: 1, b: 3})
    assert answer.status == "unreachable"
    assert any("x = -2" in warning for warning in answer.warnings)


def test_deepseek_at_one_byte_does_not_fit_on_seven_h100() -> None:
    """671 GB of 598.5 GB: infeasible, the step time filled in all the same (a step of one token
    reads 37.6 GB, and 0.29 GB of cache), the constraint named with both sides.
    """
    chip, shape = accelerator("h100_sxm", precision="fp8"), model("deepseek_v3")
    answer = solve(
        "step_time",
        {
            **chip,
            **shape,
            "gpus": "7 GPU",
            "batch_size": "1 sequence",
            "context_length": "4096 token/sequence",
        },
    )
    assert answer.status == "infeasible"
    assert answer.exit_code == 1
    assert answer.number == pytest.approx(1.616e-3, rel=0.01)
    weights = next(judged for judged in answer.constraints if judged.name == "weights_fit")
    assert not weights.satisfied
    assert "671 GB" in weights.by
    assert "598.5 GB" in weights.by


def test_the_same_model_fits_on_a_rack() -> None:
    """72 GB200: solved, with every constraint met."""
    chip, shape = accelerator("gb200_nvl72", precision="fp8"), model("deepseek_v3")
    answer = solve(
        "step_time",
        {
            **chip,
            **shape,
            "gpus": "72 GPU",
            "batch_size": "64 sequence",
            "context_length": "4096 token/sequence",
        },
    )
    assert answer.status == "solved"
    assert answer.constraints
    assert all(judged.satisfied for judged in answer.constraints)


def test_with_two_values_the_one_that_fits_makes_the_answer_solved() -> None:
    """x² + 3 = 4 x has roots 1 and 3; a limit of 2 leaves 1 and marks 3."""
    system = System([Relation("roots", Eq(x**2 + 3, a * x))], [Constraint("small", AtMost(x, b))])
    answer = system.solve(x, {a: 4, b: 2})
    assert answer.status == "solved"
    assert {round(o.value, 9): o.satisfied for o in answer.outcomes} == {1.0: True, 3.0: False}
    assert answer.number == pytest.approx(1)


def test_a_constraint_that_cannot_be_judged_is_listed() -> None:
    """Weights fit needs the capacity; without it the name is listed and nothing is claimed."""
    answer = solve(
        "weight_fetch_time",
        {
            "bytes_per_param": "1 byte/param",
            "total_params": "70e9 param",
            "gpus": "8 GPU",
            "hbm_bandwidth": "3.35 TB/s/GPU",
        },
    )
    assert answer.status == "solved"
    assert "weights_fit" in answer.not_judged
    assert not answer.constraints


def test_a_cliff_alone_names_what_is_missing_and_what_is_fixed() -> None:
    """With only the crossover: sets of at most three, a chip counting as one; and the combination
    it pins is 1e-5 FLOP/param/token.
    """
    answer = solve("kv_bytes_per_token", {"crossover_context": "200e3 token/sequence"})
    assert answer.status == "underdetermined"
    assert answer.exit_code == 3
    assert any(
        "an accelerator with a precision" in names and {"active_params", "a model"} & set(names)
        for names in answer.missing
    )
    assert all(1 <= len(names) <= 3 for names in answer.missing)
    assert len(answer.missing) <= 12
    assert {v.name for v in answer.fixed.expression.free_symbols} == {
        "kv_bytes_per_token",
        "peak_flops",
        "active_params",
        "hbm_bandwidth",
    }
    assert answer.fixed.value == pytest.approx(1e-5)
    assert answer.fixed.unit.text == "FLOP/(param·token)"


@pytest.mark.parametrize(
    "known",
    [
        {"crossover_context"},
        {"crossover_context", "active_params"},
        {"step_time", "gpus"},
        {"throughput", "gpu_price"},
        {"training_flops"},
    ],
    ids=lambda names: "+".join(sorted(names)),
)
@pytest.mark.parametrize("target", ["kv_bytes_per_token", "batch_size", "training_tokens"])
@pytest.mark.slow
def test_each_missing_set_is_enough_and_no_member_can_be_spared(
    core: System, target: str, known: set[str]
) -> None:
    """By the plan: with the set the target is determined, without any one of its members it is
    not.
    """
    answer = core.solve(target, {name: f"3 {core.find(name).unit.text}" for name in known})
    if answer.status != "underdetermined":
        pytest.skip("these givens determine it")
    assert answer.missing
    bundles = {bundle.name: bundle.variables for bundle in core.bundles}
    for names in answer.missing:
        assert _determined(core, target, known, [bundles.get(name, (name,)) for name in names])
        for spared in names:
            assert not _determined(
                core,
                target,
                known,
                [bundles.get(name, (name,)) for name in names if name != spared],
            ), (names, spared)


def _determined(
    system: System, target: str, known: set[str], groups: list[tuple[object, ...]]
) -> bool:
    wanted = system.find(target)
    members = {str(v) for group in groups for v in group}
    names = [v for v in system.variables if v.name in members | known]
    conventions = [v for v in system.variables if v.convention is not None]
    defaults = [v for v in system.variables if v.default is not None and v not in names]
    return system.plan(wanted, {*names, *conventions} - {wanted}, defaults).determined


@pytest.mark.slow
def test_one_side_of_a_max_gives_a_value_on_a_condition() -> None:
    """A 20 ms step with the compute side alone: 72,000 if compute binds; underdetermined until the
    memory side is known.
    """
    given = {
        "step_time": "20 ms",
        "gpus": "72 GPU",
        "peak_flops": "10 PFLOP/s/GPU",
        "active_params": "100e9 param",
    }
    answer = solve("batch_size", given)
    assert answer.status == "underdetermined"
    assert [(o.value, o.condition) for o in answer.outcomes] == [
        (pytest.approx(72_000), "compute_time ≥ memory_time")
    ]
    assert answer.missing


def test_what_decides_the_regime_is_missing() -> None:
    """z = max(x a, y) with y unknown: x = z / a if it binds; y decides."""
    system = System([Relation("larger", Eq(z, Max(x * a, y)))])
    answer = system.solve(x, {z: 6, a: 2})
    assert answer.status == "underdetermined"
    assert [(o.value, o.condition) for o in answer.outcomes] == [(3.0, "a*x ≥ y")]
    assert ("y",) in answer.missing
    assert system.solve(x, {z: 6, a: 2, y: 5}).number == 3.0


@pytest.mark.slow
def test_nothing_given_at_all_is_underdetermined_and_not_an_error() -> None:
    """Variables of hardware, model and prices are open; those of conventions are solved."""
    for name in (
        "batch_size",
        "step_time",
        "throughput",
        "cost_per_token",
        "kv_bytes_per_token",
        "training_flops",
        "balance_batch",
        "gpus",
        "mfu",
    ):
        answer = solve(name, {})
        assert answer.status == "underdetermined", name
        assert answer.missing, name
    assert solve("training_flops_per_param", {}).number == pytest.approx(6)


def test_an_open_target_is_limited_by_a_constraint() -> None:
    """GPUs from weights and capacity alone: open, but the constraint sets a least number."""
    answer = solve(
        "gpus",
        {
            "total_params": "671e9 param",
            "bytes_per_param": "1 byte/param",
            "hbm_capacity": "80 GB/GPU",
        },
    )
    assert answer.status == "underdetermined"
    assert any("weights_fit" in warning and "8.387" in warning for warning in answer.warnings)


@pytest.mark.parametrize(
    ("limited", "room", "status"),
    [("whole", "2 s", "infeasible"), ("whole", "5 s", "solved"), ("rest", "2 s", "solved")],
)
def test_constraints_are_judged_for_an_interval(limited: str, room: str, status: str) -> None:
    """Any rest up to three seconds will do: what fails whatever it is makes it infeasible, and what
    fails on a part of it is told.
    """
    times = {name: Var(name, "s", name) for name in ("whole", "part", "rest", "room")}
    whole, part, rest, most = times.values()
    longest = Relation("longest", Eq(whole, Max(part, rest)), "The longer sets it.")
    fits = Constraint("fits", AtMost(times[limited], most), "It has to fit.")
    system = System([longest], constraints=[fits])
    answer = system.solve(rest, {whole: "3 s", part: "3 s", most: room})
    assert answer.status == status and answer.intervals[0].high == 3
    told = [text for text in answer.warnings if "the constraint fits fails at rest = 3 s" in text]
    assert len(told) == (limited == "rest") and bool(answer.not_judged) == (limited == "rest")


@pytest.mark.parametrize(("gain", "left"), [("1.01", False), ("1.010000", True), ("3.0", True)])
def test_the_logarithm_of_a_number_near_one_has_few_digits(gain: str, left: bool) -> None:
    system = System([Relation("growth", Eq(x**z, y), "A power.")])
    answer = system.solve(z, {x: "7.00", y: gain})
    told = "z rests on the logarithm of a number near 1, in which rounding grows 100 times: none"
    assert answer.status == "solved"
    assert any(text.startswith(told) for text in answer.warnings) is not left


@pytest.mark.parametrize(("exponent", "left"), [("31", False), ("31.00000", True)])
def test_a_power_with_an_exponent_of_few_digits_has_fewer(exponent: str, left: bool) -> None:
    system = System([Relation("growth", Eq(y, x**z), "A power.")])
    answer = system.solve(y, {x: "7.0000000", z: exponent})
    told = "y rests on a power, in which rounding grows 60 times: none of its own digits"
    assert any(text.startswith(told) for text in answer.warnings) is not left
