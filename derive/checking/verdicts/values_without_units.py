"""Figures put into an equation of physics without their units: P = 6000/V, 3 = 0.25/f."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    SumNode,
    UnitNode,
)
from derive.checking.grammar.tree import nodes as nodes_of
from derive.checking.tokens.measures import PHYSICAL
from derive.errors import TextError
from derive.units.dimension import Dimension

_DIGITS, _LAW = 3, 10  # a law has figures of one or two digits, squares of those below ten
_STRUCTURAL = {2**power for power in range(12)} | {10**power for power in range(12)}


def holds_values(found: Interpretation, gap: Dimension | None) -> bool:
    """Whether figures that look measured may have the units of physics by which an equation
    differs: each term has one, or agrees with the others that have none.
    """
    sides = found.statement.sides
    if gap is not None and any(map(_adds_to_a_ratio, found.statement.nodes)):
        return True
    if gap is not None and any(map(_is_linear, sides)):
        return True
    if gap is not None and any(map(_is_a_zero_of_one_name, sides, reversed(sides))):
        return True
    if gap is None or not any(base in PHYSICAL for base, _ in gap.exponents):
        return False
    result = any(kind_of(side) == SideKind.BARE and not _is_small(side) for side in sides)
    terms = [term for side in sides for term in _terms(side)]
    free = [term for term in terms if _holds_value(term, result)]
    rest = tuple(term for term in terms if term not in free)
    if not result and all(kind_of(term) == SideKind.BARE for term in free):
        return any(map(_is_of_one_name, sides))
    if len(rest) < 2:
        return bool(free)
    signs = ("=",) * (len(rest) - 1)
    other = replace(found.statement, sides=rest, signs=signs, others=(), instead=())
    try:
        return interpret(found.passage, other, found.reading).balances
    except TextError:
        return False


def _terms(side: Node) -> tuple[Node, ...]:
    return tuple(term for _, term in side.terms) if isinstance(side, SumNode) else (side,)


def _adds_to_a_ratio(node: Node) -> bool:
    """Whether a number is added to a name over a figure that looks measured: 1 + f/700."""
    terms = [part for _, part in node.terms] if isinstance(node, SumNode) else []
    return any(isinstance(part, NumberNode) for part in terms) and any(map(_is_a_ratio, terms))


def _is_linear(side: Node) -> bool:
    """Whether numbers, or names times numbers, of several names are added: 18 - 3 I_2 - 6 I_1."""
    terms = _terms(side)
    words = {word for term in terms for word in _multiplied(term)}
    rest = [term for term in terms if not _multiplied(term)]
    return len(words) > 1 and bool(rest) and all(isinstance(term, NumberNode) for term in rest)


def _multiplied(term: Node) -> list[str]:
    """The name of a product of a number and a name; none of any other term."""
    match term:
        case ProductNode(((1, NumberNode() | SumNode(((-1, NumberNode()),))), (1, NameNode(word)))):
            return [word]
        case _:
            return []


def _is_a_ratio(term: Node) -> bool:
    match term:
        case ProductNode(((1, NameNode()), (-1, NumberNode() as figure))):
            return _is_value(figure, result=True)
        case _:
            return False


def _is_of_one_name(side: Node) -> bool:
    """Whether a side is a sum with one name in several powers, and a figure of two digits or more:
    30 r - 2 r^2.
    """
    parts = nodes_of(side) if isinstance(side, SumNode) and len(side.terms) > 1 else []
    words = {node.word for node in parts if isinstance(node, NameNode)}
    figures = any(isinstance(node, NumberNode) and node.value >= _LAW for node in parts)
    return len(words) == 1 and figures and any(isinstance(node, PowerNode) for node in parts)


def _is_a_zero_of_one_name(side: Node, other: Node) -> bool:
    """Whether a side is a name and a figure, and the other nothing: t - 2 = 0."""
    zero = isinstance(other, NumberNode) and not other.value
    kinds = sorted(type(term).__name__ for term in _terms(side))
    return zero and kinds == [NameNode.__name__, NumberNode.__name__]


def _is_small(side: Node) -> bool:
    return isinstance(side, NumberNode) and side.value in (0, 1)


def _holds_value(term: Node, result: bool) -> bool:
    """Whether a factor of a term, or the term, is a figure without a unit that looks measured; any
    figure with a point does where a side is a `result`.
    """
    if any(isinstance(node, UnitNode) for node in nodes_of(term)):
        return False
    if result and kind_of(term) == SideKind.BARE:
        return True
    parts = [part for _, part in term.factors] if isinstance(term, ProductNode) else [term]
    return any(_is_value(part, result) for part in parts)


def _is_value(part: Node, result: bool) -> bool:
    match part:
        case PowerNode(NumberNode(value, _, _), _):
            return value > _LAW and value not in _STRUCTURAL
        case NumberNode(value, _, text):
            if "." not in text:
                return len(text) >= _DIGITS and text.isdecimal() and value not in _STRUCTURAL
            return result or text.endswith("0") or not _is_a_fraction(value)
        case _:
            return False


def _is_a_fraction(value: Fraction) -> bool:
    """Whether a number is a binary fraction, as of a law: 0.5, 1.5, 0.125."""
    return value.denominator & (value.denominator - 1) == 0
