"""Bare numbers that only convert the units of two sides: `10 Gbps × 3600 / 8 = 4.5 TB/hour`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.calendar import OF_MONTHS, calendar_factors
from derive.checking.figures.conversions import DAY, ROUND_DAY, UnsaidConversion
from derive.checking.figures.worked_number import WorkedNumber
from derive.checking.figures.written_multipliers import sizes_in, thousands_in
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, UnitNode, nodes
from derive.display import enumeration
from derive.units.written_number import digits_shown, half_place

_MOST = 5  # numbers
_EXACTLY = 1e-9
_PERCENT, _NEARLY = 0.01, 0.005
_THOUSANDS = (1000.0, 1024.0)
_MOST_STEPS = 4
_Power = tuple[int, NumberNode]


def by_numbers(
    side: Node, computed: WorkedNumber, written: WorkedNumber
) -> Iterator[UnsaidConversion]:
    """The conversions that bare factors of a side stand for, the fewest first, which the units of
    the two figures, that are not alike, make as well. Prefixes may differ, too.
    """
    angles = _turned(computed, written)
    if not angles and (not (computed.unit and written.unit) or computed.scale == written.scale):
        return
    between = [1.0, *calendar_factors(computed.unit, written.unit)]
    ratio = angles or computed.scale / written.scale
    slack = OF_MONTHS if len(between) > 1 else _EXACTLY
    bare = list(_bare(side))[:_MOST]
    for count in range(1, len(bare) + 1):
        for chosen in combinations(bare, count):
            factor = math.prod(float(number.value) ** power for power, number in chosen)
            if _converts(factor, ratio, slack):
                numbers = enumeration([number.text or "π" for _, number in chosen])
                verb = "converts" if count == 1 else "convert"
                units = ("rad", "the other") if angles else (computed.unit, written.unit)
                said = f"{numbers} only {verb} {units[0]} to {units[1]}"
                factor = ratio if _is_a_round_day(factor, ratio) else factor
                for calendar in sorted(between, key=partial(_off_calendar, factor / ratio)):
                    yield UnsaidConversion(calendar / factor, FigureAgreement.CONVERTED, said)


def _turned(computed: WorkedNumber, written: WorkedNumber) -> float:
    """The units of an angle that is written in a radian, where both figures are angles; 0 for
    others.
    """
    text = written.first
    both = computed.cancelled and written.cancelled and written.plain and not written.unit
    number = float(text) if both and text.replace(".", "", 1).isdigit() else 0.0
    ratio = number / written.value if written.value else 0.0
    return ratio if ratio > 1 else 0.0


def by_thousands(
    side: Node, computed: WorkedNumber, written: WorkedNumber
) -> UnsaidConversion | None:
    """The conversion that a bare factor of 1000 or 1024 stands for, which only writes a side in the
    smaller unit of the other figure: 8 KB × 1024 = 8,192 bytes, 0.04 A × 1000 = 40 mA; None for
    none.
    """
    ratio = computed.scale / written.scale
    steps = computed.steps - written.steps
    if not computed.unit or computed.unit == written.unit:
        return None
    sizes = {float(base**steps) for base in _THOUSANDS} if steps > 0 else set()
    if computed.dimension == written.dimension and _is_a_power(ratio, 1000.0, _EXACTLY):
        sizes |= {ratio} - {1.0}
    numbers = [number for power, number in _bare(side) if power > 0]
    for number in numbers:
        if float(number.value) in sizes:
            said = f"{number.text} only converts {computed.unit} to {written.unit}"
            factor = written.scale / computed.scale
            return UnsaidConversion(factor, FigureAgreement.CONVERTED, said)
    return None


def of_a_ratio(computed: WorkedNumber, written: WorkedNumber) -> UnsaidConversion | None:
    """The unit of a figure that is a ratio of two units of one kind, hours/month, left out of the
    side that computes it; None for none.
    """
    text = written.first.replace(",", "")
    if not (written.plain and written.cancelled) or computed.unit or computed.cancelled:
        return None
    factor = written.value / float(text) if written.value and text.replace(".", "").isdigit() else 1
    said = "the side without a unit is in that of the other"
    share = math.isclose(factor, _PERCENT) or factor == 1
    return None if share else UnsaidConversion(factor, FigureAgreement.UNIT_LEFT_OUT, said)


def between_sizes(
    side: Node, computed: WorkedNumber, written: WorkedNumber
) -> Iterator[UnsaidConversion]:
    """The powers of 1024 by which sizes of a side with different prefixes may be counted, those of
    1000 by the others: 2048 × 4.5 MB / (512 GB/s) = 17.6 ms.
    """
    steps = {step for step in thousands_in(sizes_in(side)) if step}
    if computed.dimension == written.dimension and len(steps) > 1:
        apart = max(steps) - min(steps)
        said = "one of its sizes counts in powers of 1024 and another in powers of 1000"
        for step in (-apart, apart):
            yield UnsaidConversion(1.024**step, FigureAgreement.OTHER_PREFIX, said)


def nearly_binary(side: Node, computed: WorkedNumber, written: WorkedNumber) -> bool:
    """Whether sizes of a side in different prefixes come to a result in powers of 1024, but for the
    rounding of a figure of two digits or more: 58 GB / 128 KB = 474,300, of 57.9 GiB.
    """
    if computed.dimension:
        return False
    numbers = [node.text for node in nodes(side) if isinstance(node, NumberNode)]
    rounding = max((half_place(text) for text in numbers if digits_shown(text) > 1), default=0.0)
    return any(
        math.isclose(computed.value * way.factor, written.value, rel_tol=min(rounding, _NEARLY))
        for way in between_sizes(side, replace(computed, dimension=written.dimension), written)
    )


def _converts(factor: float, ratio: float, slack: float) -> bool:
    """Whether a factor, that is more than a prefix, is the ratio of two units, prefixes aside."""
    if any(_is_a_power(factor, base, _EXACTLY) for base in _THOUSANDS):
        return False
    if _is_a_round_day(factor, ratio):
        return True
    return factor > 0 and _is_a_power(factor / ratio, 1000.0, slack)


def _is_a_round_day(factor: float, ratio: float) -> bool:
    """Whether a factor of 100K stands for the seconds of a day."""
    return any(
        math.isclose(factor, ROUND_DAY**power) and math.isclose(ratio, DAY**power)
        for power in (1, -1)
    )


def _off_calendar(written: float, calendar: float) -> float:
    """The distance of a calendar from the one that a number converts by, prefixes aside: a year of
    365 days for 8,760 hours.
    """
    thousands = math.log(written / calendar, 1000.0)
    return abs(thousands - round(thousands))


def _is_a_power(value: float, base: float, slack: float) -> bool:
    """Whether a value is a whole power of a base, of few steps."""
    if value <= 0:
        return False
    steps = round(math.log(value, base))
    return abs(steps) <= _MOST_STEPS and math.isclose(value, base**steps, rel_tol=slack)


def _is_told(number: NumberNode) -> bool:
    """Whether a number is written out, or π."""
    return bool(number.text) or math.isclose(number.value, math.pi)


def _bare(node: Node, sign: int = 1) -> Iterator[_Power]:
    """The numbers of a product without a unit behind them, with 1 above and -1 below the line."""
    if not isinstance(node, ProductNode):
        return
    following = (*(part for _, part in node.factors[1:]), None)
    for (power, part), after in zip(node.factors, following, strict=True):
        if isinstance(part, ProductNode):
            yield from _bare(part, sign * power)
        elif isinstance(part, NumberNode) and not isinstance(after, UnitNode) and _is_told(part):
            yield sign * power, part
