"""Figures before names that hold the unit which keeps the sides of an equation from agreeing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.bare_terms import is_of_a_law
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.checking.tokens.measures import PHYSICAL
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.written_number import digits_shown, plain_digits

_FEW_DIGITS = 2


def coefficient(found: Interpretation) -> str:
    """The condition that the bare figures before names hold the units that keep the sides from
    agreeing, where there is a figure with a unit, or every figure is written like a measured one;
    "" if there are none, and where names alone disagree with each other or with such a figure.
    """
    terms = [term for side in found.statement.sides for term in _terms(side)]
    kinds = [kind_of(term) for term in terms]
    if {*kinds} == {SideKind.SYMBOLIC}:
        return _of_physics(found, terms)
    if SideKind.SYMBOLIC not in kinds or len(set(kinds)) == 1:
        return ""
    measured = [k for k, kind in enumerate(kinds) if kind != SideKind.SYMBOLIC]
    figures = [next(_figures(term), "") for term in terms]
    law = any(is_of_a_law(*each, found.reading) for each in zip(terms, figures, strict=True))
    if law or (SideKind.FIGURE not in kinds and not all(map(_is_measured, figures))):
        return ""
    fixed = [k for k, term in enumerate(terms) if k in measured or isinstance(term, NameNode)]
    first = next((text for k, text in enumerate(figures) if text and k not in measured), "")
    shown = all(text or k in fixed for k, text in enumerate(figures))
    agree = len(fixed) == len(measured) or _agree(found, [terms[k] for k in fixed])
    return f"{first} has a unit that is left out" if first and shown and agree else ""


def _of_physics(found: Interpretation, terms: Sequence[Node]) -> str:
    """The condition that the first figure of three digits or more before a name alone holds a unit
    of physics by which the sides differ, v = 4.43 sqrt(h); "" where there is none, and where the
    terms without such a figure disagree.
    """
    figures = [
        next(filter(_is_no_fraction, _figures(term)), "") if _is_of_one_name(term) else ""
        for term in terms
    ]
    rest = [term for term, figure in zip(terms, figures, strict=True) if not figure]
    try:
        here, there = (dimension_of(side) for side in found.pairs[0])
    except Mismatch:
        return ""
    physical = any(base in PHYSICAL for base, _ in (here / there).exponents)
    first = next(filter(None, figures), "")
    agree = len(rest) < 2 or _agree(found, rest)
    return f"{first} has a unit that is left out" if first and physical and agree else ""


def _is_of_one_name(term: Node) -> bool:
    """Whether a term without units has one name."""
    if any(isinstance(node, UnitNode) for node in nodes(term)):
        return False
    return len({node.word for node in nodes(term) if isinstance(node, NameNode)}) == 1


def _is_no_fraction(figure: str) -> bool:
    """Whether a figure is measured, and no power of ten or binary fraction: 4.43, not 0.125."""
    if not figure or not _is_measured(figure):  # a constant such as pi has none
        return False
    value = Fraction(plain_digits(figure))
    binary = value.denominator & (value.denominator - 1) == 0
    return not ("." in figure and binary)


def _agree(found: Interpretation, terms: Sequence[Node]) -> bool:
    """Whether terms have one dimension, as they stand."""
    sides = replace(found.statement, sides=tuple(terms), signs=("=",) * (len(terms) - 1))
    return interpret(found.passage, sides, found.reading).balances


def _terms(side: Node) -> tuple[Node, ...]:
    """The terms of a side, also of one that is a sum over a figure."""
    match side:
        case SumNode(terms):
            return tuple(term for _, term in terms)
        case ProductNode(factors):
            named = [part for _, part in factors if kind_of(part) == SideKind.SYMBOLIC]
            return _terms(named[0]) if len(named) == 1 and _is_sum(named[0]) else (side,)
        case _:
            return (side,)


def _is_sum(node: Node) -> bool:
    return isinstance(node, SumNode) and len(node.terms) > 1


def _figures(term: Node) -> Iterator[str]:
    """The figures of a term but 1, without those in exponents."""
    match term:
        case NumberNode(value, _, text) if value not in (0, 1):
            yield text
        case SumNode(parts) | ProductNode(parts):
            for _, part in parts:
                yield from _figures(part)


def _is_measured(figure: str) -> bool:
    return "e" in figure or digits_shown(figure or "0") > _FEW_DIGITS
