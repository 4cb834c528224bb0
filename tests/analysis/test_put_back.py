"""Sets of values beside one interval: each value leads into it when put back, no other does."""

from __future__ import annotations

import math

import pytest
import sympy

import derive
from derive import Eq, Max, Min, Relation, System, Var

x, y, z = (Var(name) for name in ("x_back", "y_back", "z_back"))
Spans = list[tuple[float, float, bool, bool]]
INF = math.inf


def _of(way: sympy.Expr, end: sympy.Expr) -> System:
    return System([Relation("way", Eq(y, way)), Relation("end", Eq(z, end))])


def spans(answer: derive.results.answer.Answer) -> Spans:
    return [(i.low, i.high, i.low_open, i.high_open) for i in answer.intervals]


@pytest.mark.parametrize(
    ("way", "end", "given", "wanted"),
    [
        (abs(x - 7) + 2, y / x, "0.42659 to 1.2087",
         [(9 / 2.2087, 9 / 1.42659, False, False), (5 / 0.57341, INF, False, True)]),
        (abs(x - 4) + 1, y / x, "0.82659 to 0.90925",
         [(5 / 1.90925, 5 / 1.82659, False, False), (3 / 0.17341, 3 / 0.09075, False, False)]),
        (sympy.Piecewise((2 * x, x < 10), (3 * x + 5, True)), y / x, "2 to 3.25",
         [(0, 10, True, True), (20, INF, False, True)]),
        (sympy.Piecewise((5 * x, x <= 1), (3 * x + 8, True)), y / x, "4.5385 to 7.7154",
         [(0, 1, True, False), (8 / 4.7154, 8 / 1.5385, False, False)]),
        (Min(x, 2 * x / 3 + 2), 3 * sympy.ceiling(x) / y, "2.0769 to 5.8846",
         [(3 / 5.8846, 1, False, False), (6 / 5.8846, INF, False, True)]),
    ],
)  # fmt: skip
def test_the_set_has_its_gaps_and_its_flat_parts(
    way: sympy.Expr, end: sympy.Expr, given: str, wanted: Spans
) -> None:
    answer = _of(way, end).solve(x, {z: given})
    assert answer.status == "solved"
    found = spans(answer)
    assert [span[2:] for span in found] == [span[2:] for span in wanted]
    for one, other in zip(found, wanted, strict=True):
        assert one[:2] == pytest.approx(other[:2], rel=1e-6)


def test_a_variable_on_the_way_has_the_gap_too() -> None:
    tiers = _of(sympy.Piecewise((2 * x, x < 10), (3 * x + 5, True)), y / x)
    (low, high) = spans(tiers.solve(y, {z: "2 to 3.25"}))
    assert low == (0, pytest.approx(20), True, True) and high[:2] == (pytest.approx(65), INF)


@pytest.mark.parametrize(
    ("way", "given", "wanted"),
    [
        (x / sympy.floor(x), "1 to 1.5", [(1, 1.5), (2, INF)]),
        (x / sympy.floor(x), "1.1 to 1.2", [(1.1 * n, min(1.2 * n, n + 1)) for n in range(1, 10)]),
        (sympy.ceiling(x) / x, "1 to 1.1",
         [*((n / 1.1, n) for n in range(1, 10)), (10 / 1.1, INF)]),
        (x * sympy.ceiling(4 / x), "4 to 5", [(0, 5 / 4), (4 / 3, 5 / 3), (2, 2.5), (4, 5)]),
        (x / (132 * sympy.ceiling(x / 132)), "0.9 to 1",
         [*((118.8 * n, 132 * n) for n in range(1, 9)), (1069.2, INF)]),
    ],
)  # fmt: skip
def test_the_teeth_of_a_saw_are_told_one_by_one(
    way: sympy.Expr, given: str, wanted: list[tuple[float, float]]
) -> None:
    found = spans(System([Relation("way", Eq(y, way))]).solve(x, {y: given}))
    assert [span[:2] for span in found] == [pytest.approx(span, rel=1e-6) for span in wanted]


def test_more_teeth_than_are_told_are_not_told_as_the_whole_set() -> None:
    answer = System([Relation("way", Eq(y, sympy.ceiling(x) / x))]).solve(x, {y: "1 to 1.01"})
    assert any("more than 64 intervals: not all gaps are told" in text for text in answer.warnings)
    assert not any(text.startswith("every x_back") for text in answer.warnings)


def test_a_price_tier_leaves_a_gap() -> None:
    """Above 200,000 tokens the mean price of a token is more than it is just below."""
    given = {**derive.price("gemini_2_5_pro"), "output_length": "1000 token/sequence"}
    answer = derive.solve("prompt_length", {**given, "blended_price": "2.4 to 2.55 USD/Mtoken"})
    below, above = answer.intervals
    assert (below.low, below.high) == pytest.approx((7450 / 1.3, 7600 / 1.15), rel=1e-6)
    assert above.low == pytest.approx(249_000, rel=1e-6) and above.high == INF


WINDOWS = {
    **derive.model("gemma3_27b"),
    "bytes_per_element": "2.0000000 byte",
}  # 507,904 bytes at most


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        ("300 to 600 kB/token", [(0, 2000.218, True, False)]),
        ("60 to 100 kB/token", [(24126.53, INF, False, True)]),
    ],
)
def test_contexts_within_the_window_read_as_much_each(read: str, wanted: Spans) -> None:
    answer = derive.solve("context_length", {**WINDOWS, "kv_bytes_per_token": read})
    (found,) = spans(answer)
    assert found[:2] == pytest.approx(wanted[0][:2], rel=1e-6) and found[2:] == wanted[0][2:]
    assert not any("neither found nor refuted" in text for text in answer.warnings)


def test_an_interval_beyond_all_that_is_reached_is_out_of_reach() -> None:
    answer = derive.solve(
        "context_length", {**WINDOWS, "kv_bytes_per_token": "600 to 700 kB/token"}
    )
    assert answer.status == "unreachable" and "at most 507.9 kB/token" in repr(answer)


def test_values_that_a_relation_beside_the_way_refutes_are_not_added() -> None:
    """The flat part is all x up to 1, of which another relation leaves those from a half."""
    w = Var("w_back")
    way = sympy.Piecewise((5 * x, x <= 1), (3 * x + 8, True))
    system = _of(way, y / x).with_relation(Relation("beside", Eq(w, Max(x, sympy.Rational(1, 2)))))
    answer = system.solve(x, {z: "4.5385 to 7.7154", w: "0.5 to 1"})
    assert all(span[1] <= 1.0 for span in spans(answer))


def test_a_price_on_both_sides_of_a_tier_leaves_out_what_is_between() -> None:
    given = {**derive.price("gemini_2_5_pro"), "output_length": "1000 token/sequence"}
    given["prompt_length"] = "150e3 to 250e3 token/sequence"
    below, above = spans(derive.solve("request_price", given))
    assert below[:2] == pytest.approx((0.1975, 0.26)) and above[:2] == pytest.approx((0.515, 0.64))
    assert above[2] and not below[3]
    below, above = spans(derive.solve("blended_price", given))
    assert below[:2] == pytest.approx((1.2935323e-6, 1.3079470e-6))
    assert above[:2] == pytest.approx((2.5498008e-6, 2.5621891e-6))


def test_a_whole_number_on_the_way_leaves_single_values() -> None:
    boxes, load = Var("boxes", whole=True), Var("load_back")
    system = System(
        [Relation("boxes", Eq(boxes, sympy.ceiling(x / y))), Relation("load", Eq(load, boxes * z))]
    )
    answer = system.solve(load, {x: "10 to 22", y: "2.500", z: "1000.0"})
    assert [v.value for v in answer.values] == [4000, 5000, 6000, 7000, 8000, 9000]
    assert not answer.intervals
    share = system.solve(z, {load: "12", x: "10 to 12", y: "2.5"})
    assert sorted(v.value for v in share.values) == pytest.approx([2.4, 3])


def test_a_steep_curve_is_no_jump() -> None:
    """A corner, a pole beside the interval and a power leave one interval."""
    for formula in (Max(x, 3), 1 / (x - sympy.Rational(99, 100)), x**20):
        way = sympy.Piecewise((formula, x < 50), (x, True))
        answer = System([Relation("curve", Eq(y, way))]).solve(y, {x: "1 to 6"})
        assert len(answer.intervals) == 1


def test_the_ends_beside_a_gap_are_those_between_points_too() -> None:
    """The hump below the jump has its top, 4, at 2.3, which is none of the points."""
    way = sympy.Piecewise((4 - (x - sympy.Rational(23, 10)) ** 2, x < 3), (x + 4, True))
    below, above = spans(System([Relation("hump", Eq(y, way))]).solve(y, {x: "1.01 to 4.0"}))
    assert below[1] == pytest.approx(4, rel=1e-9) and above[:2] == pytest.approx((7, 8))
    assert not above[2]


def test_a_jump_within_the_interval_leaves_its_gap() -> None:
    """From 200,000 to 249,000 tokens the mean price is above 2.55, at 199,000 and 250,000 not."""
    given = {**derive.price("gemini_2_5_pro"), "blended_price": "1.29 to 2.55 USD/Mtoken"}
    for output in ("1000 token/sequence", "1000 to 1100 token/sequence"):
        answer = derive.solve("prompt_length", {**given, "output_length": output})
        below, above = spans(answer)
        assert below == (pytest.approx(7450 / 1.3), 200_000, False, False)
        assert above == (pytest.approx(249_000), INF, False, True)


@pytest.mark.parametrize(
    ("way", "target", "given", "wanted"),
    [
        (sympy.ceiling(x) * z, "y_back", {x: "1.5 to 2.5", z: "2 to 2.1"},
         [(4, 4.2, False, False), (6, 6.3, False, False)]),
        (sympy.ceiling(x) * z, "x_back", {y: "20 to 21", z: "4.5 to 5"}, [(3, 4, True, False)]),
        (Max(x, 6 - x) * z, "x_back", {y: "8 to 10", z: "2 to 2.5"},
         [(1, 2.8, False, False), (3.2, 5, False, False)]),
        (sympy.Piecewise((x * z, x < 10), (3 * x * z, True)), "x_back",
         {y: "9 to 21", z: "1 to 1.2"}, [(7.5, 10, False, True)]),
    ],
)  # fmt: skip
def test_sets_beside_several_intervals(
    way: sympy.Expr, target: str, given: dict[Var, str], wanted: Spans
) -> None:
    answer = System([Relation("way", Eq(y, way))]).solve(target, given)
    found = spans(answer)
    assert [span[2:] for span in found] == [span[2:] for span in wanted]
    for one, other in zip(found, wanted, strict=True):
        assert one[:2] == pytest.approx(other[:2], rel=1e-9)


def test_a_gap_is_told_where_it_is_refuted_alone() -> None:
    """Of 36 halves, rounded up, a few of all x have: 195 to 200 were left out beside them."""
    system = System([Relation("way", Eq(y, 5 * z + 5 * sympy.ceiling(x / 2)))])
    answer = system.solve(y, {x: "70 to 134.4", z: "3 to 4"})
    assert spans(answer) == [(190, 360, False, False)]


def test_values_next_to_a_jump_are_told_to_its_limit() -> None:
    rest = Var("rest_back", within="[0, oo)")
    system = System([Relation("rest", Eq(rest, x - sympy.floor(x)))])
    below, above = spans(system.solve(rest, {x: "2.2 to 3.1"}))
    assert below[:2] == pytest.approx((0, 0.1)) and above[:2] == pytest.approx((0.2, 1), rel=1e-8)
    assert above[3] and not below[3]
