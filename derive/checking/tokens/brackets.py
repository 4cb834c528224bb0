"""Brackets among tokens."""

from __future__ import annotations

from derive.checking.spelling.latex_commands import FUNCTION, SPELT
from derive.units.lexer import Token

_DEGREE = "0.017453292519943295"


def nesting(token: Token) -> int:
    """Change of depth at a token: 1 at an opening bracket, -1 at a closing one, else 0."""
    if token.kind != "symbol":
        return 0
    return (token.text in "([{") - (token.text in ")]}")


def bracket_end(tokens: list[Token], begin: int) -> int:
    """Index after the bracket that opens at `begin`; 0 if it is not closed."""
    depth = 0
    for index in range(begin, len(tokens)):
        depth += nesting(tokens[index])
        if not depth:
            return index + 1
    return 0


def bracketed(pieces: list[Token], position: int) -> list[Token]:
    """The tokens in brackets, at the position of a lone token."""
    if len(pieces) == 1 and pieces[0].kind in ("number", "word", SPELT):
        position = pieces[0].position
    return [Token("symbol", "(", position, False), *pieces, Token("symbol", ")", position, False)]


def called(function: str, pieces: list[Token], position: int) -> list[Token]:
    """A function applied to the tokens."""
    return [Token(FUNCTION, function, position, False), *bracketed(pieces, position)]


def in_radians(number: Token, position: int) -> list[Token]:
    """A number of degrees, with their sign at the position, in radians."""
    degree = (Token("symbol", "*", position, False), Token("number", _DEGREE, position, False))
    return bracketed([number, *degree], number.position)


def power(exponent: list[Token], position: int) -> list[Token]:
    """A caret with the exponent in brackets."""
    return [Token("symbol", "^", position, True), *bracketed(exponent, position)]


def quotient(above: list[Token], below: list[Token], position: int) -> list[Token]:
    """Numerator and denominator in brackets, with a fraction bar between them."""
    bar = Token("symbol", "/", position, True)
    return [*bracketed(above, position), bar, *bracketed(below, position)]
