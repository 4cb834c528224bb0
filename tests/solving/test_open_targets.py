"""Open targets: their values on conditions, and the products that the givens fix all the same."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy

import derive
from derive.equations import Eq, Max, Min, Relation, Var
from derive.results.answer import Answer
from derive.results.missing import MissingSet
from derive.solving.givens import read_givens
from derive.solving.identifiable import identifiable
from derive.solving.missing import missing
from derive.solving.no_value import AMONG_JUMPS, CUT
from derive.solving.query_preparation import query_or_none
from derive.system import System

a, b, c, d, w, x, y, z = (Var(name) for name in "abcdwxyz")
real = Var("real", within="(-oo, oo)")
usual = Var("usual", convention="3")


def system_of(*equations: Any) -> System:
    return System([Relation(f"r{k}", equation) for k, equation in enumerate(equations)])


def asked(target: Var, given: dict[Var, Any], *equations: Any) -> Answer:
    answer = system_of(*equations).solve(target, given)
    assert answer.status == "underdetermined" and answer.gap is not None
    return answer


@pytest.mark.parametrize(
    ("equations", "target", "given", "found", "nearest"),
    [
        ([Eq(y, Max(a, b))], y, {a: 3}, [(3, "a ≥ b")], 3),
        ([Eq(y, Max(a, b, 2 * c))], y, {a: 3, b: 5},
         [(3, "a ≥ b and a ≥ 2*c"), (5, "b ≥ a and b ≥ 2*c")], 5),
        ([Eq(y, Min(a, b)), Eq(z, 2 * y)], z, {a: 3}, [(6, "b ≥ a")], 6),
        ([Eq(y, Min(a, b, c, d, w))], y, {a: 3, b: 1, c: 2, d: 4},
         [(3, "b ≥ a and c ≥ a and d ≥ a and w ≥ a"),
          (1, "a ≥ b and c ≥ b and d ≥ b and w ≥ b"),
          (2, "a ≥ c and b ≥ c and d ≥ c and w ≥ c"),
          (4, "a ≥ d and b ≥ d and c ≥ d and w ≥ d")], 1),
        ([Eq(y, a + b)], y, {a: 3}, [], None),
    ],
    ids=str,
)  # fmt: skip
def test_one_argument_of_an_extremum_may_settle_the_target(
    equations: list[Any],
    target: Var,
    given: dict[Var, Any],
    found: list[tuple[float, str]],
    nearest: float | None,
) -> None:
    """Each with its condition; the answer has the one that the others allow."""
    answer = asked(target, given, *equations)
    assert [(v.value, v.condition) for v in answer.gap.conditional] == found
    assert [v.value for v in answer.values] == ([] if nearest is None else [nearest])


@pytest.mark.parametrize(
    ("equations", "target", "given", "product", "value"),
    [
        ([Eq(y * x, a)], y, {a: 6}, x * y, 6),
        ([Eq(y / x, a)], y, {a: 6}, y / x, 6),
        ([Eq(a, x * y)], y, {a: 6}, x * y, 6),
        ([Eq(y * x**2, a), Eq(b, 2 * c)], y, {a: 6, c: 2}, x**2 * y, 6),
        ([Eq(sympy.sqrt(y) * x, a)], y, {a: 6}, x**2 * y, 36),
        ([Eq(y**3 * x, a)], y, {a: 8}, x ** sympy.Rational(1, 3) * y, 2),
        ([Eq(y * x, usual * a)], y, {a: 2}, x * y, 6),
        ([Eq(real * x, a)], real, {a: 6}, real * x, 6),
        ([Eq(y + x, a)], y, {a: 6}, None, None),
        ([Eq(y * x, usual)], y, {}, None, None),
        ([Eq(real**2 * x, a)], real, {a: 6}, None, None),
        ([Eq(y * x, a + z)], y, {a: 6}, None, None),
        ([Eq(y * x ** sympy.Rational(5, 13), a)], y, {a: 6}, None, None),
    ],
    ids=str,
)
def test_a_product_that_the_givens_fix_is_told(
    equations: list[Any], target: Var, given: dict[Var, Any], product: Any, value: float | None
) -> None:
    """Powers as simple fractions, one for the target; none of a sum, of conventions alone, or of a
    root that would lose a sign.
    """
    found = asked(target, given, *equations).gap.identifiable
    if product is None:
        assert found is None
        return
    assert found is not None and sympy.simplify(found.expression / product) == 1
    assert found.value == pytest.approx(value) and found.by == tuple(
        v.name for v in given if v == a
    )


def test_a_product_has_the_power_of_its_relation_whatever_the_signs() -> None:
    """x1 x7 x8² = y2 with any sign of y2: where the slopes are taken it is negative, and they are
    not the powers themselves.
    """
    x1, x5, x7 = (Var(name) for name in ("x1", "x5", "x7"))
    x2, x8, y1 = Var("x2", within="[1, oo)"), Var("x8", within="[0, oo)"), Var("y1")
    y2, y3, y4 = (Var(name, within="(-oo, oo)") for name in ("y2", "y3", "y4"))
    system = System(
        [
            Relation("r2", Eq(x1 * x7 * x8**2, y2)),
            Relation("r1", Eq(Min(sympy.sqrt(x2), 1 / x5, x7), y1)),
            Relation("r3", Eq(Max(2, x1), y3)),
            Relation("r4", Eq(y4, 9 * x2 / (y3 + 1) ** 2 + y3)),
        ]
    )
    found = system.solve(x8, {y2: 30.25}).gap.identifiable
    assert found is not None and found.value == pytest.approx(5.5)
    assert sympy.simplify(found.expression / (x8 * sympy.sqrt(x1 * x7))) == 1


def test_products_through_missing_sets_come_in_order_and_none_twice() -> None:
    """x·y is fixed; z·y/w too, by the set with which y would follow."""
    system = system_of(Eq(x * y, a), Eq(z * y, w * b))
    given, _ = read_givens({a: 6, b: 4}, system.vocabulary)
    query = query_or_none(system, y, given)
    assert query is not None
    sets: tuple[MissingSet, ...] = missing(query)[0]
    found = [(one.expression, one.value, one.by) for one in identifiable(query, sets)]
    assert found == [(x * y, 6.0, ("a",)), (y * z / w, 4.0, ("b",))]


@pytest.mark.parametrize(
    ("target", "given", "low", "high", "by"),
    [
        (z, {w: 2}, 0, 10, ("r1",)),
        (y, {}, 0, 5, ("r0",)),
        (w, {z: 4}, 0.8, math.inf, ("r1",)),
    ],
)
def test_what_a_relation_limits_by_itself_bounds_an_open_target(
    target: Var, given: dict[Var, Any], low: float, high: float, by: tuple[str, ...]
) -> None:
    """y is at most five whatever x is, though no value stands in its relation."""
    answer = asked(target, given, Eq(y, Min(x, 5)), Eq(z, y * w))
    ends = [(span.low, span.high) for span in answer.between]
    assert ends == [(pytest.approx(low), pytest.approx(high))]
    assert answer.gap is not None and answer.gap.between_by == by


@pytest.mark.parametrize(
    ("sides", "low", "high"),
    [
        ((Max(x, y), x + y), 1.5, 3),  # the greater is half of both at least
        ((Min(x, y), x + y), 0, 1.5),
        ((x + 1, x * y + x), 1, 4),
        ((Max(x, y, w), x + 2 * y + 3 * w), 0.5, 3),
    ],
)
def test_parts_next_to_an_end_that_are_refuted_as_a_whole_are_left_out(
    sides: tuple[Any, Any], low: float, high: float
) -> None:
    answer = asked(z, {a: 3}, Eq(z, sides[0]), Eq(a, sides[1]))
    ends = [(span.low, span.high) for span in answer.between]
    assert ends == [(pytest.approx(low, abs=1e-8), pytest.approx(high))]


def test_what_the_givens_fix_bit_by_bit_is_found() -> None:
    """√n - m is not negative, and m is at least n, which is at least one: so both are one."""
    n, rest = Var("n", within="[1, oo)"), Var("rest", within="[0, oo)")
    m, whole = (Var(name, within="(-oo, oo)") for name in ("m", "whole"))
    system = system_of(
        Eq(y * m**2, z), Eq(Max(n, a**2, b), m), Eq(whole, sympy.floor(3 * a * m)),
        Eq(sympy.sqrt(n) - m - whole, rest),
    )  # fmt: skip
    answer = system.solve(z, {a: 0.17, y: 1.71775, whole: 0})
    assert answer.status == "solved" and answer.number == pytest.approx(1.71775, rel=1e-9)
    assert system.solve(z, {a: 1.17, y: 1.71775, whole: 0}).status == "contradiction"


def test_a_value_between_two_sums_of_what_is_never_negative_is_told() -> None:
    """1000.5 - 1000 + s = x = 1000.5 - 1000 - t: the ends keep the noise of what is left."""
    s, t, near = (Var(name, within="[0, oo)") for name in ("s", "t", "near"))
    system = system_of(Eq(near + s, a - b), Eq(near, a - b + t))
    answer = system.solve(near, {a: 1000.5, b: 1000})
    assert answer.status == "solved" and answer.number == pytest.approx(0.5, rel=1e-7)


def test_a_factor_that_other_relations_limit_is_eliminated_where_two_ranges_limit_the_rest() -> (
    None
):
    """Reads of n times all weights, n at least 1, at a rate e W, e at most 1, from s places that
    hold 4 each: W is at least 4, however many weights there are, which are at least 3.
    """
    n = Var("n", within="[1, oo)")
    e, share = (Var(name, within="(0, 1]") for name in ("e", "share"))
    system = system_of(
        Eq(y, n * x), Eq(z, y / (c * w * e)), Eq(d, x / c), Eq(share, a / x), Eq(b, w * real)
    )
    answer = system.solve(w, {z: 1, d: 4, a: 3})
    (span,) = answer.between
    assert (span.low, span.high) == (pytest.approx(4, rel=1e-6), math.inf)


def test_a_product_is_not_fixed_where_what_makes_it_may_be_zero_as_well() -> None:
    """Three or nothing: y1 = 3 was taken for the one root."""
    root = Var("root", within="[0, oo)")
    equations = Eq(root, x**2 * y * z), Eq(real, root**2 - 3 * root)
    assert not asked(z, {x: 1, real: 0}, *equations).gap.identifiable
    fixed = asked(z, {x: 1, real: 4}, *equations).gap.identifiable
    assert fixed is not None and fixed.value == pytest.approx(4)


@pytest.mark.parametrize(("squares", "cut"), [(4, False), (6, True)])
def test_of_many_solutions_on_the_way_not_all_are_followed_and_that_is_told(
    squares: int, cut: bool
) -> None:
    """Each square has two roots, and each choice of roots another sum."""
    roots = [Var(f"of_many_{k}", within="(-oo, oo)") for k in range(squares)]
    total = sum(2**k * root for k, root in enumerate(roots))
    relations = [Relation(f"square_{k}", Eq(x, root**2)) for k, root in enumerate(roots)]
    system = System([*relations, Relation("sum", Eq(Var("of_many", within="(-oo, oo)"), total))])
    answer = system.solve("of_many", {x: 1})
    assert len(answer.values) == min(2**squares, 32) and (CUT in answer.warnings) is cut
    assert AMONG_JUMPS not in answer.warnings


def test_where_not_all_solutions_on_the_way_are_followed_none_is_what_the_givens_ask_for() -> None:
    """Of 64 sums of roots none is 64 and more, whichever 32 of them are followed."""
    roots = [Var(f"of_most_{k}", within="(-oo, oo)") for k in range(6)]
    total = sum(2**k * root for k, root in enumerate(roots))
    relations = [Relation(f"square_{k}", Eq(x, root**2)) for k, root in enumerate(roots)]
    answer = System([*relations, Relation("rest", Eq(y, total - 64))]).solve(y, {x: 1})
    assert answer.status == "contradiction"
    assert not any("ask for" in text or text == AMONG_JUMPS for text in answer.warnings)


@pytest.mark.parametrize(
    ("name", "told"),
    [("early_pacing_rate", True), ("other_early_speed", False), ("very_early_pacing_rate", False)],
)
def test_a_namesake_has_all_words_of_the_target_and_one_more(name: str, told: bool) -> None:
    rate, other, span = Var("pacing_rate", "s"), Var(name, "s"), Var("pacing_span", "s")
    count = Var("pacing_count")
    named = Relation("named", Eq(other, count * span))
    system = System([named, Relation("open", Eq(rate, count * Var("pacing_rest", "s")))])
    found = system.solve(rate, {count: 2, span: "3 s"}).gap.namesake
    assert (found is not None) is told
    assert found is None or (found.var.name, found.value) == (name, 6.0)


def test_a_variable_named_after_the_target_that_the_givens_fix_is_told() -> None:
    """`mfu` is that of a step; of a training run it follows."""
    known = {"peak_flops": "989 TFLOP/s/GPU", "active_params": "405.8e9 param"}
    known |= {"training_tokens": "15.6e12 token", "training_gpu_hours": "30.84e6 GPU*hour"}
    answer = derive.solve("mfu", known)
    assert answer.status == "underdetermined"
    named = answer.gap.namesake
    assert named is not None and (named.var.name, named.text) == ("training_mfu", "0.3459")
    assert "The givens do fix training_mfu" in str(answer)
    assert derive.solve("mfu", {"peak_flops": "989 TFLOP/s/GPU"}).gap.namesake is None


def test_of_many_conditional_values_the_first_four_are_told() -> None:
    """Those of the nearest extrema; further ones are not looked for."""
    known = [Var(f"branch_known{k}") for k in range(6)]
    others = [Var(f"branch_open{k}") for k in range(3)]
    extrema = [Eq(y, Max(*known[2 * k : 2 * k + 2], others[k])) for k in range(3)]
    answer = asked(y, {v: k + 1 for k, v in enumerate(known)}, *extrema)
    assert [v.value for v in answer.gap.conditional] == [1, 2, 3, 4]
