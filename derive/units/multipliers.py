"""Multipliers of a number: the letters of 70B param and $5M, the binary ones of 32Ki token, powers
of ten and of two.
"""

from __future__ import annotations

import math
import re

from derive.errors import TextError
from derive.units.dimension import CURRENCIES
from derive.units.lexer import Token, with_power
from derive.units.prefixes import TAKES_BINARY
from derive.units.reader import Reader
from derive.units.registry import resolve

MULTIPLIERS = {"K": 1e3, "k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
COUNTED = {"parameter", "token", "sequence", "device", *CURRENCIES}
_POWER = re.compile(r"-?\d{1,3}")
_BINARY = {"Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40}
COUNT_WORDS = {"K": "thousand", "k": "thousand", "M": "million", "B": "billion", "T": "trillion"}


def powered(reader: Reader, token: Token) -> Token:
    """A number with a power of ten behind it as one number, 3×10^8 as 3e8, also 10^9 as 1e9; and a
    power of two by its digits, 2^10 as 1024.
    """
    times, raised, taken = _power(reader)
    base = "10" if times else token.text
    if base not in ("2", "10") or not _POWER.fullmatch(raised) or "e" in token.text.lower():
        return token
    reader.index += taken
    digits = str(2 ** int(raised)) if base == "2" else f"1e{int(raised)}"
    return token._replace(text=f"{token.text}{digits[1:]}" if times else digits)


def _power(reader: Reader) -> tuple[bool, str, int]:
    """Whether a number is times a ten, the power behind that or behind it, as digits, and the
    number of tokens of both: ⁹ is one, ^-9 three, x10⁹ one.
    """
    glued, raised = with_power(reader.peek().text)
    if glued == "x10" and raised:
        return True, raised, 1
    apart = reader.peek().text in ("*", "x") and reader.peek(1).text == "10"
    ahead = 2 if apart else int(glued == "x10")
    mark = reader.peek(ahead)
    if mark.text == "^":
        negative = reader.peek(ahead + 1).text == "-"
        digits = "-" * negative + reader.peek(ahead + 1 + negative).text
        return ahead > 0, digits, ahead + 2 + negative
    word, raised = with_power(mark.text)
    return ahead > 0, raised if mark.glued and not word else "", ahead + 1


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
