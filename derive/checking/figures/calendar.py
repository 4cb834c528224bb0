"""Months and years of whole days: $10/day = $300/month, though a twelfth of a year is longer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

from derive.errors import TextError
from derive.units.text import parse_unit

# Days of a month: four weeks, or as a month has them, or 365 days of a year over 12; of a year: 52
# weeks, twelve months of 30 days, or as a year has them.
_DAYS = {"month": (30.0, 31.0, 28.0, 365 / 12), "year": (365.0, 366.0, 364.0, 360.0)}
_DAY = 86_400.0
OF_MONTHS = 0.03  # by which months and years of whole days differ
# The times that a bare number may count, and the longer one of which it is as many.
COUNTED_TIMES: Mapping[float, tuple[tuple[str, str], ...]] = {
    7.0: (("day", "week"),), 12.0: (("month", "year"),), 24.0: (("hour", "day"),),
    30.0: (("day", "month"),), 52.0: (("week", "year"),), 60.0: (("s", "min"), ("min", "hour")),
    365.0: (("day", "year"),), 720.0: (("hour", "month"),), 730.0: (("hour", "month"),),
    1440.0: (("min", "day"),), 3600.0: (("s", "hour"),), 8760.0: (("hour", "year"),),
    86400.0: (("s", "day"),),
}  # fmt: skip
_WORD = re.compile(r"(?P<word>[^\W\d]+)(?:\^(?P<power>\d+))?")


def calendar_factors(computed: str, written: str) -> Iterator[float]:
    """The factors on a figure with the first unit beside one with the second, under each number of
    days that a month and a year may have where only one of the two counts them.

    >>> [round(factor, 4) for factor in calendar_factors("USD/day", "USD/month")][:2]
    [0.9856, 1.0185]
    >>> list(calendar_factors("USD/month", "USD/month"))
    []
    """
    here, there = _powers(computed), _powers(written)
    between = {name: here[name] - there[name] for name in _DAYS if here[name] != there[name]}
    if not between:
        return
    usual = {name: _seconds(name) / _DAY for name in between}
    choices = [(usual[name], *_DAYS[name]) for name in between]
    for chosen in product(*choices):
        factor = 1.0
        for (name, power), days in zip(between.items(), chosen, strict=True):
            factor *= (days / usual[name]) ** power
        if factor != 1.0:
            yield factor


def _powers(unit: str) -> Counter[str]:
    """The powers of months and years in the text of a unit."""
    found: Counter[str] = Counter()
    above, _, below = unit.partition("/")
    for part, sign in ((above, 1), (below, -1)):
        for match in _WORD.finditer(part):
            size = _size(match["word"])
            for name in _DAYS:
                if size == _seconds(name):
                    found[name] += sign * int(match["power"] or 1)
    return found


def _seconds(name: str) -> float:
    return _size(name) or 0.0


def _size(word: str) -> float | None:
    """The size of a unit word; None for a word that is no unit."""
    try:
        return parse_unit(word).factor
    except TextError:
        return None
