"""Interval constraint propagation: what it finds holds every solution, and is tight on one pass."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.program.compiler import compile_node
from derive.program.contraction import Contraction, Contractor, SlotEquation, equation_of
from derive.program.data import Slot
from derive.program.ends import FollowedEnds
from derive.program.factor_limits import factor_limits
from derive.program.interval import Interval, added, multiplied, reciprocal, subtracted
from derive.program.interval_powers import raised
from derive.program.narrowing import operand_intervals, result
from derive.program.nodes import Nodes
from derive.program.products import Implied, implied_equations
from derive.program.propagation import contract
from derive.program.tolerances import MOST_REVISIONS

POSITIVE = (0.0, math.inf, True, True)


def contractor(count: int, *sides: tuple[object, object], ends: tuple[object, ...] = POSITIVE):
    """A contractor over `count` slots; sides are nested tuples of nodes, slots by number."""
    nodes = Nodes()

    def add(item: object) -> int:
        if isinstance(item, int):
            return nodes.add("slot", item)
        if isinstance(item, float):
            return nodes.add("float", item)
        kind, *inner = item
        return nodes.add(kind, *map(add, inner))

    equations = [equation_of(nodes, add(left), add(right)) for left, right in sides]
    slots = [Slot(f"s{k}", *ends, "1") for k in range(count)]
    of_slot = [[i for i, e in enumerate(equations) if k in e.slots] for k in range(count)]
    return Contractor(slots, nodes, of_slot, equations.__getitem__)


def implied_by(system: Contractor, found: Contraction) -> tuple[Implied, ...]:
    return implied_equations(system, found.reached, factor_limits(system, found))


def exactly(value: float) -> Interval:
    return value, value


def test_a_product_is_solved_for_each_factor() -> None:
    both = contractor(3, (0, ("mul", 1, 2)))
    assert contract(both, {1: exactly(3.0), 2: exactly(4.0)}).slot(0) == pytest.approx((12, 12))
    assert contract(both, {0: exactly(12.0), 2: exactly(4.0)}).slot(1) == pytest.approx((3, 3))


def test_signs_alone_refute_a_product() -> None:
    """A positive number is not the negative of a product of positive ones, however large; nor is
    one that is not negative, but zero, a product with one negative factor.
    """
    negative = contractor(3, (0, ("mul", -1.0, 1, 2)))
    assert contract(negative, {}, first=[0]).empty == 0
    product = contractor(3, (0, ("mul", 1, 2)), ends=(-math.inf, math.inf, True, True))
    found = contract(product, {0: (0.0, math.inf), 2: (0.0, math.inf), 1: exactly(-2.0)})
    assert found.slot(0) == found.slot(2) == (0.0, 0.0)


def test_the_largest_bounds_its_arguments_and_is_reached_by_one() -> None:
    """max(a, b) = 5: b is at most 5; with a at most 3 it is 5."""
    system = contractor(3, (0, ("max", 1, 2)))
    assert contract(system, {0: exactly(5.0)}).slot(2) == (0.0, 5.0)
    found = contract(system, {0: exactly(5.0), 1: (0.0, 3.0)})
    assert found.slot(2) == pytest.approx((5, 5))
    assert contract(system, {0: exactly(5.0), 1: exactly(7.0)}).empty == 0


def test_zero_to_a_power_leaves_the_power_open() -> None:
    """0 = 0 ** (y - 1) says no more than that the power is positive."""
    ends = (0.0, math.inf, False, True)
    system = contractor(2, (0, ("pow", 0.0, ("add", 1, -1.0))), ends=ends)
    assert contract(system, {0: exactly(0.0), 1: (2.0, 3.0)}).slot(1) == (2.0, 3.0)


@pytest.mark.parametrize(
    ("power", "exponent", "base"),
    [
        (0.25, (0.0, 2.0), (0.0, 0.5)),
        (4.0, (0.0, 2.0), (2.0, math.inf)),
        (4.0, (-2.0, 0.0), (0.0, 0.5)),
        (1.0, (0.0, 2.0), (0.0, math.inf)),
        (4.0, (-1.0, 2.0), (0.0, math.inf)),
    ],
)
def test_a_base_is_bounded_under_an_exponent_of_one_sign_that_may_be_zero(
    power: float, exponent: Interval, base: Interval
) -> None:
    """No power zero is other than one: a power below one under an exponent that is never negative
    has a base below one.
    """
    system = contractor(3, (0, ("pow", 1, 2)), ends=(-math.inf, math.inf, True, True))
    found = contract(system, {0: exactly(power), 1: (0.0, math.inf), 2: exponent})
    assert found.slot(1) == pytest.approx(base)


@pytest.mark.parametrize(
    ("power", "base", "exponent"),
    [
        (4.0, (0.5, 2.0), (2.0, math.inf)),
        (0.25, (0.0, 16.0), (0.0, math.inf)),
        (0.25, (0.5, 16.0), (2.0, math.inf)),
        (1.0, (0.5, 2.0), (0.0, math.inf)),
    ],
)
def test_an_exponent_is_bounded_where_the_base_may_be_one(
    power: float, base: Interval, exponent: Interval
) -> None:
    system = contractor(3, (0, ("pow", 1, 2)))
    found = contract(system, {0: exactly(power), 1: base})
    assert found.slot(2) == pytest.approx(exponent)


def test_a_power_above_one_of_what_is_at_most_one_has_no_exponent_that_is_not_negative() -> None:
    system = contractor(3, (0, ("pow", 1, 2)))
    assert contract(system, {0: exactly(4.0), 1: (0.5, 1.0)}).empty == 0


def test_a_power_too_small_for_a_float_is_not_zero() -> None:
    """y = 0.5 ** 2000 leaves the exponent what it is."""
    ends = (0.0, math.inf, False, True)
    system = contractor(2, (0, ("pow", 0.5, 1)), ends=ends)
    found = contract(system, {1: exactly(2000.0)})
    assert (found.empty, found.slot(1)) == (None, (2000.0, 2000.0))
    assert found.slot(0) == (0.0, math.ulp(0.0))


def test_a_case_that_alone_can_apply_is_imposed() -> None:
    """y = x where x ≥ 2, else 1: y = 4 asks for x = 4, and y = 1.5 for nothing there is."""
    system = contractor(2, (0, ("cases", ("ge", 1, 2.0), 1, ("true",), 1.0)))
    assert contract(system, {0: exactly(4.0)}).slot(1) == pytest.approx((4, 4))
    assert contract(system, {0: exactly(1.5)}).empty == 0


def test_a_rounded_value_leaves_the_whole_interval() -> None:
    system = contractor(2, (0, ("ceil", 1)))
    assert contract(system, {0: exactly(3.0)}).slot(1) == pytest.approx((2, 3))
    assert contract(system, {0: exactly(3.5)}).empty == 0
    edge = 3.0 - 1e-11, 3.0 + 1e-11  # rounded to three or to four, to nothing in between
    assert contract(system, {0: exactly(3.5), 1: edge}).empty == 0
    assert contract(system, {0: exactly(4.0), 1: edge}).empty is None
    noise = 3.0, math.nextafter(3.0, 4.0)  # is three
    assert contract(system, {0: exactly(4.0), 1: noise}).empty == 0


def test_an_end_is_set_by_the_equation_that_moved_it() -> None:
    system = contractor(3, (1, ("add", 0, 1.0)), (2, ("mul", 1, 2.0)))
    found = contract(system, {0: exactly(1.0)})
    assert found.slot(2) == pytest.approx((4, 4))
    assert found.set_by[2, "low"] == 1 and found.set_by[1, "high"] == 0


@pytest.mark.parametrize("least", [0.0, 1.0])
def test_a_shared_product_of_open_factors_cancels(least: float) -> None:
    """a = x·y and b = x·y·c: what one equation at a time cannot see follows for b / a, also where
    x counts things, of which there is at least one.
    """
    system = contractor(5, (0, ("mul", 3, 4)), (1, ("mul", 3, 4, 2)))
    system.slots[3] = Slot("s3", least, math.inf, not least, True, "1")
    start = {0: exactly(6.0), 2: exactly(5.0)}
    found = contract(system, start)
    assert found.slot(1) == (0.0, math.inf)
    implied = implied_by(system, found)
    assert [set(item.behind) for item in implied] == [{0, 1}]
    assert contract(system, {}, found, numbered(implied)).slot(1) == pytest.approx((30, 30))


def test_ones_round_nothing() -> None:
    """a = b + c·d/e with a, c, d and e one leaves nothing of b, with another c its rounding."""
    system = contractor(5, (0, ("add", 1, ("div", ("mul", 2, 3), 4))), ends=(0.0, math.inf))
    start = {0: exactly(1.0), 3: exactly(1.0), 4: exactly(1.0)}
    assert contract(system, {**start, 2: exactly(1.0)}).slot(1) == (0.0, 0.0)
    assert contract(system, {**start, 2: exactly(0.7)}).slot(1) == pytest.approx((0.3, 0.3))


def test_common_factors_of_a_sum_cancel() -> None:
    """a = x·y·b + x·y·c and d = x·y: the sum is a / d times as large as what x·y stands beside."""
    system = contractor(6, (0, ("add", ("mul", 4, 5, 2), ("mul", 4, 5, 3))), (1, ("mul", 4, 5)))
    start = {0: exactly(30.0), 1: exactly(6.0), 2: exactly(3.0)}
    found = contract(system, start)
    assert found.slot(3)[1] == math.inf
    found = contract(system, {}, found, numbered(implied_by(system, found)))
    assert found.slot(3) == pytest.approx((2, 2))


def test_a_factor_common_to_all_terms_is_narrowed_as_one() -> None:
    """x·b + x/2 = 6 beside b = 1 is x = 4, and beside b up to 1 no less."""
    terms = ("add", ("mul", 0, 1), ("mul", 0, 0.5))
    system = contractor(3, (2, terms))
    for most, expected in ((1.0, (4, 4)), (2.5, (2, 4))):
        found = contract(system, {2: exactly(6.0), 1: (1.0, most)})
        assert found.slot(0) == pytest.approx(expected)


def test_a_factor_that_may_be_zero_is_not_divided_by() -> None:
    """w·a = x and w·b = x with w = 0 allowed: a and b need not be equal."""
    ends = (0.0, math.inf, False, True)
    system = contractor(4, (3, ("mul", 2, 0)), (3, ("mul", 2, 1)), ends=ends)
    found = contract(system, {0: exactly(2.0)})
    assert not any({0, 1} == set(item.equation.factors) for item in implied_by(system, found))


def numbered(implied: tuple[Implied, ...]) -> dict[int, SlotEquation]:
    return {-2 - k: item.equation for k, item in enumerate(implied)}


@pytest.mark.parametrize(
    ("whole", "bound"),
    [(("add", 3, 4), (0.0, 6.0)), (("max", 3, 4), (0.0, 6.0)), (("min", 3, 4), (6.0, math.inf))],
)
def test_a_part_is_bounded_by_the_whole_beside_a_factor_of_both(
    whole: tuple[object, ...], bound: Interval
) -> None:
    """a = x·whole(b, c) and d = x·b: with a = 6, d is at most 6, or at least where the whole is
    the smallest, whatever x is.
    """
    system = contractor(6, (0, ("mul", 2, whole)), (1, ("mul", 2, 3)), (5, ("mul", 1, 4)))
    found = contract(system, {0: exactly(6.0), 5: (0.0, math.inf)})
    found = contract(system, {1: (0.0, 1e9)}, found)
    low, high = contract(system, {}, found, numbered(implied_by(system, found))).slot(1)
    assert low == pytest.approx(bound[0]) and high == pytest.approx(min(bound[1], 1e9))


def test_two_inequalities_are_added_only_where_both_point_one_way() -> None:
    """b is at most x·a by one sum, and c at least x·a / 2 by another: b is at most 2·c; that d is
    at most x·a, too, says nothing of b and d.
    """
    sums = (0, ("add", 1, 5)), (("mul", 2.0, 2), ("add", 0, 6)), (0, ("add", 3, 7))
    product = (0, ("mul", 4, 8))
    system = contractor(9, *sums, product)
    found = contract(system, {2: exactly(3.0), 4: (0.0, 1e9)})
    left = contract(system, {}, found, numbered(implied_by(system, found)))
    assert left.slot(1)[1] == pytest.approx(6)
    for item in implied_by(system, found):
        factors = set(item.equation.factors)
        assert not (item.equation.at_most and {1, 3} <= factors)


def test_a_factor_that_is_known_to_be_positive_is_divided_by() -> None:
    """w·a = x and w·b = x with w = 0 allowed by its range, but not by its value."""
    ends = (0.0, math.inf, False, True)
    system = contractor(4, (3, ("mul", 2, 0)), (3, ("mul", 2, 1)), ends=ends)
    found = contract(system, {0: exactly(2.0), 2: (1.0, 1e9)})
    left = contract(system, {}, found, numbered(implied_by(system, found)))
    assert left.slot(1) == pytest.approx((2, 2))


def test_a_zero_goes_through_a_product_of_open_factors() -> None:
    """x = 0 makes p·q·x zero, whatever p and q are, and what is a multiple of that, too."""
    ends = (0.0, math.inf, False, True)
    system = contractor(5, (3, ("mul", 0, 1, 2)), (4, ("mul", 3, 3, 0)), ends=ends)
    assert contract(system, {2: exactly(0.0)}).slot(4) == exactly(0.0)
    system.slots[4] = Slot("s4", *POSITIVE, "1")
    assert contract(system, {2: exactly(0.0)}).empty == 1


def test_a_product_with_a_zero_says_nothing_of_what_others_share() -> None:
    """a = x·y, b = x·y·c beside v = x·z with z = 0: that x is limited there is no reason to keep
    it, and b / a is found.
    """
    ends = (0.0, math.inf, False, True)
    rows = (0, ("mul", 3, 4)), (1, ("mul", 3, 4, 2)), (5, ("mul", 3, 6))
    system = contractor(7, *rows, ends=ends)
    for slot in (2, 3, 4):
        system.slots[slot] = Slot(f"s{slot}", *POSITIVE, "1")
    found = contract(system, {0: exactly(6.0), 2: exactly(5.0), 6: exactly(0.0)})
    assert found.slot(5) == exactly(0.0)
    implied = implied_by(system, found)
    assert {item.behind for item in implied} == {(0, 1)}
    assert contract(system, {}, found, numbered(implied)).slot(1) == pytest.approx((30, 30))


finite = st.floats(-1e6, 1e6).filter(lambda x: not 0.0 < abs(x) < 1e-300)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    ends = draw(finite), draw(finite)
    return min(ends), max(ends)


@settings(max_examples=300, derandomize=False)
@given(intervals(), intervals(), st.floats(0, 1), st.floats(0, 1))
@pytest.mark.slow
def test_operations_hold_the_results_of_all_members(
    one: Interval, other: Interval, s: float, t: float
) -> None:
    a, b = one[0] + s * (one[1] - one[0]), other[0] + t * (other[1] - other[0])
    a, b = min(max(a, one[0]), one[1]), min(max(b, other[0]), other[1])
    for operation, value in ((added, a + b), (subtracted, a - b), (multiplied, a * b)):
        low, high = operation(one, other)
        assert low <= value <= high
    if b:
        low, high = reciprocal(other)
        assert low - 1e-15 * abs(1 / b) <= 1 / b <= high + 1e-15 * abs(1 / b)
    low, high = raised(one, (2.0, 2.0))
    assert low <= a * a * (1 + 1e-12) and a * a * (1 - 1e-12) <= high


KINDS = ("add", "mul", "div", "max", "min", "pow")
RANGES = ((-5.0, 5.0), (0.0, 5.0), (-5.0, 0.0))  # of the second operand; it divides, or is a power


@pytest.mark.parametrize("kind", KINDS)
def test_no_operand_of_a_result_is_lost(kind: str) -> None:
    """Random members of two intervals: each stays within what is left of its interval."""
    source = random.Random()
    for _ in range(300):
        first = (0.0, 5.0) if kind == "pow" else (-5.0, 5.0)
        second = source.choice(RANGES) if kind == "pow" else (0.1, 5.0)
        ends = [sorted(source.uniform(*pair) for _ in range(2)) for pair in (first, second)]
        if kind == "pow" and source.random() < 0.5:  # a base that may be one, an exponent zero
            ends = [sorted((ends[0][0], 1.0)), sorted((ends[1][0], 0.0))]
        members = [source.uniform(*pair) for pair in ends]
        whole = result(kind, [exactly(value) for value in members])
        for value, (low, high) in zip(
            members, operand_intervals(kind, whole, [tuple(pair) for pair in ends]), strict=True
        ):
            slack = 1e-9 * max(1.0, abs(value))
            assert low - slack <= value <= high + slack


@pytest.mark.parametrize("kind", ["log", "exp", "log1p", "expm1", "decayed"])
def test_functions_of_one_number_lose_no_result_and_no_operand(kind: str) -> None:
    """Random members of an interval, small ones and large ones: the result of each lies in that of
    the interval, and none is lost to what is left of the interval by its result.
    """
    source, nodes = random.Random(), Nodes([("slot", 0)])
    value_of = compile_node(nodes, nodes.add(kind, 0))
    for _ in range(300):
        size = 10.0 ** source.uniform(-20.0, 2.5)
        sign = -1.0 if kind in ("exp", "expm1", "decayed") and source.random() < 0.5 else 1.0
        ends = sorted(sign * size * source.uniform(0.5, 2.0) for _ in range(2))
        member = source.uniform(*ends)
        value = value_of([member])
        low, high = result(kind, [tuple(ends)])
        assert low - 1e-15 * abs(low) <= value <= high + 1e-15 * abs(high)
        ((low, high),) = operand_intervals(kind, exactly(value), [tuple(ends)])
        slack = max(1e-12 * abs(member), 2e-14 if kind == "exp" else 0.0)
        assert low - slack <= member <= high + slack


@pytest.mark.parametrize(
    ("kind", "whole", "operand"),
    [
        ("decayed", (1.0, 1.0), (34.0, math.inf)), ("decayed", (0.0, 0.0), (0.0, 0.0)),
        ("decayed", (0.5, math.inf), (math.log(2.0), math.inf)),
        ("expm1", (-1.0, -1.0), (-math.inf, -34.0)), ("expm1", (-2.0, -1.5), None),
        ("log1p", (-math.inf, math.inf), (-1.0, math.inf)),
    ],
)  # fmt: skip
def test_what_has_decayed_to_the_last_digit_took_any_longer_time(
    kind: str, whole: Interval, operand: Interval | None
) -> None:
    ((low, high),) = operand_intervals(kind, whole, [(-math.inf, math.inf)])
    if operand is None:
        assert high == -math.inf
    else:
        assert (low, high) == pytest.approx(operand, rel=2e-2)


def test_an_end_that_runs_off_is_followed_to_a_contradiction() -> None:
    """n = floor(14 x) and n = 6.5 x - 1.4: n is at least 3, so x is at least 0.67, so n at least 9,
    ever further: there is no such x.
    """
    floor = (1, ("floor", ("mul", 14.0, 0)))
    line = (("mul", 6.5, 0), ("add", 1, 1.4))
    system = contractor(2, floor, line, ends=(0.0, math.inf, False, True))
    left = contract(system, {1: (1.0, math.inf)})
    assert left.empty is None and left.spent
    assert contract(system, {1: (1.0, math.inf)}, followed=True).empty is not None


def test_an_end_that_shrinks_is_followed_to_zero() -> None:
    """x = 0.4 y and x = y, above zero: both halve again and again, below the smallest number."""
    system = contractor(2, (0, ("mul", 0.4, 1)), (0, 1), ends=(0.0, math.inf, True, True))
    assert contract(system, {0: (0.0, 1.0)}).empty is None
    assert contract(system, {0: (0.0, 1.0)}, followed=True).empty is not None


def test_an_end_that_creeps_is_revised_so_often_at_most() -> None:
    """x = 0.999 x + 1 + y: its low end creeps towards a thousand, and nothing runs off."""
    system = contractor(2, (0, ("add", ("mul", 0.999, 0), 1.0, 1)))
    found = contract(system, {1: (1.0, 2.0)}, followed=True)
    assert found.empty is None and found.spent


@pytest.mark.parametrize(
    ("halfway", "later", "again"),
    [
        (2.0, 30.0, True),
        (-2.0, -0.1, True),
        (1e-163, 1e-174, True),
        (-1e-163, -1e-174, True),
        (2.0, 15.0, False),
        (2.0, -30.0, False),
        (2.0, 0.0, False),
        (0.0, 30.0, False),
        (2.0, math.inf, False),
    ],
)
def test_revisions_go_on_where_an_end_runs_off(halfway: float, later: float, again: bool) -> None:
    """By more than a factor of ten since half of them were made; what is at zero or at infinity
    runs no further.
    """
    ends, most = FollowedEnds(), MOST_REVISIONS
    assert ends.revisions(0, most // 2, [halfway]) == most // 2
    assert ends.revisions(0, most, [later]) == most
    assert ends.revisions(0, most + 1, [later]) == (most // 2 if again else most + 1)


@pytest.mark.parametrize("base", [1 - 1e-8, 1 + 1e-8, 1 - 1e-11, 1 + 3e-7])
@pytest.mark.parametrize("exponent", [0.5, 3.0])
def test_a_power_near_one_refutes_no_exponent_by_the_noise_of_its_logarithm(
    base: float, exponent: float
) -> None:
    """Known, as a number or a variable, or within limits, it is among those that are left."""
    both = {0: exactly(base**exponent), 1: exactly(base)}
    assert contract(contractor(2, (0, ("max", ("pow", 1, exponent)))), both).empty is None
    system = contractor(3, (0, ("pow", 1, 2)))
    assert contract(system, {**both, 2: exactly(exponent)}).empty is None
    low, high = contract(system, {**both, 2: (0.1, 10.0)}).slot(2)
    assert low <= exponent <= high
