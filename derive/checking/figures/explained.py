"""What may explain that two sides of figures differ: rounded operands, a factor or a time left out,
a letter that is read as another power of a thousand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from derive.checking.figures.agreement import FigureAgreement, agreement
from derive.checking.figures.as_written import without_units
from derive.checking.figures.comparison import compared
from derive.checking.figures.widest_rounding import widest_rounding
from derive.checking.figures.worked_number import SideKind, WorkedNumber, figure_of, kind_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    StatementNode,
    UnitNode,
    children,
)
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED
from derive.units.text import parse_unit

# Numbers that a sentence may multiply by in words: both directions, keys and values, bits, a dozen,
# hours, days of a week, a month and a year, minutes, seconds.
_FACTORS = (2.0, 8.0, 12.0, 24.0, 7.0, 30.0, 365.0, 60.0, 3600.0, 86_400.0)
_TIMES = (1.0, 60.0, 3600.0, 86_400.0, 30 * 86_400.0, 365 * 86_400.0)
_SIZES = tuple(1000.0**n * 1.024**m for n in range(-5, 6) for m in range(-4, 5) if abs(m) <= abs(n))
_CLOSE = (FigureAgreement.EQUAL, FigureAgreement.CUT)
_FEWEST_DIGITS = 2


def explanation(statement: StatementNode, *, ambiguous: bool) -> str:
    """What may explain each two neighbouring sides of figures that differ; "" where nothing does.
    With an `ambiguous` letter in it the digits may be of another power of a thousand.
    """
    said = ""
    pairs = zip(pairwise(statement.sides), statement.signs, strict=True)
    for k, ((left, right), sign) in enumerate(pairs):
        if SideKind.SYMBOLIC in (kind_of(left), kind_of(right)) or _agree(left, right, sign):
            continue
        said = _of_pair(left, right, sign, ambiguous, first=k == 0 and len(statement.sides) > 2)
        if not said:
            return ""
    return said


def _agree(left: Node, right: Node, sign: str) -> bool:
    found = compared(left, right, sign)
    return found is not None and found.agreement != FigureAgreement.NONE


def _of_pair(left: Node, right: Node, sign: str, ambiguous: bool, *, first: bool) -> str:
    """What may explain that two sides differ."""
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None:
        return ""
    if here.dimension != there.dimension and here.dimension and there.dimension:
        if first and here.plain and not there.plain:
            return f"{here.first} {here.unit} may only stand for what follows"
        return _what_is_left_out(left, here, right, there)
    if here.dimension == there.dimension and sign in "=≈":
        if widest_rounding(left, here, right, there):
            return "what it is computed with may be rounded"
        if factor := _factor(here, there):
            return f"a factor of {factor:,.0f} would explain it"
    if ambiguous and _of_other_size(left, right):
        return "a letter may stand for another power of a thousand"
    return ""


def _factor(here: WorkedNumber, there: WorkedNumber) -> float:
    """The factor on a computed value that makes it a figure of two digits or more; 0 for none."""
    computed, written = _in_order(here, there)
    if not written.plain or computed.plain or written.digits < _FEWEST_DIGITS:
        return 0.0
    for factor in _FACTORS:
        for scaled in (computed.value * factor, computed.value / factor):
            if agreement(scaled, written, "=") in _CLOSE:
                return factor
    return 0.0


def _in_order(here: WorkedNumber, there: WorkedNumber) -> tuple[WorkedNumber, WorkedNumber]:
    """Two sides, that which is computed first."""
    return (there, here) if here.plain and not there.plain else (here, there)


def _of_other_size(left: Node, right: Node) -> bool:
    """Whether the digits of two sides agree but for powers of 1000 or 1024."""
    here, there = (figure_of(_digits(without_units(side))) for side in (left, right))
    if here is None or there is None:
        return False
    computed, written = _in_order(here, there)
    return any(agreement(computed.value * size, written, "=") in _CLOSE for size in _SIZES)


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


def _what_is_left_out(left: Node, here: WorkedNumber, right: Node, there: WorkedNumber) -> str:
    """That the result is per time or of things counted, of which what is computed says nothing,
    where the figures agree: 145e3 × 8 bits = 1.16 Mbps.
    """
    swapped = here.plain and not there.plain
    computed, written = (there, here) if swapped else (here, there)
    said, shown = map(_bases, (right, left) if swapped else (left, right))
    gap = (written.dimension / computed.dimension).exponents
    if not said <= shown or not all(_is_left_out(*each) for each in gap):
        return ""
    same = replace(written, dimension=computed.dimension)
    if any(agreement(computed.value / time, same, "=") in _CLOSE for time in _TIMES):
        return "the figures agree but for what is left to the words: a time, or what is counted"
    return ""


def _is_left_out(base: str, exponent: Fraction) -> bool:
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
