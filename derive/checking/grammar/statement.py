"""Statements: sides and the signs of relation between them."""

from __future__ import annotations

from derive.checking.grammar.terms import CLOSING, RELATION_SIGNS, Terms
from derive.checking.grammar.tree import NameNode, Node, NumberNode, StatementNode
from derive.checking.spelling.latex_commands import DOTS
from derive.checking.tokens.calls import is_applied, is_lone
from derive.checking.tokens.measures import NAME
from derive.checking.tokens.reading_options import USUAL
from derive.errors import shorten
from derive.units.lexer import Token

_BARS = ("mean", "(", ")")  # of a name with a bar
_CONSTANT = ("const", "constant", "const.")


def read_statement(terms: Terms, unknown: tuple[Token, ...] = ()) -> StatementNode:
    """Sides and the signs between them, to the end. Raises TextError for a remainder."""
    begin = terms.peek().position
    _define(terms)
    sides, signs = [terms.expression(0).node], []
    while terms.peek().kind == "symbol" and terms.peek().text in RELATION_SIGNS:
        signs.append(RELATION_SIGNS[terms.next().text])
        sides.append(terms.expression(0).node)
    _skip_list(terms, sides)
    token = terms.peek()
    if token.kind != "end":
        terms.check_comma(token)
        if token.text in CLOSING.values():
            raise terms.error(token, f"“{token.text}” closes a bracket that was not opened")
        raise terms.error(token, f"“{shorten(token.text, 20)}” has no place in an equation")
    return StatementNode(
        _with_constants(terms, sides), tuple(signs), unknown, tuple(terms.spots), begin
    )


def _define(terms: Terms) -> None:
    """Drop the argument of a first side that is all x(t), or a mass at itself, m(m): it defines x
    and is not a product.
    """
    inside = is_applied(terms.pieces, 1) if terms.peek().kind == NAME else 0
    argument = terms.pieces[2:inside]
    itself = [piece.text for piece in argument if piece.text not in _BARS] == [terms.peek().text]
    if (
        inside
        and (itself or (is_lone(argument) and terms.ways.call == USUAL))
        and terms.peek(1 + inside).text in RELATION_SIGNS
    ):
        del terms.pieces[1 : 1 + inside]


def _skip_list(terms: Terms, sides: list[Node]) -> None:
    """Step over further values of a side, as in n = 1, 2, 3, …"""
    rest = terms.pieces[terms.index : -1]
    if (
        isinstance(sides[-1], NumberNode)
        and rest
        and rest[0].text == ","
        and all(piece.kind == "number" or piece.text in (",", DOTS) for piece in rest)
    ):
        place = rest[0].position
        braced = terms.text[place - 1 : place + 2] == "{,}"
        if braced or (len(rest) == 2 and not isinstance(sides[0], NameNode)):
            terms.check_comma(rest[0])
        terms.index = len(terms.pieces) - 1


def _with_constants(terms: Terms, sides: list[Node]) -> tuple[Node, ...]:
    """The sides, with an unnamed constant replaced by another side."""
    open_ones = [
        isinstance(side, NameNode)
        and side.word in _CONSTANT
        and terms.names.find(side.word) is None
        for side in sides
    ]
    if all(open_ones) or not any(open_ones):
        return tuple(sides)
    shown = next(side for side, is_open in zip(sides, open_ones, strict=True) if not is_open)
    return tuple(shown if is_open else side for side, is_open in zip(sides, open_ones, strict=True))
