"""Ranges of figures: 2 to 6, 2–6, 1-3 GB, $800-1.2K."""

from __future__ import annotations

import math
from itertools import chain

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.tokens.crosses import with_neighbours
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve

RANGE = "…"
_NOUN = 4  # letters


def _spans_a_unit(pieces: list[Token], index: int) -> bool:
    """Whether a dash is that of `1-3 GB` or `500-1,000 workers`: in a difference the first figure
    would lack its unit.
    """
    if pieces[index].text != "-" or not index:
        return False
    before, dash, after = pieces[index - 1 : index + 2]
    unit = pieces[min(index + 2, len(pieces) - 1)]
    noun = len(unit.text) >= _NOUN and not unit.glued
    measured = unit.kind == "word" and (noun or resolve(unit.text) is not None)
    return measured and dash.glued and after.glued and value_of([before]) < value_of([after])


def _with_prices_in_full(pieces: list[Token]) -> list[Token]:
    """The tokens with each range of prices between two bare figures: $2-4, $800-1.2K, $4.2M-$5M."""
    made: list[Token] = []
    index = 0
    while index < len(pieces):
        low = _figure(pieces, index) if index and pieces[index - 1].text in CURRENCY_SIGNS else []
        dash = pieces[index + len(low)] if low else None
        begin = index + len(low) + 1
        if dash is not None and dash.text in ("-", "–") and dash.glued and pieces[begin].glued:
            sign = pieces[begin].text == pieces[index - 1].text
            high = _figure(pieces, begin + sign)
            if high and value_of(low) < value_of(high):
                made += [_in_full(low), Token("symbol", RANGE, dash.position, True), _in_full(high)]
                index = begin + sign + len(high)
                continue
        made.append(pieces[index])
        index += 1
    return made


def _figure(pieces: list[Token], index: int) -> list[Token]:
    """The number that stands here, with the letter of its size; none for anything else."""
    number, letter = pieces[index], pieces[min(index + 1, len(pieces) - 1)]
    if not is_plain(number):
        return []
    return [number, *([letter] if letter.glued and letter.text in MULTIPLIERS else [])]


def _in_full(figure: list[Token]) -> Token:
    """A number with the letter of its size as one number."""
    number, *letter = figure
    power = f"e{round(math.log10(MULTIPLIERS[letter[0].text]))}" if letter else ""
    return number._replace(text=f"{number.text}{power}")


def ranged(pieces: list[Token]) -> list[Token]:
    """The tokens with `2 to 6`, `2–6`, `2{-}6` and `$2-4` as ranges; any other long dash is a
    minus.
    """
    made: list[Token] = []
    pieces = _with_prices_in_full(pieces)
    for index, (before, token, after) in enumerate(with_neighbours(pieces)):
        between = before.kind == "number" and after.kind == "number"
        dash = token.kind == "symbol" and token.text == "–"
        if between and (
            _spans_a_unit(pieces, index)
            or (dash and (token.glued or not after.glued))
            or (token.kind in ("word", SPELT) and token.text == "to")
        ):
            made.append(Token("symbol", RANGE, token.position, True))
        elif dash:
            made.append(Token("symbol", "-", token.position, token.glued))
        else:
            made.append(token)
    return made


def value_of(pieces: list[Token]) -> float:
    """The product of the numbers among tokens and the letters of size glued to them."""
    numbers = (float(p.text.replace(",", "")) for p in pieces if p.kind == "number")
    sizes = (MULTIPLIERS.get(p.text, 1.0) for p in pieces if p.kind != "number" and p.glued)
    return math.prod(chain(numbers, sizes))


def is_plain(token: Token) -> bool:
    """Whether a token is a number without a power of ten."""
    return token.kind == "number" and "e" not in token.text.lower()
