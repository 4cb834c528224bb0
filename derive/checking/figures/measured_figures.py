"""Figures without their units among names: measured ones in sums, 67500 - 450 T, those of a
polynomial in one name, x = 7 t - 2 t^2, and those beside a name that says its unit, ram_GB - 1.
"""

from __future__ import annotations

from dataclasses import replace

from derive.checking.figures.kelvins import is_zero_celsius
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    StatementNode,
    SumNode,
    children,
    measured,
    rebuilt,
)
from derive.units.registry import resolve
from derive.units.written_number import digits_shown

_MEASURED_DIGITS = 3


def is_measured(number: Node) -> bool:
    """Whether a number looks measured: with a point, a power of ten or three digits."""
    if not isinstance(number, NumberNode) or not number.text:
        return False
    return "." in number.text or digits_shown(number.text) >= _MEASURED_DIGITS


def without_measured(statement: StatementNode) -> StatementNode | None:
    """The statement without the terms and sides in which there are measured figures; None if no
    such figure is added to anything.
    """
    converts = any(map(is_zero_celsius, statement.nodes))
    if converts or not any(_adds_measured(node) for node in statement.nodes):
        return None
    kept = [side for side in map(_without, statement.sides) if side is not None]
    signs = statement.signs[: max(len(kept) - 1, 0)]
    return replace(statement, sides=tuple(kept), signs=signs, others=(), instead=())


def is_polynomial(statement: StatementNode) -> bool:
    """Whether a name is a polynomial in one other, of two powers or more, with figures before all
    of them but one.
    """
    if len(statement.sides) != 2 or statement.signs != ("=",):
        return False
    name, side = statement.sides
    if not isinstance(name, NameNode) or not isinstance(side, SumNode):
        return False
    terms = [_monomial(term) for _, term in side.terms]
    whole = [term for term in terms if term is not None]
    words, powers = {word for word, _, _ in whole if word}, {power for _, power, _ in whole}
    figures = [figure for word, _, figure in whole if word]
    several = len(words) == 1 and len(powers) > 1 and any(figures) and figures.count(False) < 2
    of_one = any(isinstance(term, NumberNode) and term.value == 1 for _, term in side.terms)
    return several and len(whole) == len(terms) and not of_one


def in_units_of_names(statement: StatementNode) -> StatementNode:
    """The statement with the bare figures that are added to a name which says its unit in that
    unit: the 1 of ram_GB - 1.
    """
    sides = tuple(rebuilt(side, _in_unit_of_name) for side in statement.sides)
    return replace(statement, sides=sides, others=(), instead=())


def _in_unit_of_name(node: Node) -> Node | None:
    if not isinstance(node, SumNode):
        return None
    units = {unit for _, term in node.terms if (unit := _unit_said(term))}
    if len(units) != 1:
        return None
    (unit,) = units
    terms = tuple(
        (sign, measured(term, unit) if isinstance(term, NumberNode) else term)
        for sign, term in node.terms
    )
    return replace(node, terms=terms)


def _unit_said(term: Node) -> str:
    """The unit of two letters or more with which a name ends; "" for others."""
    _, _, last = term.word.rpartition("_") if isinstance(term, NameNode) else ("", "", "")
    return last if len(last) > 1 and resolve(last) is not None else ""


def _monomial(term: Node) -> tuple[str, float, bool] | None:
    """The name of a term, its power and whether figures stand before it; None for any other."""
    word, power, figure = "", 0.0, False
    for sign, part in term.factors if isinstance(term, ProductNode) else ((1, term),):
        base, exponent = (part.base, part.exponent) if isinstance(part, PowerNode) else (part, None)
        if _is_of_numbers(part):
            figure = True
        elif word or not isinstance(base, NameNode) or not _is_whole(exponent):
            return None
        else:
            word = base.word
            power = sign * (float(exponent.value) if isinstance(exponent, NumberNode) else 1.0)
    return word, power, figure


def _is_whole(exponent: Node | None) -> bool:
    return exponent is None or isinstance(exponent, NumberNode)


def _adds_measured(node: Node) -> bool:
    """Whether a term of a sum with other terms is of figures alone, one of them measured."""
    if not isinstance(node, SumNode) or len(node.terms) < 2:
        return False
    bare = [_is_of_numbers(term) for _, term in node.terms]
    figures = (term for (_, term), alone in zip(node.terms, bare, strict=True) if alone)
    return not all(bare) and any(map(_holds_measured, figures))


def _is_of_numbers(node: Node) -> bool:
    parts = children(node)
    return all(map(_is_of_numbers, parts)) if parts else isinstance(node, NumberNode)


def _holds_measured(node: Node) -> bool:
    return is_measured(node) or any(map(_holds_measured, children(node)))


def _without(node: Node) -> Node | None:
    """The tree without terms that hold measured figures; None if nothing is left."""
    if not isinstance(node, SumNode):
        return None if _is_left_out(node) else node
    kept = tuple((sign, term) for sign, term in node.terms if not _is_left_out(term))
    return replace(node, terms=kept) if kept else None


def _is_left_out(term: Node) -> bool:
    """Whether a term holds a measured figure, or is zero."""
    zero = isinstance(term, NumberNode) and not term.value
    factors = term.factors if isinstance(term, ProductNode) else ()
    return zero or _holds_measured(term) or any(_is_left_out(part) for _, part in factors)
