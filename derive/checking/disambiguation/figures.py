"""Worked numbers: recomputed with their units, within the rounding of the text."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

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
from derive.units.dimension import PURE, Dimension
from derive.units.display import format_number, readable_unit
from derive.units.text import parse_unit
from derive.units.unit import base_unit
from derive.units.written_number import digits_tolerance, half_place

_ROUGHLY = 0.10
_EXACTLY = 1e-9
_ONE_DIGIT_ONE = 0.5  # half a place of 1e3, as multipliers are read
_MULTIPLIERS = {
    (-1, Fraction(100)),
    *((1, Fraction(10**power)) for power in (3, 6, 9, 12)),
}  # % below the fraction bar; K, M, B, T above it


class SideKind(Label):
    """Kind of a side: numbers alone, numbers with units, or with names in it."""

    BARE = "bare"
    FIGURE = "figure"
    SYMBOLIC = "symbolic"


@dataclass(frozen=True, slots=True)
class WorkedNumber:
    """A side that is a number with a unit: value in base units, dimension, and how it is
    written.
    """

    value: float
    dimension: Dimension
    plain: bool  # one number with its unit, not a computation
    rounding: float  # how far it may be from what it is rounded from, relative
    unit: str


@dataclass(frozen=True, slots=True)
class FigureMismatch:
    """Two sides of figures that disagree: the computed value and the written one."""

    computed: str
    written: str
    sign: str

    def __str__(self) -> str:
        return (
            f"{self.computed} is not {self.sign} {self.written}"
            if self.sign in "<≤>≥"
            else f"the figures come to {self.computed}, not {self.written}"
        )


def kind_of(side: Node) -> SideKind:
    """The kind of a side."""
    kind = SideKind.BARE
    for node in nodes(side):
        if isinstance(node, NameNode):
            return SideKind.SYMBOLIC
        if isinstance(node, UnitNode):
            kind = SideKind.FIGURE
    return kind


def figure_of(side: Node) -> WorkedNumber | None:
    """The value of a side without names; None if it has no single value."""
    try:
        value, dimension = _value(side)
    except (ArithmeticError, ValueError, _NoValue):
        return None
    if not math.isfinite(value):
        return None
    numbers = [node for node in nodes(side) if isinstance(node, NumberNode)]
    units = [node for node in nodes(side) if isinstance(node, UnitNode)]
    plain = _is_plain(side)
    rounding = _rounding(numbers[0].text) if plain and value else 0.0
    return WorkedNumber(value, dimension, plain, rounding, units[0].word if len(units) == 1 else "")


def _rounding(text: str) -> float:
    """How far a written number may be from what it is rounded from, relative."""
    return max(half_place(text), digits_tolerance(text))


def disagreement(left: Node, right: Node, sign: str) -> FigureMismatch | None:
    """The disagreement of two sides of figures; None if they agree."""
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None:
        return None
    if here.dimension != there.dimension and here.dimension and there.dimension:
        return None
    if sign in "<≤>≥":
        slack = _EXACTLY * abs(there.value)
        upper = sign in "<≤"
        holds = here.value <= there.value + slack if upper else here.value >= there.value - slack
        return None if holds else _off(here, there, sign)
    computed, written = (there, here) if here.plain and not there.plain else (here, there)
    if _is_rounded(computed, written, _ROUGHLY if sign == "≈" else _EXACTLY):
        return None
    bare = not computed.dimension and written.value
    if bare and 1e-3 < abs(computed.value / written.value) < 1e3:
        computed = replace(computed, dimension=written.dimension)
    return _off(computed, written, sign)


def _is_rounded(computed: WorkedNumber, written: WorkedNumber, tolerance: float) -> bool:
    """Whether the written value is the computed one within its rounding, a bare one in any unit."""
    allowed = max(written.rounding, tolerance) * abs(written.value) * (1 + _EXACTLY)
    scales = [1.0]
    if written.dimension and not computed.dimension:
        scales.append(parse_unit(written.unit).factor)
    return any(abs(computed.value * scale - written.value) <= allowed for scale in scales)


def _off(computed: WorkedNumber, written: WorkedNumber, sign: str) -> FigureMismatch:
    """Both figures, in the written unit if there is one, with enough digits to differ."""
    word = written.unit if computed.dimension == written.dimension else ""
    shown = ("", "")
    for digits in range(4, 16):
        shown = (_shown(computed, word, digits), _shown(written, word, digits))
        if shown[0] != shown[1]:
            break
    return FigureMismatch(*shown, sign)


def _shown(figure: WorkedNumber, word: str, digits: int) -> str:
    if not figure.dimension:
        return format_number(figure.value, digits)
    unit = parse_unit(word) if word else readable_unit(figure.value, base_unit(figure.dimension))
    return f"{format_number(figure.value / unit.factor, digits)} {unit.text}"


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
            (_, first), *others = [
                (sign, factor) for sign, factor in factors if _has_number(factor)
            ]
            return _is_plain(first) and all(_is_multiplier(*other) for other in others)
        case _:
            return False


def _is_multiplier(sign: int, factor: Node) -> bool:
    """Whether a factor is %, K, M, B or T, which are read as powers of ten with an exponent; 1000
    in digits is not.
    """
    return (
        isinstance(factor, NumberNode)
        and (sign, factor.value) in _MULTIPLIERS
        and half_place(factor.text) == _ONE_DIGIT_ONE
    )


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
            return math.fsum(sign * value for sign, value, _ in parts), next(iter(dimensions), PURE)
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
        case CallNode("sqrt", (inner,)):
            value, own = _value(inner)
            return math.sqrt(value), own ** Fraction(1, 2)
        case CallNode("max" | "min" as name, arguments):
            found = [_value(argument) for argument in arguments]
            if len({dimension for _, dimension in found}) > 1:
                raise _NoValue
            return (max if name == "max" else min)(value for value, _ in found), found[0][1]
        case RangeNode() | NameNode() | CallNode():
            raise _NoValue
