"""The same question gives the same answer, whatever was asked before."""

from __future__ import annotations

import pytest

from derive.library import library_system, solve
from derive.system import System


def test_asking_twice_makes_one_plan(
    serving: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan depends on names alone: other numbers reuse it."""
    system: System = library_system()
    system.solve("batch_size", {**serving, "throughput": "1e6 token/s"})
    monkeypatch.delattr("derive.solving.equation_system.make_plan")
    system.solve("batch_size", {**serving, "throughput": "1.1e6 token/s"})


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_the_givens_does_not_matter(serving: dict[str, str], order: int) -> None:
    """Forwards or backwards, the same steps."""
    given = dict(list({**serving, "throughput": "1e6 token/s"}.items())[::order])
    answer = solve("batch_size", given)
    assert [step.equation for step in answer.derivation] == [
        step.equation
        for step in solve("batch_size", {**serving, "throughput": "1e6 token/s"}).derivation
    ]


def test_where_rounding_decides_the_order_of_the_givens_does_not_matter() -> None:
    """The wait that these givens leave is zero within 1e-9 of the time; as a wait it is none."""
    given = {
        "step_time": "0.018215686519230237 s",
        "output_length": "884.9278758507038 token/sequence",
        "wait_percentile": "0.3032561939216746",
        "prefill_time": "0.23311393866674207 s",
        "prefill_load": "0.9429310399342568",
        "load": "0.27042713598424073",
        "percentile_first_token_time": "2.1680530301843257 s",
    }
    other = {name: given[name] for name in ("step_time", "prefill_time", "output_length", "load")}
    statuses = {str(solve("batch_size", each).status) for each in (given, other | given)}
    assert len(statuses) == 1


def test_what_was_asked_before_leaves_no_trace(serving: dict[str, str]) -> None:
    """A variant, a zero and a contradiction in between change nothing."""
    first = solve("step_time", {**serving, "batch_size": "500 sequence"})
    solve("step_time", {**serving, "batch_size": "500 sequence"}, variants={"step time": "none"})
    solve(
        "step_time", {**serving, "batch_size": "500 sequence", "context_length": "0 token/sequence"}
    )
    solve("step_time", {**serving, "batch_size": "500 sequence", "step_time": "1 s"})
    again = solve("step_time", {**serving, "batch_size": "500 sequence"})
    assert (again.number, again.formula, again.variants) == (
        first.number,
        first.formula,
        first.variants,
    )


@pytest.mark.parametrize(
    ("choice", "by_hand"),
    [
        ("overlap", lambda compute, weights, cache: max(compute, weights + cache)),
        ("kv_apart", lambda compute, weights, cache: max(compute, weights) + cache),
        ("none", lambda compute, weights, cache: compute + weights + cache),
    ],
)
def test_each_variant_of_the_step_time_is_its_own_formula(
    serving: dict[str, str], choice: str, by_hand: object
) -> None:
    """And solves back for the batch it came from."""
    compute, weights, cache = (
        2 * 900 * 100e9 / (72 * 5e15),
        0.5 * 800e9 / (72 * 8e12),
        900 * 50e3 * 1667 / (72 * 8e12),
    )
    expected = by_hand(compute, weights, cache)
    answer = solve(
        "step_time", {**serving, "batch_size": "900 sequence"}, variants={"step time": choice}
    )
    assert answer.number == pytest.approx(expected)
    assert answer.variants["step time"] == choice
    back = solve(
        "batch_size", {**serving, "step_time": f"{expected!r} s"}, variants={"step time": choice}
    )
    assert back.number == pytest.approx(900)


def test_slopes_do_not_depend_on_who_has_asked_for_them_first() -> None:
    """Of a set of relations, in whatever order: the last digits of an elasticity are told."""
    first, last = (System(library_system().relations) for _ in range(2))
    order = list(range(200, 260))
    assert first.rows(order) == last.rows(order[::-1])
