"""A ceiling or a floor asked backwards: the interval of what rounds to the given."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import derive
from derive import Eq, Relation, System, Var
from derive.equations import Direction, Neglected
from derive.equations.var import REAL

LOAD, EACH, NEEDED = (
    Var("load", "W", "power drawn"),
    Var("each", "W", "power of one supply"),
    Var("supplies", "1", "power supplies"),
)
SEATS, SHARE = Var("seats", "1", "seats"), Var("share", "W", "power a seat draws")
DRAWN = Relation("drawn", Eq(LOAD, SEATS * SHARE), "Each seat draws the same.")
UP = System(
    [Relation("up", Eq(NEEDED, sympy.ceiling(LOAD / EACH)), "A supply is built or not."), DRAWN]
)
DOWN = System([Relation("down", Eq(NEEDED, sympy.floor(LOAD / EACH)), "Only full supplies count.")])


@pytest.mark.parametrize(
    ("system", "interval", "text"),
    [(UP, (20, 30), "above 20 W to 30 W"), (DOWN, (30, 40), "30 W to below 40 W")],
)
def test_what_is_rounded_is_an_interval(
    system: System, interval: tuple[float, float], text: str
) -> None:
    answer = system.solve(LOAD, {NEEDED: "3", EACH: "10 W"})
    assert answer.status == "solved"
    assert answer.interval == pytest.approx(interval)
    assert answer.number is None
    assert answer.text == text
    assert answer.warnings == (
        "every load in this interval meets the givens: what is given is rounded",
    )
    assert [step.rule for step in answer.derivation.steps] == ["relation", "round"]


@pytest.mark.parametrize(
    ("rounded", "text"),
    [
        (lambda x: sympy.ceiling(3 - x), "1 to below 2"),
        (lambda x: sympy.floor(3 - x), "above 0 to 1"),
        (lambda x: sympy.ceiling(x**2), "-1.414 to below -1 or above 1 to 1.414"),
        (lambda x: sympy.floor(x**2), "above -1.732 to -1.414 or 1.414 to below 1.732"),
    ],
)
def test_the_open_end_is_that_at_which_another_whole_number_begins(
    rounded: Callable[[Var], sympy.Expr], text: str
) -> None:
    free, whole = Var("free", within=REAL), Var("whole", within=REAL)
    system = System([Relation("rounded", Eq(rounded(free), whole))], variables=[free, whole])
    assert system.solve(free, {whole: 2}).text == text


def test_lines_of_a_rounded_value_are_verified_within_the_range_of_what_is_eliminated() -> None:
    side, area, rest = Var("side"), Var("area", within=REAL), Var("rest", within=REAL)
    relations = [
        Relation("shifted", Eq(rest * (area - 2), sympy.sqrt(side))),
        Relation("rounded", Eq(sympy.ceiling(side**2), area)),
    ]
    answer = System(relations, variables=[side, area, rest]).solve(rest, {area: 1})
    assert answer.text == "-1 to below 0"
    assert answer.derivation.verified


def test_what_follows_from_a_rounded_value_is_an_interval_too() -> None:
    answer = UP.solve(SEATS, {NEEDED: "3", EACH: "10 W", SHARE: "2 W"})
    assert answer.interval == pytest.approx((10, 15))


def test_a_factor_beside_what_is_rounded_is_divided_out() -> None:
    beside = System(
        [Relation("placed", Eq(EACH, SHARE * sympy.ceiling(SEATS)), "Whole seats draw.")]
    )
    assert beside.solve(EACH, {SHARE: "2 W", SEATS: 3.2}).text == "8 W"
    assert beside.solve(SEATS, {SHARE: "2 W", EACH: "8 W"}).interval == pytest.approx((3, 4))


def test_a_ceiling_in_the_denominator_of_a_difference_is_undone() -> None:
    """kept = 10 W - each/(share ceil(seats)), so 3 whole seats."""
    kept = Var("kept", "W", "power kept")
    factor = Var("factor", "1", "seats a supply feeds")
    left = System([Relation("kept", Eq(kept, LOAD - EACH / (factor * sympy.ceiling(SEATS))))])
    answer = left.solve(SEATS, {kept: "8 W", LOAD: "10 W", EACH: "6 W", factor: 1})
    assert answer.interval == pytest.approx((2, 3))


@pytest.mark.parametrize("each", ["1.225919439580", "1.225919439579"])
def test_a_product_beside_a_whole_number_by_rounding_is_that_number(each: str) -> None:
    """Seven seats to thirteen digits, from above or below: 7 is between 6 and 7, or 7 and 8."""
    count, share, total = (Var(name) for name in ("count", "share", "total"))
    for rounding, interval in ((sympy.ceiling, (6, 7)), (sympy.floor, (7, 8))):
        system = System([Relation("whole", Eq(count * share, rounding(total)))])
        answer = system.solve(total, {count: "5.71", share: each})
        assert answer.status == "solved"
        assert answer.interval == pytest.approx(interval)


def test_a_whole_number_within_noise_is_rounded_to_itself() -> None:
    """0.3 / 0.1 is 2.9999999999999996 in floats, and three of 0.1 make 0.3."""
    x, each, n = Var("x"), Var("each"), Var("n")
    for rounding in (sympy.ceiling, sympy.floor):
        system = System([Relation("parts", Eq(n, rounding(x / each)))])
        for total in ("0.3", "0.3000000000000001"):
            assert system.solve(n, {x: total, each: "0.1"}).number == 3


def test_a_value_that_no_rounding_gives_is_unreachable() -> None:
    assert UP.solve(LOAD, {NEEDED: "2.5", EACH: "10 W"}).status == "unreachable"


@settings(derandomize=True, deadline=None)
@given(st.floats(0.01, 1e3), st.floats(0.1, 1e3))
@pytest.mark.slow
def test_forward_and_back_the_original_lies_in_the_interval(load: float, each: float) -> None:
    """For counts up to ten thousand: an interval narrower than 1e-5 is told as one value."""
    forward = UP.solve(NEEDED, {LOAD: f"{load!r} W", EACH: f"{each!r} W"})
    back = UP.solve(LOAD, {NEEDED: forward.number, EACH: f"{each!r} W"})
    assert back.interval is not None
    low, high = back.interval
    assert low * (1 - 1e-9) <= load <= high * (1 + 1e-9)


def test_an_interval_that_is_one_end_of_the_range_is_that_value() -> None:
    """The ceiling of a square is zero at zero alone."""
    part, whole = Var("part", within="[0, oo)"), Var("whole", within="[0, oo)")
    system = System([Relation("up", Eq(whole, sympy.ceiling(part**2)))])
    answer = system.solve("part", {"whole": "0"})
    assert answer.status == "solved" and answer.number == 0


@pytest.mark.parametrize(("rounding", "sign"), [(sympy.ceiling, ""), (sympy.floor, "-")])
@pytest.mark.parametrize("each", ["1.314060446781", "1.314060446780"])
def test_a_size_that_rounds_to_a_count_however_large_has_no_end_by_noise(
    rounding: Any, sign: str, each: str
) -> None:
    """Any x from 3 on makes one, or minus one, to thirteen digits from above or below."""
    x, count, share = Var("x"), Var("count", within=REAL), Var("share")
    sized = 3 / x if rounding is sympy.ceiling else -3 / x
    system = System([Relation("whole", Eq(count * share, rounding(sized)))])
    answer = system.solve(x, {count: f"{sign}0.761", share: each})
    assert answer.status == "solved"
    assert answer.interval == pytest.approx((3, math.inf))


def test_a_contradiction_leaves_no_interval_of_what_rounds_to_a_given() -> None:
    """No load rounds to the supplies where the power of the seats is another."""
    answer = UP.solve(LOAD, {NEEDED: "3", EACH: "2 W", SEATS: "4", SHARE: "5 W"})
    assert answer.status == "contradiction" and not answer.intervals
    assert not any("in this interval" in text for text in answer.warnings)
    several = System([
        Relation("rounded", Eq(NEEDED, sympy.ceiling(LOAD / EACH)), "A supply is built or not."),
        Relation("alike", Eq(SEATS, 2 * SHARE / EACH), "Any two."),
    ])  # fmt: skip
    beside = several.solve(LOAD, {NEEDED: "3", EACH: "2 W", SEATS: "4", SHARE: "5 W"})
    assert beside.status == "contradiction" and not beside.intervals and str(beside)


@pytest.mark.parametrize(("written", "whole"), [("3.362", 4), ("3.37", 5), ("3.5", 5)])
def test_a_whole_number_that_gives_what_was_written_to_its_digits_is_the_one(
    written: str, whole: int
) -> None:
    """1 + 0.8 + 0.64 + 0.512 + 0.4096 = 3.3616, which is 3.362 to four digits."""
    given = {"acceptance_rate": "0.8000", "emitted_tokens_per_pass": f"{written} token/sequence"}
    answer = derive.solve("draft_length", given)
    assert [value.whole for value in answer.values] == [whole]


def test_a_limit_is_kept_to_the_last_digit_by_a_whole_number() -> None:
    """Seven GPUs would take 20.08 ms, which is 20 ms as it is written."""
    given = {"hbm_bandwidth": "1.000 TB/s/GPU", "weight_fetch_time": "20 ms"}
    answer = derive.solve("gpus", {**given, "weight_bytes": "140.5 GB"})
    assert [value.whole for value in answer.values] == [8]


@pytest.mark.parametrize(("limit", "whole"), [("2.5 s", 2), ("1.5 s", 1), ("0.5 s", 1)])
def test_a_limit_of_time_leaves_fewer_thousands_but_one_at_least(limit: str, whole: int) -> None:
    """A thousand takes a second."""
    sent = Var("thousands_sent", "ktoken", whole=True)
    each, spell = Var("thousands_each", "s/ktoken"), Var("thousands_spell", "s")
    system = System([Relation("sent", Eq(spell, sent * each))])
    answer = system.solve(sent, {each: "1 s/ktoken", spell: limit})
    assert [value.whole for value in answer.values] == [whole]


@pytest.mark.parametrize(("written", "whole"), [("0.667", 2), ("0.668", 3)])
def test_thousands_that_give_what_was_written_to_its_digits_are_those(
    written: str, whole: int
) -> None:
    """Two of three are 0.667 to three digits."""
    sent = Var("thousands_sent", "ktoken", whole=True)
    every, share = Var("thousands_every", "ktoken"), Var("thousands_share")
    system = System([Relation("sent", Eq(share, sent / every))])
    answer = system.solve(sent, {every: "3.000 ktoken", share: written})
    assert [value.whole for value in answer.values] == [whole]


@pytest.mark.parametrize(
    ("direction", "whole"), [(Direction.RAISES, 3), (Direction.LOWERS, 2), (Direction.EITHER, 3)]
)
def test_a_bound_leaves_whole_thousands_on_its_side(direction: Direction, whole: int) -> None:
    """At least, or at most, 2.5 thousand."""
    sent = Var("thousands_sent", "ktoken", whole=True)
    every, share, lost = Var("thousands_every", "ktoken"), Var("thousands_share"), Var("lost_share")
    term = Neglected("what is lost", lost, direction)
    system = System([Relation("sent", Eq(sent, every * share), neglects=(term,))])
    answer = system.solve(sent, {every: "5 ktoken", share: "0.5"})
    assert (answer.text, [value.whole for value in answer.values]) == ("2.5 ktoken", [whole])


def test_what_may_be_paid_in_all_is_a_limit_before_the_price_of_one() -> None:
    """For 100 USD/hour there are 3 at 30 USD/hour each, whichever is named first."""
    crates = Var("crates", "GPU", whole=True)
    for one, all_ in (("a_price", "b_paid"), ("b_price", "a_paid")):
        price, paid = Var(one, "USD/hour/GPU"), Var(all_, "USD/hour")
        system = System([Relation("pays", Eq(paid, price * crates))])
        answer = system.solve(crates, {price: "30 USD/hour/GPU", paid: "100 USD/hour"})
        assert [value.whole for value in answer.values] == [3]


def test_fewer_things_that_no_time_allows_are_none() -> None:
    """3.75 is next to the least of 3.5."""
    many, long, unit = Var("least_many", whole=True), Var("least_long", "s"), Var("least_unit", "s")
    times = long / unit
    system = System([Relation("parabola", Eq(many, times**2 - 10 * times + 28.5))])
    answer = system.solve(many, {long: "5.5 s", unit: "1 s"})
    assert [value.whole for value in answer.values] == [4]


def test_two_roundings_that_jump_together_have_no_value_between_their_jumps() -> None:
    """Boxes of 2 and of 3: 6 units take 3 + 2, and any more 4 + 3."""
    units, of_two, of_three, boxes = Var("units"), Var("of_two"), Var("of_three"), Var("boxes")
    system = System(
        [
            Relation("two", Eq(of_two, sympy.ceiling(units / 2))),
            Relation("three", Eq(of_three, sympy.ceiling(units / 3))),
            Relation("all", Eq(boxes, of_two + of_three)),
        ]
    )
    none = system.solve(units, {boxes: "6"})
    assert not none.values and not none.intervals
    assert system.solve(boxes, {of_two: "4"}).number == 7
    assert system.solve(boxes, {units: "6"}).number == 5
