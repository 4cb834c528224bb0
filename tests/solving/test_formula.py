"""Formulas: closed forms from names alone, one per regime, verified like every derivation; opaque
maps stay symbols.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import derive
from derive.equations import Eq, Max, OpaqueFunction, Relation, Var
from derive.equations.plain import plain
from derive.equations.var import REAL
from derive.errors import DeclarationError, InternalError, UnknownName
from derive.library.system import library_system
from derive.results.derivation import StepRule
from derive.system import System

a, b, c, d = (Var(name, "s", name) for name in "abcd")
f = OpaqueFunction("f", "s", "s", "something", tex="f")
p, q, r = (Var(name, "s", name, within=REAL) for name in "pqr")


def test_one_form_for_each_regime_with_its_guard() -> None:
    forms = System([Relation("longest", Eq(c, Max(a, 2 * b)))]).formula(b, [c, a])
    assert [str(form) for form in forms] == ["b = c/2  where 2*b ≥ a"]
    forms = System([Relation("longest", Eq(c, Max(a + b, 2 * b)))]).formula("b", ["c", "a"])
    assert {form.regime: plain(form.expression) for form in forms} == {
        "a + b ≥ 2*b": "c - a",
        "2*b ≥ a + b": "c/2",
    }


def test_what_is_computed_on_the_way_is_put_in_and_that_line_is_verified() -> None:
    system = System([Relation("first", Eq(b, 3 * a)), Relation("second", Eq(c, b + a))])
    (form,) = system.formula(c, [a])
    assert str(form) == "c = 4*a"
    assert form.derivation.steps[-1].reason == "Put in what stands above."
    assert form.derivation.verified


def test_the_relation_that_two_points_share_is_stated_once() -> None:
    """The bill of the first and of the second worker is one relation at two points."""
    bill, fee, hourly, hours, first, second, budget = (
        Var(f"shared_{name}") for name in ("bill", "fee", "hourly", "hours", "one", "two", "budget")
    )
    charge = Relation("charge", Eq(bill, fee + hourly * hours))
    points = [
        Relation("first", Eq(fee + hourly * first, budget), equates=(charge,)),
        Relation("second", Eq(fee + hourly * second, budget * first), equates=(charge,)),
    ]
    (form,) = System([charge, *points]).formula(second, [fee, hourly, budget])
    stated = [step.relation for step in form.derivation.steps if step.rule == StepRule.RELATION]
    assert stated == ["charge", "first", "second"]
    assert form.derivation.verified


def test_a_composed_line_that_does_not_follow_is_refused() -> None:
    """It is verified by the lines above it, not by itself."""
    system = System([Relation("first", Eq(b, 3 * a)), Relation("second", Eq(c, b + a))])
    path: Any = system.formula(c, [a])[0].path
    assert replace(path, whole=4 * a).derivation().verified
    with pytest.raises(InternalError, match="does not hold"):
        replace(path, whole=5 * a).derivation()


def test_the_price_cliff_comes_out_as_a_formula() -> None:
    (form,) = derive.formula(
        "kv_bytes_per_token", ["crossover_context", "active_params", "peak_flops", "hbm_bandwidth"]
    )
    stated = next(t for t in derive.library.api.theorems() if t.name == "price_cliff")
    assert plain(form.equation) == plain(Eq(form.target, form.expression))
    assert form.expression.free_symbols >= stated.equation.free_symbols - {form.target}


@pytest.mark.parametrize("relation", library_system().relations, ids=lambda relation: relation.name)
@pytest.mark.slow
def test_every_relation_has_a_verified_formula_for_what_it_defines(relation: Relation) -> None:
    if relation.subject is None:
        pytest.skip("it defines no variable")
    known = [v for v in relation.variables if v != relation.subject]
    for form in System([relation.made]).formula(relation.subject, known):
        assert form.derivation.verified
        assert form.expression.free_symbols <= set(known)


def test_an_opaque_map_is_moved_about_and_never_undone() -> None:
    system = System([Relation("adds", Eq(r, p + f(q)))])
    assert str(system.formula(p, [q, r])[0]) == "p = r - f(q)"
    with pytest.raises(DeclarationError) as refused:
        system.formula(q, [p, r])
    assert str(refused.value) == "q: no rule isolates it: nothing is known of f that would undo it."


def test_a_question_with_numbers_that_meets_an_opaque_map_gives_the_formula_and_no_number() -> None:
    system = System([Relation("adds", Eq(r, p + f(q)))])
    answer = system.solve(p, {q: "2 s", r: "3 s"})
    assert (answer.status, answer.number, answer.missing, plain(answer.formula)) == (
        "underdetermined",
        None,
        (("f",),),
        "r - f(q)",
    )
    assert answer.derivation.verified
    assert "In closed form, and no number follows:\n     p = r − f(q)" in str(answer)
    assert system.solve(q, {p: "2 s", r: "3 s"}).status == "underdetermined"


@pytest.mark.parametrize(
    ("target", "known", "message"),
    [
        ("c", ["a"], "c: it does not follow from a. Add b."),
        ("c", [], "c: no known variable is named. Add a and b."),
    ],
)
def test_what_is_missing_is_named(target: str, known: list[str], message: str) -> None:
    with pytest.raises(DeclarationError) as refused:
        System([Relation("longest", Eq(c, Max(a, 2 * b)))]).formula(target, known)
    assert str(refused.value) == message


def test_entries_are_named_by_those_of_their_variables_that_are_needed() -> None:
    """And not by all that an accelerator and a model give."""
    with pytest.raises(DeclarationError) as refused:
        derive.formula("balance_batch", [])
    first, _ = str(refused.value).split("; or")
    assert first == (
        "balance_batch: no known variable is named. Add peak_flops, hbm_bandwidth,"
        " bytes_per_param, active_params and total_params"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "first"),
    [
        ("step_time", "compute_time and memory_time;"),
        ("mfu", "batch_size, step_time, active_params, gpus and peak_flops;"),
    ],
)
def test_what_defines_a_target_is_offered_first(target: str, first: str) -> None:
    """Without what usual values settle."""
    with pytest.raises(DeclarationError, match=f"Add {first}"):
        derive.formula(target, [])


@pytest.mark.slow
def test_what_is_missing_is_named_by_variables() -> None:
    """Names are all that a closed form takes: no chip, no model."""
    with pytest.raises(DeclarationError, match="Add bytes_per_param, peak_flops and hbm_bandwidth"):
        derive.formula("balance_tokens", [])


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UnknownName, match="batch_sice"):
        derive.formula("batch_sice", ["step_time"])
