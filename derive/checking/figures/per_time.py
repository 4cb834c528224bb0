"""Amounts beside amounts per time: `250M × 750 bytes = 187.5 GB/day`, the day left to the words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.times_left_out import (
    by_seconds,
    cancels_times,
    has_time,
    is_time,
    one,
    side_without_times,
    uncancelled,
)
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.figures.written_multipliers import sized_numbers
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    UnitNode,
    nodes,
)
from derive.units.registry import resolve
from derive.units.text import parse_unit

_TIME = parse_unit("s").dimension
_POWER = parse_unit("W").dimension
_MINUTE = 60.0
_UNITS = [parse_unit(text).factor for text in ("s", "min", "hour", "day", "week", "month", "year")]
_CALENDAR = _UNITS[2:]  # an hour and more, of which a bare number may count some
A_MONTH = 0.1  # by which months and years of whole days differ, and figures are rounded
CLOCK = {24.0, 30.0, 52.0, 365.0, 3600.0, 8760.0, 86400.0}
_AGREE = (
    FigureAgreement.EQUAL,
    FigureAgreement.CUT,
    FigureAgreement.COARSELY_CUT,
    FigureAgreement.OTHER_PREFIX,
)


def agree_but_for_times(statement: StatementNode) -> bool:
    """Whether all neighbouring sides of figures agree once times are left out, of a figure per day
    beside an amount without any time, or beside 24, 365, 86,400 or a time of minutes or more: bytes
    of a day are bytes/day. A time that says for how long may stand before them: `5 years = 50 GB ×
    365 × 5`. Power is no energy unless it is multiplied by a time: `2 kW × 24 h = 48 kWh/day`.
    """
    if any(any(map(is_power, nodes(side))) and not _is_energy(side) for side in statement.sides):
        return False
    labelled = _has_label(statement)
    pairs = list(_pairs(statement, labelled))
    unlike = [pair for pair in pairs if not _agree(*pair)]
    return bool(unlike or (labelled and pairs)) and all(
        (_leaves_a_time(left, right) and _agree_without_times(left, right, sign))
        or _agree(by_seconds(left), by_seconds(right), sign)
        for left, right, sign in unlike
    )


def _agree_without_times(left: Node, right: Node, sign: str) -> bool:
    if _is_energy(left):
        return _agree(left, side_without_times(right), sign)
    ways = (side_without_times, uncancelled)
    return any(_agree(way(left), way(right), sign) for way in ways)


def _is_energy(side: Node) -> bool:
    """Whether a side is computed and comes to an energy, by its units."""
    figure = figure_of(side)
    return figure is not None and not figure.plain and figure.dimension == _POWER * _TIME


def is_per_time_by_result(statement: StatementNode) -> bool:
    """Whether a figure is per time beside none, nor 24, 60 or 365, or beside the time it is per, or
    per a minute or more beside a rate for a time, 40 min × 96 kbps = 2.88 MB/day.
    """
    pairs = [(left, right) for left, right, _ in _pairs(statement, False)]
    rated = bool(pairs) and all(cancels_times(left) and _period(right) > 0 for left, right in pairs)
    return (
        (rated and not _is_clocked(statement))
        or _is_per_time_alone(statement)
        or any(
            math.isclose(time, _period(result), rel_tol=A_MONTH)
            for left, right, _ in _pairs(statement, False)
            for side, result in ((left, right), (right, left))
            for time in _times(side)
        )
    )


def _is_per_time_alone(statement: StatementNode) -> bool:
    unlike = [pair for pair in _pairs(statement, False) if not _agree(*pair)]
    return (
        bool(unlike)
        and not _is_clocked(statement)
        and all(_lacks_a_time(left, right, per=True) for left, right, _ in unlike)
    )


def _is_clocked(statement: StatementNode) -> bool:
    """Whether a number of the clock or the calendar stands in a statement."""
    counts = {value for side in statement.sides for value in sized_numbers(side)}
    return not (CLOCK | {_MINUTE}).isdisjoint(counts)


def _period(result: Node) -> float:
    """The seconds of the time that a plain figure is per, of a minute or more; 0 for none."""
    figure = figure_of(result)
    per = figure is not None and figure.plain and "/" in figure.unit
    unit = resolve(figure.unit.rpartition("/")[2]) if figure is not None and per else None
    long = unit is not None and unit.dimension == _TIME and unit.factor >= _MINUTE
    return unit.factor if unit is not None and long else 0.0


def _times(side: Node) -> Iterator[float]:
    """The seconds of the numbers among the factors of a side, bare ones in each unit."""
    for product in nodes(side):
        factors = product.factors if isinstance(product, ProductNode) else ()
        for (above, number), (beside, behind) in pairwise((*factors, (-1, one(product)))):
            if above > 0 and isinstance(number, NumberNode) and number.value > 1:
                yield from (float(number.value) * unit for unit in _units_behind(behind, beside))


def _units_behind(node: Node, power: int | Fraction) -> list[float]:
    """The unit of time behind a number, or those that a bare one may count."""
    if not isinstance(node, UnitNode):
        return _CALENDAR
    return [parse_unit(node.word).factor] if power > 0 and is_time(node) else []


def apart_by_a_time(left: Node, right: Node) -> bool:
    """Whether two sides of figures are as far apart as two units of time: one may count by another
    unit than the one beside it.
    """
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or not there.value:
        return False
    ratio = abs(here.value / there.value)
    units = (one / other for one in _UNITS for other in _UNITS if one != other)
    return any(math.isclose(ratio, unit, rel_tol=A_MONTH) for unit in units)


def is_power(node: Node) -> bool:
    """Whether a node is a unit of power: W, kW."""
    unit = resolve(node.word) if isinstance(node, UnitNode) else None
    return unit is not None and unit.dimension == _POWER


def _has_label(statement: StatementNode) -> bool:
    """Whether a time stands before sides that are none."""
    sides = statement.sides
    return len(sides) > 2 and _is_long(sides[0]) and not _is_long(sides[1])


def _pairs(statement: StatementNode, labelled: bool) -> Iterator[tuple[Node, Node, str]]:
    """The neighbouring sides that are figures, with the sign between them, behind the label."""
    sides, signs = statement.sides[labelled:], statement.signs[labelled:]
    for left, right, sign in zip(sides, sides[1:], signs, strict=False):
        if SideKind.SYMBOLIC not in map(kind_of, (left, right)):
            yield left, right, sign


def _agree(left: Node, right: Node, sign: str) -> bool:
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or here.dimension != there.dimension:
        return False
    found = compared(left, right, sign)
    return found is not None and found.agreement in _AGREE


def _leaves_a_time(left: Node, right: Node) -> bool:
    """Whether one side is a figure per time and the other has no time, or one counts by the clock
    or the calendar.
    """
    numbers = {*sized_numbers(left), *sized_numbers(right)}
    if not CLOCK.isdisjoint(numbers) or any(map(_is_long, _factors(left, right))):
        return True
    return _lacks_a_time(left, right)


def _lacks_a_time(left: Node, right: Node, *, per: bool = False) -> bool:
    """Whether one side is a plain figure, `per` a time, and the other has no time in its units."""
    return any(
        not any(map(has_time, nodes(one)))
        and (figure := figure_of(other)) is not None
        and figure.plain
        and not (per and dict(figure.dimension.exponents).get("time", 0) >= 0)
        for one, other in ((left, right), (right, left))
    )


def _factors(*sides: Node) -> Iterator[Node]:
    """The sides and the factors above the line in their products."""
    for side in sides:
        yield side
        for product in nodes(side):
            if isinstance(product, ProductNode):
                yield from (part for sign, part in product.factors if sign > 0)


def _is_long(side: Node) -> bool:
    """Whether a side is a time in minutes or longer units."""
    figure = figure_of(side)
    units = [node for node in nodes(side) if isinstance(node, UnitNode)]
    if figure is None or figure.dimension != _TIME or len(units) != 1:
        return False
    return parse_unit(units[0].word).factor >= _MINUTE
