"""Rounding of operands: how far a computation may be off because figures in it are rounded.
7B is 6.5 to 7.5 billion, 0.0004 is 0.00035 to 0.00045, 1.56 + 25 is 26.555 to 26.565.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import partial

from derive.checking.figures.functions import change_of_call
from derive.checking.figures.worked_number import WorkedNumber, figure_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    CallNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.units.written_number import digits_shown, digits_tolerance, half_place, plain_digits

_EXACTLY = 1e-9
# A whole number that is rounded or cut from thirds, sixths or ninths: 444,445, 1,333,333.
_REPEATING = re.compile(r"\d*(?:1111+2?|2222+3?|3333+4?|4444+5?|5555+6?|6666+7?|7777+8?|8888+9?)")
_SMALL = re.compile(r"0?\.000+[1-9]")
_WHOLE = re.compile(r"\d{3,}")
_FEWEST_DIGITS, _MEASURED = 2, 3
_MOST = 0.03  # beyond it a figure is another one
_OF_WHOLE = 0.005  # of 2,550 or 80, which may be meant to the digit
_OF_LETTERS = 0.1  # 5B and more: a 2B is two

# The rounding of a number with what stands right behind it, as a share of it.
Rounding = Callable[[str, Node | None], float]


def operand_spread(side: Node, value: float) -> float:
    """The rounding error of a side, in base units, where decimals of two digits or more are
    rounded, and whole numbers whose last digits repeat. At most 3 %.
    """
    total = _spread(side, _of_decimals)
    return min(total, _MOST * abs(value)) if math.isfinite(total) else 0.0


def within_operands(left: Node, right: Node, here: WorkedNumber, there: WorkedNumber) -> bool:
    """Whether two computations differ by no more than the rounding of the figures within them."""
    if here.plain or there.plain:
        return False
    spread = operand_spread(left, here.value) + operand_spread(right, there.value)
    return abs(here.value - there.value) <= spread


def widest_rounding(
    side: Node, computed: WorkedNumber, written: WorkedNumber, scale: float = 1.0
) -> bool:
    """Whether a result differs from a computed side, times a `scale` to its unit, by no more than
    the rounding of their figures, of those that show as many digits as it, or one less.
    """
    off = abs(computed.value * scale - written.value)
    within = _spread(side, partial(_of_operand, written.digits)) * abs(scale)
    return off <= (within + written.tolerance) * (1 + _EXACTLY)


def of_rounded_terms(side: Node, computed: WorkedNumber, written: WorkedNumber) -> bool:
    """Whether whole figures of three digits or more are subtracted, and the result shows more of
    them than they do: 912 N - 905 N = 7.3 N.
    """
    terms = side.terms if isinstance(side, SumNode) else ()
    parts = [part for _, term in terms for part in nodes(term) if isinstance(part, NumberNode)]
    rounded = all(len(part.text) >= _MEASURED and part.text.isdigit() for part in parts)
    if not rounded or len(parts) != 2 or len(terms) != 2 or terms[1][0] > 0:
        return False
    alike = computed.dimension == written.dimension and bool(written.dimension)
    return alike and "." in written.first and abs(computed.value - written.value) < written.scale


def spread_beside(side: Node, computed: WorkedNumber, written: WorkedNumber) -> float:
    """The rounding error of a side beside a result; where that has a unit that the side lacks, one
    of its whole numbers of three digits or more may be measured: 302 × 3 = 907 TB, of 302.4 TB.
    """
    spread = operand_spread(side, computed.value)
    if computed.dimension == written.dimension:
        return spread
    texts = (node.text.replace(",", "") for node in nodes(side) if isinstance(node, NumberNode))
    whole = max((half_place(text) for text in texts if _WHOLE.fullmatch(text)), default=0.0)
    return max(spread, whole * abs(computed.value))


def _of_decimals(text: str, _: Node | None) -> float:
    if _REPEATING.fullmatch(plain_digits(text)):
        return 2 * half_place(text)
    return half_place(text) if "." in text and digits_shown(text) >= _FEWEST_DIGITS else 0.0


def _of_operand(result_digits: int, text: str, behind: Node | None) -> float:
    digits = plain_digits(text).lower().partition("e")[0]
    fewer = 1 + ("." in digits and isinstance(behind, UnitNode))  # a measured one may be rounded
    if _SMALL.fullmatch(text) and behind is None:
        return half_place(text)  # 0.0003 of a table that shows four places
    if not digits.strip("0.") or digits == "1" or digits_shown(text) + fewer < result_digits:
        return 0.0
    if "." in digits:
        return half_place(text)
    if "e" in text.lower() or _is_a_multiplier(behind):
        share = half_place(text)
        return share if share <= _OF_LETTERS else 0.0
    return min(digits_tolerance(text), _OF_WHOLE) if digits.endswith("0") else 0.0


def _is_a_multiplier(node: Node | None) -> bool:
    """Whether a node is a K, M, B or T behind a number."""
    return node is not None and is_multiplier(1, node)


def _spread(node: Node, rounding: Rounding, behind: Node | None = None) -> float:
    """The rounding error of a side, in base units."""
    match node:
        case NumberNode(value, _, text):
            return abs(float(value)) * rounding(text, behind)
        case SumNode(terms):
            return math.fsum(_spread(term, rounding) for _, term in terms)
        case ProductNode(factors):
            shares = (_share(part, rounding, after) for part, after in _with_next(factors))
            share = math.fsum(shares)
            return _size(node) * share if share else 0.0
        case PowerNode(base, exponent):
            share = _share(base, rounding)
            return _size(node) * share * _size(exponent) if share else 0.0
        case CallNode(_, (inner,)):
            spread, figure = _spread(inner, rounding), figure_of(inner)
            argument = (figure.value, figure.dimension) if spread and figure else None
            return change_of_call(node, argument, spread) if argument else 0.0
        case CallNode(_, arguments):
            return max((_spread(argument, rounding) for argument in arguments), default=0.0)
        case _:
            return 0.0


def _with_next(factors: tuple[tuple[int, Node], ...]) -> Iterator[tuple[Node, Node | None]]:
    """Each factor that is no multiplier with the unit or multiplier right behind it."""
    following = (*(part if sign > 0 else None for sign, part in factors[1:]), None)
    for (sign, part), after in zip(factors, following, strict=True):
        if not is_multiplier(sign, part):
            measured = isinstance(after, UnitNode) or _is_a_multiplier(after)
            yield part, after if measured else None


def _share(node: Node, rounding: Rounding, behind: Node | None = None) -> float:
    """The rounding error of a node as a share of its size."""
    spread = _spread(node, rounding, behind)
    size = _size(node) if spread else 1.0
    return spread / size if size else 0.0


def _size(node: Node) -> float:
    figure = figure_of(node)
    return abs(figure.value) if figure is not None else 0.0
