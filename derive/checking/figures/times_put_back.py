"""Times that figures leave out and nothing else can be meant by: `50 TB/day × 30 = 1.5 PB`, of 30
days, `5 TB × 365 = 1.8 PB/year`, of 5 TB/day.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice, pairwise, product
from typing import NamedTuple

from derive.checking.figures.agreement import TO_THE_DIGIT
from derive.checking.figures.as_written import without_units
from derive.checking.figures.calendar import COUNTED_TIMES, OF_MONTHS
from derive.checking.figures.clock_steps import seconds_of
from derive.checking.figures.comparison import compared
from derive.checking.figures.per_time import is_power
from derive.checking.figures.prices import is_money
from derive.checking.figures.times_left_out import (
    BITS,
    side_without_times,
    uncancelled,
)
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of, unit_powers
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.units.registry import resolve
from derive.units.text import parse_unit

_TIME = parse_unit("s").dimension
_SECOND, _MINUTE, _HOUR = 1.0, 60.0, 3600.0
_PERIODS = [parse_unit(unit).factor for unit in ("s", "min", "h", "day", "week", "month", "year")]
_ROUND = {1000.0: (("ms", "s"),), 1e5: (("s", "day"),)}  # 100K for the seconds of a day
_COUNTS_ALIKE = (7.0, 12.0, 60.0, *_ROUND)  # of things as well
_MOST_READINGS = 400


class _Time(NamedTuple):
    """A power of time: its size in seconds, as a logarithm, and its exponent."""

    size: float
    power: float

    def times(self, other: _Time, sign: float = 1) -> _Time:
        """The product with a power of another."""
        return _Time(self.size + sign * other.size, self.power + sign * other.power)


class _Choice(NamedTuple):
    """The time that a number or a unit may have: whether the clock says it, the unit of time that
    is taken as a number, in seconds, and the unit that the number has and the longer one.
    """

    time: _Time
    by_clock: bool = True
    counted: float = 0.0
    units: tuple[float, ...] = ()


_NONE = _Time(0.0, 0.0)


def times_are_evident(statement: StatementNode) -> bool:
    """Whether the figures of all neighbouring sides agree as they are written, and so do their
    times once bare numbers such as 365 and 86,400 have their unit, an amount is per the time of the
    result, or the result per that of the amount.
    """
    pairs = [
        (*pair, sign)
        for pair, sign in zip(pairwise(statement.sides), statement.signs, strict=True)
        if SideKind.SYMBOLIC not in map(kind_of, pair)
    ]
    unlike = [pair for pair in pairs if not _agree_as_they_stand(*pair)]
    timed = any(_time_of(left) != _time_of(right) or _has_clock(left) for left, right, _ in unlike)
    return timed and all(_is_evident(*pair) for pair in unlike)


def _has_clock(side: Node) -> bool:
    """Whether a side has a number with the unit of time that it counts: 365 days/year."""
    return any(each[0].units for each in _choices(side))


def times_fit(statement: StatementNode) -> bool:
    """Whether the times of all neighbouring sides of figures agree so, whatever the figures."""
    return all(
        _times_agree(*pair)
        for pair in pairwise(statement.sides)
        if SideKind.SYMBOLIC not in map(kind_of, pair)
    )


def _agree_as_they_stand(left: Node, right: Node, sign: str) -> bool:
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or here.dimension != there.dimension:
        return False
    return _agree(left, right, sign)


def _agree(left: Node, right: Node, sign: str) -> bool:
    found = compared(left, right, sign)
    return found is not None and found.agreement in TO_THE_DIGIT


def _is_evident(left: Node, right: Node, sign: str) -> bool:
    """Whether two sides agree but for times, and the times that are left out are evident."""
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or any(map(is_power, nodes(left, right))):
        return False
    computed, result = (right, left) if here.plain and not there.plain else (left, right)
    ways = (side_without_times, uncancelled)
    agree = any(_agree(way(left), way(right), sign) for way in ways)
    priced = any(map(is_money, nodes(result)))
    agree = agree or (priced and _agree(without_units(left), without_units(right), sign))
    return agree and (_is_put_in(left, right) or _times_agree(computed, result))


def _is_put_in(left: Node, right: Node) -> bool:
    """Whether a side is bare, beside a figure that is no count, perhaps per time."""
    dimensions = [figure.dimension for figure in map(figure_of, (left, right)) if figure]
    bases = {base for one in dimensions for base, _ in one.exponents}
    return SideKind.BARE in map(kind_of, (left, right)) and not bases <= {"time"}


def _times_agree(computed: Node, result: Node) -> bool:
    """Whether the times of two sides agree in one of the readings of the first."""
    here, there = _time_of(computed), _time_of(result)
    figure = figure_of(result)
    plain = figure is not None and figure.plain
    choices = [*_choices(computed)]
    rated = _is_rated(computed, choices)
    for chosen in islice(product(*choices), _MOST_READINGS):
        time = here
        for one in chosen:
            time = time.times(one.time)
        gap = time.times(there, -1)
        if _is(gap, _NONE):
            return True
        implied = time.power == 0 and not rated and _is_implied(gap, chosen)
        if plain and (implied or _is_of_its_time(time, there, chosen)):
            return True
    return False


def _is_rated(side: Node, choices: list[tuple[_Choice, ...]]) -> bool:
    """Whether a side is per a time other than those of its numbers of the clock."""
    units = [(resolve(word), power) for word, power in unit_powers(side)]
    below = [unit.factor for unit, power in units if unit and unit.dimension == _TIME and power < 0]
    for size in (size for each in choices for size in each[0].units):
        near = next((one for one in below if math.isclose(one, size, rel_tol=OF_MONTHS)), None)
        if near is not None:
            below.remove(near)
    return bool(below)


def _is_implied(gap: _Time, chosen: tuple[_Choice, ...]) -> bool:
    """Whether what is computed is only per a time that the result is per, one longer than those
    that are taken as numbers.
    """
    if gap.power != 1 or not all(one.by_clock for one in chosen):
        return False
    period = next((one for one in _PERIODS if _is(gap, _Time(math.log(one), 1.0))), 0.0)
    counted = max((one.counted for one in chosen), default=0.0)
    return period > counted


def _is_of_its_time(time: _Time, there: _Time, chosen: tuple[_Choice, ...]) -> bool:
    """Whether a result without a time is of the hour, day, … that what is computed is per."""
    untouched = all(_is(one.time, _NONE) for one in chosen)
    per = any(_is(time, _Time(-math.log(one), -1.0)) for one in _PERIODS if one >= _HOUR)
    return _is(there, _NONE) and untouched and per


def _is(one: _Time, other: _Time) -> bool:
    return one.power == other.power and abs(one.size - other.size) < OF_MONTHS


def _time_of(side: Node) -> _Time:
    """The product of the times in the units of a side."""
    found = _NONE
    for word, power in unit_powers(side):
        unit = resolve(word)
        if unit is not None and unit.dimension == _TIME:
            found = found.times(_Time(math.log(unit.factor), 1.0), float(power))
        elif BITS.fullmatch(word):
            found = found.times(_Time(0.0, -1.0), float(power))
    return found


def _choices(side: Node, sign: int = 1) -> Iterator[tuple[_Choice, ...]]:
    """The readings of each number of the clock among the factors of a side, and of each time."""
    if isinstance(side, SumNode) and len(side.terms) == 1:
        yield from _choices(side.terms[0][1], sign)
    if not isinstance(side, ProductNode):
        return
    following = (*side.factors[1:], (1, side))
    for (power, part), (beside, behind) in zip(side.factors, following, strict=True):
        own = sign * power
        if isinstance(part, ProductNode):
            yield from _choices(part, own)
        elif isinstance(part, NumberNode) and not is_multiplier(power, part):
            value = float(part.value)
            if isinstance(behind, NumberNode) and is_multiplier(beside, behind):
                value *= float(behind.value)
            measured = isinstance(behind, UnitNode) and beside == power
            readings = _of_time(value, behind, own, side) if measured else _of_number(value, own)
            yield from [readings] if readings else []


def _of_number(value: float, sign: int) -> tuple[_Choice, ...]:
    """The readings of a bare number: of its unit, or of that unit per the longer one."""
    found = []
    for short, long in (*COUNTED_TIMES.get(value, ()), *_ROUND.get(value, ())):
        here, there = (math.log(parse_unit(unit).factor) for unit in (short, long))
        found.append(_Choice(_Time(sign * here, sign)))
        found.append(_Choice(_Time(sign * (here - there), 0.0)))
    as_it_is = _Choice(_NONE, by_clock=value in _COUNTS_ALIKE)
    return (as_it_is, *found) if found else ()


def _of_time(value: float, unit: Node, sign: int, product: ProductNode) -> tuple[_Choice, ...]:
    """The readings of a number with a unit of time that is as many as are in a longer one: per
    that, as so many whatever the two, or as a number of such times, of which what stands beside it
    is per one, perhaps also per the longer one.
    """
    short = seconds_of(unit)
    if short < _SECOND:
        return ()
    size, here = value * short, math.log(short)
    longer = [one for one in _PERIODS if math.isclose(size, one, rel_tol=OF_MONTHS) and value > 1]
    found = [_Choice(_Time(-sign * math.log(one), -sign)) for one in longer]
    below = [seconds_of(part) for power, part in product.factors if power < 0]
    per = tuple(one for one in longer if one in below)
    found += [_Choice(_Time(sign * (math.log(one) - here), 0.0)) for one in per]
    if longer and short >= _MINUTE and sign > 0:
        found.append(_Choice(_Time(-here, -1.0), counted=short))
        by_both = (_Time(-here - math.log(one), -2.0) for one in longer)
        found += [_Choice(time, counted=short) for time in by_both]
    units = (short,) if sign < 0 else per
    return (_Choice(_NONE, units=units), *found) if found else ()
