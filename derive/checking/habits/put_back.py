"""Conversions put back: what a side leaves unsaid, with which an equation holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from derive.checking.habits.habit import customary
from derive.display import Label
from derive.units.dimension import PURE, Dimension
from derive.units.display import format_number
from derive.units.text import parse_unit

_TIME = Dimension({"time": 1})


class Way(Label):
    """Ways to leave a conversion unsaid: a number of the equation stands for it, it is left out, a
    number counts something, a figure is per something, figures lack a unit that cannot be inferred,
    or a logarithm counts bits.
    """

    STANDS = "stands"
    LEFT_OUT = "left out"
    COUNTS = "counts"
    PER = "per"
    OPEN = "open"
    LOGARITHM = "logarithm"


@dataclass(frozen=True, slots=True)
class PutBack:
    """A conversion put back: its dimension, how it is left unsaid, and the number that stands for
    it, None if there is none.
    """

    dimension: Dimension
    number: float | None = None
    way: Way = Way.STANDS

    def __str__(self) -> str:
        return _words(self)

    @property
    def mend(self) -> str:
        """The suggested fix."""
        if self.way == Way.OPEN:
            return "write the figures with their units"
        if self.way == Way.PER:
            return f"write it per {self.dimension}"
        if self.way == Way.LOGARITHM:
            return "write 1 bit beside the logarithm"
        number, unit = format_number(self.number or 1.0), str(self.dimension)
        return f"write {number}{unit[1:]}" if unit.startswith("1/") else f"write {number} {unit}"

    @property
    def found(self) -> bool:
        """Whether the equation itself shows where it belongs."""
        return self.way == Way.PER or self.number is not None


@lru_cache(maxsize=4096)
def _words(one: PutBack) -> str:
    """The condition that a conversion is."""
    number = None if one.number is None else format_number(one.number)
    match one.way:
        case Way.COUNTS:
            return f"{number or 'the side without a unit'} is in {one.dimension}"
        case Way.LEFT_OUT:
            return f"a factor of 1 {one.dimension} is left out"
        case Way.PER:
            rest = one.dimension / _TIME
            timed = dict(one.dimension.exponents).get("time") == 1
            other = f"{rest} and unit of time" if rest else "unit of time"
            return f"the figure is per {other if timed else one.dimension}"
        case Way.LOGARITHM:
            return "the logarithm counts bits"
        case Way.OPEN:
            return "the bare figures have the units that are missing"
        case _:
            unit = str(one.dimension)
            return f"{number} is per {unit[2:]}" if unit.startswith("1/") else f"{number} is {unit}"


def plausible(used: Used, numbers: Collection[float]) -> bool:
    """Whether a conversion of several values is left out only where no bare number is left that
    would be it: Z = 5 p says that it is 5.
    """
    if not any(one.way == Way.LEFT_OUT and one.dimension in _valued() for one in used):
        return True
    said = {one.number for one in used}
    return all({number, 1 / number} & {*said, 1.0} for number in numbers)


@lru_cache(maxsize=1)
def _valued() -> frozenset[Dimension]:
    """The conversions of several values that may be left out."""
    return frozenset(h.dimension for h in customary() if h.unsaid and len(h.values) > 1)


Used = frozenset[PutBack]
MOST = 2
_OF_A_STEP = {
    parse_unit(text).dimension for text in ("FLOP/(param*token)", "byte/param", "token/sequence")
}


def are_few(used: Used) -> bool:
    """Whether conversions may all be left unsaid: two of them, or the three of a step that takes
    the longer of 2 N/W and 2 N B/F, with two numbers that stand for theirs.
    """
    if len(used) <= MOST:
        return True
    standing = sum(one.way == Way.STANDS and one.number is not None for one in used)
    return standing == MOST and {one.dimension for one in used} == _OF_A_STEP


Cost = tuple[bool, int, int, int, str]
OPEN = PutBack(PURE, None, Way.OPEN)


@lru_cache(maxsize=4096)
def cost(used: Used) -> Cost:
    """Fewer conversions are cheaper, then those whose number stands there, and that are no fraction
    of one; an unknown unit is dearest.
    """
    missing = sum(not one.found for one in used)
    fractions = sum(one.number is not None and one.number < 1 for one in used)
    return OPEN in used, len(used), missing, fractions, str(sorted(map(str, used)))


def cheapest(ways: Iterable[Used]) -> Used | None:
    """The cheapest way; None if there is none."""
    return min(ways, key=cost, default=None)
