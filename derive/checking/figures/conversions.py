"""Conversions that a text may leave unsaid between two figures: units, prefixes, powers of 1024."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.calendar import calendar_factors
from derive.checking.figures.worked_number import WorkedNumber
from derive.errors import TextError
from derive.units.dimension import CURRENCIES, Dimension
from derive.units.multipliers import COUNTED
from derive.units.registry import resolve
from derive.units.text import parse_unit
from derive.units.turning import radians_of_turns

_MOST_STEPS = 4
_MOST_DIGITS = 3  # before the point of a figure in thousands or millions
_TIMES = ("ns", "us", "ms", "s", "minute", "hour", "day")
_THOUSANDS = ("thousands", "millions", "billions", "trillions")
_PREFIXES = ("n", "u", "m", "", "k", "M", "G", "T", "P")
_COUNTS = COUNTED | {"computation"}
_MINUTE = 60.0
DAY, ROUND_DAY = 86_400.0, 1e5  # seconds; many count with 100K
_NEAR = 0.005
_BITS, _BIT = ("bit", "bits"), 1 / 8
_CALORIES = (4.1868 / 4.184, 4.1855 / 4.184)  # of steam tables, at 15 °C: in thermochemical ones


@dataclass(frozen=True, slots=True)
class UnsaidConversion:
    """A factor on the computed figure, the agreement if the figures are then equal, and its
    condition in words.
    """

    factor: float
    agreement: FigureAgreement
    condition: str = ""


def unsaid(computed: WorkedNumber, written: WorkedNumber) -> Iterator[UnsaidConversion]:
    """The conversions that may stand between two figures, the likeliest first."""
    if computed.dimension == written.dimension:
        yield UnsaidConversion(1.0, FigureAgreement.EQUAL)
        yield from _calories(computed, written)
        yield from _turns(computed, written)
        for factor in calendar_factors(computed.unit, written.unit):
            yield UnsaidConversion(factor, FigureAgreement.EQUAL)
        yield from _round_days(computed, written)
        if computed.percent != written.percent:
            bare, factor = (written, 0.01) if computed.percent else (computed, 100.0)
            said = f"{bare.first if bare.plain else 'the other side'} is in %"
            yield UnsaidConversion(1 / factor, FigureAgreement.UNIT_LEFT_OUT, said)
        if written.value and not computed.dimension and not (computed.plain and written.plain):
            yield from _thousands(written)
    elif written.dimension:
        yield from _left_out(computed, written)
    else:
        for one in _left_out(written, computed):
            yield UnsaidConversion(1 / one.factor, one.agreement, one.condition)


def _round_days(computed: WorkedNumber, written: WorkedNumber) -> Iterator[UnsaidConversion]:
    """The 100,000 seconds that many give a day, between so many per day and per second."""
    here, there = (_period(number.unit) for number in (computed, written))
    counted = computed.dimension == dimension_of_word("s") ** -1
    for one, other, power in ((here, there, 1), (there, here, -1)):
        if (one, other) == (DAY, 1.0) and counted:
            factor = (DAY / ROUND_DAY) ** power
            said = "a day has about 100,000 seconds"
            yield UnsaidConversion(factor, FigureAgreement.CONVERTED, said)


def _period(unit: str) -> float:
    """The seconds of the time that a unit is per; 0 for none."""
    known = resolve(unit.partition("/")[2])
    timed = known is not None and known.dimension == dimension_of_word("s")
    return known.factor if known is not None and timed else 0.0


def _calories(computed: WorkedNumber, written: WorkedNumber) -> Iterator[UnsaidConversion]:
    """The sizes of a calorie, which has several definitions, where one figure is in calories."""
    here, there = ("cal" in number.unit.lower() for number in (computed, written))
    if here != there:
        for size in _CALORIES:
            factor = size if here else 1 / size
            yield UnsaidConversion(factor, FigureAgreement.EQUAL)


def _turns(computed: WorkedNumber, written: WorkedNumber) -> Iterator[UnsaidConversion]:
    """The angle of a turn, where one figure counts turns and the other angles."""
    if computed.unit and written.unit:
        angles = radians_of_turns(parse_unit(computed.unit), parse_unit(written.unit))
        yield UnsaidConversion(angles, FigureAgreement.EQUAL)


def binary(
    computed: WorkedNumber, written: WorkedNumber, *, exactly: bool = False
) -> Iterator[UnsaidConversion]:
    """Powers of 1024/1000, where there are bytes, bits, or a multiplier such as K, that are more
    than the rounding of the written figure, `exactly` those of its prefix that are all that is
    between the two. Figures in one multiple of a unit need none.
    """
    if written.unit == computed.unit and _has_a_prefix(written.unit):
        return
    stored = any(_stores(number.dimension) for number in (computed, written))
    rate = any(name == "time" for name, _ in written.dimension.exponents)
    if (written.percent or rate) and not stored:
        return
    told = stored or not computed.unit or (computed.plain and written.plain)
    most = max(written.steps, computed.steps if told else 0)
    for step in range(1, min(most, _MOST_STEPS) + 1):
        for sign in (-1, 1):
            meant = _binary(written.unit) if step == written.steps and sign < 0 else ""
            condition = (
                f"{written.unit} means {meant}"
                if meant
                else "one figure counts in powers of 1024 and the other in powers of 1000"
            )
            factor = 1.024 ** (sign * step)
            way = UnsaidConversion(factor, FigureAgreement.OTHER_PREFIX, condition)
            more = abs(factor - 1) * abs(written.value) > written.tolerance
            if more and (not exactly or _is_exactly(computed, written, way)):
                yield way


def _is_exactly(computed: WorkedNumber, written: WorkedNumber, way: UnsaidConversion) -> bool:
    """Whether the whole prefix of a written figure, or the one between two, makes it the value of
    the other: 4096 × 8 bytes = 32 KB, but not 10M × 256 bytes = 2.5 GB.
    """
    steps = abs(round(math.log(way.factor, 1.024)))
    whole = steps == written.steps or (computed.plain and steps == written.steps - computed.steps)
    return whole and math.isclose(computed.value * way.factor, written.value, rel_tol=_NEAR)


def _has_a_prefix(unit: str) -> bool:
    """Whether a unit is a multiple of another: GB, GB/s."""
    known = resolve(unit.partition("/")[0])
    return known is not None and bool(known.prefix)


def _binary(unit: str) -> str:
    """The unit with the binary prefix of its first word: GiB/s for GB/s; "" if it has none."""
    head, slash, rest = unit.partition("/")
    word = f"{head[:1].upper()}i{head[1:]}"
    return f"{word}{slash}{rest}" if _stores(dimension_of_word(word)) else ""


def dimension_of_word(word: str) -> Dimension:
    """The dimension of a unit word; that of a pure number for any other."""
    unit = resolve(word)
    return unit.dimension if unit is not None else Dimension({})


def _stores(dimension: Dimension) -> bool:
    return any(name == "information" for name, _ in dimension.exponents)


def _left_out(bare: WorkedNumber, stated: WorkedNumber) -> Iterator[UnsaidConversion]:
    """The units that a bare figure may have beside a stated one, as factors on the bare figure: the
    unit that is stated, its base, its other prefixes.
    """
    counted = all(name in _COUNTS for name, _ in stated.dimension.exponents)
    counted = counted or stated.unit in _BITS  # of a logarithm, of a format
    plain = FigureAgreement.EQUAL if counted else FigureAgreement.UNIT_LEFT_OUT
    in_full = "e" in bare.first and stated.dimension == dimension_of_word("s")
    what = bare.first if bare.plain else "the side without a unit"
    base, size = _base(stated.unit)
    if bare.cancelled:
        yield UnsaidConversion(size, plain, f"{what} is in {base}")
        return
    ways = []
    if slow := per_calendar(stated.unit):
        base = f"{slow.partition('/')[0]}/s"
        ways.append(UnsaidConversion(parse_unit(slow).factor, plain, f"{what} is in {slow}"))
    ways.append(UnsaidConversion(size, plain, f"{what} is in {base}"))
    if not in_full or stated.scale > 1:  # a rate may be one of a day, hardly of a millisecond
        ways.append(UnsaidConversion(stated.scale, plain, f"{what} is in {stated.unit}"))
    yield from ways if bare.steps else reversed(ways)
    paid = any(name in CURRENCIES for name, _ in stated.dimension.exponents)
    if in_full or bare.steps or (bare.raised and not paid):  # 16.4T are no thousandths
        return
    for unit, factor in _multiples(stated.unit):
        said = f"{bare.first} is in {unit}"
        yield UnsaidConversion(factor, FigureAgreement.OTHER_MULTIPLE, said)


def _thousands(written: WorkedNumber) -> Iterator[UnsaidConversion]:
    """The powers of 1000 and 1024 that two bare figures may leave out: 700 × 700 = 0.49 million.
    A figure written in full, 1,728 or 1.5e22, leaves none out.
    """
    in_full = "e" in written.first or len(written.first.partition(".")[0]) > _MOST_DIGITS
    steps = range(1, _MOST_STEPS + 1)
    for sign, base, step in product((1,) if in_full else (-1, 1), (1000, 1024), steps):
        size = _THOUSANDS[step - 1] if base == 1000 else f"units of 1,024^{step}"
        condition = f"{written.first if sign < 0 else 'the other side'} is in {size}"
        factor = float(base) ** (sign * step)
        yield UnsaidConversion(factor, FigureAgreement.OTHER_MULTIPLE, condition)


def base_unit_text(unit: str) -> str:
    """The base unit of a unit, byte/s for GB/s; else it without its prefix, MACs for TMACs."""
    return next((text for text, factor in _multiples(unit) if factor == 1.0), _base(unit)[0])


def _base(unit: str) -> tuple[str, float]:
    """The base unit of a unit, and its size, or the unit without its prefix where that is none, eV
    of meV; of so many bits they are bits, never bytes.
    """
    own, multiples = parse_unit(unit).factor, _multiples(unit)
    every = ((unit, own), *multiples)
    known = (pair for size in (_BIT, 1.0) for pair in every if pair[1] == size)
    plain = min(multiples, key=lambda pair: len(pair[0]), default=(unit, 1.0))
    return next(known, plain if len(plain[0]) < len(unit) else (unit, 1.0))


def per_calendar(unit: str) -> str:
    """The unit without a prefix per the minute or longer time that a unit is per: byte/day of
    GB/day; "" for any other.
    """
    head, _, time = unit.partition("/")
    if _period(unit) < _MINUTE:
        return ""
    return f"{base_unit_text(head)}/{time}"


@lru_cache(maxsize=256)
def _multiples(text: str) -> tuple[tuple[str, float], ...]:
    """The unit with other prefixes on its first word, the nearest first."""
    head, slash, rest = text.partition("/")
    known = resolve(head)
    if known is None:
        return ()
    cut = (head[k:] for k in (1, 2) if known.prefix)
    base = next((word for word in cut if dimension_of_word(word) == known.dimension), head)
    timed = dimension_of_word(head) == dimension_of_word("s")
    here, found = parse_unit(text), []
    for word in _TIMES if timed else [prefix + base for prefix in _PREFIXES]:
        try:
            unit = parse_unit(f"{word}{slash}{rest}")
        except TextError:
            continue
        if unit.factor != here.factor and unit.dimension == here.dimension:
            found.append((unit.text, unit.factor))
    return tuple(sorted(found, key=lambda pair: abs(math.log(pair[1] / here.factor))))
