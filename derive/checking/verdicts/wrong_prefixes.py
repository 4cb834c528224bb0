"""Amounts of data that are off by a power of a thousand: 1B × 12 KB = 12 GB, which no word says."""

from __future__ import annotations

import re
from dataclasses import replace
from math import log

from derive.checking.figures.agreement import FigureAgreement, agreement
from derive.checking.figures.times_left_out import is_time, side_without_times
from derive.checking.figures.worked_number import figure_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import Node, ProductNode, StatementNode, UnitNode, nodes
from derive.checking.tokens.counting_nouns import REMARKS

_SIZES = re.compile(r"[kKMGTP]i?(?:B|b|bps|bit|Bps)")
_OF_EACH = {"per", "each", "every"}  # 100M users × 5 KB = 500 MB per shard
_AMOUNTS = {"information", "time"}


def has_a_wrong_prefix(statement: StatementNode) -> bool:
    """Whether millions or billions times a size in KB or the like, or so many a second times a
    time, come to a result that is a power of a thousand too small, or too large where no words but
    what is counted stand beside the figures, which may say a factor.
    """
    if len(statement.sides) < 2 or statement.signs[-1] not in ("=", "≈"):
        return False
    side, result = statement.sides[-2:]
    if not (_is_a_count_of_sizes(side) or _is_a_rate_for_a_time(side, result)):
        return False
    power = thousands_apart(side, result)
    words = [word for said in statement.aside for word in said.split() if word not in REMARKS]
    if not _OF_EACH.isdisjoint(words):
        return False
    alone = not words or (len(words) == 1 and statement.signs[-1] == "=")
    return power > 0 or (power < 0 and alone)


def _is_a_count_of_sizes(side: Node) -> bool:
    """Whether a side is a product with one K, M or B, and one unit of data with a prefix."""
    parts = nodes(side)
    units = [node.word for node in parts if isinstance(node, UnitNode)]
    counted = any(isinstance(node, ProductNode) and _counts(node) for node in parts)
    return counted and sum(_SIZES.fullmatch(word) is not None for word in units) == 1


def _is_a_rate_for_a_time(side: Node, result: Node) -> bool:
    """Whether so many thousands or millions a second are multiplied, and the result has a K, M or
    B, too: 1K/s × 86,400 = 86.4K.
    """
    times = [node for node in nodes(side) if isinstance(node, UnitNode)]
    counted = [
        any(isinstance(node, ProductNode) and _counts(node) for node in nodes(one))
        for one in (side, result)
    ]
    return bool(times) and all(map(is_time, times)) and all(counted)


def _counts(product: ProductNode) -> bool:
    return any(sign > 0 and is_multiplier(sign, part) for sign, part in product.factors)


def thousands_apart(left: Node, right: Node) -> int:
    """The power of a thousand by which amounts of data, or numbers, differ, their times aside; 0
    for none.
    """
    here, there = (figure_of(side_without_times(side)) for side in (left, right))
    if here is None or there is None or not there.plain or not (here.value and there.value):
        return 0
    bases = {base for base, _ in there.dimension.exponents}
    if here.dimension != there.dimension or bases - _AMOUNTS:
        return 0
    power = round(log(abs(here.value / there.value), 1000.0))
    scaled = replace(there, value=there.value * 1000.0**power)
    return power if agreement(here.value, scaled, "=") == FigureAgreement.EQUAL else 0
