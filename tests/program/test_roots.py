"""Numbers where no rule isolates: every root in range, none made up, and the answer says how it was
found.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy

from derive.equations import Eq, Relation, Var
from derive.equations.lowering import lower
from derive.program import scalar
from derive.program.grid import grid
from derive.program.reader import NodeReader
from derive.program.residual import log_residual
from derive.program.roots import roots, roots_beside, vanishes
from derive.program.steps import Steps
from derive.solving.givens import read_givens
from derive.solving.query import Query, make_query
from derive.system import System

x, y, a, b, c = (Var(name) for name in "xyabc")
q = Var("q", within="(-oo, oo)")
share = Var("share", within="(0, 1]")
share_of_sum = Var("share_of_sum", within="[0, oo)")
d, e = Var("d"), Var("e")


def one(equation: sympy.Eq) -> System:
    return System([Relation("only", equation)])


@pytest.mark.parametrize(
    ("equation", "given", "expected"),
    [
        (Eq(x**x, y), {y: 4}, [2]),
        (Eq(x + sympy.log(x), y), {y: 1}, [1]),
        (Eq(x * sympy.exp(x), y), {y: math.e}, [1]),
        (Eq(x**3 + 2, 3 * x), {}, [1]),
        (Eq(x**3 - 6 * x**2 + 11 * x, y), {y: 6}, [1, 2, 3]),
        (Eq(x**2 + x, y), {y: 6}, [2]),
        (Eq(2 ** (x / a) + x, y), {y: 11, a: 1}, [3]),
        (Eq(sympy.sqrt(x) + x, y), {y: 6}, [4]),
        (Eq(1 / x + x, y), {y: 2.5}, [0.5, 2]),
    ],
    ids=str,
)
def test_all_roots_in_range_are_found(
    equation: sympy.Eq, given: dict[Var, float], expected: list[float]
) -> None:
    """Powers, exponents, logarithms, polynomials: as many values as there are roots."""
    answer = one(equation).solve(x, given)
    assert answer.status == "solved"
    assert sorted(o.value for o in answer.outcomes) == pytest.approx(expected, rel=1e-6)


def test_a_root_at_the_end_of_the_domain_of_another_is_found() -> None:
    """√(a² - b x) falls to zero there so steeply that no float is near enough."""
    end = 0.270468013762**2 / 0.1267815363404
    system = one(Eq(x + sympy.log(x) + sympy.sqrt(a**2 - b * x), y))
    given = {a: "0.270468013762", b: "0.1267815363404"}
    answer = system.solve(x, {**given, y: end + math.log(end)})
    assert sorted(o.value for o in answer.outcomes) == pytest.approx([0.56034, end], rel=1e-4)
    beside = system.solve(x, {**given, y: end + math.log(end) - 1e-6})
    assert len(beside.outcomes) == 1


def test_a_value_found_by_a_scan_says_so_and_is_put_back() -> None:
    """A warning, a step called numeric, and a line that holds at the value."""
    answer = one(Eq(x + sympy.log(x), y)).solve(x, {y: 1})
    assert any("numerically" in warning for warning in answer.warnings)
    assert "numeric" in [step.rule for step in answer.derivation]
    assert answer.derivation.verified
    assert answer.number + math.log(answer.number) == pytest.approx(1)


def test_two_roots_that_lie_close_together_are_both_found() -> None:
    """(x - 1)(x - 1.02) = 0 turns back within one cell of the grid."""
    answer = one(Eq(x**2 + a, b * x)).solve(x, {a: 1.02, b: 2.02})
    assert sorted(o.value for o in answer.outcomes) == pytest.approx([1, 1.02], rel=1e-6)


@pytest.mark.parametrize(
    ("equation", "expected"),
    [
        (Eq(x * (4 - x), 4), 2.0),
        (Eq(x**3 + 3 * x + 9, 5 * x**2), 3.0),
        (Eq(x + 1 / x, 2), 1.0),
        (Eq(x**4 + 50, 20 * x**2 - 50), math.sqrt(10)),
    ],
    ids=str,
)
def test_a_root_in_which_two_sides_touch_has_its_digits(
    equation: sympy.Eq, expected: float
) -> None:
    """The residual keeps its sign, and is noise over half of the digits."""
    sides = [sympy.lambdify(x, side) for side in equation.args]
    (found,) = roots(lambda at: log_residual(*(side(at) for side in sides)), 0.01, 50.0)
    assert found == pytest.approx(expected, rel=1e-11)


def test_a_root_in_which_two_sides_touch_does_not_decide_what_is_largest() -> None:
    """y = 2, and w may be anything below: its digits beyond do not make w the largest."""
    w, s, u, v = (Var(name, within="(-oo, oo)") for name in "wsuv")
    system = System([
        Relation("square", Eq(x, v**2 * a)),
        Relation("sum", Eq(share_of_sum, a + w)),
        Relation("least", Eq(b, y * sympy.Min(v**2, sympy.sqrt(a)))),
        Relation("all", Eq(s, a + c + u)),
        Relation("product", Eq(a, d * v)),
        Relation("largest", Eq(c, sympy.Max(2, w))),
        Relation("touch", Eq(c * (4 - c), e)),
    ])  # fmt: skip
    given = {u: 2, share_of_sum: 25.62190627045, s: 30.96874663333, e: 4}
    answer = system.solve(a, given)
    assert answer.status == "solved" and answer.number == pytest.approx(26.96874663333, rel=1e-9)


def test_roots_on_both_sides_of_a_jump_are_found() -> None:
    """n is the ceiling of 4.8 times the root of n/3.1: eight and nine lie in one cell."""
    n = Var("n")
    answer = one(Eq(n, sympy.ceiling(4.8 * sympy.sqrt(n / a)))).solve(n, {a: 3.1})
    found = [k for k in range(1, 20) if math.ceil(4.8 * math.sqrt(k / 3.1)) == k]
    assert sorted(o.value for o in answer.outcomes) == pytest.approx(found) and len(found) > 1


def test_a_pole_is_not_a_root() -> None:
    """1/(x - 3) changes sign at three without being zero there."""
    assert roots(lambda t: 1 / (t - 3.0), 0.0, math.inf) == []


def test_a_root_beside_the_end_of_the_domain_is_found() -> None:
    """√(x - 3) = 0.01: the root lies in the same cell as the place where the root ends."""
    assert roots(lambda t: math.sqrt(t - 3.0) - 0.01, 0.0, math.inf) == [pytest.approx(3.0001)]


def test_sides_that_agree_everywhere_are_no_root_and_are_told_apart() -> None:
    """The noise of an identity is not a list of solutions."""

    def noise(t: float) -> float:
        return (t + (7.0 - t)) / 7.0 - 1.0 if t < 7 else 0.0

    assert roots(noise, 0.0, math.inf) == []
    assert vanishes(noise, 0.0, math.inf)
    assert not vanishes(lambda t: t - 5.0, 0.0, math.inf)


def test_sides_that_meet_only_in_the_limit_are_no_root() -> None:
    """a + x = a has no root above zero, however small x is."""
    assert roots(lambda t: (1.0 + t) - 1.0, 0.0, math.inf) == []


def test_roots_stay_within_the_range() -> None:
    """A share is at most one: of 0.5 and 2 only the first is a value."""
    answer = one(Eq(1 / share + share, y)).solve(share, {y: 2.5})
    assert [o.value for o in answer.outcomes] == [pytest.approx(0.5)]


def test_a_real_unknown_is_looked_for_on_both_sides_of_zero() -> None:
    """q³ + q = 10 at two, and q³ + q + 20 = 10 at minus two."""
    answer = one(Eq(q**3 + q, y)).solve(q, {y: 10})
    assert [o.value for o in answer.outcomes] == [pytest.approx(2)]
    negative = one(Eq(q**3 + q + 20, y)).solve(q, {y: 10})
    assert [o.value for o in negative.outcomes] == [pytest.approx(-2)]


def test_an_equation_that_no_scan_solves_is_not_called_unreachable() -> None:
    """x - log x = y just below its least value, which is one: nothing was found, which is less than
    there being nothing. Well below, interval propagation proves that there is none, and nearer a
    search over intervals.
    """
    for known in (0.99, 1 - 1e-6):
        answer = one(Eq(x - sympy.log(x), y)).solve(x, {y: known})
        assert answer.status == "contradiction" and answer.conflict.names == ("y",)
    answer = one(Eq(x - sympy.log(x), y)).solve(x, {y: 1 - 1e-8})
    assert answer.status == "underdetermined"
    assert answer.outcomes == ()
    assert answer.warnings


def test_a_root_that_leads_nowhere_further_on_is_dropped() -> None:
    """x from x² + 6 = 5x, then y = √(x - 2.5): only the root 3 leads to a y."""
    system = System(
        [Relation("roots", Eq(x**2 + a, b * x)), Relation("next", Eq(y, sympy.sqrt(x - c)))]
    )
    answer = system.solve(y, {a: 6, b: 5, c: 2.5})
    assert [o.value for o in answer.outcomes] == [pytest.approx(math.sqrt(0.5))]


@pytest.mark.parametrize(
    ("low", "high"),
    [(0.0, math.inf), (0.0, 1.0), (1.0, math.inf), (-math.inf, math.inf), (2.0, 3.0)],
)
def test_the_grid_rises_and_stays_within_its_ends(low: float, high: float) -> None:
    """Even in logarithms, closed at finite ends."""
    points = grid(low, high)
    assert points == sorted(set(points))
    assert points[0] >= low
    assert points[-1] <= high


@pytest.mark.parametrize(
    ("side", "expected"),
    [(q**2 - q + 1, [0, 1]), (q**4 * (q - 3) + 1, [0, 3]), (sympy.exp(q) - 2 * q, [0, 1.2564312])],
)
def test_a_root_at_zero_within_a_range_of_both_signs_is_found(
    side: sympy.Expr, expected: list[float]
) -> None:
    """What is next to zero is lost beside the one, so that sides agree over an interval of floats:
    of the two roots of |q² - q + 1| = 1, one was told, and what followed from zero unreachable.
    """
    answer = one(Eq(a, side)).solve(q, {a: 1})
    assert sorted(o.value for o in answer.outcomes) == pytest.approx(expected)


def test_zero_within_an_interval_over_which_sides_agree_is_no_root_of_its_own() -> None:
    """2 + q ⌊q⌋ is two for every q from zero to one."""
    assert 0.0 not in [
        o.value for o in one(Eq(a, 2 + q * sympy.floor(q))).solve(q, {a: 2}).outcomes
    ]


def test_a_ceiling_that_jumps_at_zero_is_scanned_to_either_side_of_it() -> None:
    """x = ceil(1.3 x) at minus three to zero."""
    answer = one(Eq(q, sympy.ceiling(1.3 * q))).solve(q, {})
    assert sorted(o.value for o in answer.outcomes) == [-3, -2, -1, 0]


def test_a_root_between_floats_where_the_residual_is_steep_is_found_and_a_jump_is_not() -> None:
    """Near 3, 1e9 (x - 3) with noise of 1e-8 is never within 1e-9 of zero."""
    steep = roots(lambda x: 1e9 * (x - 3.0000000001) + 1e-8 * (1 if x > 3.0000000001 else -1), 0, 9)
    assert steep == pytest.approx([3.0000000001], rel=1e-14)
    assert roots(lambda x: 1.0 if x > math.pi else -1.0, 0, 9) == []
    assert roots(lambda x: x + (1.0 if x > math.pi else -7.0), 0, 9) == []


def test_a_turn_between_two_points_takes_one_evaluation_a_step() -> None:
    """Golden sections keep one of their two points."""
    asked: list[float] = []

    def residual(t: float) -> float:
        asked.append(t)
        return 1e-3 + (math.log(t) - 0.01) ** 2

    assert roots(residual, 0.5, 2.0) == []
    points = len(grid(0.5, 2.0))
    assert points < len(asked) < points + 70


def test_noise_about_a_level_is_no_turn() -> None:
    """Where the sides keep their distance to the last digits, nothing is looked for between."""
    asked: list[float] = []

    def residual(t: float) -> float:
        asked.append(t)
        return 1e-3 + 1e-15 * math.sin(1e3 * t)

    assert roots(residual, 1e-3, 1e3) == []
    assert len(asked) == len(grid(1e-3, 1e3))


def test_the_roots_of_two_sides_are_scanned_once_for_the_same_values() -> None:
    """Routes to several targets share blocks; other values are scanned anew."""
    scans: list[int] = []
    system = one(Eq(x + sympy.log(x), y * a))
    nodes, slots = system.compiled.nodes, system.slots
    sides = tuple(lower(side, slots, nodes) for side in (x + sympy.log(x), y * a))
    reader = NodeReader([], nodes)

    def scanned(value: float) -> list[float]:
        values: list[float | None] = [None] * len(slots)
        values[slots[y]], values[slots[a]] = value, 1.0
        return reader.recent_roots(sides, slots[x], values, lambda _: scans.append(1) or [value])

    assert [scanned(1.0), scanned(1.0), scanned(2.0)] == [[1.0], [1.0], [2.0]]
    assert len(scans) == 2


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (1e-200, 1e200, -400 * math.log(10)),
        (-1e-200, -1e200, 400 * math.log(10)),
        (1e200, 1e-200, 400 * math.log(10)),
        (math.inf, math.inf, math.inf),
        (math.inf, -1.0, math.inf),
        (math.nan, 1.0, math.inf),
    ],
)
def test_sides_however_far_apart_have_a_residual(
    left: float, right: float, expected: float
) -> None:
    assert log_residual(left, right) == pytest.approx(expected)


def test_givens_beyond_what_floats_multiply_contradict_each_other() -> None:
    product = Relation("product", Eq(x, a * b))
    answer = System([product, Relation("sum", Eq(c, x + a))]).solve(c, {x: 1e-200, a: 1e200, b: 1})
    assert answer.status == "contradiction"


def test_a_root_amid_noise_that_lies_on_a_line_stays_where_it_is() -> None:
    """The parabola through three equal points has no vertex."""
    places = grid(0.01, 50.0)
    place = places[len(places) // 3]
    beside = {place + side * by * abs(place) for side in (-1, 0, 1) for by in (1e-4, 2e-4)}
    noise = dict.fromkeys(beside, 5e-14)
    assert roots(lambda t: noise.get(t, max(2e-13, abs(t / place - 1))), 0.01, 50.0) == [place]


def test_noise_that_jumps_everywhere_takes_no_longer_than_a_few_jumps() -> None:
    """Rounded, what is left of large numbers jumps at any float."""
    seen: list[float] = []

    def steps(at: float) -> tuple[float, ...]:
        seen.append(at)
        return (float(hash(at) % 5),)

    roots(lambda at: at - 2.0, 0.0, math.inf, Steps(steps))
    assert len(seen) < 20_000


def test_roots_beside_those_of_nearly_the_same_sides_are_found_near_them() -> None:
    """One that has left its place, or has another beside it, is looked for by a scan."""

    def moved(by: float) -> list[float] | None:
        return roots_beside(lambda t: (t - 2.0 * (1 + by)) * (t - 3.0), [2.0, 3.0])

    assert moved(1e-8) == pytest.approx([2.0 * (1 + 1e-8), 3.0], rel=1e-14)
    assert moved(1e-2) == pytest.approx([2.02, 3.0])
    assert moved(0.4) is None and moved(-0.05) is None
    assert roots_beside(lambda t: t - 1.0, []) == []
    assert roots_beside(lambda t: 1.0 / (t - 2.0), [2.0]) is None


def test_a_value_changed_a_little_is_solved_beside_its_own_roots() -> None:
    """With the same values, and next to no evaluations."""
    system = one(Eq(x + sympy.log(x), y * a))
    given = read_givens({"y": "2.5", "a": "3"}, system.vocabulary)[0]
    query = make_query(system, x, given, 0.0)
    assert query.solutions.candidates
    for by in (1e-12, 1e-6, 1e-3):
        beside, anew = (q(y, 2.5 * (1 + by)).number() for q in (query.beside, query.with_value))
        assert beside == pytest.approx(anew, rel=1e-14)
    assert query.beside(y, 25.0).number() == pytest.approx(query.with_value(y, 25.0).number())


def test_each_of_several_values_is_followed_beside_its_own_roots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Scans are made for the first changed value alone."""
    system = System(
        [Relation("square", Eq(q**2, y)), Relation("mixed", Eq(x + sympy.log(x), a * sympy.exp(q)))]
    )
    given = read_givens({"y": "2.5", "a": "3"}, system.vocabulary)[0]
    query = make_query(system, x, given, 0.0)
    slot, scans = system.slots[x], []

    def counted(*given: Any) -> list[float]:
        scans.append(given)
        return roots(*given)

    monkeypatch.setattr(scalar, "roots", counted)

    def values(query: Query) -> list[float]:
        return sorted(one.values[slot] for one in query.solutions.candidates)

    for by in (1e-6, -1e-6, 2e-6):
        assert values(query.beside(y, 2.5 * (1 + by))) == pytest.approx(
            values(query.with_value(y, 2.5 * (1 + by))), rel=1e-14
        )
        scans.clear()
        assert len(values(query.beside(a, 3 * (1 + by)))) == 2 and not scans


def test_zero_within_the_digits_of_other_terms_is_a_root_at_the_end_of_a_range() -> None:
    """log(1 + x) + x² + d = 3 x has the root 0 beside another but for d, which may be no more."""
    part = Var("part", within="[0, oo)")
    system = one(Eq(sympy.log(1 + part) + part**2 + 1 + a, 3 * part + 1 + b))

    def values(given: str) -> list[float]:
        return sorted(v.value for v in system.solve(part, {"a": given, "b": "1"}).values)

    near = values("1.0000000000001")
    assert near[0] == 0.0 and len(near) == 2
    assert len(values("1.000001")) == 2 and values("1.000001")[0] == pytest.approx(5e-7, rel=1e-3)
    assert len(values("0.999999")) == 1
