"""Exponentials that are too small or too large for a float: neither zero nor infinite."""

from __future__ import annotations

import pytest
import sympy

from derive import Eq, Max, Min, Relation, System, Var, solve

x, y, z = Var("x"), Var("y"), Var("z")


def _of(formula: sympy.Expr) -> System:
    return System([Relation("formula", Eq(z, formula))])


@pytest.mark.parametrize(
    ("formula", "at", "value"),
    [
        (x + sympy.exp(-x), "800", 800),
        (1 / (1 + sympy.exp(-x)), "3600", 1),
        (x * (1 - sympy.exp(-x)), "800", 800),
        (Max(1, sympy.exp(-x)), "800", 1),
        (Min(1, sympy.exp(x)), "800", 1),
        (sympy.exp(x), "1e-16", 1),
        (sympy.exp(-x), "1e-17", 1),
    ],
)
def test_what_vanishes_or_overflows_contradicts_nothing(
    formula: sympy.Expr, at: str, value: float
) -> None:
    """Asked for, and given beside what it follows from, asked from either side."""
    answer = _of(formula).solve(z, {x: at})
    assert answer.status == "solved" and answer.number == pytest.approx(value)
    for target in (x, z):
        assert _of(formula).solve(target, {x: at, z: str(value)}).status == "solved"


def test_a_capacitor_is_full_after_many_time_constants() -> None:
    """At a point and at all points of an interval; another charge contradicts the rest, whichever
    of the four is asked for.
    """
    time, constant = Var("time", "s"), Var("constant", "s")
    charge, most = Var("charge", "V"), Var("most", "V")
    full = System([Relation("full", Eq(charge, most * (1 - sympy.exp(-time / constant))))])
    known = {time: "1 hour", constant: "1 s"}
    assert full.solve(charge, {**known, most: "5 V"}).number == pytest.approx(5)
    assert full.solve(most, {**known, charge: "5 V"}).number == pytest.approx(5)
    later = full.solve(charge, {**known, time: "500 to 4000 s", most: "5 V"})
    assert later.status == "solved" and later.number == pytest.approx(5)
    for target in (time, constant, charge, most):
        clash = full.solve(target, {**known, most: "5 V", charge: "4 V"})
        assert clash.status == "contradiction" and len(clash.conflict.names) == 4


def test_a_vanishing_part_contradicts_no_other_relation() -> None:
    """Where one relation gives exp(-20 x), both roots of another remain."""
    w = Var("w")
    system = System(
        [
            Relation("part", Eq(z, 1 + sympy.exp(-20 * x))),
            Relation("sum", Eq(w, sympy.sqrt(x) / 5 + sympy.Rational(5, 2) / x)),
        ]
    )
    assert system.solve(w, {x: "47.3"}).number == pytest.approx(1.4283, rel=1e-4)
    roots = [item.value for item in system.solve(x, {w: "1.4285430944"}).values]
    assert roots == pytest.approx([2.21, 47.31], rel=1e-3)


@pytest.mark.parametrize(
    ("formula", "given", "roots"),
    [
        (x + 1 / x + sympy.exp(-x), "1000", [1.001001e-3, 999.999]),
        (x * sympy.exp(-x), "1e-9", [1e-9, 23.897]),
        (x + 1 / x + 2 ** (-x), "1e4", [1.0001e-4, 9999.9999]),
        (x * 2 ** (-x), "1e-9", [1e-9, 35.027780526]),
        (x + 2 ** (-x), "5000", [5000]),
        (2 * x * sympy.exp(-sympy.Rational(4, 5) * x**2 * sympy.log(x + 1)), "1e-3", [5e-4, 2.835]),
    ],
)
def test_a_root_where_an_exponential_vanishes_is_found(
    formula: sympy.Expr, given: str, roots: list[float]
) -> None:
    """Beside the one where it does not."""
    answer = _of(formula).solve(x, {z: given})
    assert [item.value for item in answer.values] == pytest.approx(roots, rel=1e-4)


def test_a_value_that_an_exponential_excludes_is_a_contradiction() -> None:
    """The hump x exp(-x) is 0.37 at most."""
    assert _of(x * sympy.exp(-x)).solve(x, {z: "0.5"}).status == "contradiction"


TOLD = "z, or a part of its formula, is too large or too small to compute with"


@pytest.mark.parametrize(
    ("formula", "given", "least"),
    [
        (sympy.exp(x), "800", 1.79e308),
        (x**30, "1e20", None),
        (sympy.exp(-x), "800", None),
        (x**-30, "1e20", None),
    ],
)
def test_a_value_that_no_float_holds_is_told(
    formula: sympy.Expr, given: str, least: float | None
) -> None:
    """No given is said to be wrong, and nothing to be out of reach."""
    answer = _of(formula).solve(z, {x: given})
    assert answer.status == "underdetermined" and TOLD in answer.warnings
    assert [span.low for span in answer.between] == (
        [] if least is None else [pytest.approx(least, rel=1e-2)]
    )


@pytest.mark.parametrize("target", ["implied_decode_mfu", "active_params", "latency_floor"])
def test_givens_that_clash_beside_a_value_that_no_float_holds_are_told(target: str) -> None:
    """Of 6,303 tokens none leaves an expert untouched; the price clashes whatever is read."""
    known = {
        "total_params": "86e9 param", "read_params": "86e9 param", "expert_share": "0.5189",
        "tokens_per_pass": "3 token/sequence", "batch_size": "2101 sequence",
        "peak_flops": "186.2 TFLOP/s/GPU", "gpu_price": "13.93 USD/hour/GPU",
        "kept_fraction": "0.2169", "implied_batch": "8.214 sequence", "step_time": "24.44 ms",
        "cost_per_token": "4.393 USD/Mtoken", "weight_fetch_time": "430.7 us",
    }  # fmt: skip
    answer = solve(target, known)
    assert answer.status == "contradiction" and "cost_per_token" in answer.conflict.names


def test_a_chance_too_small_to_compute_with_is_not_out_of_reach() -> None:
    """Ten tries at 1e-15 each: 1 - (1 - p)^10 loses all digits of its 1e-14."""
    answer = solve("solved_chance", {"samples": "10", "success_chance": "1e-15"})
    assert answer.status == "underdetermined"
    assert any(text.endswith("too small to compute with") for text in answer.warnings)


def test_nothing_is_computed_from_a_value_that_no_float_holds() -> None:
    """Its logarithm is 800, not that of the largest float; beside it, one is the same."""
    w = Var("w")
    for formula in (sympy.log(z), sympy.log(1 + z)):
        system = _of(sympy.exp(x)).with_relation(Relation("then", Eq(w, formula)))
        answer = system.solve(w, {x: "800"})
        assert answer.status == "underdetermined" and not answer.values
        assert answer.between[0].low == pytest.approx(709.78, rel=1e-4)
    share = _of(sympy.exp(x) / (1 + sympy.exp(x))).solve(z, {x: "800"})
    assert share.number == pytest.approx(1)


@pytest.mark.parametrize("target", ["sparsity", "active_params", "n_experts"])
def test_givens_that_clash_at_sizes_that_floats_hold_are_told(target: str) -> None:
    """Of 2,100 tokens none leaves one of two experts unread, so that all is read; the share of what
    is left unread, by which the active parameters follow, is held by no float.
    """
    known = {
        "embedding_params": "1e9 param", "attention_params": "2e9 param",
        "feed_forward_params": "300e9 param", "tokens_per_pass": "3 token/sequence",
        "batch_size": "700 sequence", "expert_share": "0.5", "read_params": "200e9 param",
    }  # fmt: skip
    answer = solve(target, known)
    assert answer.status == "contradiction" and "read_params" in answer.conflict.names


@pytest.mark.parametrize("target", ["racks_exact", "active_params", "total_params", "read_params"])
def test_fewer_givens_that_clash_at_sizes_that_floats_hold_are_told(target: str) -> None:
    """More parameters are read than there are; beside the tokens of a microbatch the share left
    unread is too small for a float, and so is what follows from it.
    """
    known = {
        "total_params": "200e9 param", "microbatch_read_params": "220e9 param",
        "expert_share": "0.7", "microbatch_size": "2000 sequence",
        "tokens_per_pass": "7 token/sequence", "recompute_bandwidth": "1e7 byte/s/GPU",
        "kv_bytes_stored_per_token": "6000 byte/token", "throughput": "8e4 token/s",
        "fleet_mfu": "0.9", "fleet_gpus": "4000 GPU",
    }  # fmt: skip
    answer = solve(target, known)
    assert answer.status == "contradiction"
    assert {"total_params", "microbatch_read_params"} <= set(answer.conflict.names)
