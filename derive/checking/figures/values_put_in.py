"""Values put in for names, without their units: the 5 of E = P t = 5 t, which is that of P."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import Node, ProductNode, StatementNode, SumNode, children

_Factors = list[tuple[int, Node]]


def without_values(statement: StatementNode) -> StatementNode | None:
    """The statement without the sides that are one before them with bare figures in place of some
    names, and without those of bare figures; None if there are none of the first.
    """
    if not {*statement.signs} <= {"=", "≈"}:
        return None
    kept, put_in = [statement.sides[0]], False
    for before, side in pairwise(statement.sides):
        put_in = _is_put_in(before, side, again=put_in)
        if not put_in:
            kept.append(side)
    if len(kept) == len(statement.sides):
        return None
    kept = [side for side in kept if kind_of(side) is not SideKind.BARE]
    signs = ("=",) * max(len(kept) - 1, 0)
    return replace(statement, sides=tuple(kept), signs=signs, others=(), instead=())


def _is_put_in(before: Node, side: Node, *, again: bool) -> bool:
    """Whether a side, with names of its own, is the one before with figures in place of others; or
    of other figures, if there are values in that one already.
    """
    if kind_of(side) is not SideKind.SYMBOLIC:
        return False
    here, there = _terms(before), _terms(side)
    if len(here) != len(there) or _same(before, side):
        return False
    return all(
        sign == own and (_same(term, other) or _replaces(_factors(term), _factors(other), again))
        for (sign, term), (own, other) in zip(here, there, strict=True)
    )


def _replaces(names: _Factors, figures: _Factors, again: bool) -> bool:
    """Whether the second of two products has, above and below the bar, bare figures in place of
    names of the first; or, if `again`, other figures.
    """
    for factor in list(names):
        if (match := next((one for one in figures if _alike(one, factor)), None)) is not None:
            names.remove(factor)
            figures.remove(match)
    kinds = {kind_of(factor) for _, factor in names}
    if any(kind_of(factor) is not SideKind.BARE for _, factor in figures):
        return False
    if again and kinds <= {SideKind.BARE}:
        return True
    places = {sign for sign, _ in names}
    return kinds == {SideKind.SYMBOLIC} and places == {sign for sign, _ in figures}


def _terms(side: Node) -> tuple[tuple[int, Node], ...]:
    return side.terms if isinstance(side, SumNode) else ((1, side),)


def _factors(term: Node) -> _Factors:
    """The factors of a term, those of its brackets too."""
    if not isinstance(term, ProductNode):
        return [(1, term)]
    return [(sign * own, part) for sign, each in term.factors for own, part in _factors(each)]


def _alike(one: tuple[int, Node], other: tuple[int, Node]) -> bool:
    return one[0] == other[0] and _same(one[1], other[1])


def _same(one: Node, other: Node) -> bool:
    """Whether two trees are the same but for where they stand."""
    parts, others = children(one), children(other)
    if type(one) is not type(other) or len(parts) != len(others):
        return False
    return _own(one) == _own(other) and all(map(_same, parts, others))


def _own(node: Node) -> object:
    """The content of a node besides its parts and its place."""
    match node:
        case SumNode(terms):
            return [sign for sign, _ in terms]
        case ProductNode(factors):
            return [sign for sign, _ in factors]
        case _:
            fields = ("value", "word", "function")
            return [getattr(node, name, None) for name in fields]
