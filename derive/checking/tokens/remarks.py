"""Remarks in brackets in plain text: `2 (2 bytes per parameter)`, `memory (forward pass only)`."""

from __future__ import annotations

from itertools import pairwise

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.brackets import bracket_end
from derive.units.lexer import Token
from derive.units.registry import resolve

_SIGNS = ("=", "≈", "+", "-", "−", "*", "×", "·", "/", "≤", "≥", "<", ">")
_WITHIN = (",", "-", ";")
_THINGS = ("parameters", "params", "weights", "gradients", "activations", "tokens")
_LONG = 4


def without_remarks(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens without brackets that say again what the figure before them is of, or that hold
    words of a sentence behind a name.
    """
    pieces = _without_things(pieces)
    if not any(piece.text == "(" and not piece.glued for piece in pieces):
        return pieces
    made: list[Token] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        end = bracket_end(pieces, index) if piece.text == "(" and not piece.glued and made else 0
        inside = pieces[index + 1 : end - 1]
        if end and _ends(pieces[end:]) and _is_a_remark(made[-1], inside, names):
            index = end
        else:
            made.append(piece)
            index += 1
    return made


def _without_things(pieces: list[Token]) -> list[Token]:
    """The tokens without the nouns that say what bytes are of: 44 GB parameters."""
    if not any(piece.text in _THINGS for piece in pieces[2:]):
        return pieces
    behind = [False, False, *(_is_size(*two) for two in pairwise(pieces[:-1]))]
    return [
        piece
        for piece, sized in zip(pieces, behind, strict=True)
        if not (sized and piece.text in _THINGS)
    ]


def _is_size(figure: Token, word: Token) -> bool:
    """Whether two tokens are a number of bytes, written with a prefix: 70 B are billions."""
    sized = figure.kind == "number" and word.kind == "word" and len(word.text) > 1
    unit = resolve(word.text) if sized else None
    return unit is not None and dict(unit.dimension.exponents) == {"information": 1}


def _ends(rest: list[Token]) -> bool:
    """Whether a term ends here."""
    return not rest or rest[0].kind == "end" or rest[0].text in _SIGNS


def _is_a_remark(before: Token, inside: list[Token], names: Names) -> bool:
    if before.kind != "number" and not _is_a_word(before):
        return False
    if len(inside) > 1 and inside[0].kind == "number" and inside[0].text == before.text:
        return all(_is_a_word(piece) or piece.text == "/" for piece in inside[1:])
    worded = all(_is_a_word(piece) or piece.text in _WITHIN for piece in inside)
    told = [_is_told(piece, names) for piece in inside]
    return worded and any(one and two for one, two in pairwise(told))


def _is_a_word(piece: Token) -> bool:
    return piece.kind in ("word", SPELT)


def _is_told(piece: Token, names: Names) -> bool:
    """Whether a long word is neither a name nor a unit."""
    told = piece.kind == "word" and len(piece.text) >= _LONG and piece.text.isalpha()
    return told and names.find(piece.text) is None and resolve(piece.text) is None
