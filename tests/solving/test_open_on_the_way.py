"""A variable on the way to the target that stays open: what is said of the target is the same from
whichever side the question is asked.
"""

from __future__ import annotations

from itertools import permutations

import pytest
import sympy

from derive import Eq, Max, Min, Relation, System, Var

a, b, c, x, y, z = (Var(name) for name in "abcxyz")


@pytest.mark.parametrize("given", ["x", "y"])
def test_an_interval_is_the_same_whichever_of_equal_knowledge_is_given(given: str) -> None:
    """x and y fix each other; the least of a, b and c limits a, which limits the target."""
    target = Var("t", within="[1, oo)")
    c1 = Var("c1")
    relations = [
        Relation("total", Eq(target, a * (x + y))),
        Relation("largest", Eq(c1 * Max(1, sympy.sqrt(a), b), target)),
        Relation("size", Eq(y, sympy.Abs(x**2 + 1 - 1 / c))),
        Relation("least", Eq(a, Min(a, b, c))),
    ]
    known = {"x": 1.684, "y": 1.684**2 + 1 - 1 / 1.429}
    answer = System(relations).solve(target, {given: known[given], "b": 0.506, "c": 1.429})
    assert answer.status == "solved"
    [interval] = answer.intervals
    assert interval.low == 1.0
    assert interval.high == pytest.approx(0.506 * (known["x"] + known["y"]))


@pytest.mark.parametrize("given", ["x", "y"])
def test_an_interval_of_one_value_is_a_value(given: str) -> None:
    """The larger of 1 and what is at least 1 is 1 only where both are."""
    least, target = Var("x", within="[1, oo)"), Var("t", within="(-oo, oo)")
    one = Var("u", within="(-oo, oo)")
    below = sympy.Piecewise((least + a**2, least <= a), (least**2 + a + 1, True))
    relations = [
        Relation("larger", Eq(y, Max(1, least))),
        Relation("other", Eq(a, Max(1, one))),
        Relation("cases", Eq(b * a, below)),
        Relation("product", Eq(target * one, sympy.Abs(a**2 - a + 1))),
    ]
    answer = System(relations).solve(target, {given: 1, "b": 2})
    assert answer.status == "solved"
    ends = [(i.low, i.low_open, i.high, i.high_open) for i in answer.intervals]
    assert ends == [(-sympy.oo, True, 0.0, True), (1.0, False, sympy.oo, True)]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_contradiction_that_only_infinity_would_mend_is_seen_in_every_order(
    order: tuple[int, ...],
) -> None:
    """x is 3.394 by the first, and c x no whole number: propagation climbs on for ever."""
    relations = [
        Relation("share", Eq(a * x, x - b**2)),
        Relation("count", Eq(c * x, sympy.ceiling(3 * y * sympy.sqrt(z)))),
        Relation("size", Eq(z, y * sympy.Abs(x**2 - y**2 + 1))),
    ]
    system = System([relations[k] for k in order])
    given = {a: "0.147490131579", b: "1.701", c: "0.730994152047"}
    for target in (y, z):
        answer = system.solve(target, given)
        assert answer.contradiction is not None
        assert set(answer.contradiction.names) == {"a", "b", "c"}


@pytest.mark.parametrize("given", [{x: 16}, {y: 3}, {}])
def test_a_target_that_cancels_has_its_whole_range_whatever_else_is_known(
    given: dict[Var, int],
) -> None:
    """Both sides of the relation of t are t times something; y gives x and x gives y."""
    target = Var("t", within="[1, oo)")
    relations = [
        Relation("both", Eq(a * target, target * sympy.sqrt(b) / x)),
        Relation("root", Eq(y + z, sympy.sqrt(x))),
        Relation("rest", Eq(z, sympy.Abs(y - 2))),
    ]
    answer = System(relations).solve(target, {**given, b: 1})
    assert answer.status == "solved"
    assert [(i.low, i.high, i.high_open) for i in answer.intervals] == [(1.0, sympy.oo, True)]
    if given:
        assert System(relations).solve(target, {**given, a: 1, b: 1}).contradiction


def test_a_quotient_of_equal_sizes_is_one_though_the_way_to_both_leaves_them_open() -> None:
    """b is a for every x up to y: nothing but the relations of t tells that t is one."""
    target = Var("t")
    relations = [
        Relation("larger", Eq(b, a * Max(x, y) / y)),
        Relation("equal", Eq(y, x)),
        Relation("quotient", Eq(target, x / y)),
    ]
    answer = System(relations).solve(target, {a: 5, b: 5})
    assert (answer.status, answer.number, answer.intervals) == ("solved", pytest.approx(1), ())


@pytest.mark.parametrize("lowest", ["[0, oo)", "[0, 1]", "(0, oo)"])
def test_both_sides_are_divided_by_what_the_givens_keep_from_zero(lowest: str) -> None:
    """ceiling(2q) = 2 leaves q above one half, so that q r = q (1 - q) is r = 1 - q."""
    q, r = Var("q", within=lowest), Var("r", within="[0, oo)")
    products = Relation("products", Eq(q * r, q * (1 - q)))
    system = System([Relation("whole", Eq(a, sympy.ceiling(2 * q))), products])
    (span,) = system.solve(r, {a: 2}).intervals
    assert (span.low, span.high) == (0.0, pytest.approx(0.5, rel=1e-6))
    assert system.solve(q, {a: 2, r: 0.3}).number == pytest.approx(0.7)
    assert System([products]).solve(q, {r: 0.3}).contradiction is None
