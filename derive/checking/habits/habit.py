"""Habits: conversions that write-ups leave out, read from `quantities/habits.toml`."""

from __future__ import annotations

import tomllib
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from derive.data_files import shipped
from derive.units.dimension import Dimension
from derive.units.text import parse_unit

FILE = "quantities/habits.toml"
_EXACTLY = 1e-9


@dataclass(frozen=True, slots=True)
class Habit:
    """A conversion left out by habit: its unit, its customary values, and whether it may be missing
    altogether.
    """

    name: str
    meaning: str
    dimension: Dimension
    values: tuple[float, ...]
    unsaid: bool

    def has(self, number: float) -> bool:
        """Whether a number is one of its customary values."""
        return any(abs(number / value - 1) < _EXACTLY for value in self.values)


@lru_cache(maxsize=1)
def customary() -> tuple[Habit, ...]:
    """The conversions that are left out by habit."""
    return tuple(
        Habit(
            name,
            row["meaning"],
            parse_unit(row["unit"]).dimension,
            tuple(float(value) for value in row["values"]),
            row.get("unsaid", False),
        )
        for name, row in _data()["habit"].items()
    )


@lru_cache(maxsize=1024)
def habits_of(number: float) -> frozenset[Habit]:
    """The conversions of which a number is a customary value."""
    values, habits = _by_value()
    begin, end = (number * (1 + side * 2 * _EXACTLY) for side in (-1, 1))
    near = habits[bisect_left(values, begin) : bisect_right(values, end)]
    return frozenset(habit for habit in near if habit.has(number))


@lru_cache(maxsize=1)
def _by_value() -> tuple[list[float], list[Habit]]:
    """The customary values of all conversions in order, and the conversion of each."""
    pairs = [(value, habit) for habit in customary() for value in habit.values]
    pairs.sort(key=lambda pair: pair[0])
    return [value for value, _ in pairs], [habit for _, habit in pairs]


@lru_cache(maxsize=1)
def counted_dimensions() -> frozenset[Dimension]:
    """The dimensions of what is counted, which a bare number may stand for."""
    return frozenset(parse_unit(unit).dimension for unit in _data()["counted"]["units"])


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return tomllib.loads(shipped(FILE).read_text(encoding="utf-8"))
