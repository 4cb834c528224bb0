"""Exact zeros: what must be zero where a product, a power or a least value is."""

from __future__ import annotations

import math

import pytest
import sympy

from derive.equations import Eq, Max, Min, Relation, Var
from derive.library import solve
from derive.results.answer import Status
from derive.results.known import Known, Origin
from derive.solving.admitted import vanishes
from derive.solving.consistency import knowledge
from derive.solving.interval_ends import inwards
from derive.structure.plan import Block
from derive.system import System

p, s = Var("p", within="(0, oo)"), Var("s", within="(0, oo)")
a, b, c = (Var(name, within="[0, oo)") for name in "abc")
r, q = Var("r", within="(-oo, oo)"), Var("q", within="(-oo, oo)")
ROOT = sympy.sqrt(a)


def system(*sides: object) -> System:
    """The relations a zero is put into, by their right sides for c, and others as equations."""
    made = [side if isinstance(side, sympy.Eq) else Eq(c, side) for side in sides]
    return System([Relation(f"r{k}", equation) for k, equation in enumerate(made)])


@pytest.mark.parametrize(
    ("right", "target"),
    [
        (ROOT * p, a), (a**2 * p / s, a), (p * Min(s, ROOT), a), (Min(p, r**2), r),
        (Min(p, s + 1, p * b**2, b + 1), b), (p * (r - 2) ** 2, r),
    ],
    ids=str,
)  # fmt: skip
def test_the_one_part_that_can_vanish_is_zero(right: sympy.Expr, target: Var) -> None:
    """Through roots, powers, products and the least of what is never negative."""
    answer = system(right).solve(target, {c: 0})
    assert answer.status == Status.SOLVED
    assert answer.number == (2 if right.has(r - 2) else 0)
    assert answer.derivation.verified


def test_of_a_product_with_two_open_factors_neither_is_told() -> None:
    """One of them is zero; which one is open."""
    both = system(ROOT * b)
    assert both.solve(a, {c: 0}).status == Status.UNDERDETERMINED
    assert both.solve(b, {c: 0}).status == Status.UNDERDETERMINED
    assert both.solve(b, {c: 0, a: 4}).number == 0
    assert both.solve(a, {c: 0, b: 4}).number == 0


def test_a_factor_is_zero_where_bounds_refute_zero_of_the_other() -> None:
    """b is at least 2, since its whole part is."""
    bounded = system(ROOT * b, Eq(p, sympy.floor(b)), Eq(q, a * s))
    answer = bounded.solve(q, {c: 0, p: 2})
    assert answer.status == Status.SOLVED and answer.number == 0


def test_a_product_that_is_zero_contradicts_factors_that_are_not() -> None:
    """Whatever is asked."""
    both = system(ROOT * b, Eq(q, r + p))
    for target in (p, a, q):
        answer = both.solve(target, {c: 0, a: 4, b: 2, q: 3, r: 1})
        assert answer.status == Status.CONTRADICTION
        assert set(answer.conflict.names) == {"a", "b", "c"}


@pytest.mark.parametrize("right", [p * s, p / s, p * s * (1 + b), Min(p, s)], ids=str)
@pytest.mark.parametrize("given", [{}, {s: 2}])
def test_what_cannot_vanish_contradicts_a_zero(right: sympy.Expr, given: dict[Var, float]) -> None:
    """Whatever is asked: “underdetermined” without a word, or as near to it as 2e-36."""
    both = system(Eq(c * p, right), Eq(q, p + r))
    for target in {p, s, r, q} - {*given}:
        beside = {v: 3 for v in (q, r) if v != target}
        answer = both.solve(target, {c: 0, **given, **beside})
        assert answer.status in (Status.CONTRADICTION, Status.UNREACHABLE)
        assert answer.conflict is not None and answer.conflict.names == ("c",)


def test_a_zero_of_what_a_relation_defines_is_taken_as_negligible() -> None:
    """A time that nobody waits for is none, whatever its latency and bandwidth are."""
    waits = System([Relation("hop", Eq(c, p / s)), Relation("whole", Eq(q, c + r))])
    answer = waits.solve(q, {c: 0, r: 3})
    assert answer.status == Status.SOLVED and answer.number == 3


def test_an_equation_with_zero_on_a_side_is_kept_as_it_stands() -> None:
    """A product of one's own that is zero is solved, whatever other zeros are given."""
    own = System([Relation("none", Eq(p * (r - 3), 0)), Relation("part", Eq(c, a * p))])
    assert own.solve(r, {c: 0, p: 2}).number == 3


def test_a_ceiling_of_a_negative_share_may_be_zero() -> None:
    """t (4 - t) = 0 leaves both: the ceiling of -0.1 is zero."""
    steps = Var("steps", within="[0, oo)")
    system = System([
        Relation("smallest", Eq(a, Min(p, s))),
        Relation("steps", Eq(steps, sympy.ceiling(r * a))),
        Relation("none", Eq(steps * (4 - steps), q)),
    ])  # fmt: skip
    assert system.solve(a, {r: -0.1, s: 1, q: 0}).status != "contradiction"
    assert system.solve(steps, {r: -0.1, s: 1, q: 0}).status != "contradiction"


def test_a_value_that_makes_a_far_product_vanish_is_no_value() -> None:
    """r = 0 would make b zero, then its product with two open factors, then p, which is not."""
    system = System([
        Relation("largest", Eq(s, Max(2, r))),
        Relation("square", Eq(b, 3 * r - r**2)),
        Relation("product", Eq(q, Var("u") * Var("v") * b)),
        Relation("positive", Eq(p, Var("w", within="(-oo, oo)") ** 2 * q)),
    ])  # fmt: skip
    (found,) = system.solve(r, {s: 2}).intervals
    assert (found.low, found.low_open, found.high, found.high_open) == (0.0, True, 2.0, False)


@pytest.mark.parametrize("end", [(0.0, 1e-150), (0.0, 5.0), (2.0, 3.0), (0.0, -4.0)])
def test_values_next_to_an_end_lie_within_the_interval(end: tuple[float, float]) -> None:
    """In growing steps from it, none beyond the other end."""
    low, high = sorted(end)
    found = list(inwards(*end))
    assert all(low < value < high for value in found)
    assert found == sorted(found, key=lambda value: abs(value - end[0]))


def test_a_factor_that_its_definitions_keep_from_zero_is_not_the_one() -> None:
    """b is above 1 by its definition, and so b + c is."""
    d = Var("d", within="[0, oo)")
    defined = System([Relation("product", Eq(d, a * (b + c))), Relation("part", Eq(b, p + 1))])
    assert defined.solve(a, {d: 0}).number == 0


@pytest.mark.parametrize(
    "right",
    [a + b, a * p + sympy.sqrt(b), Max(a, 2 * b), p * (a + Max(b, a**2)), r**2 + a + b],
    ids=str,
)
def test_the_parts_of_a_sum_or_largest_that_is_zero_are_zero(right: sympy.Expr) -> None:
    """Where none of them is ever negative; what follows from them follows too."""
    whole = system(right, Eq(s, b + 1))
    for part in (a, b):
        answer = whole.solve(part, {c: 0})
        assert (answer.status, answer.number) == (Status.SOLVED, 0)
    answer = whole.solve(s, {c: 0})
    assert (answer.status, answer.number, answer.unused) == (Status.SOLVED, 1, ())


def test_parts_that_may_be_negative_stay_open_where_their_sum_is_zero() -> None:
    assert system(r + q).solve(r, {c: 0}).status == Status.UNDERDETERMINED


@pytest.mark.parametrize("target", [a, b, p, s])
def test_a_zero_behind_a_contradiction_is_named(target: Var) -> None:
    """Its relations are as they were before zeros were put in."""
    answer = system(a * p, Eq(s, a + 1), Eq(b, 2 * s)).solve(target, {c: 0, s: 2})
    assert answer.status == Status.CONTRADICTION
    assert set(answer.conflict.names) == {"c", "s"}


@pytest.mark.parametrize("target", [a, b])
def test_a_positive_part_of_a_sum_that_is_zero_contradicts_it_from_every_side(target: Var) -> None:
    """What zeros have changed is read although nothing else of it is known."""
    answer = system(p + a, Eq(b, 2 * a)).solve(target, {c: 0})
    assert answer.status == Status.CONTRADICTION and answer.conflict.names == ("c",)


def test_a_root_at_zero_that_was_divided_by_makes_nothing_unreachable() -> None:
    """`y² - 3 y = 0` is solved for y = 3, which the least of one and x cannot be; y = 0 it can."""
    x, y = Var("x", within="[0, oo)"), Var("y", within="(-oo, oo)")
    low, square = Var("low", within="[0, oo)"), Var("square", within="[0, oo)")
    system = System([
        Relation("least", Eq(y, Min(sympy.S.One, low, x))),
        Relation("roots", Eq(square, y**2 - 3 * y)),
    ])  # fmt: skip
    answer = system.solve("x", {"low": "0", "square": "0"})
    assert answer.status == "underdetermined"
    assert any("y = 0 satisfies roots as well" in text for text in answer.warnings)


@pytest.mark.parametrize("asked", ["total", "twice", "other"])
def test_a_stated_value_that_zeros_make_zero_names_the_fewest_of_them(asked: str) -> None:
    """Whatever is asked: what is zero or stated beside them is no part of it."""
    total, twice, other = (Var(name, within="[0, oo)") for name in ("total", "twice", "other"))
    d, e = Var("d", within="[0, oo)"), Var("e", within="[0, oo)")
    relations = [
        Relation("sum", Eq(total, a * b + c * d)),
        Relation("double", Eq(twice, 2 * total)),
        Relation("beside", Eq(other, e * b)),
    ]
    answer = System(relations).solve(asked, {total: 5, a: 0, c: 0, e: 0, b: 3})
    conflict = answer.conflict
    assert answer.status == Status.CONTRADICTION and conflict is not None
    assert conflict.names == ("total", "a", "c") and conflict.relation == "sum"
    assert (conflict.left, conflict.right) == ("total given as 5", "total from a, c 0")
    assert [(set(route.names), route.value) for route in conflict.routes] == [
        ({"total"}, 5.0), ({"a", "c"}, 0.0)
    ]  # fmt: skip
    assert conflict.factor == float("inf")


@pytest.mark.parametrize("target", ["whole", "part", "factor"])
def test_what_rounds_up_from_below_zero_may_be_zero(target: str) -> None:
    """⌈3 c p²⌉ is zero where c is negative: not that the other argument of a minimum must be."""
    whole, least = (Var(name, within="[0, oo)") for name in ("whole", "least"))
    rate = Var("rate", within="(-oo, oo)")
    system = System([
        Relation("rounded", Eq(whole, sympy.ceiling(3 * rate * Var("part") ** 2))),
        Relation("least", Eq(Min(Var("factor", within="[0, oo)") ** 2, whole), least)),
    ])  # fmt: skip
    given = {"factor": 0.195, "rate": -0.095, "least": 0}
    answer = system.solve(target, {k: v for k, v in given.items() if k != target})
    assert answer.status in ("solved", "underdetermined")
    low = system.solve("whole", {**given, "rate": 0.095})
    assert low.status == "contradiction"


def test_relations_that_zeros_leave_alone_are_solved_once_for_all() -> None:
    """A block has the same branches in the system with zeros put in; one that they change has
    others.
    """
    whole = System([Relation("sum", Eq(c, p + a)), Relation("power", Eq(s, p**2))])
    reduced, _ = whole.with_zeros(frozenset({a}))

    def branches(of: System, name: str, unknown: Var) -> object:
        place = next(k for k, relation in enumerate(of.relations) if relation.name == name)
        block = Block((place,), of.slots[unknown])
        return of.branches(block, set(of.slots.values()) - {of.slots[unknown]})

    assert branches(reduced, "power", p) is branches(whole, "power", p)
    assert branches(reduced, "sum", p) != branches(whole, "sum", p)


LEFT = Eq(q * r, q * (1 - q))  # any r, where q is zero


@pytest.mark.parametrize(
    ("beside", "given", "ends"),
    [
        (Eq(Var("z", within="(-oo, oo)"), Max(q, 2)), 2, (-math.inf, math.inf)),
        (Eq(Var("z", within="(-oo, oo)"), Max(q, -2)), -2, (3.0, math.inf)),
        (Eq(Var("z", within="(-oo, oo)"), sympy.ceiling(2 * q)), 0, (-math.inf, math.inf)),
    ],
)
def test_an_interval_is_not_divided_by_where_zero_lies_in_it(
    beside: sympy.Eq, given: int, ends: tuple[float, float]
) -> None:
    """r is 1 - q beside a q that is not zero, any value beside one that is."""
    answer = System([Relation("left", LEFT), Relation("beside", beside)]).solve(r, {"z": given})
    assert answer.status == Status.SOLVED
    assert answer.interval == pytest.approx(ends, abs=1e-9)
    told = "every r in this interval meets the givens: q = 0 satisfies left as well"
    assert (told in answer.warnings) == (ends[0] == -math.inf) and str(answer)


def test_a_lost_zero_is_told_of_a_target_that_is_zero_too() -> None:
    """q = 1 leaves r no value but zero; q = 0 leaves it any."""
    roots = Relation("roots", Eq(Var("z", within="(-oo, oo)"), q**2 - q))
    answer = System([Relation("left", LEFT), roots]).solve(r, {"z": 0})
    assert answer.number == 0 and answer.warnings == ("q = 0 satisfies roots as well",)


@pytest.mark.parametrize("given", [2, 3])
def test_zero_beside_an_interval_that_was_divided_by_it_is_found(given: int) -> None:
    """q ⌈q⌉ = 2 q holds from one to two, and at zero."""
    rounded = System([Relation("rounded", Eq(q * sympy.ceiling(q), q * r))])
    answer = rounded.solve(q, {r: given})
    assert answer.interval == pytest.approx((given - 1, given))
    assert [v.value for v in answer.values] == [0.0]
    told = f"q lies anywhere from above {given - 1} to {given} or at 0"
    assert repr(answer) == told and told in str(answer)


def test_the_one_case_that_can_vanish_is_zero() -> None:
    """Where its condition does not hold there, nothing is; of two cases either may be zero."""
    above = (p + a + 1, True)
    assert system(sympy.Piecewise((p * a**2, a <= p), above)).solve(a, {c: 0}).number == 0
    never = system(sympy.Piecewise((p * a**2, a >= p), above))
    assert never.solve(p, {c: 0}).status == "contradiction"
    either = system(sympy.Piecewise((p * a**2, a <= 1), (p * b, True)))
    assert either.solve(a, {c: 0}).number is None


@pytest.mark.parametrize(
    ("weight", "within", "given"),
    [("w/(w + v)", "[0, oo)", 2), ("w**2/(w**2 + v)", "(-oo, oo)", -2)],
)
def test_a_weight_that_is_not_zero_leaves_it_to_the_other_factor(
    weight: str, within: str, given: int
) -> None:
    """Nothing is a share of the rest, so the rest is nothing, and so is all that it is part of."""
    own, other = Var("weight_own", within=within), Var("weight_other", within="[0, oo)")
    rest, whole, times = (Var(f"weight_{n}", within="[0, oo)") for n in ("rest", "whole", "times"))
    share = sympy.sympify(weight, locals={"w": own, "v": other})
    system = System(
        [Relation("share", Eq(a, share * rest)), Relation("whole", Eq(whole, rest * times))]
    )
    assert system.solve(whole, {a: 0, own: given}).number == 0.0


def test_what_shrinks_towards_zero_on_and_on_is_zero() -> None:
    """a = b / 2.5, at most 1, and a = b: in ratios they disagree, and zero is left."""
    both = system(Eq(a, b / p), Eq(c, b - a), Eq(s, Max(1, a)))
    for target in (a, b):
        assert both.solve(target, {p: 2.5, c: 0, s: 1}).number == 0
    assert both.solve(a, {p: 1, c: 0, s: 1}).number is None
    assert both.solve(a, {p: 2.5, c: 1.2, s: 1}).number == pytest.approx(0.8)


def test_zero_alone_is_left_of_what_shrinks_to_it_and_not_of_what_lies_beside_it() -> None:
    """The sum has half of the rest besides; a positive share has no value left."""
    share, same, rest, total = (
        Var(f"shrink_{v}", within="[0, 1]") for v in ("share", "same", "rest", "total")
    )
    part, above, more = Var("shrink_part"), Var("shrink_above", within="(0, 1]"), Var("shrink_more")
    beside = system(Eq(share, same * part), Eq(same, share), Eq(total, rest / 2 + share))
    known = {part: Known(part, 0.9, Origin.GIVEN)}
    state = knowledge(beside, known)
    assert [v for v in (share, same, rest, total) if vanishes(state, v)] == [share, same]
    positive = system(Eq(above, same * part), Eq(same, above - above**2 * more))
    assert not vanishes(knowledge(positive, known), above)


@pytest.mark.parametrize(("floor", "told"), [("[0, oo)", True), ("(0, oo)", False)])
def test_a_zero_lost_where_one_equation_is_put_into_another_is_told(floor: str, told: bool) -> None:
    """Neither equation alone is divided by the side, the two together are; zero is no solution
    where the range of what is put in leaves it out.
    """
    side, area, scale = Var("side", within="[0, oo)"), Var("area", within=floor), Var("scale")
    relations = [
        Relation("scaled", Eq(area, scale * side)),
        Relation("square", Eq(area, 2 * side**2)),
    ]
    answer = System(relations).solve(side, {scale: 6})
    assert answer.text == "3"
    assert any("side = 0 satisfies" in text for text in answer.warnings) == told


def test_what_a_computed_zero_multiplies_stays_open() -> None:
    """z (x - z + 1) = w with z and w found to be nothing holds at any x; else at none."""
    x, z, w = (Var(name, within="(-oo, oo)") for name in "xzw")
    relations = [
        Relation("z", Eq(z, a - b)), Relation("w", Eq(w, c - s)),
        Relation("product", Eq(z * (x - z + 1), w)),
    ]  # fmt: skip
    answer = System(relations).solve(x, {a: 2, b: 2, c: 3, s: 3})
    assert answer.status is Status.UNDERDETERMINED
    assert answer.warnings == ("product holds at any value of x here",)
    assert System(relations).solve(x, {a: 2, b: 2, c: 3.5, s: 3}).status is Status.UNREACHABLE


def test_an_even_root_of_what_cancels_is_zero() -> None:
    """Of |1 + 1/q - a²| = c at the c of a = 0: by its digits the square may be below zero."""
    bent = System([Relation("bent", Eq(c, sympy.Abs(1 + 1 / q - a**2)))])
    for digits in (13, 14, 15):
        for up in (-1e-13, 0.0, 1e-13):
            given = {"c": f"{(1 + 1 / 1.26) * (1 + up):.{digits}g}", "q": "1.26"}
            found = [value.value for value in bent.solve(a, given).values]
            assert found == pytest.approx([0.0, math.sqrt(2 + 2 / 1.26)], abs=1e-5), given
    far = bent.solve(a, {"c": f"{(1 + 1 / 1.26) * (1 + 1e-6):.13g}", "q": "1.26"})
    assert [value.value for value in far.values] == pytest.approx([math.sqrt(2 + 2 / 1.26)])


def test_several_values_are_kept_where_zero_for_another_variable_is_remarked() -> None:
    """As one value is: what was divided by is told, but all values are not put in their place."""
    x, z = Var("x", within="[0, oo)"), Var("z", within="[0, oo)")
    own = system(Eq(z * x**2 + 2 * z, 3 * x * z), Eq(a, z + x))
    answer = own.solve(x, {a: 5})
    assert [value.value for value in answer.values] == pytest.approx([1.0, 2.0])
    assert "z = 0 satisfies r0 as well" in answer.warnings and not answer.intervals


def test_a_relation_that_holds_at_a_zero_divided_out_contradicts_nothing() -> None:
    """Of y² = 3 y the 3 alone was followed, and the y of a rounded quotient, 0, was against it."""
    x, y, z, top = Var("x"), Var("y", within="(-oo, oo)"), Var("z"), Var("top", within="[0, oo)")
    square = Var("square", within="(-oo, oo)")
    system = System([
        Relation("quotient", Eq(y, sympy.floor(3 * x))),
        Relation("least", Eq(Min(1, z, y), top)),
        Relation("square", Eq(square, y**2 - 3 * y)),
    ])  # fmt: skip
    for known in ({"x": 0.25, "top": 0, "square": 0}, {"x": 0.25, "square": 0}):
        assert system.solve(z, known).status == "underdetermined"
    assert system.solve(z, {"x": 0.5, "square": 0}).status == "contradiction"


def test_a_zero_lost_within_the_least_of_several_and_a_factor_is_told() -> None:
    """`x = c min(x², one)` is divided by x in the regime of x²."""
    x, one = Var("x", within="(-oo, oo)"), Var("one", within="(0, 1]")
    rate = Var("rate", within="(-oo, oo)")
    own = system(Eq(x, rate * Min(x**2, one)))
    answer = own.solve(x, {rate: -2, one: 0.5})
    assert [value.value for value in answer.values] == pytest.approx([-1.0, -0.5])
    assert "x = 0 satisfies r0 as well" in answer.warnings


def test_a_root_beside_a_side_that_is_nothing_is_found() -> None:
    """A product is scanned for where it is zero; of a given zero each factor says as much."""
    size, rest, other = Var("size", within="[0, oo)"), Var("rest", within="[0, oo)"), Var("other")
    square = Relation("square", Eq(size * (other - size + 1), rest))
    apart = Relation("apart", Eq(b, sympy.Abs(rest + 1 - 1 / other)))
    answer = System([square, apart]).solve(size, {other: "0.152", b: "5.578947368421"})
    assert [value.value for value in answer.values] == pytest.approx([0.0, 1.152])


def test_a_product_that_is_zero_by_one_of_its_factors_is_told() -> None:
    """Either size is nothing or it is one more than other; no plan says which."""
    size, rest, other = Var("size", within="[0, oo)"), Var("rest", within="[0, oo)"), Var("other")
    square = System([Relation("square", Eq(size * (other - size + 1), rest))])
    answer = square.solve(size, {other: 2, rest: 0})
    assert answer.status == Status.UNDERDETERMINED
    told = "by square one of 1 + other - size and size is zero"
    assert told in answer.warnings
    assert square.solve(size, {other: 2, rest: 2}).warnings != answer.warnings


def test_a_zero_lost_in_a_regime_without_a_candidate_is_told() -> None:
    """√x is the square of the least of 1 and x: at one in both regimes, and at zero."""
    x, y = Var("x", within="[0, oo)"), Var("y", within="(-oo, oo)")
    relations = [Relation("least", Eq(y, Min(1, x))), Relation("root", Eq(r, y**2 - sympy.sqrt(x)))]
    answer = System(relations).solve(x, {r: 0})
    assert answer.number == 1 and answer.warnings == ("x = 0 satisfies root as well",)
    three = System(relations).solve(x, {r: "-0.1"})
    assert len(three.values) == 3 and not any("satisfies" in text for text in three.warnings)


def test_a_zero_is_tried_where_it_alone_satisfies_a_regime() -> None:
    """The square of the least of 4 and x is 8 √x at 4 and at zero, and nowhere else."""
    x, y = Var("up_to_four", within="[0, oo)"), Var("least_of_four", within="(-oo, oo)")
    relations = [
        Relation("least", Eq(y, Min(4, x))),
        Relation("root", Eq(r, y**2 - 8 * sympy.sqrt(x))),
    ]
    answer = System(relations).solve(x, {r: 0})
    assert answer.number == pytest.approx(4)
    assert answer.warnings == ("up_to_four = 0 satisfies root as well",)


def test_what_is_eliminated_is_not_at_the_end_that_its_range_leaves_out() -> None:
    """s p = |p + 1 - 1/t| at s = t = 1 holds of every p; in the other regime p is zero, which it is
    not, and q = a |p + 1 - √s| was 0.
    """
    t = Var("t", within="[1, oo)")
    other = Relation("other", Eq(a * sympy.Abs(p + 1 - sympy.sqrt(s)), q))
    size = Relation("size", Eq(s * p, sympy.Abs(p + 1 - 1 / t)))
    answer = System([other, size]).solve(q, {s: 1, t: 1, a: 2})
    assert answer.status == Status.UNDERDETERMINED and answer.missing == (("p",),)


@pytest.mark.parametrize(("target", "value"), [("kv_fetch_time", 0.0), ("memory_time", 70 / 576e3)])
def test_a_point_that_a_zero_leaves_no_value_says_nothing_of_the_rest(
    target: str, value: float
) -> None:
    """Without a cache there is no context at which reading it takes as long as computing."""
    given = {
        "kv_bytes_per_token": "0 byte/token",
        "gpus": "72 GPU",
        "hbm_bandwidth": "8 TB/s/GPU",
        "batch_size": "100 sequence",
        "context_length": "1000 token/sequence",
        "total_params": "70e9 param",
        "bytes_per_param": "1 byte/param",
    }
    answer = solve(target, given)
    assert answer.status == "solved" and answer.number == pytest.approx(value)


def test_a_zero_that_no_stated_point_allows_is_a_contradiction() -> None:
    size, rate, cost = Var("size_zero", within="[0, oo)"), Var("rate_zero"), Var("cost_zero")
    read = Relation("read", Eq(cost, rate * size))
    point = Var("point_zero")
    system = System([read, Relation("meets", Eq(3 * rate, point * size))])
    assert system.solve(cost, {size: 0, rate: 2, point: 5}).status == "contradiction"


@pytest.mark.parametrize("low", ["[0, oo)", "(-oo, oo)"])
def test_a_zero_of_what_cancels_between_two_relations_is_told(low: str) -> None:
    """y = x·z and y = 2 z leave x = 2 or, beside y = 0, z = 0, where x is what the sum leaves."""
    y, z, more = (Var(f"zero_{name}", within=low) for name in ("y", "z", "more"))
    x, total = Var("zero_x"), Var("zero_total")
    system = System([
        Relation("one", Eq(y, x * z)),
        Relation("two", Eq(y, 2 * z)),
        Relation("sum", Eq(total, z + x)),
        Relation("after", Eq(more, y + 1)),
    ])  # fmt: skip
    for target, value in ((x, 2), (y, 10), (z, 5), (more, 11)):
        answer = system.solve(target, {total: 7})
        assert answer.number == pytest.approx(value)
        assert "zero_z = 0 satisfies two as well" in answer.warnings
