"""Crosses written as an x or a word: `4x8`, `2 x 32,000`, `= 76.6x`, `40 % of 2,048`,
`1/3 of 90`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import surely_unit

_ONE_CROSSED = re.compile(r"x\d+")
_CROSSED = re.compile(r"(?:x\d+)+(?:[KMGTP]i?B)?")


def crossed(pieces: list[Token]) -> list[Token]:
    """The tokens with `4x8`, `2x24GB`, `2 x 32,000` and `40 % of 2,048` as products: an x between
    two figures is a cross, and one behind a result, `= 76.6x`, is left out.
    """
    made: list[Token] = []
    for before, token, after in with_neighbours(_with_decimals(pieces)):
        if (
            token.kind == "word"
            and before.kind == "number"
            and token.glued
            and _CROSSED.fullmatch(token.text)
        ):
            for part in re.finditer(r"x(\d+)|([A-Za-z]+)$", token.text):
                place = token.position + part.start()
                if part[2]:
                    made.append(Token("word", part[2], place, True))
                    continue
                made += _times(part[1], place)
        elif _is_a_factor(before, token, after):
            continue
        elif _is_a_cross(before, token, after) or _is_of_a_fraction(made, token, after):
            made.append(Token("symbol", "*", token.position, token.glued))
        else:
            made.append(token)
    return made


def without_last_cross(text: str, pieces: list[Token]) -> list[Token]:
    r"""The tokens without a cross behind the last figure: `= 2 x = 18×`, `\boxed{1.2\times}`."""
    place = len(pieces) - 2
    while place > 0 and pieces[place].text == ")":
        place -= 1
    last = pieces[max(place, 0)]
    crossed = last.text == "*" and text[last.position : last.position + 1] in ("×", "\\")
    behind = crossed and place > 0 and pieces[place - 1].kind == "number"
    return [*pieces[:place], *pieces[place + 1 :]] if behind else pieces


def _with_decimals(pieces: list[Token]) -> list[Token]:
    """The tokens with the decimals behind such a cross in one figure: 0.7x0.9."""
    made: list[Token] = []
    for token in pieces:
        before = made[-1] if made else token
        glued = token.position == before.position + len(before.text)
        behind = len(made) > 1 and made[-2].kind == "number" and _ONE_CROSSED.fullmatch(before.text)
        if token.kind == "number" and token.text.startswith(".") and glued and behind:
            made[-1:] = _times(f"{before.text[1:]}{token.text}", before.position)
        else:
            made.append(token)
    return made


def _times(figure: str, place: int) -> list[Token]:
    """A cross and the figure behind it."""
    return [Token("symbol", "*", place, True), Token("number", figure, place + 1, True)]


def _is_a_cross(before: Token, token: Token, after: Token) -> bool:
    """Whether a word multiplies: an x, or the “of” in 40 % of 989 TFLOPS."""
    if token.kind != "word":
        return False
    of = token.text == "of" and before.text == "%" and _begins_a_figure(after)
    return of or (token.text == "x" and _multiplies(before, after))


def _is_of_a_fraction(before: list[Token], token: Token, after: Token) -> bool:
    """Whether a word is the “of” in 1/3 of 90 s."""
    kinds = [piece.kind for piece in before[-3:]]
    fraction = kinds == ["number", "symbol", "number"] and before[-2].text == "/"
    return fraction and token.text == "of" and before[-2].glued and _begins_a_figure(after)


def _begins_a_figure(token: Token) -> bool:
    return token.kind == "number" or token.text in CURRENCY_SIGNS


def _multiplies(before: Token, after: Token) -> bool:
    """Whether an x stands between two figures, the first perhaps with its unit, behind a word or a
    bracket and before a figure, or between a figure and a name of several words: `7B x 2 bytes`,
    `3 x hidden_size`.
    """
    behind = before.kind == "number" or before.text == ")"
    if before.kind == "word":
        measure = before.text in MULTIPLIERS or surely_unit(before.text)
        behind = measure or (len(before.text) > 1 and not after.glued)  # 10,000 QPS x 500 B
    named = after.kind == "word" and "_" in after.text
    named = named and (before.kind == "number" or "_" in before.text)  # TP_SIZE x DP_SIZE
    return (_begins_a_figure(after) and behind) or named


def _is_a_factor(before: Token, token: Token, after: Token) -> bool:
    """Whether a token is the x of a result that is a factor, 130 / 1.7 = 76.6x."""
    ends = after is token or after.kind == "end" or after.text in ("=", "≈")
    return (
        token.kind == "word"
        and token.text == "x"
        and token.glued
        and before.kind == "number"
        and ends
    )


def with_neighbours(pieces: list[Token]) -> Iterable[tuple[Token, Token, Token]]:
    """Each token between its neighbours; at the ends it is its own neighbour."""
    return zip([*pieces[:1], *pieces], pieces, [*pieces[1:], *pieces[-1:]], strict=False)
