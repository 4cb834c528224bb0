"""Eliminate: definitions are put in as written, and what both sides carry to one power cancels."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from derive.algebra.eliminate import degree, eliminate
from derive.equations import Eq, Max, Relation, Var
from derive.library import solve
from derive.system import System

x, a, b, s, t = (Var(name) for name in ("x", "a", "b", "s", "t"))


@pytest.mark.parametrize(
    ("expression", "power"),
    [
        (a, 0),
        (s, 1),
        (a / s**2, -2),
        (sympy.sqrt(s) * s, Fraction(3, 2)),
        (a * s + b * s, 1),
        (Max(a * s, s / b), 1),
        (s * Max(a, b), 1),
        (Max(s, a), None),
        (s + a, None),
        (sympy.log(s), None),
        (2**s, None),
    ],
    ids=str,
)
def test_the_degree_is_the_power_in_every_term_or_none(
    expression: sympy.Expr, power: Fraction | None
) -> None:
    """Sums and extrema have a degree only if all their arguments agree."""
    assert degree(expression, s) == power


def test_what_both_sides_carry_to_one_power_cancels_through_an_extremum() -> None:
    """s max(a, x/b) = t s: s is gone in one step."""
    work = eliminate([(s * Max(a, x / b), t * s)], {x, s}, x)
    assert work.cancelled == [s]
    assert s not in work.equation[0].free_symbols | work.equation[1].free_symbols
    assert [step.rule for step in work.steps] == ["cancel"]


def test_a_definition_is_put_in_before_anything_is_isolated() -> None:
    """s = a x and t = s b: one substitution, and s is remembered with its definition."""
    work = eliminate([(s, a * x), (t, s * b)], {x, s}, x)
    assert work.definitions == [(s, a * x)]
    assert [step.rule for step in work.steps] == ["substitute"]
    assert work.equation == (t, a * b * x)


def test_other_unknowns_are_read_off_the_equations_that_are_left() -> None:
    """x follows from the first equation alone; s follows from the second and is there for the
    guards.
    """
    work = eliminate([(x, a * t), (s * x, b)], {x, s}, x)
    assert work.equation == (x, a * t)
    assert work.definitions == [(s, b / x)]
    assert not work.side_conditions


def test_an_equation_too_many_is_a_condition_and_not_lost() -> None:
    """x = a and x = b: one gives x, the other must hold."""
    work = eliminate([(x, a), (x, b)], {x}, x)
    assert work.equation is not None
    assert len(work.side_conditions) == 1


def test_the_batch_and_the_gpus_cancel_in_the_price_cliff(cliff: dict[str, str]) -> None:
    """The derivation says so in one line, before the last one, and the closed form holds
    neither.
    """
    answer = solve("kv_bytes_per_token", {**cliff})
    cancels = [step for step in answer.derivation if step.rule == "cancel"]
    assert len(cancels) == 1
    assert {term.name for term in cancels[0].terms} == {"batch_size", "gpus"}
    assert not {"batch_size", "gpus"} & {v.name for v in answer.formula.free_symbols}
    assert answer.value.to("byte/token").magnitude == pytest.approx(1600)


def test_the_gpus_cancel_through_the_max_in_a_cost_without_them(serving: dict[str, str]) -> None:
    """Cost per token at a batch does not depend on how many GPUs share the work."""
    del serving["gpus"]
    answer = solve(
        "cost_per_token", {**serving, "gpu_price": "2 USD/hour/GPU", "batch_size": "2000 sequence"}
    )
    by_hand = 2 / 3600 * max(2 * 100e9 / 5e15, (0.5 * 800e9 / 2000 + 50e3 * 1667) / 8e12)
    assert answer.status == "solved"
    assert answer.value.to("USD/token").magnitude == pytest.approx(by_hand)


def test_a_block_of_three_coupled_relations_is_solved() -> None:
    """x = s t, s + t = a, s = b t: no definition stands alone, and x follows."""
    relations = [
        Relation("product", Eq(x, s * t)),
        Relation("sum", Eq(s + t, a)),
        Relation("ratio", Eq(s, b * t)),
    ]
    answer = System(relations).solve(x, {a: 6, b: 2})
    assert answer.number == pytest.approx(8)
    assert answer.derivation.verified


def test_every_extremum_that_takes_an_argument_has_its_line() -> None:
    """Two of them: each line names its relation, and what is put in has a line."""
    given = {
        "fast_price_ratio": "6",
        "fast_speed_ratio": "2.5",
        "balance_batch": "2400 sequence",
        "latency_floor": "1 ms",
    }
    steps = solve("normal_batch", given).derivation
    stated = [step.equation for step in steps]
    taken = [step for step in steps if step.rule == "branch"]
    assert [step.uses[0].lhs.name for step in taken] == ["normal_step_time", "fast_step_time"]
    assert taken[1].reason == "Take the regime in which 1 is the largest."
    assert all(used in stated for step in steps for used in step.uses)


@pytest.mark.parametrize(("count", "open_"), [(20, False), (400, True)])
def test_long_equations_stay_coupled(count: int, open_: bool) -> None:
    """Put into each other they would grow beyond what can be handled."""
    one, other = (
        sympy.Add(*(Var(f"{name}_{k}") for k in range(count))) for name in ("one", "other")
    )
    work = eliminate([(a, x * s + one), (b, x / s + other)], {x, s}, x)
    assert work.open == open_ and (work.equation is None) == open_


def test_an_unknown_that_drops_out_once_multiplied_out_is_no_unknown() -> None:
    """s x + t is a part of both: two equations of three unknowns, and one answer."""
    whole = [(a, x * (1 / b + s) + t), (b, x * (s + 1 / b) + t - x)]
    work = eliminate(whole, {x, s, t}, x)
    assert not work.open and work.equation is not None
    assert not {s, t} & (work.equation[0] - work.equation[1]).free_symbols
    assert len({*work.cancelled} & {s, t}) == 1


def test_the_time_that_rent_pays_back_does_not_ask_for_what_both_sides_pay() -> None:
    """Electricity and operation are in the cost of one's own and go off the rent saved: the time
    was open, “at least 1.996 year”, though nothing was missing.
    """
    known = {
        "gpu_capital": "35000 USD/GPU", "gpu_life": "5 year",
        "owned_gpu_price": "1.2 USD/hour/GPU", "gpu_price": "2 USD/hour/GPU",
    }  # fmt: skip
    answer = solve("payback_time", known)
    hours = 365.25 * 24
    years = 35_000 / ((2 - 1.2) * hours + 35_000 / 5)
    assert answer.value.to("year").magnitude == pytest.approx(years, rel=1e-9)
    assert answer.derivation.verified
    assert any(step.reason.startswith("Multiply out") for step in answer.derivation)
