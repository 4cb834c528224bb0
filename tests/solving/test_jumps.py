"""Discontinuities: givens that a relation skips have the two neighbouring values as bounds."""

from __future__ import annotations

import math

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import derive
from derive.equations import Eq, Max, Min, Relation, Var
from derive.equations.var import REAL
from derive.program.grid import grid
from derive.solving.discontinuities import gap_around
from derive.solving.no_value import AMONG_JUMPS
from derive.system import System

y = Var("y")
POINTS = grid(0.0, math.inf, 4)


@given(st.integers(1, 10**6), st.floats(0.01, 0.99))
def test_between_two_whole_numbers_a_ceiling_and_a_floor_reach_those_two(
    whole: int, share: float
) -> None:
    """And the points are where the step is: the whole number itself, or the one above it."""
    for rounded in (math.ceil, math.floor):
        gap = gap_around(rounded, POINTS, whole + share)
        assert gap is not None
        (low, below), (high, above) = gap
        assert (below, above) == (whole, whole + 1)
        assert (
            rounded(low) == below
            and rounded(high) == above
            and high == math.nextafter(low, math.inf)
        )


@given(st.floats(1e-6, 1e6), st.floats(-3, 3).filter(lambda power: abs(power) > 0.1))
def test_what_a_function_goes_through_is_no_gap(wanted: float, power: float) -> None:
    """A power law reaches every value."""
    assert (
        gap_around(lambda x: x**power if 1e-60 < x**power < 1e60 else None, POINTS, wanted) is None
    )


def test_of_two_steps_the_nearest_ends_count() -> None:
    """Up to 4 and down to 1: 2.5 lies between 2 and 3."""
    table = {0: 2.0, 1: 4.0, 2: 1.0, 3: 3.0}
    gap = gap_around(lambda x: table[min(int(x), 3)], [0.5, 1.5, 2.5, 3.5], 2.5)
    assert gap is not None and (gap[0][1], gap[1][1]) == (2.0, 3.0)


def test_a_hole_in_the_domain_is_not_stepped_over() -> None:
    """A domain with a hole has no gap: the values inside the hole are unknown."""
    assert gap_around(lambda x: None if 1 < x < 2 else math.ceil(x), [0.5, 1.5, 2.5], 2.5) is None
    assert (
        gap_around(lambda x: None if 1.3 < x < 1.7 else 9 * (x > 1.5), [0.5, 1.2, 1.8, 2.5], 2.5)
        is None
    )


@pytest.mark.parametrize("target", ["racks_exact", "throughput"])
def test_half_a_rack_is_told_the_whole_ones_beside_it(target: str) -> None:
    """Also where the target lies further along the way."""
    answer = derive.solve(
        target,
        {
            "racks": "2.5",
            **({"global_throughput": "1e6 token/s"} if target == "throughput" else {}),
        },
    )
    assert answer.status == "unreachable" and answer.bound is not None
    assert (answer.bound.var.name, answer.bound.text) == ("racks", "2 or at least 3")
    told = " ".join(str(answer).split())
    assert "for racks is n_rack,whole ≤ 2 or n_rack,whole ≥ 3, where racks_exact passes 2." in told


def test_a_value_that_no_regime_reaches_is_not_put_at_one_in_other_relations() -> None:
    """A further given closes a relation with the missing value: it cannot be judged, so the answer
    stays that the step is passed, and no clash is made up.
    """
    givens = {"whole_experts_per_gpu": "6.257 1/GPU", "placement_imbalance": "10.89"}
    answer = derive.solve("experts_per_gpu", givens)
    assert answer.status == "unreachable" and answer.conflict is None


def test_a_factor_that_has_become_zero_is_not_divided_by() -> None:
    """The rounded quotient of x and y is zero where x is: told, without a crash."""
    x, c0, c1, c2 = (Var(name) for name in ("x", "c0", "c1", "c2"))
    y = Var("y", within="[0, oo)")
    cases = sympy.Piecewise((x + y + 1 / c0, y <= c0), (x + sympy.sqrt(y) + 1 + 1 / c0, True))
    system = System(
        [
            Relation("rounded", Eq(x, c0 * sympy.floor(3 * sympy.sqrt(y) / x))),
            Relation("least", Eq(x, c1 * Min(2, y))),
            Relation("cases", Eq(cases, c0 * c2)),
        ]
    )
    assert system.solve(x, {"c0": "0.3", "c1": "0.4"}).status == "contradiction"


@pytest.mark.parametrize("off", [-3e-13, 0.0, 3e-13])
@pytest.mark.parametrize(("within", "roots"), [("[1, oo)", [1, 7.36405051]), ("(0, 1]", [1])])
def test_a_root_at_a_closed_end_of_the_range_is_found(
    within: str, roots: list[float], off: float
) -> None:
    """Where the digits given put it beyond the end by noise as well."""
    u, c = Var("u", within=within), Var("c")
    system = System([Relation("twice", Eq(c, u + 27 / (u + 1) ** 2))])
    answer = system.solve(u, {c: 7.75 * (1 + off)})
    assert sorted(v.value for v in answer.values) == pytest.approx(roots, rel=1e-8)
    assert all(u.admits(v.value) for v in answer.values)


@pytest.mark.parametrize("off", [0.0, -5e-14, -1e-10])
def test_a_root_where_another_variable_changes_its_sign_is_found(off: float) -> None:
    """A rest of zero, but for the last digits of the givens, ends its range at both roots."""
    root, rate, size = Var("root"), Var("rate"), Var("size")
    rest, least = Var("rest", within="[0, oo)"), Var("least", within="(-oo, oo)")
    either = sympy.Piecewise((1 / root, root <= 1), (root + 1, True))
    cases = sympy.Piecewise((rest * rate**2 / size, rate <= 1), (1 + rest * rate / size, True))
    system = System([
        Relation("either", Eq(0.21000722084 * rate, either)),
        Relation("one", Eq(cases, y)),
        Relation("rest", Eq(least * root, rest - rate**2)),
    ])  # fmt: skip
    answer = system.solve(root, {y: 1 + off, least: -95.30832511689, size: 3.766})
    assert [v.value for v in answer.values] == pytest.approx([0.61963162, 1.56400000], rel=1e-6)


def test_a_crossing_at_a_jump_is_no_root_however_steep() -> None:
    """A whole part falls by 15,000 a unit: it jumps past y, which is no whole number there."""
    fall, c = Var("fall"), Var("c")
    whole = System([Relation("whole", Eq(y, sympy.floor(fall * (c - y))))])
    for shift in (0.11, 0.37, 0.61):
        answer = whole.solve(y, {fall: 15000, c: 1e7 + shift})
        assert all(v.value == pytest.approx(round(v.value), abs=0.01) for v in answer.values)
    assert whole.solve(y, {fall: 0.5, c: 30}).number == 10


def test_at_the_edge_of_a_case_what_rounding_alone_tells_apart_is_equal() -> None:
    """√a = 0.4 / 0.5 puts a at 0.64 but for its last digit, the edge of the lower case."""
    a, b, x, v = (Var(name) for name in "abxv")
    step = sympy.Piecewise((a + 1, v <= a), (a + 5, True))
    system = System([Relation("step", Eq(x, step)), Relation("root", Eq(b, y * sympy.sqrt(a)))])
    assert system.solve(x, {v: 0.64, b: 0.4, y: 0.5}).number == pytest.approx(1.64)
    assert system.solve(x, {v: 0.6401, b: 0.4, y: 0.5}).number == pytest.approx(5.64)
    own = System([Relation("own", Eq(b, y * sympy.Piecewise((a + x, a <= b), (9 + x, True))))])
    answer = own.solve(a, {b: 0.167, y: 0.8568980291345, x: 0.027889})
    assert answer.number == pytest.approx(0.167)  # the edge itself, which was unreachable


ROUNDED = [Var(name, within="(-oo, oo)") for name in ("u", "v", "w")]


def test_one_root_among_jumps_contradicts_nothing() -> None:
    """u = v·⌊3 u²⌋ has many roots, of which a scan finds some: w settles which it is."""
    u, *_ = ROUNDED
    a, b, c, d, e = (Var(name) for name in "abcde")
    system = System([
        Relation("product", Eq(a, b * c)),
        Relation("rounded", Eq(u, d * sympy.floor(3 * u**2))),
        Relation("beside", Eq(9 * a / (u + 1) ** 2 + u, e)),
    ])  # fmt: skip
    given = {a: 81.75582538984, c: 0.152, d: 0.05248760330579, e: 19.96759032837}
    assert system.solve(b, given).number == pytest.approx(537.867272)


def test_what_follows_from_one_root_among_jumps_is_not_unreachable() -> None:
    """u = v·⌈3 u⌉ on the way: where its root leads to nothing, another one may."""
    u, v, w = ROUNDED
    a, b, c = (Var(name) for name in "abc")
    system = System([
        Relation("rounded", Eq(v * sympy.ceiling(3 * u), u)),
        Relation("difference", Eq(u, w * (a**2 - b - c))),
    ])  # fmt: skip
    answer = system.solve(c, {v: 0.3342857142857, w: -0.108599238065, a: 6.985, b: 0.461})
    assert answer.status in ("solved", "underdetermined")


def test_a_list_of_more_roots_than_are_followed_is_said_to_be_cut() -> None:
    """c u = ⌈3 u⌉ has 43 roots at c = 3.07, of which v leaves those above it."""
    u, v, w = ROUNDED
    c = Var("c")
    system = System([
        Relation("rounded", Eq(sympy.ceiling(3 * u), c * u)),
        Relation("largest", Eq(u, Max(2, v, w))),
    ])  # fmt: skip
    cut = "no more than 32 solutions are followed on the way: there may be others"
    answer = system.solve(w, {c: 3.07, v: 3.5})
    assert len(answer.values) < 33 and cut in answer.warnings
    answer = system.solve(w, {c: 3.07, v: 11})  # where none that is followed leads to a value
    assert answer.status != "unreachable" and not answer.values
    assert cut not in system.solve(w, {c: 3.4, v: 2.5}).warnings


def test_an_interval_that_ends_where_a_side_of_its_condition_is_zero_is_found() -> None:
    """⌊3 b x y⌋ = -1 and b x = 1/y - x for y from 1/x to 4/(3 x), between points of the scan."""
    x, b = Var("x"), Var("b", within="(-oo, oo)")
    whole = Var("whole", within="(-oo, oo)")
    system = System([
        Relation("rest", Eq(b * x, 1 / y - x)),
        Relation("rounded", Eq(sympy.floor(3 * b * x * y), whole)),
    ])  # fmt: skip
    (interval,) = system.solve(y, {x: 0.939, whole: -1}).intervals
    ends = 1 / 0.939, 4 / (3 * 0.939)
    assert (interval.low, interval.high) == (pytest.approx(ends[0]), pytest.approx(ends[1]))


def test_a_root_next_to_a_pole_is_found() -> None:
    """x² + 1/(100 (x - 1.33)) is 1.2 twice, once between two points of the grid that hold the pole
    as well.
    """
    x, v = Var("x"), Var("v", within="(-oo, oo)")
    system = System([Relation("pole", Eq(v, x**2 + 1 / (100 * (x - sympy.Rational(133, 100)))))])
    answer = system.solve(x, {v: 1.2})
    found = [o.value for o in answer.outcomes]
    assert found == [pytest.approx(1.116632179), pytest.approx(1.310691731)]


def test_a_value_found_among_many_jumps_is_told_not_to_be_all() -> None:
    """Zero, and the root at 99 steps down: more jump there than are followed."""
    least, steep = Var("least", within=REAL), Var("steep", within=REAL)
    system = System([Relation("steps", Eq(steep * sympy.floor(3 * least**2), least))])
    answer = system.solve(least, {steep: -0.05825252525253})
    assert any(AMONG_JUMPS in text for text in answer.warnings)


def test_bounds_with_many_holes_are_told_as_those_around_them() -> None:
    """Every whole number from five on: thousands of stretches lie around one each."""
    c4, x2, x8 = Var("c4"), Var("x2"), Var("x8", within="(0, 1]")
    x4, y5, y6 = (Var(name, within=REAL) for name in ("x4", "y5", "y6"))
    relations = [
        Relation("r5", Eq(sympy.floor(3 * x4**2 / x8), y5)),
        Relation("r6", Eq(y6, Min(1, y5**2))),
        Relation("r4", Eq(Min(2, sympy.sqrt(x2)), c4 * x4)),
    ]
    system = System(relations, variables=[c4, x2, x4, x8, y5, y6])
    answer = system.solve(y5, {x2: "0.515", c4: "0.5125964319431", y6: 1})
    (span,) = answer.between
    assert (span.low, span.high) == (5.0, math.inf)


def test_a_value_left_of_an_interval_claims_no_regime_of_its_path() -> None:
    """y = max(1/c, x²) with 3 x₂ rounded up: x² stays below 1/c, though the way there is by x²."""
    x1, x2, c = (Var(name) for name in ("x1", "x2", "c"))
    up, whole, most = Var("up", within="(-oo, oo)"), Var("whole"), Var("most")
    system = System([
        Relation("up", Eq(up, sympy.ceiling(3 * x2))),
        Relation("whole", Eq(whole, sympy.sqrt(x1) + sympy.sqrt(x2) + 1 / c)),
        Relation("most", Eq(most, Max(1 / c, x1**2))),
    ])  # fmt: skip
    answer = system.solve(most, {"up": "1", "c": "0.3217186700767", "whole": "4.251354591283"})
    assert [one.value for one in answer.values] == [pytest.approx(1 / 0.3217186700767)]
    assert (answer.regime, answer.formula) == ("", None)


def test_a_value_that_does_not_depend_on_what_a_ceiling_leaves_is_one_value() -> None:
    """The size lies anywhere in an interval; the earlier one cancels it in the growth."""
    names = ("growth", "whole", "exact", "size", "earlier", "total", "ratio", "before")
    growth, whole, exact, size, earlier, total, ratio, before = (Var(name) for name in names)
    system = System([
        Relation("whole", Eq(whole, sympy.ceiling(exact))),
        Relation("exact", Eq(exact, total / size)),
        Relation("growth", Eq(growth, size / earlier)),
        Relation("ratio", Eq(ratio, 3 * size / (earlier * before))),
    ])  # fmt: skip
    answer = system.solve(growth, {whole: 4, total: 42.75, ratio: 9, before: 2})
    assert answer.number == pytest.approx(6) and not answer.intervals


def test_a_ceiling_that_nothing_rests_on_leaves_an_interval_as_it_is() -> None:
    """Half the floor of the depth is met at any depth up to two, whichever of its last bits is
    computed, also where the batch is rounded up behind it.
    """
    share, floor, depth, batch, high = (
        Var("share"), Var("floor"), Var("depth", within="(-oo, oo)"), Var("batch"), Var("high")
    )  # fmt: skip
    relations = [
        Relation("share", Eq(share * floor, Max(1, depth))),
        Relation("floor", Eq(floor, Max(2, depth))),
        Relation("computed", Eq(high * y, Max(sympy.Rational(1, 3), floor))),
    ]
    behind = Relation("batch", Eq(batch, sympy.ceiling(7 / share)))
    for system in (System(relations), System([*relations, behind])):
        answer = system.solve(share, {high: 8.968609865471, y: 0.223})
        assert [(i.low, i.high) for i in answer.intervals] == [(0.5, 1.0)]


def test_an_interval_behind_a_value_found_among_jumps_has_the_values_that_were_missed() -> None:
    """The share meets the relation of whole numbers in four stretches, of which a scan finds the
    ends of two; the rate is one value for each.
    """
    unit, part, rate, wide = (Var(name) for name in ("unit", "part", "rate", "wide"))
    share, size, count = Var("share", within="[0, oo)"), Var("size"), Var("count")
    slope, fall = Var("slope", within="[1, oo)"), Var("fall", within="(-oo, oo)")
    total, place = Var("total", within="[1, oo)"), Var("place")
    shift, steps = Var("shift", within="(-oo, oo)"), Var("steps", within="(-oo, oo)")
    system = System([
        Relation("size", Eq(rate * (size - shift**2), part)),
        Relation("rate", Eq(rate * wide, total + steps)),
        Relation("count", Eq(sympy.ceiling(3 * slope * sympy.sqrt(share)), count)),
        Relation("total", Eq(unit * Max(1 / place, sympy.sqrt(count)), total)),
        Relation("whole", Eq(unit, part * sympy.floor(3 * unit * share * size**2))),
        Relation("shift", Eq(shift, sympy.floor(3 * part * total))),
        Relation("steps", Eq(steps, sympy.floor(3 * total * shift))),
        Relation("slope", Eq(fall * (place**2 - sympy.sqrt(unit)), slope)),
    ])  # fmt: skip
    given = {
        unit: "3.015113445778e-01", part: "1.005037815259e-01", wide: "2.381999924433e+01",
        place: "0.311", fall: "-9.942979581269",
    }  # fmt: skip
    answer = system.solve(rate, given)
    expected = [0.3015113445778 * math.sqrt(n) / 23.82 for n in (11, 12, 13, 14)]
    assert sorted(v.value for v in answer.values) == pytest.approx(expected)
