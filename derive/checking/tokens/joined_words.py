"""Words of two units behind a figure or a bar as their product: 20 Nm, 4.2 kJ/kgK."""

from __future__ import annotations

from itertools import pairwise

from derive.checking.spelling.joined_units import with_parted_units
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import is_physical
from derive.units.lexer import Token

_FIELD = ["/", "A"]  # what is behind the tesla metres of Tm/A
_LETTERS = ("Nm", "VA")  # may as well be a product of two


def with_joined_words(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with these words parted; a name of the author's stays, and so does what may be a
    product of letters where there is no other unit of physics.
    """
    made: list[Token] = []
    physical = any(
        before.kind == "number" and after.kind == "word" and is_physical(after.text)
        for before, after in pairwise(pieces)
    )
    for index, piece in enumerate(pieces):
        before = made[-1] if made else None
        bar = "/" if before is not None and before.text == "/" else ""
        behind = bar or (before is not None and before.kind == "number")
        kept = names.taken(piece.text) or (piece.text in _LETTERS and not physical)
        if piece.kind != "word" or not behind or kept:
            made.append(piece)
            continue
        rest = "/A" if [each.text for each in pieces[index + 1 : index + 3]] == _FIELD else ""
        whole = f"{bar}{piece.text}{rest}"
        parted = with_parted_units(whole)
        made += [piece] if parted == whole else _units(piece, parted, bar != "")
    return made


def _units(piece: Token, parted: str, below: bool) -> list[Token]:
    """The tokens of the two units of a word, in brackets `below` a bar."""
    first, second = parted.strip("/()").removesuffix("/A").split()
    units = [
        piece._replace(text=first),
        Token("symbol", "*", piece.position, True),
        Token("word", second, piece.position, True),
    ]
    opening = Token("symbol", "(", piece.position, False)
    return [opening, *units, Token("symbol", ")", piece.position, True)] if below else units
