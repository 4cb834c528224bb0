"""Bare terms: figures without a unit, added to what has one, in the units that they may have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from operator import itemgetter

from derive.checking.figures.conversions import base_unit_text
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of, unit_text
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    measured,
    nodes,
    rebuilt,
)
from derive.checking.tokens.measures import PHYSICAL
from derive.checking.tokens.quantities import counts_bits
from derive.equations.var import Var
from derive.units.registry import resolve

_MOST_UNITS = 8
_IN_FULL = 10**6
_WORD = re.compile(r"[^\W\d_]+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")


def with_units(statement: StatementNode) -> Iterator[tuple[StatementNode, float, str]]:
    """The statement with its bare terms in each unit that is written in it, or in its base unit;
    with the value of the first of them, and the unit.
    """
    terms = [term for side in statement.sides for term in _bare_terms(side)]
    if not terms or (figure := figure_of(terms[0])) is None:
        return
    for unit in _units(statement):
        sides = tuple(_in_unit(side, unit) for side in statement.sides)
        yield replace(statement, sides=sides, others=(), instead=()), figure.value, unit


def with_units_of_factors(statement: StatementNode) -> Iterator[tuple[StatementNode, float, str]]:
    """The statement, of figures alone, with the largest bare factor of a side in each unit that is
    written in it, or is part of one, and with prefixes, unless the factor is in millions or more
    itself, or written with a power of ten; with the value of the factor, and the unit.
    """
    for place, side in enumerate(statement.sides):
        value, bare = max(_bare_factors(side), key=itemgetter(0), default=(0.0, None))
        if bare is None or value <= 1:
            continue
        for unit in _words(statement):
            if (value >= _IN_FULL or "e" in bare.text) and unit != base_unit_text(unit):
                continue
            told = _with(side, bare, measured(bare, unit))
            sides = (*statement.sides[:place], told, *statement.sides[place + 1 :])
            yield replace(statement, sides=sides, others=(), instead=()), value, unit


def with_sizes(
    statement: StatementNode, sizes: Mapping[str, float]
) -> Iterator[tuple[StatementNode, str]]:
    """The statement with each bare factor that the text says in millions or billions in that size;
    with the figure as written.
    """
    for place, side in enumerate(statement.sides):
        for _, bare in _bare_factors(side):
            if bare.text in sizes:
                value = bare.value * Fraction(sizes[bare.text])
                large = _with(side, bare, replace(bare, value=value, text=f"{float(value):g}"))
                sides = (*statement.sides[:place], large, *statement.sides[place + 1 :])
                yield replace(statement, sides=sides, others=(), instead=()), bare.text


def with_thousands(statement: StatementNode) -> tuple[StatementNode, str] | None:
    """The statement with points that may part thousands left out, 524.288 as 524288, and the first
    figure with one as written; None where no figure has one, or another figure has a decimal point
    or thousands parted by commas.
    """
    texts = [node.text for node in statement.nodes if isinstance(node, NumberNode)]
    if any(("." in text and not _THOUSANDS.fullmatch(text)) or "," in text for text in texts):
        return None
    first, sides = "", []
    for side in statement.sides:
        changed = side
        for number in nodes(side):
            if isinstance(number, NumberNode) and _THOUSANDS.fullmatch(number.text):
                digits = number.text.replace(".", "")
                whole = replace(number, value=Fraction(digits), text=digits)
                changed, first = _with(changed, number, whole), first or number.text
        sides.append(changed)
    return (replace(statement, sides=tuple(sides), others=(), instead=()), first) if first else None


def _bare_factors(node: Node) -> Iterator[tuple[float, NumberNode]]:
    """The numbers above the line of a product with a unit somewhere that none follows, with their
    values, times the K, M or B behind them.
    """
    if isinstance(node, ProductNode) and kind_of(node) == SideKind.FIGURE:
        after = [factor for _, factor in node.factors[1:]]
        for (sign, factor), following in zip_longest(node.factors, after):
            if sign > 0 and isinstance(factor, NumberNode):
                if not (isinstance(following, UnitNode) or is_multiplier(sign, factor)):
                    yield float(factor.value) * _size_behind(following), factor
            elif sign > 0:
                yield from _bare_factors(factor)


def _size_behind(node: Node | None) -> float:
    """The size of a K, M or B behind a number; 1 of anything else."""
    return float(node.value) if isinstance(node, NumberNode) and is_multiplier(1, node) else 1.0


def _with(node: Node, old: Node, new: Node) -> Node:
    """The product with a factor in place of another."""
    if node is old:
        return new
    if not isinstance(node, ProductNode):
        return node
    return replace(
        node, factors=tuple((sign, _with(each, old, new)) for sign, each in node.factors)
    )


def _words(statement: StatementNode) -> list[str]:
    """The units of a statement without powers and quotients, and their base units, each once."""
    found: dict[str, None] = {}
    for node in nodes(*statement.sides):
        if isinstance(node, UnitNode):
            for word in _WORD.findall(unit_text(node) or ""):
                bases = ("bit",) * counts_bits(word) + (base_unit_text(word),)
                found |= dict.fromkeys((word, *bases))
                found |= dict.fromkeys(f"{p}{base}" for base in bases for p in "kMGT")
    return [unit for unit in found if resolve(unit) is not None]


def _units(statement: StatementNode) -> list[str]:
    """The units of the terms of a statement, and their base units, each once; words alone, since
    powers and quotients of units are no unit of a tree.
    """
    found: dict[str, None] = {}
    for node in nodes(*statement.sides):
        measured = isinstance(node, (ProductNode, UnitNode)) and kind_of(node) == SideKind.FIGURE
        if measured and (written := unit_text(node)):
            found |= {written: None, base_unit_text(written): None}
    return [unit for unit in found if resolve(unit) is not None][:_MOST_UNITS]


def _bare_terms(node: Node) -> Iterator[Node]:
    """The bare terms of the sums that are also of other terms."""
    match node:
        case SumNode(terms):
            kinds = [kind_of(term) for _, term in terms]
            mixed = any(kind != SideKind.BARE for kind in kinds)
            for (_, term), kind in zip(terms, kinds, strict=True):
                if kind != SideKind.BARE:
                    yield from _bare_terms(term)
                elif mixed and not (_is_one(term) and SideKind.SYMBOLIC in kinds):
                    yield term
        case ProductNode(factors):
            for _, factor in factors:
                yield from _bare_terms(factor)
        case _:
            return


def _is_one(term: Node) -> bool:
    return isinstance(term, NumberNode) and term.value in (0, 1)


def _in_unit(node: Node, unit: str) -> Node:
    """The tree with its bare terms times a unit."""
    bare = set(map(id, _bare_terms(node)))

    return rebuilt(node, lambda part: measured(part, unit) if id(part) in bare else None)


def is_of_a_law(term: Node, figure: str, reading: Mapping[str, Var]) -> bool:
    """Whether the figure of a term has one digit, beside several quantities of physics: the 2 of
    h/(2 e^2) has no unit.
    """
    words = {node.word for node in nodes(term) if isinstance(node, NameNode)}
    units = [reading[word].unit.dimension for word in words if word in reading]
    physical = any(base in PHYSICAL for unit in units for base, _ in unit.exponents)
    return len(words) > 1 and figure.isdecimal() and len(figure) == 1 and physical
