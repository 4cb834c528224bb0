"""Upright text in LaTeX maths: a unit after a number, a name of several words, words between two
statements.
"""

from __future__ import annotations

import re
from functools import lru_cache

from derive.checking.latex.cursor import Cursor
from derive.checking.latex.groups import opens_bracket
from derive.checking.latex.remark import before_remark
from derive.checking.latex.scripts import read_scripts
from derive.checking.latex.text_operation import operation
from derive.checking.spelling.joined_units import with_parted_units
from derive.checking.spelling.latex_commands import (
    BREAK,
    DERIVATIVES,
    FUNCTION,
    FUNCTIONS_IN_WORDS,
    FUNCTIONS_OF_BRACKETS,
    PARTING,
    SPELT,
)
from derive.checking.symbols.names import Names
from derive.checking.symbols.unit_spelling import unit_of_each
from derive.checking.tokens.derivative import gradient
from derive.checking.tokens.measures import UNIT, hyphenated, used
from derive.errors import TextError, shorten
from derive.units.lexer import CURRENCY_SIGNS, Token, tokens
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve, until_units_change
from derive.units.superscripts import SUPERSCRIPTS
from derive.units.text import is_unit

_MOST_WORDS = 6
_FIGURE = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{2,}(?:\.\d+)?|\d\.\d+")
# A temperature with a blank before its K: T = 300\ \text{K}, T_C \approx 300 \text{ K}.
_TEMPERATURE = re.compile(
    r"(?<![A-Za-z\\])T(?:_(?:\w|\{[^{}]*\}))?\s*(?:=|\\approx|\\sim)\s*[\d.,]+"
    r"(?:(?:\\[ ,;:]|~|\s)+\\(?:text|mathrm|rm)\{|\\(?:text|mathrm|rm)\{\s+)\s*$"
)
_OF_THINGS = re.compile(r"([^/\s]+)/([a-z]{3,20})")  # FLOP/cycle: a unit per what is counted
_UPRIGHT = re.compile(r"\\(?:text|mathrm)\{\s*([^{}]*/[^{}]*)\}")
_WORDS = re.compile(r"[A-Za-zµμΩ]+")
_OF_FIGURES = ("(", ")", "+", "-", "*", "/", "^")


def text_mode(
    text: str, content: str, begin: int, cursor: Cursor, before: list[Token]
) -> list[Token]:
    """The tokens of `content`, at `begin` in `text`, after the tokens `before`. Raises TextError
    for ambiguous text and for prose.
    """
    words = content.split()
    if not words or (not before and words[-1].endswith(":") and len(words) <= _MOST_WORDS):
        return []  # a label of the formula: \text{Bytes: }
    begin += len(content) - len(content.lstrip())
    if words == ["B"] and content == "B" and (glued := _billion(text, begin, before)):
        return [glued]
    if words == ["e"] and (number := _with_exponent(cursor, before)):
        return [number]
    said = before_remark(content) if before else None
    unit = _unit(text, said or words, begin, cursor.names, before)
    if unit is None and said == [] and before[-1].kind in ("number", UNIT):
        unit = []
    if unit is not None:
        return unit
    if _FIGURE.fullmatch(words[0]) and (not before or before[-1].kind == "symbol"):
        figure = [Token("number", words[0], begin, False)]
        measured = _unit(text, words[1:], begin, cursor.names, figure) if words[1:] else []
        if measured is not None:
            return figure + measured
    if words in (["-"], ["--"], ["–"]) or (words == ["to"] and _after_number(before)):
        return [Token("symbol", "–", begin, True)]
    if (made := operation(text, content, begin, cursor)) is not None:
        return made
    name = "_".join(words)
    if name in DERIVATIVES and not cursor.names.taken(name):
        return gradient(text, begin, cursor.names)
    if not name.strip(",.;:_"):  # the punctuation of the sentence
        comma = name[0] == ","
        return [Token("symbol" if comma else BREAK, name[0], begin, comma)]
    return [_word(text, content, begin, cursor)]


def _billion(text: str, begin: int, before: list[Token]) -> Token | None:
    r"""The B of `13\text{B}` as a letter glued to its figure, read as in plain text, where a blank
    within a formula says nothing; None elsewhere.
    """
    if not before or before[-1].kind != "number" or "e" in before[-1].text.lower():
        return None
    end = before[-1].position + len(before[-1].text)
    return Token("word", "B", end, True) if text[end:begin].lstrip().startswith("\\") else None


def _with_exponent(cursor: Cursor, before: list[Token]) -> Token | None:
    """The number 5e7 where the e between 5 and 7 is upright; None elsewhere."""
    if not before or before[-1].kind != "number":
        return None
    following = cursor.peek()
    if following.kind != "number" or not following.text.isdigit():
        return None
    number = before.pop()
    return Token("number", f"{number.text}e{cursor.next().text}", number.position, number.glued)


def _unit(
    text: str, words: list[str], begin: int, names: Names, before: list[Token]
) -> list[Token] | None:
    """A unit after a number or within a unit; None if it is neither."""
    exact = any(piece.text in (")", "^") for piece in before[-2:])
    measured = _measured(text, words, begin, names, exact) if _after_number(before) else None
    if measured is None and _within_unit(before) and is_unit(" ".join(words)):
        return _moved(" ".join(words), begin, False)
    return measured


def _word(text: str, content: str, begin: int, cursor: Cursor) -> Token:
    """A name, a function, or a word between two statements. Raises TextError for prose."""
    words = content.split()
    name, scripts = "_".join(words), read_scripts(cursor)
    if cursor.names.find(name + scripts) is not None:
        return Token(SPELT, name + scripts, begin, False)
    first = words[0].lower().strip(",.:;")
    if not scripts:
        if len(words) == 1 and name.lower() in FUNCTIONS_IN_WORDS:
            return Token(FUNCTION, FUNCTIONS_IN_WORDS[name.lower()], begin, False)
        if name.lower() in FUNCTIONS_OF_BRACKETS and opens_bracket(cursor):
            return Token(FUNCTION, FUNCTIONS_OF_BRACKETS[name.lower()], begin, False)
        if name.lower().strip(",.:;_") in PARTING or first in PARTING:
            return Token(BREAK, first, begin, False)
    if len(words) > _MOST_WORDS:
        problem = f"“{shorten(content.strip(), 40)}” is prose"
        raise TextError(text, begin, problem, "Put it outside the formula.")
    return Token(SPELT, name.strip(",.;:") + scripts, begin, False)


def _after_number(before: list[Token]) -> bool:
    """Whether a number is right before, also one like 10^{14} or 25 %."""
    if not before:
        return False
    return before[-1].kind == "number" or _after_figures_in_brackets(before)


def _after_figures_in_brackets(before: list[Token]) -> bool:
    r"""Whether a bracket of figures alone is right before: 10^{14}, \frac{3}{8}."""
    if before[-1].text != ")":
        return False
    depth = 0
    for piece in reversed(before):
        depth += (piece.text == ")") - (piece.text == "(")
        if not depth:
            return True
        if piece.kind != "number" and piece.text not in _OF_FIGURES:
            return False
    return False


def _within_unit(before: list[Token]) -> bool:
    r"""Whether the factor before belongs to a unit, as in 20 \mathrm{TB}/\mathrm{s}."""
    back = list(before)
    while back and back[-1].text in ("/", "*", "("):
        back.pop()
    if (
        back
        and back[-1].kind == "number"
        and ((len(back) > 1 and back[-2].text in CURRENCY_SIGNS) or before[-1].text == "/")
    ):
        return len(back) < len(before)
    while len(back := _without_power(back)) > 1 and _names_unit(back[-1]):
        if back[-2].kind == "number" or (back[-2].text == ")" and _after_number(back[:-1])):
            return True
        back.pop()
        while back and back[-1].text in ("/", "*", "("):
            back.pop()
    return False


def _without_power(pieces: list[Token]) -> list[Token]:
    r"""The tokens without a power in braces at their end: \mathrm{m} of \mathrm{m}^{2}."""
    if not pieces or not _after_figures_in_brackets(pieces):
        return pieces
    begin = max(k for k, piece in enumerate(pieces) if piece.text == "(")
    return pieces[: begin - 1] if begin and pieces[begin - 1].text == "^" else pieces


def _measured(
    text: str, words: list[str], begin: int, names: Names, exact: bool
) -> list[Token] | None:
    """A unit after a number, perhaps with a multiplier before it; None if it is neither. A power of
    ten is `exact`: what stands behind it multiplies it no further.
    """
    first = words[0]
    if first == "B" and len(words) == 1 and exact:
        return _moved("byte", begin, False)
    if first == "B" and len(words) == 1:
        raise TextError(
            text, begin, "“B” after a number can be bytes or a billion", "Write byte, or 10^9."
        )
    lone = first in MULTIPLIERS and len(words) == 1
    kelvin = first == "K" and _TEMPERATURE.search(text[:begin]) is not None
    if lone and not kelvin and not used(first, names) and not _is_in_a_unit(first, text):
        return _moved(f"*{MULTIPLIERS[first]:.0e}", begin, False)
    if first in MULTIPLIERS and len(words) > 1 and is_unit(" ".join(words[1:])):
        return _moved(f"*{MULTIPLIERS[first]:.0e}*{' '.join(words[1:])}", begin, False)
    spelt = with_parted_units(" ".join("kB" if word == "KB" else word for word in words))
    if each := unit_of_each(spelt):
        return _moved(f"/{each}", begin, False)
    if spelt.startswith("1/") and is_unit(spelt[2:]):
        return _moved(spelt[1:], begin + 1, False)
    if is_unit(spelt) and first not in names.written.plurals:
        return _moved(spelt, begin, False)
    of_things = _OF_THINGS.fullmatch(spelt)
    counted = of_things is not None and is_unit(of_things[1]) and not names.taken(of_things[2])
    return _moved(spelt, begin, False) if counted else None


def _is_in_a_unit(letter: str, text: str) -> bool:
    r"""Whether a letter is a factor of a unit elsewhere in a text, \mathrm{kg} \cdot \mathrm{K},
    \text{kJ/(kg K)}.
    """
    if re.search(rf"(?:/|\\cdot|\()\s*\\(?:mathrm|text)\{{{letter}\}}", text):
        return True
    units = map(with_parted_units, _UPRIGHT.findall(text))
    return any(letter in _WORDS.findall(unit) for unit in units)


def _moved(unit: str, begin: int, glued: bool) -> list[Token]:
    """The tokens of upright text after a number."""
    return [
        Token(kind, text, begin + place, glued if k == 0 else tight)
        for k, (kind, text, place, tight) in enumerate(_pieces_of(unit))
    ]


@until_units_change
@lru_cache(maxsize=1024)
def _pieces_of(unit: str) -> tuple[Token, ...]:
    """The tokens of a unit; a unit word is a unit, whatever the author's names."""
    pieces = hyphenated(tokens(unit)[:-1])
    return tuple(p._replace(kind=UNIT) if _names_unit(p) else p for p in pieces)


def _names_unit(piece: Token) -> bool:
    return (
        piece.kind in ("word", UNIT)
        and resolve(piece.text.rstrip(SUPERSCRIPTS)) is not None
        and piece.text != "per"
    )
