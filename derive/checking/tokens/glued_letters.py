"""Letters glued to figures that may be multipliers, or names or units as well: 1.3T, 128K * 2."""

from __future__ import annotations

from math import log10

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import UNIT, is_counted, used
from derive.checking.tokens.multipliers import counts_things, has_multipliers
from derive.units.lexer import Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve

_BILLION = "B"


def in_doubt(pieces: list[Token], names: Names) -> bool:
    """Whether a letter glued to a figure may be a multiplier, or a name or a unit as well."""
    return has_multipliers(pieces) and any(
        _may_multiply(pieces, index, names) for index in range(1, len(pieces))
    )


def without_upright(text: str, pieces: list[Token], names: Names) -> Names:
    """The names without the author's B where each B of a formula is upright right behind a figure:
    the billion or bytes of 13\\text{B}.
    """
    places = [k for k, piece in enumerate(pieces) if piece.text == _BILLION]
    upright = all(_is_upright(text, pieces, k) for k in places)
    own = bool(places) and _BILLION in names.own
    return names.disowning(_BILLION) if own and upright else names


def _is_upright(text: str, pieces: list[Token], index: int) -> bool:
    """Whether a letter stands in a command right behind a figure."""
    behind = index > 0 and pieces[index - 1].kind == "number"
    return behind and text[pieces[index].position :].lstrip().startswith("\\")


def with_powers(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with every such letter as a power of ten: 1.3T, 128K * 2, 30.5B tokens."""
    made: list[Token] = []
    for index, piece in enumerate(pieces):
        if not _may_multiply(pieces, index, names):
            made.append(piece)
            continue
        number, size = made.pop(), MULTIPLIERS[piece.text]
        if pieces[index + 1].kind in ("word", SPELT, UNIT):
            made.append(number._replace(text=f"{number.text}e{round(log10(size))}"))
        else:
            made += _product(number, piece)
    return made


def _product(number: Token, letter: Token) -> list[Token]:
    """A figure times a power of ten, in brackets."""
    place = letter.position
    return [
        Token("symbol", "(", number.position, number.glued),
        number,
        Token("symbol", "*", place, True),
        Token("number", f"{MULTIPLIERS[letter.text]:.0e}", place, True),
        Token("symbol", ")", place, True),
    ]


def _may_multiply(pieces: list[Token], index: int, names: Names) -> bool:
    """Whether a letter is glued to a figure, and is neither the author's nor a unit of his, or what
    else stands here counts things.
    """
    if index == 0 or pieces[index].kind != "word":
        return False
    before, letter = pieces[index - 1], pieces[index]
    return (
        letter.text in MULTIPLIERS
        and before.kind == "number"
        and "e" not in before.text.lower()
        and letter.position == before.position + len(before.text)
        and (letter.text not in names.own or _may_be_ours(pieces, letter.text, names))
        and not is_counted(pieces[index + 1], names)  # the usual reading multiplies it
        and (
            letter.text in names.disowned
            or not used(letter.text, names)
            or _among_figures(pieces, letter.text)
        )
    )


def _may_be_ours(pieces: list[Token], letter: str, names: Names) -> bool:
    return _besidecounts_things(pieces, letter, names) or _among_figures(pieces, letter)


def _among_figures(pieces: list[Token], letter: str) -> bool:
    """Whether a letter stands in a computation with figures and units alone: 7B × 2 bytes."""
    words = [piece.text for piece in pieces if piece.kind in ("word", SPELT, UNIT)]
    others = [word for word in words if word != letter]
    return bool(others) and all(len(word) > 1 and resolve(word) is not None for word in others)


def _besidecounts_things(pieces: list[Token], letter: str, names: Names) -> bool:
    """Whether a letter of the author's has a unit, and all other names count things: BS = 4M."""
    measured = any(var.unit.dimension for pair in names.own[letter].readings for var in pair)
    words = [piece.text for piece in pieces if piece.kind == "word" and piece.text != letter]
    others = [part for word in words for part in names.letters(word) or (word,)]
    return measured and bool(others) and all(counts_things(word, names) for word in others)
