"""Quantities: a number with its unit as tokens in brackets."""

from __future__ import annotations

from derive.checking.spelling.canonical import SUPERSCRIPT_DIGITS, SUPERSCRIPTS
from derive.checking.tokens.measures import SPELT_AS_KB, UNIT
from derive.checking.tokens.normal import RANGE
from derive.units.lexer import Token
from derive.units.text import MULTIPLIERS


def held_together(quantity: list[Token]) -> list[Token]:
    """A number with its unit in brackets: 288 GB / 20 TB/s divides by all of 20 TB/s."""
    inside: list[Token] = []
    figures = 3 if len(quantity) > 2 and quantity[1].text == RANGE else 1
    for index, token in enumerate(quantity):
        if token.text == "%":
            inside += _sign_and("/", "number", "1e2", token)
        elif token.text == "$":
            continue
        elif token.text == "per":
            inside.append(Token("symbol", "/", token.position, False))
        elif (
            token.kind == "word"
            and index == figures + (quantity[0].text == "$")
            and token.glued
            and token.text in MULTIPLIERS
        ):
            inside += _sign_and("*", "number", f"{MULTIPLIERS[token.text]:.0e}", token)
        elif token.kind in ("word", UNIT):
            word = token.text.rstrip(SUPERSCRIPTS)
            inside += raised(
                token,
                [Token(UNIT, "kB" if word == SPELT_AS_KB else word, token.position, token.glued)],
            )
        else:
            inside.append(token)
            if index == 1 and quantity[0].text == "$":
                inside += _sign_and("*", UNIT, "USD", quantity[0])
    if figures > 1:
        inside[:3] = [
            Token("symbol", "(", inside[0].position, False),
            *inside[:3],
            Token("symbol", ")", inside[2].position, False),
        ]
    begin, end = quantity[0].position, quantity[-1].position
    return [Token("symbol", "(", begin, False), *inside, Token("symbol", ")", end, False)]


def _sign_and(sign: str, kind: str, text: str, place: Token) -> list[Token]:
    return [Token("symbol", sign, place.position, True), Token(kind, text, place.position, True)]


def raised(token: Token, parts: list[Token]) -> list[Token]:
    """`parts` with the superscript digits at the end of their word as the power of the last one."""
    word = token.text.rstrip(SUPERSCRIPTS)
    power = token.text[len(word) :].translate(SUPERSCRIPT_DIGITS)
    end = token.position + len(word)
    return (
        [*parts, Token("symbol", "^", end, True), Token("number", power, end, True)]
        if power
        else parts
    )
