"""Fractions in one line of text: ½ is (1/2), 2 1/2 h is (2 + 1/2) h."""

from __future__ import annotations

import unicodedata

from derive.units.lexer import Token

_LARGEST_BELOW = 16


def with_mixed_numbers(pieces: list[Token]) -> list[Token]:
    """The tokens with a whole number and a proper fraction behind it as their sum."""
    made = list(pieces)
    for k in reversed(range(len(pieces) - 4)):
        whole, above, bar, below, behind = pieces[k : k + 5]
        if _is_mixed(whole, above, bar, below) and behind.text not in ("/", "^"):
            plus = Token("symbol", "+", above.position, False)
            first = Token("symbol", "(", whole.position, whole.glued)
            last = Token("symbol", ")", below.position, True)
            made[k : k + 4] = [first, whole, plus, above, bar, below, last]
            if behind.kind == "word":  # whose figure is no bracket
                times = Token("symbol", "*", behind.position, False)
                made[k + 7 : k + 7] = [times, Token("number", "1", behind.position, False)]
    return made


def _is_mixed(whole: Token, above: Token, bar: Token, below: Token) -> bool:
    """Whether four tokens are a whole number, a blank and a proper fraction without blanks."""
    if not all(each.kind == "number" and each.text.isdigit() for each in (whole, above, below)):
        return False
    written = bar.text == "/" and bar.glued and below.glued and not above.glued
    return written and int(above.text) < int(below.text) <= _LARGEST_BELOW


def vulgar(token: Token) -> list[Token]:
    """The tokens of a fraction that is one character, in brackets; any other token as it is."""
    above, _, below = unicodedata.normalize("NFKC", token.text).partition("⁄")
    if not above or not below:
        return [token]
    parts = (
        ("symbol", "("),
        ("number", above),
        ("symbol", "/"),
        ("number", below),
        ("symbol", ")"),
    )
    return [Token(kind, text, token.position, False) for kind, text in parts]
