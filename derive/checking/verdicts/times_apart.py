"""Times of two sides that differ: months of 30 days or 30.4, rates per day and per second."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from derive.checking.figures.per_time import A_MONTH, apart_by_a_time
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.checking.verdicts.worked_figures import bare_values
from derive.units.text import parse_unit

_TIMES = {("time", 1), ("time", -1)}
_CALENDAR = {"month", "months", "mo", "year", "years", "yr"}  # of 30 days or 30.4
_PEAK = 12.0  # times an average
_DAYS = {"d", "day", "days"}
_HOURS_OF_WORK, _NEARLY = 8, 0.005


def may_be_of_the_calendar(
    left: Node, right: Node, computed: WorkedNumber, result: WorkedNumber
) -> bool:
    """Whether figures of months or years, and of other times, are nearly alike, or as far apart as
    two units of time where a figure has none; or times themselves, of months of working hours.
    """
    here, there = times_in(left), times_in(right)
    if here == there or not _CALENDAR & (here | there):
        return False
    alike = math.isclose(computed.value, result.value, rel_tol=A_MONTH)
    worked = {name for name, _ in result.dimension.exponents} == {"time"}
    open_ = computed.dimension != result.dimension or any(bare_values([*nodes(left)]))
    return alike or worked or (open_ and apart_by_a_time(left, right))


def is_another_rate(left: Node, right: Node) -> bool:
    """Whether two rates per different times are further apart than by a peak: 4M/day = 600/s."""
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or not here.value or not there.value:
        return False
    rates = here.dimension == there.dimension and here.dimension.exponents == (("time", -1),)
    apart = abs(math.log(abs(here.value / there.value))) > math.log(_PEAK)
    return rates and apart and times_in(left) != times_in(right)


def may_be_of_working_days(left: Node, right: Node) -> bool:
    """Whether times of days and of others agree with eight hours a day: 2 days + 40 h = 7 days."""
    if _DAYS.isdisjoint(times_in(left) | times_in(right)) or times_in(left) == times_in(right):
        return False
    here, there = figure_of(_of_work(left)), figure_of(_of_work(right))
    if here is None or there is None or here.dimension != there.dimension:
        return False
    return math.isclose(here.value, there.value, rel_tol=_NEARLY)


def _of_work(node: Node) -> Node:
    """The tree with days of eight hours."""
    if isinstance(node, UnitNode) and node.word in _DAYS:
        hours = NumberNode(Fraction(_HOURS_OF_WORK), node.position, str(_HOURS_OF_WORK))
        return ProductNode(((1, hours), (1, replace(node, word="hour"))), node.position)
    if isinstance(node, SumNode):
        return replace(node, terms=tuple((sign, _of_work(part)) for sign, part in node.terms))
    if isinstance(node, ProductNode):
        return replace(node, factors=tuple((sign, _of_work(part)) for sign, part in node.factors))
    return node


def times_in(side: Node) -> set[str]:
    """The units of a side in which there is a time."""
    words = {node.word for node in nodes(side) if isinstance(node, UnitNode)}
    return {word for word in words if not _TIMES.isdisjoint(parse_unit(word).dimension.exponents)}
