"""Sets of values beside several intervals: none is lost, none told that no values lead to."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import Any

import pytest
from sympy import Piecewise, ceiling, exp, floor, log, sqrt

import derive
from derive import Eq, Max, Min, Relation, System, Var

INF = math.inf
Spans = list[tuple[float, float, bool, bool]]
Span = tuple[float, float]
FUNCTIONS = Piecewise, ceiling, exp, floor, log, Max, Min
REAL, FROM_ZERO = "(-oo, oo)", "[0, oo)"


def answer(
    formula: str, target: str, given: dict[str, str], ranges: dict[str, str]
) -> derive.results.answer.Answer:
    """The answer of one relation `y = formula` in a, b and c, positive but for other `ranges`."""
    names = {n: Var(f"{n}_beside", within=ranges.get(n, "(0, oo)")) for n in "abcy"}
    known: dict[str, Any] = {one.__name__: one for one in FUNCTIONS}
    system = System([Relation("way", Eq(names["y"], eval(formula, known, names)))])
    return system.solve(names[target], {names[n]: text for n, text in given.items()})


@pytest.mark.parametrize(
    ("formula", "target", "given", "ranges", "wanted"),
    [
        ("Max(a + c, b)", "c", {"a": "1.01 to 2.01", "b": "3 to 4", "y": "3.885"}, {},
         [(0, 2.875, True, False)]),
        ("exp(-(a + b)) - c", "b", {"a": "3 to 4", "c": "2 to 2.5", "y": "-2.231 to -1.986"},
         {"y": REAL}, [(0, INF, True, True)]),
        ("(b*floor(c))**2 + a**2", "a",
         {"b": "1.5 to 1.78", "c": "2 to 3.49", "y": "10 to 57.873"}, {},
         [(0, math.sqrt(48.873), True, False)]),
        ("b*a", "b", {"a": "0.083 to 0.497", "y": "0 to 0.039"},
         {"a": "[0, 1]", "b": "[0, 1]", "y": FROM_ZERO}, [(0, 0.039 / 0.083, False, False)]),
        ("Piecewise((floor(a*b) + c, floor(a*b) < 2), (3 + floor(a*b) + c, True))", "c",
         {"a": "3", "b": "1 to 1.5", "y": "6.451 to 11.05"}, {"y": REAL},
         [(0, 5.05, True, False)]),
        ("Min(Max(a, 1), b)", "a", {"b": "1 to 2", "y": "1.0"},
         {"a": "[1, oo)", "b": "[1, oo)", "y": REAL}, [(1, INF, False, True)]),
        ("Max(Min(Max(floor(b), 1/c), 3)*a, 2)", "y",
         {"a": "2.5 to 4", "b": "1.5 to 2.87", "c": "1 to 1.38"}, {},
         [(2.5, 4, False, False), (5, 8, False, False)]),
        ("exp(-(ceiling(a*b) - c))/c", "y",
         {"a": "0.667 to 1", "b": "2.5 to 4", "c": "0.167 to 0.333"}, {},
         [(math.exp(0.333 - k) / 0.333, math.exp(0.167 - k) / 0.167, False, False)
          for k in (4, 3, 2)]),
        ("a/b + floor(c)", "y", {"a": "1 to 2", "b": "10 to 11", "c": "1.5 to 3"}, {},
         [(k + 1 / 11, k + 0.2, False, False) for k in (1, 2, 3)]),
        ("Max(b, ceiling(c))/a + c", "a", {"b": "1 to 2.5", "c": "2 to 2.5", "y": "3.393"},
         {"c": FROM_ZERO, "y": FROM_ZERO},
         [(2 / 1.393, 2.5 / 1.393, False, False), (3 / 1.393, 3 / 0.893, False, False)]),
        ("floor(c + a)*b", "c", {"a": "1.5", "b": "2 to 3", "y": "5 to 7"}, {},
         [(0.5, 2.5, False, True)]),
        ("ceiling(log(1 + floor(a)))*b", "a", {"b": "2 to 4.66", "y": "2.811 to 5.499"}, {},
         [(1, 7, False, True)]),
        ("floor(b)/a", "y", {"a": "2.5 to 4", "b": "1.33 to 2.87", "y": "0.36 to 0.595"}, {},
         [(0.36, 0.4, False, False), (0.5, 0.595, False, False)]),
    ],
)  # fmt: skip
def test_the_set_is_neither_more_nor_less(
    formula: str, target: str, given: dict[str, str], ranges: dict[str, str], wanted: Spans
) -> None:
    found = [(i.low, i.high, i.low_open, i.high_open) for i in answer(
        formula, target, given, ranges).intervals]  # fmt: skip
    assert [span[2:] for span in found] == [span[2:] for span in wanted]
    for one, other in zip(found, wanted, strict=True):
        assert one[:2] == pytest.approx(other[:2], rel=1e-6)


@pytest.mark.parametrize(
    ("formula", "given", "wanted"),
    [
        ("ceiling(a + b)", {"a": "0.5 to 1", "b": "3 to 4.5"}, [4, 5, 6]),
        ("ceiling(Min(a, b))", {"a": "0.5 to 1.5", "b": "1.2 to 4.5"}, [1, 2]),
        ("floor(b)/Min(a, 3)", {"a": "3 to 4.5", "b": "3 to 4.02"}, [1, 4 / 3]),
        ("ceiling(a + b)", {"a": "0.5 to 20", "b": "3 to 4.5"}, list(range(4, 26))),
        ("ceiling(a)", {"a": "0.5 to 12"}, list(range(1, 13))),
        ("ceiling(a + b)", {"a": "0.5 to 1.5", "b": "0.5 to 1", "y": "1.6 to 2.61"}, [2]),
        ("Piecewise((ceiling(b) + a, ceiling(b) < 2), (2 + ceiling(b) + a, True))",
         {"a": "0.5", "b": "4 to 4.5", "y": "5.6 to 9.11"}, [6.5, 7.5]),
    ],
)  # fmt: skip
def test_single_values_are_told_as_such(
    formula: str, given: dict[str, str], wanted: list[float]
) -> None:
    found = answer(formula, "y", given, {})
    assert not found.intervals and [v.value for v in found.values] == pytest.approx(wanted)


def parts_of(found: derive.results.answer.Answer) -> list[Span]:
    """All intervals and single values of an answer, in order."""
    alone = [(v.value, v.value) for v in found.values]
    return sorted([*((i.low, i.high) for i in found.intervals), *alone])


def check_chain(low: int, high: int, least: float, most: float) -> list[Span]:
    """The values told of a chain of two roundings, all of which are counted here."""
    size, part, parts, all_ = (Var(f"{n}_in_chain", within="[0, oo)") for n in "abcy")
    system = System([
        Relation("parts", Eq(parts, ceiling(size / 2))),
        Relation("all", Eq(all_, 4 * parts + 10 * ceiling(parts / part))),
    ])  # fmt: skip
    found = system.solve(all_, {size: f"{low} to {high}", part: f"{least} to {most}"})
    reached = {
        4 * n + 10 * k
        for n in range(math.ceil(low / 2), math.ceil(high / 2) + 1)
        for k in range(math.ceil(n / most), math.ceil(n / least) + 1)
    }
    told = parts_of(found)
    lost = [y for y in reached if not any(low - 1e-6 <= y <= high + 1e-6 for low, high in told)]
    assert not lost
    assert (told[0][0], told[-1][1]) == pytest.approx((min(reached), max(reached)))
    return told


@pytest.mark.parametrize("drawn", range(3))
def test_no_value_of_a_chain_of_two_roundings_is_left_out(drawn: int, seed: int) -> None:
    """Many values that few points lead to."""
    source = random.Random(f"{seed} {drawn}")
    low, high = source.randint(10, 500), source.randint(600, 2000)
    check_chain(low, high, *source.choice([(1.9, 4.94), (2, 5), (2, 4)]))


@pytest.mark.parametrize(
    ("chain", "first"),
    [
        ((463, 1772, 2, 4), (1508, 1518, 1522, 1526, 1528, 1530, 1532)),  # 1534 at 4 alone
        ((366, 1816, 2, 4), (1192, 1196, 1202, 1206, 1210, 1212)),
        ((73, 1137, 1.9, 4.94), ()),  # 402 at the ends of both
    ],
)
def test_values_that_are_reached_at_ends_of_intervals_alone_are_told(
    chain: tuple[int, int, float, float], first: tuple[float, ...]
) -> None:
    assert check_chain(*chain)[: len(first)] == [(x, x) for x in first]


@pytest.mark.parametrize(
    ("formula", "given", "wanted"),
    [
        # What propagation leaves from 16.981 to 16.983, and at 121, no values lead to.
        ("a + 4*ceiling(a/b)", {"a": "4.81 to 9", "b": "3 to 3.23"}, [(12.81, 14.46), (18, 21)]),
        ("Max(10*b, 5*ceiling(a/8)) + ceiling(a/8)", {"a": "89.2 to 253.6", "b": "6 to 10"},
         [(72, 120), (126, 192)]),
    ],
)  # fmt: skip
def test_a_part_that_is_refuted_is_not_told(
    formula: str, given: dict[str, str], wanted: list[Span]
) -> None:
    found = answer(formula, "y", given, {"y": FROM_ZERO})
    told = parts_of(found)
    ends = [(told[0][0], told[-1][1])]
    gaps = [(one[1], other[0]) for one, other in pairwise(told)]
    inner = max(gaps, key=lambda ends: ends[1] - ends[0])
    assert [*ends, inner] == [
        pytest.approx((wanted[0][0], wanted[-1][1]), rel=1e-3),
        pytest.approx((wanted[0][1], wanted[-1][0]), rel=1e-3),
    ]


def test_values_between_roundings_at_both_ends_are_told_as_such() -> None:
    """At 3 the rounding would be 2.5; 2 and 3 are had at both ends of what `b` may be."""
    found = answer("a + ceiling(a/b)", "a", {"b": "1.1 to 2.4", "y": "5.5"}, {})
    assert not found.intervals
    assert [v.value for v in found.values] == pytest.approx([2.5, 3.5])


def test_a_stated_interval_between_the_single_values_contradicts_them() -> None:
    given = {"a": "0.5 to 1.5", "b": "0.5 to 1", "y": "2.2 to 2.61"}
    assert answer("ceiling(a + b)", "y", given, {}).status == "contradiction"


def test_racks_are_whole_beside_two_intervals() -> None:
    given = {"fleet_gpus": "500 to 600 GPU", "domain_gpus": "64 to 72 GPU"}
    found = derive.solve("fleet_racks", given)
    assert [v.value for v in found.values] == [7, 8, 9, 10]


def test_ends_at_jumps_are_open_on_the_side_that_is_left_out() -> None:
    found = answer("ceiling(a + b) + a", "y", {"a": "2 to 3.5", "b": "4"}, {"y": REAL})
    assert [v.value for v in found.values] == [8]
    assert [(i.low, i.high, i.low_open, i.high_open) for i in found.intervals] == [
        (9, 10, True, False), (11, 11.5, True, False)
    ]  # fmt: skip


def test_a_rounding_that_an_interval_states_too_is_what_the_others_make_it() -> None:
    """8/8 rounded up is 1, and not 2 by the last bits of 8."""
    n, x, rounds = (Var(f"{name}_beside") for name in "nxc")
    y = Var("y_beside", within=FROM_ZERO)
    system = System(
        [Relation("all", Eq(y, x * rounds)), Relation("up", Eq(rounds, ceiling(n / 8)))]
    )
    one = system.solve(y, {n: "8", x: "10", rounds: "1 to 4"})
    assert one.number == 10
    assert "the other givens leave 1 of c_beside, given as 1 to 4" in one.warnings
    found = system.solve(x, {n: "8", y: "10 to 20", rounds: "1 to 4"})
    assert [(i.low, i.high) for i in found.intervals] == [pytest.approx((10, 20))]
    told = derive.solve("cross_fraction", {"domains_filled": "2", "n_domains": "1 to 4"})
    assert told.number == 0.5


def test_last_bits_of_an_exact_given_lead_across_no_jump() -> None:
    """The floor of 2 is 2: with 1, x would reach 8.764."""
    x, z, y = (Var(f"{name}_beside") for name in "xzy")
    b = Var("b_beside")
    system = System([
        Relation("longer", Eq(z, Max(x + 5, 1 / x))),
        Relation("all", Eq(y, z * b + floor(b) + Max(z / b, 2))),
    ])  # fmt: skip
    found = system.solve(x, {b: "2", y: "20.65 to 35.41", z: "8.8 to 19.8"})
    assert found.intervals[-1].high == pytest.approx(8.364)


@pytest.mark.parametrize(
    ("formula", "given", "wanted"),
    [
        ("floor(a)/(b*a)", {"b": "1.8 to 2", "y": "0.465 to 0.535"},
         [(k, k / (0.465 * 1.8)) for k in range(1, 6)] + [(6, INF)]),
        ("floor(b/a)**2*a/c", {"b": "2.52 to 4.62", "c": "1.8 to 2", "y": "5.85 to 6.1525"},
         [(0.4212, 0.4922), (0.658125, 0.7690625), (1.17, 2 * 6.1525 / 9)]),
    ],
)  # fmt: skip
def test_every_part_of_a_set_is_among_its_intervals(
    formula: str, given: dict[str, str], wanted: list[Span]
) -> None:
    found = answer(formula, "a", given, {})
    assert [(i.low, i.high) for i in found.intervals] == [pytest.approx(part) for part in wanted]
    assert not any("no value of" in text for text in found.warnings)


def test_a_rounding_on_the_way_to_a_part_that_is_open_is_told() -> None:
    """What one side of an extremum rests on has no value there: this was an internal error."""
    a, x, y, z = (Var(f"{name}_beside") for name in "axyz")
    system = System([
        Relation("share", Eq(z, Min(x, a) / (2 + x))),
        Relation("all", Eq(y, ceiling(2 * x) + z)),
    ])  # fmt: skip
    found = system.solve(a, {x: "1.8 to 3.2", y: "2.8438 to 4.885", z: "0.4 to 0.9"})
    assert [(i.low, i.high) for i in found.intervals] == [(pytest.approx(1.52), INF)]


@pytest.mark.parametrize(
    ("formula", "reached", "wanted"),
    [
        (lambda x: Piecewise((3, x < 0), (5 * x + 1, True)), "2 to 5", [(-INF, 0), (0.2, 0.8)]),
        (lambda x: Piecewise((4, x < 6), (sqrt(x - 6), True)), "3.7 to 4.4",
         [(-INF, 6), (19.69, 25.36)]),
        (lambda x: Piecewise((-x, x < 0), (ceiling(x), True)), "2.5 to 3.2",
         [(-3.2, -2.5), (2, 3)]),
    ],
)  # fmt: skip
def test_no_case_that_the_middle_does_not_have_is_lost_on_the_whole_line(
    formula: Any, reached: str, wanted: list[Span]
) -> None:
    x, y = Var("x_on_the_line", within=REAL), Var("y_on_the_line", within=REAL)
    found = System([Relation("way", Eq(y, formula(x)))]).solve(x, {y: reached})
    assert [(i.low, i.high) for i in found.intervals] == [pytest.approx(one) for one in wanted]


@pytest.mark.parametrize(
    ("formula", "given", "text"),
    [
        ("2*Piecewise((3 + 3/a, a > 3), (2*floor(a) + 4, True)) + a", "1.75 to 3.5",
         "above 11 to 11.21 or 13.75 to below 14 or 18 to below 19 or 23"),
        ("2*Piecewise((2*ceiling(a) + 1, a >= 2), (3, True)) + a", "1.5 to 4",
         "7.5 to below 8 or above 16 to 17 or above 21 to 22 or 12"),
        ("a*Piecewise((3*floor(a) + 1, a <= 3), (2 + 1/a, True))", "2.25 to 4.25",
         "above 7 to 9.5 or 15.75 to below 21 or 30"),
        ("Piecewise((8, a >= 2), (ceiling(a/2) + 3, True))/a", "1.5 to 3", "above 2 to 4"),
    ],
)  # fmt: skip
def test_a_value_at_a_jump_alone_is_told_beside_those_on_its_sides(
    formula: str, given: str, text: str
) -> None:
    """Where the sides meet, the set is one, with the ends that it has at the jump."""
    assert answer(formula, "y", {"a": given}, {}).text == text
