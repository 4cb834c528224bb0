"""Answers of own systems whose nearest route is loose: another route, the ranges or a sample tell
what the target is.
"""

from __future__ import annotations

import itertools
import math
from types import SimpleNamespace
from typing import Any, cast

import pytest
import sympy

from derive.algebra.branch import MOST_EFFORT
from derive.equations import Eq, Max, Min, Relation, Var
from derive.results.answer import Answer
from derive.solving import other_routes, propagate
from derive.solving.determined import answer_determined
from derive.solving.effort import MOST_TRIAL_EFFORT
from derive.solving.propagate import joined_block
from derive.solving.query import Query
from derive.system import System

REAL, SOME, ONE_ON, SHARE = "(-oo, oo)", "[0, oo)", "[1, oo)", "(0, 1]"
a, b, c, d, x, y, z = (Var(name) for name in "abcdxyz")
p, q, r, s = (Var(name, within=REAL) for name in "pqrs")
n, m = Var("n", within=SOME), Var("m", within=ONE_ON)
u, w = Var("u", within=SHARE), Var("w", within=SHARE)
k = Var("k", within=ONE_ON)


def system(*equations: sympy.Eq) -> System:
    return System([Relation(f"r{i}", equation) for i, equation in enumerate(equations)])


@pytest.mark.parametrize("before", [[], [Eq(a, 8 * z), Eq(c, 2 * w)]], ids=["given", "computed"])
def test_a_ceiling_backwards_yields_to_a_given_that_settles_the_target(
    before: list[sympy.Eq],
) -> None:
    """The ceiling leaves an interval, the sum two values, and both meet the ceiling; what is
    computed before does not count.
    """
    both = system(
        *before,
        Eq(p * x, y - a),
        Eq(n, Max(1, x)),
        Eq(sympy.ceiling(3 * b * sympy.sqrt(x)), d),
        Eq(y, c * (n + 1 / x)),
    )
    exact = 0.9928345483654
    known = {z: 4.9 / 8, w: exact / 2} if before else {a: 4.9, c: exact}
    answer = both.solve(p, {y: 2.05, b: 0.875, d: 3, **known})
    first = 1 / (2.05 / exact - 1)
    half = 2.05 / exact / 2
    second = half + math.sqrt(half**2 - 1)
    found = sorted(v.value for v in answer.values)
    assert found == pytest.approx([-2.85 / first, -2.85 / second], rel=1e-12)
    assert not answer.intervals
    assert answer.derivation.verified


def test_a_relation_that_any_value_meets_is_gone_around() -> None:
    """x1 drops out of the first relation; the second settles it."""
    found = system(Eq(r * x, p * x), Eq(p * q, sympy.sqrt(a) + sympy.sqrt(x)), Eq(y, 2 * x))
    answer = found.solve(y, {r: -0.5, p: -0.5, q: -4.0, a: 0.25})
    assert answer.values and all(v.value == pytest.approx(4.5) for v in answer.values)


def test_a_value_on_another_route_is_exact_and_the_order_of_relations_has_no_say() -> None:
    """Propagation alone pins it to six digits."""
    equations = [
        Eq(x, c * y),
        Eq(z, sympy.Abs(c - d**2 + 1)),
        Eq(s, sympy.ceiling(3 * y)),
        Eq(a * x, b - y),
        Eq(x**2 * s / d, u),
    ]
    given = {
        b: "1.505000000000e+00",
        s: "1.000000000000e+00",
        z: "8.649627577540e+00",
        a: "6.118848653668e-01",
        u: "2.358777834265e+00",
    }
    free = [equation.subs(u, k) for equation in equations]
    given = {(k if v == u else v): text for v, text in given.items()}
    for some in (free, free[::-1]):
        answer = system(*some).solve(c, given)
        assert answer.number == pytest.approx(11.518716577540392, rel=1e-10)


def test_a_set_with_holes_is_told_as_its_points() -> None:
    """Between the two values nothing fits: y0 is whole, and tied to m twice."""
    steps = Var("steps", within=SOME)
    found = system(
        Eq(steps, sympy.floor(26.207 * sympy.sqrt(m))),
        Eq(c * a, b + m + r),
        Eq(a, x + 4.8092 * steps),
        Eq(r, Min(2, b, steps)),
    )
    given = {b: 4.872, x: 0.368, r: 2.0, c: 0.1883156376554}
    answer = found.solve(m, given)
    assert not answer.intervals
    assert len(answer.values) >= 2
    for value in (v.value for v in answer.values):
        whole = math.floor(26.207 * math.sqrt(value))
        assert given[c] * (0.368 + 4.8092 * whole) == pytest.approx(6.872 + value, rel=1e-9)
    assert not any("in this interval" in text for text in answer.warnings)


def test_ranges_decide_which_argument_sets_an_extremum() -> None:
    """One is at least 1 and the other at most 1, so that nothing is open."""
    found = system(Eq(y, Max(x, k**2)), Eq(Min(m, u, y), c * k), Eq(p * a, m + b), Eq(x, q**2))
    answer = found.solve(y, {u: 0.875, c: 0.8723828514457, q: 1.0})
    assert answer.number == pytest.approx((0.875 / 0.8723828514457) ** 2, rel=1e-9)
    least = system(Eq(y, Max(2, sympy.sqrt(n))), Eq(c, sympy.floor(3 * m**2 * n)))
    assert least.solve(y, {m: 1.145, c: 10}).number == 2


def test_zero_at_the_end_of_a_range_is_a_root() -> None:
    """n = 0 and n = 26.97 satisfy the second relation, and the third needs n = 0."""
    found = system(
        Eq(s, sympy.floor(3 * c * r**2)),
        Eq(r, n - sympy.sqrt(x) - q**2),
        Eq(c * (n + 27 / (n + 1) ** 2), q),
    )
    given = {x: 0.890625, q: 0.890625, r: -1.736942195034, c: 0.03298611111111}
    assert found.solve(s, given).number == 0
    assert str(found.solve(s, given).status) == "solved"
    roots = found.solve(n, {q: 0.890625, c: 0.03298611111111}).values
    assert sorted(v.value for v in roots) == pytest.approx([0, 26.9628], rel=1e-4)


@pytest.mark.parametrize(("regimes", "status"), [(0, "solved"), (6, "underdetermined")])
def test_an_interval_is_followed_through_as_many_regimes_as_take_no_long_time(
    regimes: int, status: str
) -> None:
    """A ceiling leaves an interval of x; a chain of twenty relations is one block with it, unless
    it has dozens of regimes.
    """
    chain = [x, *(Var(f"x{i}") for i in range(20))]
    steps = [
        Eq(after, Max(before, i + 1) if i < regimes else 2 * before)
        for i, (before, after) in enumerate(itertools.pairwise(chain))
    ]
    answer = system(Eq(sympy.ceiling(x), a), *steps).solve(chain[-1], {a: 9})
    assert answer.status == status
    (found,) = answer.intervals or answer.between
    factor = 2.0 ** (20 - regimes)
    assert (found.low, found.high) == pytest.approx((8 * factor, 9 * factor))


def test_a_value_that_a_set_comes_down_to_tells_the_absent_feature_behind_it() -> None:
    """At the kink of the Max any number of hops would do; those of the stages are as many as the
    stages, which follow from an even split.
    """
    uneven = Var("uneven", within=ONE_ON, default="1")
    hops, lag, stages, stage, slowest, whole, token, count = (
        Var(v) for v in ["hops", "lag", "stages", "stage", "slowest", "whole", "token", "count"]
    )
    made = system(
        Eq(token, Max(whole + hops * lag, count * slowest)),
        Eq(hops, stages),
        Eq(whole, stages * stage),
        Eq(slowest, uneven * stage),
    )
    given = {"whole": 24.0, "lag": 0.5, "slowest": 2.0, "count": 40.0, "token": 80.0}
    answer = made.solve(hops, given)
    assert answer.values[0].value == pytest.approx(12.0)
    assert [(k.var.name, k.value) for k in answer.known if not k.stated] == [("uneven", 1.0)]
    assert "slowest" not in answer.unused


def test_what_another_route_uses_is_not_among_what_it_does_without() -> None:
    given = {"a": 2.0, "b": 24.0, "c": 0.5, "d": 40.0, "x": 40.0}
    answer = system(Eq(d, Max(y * c, x)), Eq(a, z), Eq(b, y * z)).solve(y, given)
    assert answer.number == pytest.approx(12.0)
    assert set(answer.unused) == {"c", "d", "x"}


@pytest.mark.parametrize("most", [0, 64])
def test_another_route_is_tried_only_if_its_blocks_are_small(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block of many regimes takes long, which a trial may not."""
    tried: list[Query] = []

    def determined(query: Query) -> Answer:
        tried.append(query)
        return answer_determined(query)

    monkeypatch.setattr(other_routes, "answer_determined", determined)
    monkeypatch.setattr(other_routes, "MOST_TRIAL_EFFORT", most)
    ceiling = Eq(sympy.ceiling(3 * b * sympy.sqrt(x)), d)
    both = system(Eq(p * x, y - a), Eq(n, Max(1, x)), ceiling, Eq(y, c * (n + 1 / x)))
    both.solve(p, {y: 2.05, b: 0.875, d: 3, a: 4.9, c: 0.9928345483654})
    assert (len(tried) > 1) == (most > 0)


def test_a_trial_joins_no_more_blocks_than_it_may_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind an interval blocks are solved as one, which takes the longer the more there are."""
    asked: list[int] = []

    def joined(*arguments: Any) -> Any:
        asked.append(arguments[-1])
        return joined_block(*arguments)

    monkeypatch.setattr(propagate, "joined_block", joined)
    test_a_ceiling_backwards_yields_to_a_given_that_settles_the_target([])
    assert set(asked) == {MOST_EFFORT, MOST_TRIAL_EFFORT}


@pytest.mark.parametrize(("most", "around"), [(8, [{0}, {1}, {2}]), (2, [{0}, {1}])])
def test_no_plan_is_tried_twice_and_no_more_than_a_few(
    most: int, around: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relation that several intervals rest on is gone around once."""
    tried: list[frozenset[int]] = []

    def plan_around(*arguments: Any) -> None:
        tried.append(arguments[-1])

    monkeypatch.setattr(other_routes, "_plan_around", plan_around)
    monkeypatch.setattr(other_routes, "MOST_PLANS", most)
    loose = SimpleNamespace(loose=(0, 1, 1, 2))
    query = cast(Query, SimpleNamespace(solutions=loose, system=None, plan=None))
    assert not list(other_routes._answers_around(query, []))
    assert tried == around


def test_a_given_that_says_nothing_new_leaves_the_interval() -> None:
    """The cap beside its floor of 2 leaves the factor any value up to 2, and the factor follows
    from other givens: with the cap given the place was underdetermined.
    """
    place, factor = (Var(name, within="(-oo, oo)") for name in ("place", "factor"))
    scale, whole = Var("scale", within="(-oo, oo)"), Var("whole", within="(-oo, oo)")
    edge, part, total, length, rate, width = (
        Var(name) for name in ("edge", "part", "total", "length", "rate", "width")
    )
    cap = Var("cap", within="(-oo, oo)")
    system = System([
        Relation("total", Eq(total, sympy.sqrt(edge) + place**2 + part)),
        Relation("whole", Eq(whole, sympy.floor(3 * part))),
        Relation("rate", Eq(rate, sympy.sqrt(length) * width)),
        Relation("factor", Eq(factor * (length**2 - edge * length), whole)),
        Relation("scale", Eq(scale * rate, factor * total**2)),
        Relation("cap", Eq(cap, Max(2, factor))),
    ])  # fmt: skip
    given = {edge: "0.215", whole: "2", rate: "0.1760828827654", width: "0.4283"}
    given[scale] = "-3076.733598984"
    (alone,) = system.solve(place, given).intervals
    (beside,) = system.solve(place, {**given, cap: "2"}).intervals
    assert (alone.low, alone.high) == pytest.approx((beside.low, beside.high))
