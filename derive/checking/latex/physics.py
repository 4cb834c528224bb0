"""The d of upright text, and quantities set with siunitx."""

from __future__ import annotations

from derive.checking.latex.cursor import Cursor
from derive.checking.latex.powers import read_powers
from derive.checking.latex.scripts import begins_symbol
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.spelling.siunitx import NUMBER, NUMBERS, UNITS, known_unit
from derive.checking.tokens.brackets import bracketed
from derive.checking.tokens.measures import UNIT
from derive.errors import TextError, shorten
from derive.units.lexer import Token, tokens


def is_operator(cursor: Cursor) -> bool:
    """Whether the upright text that follows is the d of a derivative or integral, before a
    symbol or its power.
    """
    texts = [
        piece.text
        for piece in cursor.atoms[cursor.index : cursor.index + 5]
        if piece.kind != "space"
    ]
    inside, after = (
        (texts[1:2], texts[3:4])
        if texts[:1] == ["{"] and texts[2:3] == ["}"]
        else (texts[:1], texts[1:2])
    )
    if inside and texts[0] != "{" and len(inside[0]) > 1:  # \mathrm dx without braces
        inside, after = [inside[0][0]], [inside[0][1:]]
    return (
        inside == ["d"]
        and bool(after)
        and (after[0][:1].isalpha() or after[0] in ("}", "^") or begins_symbol(cursor, after[0]))
    )


def read_quantity(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A number, unit or both, set with siunitx. Raises TextError for an unreadable number or an
    unknown unit.
    """
    name = atom.text[1:]
    if cursor.peek().text == "[":
        while cursor.next().text not in ("]", ""):
            pass
    made: list[Token] = []
    if name not in UNITS:
        place, number = cursor.source(atom)
        if not NUMBER.fullmatch(number.strip()):
            raise TextError(
                cursor.text, place, f"“{shorten(number, 20)}” is not a number", "Write it as 1.5e3."
            )
        made.append(Token("number", number.replace(" ", "").replace(",", "."), place, False))
    if name not in NUMBERS:
        unit = siunitx_unit(cursor, atom)
        made += [Token("symbol", "*", unit[0].position, False)] * bool(made) + unit
    out.extend(bracketed(made, atom.position))
    read_powers(cursor, out)


def siunitx_unit(cursor: Cursor, atom: LatexToken) -> list[Token]:
    """The unit in the next group, in brackets. Raises TextError if it is unknown."""
    place, source = cursor.source(atom)
    unit = known_unit(source)
    if unit is None:
        problem = f"“{shorten(source, 20)}” is not a unit here"
        fix = "Write it as m/s^2, or give it with --units."
        raise TextError(cursor.text, place, problem, fix)
    words = [
        Token(UNIT if piece.kind == "word" else piece.kind, piece.text, place, False)
        for piece in tokens(unit)[:-1]
    ]
    return bracketed(words, place)
