"""Juxtaposed factors: products without a sign, and where they are ambiguous."""

from __future__ import annotations

import math

from derive.checking.grammar.terms import CLOSING, HOLE, RELATION_SIGNS, Terms
from derive.checking.spelling.latex_commands import DOTS, FUNCTION
from derive.checking.tokens.measures import NAME, UNIT, unit_run
from derive.checking.tokens.ranges import RANGE
from derive.checking.tokens.reading_options import WIDE
from derive.errors import shorten
from derive.units.lexer import Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve


def check_juxtaposition(terms: Terms, token: Token, divided: bool) -> None:
    """Raise TextError for juxtaposed operands that are ambiguous; note other readings."""
    before = terms.peek(-1)
    if divided and terms.above != terms.index and not _is_unit_of_result(terms, token):
        raise terms.error(
            token,
            "what stands side by side after “/” can be read as above or below the bar",
            "Write a/(b*c) or (a/b)*c.",
        )
    power_of_ten = token.text == "10" and terms.peek(1).text == "^"
    if token.kind == "number" and not (terms.latex and (before.text == ")" or power_of_ten)):
        raise terms.error(
            token,
            f"the number {shorten(token.text, 20)} follows an operand without a sign",
            "Write * or ^ between them.",
        )
    if (
        token.text in MULTIPLIERS
        and _is_a_lone_figure(terms, before, token)
        and token.text not in terms.names.own
    ):
        figure = f"{before.text}e{round(math.log10(MULTIPLIERS[token.text]))}"
        words = f"“{before.text} {token.text}” can be {figure} or {before.text} times {token.text}"
        terms.spots.append((token.position, words))
    if before.kind == "number" and token.kind == NAME and token.text in terms.names.own:
        _check_unit(terms, token)


def _is_unit_of_result(terms: Terms, token: Token) -> bool:
    """Whether a token is the unit at the end of a side with names: t = N / W seconds."""
    before, after = terms.peek(-1), terms.peek(1)
    ends = after.kind == "end" or after.text in RELATION_SIGNS
    named = before.kind == NAME or before.text == ")" or terms.peek(-2).text == "^"
    return token.kind == UNIT and ends and named


def _check_unit(terms: Terms, token: Token) -> None:
    """Note the ambiguity of a name of the author's after a number that is also a unit word."""
    end = max(unit_run(terms.as_words, terms.index), _end_of_letters(terms, token))
    if end > terms.index or (token.glued and token.text in MULTIPLIERS):
        all_of_it = (terms.index < 2 or terms.peek(-2).text in RELATION_SIGNS) and (
            terms.pieces[end].kind == "end" or terms.pieces[end].text in RELATION_SIGNS
        )
        words = f"“{token.text}” after a number can be your {token.text} or a unit"
        terms.ambiguous("unit", (WIDE,), token, words, all_of_it and end > terms.index)


def _end_of_letters(terms: Terms, token: Token) -> int:
    """Index after the names cut from one word that is a unit as well: the k and m of 5km."""
    end, word = terms.index + 1, token.text
    while (piece := terms.pieces[end]).kind == NAME:
        if piece.position != token.position + len(word):
            break
        word += piece.text
        end += 1
    return end if end > terms.index + 1 and resolve(word) is not None else 0


def _is_a_lone_figure(terms: Terms, number: Token, letter: Token) -> bool:
    """Whether a number and a letter fill a whole side, as in “≈ 2 T”."""
    ends = (terms.peek(-2) if terms.index > 1 else None, terms.peek(1))
    lone = all(
        end is None or end.kind == "end" or end.text in RELATION_SIGNS or end.text == RANGE
        for end in ends
    )
    return number.kind == "number" and letter.kind == NAME and lone


def starts_operand(token: Token) -> bool:
    """Whether an operand begins at a token."""
    return token.kind in (NAME, UNIT, FUNCTION, "number") or (
        token.kind == "symbol" and (token.text in CLOSING or token.text in (HOLE, DOTS))
    )
