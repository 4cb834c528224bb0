"""Figures that are exact and differ, however near they are: whole numbers with all their digits, as
in 2^32 = 4,294,967,295, and sizes in powers of 1024 put into others, as in 1 TiB = 1000 GiB.
"""

from __future__ import annotations

import math
from fractions import Fraction

from derive.checking.figures.operand_rounding import operand_spread
from derive.checking.figures.worked_number import WorkedNumber
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.units.display import format_number
from derive.units.prefixes import BINARY
from derive.units.registry import resolve
from derive.units.text import parse_unit
from derive.units.written_number import half_place

_EXACTLY = 1e-9
_SLACK = 1.001  # of a tolerance in floats
_MANY_DIGITS = 8  # up to which half a unit of the last one tells figures apart
_MOST_BITS = 4_096
_BINARY = frozenset(BINARY.values())
_MOST_STEPS = 4


def exactly_apart(
    side: Node, result: Node, computed: WorkedNumber, written: WorkedNumber
) -> tuple[str, str] | None:
    """The figure computed by a side and the one written as its result, if both are exact and
    differ; None for any others.
    """
    if written.plain and written.digits > _MANY_DIGITS:
        return _whole_numbers(side, result, computed, written)
    if computed.plain and written.plain and computed.unit != written.unit:
        return _powers_of_1024(computed, written)
    return None


def _whole_numbers(
    side: Node, result: Node, computed: WorkedNumber, written: WorkedNumber
) -> tuple[str, str] | None:
    """Both figures, if they are of whole numbers in full and differ by more than the rounding of
    the second, which is not the first as floats have it.
    """
    numbers = (node for node in nodes(side, result) if isinstance(node, NumberNode))
    if not all(node.text.replace(",", "").isdigit() for node in numbers):
        return None
    if operand_spread(side, computed.value):
        return None
    try:
        value, told = _exact(side), _exact(result)
        as_float = float(value)
    except ArithmeticError:
        return None
    if abs(value - told) <= _SLACK * written.tolerance:
        return None
    if told in (Fraction(as_float), Fraction(repr(as_float))):  # 2^53 + 1
        return None
    first, second = (_in_full(number, written) for number in (value, told))
    return first, second


def _in_full(value: Fraction, written: WorkedNumber) -> str:
    """A value with all its digits, in the unit of the written figure."""
    return f"{round(value / Fraction(written.scale)):,} {written.unit}".rstrip()


def _exact(node: Node) -> Fraction:
    """The value of sums, products and powers of numbers. Raises ArithmeticError for anything else,
    and for more bits than a figure in full has.
    """
    match node:
        case NumberNode(value):
            return value
        case UnitNode(word):
            factor = parse_unit(word).factor
            if factor.is_integer():
                return Fraction(factor)
        case SumNode(terms):
            return sum((sign * _exact(part) for sign, part in terms), Fraction(0))
        case ProductNode(factors):
            return math.prod((_exact(part) ** sign for sign, part in factors), start=Fraction(1))
        case PowerNode(base, exponent):
            value, power = _exact(base), _exact(exponent)
            bits = max(value.numerator.bit_length(), value.denominator.bit_length()) * abs(power)
            if power.denominator == 1 and bits <= _MOST_BITS:
                return value ** int(power)
    raise ArithmeticError


def _powers_of_1024(computed: WorkedNumber, written: WorkedNumber) -> tuple[str, str] | None:
    """Both figures, if they are in units of powers of 1024, or one in no multiple at all, would
    agree with powers of 1000, and the second is not the first rounded in a larger unit: 9,000 MiB
    are 9 GiB.
    """
    prefixes = {_prefix(number.unit) for number in (computed, written)}
    if None in prefixes or not prefixes & _BINARY or not prefixes <= _BINARY | {""}:
        return None
    ratio = computed.value / written.value if written.value else 0.0
    step = round(math.log(ratio, 1.024)) if ratio > 0 else 0
    if not 0 < abs(step) <= _MOST_STEPS or not math.isclose(ratio, 1.024**step, rel_tol=_EXACTLY):
        return None
    larger = written.scale > computed.scale
    if larger and abs(ratio - 1) <= half_place(written.first) + _EXACTLY:
        return None
    texts = (format_number(number.value / written.scale, 10) for number in (computed, written))
    first, second = (f"{text} {written.unit}" for text in texts)
    return first, second


def _prefix(unit: str) -> str | None:
    """The prefix of the first word of a unit, GiB of GiB/s; None for no known unit."""
    known = resolve(unit.partition("/")[0])
    return known.prefix if known is not None else None
