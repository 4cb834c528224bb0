"""The lexer of quantities, units and equations."""

from __future__ import annotations

import re
from typing import NamedTuple

from derive.errors import TextError, shorten
from derive.units.superscripts import SUPERSCRIPTS, lowered
from derive.units.written_number import GROUPED

MAX_CHARACTERS = 20_000
MAX_DEPTH = 120
MAX_TERMS = 2_000
MAX_DIGITS = 400
MAX_EXPONENT = 1_000

_TOKEN = re.compile(
    rf"""(?P<space>\s+)
      | (?P<number>(?:{GROUPED}|\d[\d_]*)(?:\.\d*)?(?:[eE][+-]?\d+)?
          |\.\d+(?:[eE][+-]?\d+)?)
      | (?P<word>[^\W\d]\w*['′]*)
      | (?P<power>[⁺⁻][⁰¹²³⁴⁵⁶⁷⁸⁹]+)
      | (?P<symbol>\*\*|:=|<=|>=|==|->|=>|\.\.\.|(?<=\s)!=(?=\s)|(?<=[^\W\d]{{3}})!=
          |[-+*/^()$€£%=<>,·×÷≈≥≤→−∙⋅{{}}\[\]?~∝⇒√–±∓!|…⋯∂∇°⌈⌉⌊⌋])
    """,
    re.VERBOSE,
)
_PLAIN = {
    "**": "^",
    "·": "*",
    "×": "*",
    "∙": "*",
    "⋅": "*",
    "÷": "/",
    "−": "-",
    "...": "⋯",
    "…": "⋯",
}
CURRENCY_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}
_SIGNS_OF_SEVERAL = {"¥": "It may be yen or yuan: write JPY or CNY behind the number."}


class Token(NamedTuple):
    """A token: `kind` is number, word, power, symbol or end; `glued` where no space precedes it."""

    kind: str
    text: str
    position: int
    glued: bool


def with_power(text: str) -> tuple[str, str]:
    """A word and the power that the superscripts at its end say, as digits: s and 2 of s²."""
    word = text.rstrip(f"⁻{SUPERSCRIPTS}")
    return word, lowered(text[len(word) :])


def has_too_many_digits(number: str) -> bool:
    """Whether a number has more digits than are read."""
    return len(number) > MAX_DIGITS and sum(c.isdigit() for c in number) > MAX_DIGITS


def tokens(text: str) -> list[Token]:
    """The tokens of `text`, an `end` token last. Raises TextError at an unknown character."""
    if len(text) > MAX_CHARACTERS:
        raise TextError(text, 0, f"it is longer than {MAX_CHARACTERS:,} characters", "Shorten it.")
    found: list[Token] = []
    position, glued = 0, False
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            character = text[position]
            fix = _SIGNS_OF_SEVERAL.get(character, "Remove it.")
            raise TextError(text, position, f"“{shorten(character)}” has no meaning here", fix)
        kind, piece = str(match.lastgroup), match.group()
        if kind == "number" and has_too_many_digits(piece):
            raise TextError(
                text, position, f"a number of more than {MAX_DIGITS} digits", "Write it as 1.5e30."
            )
        if kind != "space":
            found.append(Token(kind, _PLAIN.get(piece, piece), position, glued))
        glued = kind != "space"
        position = match.end()
        if len(found) > 4 * MAX_TERMS:
            raise TextError(text, position, f"more than {4 * MAX_TERMS:,} pieces", "Shorten it.")
    found.append(Token("end", "", len(text), False))
    return found
