"""Units multiplied by a point, as in 0.01 kg.m^2 and 0.1 N.m.s."""

from __future__ import annotations

import re

from derive.units.registry import resolve

_WORD = r"[A-Za-zµμΩ]{1,4}(?:\^\{?[-−]?\d\}?|[²³])?"
# Behind a figure, or within a bracket.
_BEHIND = r"(?:(?<=\d)|(?<=\d[ ~])|(?<=\d\$[ ~])|(?<=\d\\,)|(?<=[\[({]))"
_DOTTED = re.compile(rf"{_BEHIND}{_WORD}(?:\.{_WORD})+(?:/{_WORD})?(?![\w.])")
_DOT = re.compile(r"\.(?<=[A-Za-zµμΩ\d}²³]\.)[A-Za-zµμΩ]")
_LONGEST = 9  # characters of a word and its power
_LETTERS = re.compile(r"[A-Za-zµμΩ]+")
_AS_NAMES = ("Amp", "Ohm")  # of the people


def with_unit_products(text: str) -> str:
    """The text with a dot of multiplication between units, every other character in its place.

    >>> with_unit_products("J = 0.01 kg.m^2, K = 2 N.m/Amp; see (e.g. this)")
    'J = 0.01 kg·m^2, K = 2 N·m/amp; see (e.g. this)'
    """
    parts, last = [], 0
    for dot in _DOT.finditer(text):
        begins = range(max(last, dot.start() - _LONGEST), dot.start())
        matches = (_DOTTED.match(text, begin) for begin in begins)
        if found := next(filter(None, matches), None):
            parts += [text[last : found.start()], _multiplied(found)]
            last = found.end()
    return "".join([*parts, text[last:]])


def _multiplied(match: re.Match[str]) -> str:
    unit = _LETTERS.sub(lambda word: _in_lower_case(word[0]), match[0])
    words = _LETTERS.findall(unit)
    return unit.replace(".", "·") if all(map(resolve, words)) else match[0]


def _in_lower_case(word: str) -> str:
    return word.lower() if word in _AS_NAMES else word
