"""Figures that differ without proof that their author is wrong: an error is a computation beside a
figure that is not its value, with no time and no word in which something may be left to the reader.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from derive.checking.extraction.passage import Passage
from derive.checking.figures.agreement import TO_THE_DIGIT, FigureAgreement, agreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.differing import differ
from derive.checking.figures.per_time import CLOCK, apart_by_a_time
from derive.checking.figures.prices import nearly_by_millions
from derive.checking.figures.times_left_out import side_without_times
from derive.checking.figures.worked_number import SideKind, WorkedNumber, figure_of, kind_of
from derive.checking.figures.written_multipliers import is_no_power_of_ten
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.checking.tokens.measures import PHYSICAL
from derive.checking.verdicts.brackets_beside import BRACKET, says_more_behind
from derive.checking.verdicts.times_apart import (
    is_another_rate,
    may_be_of_the_calendar,
    may_be_of_working_days,
    times_in,
)
from derive.checking.verdicts.worked_figures import bare_values
from derive.units.dimension import CURRENCIES
from derive.units.multipliers import COUNTED

_ABOUT = re.compile(r"(?<![=≈])(?<![=≈] )[~∼]|\\sim\b")  # before what is computed with
_TWO_NUMBERS = re.compile(r"[^\w√]?([\d,]+)(\s*)([/^])\s*([\d,]+)\s*=")  # a score, a date, xor
_SHARE_OF = re.compile(r"%\s+of\s+[~$€£]?\d")
_BARE = re.compile(r"\d\s*(?:[-+−*/×·÷)}=≈]|\\times|\\cdot|\\approx)")
_SIZES = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)  # bytes of an element
_NEAR, _NEARLY, _A_HUNDRED = 0.06, 0.15, 100
_NEAR_A_SIZE = 0.08  # 1 GiB, said as 1 GB
_HALF_OF_FIVE, _HARDLY, _EXACTLY = 2.5 + 1e-9, 0.005, 1e-9
_TIME_LEFT = "a time may be left to the reader"


def unproven(passage: Passage, statement: StatementNode, *, loose: bool) -> str:
    """The reason that figures which differ are no proof of an error; "" if they are one. A `loose`
    letter stands behind a figure: a B of bytes or of billions.
    """
    if loose:
        return "a letter behind a figure may be a unit or a multiplier"
    if says_more_behind(passage, statement):
        return "a bracket behind the figures says more"
    if nearly_by_millions(statement):
        return "its prices may be per million"
    pairs = _differing(statement, passage.text)
    return next(filter(None, (_of_pair(*pair, statement) for pair in pairs)), "")


def _differing(statement: StatementNode, text: str) -> Iterator[tuple[Node, Node, str]]:
    """The neighbouring sides of figures that differ, with their text."""
    begins = [min(node.position for node in nodes(side)) for side in statement.sides]
    ends = [*begins[2:], len(text)]
    pairs = zip(pairwise(statement.sides), statement.signs, begins, ends, strict=False)
    for (left, right), sign, begin, end in pairs:
        if differ(left, right, sign):
            yield left, right, text[max(begin - 1, 0) : end]


def _of_pair(left: Node, right: Node, text: str, statement: StatementNode) -> str:
    """The reason that two sides of a statement which differ are no computation and its result; ""
    if they are.
    """
    computed, result = figure_of(left), figure_of(right)
    fraction = _is_fraction_of(right, left, text)
    if computed is None or result is None or not (result.plain or fraction):
        return "no single result stands behind what is computed"
    if may_be_of_the_calendar(left, right, computed, result):
        return "months may have 30 days or 30.4"
    if may_be_of_working_days(left, right):
        return "days may be of eight hours"
    plain = computed.plain and computed.first and not _is_converted(left, right, statement)
    if plain and (_is_in_tens(computed, result) or is_another_rate(left, right)):
        return ""
    if plain or _are_two_numbers(text, computed, result):
        return "the figures may stand side by side, with nothing computed"
    if _ABOUT.search(text) or text[:1] in ("-", "−", "–"):
        return "a sign before a figure may be part of a word or of a range"
    if BRACKET.search(text):
        return "a bracket beside the figures says more"
    if _may_be_a_share(left, computed, result, text) or _is_hundredfold(computed, result):
        return "a share may be of something else"
    if not computed.value:
        return "zero is no more than the last digit of what is computed with"
    if _is_rounded_to_five(computed, result):
        return "its result may be rounded to the nearest five"
    among = _is_among(result, left) and "the result is one of the figures"
    return among or _of_units(left, right, computed, result, text)


def _are_two_numbers(text: str, computed: WorkedNumber, result: WorkedNumber) -> bool:
    """Whether two whole numbers may be a score, a date or an xor, but for blanks around a bar, or
    a decimal near to their quotient.
    """
    match = _TWO_NUMBERS.match(text)
    if match is None:
        return False
    first, blank, sign, second = match.groups()
    if "." in result.first and math.isclose(computed.value, result.value, rel_tol=_NEARLY):
        return False  # 33/20 = 1.67
    if sign == "^":
        numbers = [int(each.replace(",", "") or 0) for each in (first, second)]
        return numbers[0] ^ numbers[1] == result.value
    return not (blank and (result.percent or result.dimension))


def _may_be_a_share(left: Node, computed: WorkedNumber, result: WorkedNumber, text: str) -> bool:
    """Whether a percentage may be of something that the figures do not say, or a change: not one of
    a figure, 40% of 989 TFLOP/s, or the ratio of two, but for small whole numbers.
    """
    if not (computed.percent or result.percent) or _SHARE_OF.search(text):
        return False
    divided = isinstance(left, ProductNode) and any(sign < 0 for sign, _ in left.factors)
    small = all(number.value % 1 == 0 and number.value < _A_HUNDRED for number in _numbers(left))
    changed = math.isclose(abs(1.0 - computed.value), result.value, rel_tol=_NEAR)
    changed |= agreement(-computed.value, result, "=") == FigureAgreement.EQUAL  # less by so many
    return computed.percent or not divided or small or changed


def _is_fraction_of(right: Node, left: Node, text: str) -> bool:
    """Whether a result is a fraction set as one, of a computation with others: 2/3 · 1/3 = 2/9."""
    factors = right.factors if isinstance(right, ProductNode) else ()
    signs = [sign for sign, part in factors if isinstance(part, NumberNode) and part.text]
    several = r"\circ" not in text and len([*_numbers(left)]) > len(factors) == len(signs)
    return signs == [1, -1] and kind_of(left) == SideKind.BARE and several


def _is_among(result: WorkedNumber, side: Node) -> bool:
    """Whether the digits of a result are one of the figures of a side: a bare one is another where
    the result and a further figure have a unit, 200 features × 20 µs = 200 s.
    """
    shown = result.value / result.scale
    alike = any(math.isclose(number.value, shown) for number in _numbers(side))
    bare = any(math.isclose(value, shown) for value in bare_values(nodes(side)))
    units = any(isinstance(node, UnitNode) for node in nodes(side))
    return alike and not (bare and units and result.dimension)


def _is_in_tens(one: WorkedNumber, other: WorkedNumber) -> bool:
    """Whether two figures in different units differ by a factor of ten to 1000: 1 km = 100 m."""
    if one.unit == other.unit or not one.dimension or not one.value or not other.value:
        return False
    power = round(math.log10(abs(other.value / one.value)))
    return 0 < abs(power) <= 3 and math.isclose(other.value, one.value * 10.0**power)


def _is_converted(left: Node, right: Node, statement: StatementNode) -> bool:
    """Whether a result is put into another unit: 670 kJ / 2 kW = 335 s ≈ 56 min."""
    index = statement.sides.index(left)
    before = statement.sides[index - 1] if index else left
    worked, result, converted = figure_of(before), figure_of(left), figure_of(right)
    if worked is None or worked.plain or result is None or converted is None:
        return False
    found = compared(before, left, statement.signs[index - 1])
    agrees = found is not None and found.agreement == FigureAgreement.EQUAL
    if not worked.dimension:  # 8 × 50 = 400 bytes
        agrees |= agreement(worked.value * result.scale, result, "=") == FigureAgreement.EQUAL
    alike = result.dimension == converted.dimension and bool(result.dimension)
    return agrees and alike and result.unit != converted.unit


def _is_hundredfold(computed: WorkedNumber, result: WorkedNumber) -> bool:
    """Whether a bare result is a hundred times what is computed, in percent without its sign."""
    alike = math.isclose(result.value, 100 * computed.value, rel_tol=_NEAR)
    return alike and not computed.dimension and not result.dimension


def _is_rounded_to_five(computed: WorkedNumber, result: WorkedNumber) -> bool:
    """Whether a result is a multiple of five next to what is computed, which is not whole, and half
    a percent from it at most: 2.93 GB / 4 = 735 MB.
    """
    value, said = computed.value / result.scale, result.value / result.scale
    whole = math.isclose(value, round(value), rel_tol=_EXACTLY)
    near = abs(value - said) <= min(_HALF_OF_FIVE, _HARDLY * abs(said))
    return near and not whole and said % 5 == 0


def _of_units(
    left: Node, right: Node, computed: WorkedNumber, result: WorkedNumber, text: str
) -> str:
    """The reason that the units of a computation and its result leave something to the reader."""
    measured = any(name not in COUNTED for name, _ in result.dimension.exponents)
    if measured and not computed.dimension:
        physical = any(name in PHYSICAL for name, _ in result.dimension.exponents)
        ratio = result.value / computed.value if computed.value else math.inf
        if any(isinstance(n, SumNode) for n in nodes(left)):
            wrong = physical and "\\" in text and is_no_power_of_ten(ratio)
            return "" if wrong else "the terms of a sum are written without their units"
        if not physical and any(math.isclose(ratio, size, rel_tol=_NEAR_A_SIZE) for size in _SIZES):
            return "the size of an element may be left to the reader"
    here, there = times_in(left), times_in(right)
    if _BARE.search(text) and here != there:
        alike = computed.dimension == result.dimension
        if alike and not any(bare_values([*nodes(left)])):
            return ""  # 1,000 kW × 8,760 h × $0.08/kWh
        if _is_off_by_thousands(left, right):
            return ""
        cancelled = all(base != "time" for base, _ in result.dimension.exponents)
        if not here and _is_money_per_time(result) and not _may_be_of_another_time(left, right):
            return ""  # $2.49 × 730 = $1,181/month
        both = there and (cancelled or (here and alike))  # petaflop/s-days have no time
        return "" if both and not apart_by_a_time(left, right) else _TIME_LEFT
    return ""


def _may_be_of_another_time(left: Node, right: Node) -> bool:
    """Whether a side counts by the clock or the calendar, or is apart from the other by a time."""
    return any(float(n.value) in CLOCK for n in _numbers(left)) or apart_by_a_time(left, right)


def _is_money_per_time(result: WorkedNumber) -> bool:
    above = {base: power for base, power in result.dimension.exponents if base != "time"}
    return len(above) == 1 and above.keys() <= CURRENCIES.keys()


def _is_off_by_thousands(left: Node, right: Node) -> bool:
    """Whether two sides differ, their times aside, by a power of a thousand, which no time is."""
    here, there = (figure_of(side_without_times(side)) for side in (left, right))
    if here is None or there is None or not here.value or not there.value:
        return False
    if here.dimension != there.dimension and here.dimension and there.dimension:
        return False
    power = round(math.log(abs(here.value / there.value), 1000.0))
    scaled = replace(there, value=there.value * 1000.0**power)
    return power != 0 and agreement(here.value, scaled, "=") in TO_THE_DIGIT


def _numbers(side: Node) -> Iterator[NumberNode]:
    """The numbers of a side that are written out."""
    return (node for node in nodes(side) if isinstance(node, NumberNode) and node.text)
