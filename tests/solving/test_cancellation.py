"""Digits lost in differences of nearly equal numbers are told with how many are left."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy

from derive.equations import Eq, Relation, Var
from derive.equations.expression import replace
from derive.library import solve
from derive.system import System

a, b, x, y = (Var(name) for name in "abxy")
SYSTEM = System([Relation("left", Eq(a, b + x)), Relation("then", Eq(y, 2 * x))])


@pytest.mark.parametrize("scale", [1.0, 1e6, 1e-6])
@pytest.mark.parametrize("target", [x, y])
@pytest.mark.parametrize(
    ("apart", "agree", "left"),
    [(1e-9, 9, 7), (1e-7, 7, 9), (9e-7, 6, 10), (1.1e-6, None, None), (4.0, None, None)],
)
def test_a_difference_tells_the_digits_it_has_lost(
    target: Var, scale: float, apart: float, agree: int | None, left: int | None
) -> None:
    """From six of sixteen on, whatever their size, wherever on the way it stands."""
    warnings = SYSTEM.solve(target, {a: scale * (1 + apart), b: scale}).warnings
    told = (
        f"x is what is left of numbers that agree to {agree} digits: about {left} of its own can be"
        " relied on, and rounding in a given moves it much more than the given"
    )
    assert warnings == (() if agree is None else (told,))


@pytest.mark.parametrize("apart", [9e-7, 1.1e-6])
def test_what_is_computed_without_loss_counts_as_a_given_in_a_difference(apart: float) -> None:
    """Twice its terms has no more digits than these."""
    counted, below = Var("counted_part"), Var("counted_below", within="(-oo, oo)")
    system = System([Relation("left", Eq(a, b + x)), Relation("counted", Eq(b, counted - below))])
    warnings = system.solve(x, {a: 2 * (1 + apart), counted: 1.0, below: -1.0}).warnings
    assert any("agree to 6 digits" in text for text in warnings) is (apart < 1e-6)


def test_digits_that_the_whole_formula_keeps_are_not_lost() -> None:
    """1 - 0.8 has lost a digit; (1 - 0.8^5)/(1 - 0.8) moves 1.6 times as much as 0.8."""
    system = System(
        [Relation("series", Eq(y, (1 - x**5) / (1 - x))), Relation("gap", Eq(a, 1 - x))]
    )
    assert system.solve(y, {x: "0.8"}).warnings == ()
    (told,) = system.solve(a, {x: "0.9"}).warnings
    assert told.startswith("a is what is left of numbers that agree to 1 digit: none of its own")


def test_a_sum_of_what_is_not_negative_loses_nothing() -> None:
    """Nor does a difference of which little is nothing."""
    assert SYSTEM.solve(a, {b: 1, x: 1e-9}).warnings == ()
    assert SYSTEM.solve(b, {a: 1, x: 1e-9}).warnings == ()


def test_what_is_nothing_by_a_number_of_the_relation_has_lost_no_digit() -> None:
    """One over one group is one: no share crosses between groups; 1 − 0.9999999 does lose some."""
    groups, share = Var("groups", within="[1, oo)"), Var("share", within="[0, 1)")
    system = System([Relation("crossing", Eq(share, 1 - 1 / groups))])
    assert system.solve(share, {groups: 1}).warnings == ()
    assert system.solve(share, {groups: 1 + 1e-8}).warnings != ()


@pytest.mark.parametrize("equation", [Eq(a, 1 - (1 - x) ** y), Eq(a, 1 - x**y)])
def test_a_value_that_hangs_on_a_root_of_nothing_says_so(equation: sympy.Eq) -> None:
    """1 - (1 - x)^33 is one to sixteen digits from x = 0.67 on."""
    share = Var("x", within="[0, 1]")
    system = System([Relation("any of them", replace(equation, {x: share}))])
    (warning,) = system.solve(share, {a: 1, y: 33}).warnings
    assert "rests on a difference that is zero as given: were it 1e-12 of its terms" in warning
    assert system.solve(share, {a: 1, y: 1}).warnings == ()
    assert system.solve(share, {a: 0.9, y: 33}).warnings == ()


def test_a_value_beside_nothing_over_next_to_nothing_says_so() -> None:
    """Where nearly every expert is touched, the total and what is read are one count, and a change
    in them beyond their digits is multiplied by 0.35^-139; among few experts it is not.
    """
    used, total, read = Var("used"), Var("total", whole=True), Var("read", whole=True)
    touched = Eq(used, total - (total - read) / 0.35 ** (y - 1))
    system = System([Relation("touched", touched)])
    (warning,) = system.solve(used, {total: 23, read: 23, y: 140}).warnings
    assert "rests on a difference that is zero as given: were it 1e-12 of its terms" in warning
    assert system.solve(used, {total: 23, read: 23, y: 14}).warnings == ()


@pytest.mark.parametrize("beyond", [0.0, 1e-14, 1e-11, -1e-11])
def test_what_cancels_within_the_digits_of_the_givens_is_zero_where_less_than_it_is_not(
    beyond: float,
) -> None:
    """A rest of -1e-11 of 3 would be outside its range; the givens are known to 1e-9."""
    rest, twice = (Var(name, within="[0, oo)") for name in ("rest", "twice"))
    system = System([Relation("rest", Eq(rest, a - b)), Relation("twice", Eq(twice, 2 * rest))])
    for target in (rest, twice):
        answer = system.solve(target, {a: 3, b: 3 + beyond})
        assert answer.status == "solved"
        assert answer.number == pytest.approx(max(0.0, -beyond * (1 + (target == twice))), rel=1e-3)
        assert not any("rests on" in text for text in answer.warnings)
    assert system.solve(rest, {a: 3, b: 3 + 1e-6}).status == "unreachable"


def test_an_end_that_is_left_of_a_difference_is_said_to_have_lost_its_digits() -> None:
    """The least x is 5e7, where 2 size and cost agree to eight digits."""
    x, size, steps, cost = (Var(name) for name in ("x", "size", "steps", "cost"))
    system = System([
        Relation("quotient", Eq(x, 1 / (2 * size - cost))),
        Relation("steps", Eq(steps, sympy.ceiling(3 * size))),
    ])  # fmt: skip
    near = system.solve(x, {"steps": "3", "cost": "1.99999998"})
    assert near.intervals[0].low == pytest.approx(5e7, rel=2e-3)
    assert any("agree to 8 digits" in text for text in near.warnings)
    far = system.solve(x, {"steps": "3", "cost": "1"})
    assert not any("digits" in text for text in far.warnings)


def test_a_value_that_hardly_moves_its_equation_is_said_to_have_lost_its_digits() -> None:
    """x e⁻ˣ is all that x adds to b, a thousandth of a millionth at 24."""
    far = Var("far", within="[1, oo)")
    system = System([Relation("faded", Eq(a, b + far * sympy.exp(-far)))])
    near = system.solve(far, {a: 1 + 24 * math.exp(-24), b: 1})
    assert near.number == pytest.approx(24, rel=1e-4)
    told = "far changes the sides of the equation that it is found from only beyond their first 8"
    assert any(text.startswith(told) for text in near.warnings)
    assert not any("digits" in text for text in system.solve(far, {a: 1.3, b: 1}).warnings)


def test_what_both_sides_of_an_equation_share_moves_them_and_not_what_is_found_from_them() -> None:
    """What is left of them is far e⁻ᶠᵃʳ, a tenth of a thousandth at 12; the cube is 1,600."""
    far, share = Var("shared_far", within="[1, oo)"), Var("shared_rest")
    system = System([Relation("shared", Eq(share + far**3, far**3 + far * sympy.exp(-far)))])
    answer = system.solve(far, {share: 0.00009})
    told = "shared_far changes the sides of the equation that it is found from only beyond their"
    assert answer.number == pytest.approx(11.78, rel=1e-3)
    assert any(text.startswith(f"{told} first 6 digits") for text in answer.warnings)


@pytest.mark.parametrize(
    ("root", "top"),
    [(0.0, 2.0), (0.9995, 1.0)],
    ids=["no relative change", "undefined next to it"],
)
@pytest.mark.parametrize("apart", [9e-7, 1.1e-6])
def test_a_root_that_cannot_be_moved_counts_as_a_given_in_a_difference(
    root: float, top: float, apart: float
) -> None:
    """Nothing is relative to zero, and beyond the top there is no value; twice its terms has no
    more digits than these.
    """
    unmoved, whole, most, more, less, gap = (
        Var(f"unmoved_{name}", within="[0, oo)")
        for name in ("root", "sum", "top", "more", "less", "gap")
    )
    right = unmoved + sympy.exp(unmoved) / 1000 + sympy.sqrt(most - unmoved)
    system = System(
        [Relation("scanned", Eq(whole, right)), Relation("left", Eq(gap, unmoved + more - less))]
    )
    size = root or 1.0
    beside = {more: size * (1 + apart) - root, less: size}
    at_root = {whole: root + math.exp(root) / 1000 + math.sqrt(top - root), most: top}
    answer = system.solve(gap, {**at_root, **beside})
    assert any(one.value == pytest.approx(size * apart, rel=1e-6) for one in answer.values)
    assert any("digit" in text for text in answer.warnings) is (apart < 1e-6)


def test_digits_lost_on_the_way_count_in_a_difference_after_it() -> None:
    """Each difference leaves seven of twelve digits; the second is of the first, and leaves one."""
    first, second = Var("first", within="(-oo, oo)"), Var("second", within="(-oo, oo)")
    x, y, z, k = (Var(name) for name in "xyzk")
    relations = [Relation("r", Eq(first, x - y)), Relation("s", Eq(second, z - k * first))]
    given = {"x": "1.00001234567", "y": "1.00000000000", "k": "1.00000000000e5"}
    system = System(relations)
    assert not system.solve(first, given).warnings
    (told,) = system.solve(second, {**given, "z": "1.23457934567"}).warnings
    assert told.startswith("second is what is left of numbers that agree to 5 digits: about 1 of")


# --- roots that are noise ---

_SMALL = Var("small", within="(0, oo)")
_MEAN = Var("mean", within="(0, oo)")
_CANCELLING = {
    "exp": (sympy.exp(_SMALL) - 1) / _SMALL,
    "log": sympy.log(1 + _SMALL) / _SMALL,
    "root": (sympy.sqrt(1 + _SMALL) - 1) / _SMALL,
}


@pytest.mark.parametrize(
    ("name", "mean", "values", "status"),
    [
        ("exp", 2.0, [1.25643120862617], "solved"), ("exp", 1.0, [], "underdetermined"),
        ("log", 1.5, [], "contradiction"), ("log", 0.5, [2.51286241725234], "solved"),
        ("root", 0.6, [], "underdetermined"), ("root", 0.4, [1.25], "solved"),
    ],
)  # fmt: skip
def test_floats_that_cancel_make_no_roots(
    name: str, mean: float, values: list[float], status: str
) -> None:
    """Next to zero (e^x - 1)/x jumps about one in floats: thirty values were told of a mean of one,
    and 1.1e-16 beside the true one of two. No logarithm of 1 + x is larger than x.
    """
    system = System([Relation("mean", Eq(_MEAN, _CANCELLING[name]))])
    answer = system.solve(_SMALL, {_MEAN: mean})
    assert [one.value for one in answer.values] == pytest.approx(values)
    assert answer.status == status


@pytest.mark.parametrize("emitted", ["0.1", "0.5", "0.9", "0.99"])
def test_an_acceptance_that_cannot_be_is_not_told(emitted: str) -> None:
    """A pass emits one token at least: fewer were reached “at 1”, where zero is divided by zero."""
    given = {"emitted_tokens_per_pass": f"{emitted} token/sequence"}
    answer = solve("acceptance_rate", {**given, "draft_length": "4 token/sequence"})
    assert (answer.values, answer.between) == ((), ())
    assert answer.status != "solved"


def test_a_value_next_to_an_end_that_its_range_leaves_out_is_not_told() -> None:
    """Four drafts and one token more are five, which are emitted only at an acceptance of one: that
    was told as 0.9999999999999999.
    """
    given = {"emitted_tokens_per_pass": "5 token/sequence", "draft_length": "4 token/sequence"}
    answer = solve("acceptance_rate", given)
    assert (answer.status, answer.values) == ("underdetermined", ())
    assert any("outside its range (from 0 to below 1)" in text for text in answer.warnings)


@pytest.mark.parametrize(
    ("more", "less", "count", "other", "told"),
    [
        (1, 1, "1 GPU", "1 GPU", False),
        (2, 1, "1 GPU", "2 GPU", False),
        (1, sympy.Rational(1, 2), "1 GPU", "2 GPU", False),
        (1, 1, "1.5 GPU", "1.5 GPU", True),
    ],
)
def test_whole_numbers_of_things_that_cancel_lose_no_digits(
    more: Any, less: Any, count: str, other: str, told: bool
) -> None:
    """Twice the time of 1 GPU less that of 2 is nothing; of one and a half it may be something."""
    idle = Var("counted_idle", "s", within="(-oo, oo)")
    each = Var("counted_each", "s/GPU")
    first, second = Var("counted_first", "GPU"), Var("counted_second", "GPU")
    system = System([Relation("idle", Eq(idle, more * each * first - less * each * second))])
    answer = system.solve(idle, {each: "2.5 s/GPU", first: count, second: other})
    assert answer.number == 0.0
    assert any("numbers that agree" in text for text in answer.warnings) == told
