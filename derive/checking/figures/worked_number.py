"""Worked numbers: the value of a side without names, and how it is written."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from derive.checking.figures.functions import value_of_call
from derive.checking.figures.written_multipliers import is_multiplier, is_percent, thousands_in
from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    RangeNode,
    SumNode,
    UnitNode,
    children,
    nodes,
)
from derive.display import Label
from derive.program.tolerances import NOISE
from derive.units.dimension import PURE, Dimension, Exponent
from derive.units.registry import until_units_change
from derive.units.text import parse_unit
from derive.units.written_number import digits_shown, digits_tolerance, half_place


class SideKind(Label):
    """Kind of a side: numbers alone, numbers with units, or with names in it."""

    BARE = "bare"
    FIGURE = "figure"
    SYMBOLIC = "symbolic"


@dataclass(frozen=True, slots=True)
class WorkedNumber:
    """A side that is a number with a unit: value in base units, dimension, and how it is written.

    `scale` is the size of the unit written and `unit` its text; `digits` are the significant ones
    of a plain figure, `first` its first number; `steps` counts the thousands in its largest prefix
    or multiplier; `percent` says whether it has a %, `raised` whether a number is written with a
    power of ten, `cancelled` whether there are units of which none is left.
    """

    value: float
    dimension: Dimension
    plain: bool  # one number with its unit, not a computation
    rounding: float  # how far it may be from what it is rounded from, relative
    unit: str
    scale: float = 1.0
    digits: int = 0
    first: str = ""
    steps: int = 0
    percent: bool = False
    raised: bool = False
    cancelled: bool = False

    @property
    def tolerance(self) -> float:
        """The largest distance from the value it was rounded from, in base units."""
        return self.rounding * abs(self.value)

    @property
    def place_of_zero(self) -> float:
        """A unit of the last digit of a zero, 0.0 or 0.00; nothing for any other figure."""
        if self.value or not self.plain:
            return 0.0
        return float(self.scale / 10 ** len(self.first.partition(".")[2]))


def kind_of(side: Node) -> SideKind:
    """The kind of a side."""
    measured = False
    waiting = [side]
    for node in waiting:  # which grows
        kind = type(node)
        if kind is NameNode:
            return SideKind.SYMBOLIC
        if kind is UnitNode:
            measured = True
        elif isinstance(node, ProductNode):
            for _, part in node.factors:
                waiting.append(part)
        elif kind is not NumberNode:
            waiting += children(node)
    return SideKind.FIGURE if measured else SideKind.BARE


@until_units_change
@lru_cache(maxsize=1024)
def figure_of(side: Node) -> WorkedNumber | None:
    """The value of a side without names; None if it has no single value."""
    try:
        value, dimension = _value(side)
        powers = list(unit_powers(side)) if dimension else []
        scale = _scale_of(powers)
    except (ArithmeticError, ValueError, _NoValue):
        return None
    if not math.isfinite(value):
        return None
    every = nodes(side)
    numbers = [node.text for node in every if isinstance(node, NumberNode)]
    plain = _is_plain(side)
    return WorkedNumber(
        value,
        dimension,
        plain,
        max(half_place(numbers[0]), digits_tolerance(numbers[0])) if plain and value else 0.0,
        _text_of(powers),
        scale,
        digits_shown(numbers[0]) if plain else 0,
        numbers[0] if numbers else "",
        max(thousands_in(every), default=0),
        any(map(is_percent, every)),
        any("e" in text.lower() for text in numbers),
        not dimension and kind_of(side) is SideKind.FIGURE,
    )


def unit_text(side: Node) -> str:
    """The unit words of a product as one unit: GB/s; "" for anything else."""
    return _text_of(unit_powers(side))


def _text_of(words: Iterable[tuple[str, Exponent]]) -> str:
    powers: dict[str, Exponent] = {}
    for word, power in words:
        powers[word] = powers.get(word, 0) + power
    if any(power.denominator > 1 for power in powers.values()):
        return ""
    above, below = (
        [
            word if abs(power) == 1 else f"{word}^{abs(power)}"
            for word, power in powers.items()
            if power * sign > 0
        ]
        for sign in (1, -1)
    )
    under = f"({'*'.join(below)})" if len(below) > 1 else "".join(below)
    return f"{'*'.join(above) or '1'}/{under}" if below else "*".join(above)


def in_its_unit(figure: WorkedNumber, side: Node) -> WorkedNumber:
    """A figure of so many per so many, 3,472 hours/day, in this unit; any other as it is."""
    unit = unit_text(side) if figure.cancelled and figure.plain else ""
    return replace(figure, unit=unit, scale=_scale_of(unit_powers(side))) if "/" in unit else figure


def unit_powers(node: Node, power: Exponent = 1) -> Iterator[tuple[str, Exponent]]:
    """The unit words of a node with their powers; of a sum those of its first term."""
    match node:
        case UnitNode(word):
            yield word, power
        case ProductNode(factors):
            for sign, factor in factors:
                yield from unit_powers(factor, power * sign)
        case PowerNode(base, exponent):
            raised, _ = _value(exponent)
            yield from unit_powers(base, power * Fraction(raised).limit_denominator(1000))
        case SumNode(((_, first), *_)):
            yield from unit_powers(first, power)
        case _:
            return


def _scale_of(powers: Iterable[tuple[str, Exponent]]) -> float:
    """The size of the product of unit words."""
    return math.prod((parse_unit(word).factor ** float(power) for word, power in powers), start=1.0)


class _NoValue(Exception):
    """Raised for a range or a sum over an index, which has no single value."""


def _is_plain(side: Node) -> bool:
    """Whether a side is one literal with a sign, a unit or a multiplier."""
    match side:
        case NumberNode():
            return True
        case SumNode(terms):
            return len(terms) == 1 and _is_plain(terms[0][1])
        case ProductNode(factors):
            figures = [(sign, factor) for sign, factor in factors if _has_number(factor)]
            return bool(figures) and (
                _is_plain(figures[0][1]) and all(_is_a_size(*other) for other in figures[1:])
            )
        case _:
            return False


def _is_a_size(sign: int, factor: Node) -> bool:
    """Whether a factor is a multiplier, or one of what is counted below the line: per million
    tokens; per 1 s too.
    """
    if sign < 0 and isinstance(factor, ProductNode) and len(factor.factors) > 1:
        return all(_is_a_unit(own, part) for own, part in factor.factors if _has_number(part))
    return is_multiplier(sign, factor)


def _is_a_unit(sign: int, factor: Node) -> bool:
    one = isinstance(factor, NumberNode) and factor.value == 1
    return one or is_multiplier(sign, factor)


def _has_number(node: Node) -> bool:
    """Whether a node contains a number other than an exponent."""
    parts = (node.base,) if isinstance(node, PowerNode) else children(node)
    return isinstance(node, NumberNode) or any(_has_number(part) for part in parts)


def _value(node: Node) -> tuple[float, Dimension]:
    match node:
        case NumberNode(literal):
            return float(literal), PURE
        case UnitNode(word):
            unit = parse_unit(word)
            return unit.factor, unit.dimension
        case SumNode(terms):
            parts = [(sign, *_value(term)) for sign, term in terms]
            dimensions = {dimension for _, value, dimension in parts if value}
            if len(dimensions) > 1:
                raise _NoValue
            total = math.fsum(sign * value for sign, value, _ in parts)
            largest = max(abs(value) for _, value, _ in parts)
            noise = len(parts) > 1 and abs(total) <= NOISE * largest
            return 0.0 if noise else total, next(iter(dimensions), PURE)
        case ProductNode(factors):
            total, dimension = 1.0, PURE
            for sign, factor in factors:
                value, own = _value(factor)
                total = total * value if sign > 0 else total / value
                dimension = dimension * own if sign > 0 else dimension / own
            return total, dimension
        case PowerNode(base, exponent):
            value, own = _value(base)
            power, pure = _value(exponent)
            if pure or (value < 0 and power != int(power)):
                raise _NoValue
            return value**power, own ** Fraction(power).limit_denominator(1000)
        case CallNode():
            return value_of_call(node, [_value(argument) for argument in node.arguments])
        case RangeNode() | NameNode():
            raise _NoValue
