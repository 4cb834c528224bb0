"""Changes, differentials and derivatives in plain text: Δv, dU, dp/dt."""

from __future__ import annotations

from derive.checking.spelling.canonical import canonical
from derive.checking.spelling.latex_commands import FUNCTION, SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.brackets import bracketed, called, power
from derive.checking.tokens.derivative import derivative
from derive.checking.tokens.measures import NAME, PHYSICAL
from derive.checking.tokens.reading_options import WIDE, Ambiguity, ReadingOptions
from derive.units.lexer import Token
from derive.units.superscripts import SUPERSCRIPTS, lowered

_D = ("d", "∂")


def change_of(token: Token) -> list[Token]:
    """The tokens of Δv: a change of v, of the dimension of v."""
    place = token.position
    return [
        Token(FUNCTION, "change", place, token.glued),
        Token("symbol", "(", place, True),
        Token(NAME, token.text[1:], place + 1, True),
        Token("symbol", ")", place, True),
    ]


def small_changes(pieces: list[Token], names: Names) -> list[Ambiguity]:
    """The ambiguities of dU where d is a name of the author's own."""
    if "d" not in names.own:
        return []
    ways = ReadingOptions(small=WIDE)
    found = (piece for piece in pieces if len(differential(piece, names, ways)) > 1)
    return [
        Ambiguity(
            "small",
            (WIDE,),
            piece.position,
            f"“{piece.text}” can be your d times {piece.text[1:]} or a small change of it",
        )
        for piece in found
    ]


def differential(token: Token, names: Names, ways: ReadingOptions) -> list[Token]:
    """The tokens of dU, ∂U and δQ outside a fraction: a small change of the name."""
    if token.text == "∂" and names.find("∂") is None:
        return [Token(FUNCTION, "differential", token.position, token.glued)]
    if (
        token.kind != "word"
        or token.text[0] != "d"
        or ("d" in names.own and not ways.small)
        or (names.find(token.text) is not None and not _is_physical(token.text[1:], names))
        or canonical(token.text) in names.own
    ):
        return []
    name = Token(NAME, token.text[1:], token.position + 1, True)
    if canonical(name.text) not in names.own:
        return []
    return [Token(FUNCTION, "differential", token.position, token.glued), name]


def _is_physical(name: str, names: Names) -> bool:
    """Whether a name of the author's own has a unit that the library does not use: dp is a change
    of the pressure p and not the library's dp.
    """
    choice = names.own.get(canonical(name))
    return choice is not None and any(
        each in PHYSICAL for each, _ in choice.readings[0][0].unit.dimension.exponents
    )


def slope_at(pieces: list[Token], begin: int, names: Names) -> tuple[list[Token], int] | None:
    """The derivative dp/dt or d^2x/dt^2 in plain text and its number of tokens, where p and t are
    known and dp and dt are not; else None.
    """
    line = next((k for k in range(begin, min(begin + 6, len(pieces))) if pieces[k].text == "/"), 0)
    end = min(line + 2 + (pieces[min(line + 1, len(pieces) - 1)].text == "∂"), len(pieces) - 1)
    end += 2 * (pieces[end].text == "^" and pieces[min(end + 1, len(pieces) - 1)].kind == "number")
    above, below = _spelt_out(pieces[begin:line]), _spelt_out(pieces[line + 1 : end])
    plain = all(
        piece.kind in ("word", SPELT, "number") or piece.text in "^∂"
        for piece in pieces[begin:line]
    )
    if not line or not above or not below or above[0].text[0] not in _D or not plain:
        return None
    both = [piece for piece in (above[0], below[0]) if piece.kind == "word" and piece.text != "d"]
    if any(piece.text in names.own or names.find(piece.text[1:]) is None for piece in both):
        return None
    slope = derivative(above, below, names)
    if slope is None:
        return None
    place = pieces[begin].position
    over, under = ([_as_name(piece) for piece in side] for side in slope)
    inner = [*bracketed(over, place), pieces[line], *bracketed(under, place)]
    return called("slope", inner, place), end - begin


def _spelt_out(pieces: list[Token]) -> list[Token]:
    """Tokens of plain text as those of LaTeX: powers in brackets, ∂ as a letter."""
    made: list[Token] = []
    for index, piece in enumerate(pieces):
        raised = piece.kind == "number" and index and pieces[index - 1].text == "^"
        letter = piece._replace(kind=SPELT) if piece.text == "∂" else piece
        word = piece.text.rstrip(SUPERSCRIPTS)
        if piece.kind == "word" and word and word != piece.text:
            digits = lowered(piece.text[len(word) :])
            exponent = [Token("number", digits, piece.position, True)]
            made += [piece._replace(text=word), *power(exponent, piece.position)]
        else:
            made.extend(bracketed([piece], piece.position) if raised else [letter])
    return made


def _as_name(piece: Token) -> Token:
    return piece._replace(kind=NAME) if piece.kind in ("word", SPELT) else piece
