"""Explanations of figures that differ: rounded operands, a factor or a time left out,
a letter that is read as another power of a thousand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from derive.checking.figures.agreement import TO_THE_DIGIT, agreement
from derive.checking.figures.as_written import without_units
from derive.checking.figures.converting_numbers import nearly_binary
from derive.checking.figures.differing import computation, differ
from derive.checking.figures.operand_rounding import of_rounded_terms, widest_rounding
from derive.checking.figures.terms_in_multiples import in_several_multiples
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    StatementNode,
    UnitNode,
    children,
    nodes,
)
from derive.checking.tokens.measures import PHYSICAL
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED
from derive.units.registry import resolve
from derive.units.text import parse_unit

# Numbers that a sentence may multiply by in words: both directions, keys and values, bits, a dozen,
# hours, days of a week, a month and a year, minutes, seconds.
_FACTORS = (2.0, 8.0, 12.0, 24.0, 7.0, 30.0, 365.0, 60.0, 3600.0, 86_400.0)
_TIMES = (1.0, 60.0, 3600.0, 86_400.0, 30 * 86_400.0, 365 * 86_400.0)
_SIZES = tuple(1000.0**n * 1.024**m for n in range(-5, 6) for m in range(-4, 5) if abs(m) <= abs(n))
_FEWEST_DIGITS = 2
_COMPUTES = re.compile(r"[-+*/×·÷−^]|\\(?:times|cdot|div)\b")
_PETTY = 0.0025
_CLOCK = (7.0, 12.0, 24.0, 28.0, 30.0, 31.0, 52.0, 60.0, 365.0, 3600.0, 86_400.0)


def explanation(statement: StatementNode, text: str, *, ambiguous: bool) -> str:
    """The explanation of all neighbouring sides of figures that differ; "" if one has none.
    With an `ambiguous` letter in it the digits may be of another power of a thousand.
    """
    said = ""
    pairs = zip(pairwise(statement.sides), statement.signs, strict=True)
    for k, ((left, right), sign) in enumerate(pairs):
        if not differ(left, right, sign):
            continue
        if sign in "=≈" and _is_computed(left, text) and _is_computed(right, text):
            said = "each side is computed: a step between them may be left out"
            continue
        said = _of_pair(left, right, sign, ambiguous, first=k == 0 and len(statement.sides) > 2)
        if not said:
            return ""
    return said


def _is_computed(side: Node, text: str) -> bool:
    """Whether a sign of a computation stands in a side: 3 min 5 s and 2½ are figures."""
    figure = figure_of(side)
    numbers = [node for node in nodes(side) if isinstance(node, NumberNode)]
    if figure is None or figure.plain or len(numbers) < _FEWEST_DIGITS:
        return False
    first, *_, last = sorted(node.position for node in numbers)
    return bool(_COMPUTES.search(text, first, last))


def _of_pair(left: Node, right: Node, sign: str, ambiguous: bool, *, first: bool) -> str:
    """The explanation of two sides that differ; "" for none."""
    found = computation(left, right)
    if found is None:
        return ""
    side, computed, result, written = found
    if computed.dimension != written.dimension and computed.dimension and written.dimension:
        if first and result is left:
            return f"{written.first} {written.unit} may only stand for what follows"
        return _what_is_left_out(side, computed, result, written)
    if sign in "=≈" and (reason := _of_values(side, computed, result, written)):
        return reason
    if ambiguous and _of_other_size(side, result):
        return "a letter may stand for another power of a thousand"
    return ""


def _of_values(side: Node, computed: WorkedNumber, result: Node, written: WorkedNumber) -> str:
    """The explanation of a result that is not the value computed, one of them perhaps without a
    unit; "" for none.
    """
    if computed.plain:
        return ""
    for value in _in_units_of(side, computed, written):
        alike = replace(computed, value=value, dimension=written.dimension)
        if widest_rounding(side, computed, written, scale=value / (computed.value or 1.0)):
            return "what it is computed with may be rounded"
        if _is_petty(alike, written):
            return "only the last digits differ"
        if factor := _factor(side, alike, result, written):
            return f"a factor of {factor:,.0f} would explain it"
    if of_rounded_terms(side, computed, written):
        return "its terms may be rounded"
    if nearly_binary(side, computed, written):
        return "its sizes may count in powers of 1024"
    if in_several_multiples(side, written):
        return "its terms may be in several multiples of the unit"
    if any(map(_is_relative, nodes(side))):
        return "a power of a figure may be relative to another"
    return ""


def _in_units_of(side: Node, computed: WorkedNumber, written: WorkedNumber) -> Iterator[float]:
    """The value computed in base units; a bare one beside a unit is in that or in the base unit,
    with powers of ten in the base unit.
    """
    yield computed.value
    if not computed.dimension and written.dimension and written.scale != 1:
        numbers = (node.text for node in nodes(side) if isinstance(node, NumberNode))
        if not any("e" in text for text in numbers):
            yield computed.value * written.scale


def _is_petty(computed: WorkedNumber, written: WorkedNumber) -> bool:
    """Whether a result that does not show all digits differs in the last of them alone."""
    off = abs(computed.value - written.value)
    shows_all = not (computed.value / written.scale) % 1 and "." not in written.first
    return not shows_all and off <= _PETTY * abs(computed.value)


def _factor(side: Node, computed: WorkedNumber, result: Node, written: WorkedNumber) -> float:
    """The factor on a computed value that makes it the result: one that words may say, of two
    digits or more, but of no force or length, or a number of the clock or the calendar that stands
    there; 0 for none.
    """
    bare = {float(node.value) for node in nodes(side) if isinstance(node, NumberNode)}
    present = [factor for factor in _CLOCK if factor in bare and _bases(result)["time", False]]
    if _counts_bits(side) != _counts_bits(result):
        present.append(8.0)
    physical = any(base in PHYSICAL for base, _ in written.dimension.exponents)
    said = _FACTORS if written.digits >= _FEWEST_DIGITS and not physical else ()
    for factor in (*present, *said):
        for scaled in (computed.value * factor, computed.value / factor):
            if agreement(scaled, written, "=") in TO_THE_DIGIT:
                return float(factor)
    return 0.0


def _counts_bits(side: Node) -> bool:
    return any(
        isinstance(node, UnitNode)
        and resolve(node.word) is not None
        and "b" in node.word
        and "B" not in node.word
        and "byte" not in node.word.lower()
        for node in nodes(side)
    )


def _is_relative(node: Node) -> bool:
    """Whether a figure with a letter or a unit is raised to a power that is no whole number."""
    if not isinstance(node, PowerNode) or isinstance(node.base, NumberNode | UnitNode):
        return False
    power = figure_of(node.exponent)
    return power is not None and power.value % 1 != 0 and isinstance(node.base, ProductNode)


def _of_other_size(left: Node, right: Node) -> bool:
    """Whether the digits of two sides agree but for powers of 1000 or 1024."""
    computed, written = (figure_of(_digits(without_units(side))) for side in (left, right))
    if computed is None or written is None:
        return False
    return any(agreement(computed.value * size, written, "=") in TO_THE_DIGIT for size in _SIZES)


def _digits(node: Node) -> Node:
    """The tree without multipliers such as K, M, B and T."""
    if not isinstance(node, ProductNode):
        return node
    kept = tuple(
        (sign, _digits(part))
        for sign, part in node.factors
        if not (sign > 0 and is_multiplier(sign, part))
    )
    return replace(node, factors=kept) if kept else NumberNode(Fraction(1), node.position, "1")


def _what_is_left_out(
    side: Node, computed: WorkedNumber, result: Node, written: WorkedNumber
) -> str:
    """The remark that the result is per time or of things counted, of which the computation says
    nothing, where the figures agree: 145e3 × 8 bits = 1.16 Mbps; or that bits may be those of each
    byte.
    """
    said, shown = _bases(side), _bases(result)
    if said["information", True] > 1 and _counts_bits(side):
        return "the bits may be those of each byte"
    if said and all(base in COUNTED for base, _ in said) and not _has_bare(side):
        return "what is counted may stand for more than its number"
    gap = (written.dimension / computed.dimension).exponents
    if not said <= shown or not all(_is_left_out(*each) for each in gap):
        return ""
    same = replace(written, dimension=computed.dimension)
    if any(agreement(computed.value / time, same, "=") in TO_THE_DIGIT for time in _TIMES):
        return "the figures agree but for what is left to the words: a time, or what is counted"
    return ""


def _has_bare(side: Node) -> bool:
    """Whether a side has more numbers than units: 18,600 tokens / 843.8."""
    kinds = Counter(type(node) for node in nodes(side))
    return kinds[NumberNode] > kinds[UnitNode]


def _is_left_out(base: str, exponent: int | Fraction) -> bool:
    return base in COUNTED or (base == "time" and exponent == -1)


def _bases(side: Node, power: Fraction = Fraction(1)) -> Counter[tuple[str, bool]]:
    """The base units that the unit words of a side have above and below the line."""
    found: Counter[tuple[str, bool]] = Counter()
    match side:
        case UnitNode(word):
            dimension: Dimension = parse_unit(word).dimension
            for base, exponent in dimension.exponents:
                found[base, exponent * power > 0] += 1
        case ProductNode(factors):
            for sign, factor in factors:
                found += _bases(factor, power * sign)
        case PowerNode(base, _):
            found += _bases(base, power)
        case _:
            for part in children(side):
                found += _bases(part, power)
    return found
