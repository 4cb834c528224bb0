"""Transposes in plain text: the T of `K^T` and `QKᵀ`."""

from __future__ import annotations

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.units.lexer import Token

_MARKS = ("ᵀ", "⊤")


def without_transposes(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens without a raised T on a word, unless T is the author's own: what has a unit is
    transposed, and a pure number is one to any power. A raised T of its own sign always is one.
    """
    if not any(piece.text == "T" or piece.text.endswith(_MARKS) for piece in pieces):
        return pieces
    made: list[Token] = []
    for piece in pieces:
        marked = piece.text.rstrip("".join(_MARKS))
        if marked != piece.text:
            made += [piece._replace(text=marked)] if marked else []
        elif piece.text == "T" and _is_raised(made) and not names.is_defined("T"):
            made.pop()
        else:
            made.append(piece)
    return made


def _is_raised(before: list[Token]) -> bool:
    """Whether the tokens end in a word and a caret."""
    return len(before) > 1 and before[-1].text == "^" and before[-2].kind in ("word", SPELT)
