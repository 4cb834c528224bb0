"""Amounts of data that are off by a power of a thousand: 1B × 12 KB = 12 GB, which no word says."""

from __future__ import annotations

import re
from dataclasses import replace
from math import log

from derive.checking.figures.agreement import FigureAgreement, agreement
from derive.checking.figures.times_left_out import is_time, side_without_times
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    UnitNode,
    nodes,
)
from derive.checking.tokens.counting_nouns import REMARKS

_SIZES = re.compile(r"[kKMGTP]i?(?:B|b|bps|bit|Bps)")
_BYTES, _A_NOUN = ("B", "byte", "bytes"), 2  # words of a noun
_FEWEST_DIGITS = 3
_OF_EACH = {"per", "each", "every"}  # 100M users × 5 KB = 500 MB per shard
_AMOUNTS = {"information", "time"}


def has_a_wrong_prefix(statement: StatementNode) -> bool:
    """Whether millions or billions times a size in KB or the like come to a result that is a power
    of a thousand too small, or too large where no words but what is counted stand beside the
    figures, which may say a factor; or thousands or millions times others, or a time; or a measured
    figure is divided by another; or the last step only puts an amount of data into another unit.
    """
    if len(statement.sides) < 2 or statement.signs[-1] not in ("=", "≈"):
        return False
    side, result = statement.sides[-2:]
    last = len(statement.sides) > 2 and _converts_data(side, result)
    if last and _power_between(side, result):
        return True
    if not statement.aside and _divides_measures(side, result):
        return True
    said = [words.split() for words in statement.aside if words not in REMARKS]
    power = _thousands_apart(side, result)
    if not power or any(not _OF_EACH.isdisjoint(words) for words in said):
        return False
    if _multiplies_thousands(side, result):
        return True
    only = len(said) == 1 and len(said[0]) <= _A_NOUN and statement.signs[-1] == "="
    free = power > 0 or not said or only
    return free and _is_a_count_of_sizes(side, whole=power > 0)


def _is_a_count_of_sizes(side: Node, *, whole: bool) -> bool:
    """Whether a side is a product with one K, M or B, and one unit of data with a prefix, or
    `whole` bytes.
    """
    parts = nodes(side)
    units = [node.word for node in parts if isinstance(node, UnitNode)]
    counted = any(isinstance(node, ProductNode) and _counts(node) for node in parts)
    sizes = [word for word in units if _SIZES.fullmatch(word) or (whole and word in _BYTES)]
    return counted and len(sizes) == 1


def _multiplies_thousands(side: Node, result: Node) -> bool:
    """Whether thousands or millions are multiplied by others, or so many a second by a time, and
    the result has a K, M or B, too: 1K/s × 86,400 = 86.4K, 20M × 30M = 600T.
    """
    times = [node for node in nodes(side) if isinstance(node, UnitNode)]
    thousands, shown = (
        sum(_counts(node) for node in nodes(one) if isinstance(node, ProductNode))
        for one in (side, result)
    )
    return shown > 0 and all(map(is_time, times)) and thousands > (0 if times else 1)


def _divides_measures(side: Node, result: Node) -> bool:
    """Whether one figure with a unit is divided by another, and the result is in their unit, but a
    power of a thousand off: 600 TFLOP/s / (2 TB/s) = 0.3 FLOP/byte.
    """
    here, there = figure_of(side), figure_of(result)
    if here is None or there is None or not (there.plain and there.digits >= _FEWEST_DIGITS):
        return False
    if not isinstance(side, ProductNode) or here.dimension != there.dimension:
        return False
    numbers = [node for node in nodes(side) if isinstance(node, NumberNode) and node.text]
    units = [node for node in nodes(side) if isinstance(node, UnitNode)]
    divided = any(sign < 0 for sign, _ in side.factors)
    measured = len(numbers) == 2 <= len(units) and bool(there.dimension.exponents)
    return divided and measured and bool(_power_of_a_thousand(here, there))


def _counts(product: ProductNode) -> bool:
    return any(sign > 0 and is_multiplier(sign, part) for sign, part in product.factors)


def _thousands_apart(left: Node, right: Node) -> int:
    """The power of a thousand by which amounts of data, or numbers, differ, as they stand or their
    times aside; 0 for none.
    """
    aside = side_without_times(left), side_without_times(right)
    return _power_between(left, right) or _power_between(*aside)


def _power_between(left: Node, right: Node) -> int:
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or not there.plain or not (here.value and there.value):
        return 0
    bases = {base for base, _ in there.dimension.exponents}
    if here.dimension != there.dimension or bases - _AMOUNTS:
        return 0
    return _power_of_a_thousand(here, there)


def _power_of_a_thousand(here: WorkedNumber, there: WorkedNumber) -> int:
    """The power of a thousand by which two values differ, and by nothing else; 0 for none."""
    ratio = here.value / there.value if there.value else 0.0
    power = round(log(abs(ratio), 1000.0)) if ratio else 0
    scaled = replace(there, value=there.value * 1000.0**power)
    return power if agreement(here.value, scaled, "=") == FigureAgreement.EQUAL else 0


def _converts_data(side: Node, result: Node) -> bool:
    """Whether two figures are amounts or rates of data in two units: 2.5 TB/day = 29 MB/s."""
    here, there = figure_of(side), figure_of(result)
    if here is None or there is None or here.dimension != there.dimension:
        return False
    data = any(base == "information" for base, _ in here.dimension.exponents)
    return data and here.plain and there.plain and here.unit != there.unit
