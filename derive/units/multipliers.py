"""Multipliers of a number: the letters of 70B param and $5M, the binary ones of 32Ki token."""

from __future__ import annotations

import math

from derive.errors import TextError
from derive.units.dimension import CURRENCIES
from derive.units.lexer import Token
from derive.units.prefixes import TAKES_BINARY
from derive.units.reader import Reader
from derive.units.registry import resolve

MULTIPLIERS = {"K": 1e3, "k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
COUNTED = {"parameter", "token", "sequence", "device", *CURRENCIES}
_BINARY = {"Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40}
COUNT_WORDS = {"K": "thousand", "k": "thousand", "M": "million", "B": "billion", "T": "trillion"}


def multiplied(reader: Reader, number: float, token: Token, money: bool) -> float:
    """The number times a multiplier letter glued to its digits, allowed only before a count."""
    following = reader.peek()
    if following.text in _BINARY and _takes_binary(reader.peek(1)):
        check_multiplier(reader.text, token.text, following, reader.peek(1).text)
        return number * _BINARY[reader.next().text]
    if not (following.glued and following.text in MULTIPLIERS):
        return number
    after = reader.peek(1)
    unknown = after.kind == "word" and resolve(after.text) is None  # the unit is at fault
    if unknown or is_counted_word(after.text):
        check_multiplier(reader.text, token.text, following, after.text)
        reader.next()
        return number * MULTIPLIERS[following.text]
    if money and after.kind != "word":
        reader.next()
        return number * MULTIPLIERS[following.text]
    letter, digits = following.text, token.text
    as_unit = resolve(letter)
    readings = (
        f"{digits} {COUNT_WORDS[letter]} of something counted (write {digits}{letter} param or"
        f" {digits}{letter} token)"
    )
    if as_unit:
        readings += f" or as {digits} {as_unit.name} (write {digits} {as_unit.name})"
    raise reader.error(following, f"“{digits}{letter}” can be read as {readings}")


def is_counted_word(word: str) -> bool:
    """Whether a word is a unit of something counted: tokens, GPU, USD."""
    counted = resolve(word)
    return counted is not None and any(name in COUNTED for name, _ in counted.dimension.exponents)


def _takes_binary(token: Token) -> bool:
    """Whether a word is a unit of something counted, or of bytes or bits: 32 Ki byte."""
    unit = resolve(token.text)
    return is_counted_word(token.text) or (unit is not None and unit.name in TAKES_BINARY)


def check_multiplier(text: str, digits: str, letter: Token, word: str) -> None:
    """Raise TextError for a multiplier letter before a unit with a prefix, as in 5M Mtoken."""
    unit = resolve(word)
    if unit is not None and unit.prefix:
        written = f"“{digits}{letter.text} {word}”"
        problem = f"{written} multiplies twice, by {letter.text} and by {unit.prefix}"
        power = round(math.log10(MULTIPLIERS.get(letter.text, 1)))
        both = f", or {digits}e{power} {word} if both are meant" if power else ""
        fix = f"Write {digits} {word}{both}."
        raise TextError(text, letter.position, problem, fix)
