"""Brackets after a name that may hold the arguments of a function."""

from __future__ import annotations

from derive.checking.spelling.latex_commands import DOTS
from derive.checking.tokens.brackets import bracket_end, nesting
from derive.checking.tokens.measures import NAME
from derive.units.lexer import Token

_IMAGINARY = ("i", "j")
_OF_ONE = 3  # tokens of a bracket around a figure


def is_applied(pieces: list[Token], begin: int) -> int:
    """Number of tokens of the bracket glued to a name, from `begin` on; 0 if there is none, or a
    figure in it is put in as a factor before another bracket: m (9.8)(2 h).
    """
    opening = pieces[min(begin, len(pieces) - 1)]
    if opening.text != "(" or opening.kind != "symbol" or not opening.glued:
        return 0
    end = max(bracket_end(pieces, begin), begin)
    figure = end - begin == _OF_ONE and pieces[begin + 1].kind == "number"
    return 0 if figure and end < len(pieces) and pieces[end].text == "(" else end - begin


def arguments(inside: list[Token]) -> list[list[Token]]:
    """The arguments of a bracket: the tokens between its commas, inner brackets intact."""
    made: list[list[Token]] = [[]]
    depth = 0
    for piece in inside:
        depth += nesting(piece)
        if piece.text == "," and not depth:
            made.append([])
        else:
            made[-1].append(piece)
    return made


def is_lone(inside: list[Token]) -> bool:
    """Whether every argument is a single symbol or number, perhaps signed: t, -t, 0, x, t, or an
    imaginary frequency: jω.
    """
    return all(_is_one(place) for place in arguments(inside))


def _is_one(place: list[Token]) -> bool:
    signed = place[1:] if place and place[0].text in ("+", "-") else place
    if len(signed) > 1 and signed[0].kind == NAME and signed[0].text in _IMAGINARY:
        signed = signed[1:]
    return len(signed) == 1 and (signed[0].kind in (NAME, "number") or signed[0].text == DOTS)
