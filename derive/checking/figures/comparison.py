"""Comparison of two sides of figures: as written, and with what the text may leave unsaid."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from derive.checking.figures.agreement import TO_THE_DIGIT, FigureAgreement, agreement
from derive.checking.figures.conversions import UnsaidConversion, binary, per_calendar, unsaid
from derive.checking.figures.converting_numbers import (
    between_sizes,
    by_numbers,
    by_thousands,
    of_a_ratio,
)
from derive.checking.figures.ends_of_ranges import ends_of_ranges
from derive.checking.figures.exactly_apart import exactly_apart
from derive.checking.figures.operand_rounding import (
    operand_spread,
    spread_beside,
    within_operands,
)
from derive.checking.figures.rounded_terms import agree_otherwise
from derive.checking.figures.shown_figures import shown_apart
from derive.checking.figures.worked_number import WorkedNumber, figure_of, in_its_unit
from derive.checking.figures.written_multipliers import size_below
from derive.checking.grammar.tree import Node, ProductNode, nodes

_EXACTLY = 1e-9
_MOST_BY_OPERANDS = 0.01
_NEARLY = 1e-4  # two computations that differ by less are rounded somewhere
_MANY_DIGITS = 3
_ROUNDED = (FigureAgreement.COARSELY_CUT, FigureAgreement.FAR_OFF)


@dataclass(frozen=True, slots=True)
class FigureComparison:
    """Two sides of figures: how they agree, both as text unless they are equal as they stand, and
    under what condition; `values` are both in the unit of the written figure; `exactly` says
    whether they are exact and differ.
    """

    agreement: FigureAgreement
    computed: str = ""
    written: str = ""
    sign: str = "="
    condition: str = ""
    values: tuple[float, float] = (0.0, 0.0)
    exactly: bool = False

    @property
    def above(self) -> bool:
        """Whether the written figure is the larger one."""
        return abs(self.values[1]) > abs(self.values[0])

    @property
    def next_whole(self) -> bool:
        """Whether the written figure is the next whole number above the computed one."""
        computed, written = self.values
        return computed < written == math.ceil(computed)

    @property
    def power_of_ten(self) -> bool:
        """Whether the written figure is a power of ten, less than a factor of ten away."""
        computed, written = self.values
        if not (computed > 0 and written > 0 and 0.1 < computed / written < 10):
            return False
        return math.isclose(written, 10.0 ** round(math.log10(written)))

    def __str__(self) -> str:
        if self.sign in "<≤>≥":
            return f"{self.computed} is not {self.sign} {self.written}"
        return f"the figures come to {self.computed}, not {self.written}"


def compared(
    left: Node, right: Node, sign: str, *, converted: bool = False
) -> FigureComparison | None:
    """The comparison of two sides of figures; None if they are of two dimensions, unless a number
    in them is what the one is `converted` by to the other, or have no value. Of ranges on both
    sides that of the ends that agree least.
    """
    if ends := ends_of_ranges(left, right):
        at_ends = (compared(*pair, sign, converted=converted) for pair in ends)
        return max(filter(None, at_ends), key=lambda found: found.agreement.place, default=None)
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None:
        return None
    if converted and here.dimension and here.dimension != there.dimension:
        here = replace(here, dimension=there.dimension)
    if here.dimension != there.dimension and here.dimension and there.dimension:
        return None
    if sign in "<≤>≥":
        slack = _EXACTLY * abs(there.value)
        upper = sign in "<≤"
        holds = here.value <= there.value + slack if upper else here.value >= there.value - slack
        return _comparison(
            FigureAgreement.EQUAL if holds else FigureAgreement.NONE, here, there, sign
        )
    swapped = here.plain and (not there.plain or not here.value)
    computed, written = (there, here) if swapped else (here, there)
    alike = here.dimension == there.dimension
    sides = (right, left) if swapped else (left, right)
    if alike and sign == "=" and (texts := exactly_apart(*sides, computed, written)):
        values = computed.value / written.scale, written.value / written.scale
        return FigureComparison(FigureAgreement.NONE, *texts, sign, values=values, exactly=True)
    if alike and agreement(computed.value, written, sign) == FigureAgreement.EQUAL:
        return FigureComparison(FigureAgreement.EQUAL, sign=sign)
    return _unequal(sides, computed, written, sign)


def _unequal(
    sides: tuple[Node, Node], computed: WorkedNumber, written: WorkedNumber, sign: str
) -> FigureComparison:
    """The comparison of two sides, that of the written figure last, which are not simply equal."""
    found, conversion = min(
        _readings(computed, written, sign),
        key=lambda pair: (pair[0].place, *_distance(computed, written, *pair)),
    )
    alike = computed.dimension == written.dimension
    if found != FigureAgreement.EQUAL and alike and within_operands(*sides, computed, written):
        found = FigureAgreement.EQUAL
    left_out = conversion.agreement == FigureAgreement.UNIT_LEFT_OUT
    if found == FigureAgreement.NONE and (alike or left_out):
        factor = conversion.factor if left_out and not alike else 1.0
        if alike and agree_otherwise(sides[0], computed, sides[1], written, sign):
            found = FigureAgreement.EQUAL
        elif _is_by_operands(sides, computed, written, factor):
            found = FigureAgreement.OPERANDS_ROUNDED
        elif alike:
            only = _only_converted(sides, computed, written, sign)
            found, conversion = only or (found, conversion)
    return _comparison(found, computed, in_its_unit(written, sides[1]), sign, conversion)


def _only_converted(
    sides: tuple[Node, Node], computed: WorkedNumber, written: WorkedNumber, sign: str
) -> tuple[FigureAgreement, UnsaidConversion] | None:
    """The conversion by bare numbers that only writes the first of two sides in the unit of the
    other, and how the figures agree with it; None without one.
    """
    side, size = sides[0], size_below(sides[1])
    if size > 1 and agreement(computed.value / size, written, sign) == FigureAgreement.EQUAL:
        said = f"both sides are per {size:,.0f}"  # 0.1 × $3 = $0.30/1M
        way = UnsaidConversion(1 / size, FigureAgreement.UNIT_LEFT_OUT, said)
        return way.agreement, way
    if divisor := _converting_divisor(side, computed, written, sign):
        said = f"dividing by {divisor:,.0f} writes it in {written.unit}"
        way = UnsaidConversion(divisor, FigureAgreement.OTHER_PREFIX, said)
        return way.agreement, way
    ways = [*by_numbers(side, computed, written), *between_sizes(side, computed, written)]
    whole = (by_thousands(side, computed, written), of_a_ratio(computed, written))
    for way in [*filter(None, whole), *ways]:
        if agreement(computed.value * way.factor, written, sign) in TO_THE_DIGIT:
            return way.agreement, way
    return (FigureAgreement.NONE, ways[0]) if ways else None


def _converting_divisor(
    side: Node, computed: WorkedNumber, written: WorkedNumber, sign: str
) -> float:
    """The power of 1000 or 1024 below the bar that only writes a side in the unit of the other,
    which it may name: 8e9 × 4 bytes / 1024^3 = 29.8 GB, 256,000 MB/s / 1000 = 256 GB/s; 0 for none.
    """
    steps = written.steps - computed.steps if computed.scale != 1 else written.steps
    sizes = {float(base**steps) for base in (1000, 1024)} if steps > 0 else set()
    products = (node for node in nodes(side) if isinstance(node, ProductNode))
    below = (part for each in products for power, part in each.factors if power < 0)
    for worked in filter(None, map(figure_of, below)):
        named = bool(worked.dimension) and worked.unit == written.unit
        size = worked.value / worked.scale if named else worked.value
        if size not in sizes or not (named or not worked.dimension):
            continue
        factor = written.scale / computed.scale * (worked.scale if named else 1)
        if agreement(computed.value * factor, written, sign) == FigureAgreement.EQUAL:
            return size
    return 0.0


def _is_by_operands(
    sides: tuple[Node, Node], computed: WorkedNumber, written: WorkedNumber, factor: float
) -> bool:
    """Whether a figure of several digits, or another computation, differs from what the first of
    two sides computes, times a factor to its unit, by no more than the rounding of the figures
    within them; those of the other computation may be cut.
    """
    value = computed.value * factor
    if not written.plain and abs(value - written.value) <= _NEARLY * abs(value):
        return True
    off, size = abs(value - written.value), abs(value)
    if off > _MOST_BY_OPERANDS * size or (written.plain and written.digits < _MANY_DIGITS):
        return False
    within = spread_beside(sides[0], computed, written) * abs(factor)
    shown = written.tolerance if written.plain else 2 * operand_spread(sides[1], written.value)
    return off <= (within + shown) * (1 + _EXACTLY)


def _readings(
    computed: WorkedNumber, written: WorkedNumber, sign: str
) -> Iterator[tuple[FigureAgreement, UnsaidConversion]]:
    """The agreement under each conversion; one that is unsaid must make the figures equal."""
    plain = (FigureAgreement.EQUAL, FigureAgreement.UNIT_LEFT_OUT)
    alike = computed.dimension == written.dimension
    rounded = alike and agreement(computed.value, written, sign) in _ROUNDED
    binaries = binary(computed, written, exactly=rounded)
    for conversion in chain(unsaid(computed, written), binaries):
        found = agreement(computed.value * conversion.factor, written, sign)
        if found == FigureAgreement.EQUAL:
            yield conversion.agreement, conversion
        elif found == FigureAgreement.CUT and conversion.agreement == FigureAgreement.OTHER_PREFIX:
            yield conversion.agreement, conversion  # 300B/2K/2K = 71525, of 71,525.6
        elif conversion.agreement in plain:
            yield found, conversion


def _distance(
    computed: WorkedNumber, written: WorkedNumber, found: FigureAgreement, way: UnsaidConversion
) -> tuple[bool, float]:
    """The distance of the figures in orders of magnitude; of figures that differ, those per another
    time than the one written are further.
    """
    value = computed.value * way.factor
    slow = per_calendar(written.unit) if found == FigureAgreement.NONE else ""
    strange = bool(slow) and not computed.dimension and way.factor == 1.0
    return strange, abs(math.log(abs(value / written.value))) if value and written.value else 0.0


def _comparison(
    found: FigureAgreement,
    computed: WorkedNumber,
    written: WorkedNumber,
    sign: str,
    conversion: UnsaidConversion | None = None,
) -> FigureComparison:
    """Both figures in the unit of the written one, with enough digits to differ."""
    like, value = written, computed.value * (conversion.factor if conversion else 1.0)
    if conversion is not None and conversion.agreement == FigureAgreement.CONVERTED:
        computed = replace(computed, value=value)
    elif written.dimension and not computed.dimension:
        computed = replace(computed, value=value, dimension=written.dimension)
    elif computed.dimension and not written.dimension:
        like = replace(written, value=written.value * computed.scale, dimension=computed.dimension)
        like = replace(like, unit=computed.unit, scale=computed.scale)
    values = computed.value / like.scale, like.value / like.scale
    texts = shown_apart(computed, written, like)
    condition = conversion.condition if conversion else ""
    return FigureComparison(found, *texts, sign, condition, values)
