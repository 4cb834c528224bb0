"""Derivatives in LaTeX: a fraction of two d's stands for a rate of change, of which only the dimension is read."""

from __future__ import annotations

from derive.checking.latex_words import SPELT
from derive.checking.names import Names
from derive.units.lexer import Token

_D = ("d", "∂")


def derivative(above: list[Token], below: list[Token], names: Names) -> tuple[list[Token], list[Token]] | None:
    """What is differentiated (1 for a bare d) and by what, to its power; None if the fraction is none of d's."""
    if "d" in names.own:
        return None
    over, order = _without_d(above)
    under, _ = _without_d(below)
    if over is None or not under or _power_of(under) != order:
        return None
    one = Token("number", "1", above[0].position, False)
    symbol = under[0]
    known = names.find(symbol.text) or names.weak(symbol.text)
    return (over or [one], under) if known else None


def _without_d(pieces: list[Token]) -> tuple[list[Token] | None, str]:
    """What stands after the d of `dE`, `d^2x` or `\\partial t^2`, and the order of the d; None if there is no d."""
    if not pieces or pieces[0].kind not in ("word", SPELT) or pieces[0].text[0] not in _D:
        return None, ""
    first, rest = pieces[0], pieces[1:]
    if len(first.text) > 1:
        return [Token(first.kind, first.text[1:], first.position + 1, False), *rest], "1"
    if [piece.text for piece in rest[:2]] == ["^", "("] and len(rest) > 3 and rest[3].text == ")":
        return rest[4:], rest[2].text
    return rest, "1"


def _power_of(pieces: list[Token]) -> str:
    """The power of the one symbol that stands below; nothing if more stands there."""
    if len(pieces) == 1:
        return "1"
    power = [piece.text for piece in pieces[1:]]
    return power[2] if len(power) == 4 and power[:2] == ["^", "("] and power[3] == ")" else ""


def bracketed(pieces: list[Token], position: int) -> list[Token]:
    """The pieces within brackets, which stand where a lone piece does."""
    if len(pieces) == 1 and pieces[0].kind in ("number", "word", SPELT):
        position = pieces[0].position
    return [Token("symbol", "(", position, False), *pieces, Token("symbol", ")", position, False)]
