"""Ranges of the free variables of an optimum."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.arguments import several
from derive.equations.var import Var
from derive.errors import GivenError, TextError, shorten
from derive.program.grid import grid
from derive.solving.amounts import example
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_value
from derive.units.text import parse_quantity

MOST_CHOICES = 3
_NEAREST, _FARTHEST = 1e-6, 1e9  # of the unit, where a range has no end
_PER_DECADE, _EVENLY = 8, 48  # points


@dataclass(frozen=True, slots=True)
class FreeVariable:
    """A variable free between `low` and `high` (base units); an open end lies outside the range."""

    var: Var
    low: float
    high: float
    open_low: bool = False
    open_high: bool = False

    @property
    def ends(self) -> tuple[float, ...]:
        """The ends that belong to the range."""
        closed = ((self.low, self.open_low), (self.high, self.open_high))
        return tuple(end for end, is_open in closed if not is_open and math.isfinite(end))

    def admits(self, value: float) -> bool:
        """Whether a value lies within the range, give or take the last digits of a float."""
        if not math.isfinite(value):
            return False
        slack = 1e-9 * abs(value)
        return (
            self.low - slack <= value <= self.high + slack
            and not (self.open_low and value <= self.low)
            and not (self.open_high and value >= self.high)
        )


def read_choices(system: EquationSystem, over: Any) -> tuple[FreeVariable, ...]:
    """Free variables from names, or from a mapping of names to ranges as text or pairs.

    Raises GivenError, UnknownName.
    """
    if isinstance(over, (str, Var)):
        over = [over]
    listed = over.items() if isinstance(over, Mapping) else None
    pairs = listed or [(name, None) for name in several(over, "over", 'over="NAME"')]
    found: list[FreeVariable] = []
    for name, within in pairs:
        var = system.find(name)
        if any(choice.var == var for choice in found):
            raise GivenError(var.name, "it is named twice as what to choose", "Name it once.")
        found.append(_choice(var, within))
    if not 1 <= len(found) <= MOST_CHOICES:
        raise GivenError(
            "over",
            f"{len(found)} variables to choose, and it takes one to {MOST_CHOICES}",
            'Write over={"NAME": None} for a variable in its own range.',
        )
    return tuple(found)


def _choice(var: Var, within: Any) -> FreeVariable:
    """The variable's own range, cut to the one stated; a count starts at one unless it may be 0."""
    low, high, open_low, open_high = var.bounds
    if var.whole and open_low and low == 0.0:
        low, open_low = var.unit.factor, False
    if within in (None, "") and math.isinf(low):
        raise GivenError(
            var.name,
            "its own range has no lower end, and below zero only a stated range is searched",
            f"Write for example {var.name}=-10 to 10.",
        )
    if within in (None, ""):
        return FreeVariable(
            var, low, high, open_low or math.isinf(low), open_high or math.isinf(high)
        )
    lowest, highest = (read_value(var, end).value for end in _ends(var, within))
    if not lowest < highest:
        problem = f"its range “{shorten(str(within))}” has its larger end first, or one value only"
        raise GivenError(var.name, problem, f"Write for example {_range_example(var)}.")
    return FreeVariable(var, max(low, lowest), min(high, highest))


def _ends(var: Var, within: Any) -> tuple[Any, Any]:
    """Both ends of a range; a first end without its unit takes that of the second: 1 to 72 GPU."""
    if isinstance(within, (tuple, list)) and len(within) == 2:
        return within[0], within[1]
    if not isinstance(within, str):
        raise GivenError(
            var.name,
            f"“{shorten(str(within))}” is not a range",
            f"Write for example {_range_example(var)}.",
        )
    parts = [part.strip() for part in re.split(r"\s+to\s+|\.\.", within)]
    if len(parts) != 2 or not all(parts):
        raise GivenError(
            var.name,
            f"“{shorten(within)}” is not a range",
            f"Write for example {_range_example(var)}.",
        )
    first, second = parts
    try:
        bare, full = parse_quantity(first), parse_quantity(second)
    except TextError:
        read_value(var, second)  # whose unit may be that of both
        return first, second  # reading each by itself names the culprit
    return (
        f"{first} {full.unit_text}" if bare.unit is None and full.unit is not None else first
    ), second


def _range_example(var: Var) -> str:
    ends = f"{example(var)} to {_tenfold(example(var))}"
    return f'"{"0.1 to 1" if var.within.bounded else ends}"'


def _tenfold(text: str) -> str:
    number, _, unit = text.partition(" ")
    return f"{float(number) * 10:g} {unit}".strip()


def spread(choice: FreeVariable) -> list[float]:
    """Points across a range, to find its regimes."""
    points = {*choice.ends, *grid(choice.low, choice.high, 1)[::3]}
    if math.isfinite(choice.low) and math.isfinite(choice.high):
        points |= {choice.low + (choice.high - choice.low) * k / 12 for k in range(1, 12)}
    return sorted(x for x in points if choice.admits(x))


def inside(low: float, high: float, scale: float) -> list[float]:
    """Some points within an interval, far apart where it has no end."""
    if low < 0:
        return (
            [-x for x in reversed(inside(-high, -low, scale))]
            if high <= 0
            else [*inside(low, 0.0, scale), *inside(0.0, high, scale)]
        )
    if math.isinf(high):
        return [
            (low or scale) * factor
            for factor in ((1.3, 1e1, 1e3, 1e6) if low else (1e-9, 1e-3, 1.0, 3e1, 1e3, 1e9, 1e15))
        ]
    if low <= 0.0:
        return [high * factor for factor in (1e-6, 1e-3, 0.1, 0.7)]
    ratio = high / low
    return (
        [low * ratio**share for share in (0.02, 0.25, 0.5, 0.75, 0.98)] if ratio > 1 + 1e-12 else []
    )


def closer(low: float, high: float, scale: float) -> list[float]:
    """More points within an interval, by ratio and, between finite ends, by difference too."""
    if low < 0:
        return (
            [-x for x in reversed(closer(-high, -low, scale))]
            if high <= 0
            else [*closer(low, 0.0, scale), *closer(0.0, high, scale)]
        )
    start = low or min(scale, high) * _NEAREST
    end = high if math.isfinite(high) else max(start, scale) * _FARTHEST
    count = math.ceil(_PER_DECADE * math.log10(end / start))
    points = [start * (end / start) ** (k / count) for k in range(1, count)]
    if math.isfinite(high):
        points += [low + (high - low) * k / _EVENLY for k in range(1, _EVENLY)]
    return sorted({*inside(low, high, scale), *points})
