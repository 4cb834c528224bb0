"""Parts of intervals: points within them, gaps between them, and those that meet as one."""

from __future__ import annotations

import math
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.equations import Eq, Min, Relation, Var
from derive.program.tolerances import CLOSE, FAR, NEAR, NOISE, SAMPLES
from derive.results.known import Known, Origin
from derive.results.solution import ValueInterval
from derive.solving import interval_ends, value_sets
from derive.solving.bound_conflict import bound_beside
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.secants import secant_root
from derive.solving.value_search import SearchWork, ValueSearch
from derive.solving.value_sets import admitted_set, hull, samples
from derive.system import System

ends = st.one_of(st.floats(1e-12, 1e12), st.floats(-1e12, -1e-12), st.just(0.0))
wide = st.tuples(ends | st.just(-math.inf), ends | st.just(math.inf)).map(sorted)
steady = settings(derandomize=True, deadline=None, max_examples=150)


@steady
@given(wide)
def test_a_middle_lies_within_and_turns_with_the_sign(span: list[float]) -> None:
    """Half-way of logarithms where both ends have one sign, so that neither end is far by size."""
    low, high = span
    for middle in (value_sets._middle, interval_ends._middle):
        if middle is interval_ends._middle:
            found, turned = middle((low, high)), middle((-high, -low))
        else:
            found, turned = middle(low, high), middle(-high, -low)
        assert low <= found <= high and math.isfinite(found)
        assert turned == -found
        if low < high:
            assert low < found < high or high <= math.nextafter(low, math.inf)
        if 0.0 < 8.0 * low < high < math.inf:
            assert found == pytest.approx(math.sqrt(low) * math.sqrt(high))


@pytest.mark.parametrize(
    ("low", "high", "of_sets", "of_ends"),
    [
        (2.0, 2.0, 2.0, 2.0),
        (-1.0, 3.0, 0.0, 0.0),
        (2.0, 6.0, 4.0, math.sqrt(12.0)),
        (2.0, 8.0, 5.0, 4.0),
        (2.0, 18.0, 6.0, 6.0),
        (0.0, 4.0, math.sqrt(NEAR), 4e-3),
        (0.0, math.inf, math.sqrt(NEAR * FAR), 1.0),
        (5.0, math.inf, math.sqrt(5.0 * 5.0 * FAR), 5e3),
        (0.5, math.inf, math.sqrt(0.5 * FAR), 500.0),
    ],
)
def test_the_middle_of_a_part(low: float, high: float, of_sets: float, of_ends: float) -> None:
    """Half-way of the difference where the ends are near each other; zero and infinity count as
    something very small and very large.
    """
    assert value_sets._middle(low, high) == pytest.approx(of_sets)
    assert interval_ends._middle((low, high)) == pytest.approx(of_ends)


def test_between_zero_and_the_least_float_lies_nothing() -> None:
    least = math.ulp(0.0)
    assert samples(0.0, least) == [least] and samples(-least, 0.0) == [-least]


@steady
@given(wide)
def test_samples_rise_from_one_end_to_the_other(span: list[float]) -> None:
    """Even in logarithms on either side of zero, the same turned round."""
    low, high = span
    found = samples(low, high)
    assert found == sorted(set(found))
    assert all(low <= x <= high and math.isfinite(x) for x in found)
    assert samples(-high, -low) == [-x for x in reversed(found)]
    assert (0.0 in found) == (low < 0.0 < high or low == high == 0.0)
    for end in span:
        assert end in found or end == 0.0 or math.isinf(end)
    if 0.0 < low < high < math.inf and high > 2.0 * low:
        assert len(found) == SAMPLES + 1
        ratios = [b / a for a, b in pairwise(found)]
        assert ratios == pytest.approx([ratios[0]] * SAMPLES, rel=1e-6)


@pytest.mark.parametrize(
    ("runs", "joined"),
    [
        ([], []),
        ([(1, 2, False, False)], [(1, 2, False, False)]),
        ([(3, 4, False, True), (1, 2, True, False)], [(1, 2, True, False), (3, 4, False, True)]),
        ([(1, 2, False, False), (2, 3, False, True)], [(1, 3, False, True)]),
        ([(1, 2, False, True), (2, 3, False, False)], [(1, 3, False, False)]),
        ([(1, 2, False, False), (2, 3, True, False)], [(1, 3, False, False)]),
        ([(1, 2, False, True), (2, 3, True, False)],
         [(1, 2, False, True), (2, 3, True, False)]),
        ([(1, 4, True, False), (2, 3, False, False)], [(1, 4, True, False)]),
        ([(1, 3, False, True), (2, 3, False, False)], [(1, 3, False, False)]),
        ([(1, 3, False, False), (2, 3, False, True)], [(1, 3, False, False)]),
        ([(1, 2, True, False), (1, 2, False, False)], [(1, 2, False, False)]),
        ([(1, 2, True, False), (1, 3, False, False)], [(1, 3, False, False)]),
    ],
)  # fmt: skip
def test_intervals_that_meet_are_one(
    runs: list[tuple[float, float, bool, bool]], joined: list[tuple[float, float, bool, bool]]
) -> None:
    """Unless the value at which they meet is in neither."""
    made = [ValueInterval(*run) for run in runs]
    assert list(value_sets.joined(made)) == [ValueInterval(*run) for run in joined]


class _Without(NamedTuple):
    """A search in which the values from 1 to 100 are admitted, but those near one of them."""

    hole: float
    work: Any = SimpleNamespace(spent=True)
    edges: tuple[float, ...] = ()

    def admits(self, value: float) -> bool:
        return 1.0 <= value <= 100.0 and abs(value - self.hole) > 1e-3 * self.hole


@pytest.mark.parametrize("place", range(1, SAMPLES))
def test_a_hole_is_found_at_each_sample_within_a_stretch(place: int) -> None:
    """The first points of a wider span step over it; those between the ends found do not."""
    search, runs = _Without(100.0 ** (place / SAMPLES)), list[ValueInterval]()
    assert sum(map(search.admits, samples(0.4, 300.0))) == 11
    value_sets._add_runs(search, (0.4, 300.0), runs, [])
    beside = [pytest.approx(search.hole * (1 - 1e-3)), pytest.approx(search.hole * (1 + 1e-3))]
    assert [one.low for one in runs] == [pytest.approx(1.0), beside[1]]
    assert [one.high for one in runs] == [beside[0], pytest.approx(100.0)]


def test_gaps_lie_between_runs_and_beside_them() -> None:
    """A little apart from each."""
    run = ValueInterval(2.0, 3.0)
    before, after = value_sets._gaps((1.0, 4.0), [run])
    assert before == (1.0, pytest.approx(2.0)) and before[1] < 2.0
    assert after == (pytest.approx(3.0), 4.0) and after[0] > 3.0
    assert value_sets._gaps((1.0, 4.0), []) == [(1.0, 4.0)]
    assert value_sets._gaps((2.0, 3.0), [run]) == []


@pytest.mark.parametrize(
    ("end", "other"),
    [(1.0, 3.0), (3.0, 1.0), (0.0, 1.0), (2.0, math.inf), (0.0, math.inf), (2.0, -math.inf)],
)
def test_values_are_tried_inwards_in_growing_steps(end: float, other: float) -> None:
    """From next to the end, as far as nine tenths of the way, or many times its size."""
    found = list(interval_ends.inwards(end, other))
    steps = [abs(value - end) for value in found]
    assert steps == sorted(set(steps)) and len(found) >= 5
    assert all(min(end, other) < value < max(end, other) for value in found)
    assert steps[0] <= 1e-5 * max(abs(end), 1.0)
    if math.isfinite(other):
        assert steps[-1] == pytest.approx(0.9 * abs(other - end))
    else:
        assert steps[-1] > 1e2 * max(abs(end), 1.0)


def test_towards_infinity_the_steps_are_a_millionth_and_then_whole_sizes() -> None:
    """Once, a thousand, a million and a milliard times the end, or of one where it is zero."""
    factors = [1e-6, 1.0, 1e3, 1e6, 1e9]
    for end, scale in ((2.0, 2.0), (-3.0, 3.0), (0.0, 1.0)):
        for sign in (1.0, -1.0):
            found = list(interval_ends.inwards(end, sign * math.inf))
            assert found == pytest.approx([end + sign * scale * factor for factor in factors])


@pytest.mark.parametrize(
    ("interval", "width"),
    [
        ((1.0, math.e), 1.0), ((-math.e, -1.0), 1.0), ((2.0, 2.0), 0.0), ((0.0, 1.0), math.inf),
        ((-1.0, 0.0), math.inf), ((-1.0, 1.0), math.inf), ((1.0, math.inf), math.inf),
        ((-math.inf, -1.0), math.inf),
    ],
)  # fmt: skip
def test_a_width_is_that_of_logarithms(interval: tuple[float, float], width: float) -> None:
    """Without an end where the sign may change."""
    assert interval_ends._width(interval) == pytest.approx(width)


def test_the_points_of_an_interval_are_its_middle_and_its_ends() -> None:
    assert list(interval_ends._points((1.0, 4.0))) == [2.0, 1.0, 4.0]
    assert list(interval_ends._points((1.0, math.inf))) == [1e3, 1.0]


@pytest.mark.parametrize(
    ("value", "near"),
    [(5.0, 4.0), (4.1, 4.0), (400.0, 4.0), (3.0, None), (0.3, 1.0)],
)
def test_the_nearest_value_that_the_relations_admit(value: float, near: float | None) -> None:
    """On either side; none where the value itself is admitted."""
    whole, part = Var("whole"), Var("part", within="(0, 1]")
    system = System([Relation("grows", Eq(whole, 1 + 3 * part**2))])
    found = bound_beside(knowledge(system, {}), whole, value)
    assert found == (near if near is None else pytest.approx(near, rel=1e-6))


@pytest.mark.parametrize(("value", "bound"), [(3.0, None), (5.0, None), (0.7, 2.0)])
def test_a_value_between_admitted_ones_is_beyond_no_bound(value: float, bound: float) -> None:
    """Twice a whole number from one: 3 is between 2 and 4, and 0.7 below all."""
    even, count, size = Var("even"), Var("count", within="[1, oo)"), Var("size")
    system = System(
        [Relation("whole", Eq(count, sympy.ceiling(size))), Relation("twice", Eq(even, 2 * count))]
    )
    found = bound_beside(knowledge(system, {}), even, value)
    assert found == (bound if bound is None else pytest.approx(bound, rel=1e-6))


@pytest.mark.parametrize(
    ("root", "function"),
    [
        (0.5, lambda x: 2.0 * x - 1.0), (-3.0, lambda x: 7.0 * (x + 3.0)),
        (0.0, lambda x: x * (x + 2.0)), (2.0, lambda x: math.expm1(x - 2.0)),
        (49.0, lambda x: x - 49.0), (None, lambda x: x - 5e3 + x**2 * 1e-9), (None, lambda x: 1.0),
        (None, lambda x: x**2 + 1.0),
    ],
)  # fmt: skip
def test_secants_meet_a_root_or_give_up(root: float | None, function: object) -> None:
    """A constant, no root at all, and one too far off have none."""
    found = secant_root(function)  # type: ignore[arg-type]
    assert found == (root if root is None else pytest.approx(root, abs=1e-6))


spans = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans(), st.booleans()))


@steady
@given(spans.filter(bool), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=2))
def test_a_hull_reaches_as_far_as_what_it_holds(
    found: list[tuple[int, int, bool, bool]], parts: list[tuple[int, int]]
) -> None:
    """And no further; an end is open where all that reach it are."""
    runs = [ValueInterval(min(a, b), max(a, b), low, high) for a, b, low, high in found]
    held = [*runs, *(ValueInterval(min(part), max(part)) for part in parts)]
    whole = hull(held)
    assert (whole.low, whole.high) == (min(i.low for i in held), max(i.high for i in held))
    assert whole.low_open == all(i.low_open for i in held if i.low == whole.low)
    assert whole.high_open == all(i.high_open for i in held if i.high == whole.high)
    assert hull([*runs, ValueInterval(-math.inf, math.inf)]).low_open


def test_intervals_of_two_regimes_beside_an_open_variable_claim_neither() -> None:
    """|1 + 1/b - a²| = 0.521 beside an open b: a² lies up to 0.521 + 1, or above by 1.042."""
    a, b = Var("a"), Var("b", within="[1, oo)")
    y, level = Var("y", within="(-oo, oo)"), Var("level")
    low, least = Var("low", within="[0, oo)"), Var("least", within="[0, oo)")
    system = System([
        Relation("size", Eq(sympy.Abs(1 + 1 / b - a**2), level)),
        Relation("least", Eq(least, Min(low, sympy.sqrt(a), y))),
        Relation("smaller", Eq(Min(low, b**2), y)),
        Relation("roots", Eq(Var("one"), sympy.Abs(y**2 - y + 1))),
    ])  # fmt: skip
    answer = system.solve(a, {"level": 0.521, "least": 0, "one": 1})
    ends = [end**2 for one in answer.intervals for end in (one.low, one.high)]
    assert ends == pytest.approx([0.479, 1.479, 1.521, 2.521]) and not answer.regime


def test_a_part_that_is_refuted_near_the_larger_end_is_found() -> None:
    """floor(3xy) = 0 and 9y/(1 + x)^2 + x = 5.214: in 3x(5.214 - x)(1 + x)^2 < 9 either factor may
    be small.
    """
    n, k = Var("n", within="[0, oo)"), Var("k")
    x, y = Var("x", within="(0, oo)"), Var("y", within="[0, oo)")
    system = System(
        [
            Relation("whole", Eq(n, sympy.floor(3 * x * y))),
            Relation("sum", Eq(k, 9 * y / (1 + x) ** 2 + x)),
        ]
    )
    stated = {v: Known(v, value, Origin.GIVEN) for v, value in ((n, 0.0), (k, 5.214))}
    found = admitted_set(knowledge(system, stated), x, [(0.0, math.inf)], SearchWork())
    first, second = found.intervals
    assert (first.low, first.high) == (0.0, pytest.approx(0.341936, rel=1e-5))
    assert (second.low, second.high) == pytest.approx((5.198984, 5.214), rel=1e-5)


def test_a_span_that_only_touches_what_is_left_has_the_value_at_its_end() -> None:
    """One more than a share is two at most; from 2 + 1e-12 on there is nothing."""
    part, whole = Var("touching_part", within="[0, 1]"), Var("touched_whole")
    system = System([Relation("more", Eq(whole, part + 1))])
    state = knowledge(system, {}, free=frozenset((whole,))).narrowed(whole, (0.0, 2.0))
    for low, wanted in ((2.0, [(2.0, 2.0)]), (2.0 + 1e-12, [])):
        found = admitted_set(state, whole, [(low, 5.0)], SearchWork())
        assert [(i.low, i.high) for i in found.intervals] == wanted


def test_the_derivation_of_an_interval_is_that_of_values_which_are_admitted() -> None:
    """ceil(3 z) = 2 leaves z between 1/3 and 2/3; y = x + sqrt(z) is above x, and its mirror below
    x, which solves the squared equation, is none of its values.
    """
    x, y, z, k = Var("x"), Var("y", within="(-oo, oo)"), Var("z", within="[0, oo)"), Var("k")
    system = System([
        Relation("moved", Eq(y, x + sympy.sqrt(z))),
        Relation("steps", Eq(k, sympy.ceiling(3 * z))),
    ])  # fmt: skip
    answer = system.solve(y, {x: "1", k: "2"})
    low, high = answer.intervals[0].low, answer.intervals[0].high
    assert (low, high) == (pytest.approx(1 + 3**-0.5), pytest.approx(1 + 1.5**-0.5))
    assert answer.derivation.verified


def test_an_interval_goes_on_where_a_difference_is_less_than_its_digits_show() -> None:
    """c = 1/(y - x) is as large as 1/y's last digit at x of 1e16 if x is not put into it."""
    c, size, y = Var("c"), Var("size"), Var("y", within="(-oo, oo)")
    x, scaled, least = Var("x", within="[1, oo)"), Var("scaled"), Var("least")
    part = sympy.Piecewise((x + 1 / c, x <= c), (c * sympy.sqrt(x) + 1, True))
    sides = sympy.Piecewise((size + 1 / least, size <= least), (size * sympy.sqrt(least) + 1, True))
    system = System([
        Relation("scaled", Eq(scaled, c * sides)),
        Relation("least", Eq(least, Min(sympy.S.One, x))),
        Relation("part", Eq(y, part)),
    ])  # fmt: skip
    answer = system.solve(scaled, {y: 1.444676955271, size: 3.8, least: 1})
    assert [interval.high for interval in answer.intervals][-1] == math.inf


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_interval_that_rounding_alone_cuts_into_stretches_is_one(order: tuple[int, int]) -> None:
    """part = c · part · x holds for all parts where c · x is one, and c x rounds to a little more:
    taken to the last bit, it refutes values here and there.
    """
    ratio, c, part, rest, x, size = (
        Var(name) for name in ("ratio", "c", "part", "rest", "x", "size")
    )
    relations = [
        Relation("ratio", Eq(ratio * size, part + rest + size)),
        Relation("part", Eq(part, c * part * x)),
    ]
    system = System([relations[k] for k in order])
    given = {x: "6.637", size: "1.494", c: "1.506704836523e-01", rest: "3.257"}
    (interval,) = system.solve(ratio, given).intervals
    assert (interval.low, interval.high) == (pytest.approx(3.257 / 1.494 + 1), math.inf)


@steady
@given(st.floats(0.01, 3.0), st.floats(0.4, 3.0))
def test_whole_numbers_are_admitted_one_by_one(low: float, length: float) -> None:
    """floor(3x) of an interval of x is a whole number between those of its ends; where 3x is nearly
    the next one at the upper end, that one too.
    """
    n, x = Var("n", within="[0, oo)"), Var("x", within="[0, oo)")
    system = System([Relation("steps", Eq(n, sympy.floor(3 * x)))])
    state = knowledge(system, {}).narrowed(x, (low, low + length))
    found = admitted_set(state, n, [(0.0, math.inf)], SearchWork())
    ends = math.floor(3 * low * (1 + NOISE)), math.floor(3 * (low + length) * (1 + CLOSE))
    wanted = [(float(k), float(k)) for k in range(ends[0], ends[1] + 1)]
    assert [(one.low, one.high) for one in found.intervals] == wanted


def test_whole_numbers_that_ranges_leave_are_no_values() -> None:
    """Ranges leave 0, 1 and 2 of a floor whose argument is 0.474 at the one root of the others; by
    these names a search for others beside each comes to no end.
    """
    n0, n3, n10, n16 = (Var(name, within="(-oo, oo)") for name in ("n0", "n3", "n10", "n16"))
    n1, n14 = (Var(name, within="[0, oo)") for name in ("n1", "n14"))
    n2, n6, n7, n9, n15 = (Var(name) for name in ("n2", "n6", "n7", "n9", "n15"))
    n12 = Var("n12", within="(0, 1]")
    product = sympy.sqrt(n14) * n15 * n7
    small, large = n1 * n12**2, n1 + n12 + 1
    system = System([
        Relation("count", Eq(n3, sympy.floor(3 * n0 * n10 * sympy.sqrt(n15)))),
        Relation("part", Eq(n14, sympy.Piecewise((small, n1 <= 1), (large, True)))),
        Relation("share", Eq(n7 + 27 / (n7 + 1) ** 2, n12 * n2)),
        Relation("gap", Eq(sympy.Abs(n7 - n15 + 1), n16)),
        Relation("half", Eq(n16 * n6, sympy.Piecewise((product, n7 <= n14), (product + 1, True)))),
        Relation("less", Eq(n0, Min(n2, n7))),
        Relation("fall", Eq(n10, n1 * (4 - n1))),
        Relation("near", Eq(n0, n9 * (n12 + 9 * n14 / (n12 + 1) ** 2))),
    ])  # fmt: skip
    given = {n2: 10.22750999615, n16: 13.917, n6: 0.2155636990731, n9: 8.411196911197}
    answer = system.solve(n3, given)
    assert not {v.value for v in answer.values} - {0.0}
    assert all(one.low == one.high for one in answer.between)


def test_the_derivation_of_an_interval_without_ends_has_values_within_it() -> None:
    """ceil(3·a·y·0) = 0 holds for every y, and the other relations leave y from 1."""
    y, gap = (Var(name, within="(-oo, oo)") for name in ("y", "gap"))
    a, x = (Var(name, within="[1, oo)") for name in ("a", "x"))
    count, scale = Var("count", within="[0, oo)"), Var("scale")
    system = System([
        Relation("square", Eq(y, a * x**2)),
        Relation("largest", Eq(scale * y, sympy.Max(1, a, 1 / x, y))),
        Relation("count", Eq(sympy.ceiling(3 * a * y * gap**2), count)),
        Relation("gap", Eq(gap, -scale * a + a**2)),
    ])  # fmt: skip
    answer = system.solve(y, {a: 1, scale: 1, count: 0})
    assert [(one.low, one.high) for one in answer.intervals] == [(1.0, math.inf)]
    assert answer.derivation.verified


def test_the_size_of_a_difference_that_is_noise_is_zero() -> None:
    """|x - 1| of an x that is one but for its last digits was “unreachable”."""
    size, x = Var("size", within="[0, oo)"), Var("x", within="[1, oo)")
    y, shift = (Var(name, within="(-oo, oo)") for name in ("y", "shift"))
    whole, part = Var("whole"), Var("part", within="[1, oo)")
    system = System([
        Relation("size", Eq(sympy.Abs(-x + shift + 1), size)),
        Relation("rest", Eq(y, whole - sympy.sqrt(part) - x)),
    ])  # fmt: skip
    given = {part: "1.625", shift: "0", whole: "1.145158949049", y: "-1.129595929349"}
    answer = system.solve(size, given)
    assert answer.status == "solved" and answer.number == 0.0
    assert any("none of its own" in text for text in answer.warnings)


def test_a_zero_that_other_relations_refute_does_not_widen_an_interval() -> None:
    """A factor of zero satisfies its own relation; the count of 13 refutes it, and three intervals
    are left of a share for which the whole range was told.
    """
    factor, share = (Var(name, within="(-oo, oo)") for name in ("factor", "share"))
    size, unit, total, scale = (Var(name) for name in ("size", "unit", "total", "scale"))
    cost, pull = Var("cost"), Var("pull", within="(-oo, oo)")
    system = System([
        Relation("cases", Eq(sympy.Piecewise(
            (factor + size + share**2, size <= share), (factor * size * share + 1, True)
        ), cost * share)),
        Relation("count", Eq(total, unit * sympy.ceiling(3 * factor * sympy.sqrt(size) * 2.142))),
        Relation("factor", Eq(factor, scale * sympy.Piecewise(
            (factor * pull, factor <= 1), (factor * pull**2 + 1, True)))),
    ])  # fmt: skip
    given = {pull: "0.326", total: "0.426", cost: "11.60070852018", unit: "3.276923076923e-02"}
    answer = system.solve(share, {**given, scale: "3.180736996025"})
    lows = [interval.low for interval in answer.intervals]
    assert lows == pytest.approx([0.09195, 0.4442, 11.15], rel=1e-3)


class _Teeth:
    """What is known of a variable from 1 to 900 that lies in the lower half of any whole number."""

    def interval(self, _: Var) -> tuple[float, float]:
        return 1.0, 900.0

    def narrowed(self, _: Var, span: tuple[float, float]) -> Any:
        low, high = max(span[0], 1.0), min(span[1], 900.0)
        between = math.floor(low) == math.floor(high) and low % 1.0 > 0.5
        found = SimpleNamespace(revised=0)
        return SimpleNamespace(contradictory=low > high or between, found=found,
                               interval=lambda _: (low, high))  # fmt: skip


def test_of_very_many_stretches_no_value_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are not told are part of what the search has left untried."""
    monkeypatch.setattr(ValueSearch, "edges", ())
    whole = ((1.0, 900.0),)
    found = admitted_set(cast("Knowledge", _Teeth()), Var("teeth"), whole, SearchWork())
    assert found.scattered and found.intervals[0].low == 1.0
    parts = [*((i.low, i.high) for i in found.intervals), *found.untried]
    values = (n + part for n in range(1, 900) for part in (0.0, 0.25, 0.5))
    assert all(any(low <= value <= high for low, high in parts) for value in values)
