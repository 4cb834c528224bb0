"""Sides that are multiples of one product of names: the 12 and the 24 of 4 D² + 8 D² = 24 D²."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    SumNode,
    UnitNode,
    nodes,
)

_MOST_POWER = 12
_Signed = tuple[int, Node]


@dataclass(frozen=True, slots=True)
class Multiple:
    """The figures of a side, with their units, and the powers of the names that they multiply."""

    figures: Node
    powers: Mapping[str, int]


def multiple_of(side: Node, units: Collection[str] = ()) -> Multiple | None:
    """A side with a figure whose terms are all multiples of one product of names, of which some may
    be words for `units`; None for any other.
    """
    has_figure = any(isinstance(node, NumberNode) and node.text for node in nodes(side))
    return _multiple(side, units) if has_figure else None


def _multiple(node: Node, units: Collection[str]) -> Multiple | None:
    match node:
        case NumberNode() | UnitNode():
            return Multiple(node, {})
        case NameNode(word, position) if word in units:
            return Multiple(UnitNode(word, position), {})
        case NameNode(word, position):
            return Multiple(_one(position), {word: 1})
        case PowerNode(base, NumberNode(power)):
            return _power(node, _multiple(base, units), power)
        case ProductNode(factors):
            return _product(node, _multiples(factors, units))
        case SumNode(terms):
            return _sum(node, _multiples(terms, units))
        case _:
            return None


def _one(position: int) -> NumberNode:
    return NumberNode(Fraction(1), position)


def _multiples(
    parts: Sequence[_Signed], units: Collection[str]
) -> list[tuple[int, Multiple]] | None:
    """The multiples that some terms or factors are, each with its sign; None where one is none."""
    found = [(sign, _multiple(part, units)) for sign, part in parts]
    every = [(sign, part) for sign, part in found if part is not None]
    return every if len(every) == len(found) else None


def _power(node: PowerNode, base: Multiple | None, power: Fraction) -> Multiple | None:
    if base is None or power.denominator > 1 or abs(power) > _MOST_POWER:
        return None
    powers = {word: own * int(power) for word, own in base.powers.items()}
    alone = isinstance(node.base, NameNode) and base.powers
    figures = base.figures if alone else PowerNode(base.figures, node.exponent, node.position)
    return Multiple(figures, powers)


def _product(node: ProductNode, factors: list[tuple[int, Multiple]] | None) -> Multiple | None:
    """A product, in whose figures no one stands for the names."""
    if factors is None:
        return None
    powers: Counter[str] = Counter()
    for sign, factor in factors:
        for word, power in factor.powers.items():
            powers[word] += sign * power
    figures = [(sign, factor.figures) for sign, factor in factors if not _is_one(factor.figures)]
    left = {word: power for word, power in powers.items() if power}
    if not figures or figures[0][0] < 0:
        figures = [(1, _one(node.position)), *figures]
    lone = len(figures) == 1
    return Multiple(figures[0][1] if lone else ProductNode(tuple(figures), node.position), left)


def _is_one(figures: Node) -> bool:
    """Whether names alone, or a one that stands nowhere, are left of a factor."""
    return isinstance(figures, NumberNode) and not figures.text and figures.value == 1


def _sum(node: SumNode, terms: list[tuple[int, Multiple]] | None) -> Multiple | None:
    if terms is None or any(term.powers != terms[0][1].powers for _, term in terms):
        return None
    figures = tuple((sign, term.figures) for sign, term in terms)
    return Multiple(SumNode(figures, node.position), terms[0][1].powers)
