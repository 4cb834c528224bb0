"""Units right behind a formula: `$t_m = 30$ ms`."""

from __future__ import annotations

import re

from derive.checking.extraction.passage import Passage
from derive.units.registry import resolve
from derive.units.text import is_unit

_POWER = r"(?:\^\(?-?\d+\)?|[⁻²³¹]+)?"
_WORD = rf"[A-Za-zµμΩ°]+{_POWER}"
_MORE = rf"(?:\s?[/·*]\s?| )\(?{_WORD}(?:[ ·*]{_WORD}\))?\)?"
_STRETCH = re.compile(rf"(?:\s|~|\\,)?(?P<unit>(?:%|{_WORD}(?:{_MORE}){{0,3}}))")
_LONGEST, _WINDOW = 60, 200
_GOES_ON = re.compile(r"[\w^/⁻(·*]|\s?(?:/|per\b|\^|(?:\$|\\\()\s*(?:[\^_]|\\text\{))|-\w")
_RAISED = re.compile(  # s$^{-1}$
    r"(?<=[A-Za-zµμΩ°])(?:\$|\\\()\s*\^\s*\{?\s*([-−]?\d+)\s*\}?\s*(?:\$|\\\))"
)
_SPACE = re.compile(r"~|\\[,;: ]")
_RATED = re.compile(
    r"(?:(?!\n\s*(?:\n|[-*|#`]))[^.,;:()$\\]){0,60}\b(?:per|(?:for|in|by) (?:every|each))\b"
)
_PER_WORDS = re.compile(r"\s(?:per|/)\s?\w")
_CLOSING_TAGS = re.compile(r"(?:</(?:span|b|i|em|strong)>)+")  # of what a formula stands in
_KB = "KB"
_RATE_OF_OPERATIONS = re.compile(r"([MGTP])FLOPS")
_PROSE = {"in", "at", "as", "a", "an", "are", "per"}  # units too, but not in a sentence
_ARTICLE = re.compile(r"A\s+\w")


def unit_behind(text: str, position: int, rated: bool = False) -> str:
    """The unit at a position of a text, as much of it as is one; "" where there is none, or where
    what follows looks like more of it; a rate in words may follow if it is `rated`.

    >>> unit_behind("$w = 48$ GB/s, so", 8), unit_behind("$n = 3$ ways", 7)
    ('GB/s', '')
    """
    tags = _CLOSING_TAGS.match(text, position)
    position = tags.end() if tags else position
    text = _plain(text[position : position + _WINDOW])
    match = _STRETCH.match(text, 0, _LONGEST)
    if match is None or _ARTICLE.match(text, match.start("unit")):
        return ""
    stretch = match["unit"]
    while stretch:
        end = match.start("unit") + len(stretch)
        if _is_a_unit(stretch):
            more = _GOES_ON.match(text, end) is not None
            if rated:
                more = more and not _PER_WORDS.match(text, end)
            else:
                more = more or _RATED.match(text, end) is not None
            return "" if more else stretch
        stretch = stretch[: max(stretch.rfind(" "), 0)].rstrip(" *·/(")
    return ""


def stated_behind(passage: Passage) -> str:
    """The unit right behind a formula within a line; "" if there is none, and for TFLOPS, which may
    be a rate or a number.
    """
    end = next((end for end in ("$", "\\)") if passage.after.startswith(end)), "")
    unit = unit_behind(passage.after, len(end)) if end else ""
    return "" if _RATE_OF_OPERATIONS.fullmatch(unit) else unit


def in_units(text: str) -> str:
    """A text with the words for a rate of operations, TFLOPS, as a unit: TFLOP/s."""
    return _RATE_OF_OPERATIONS.sub(r"\1FLOP/s", text)


def _plain(text: str) -> str:
    """The text with powers of units that are set as formulas, and their spaces, as they are in
    plain text: km s$^{-1}$.
    """
    if "$" not in text and "~" not in text and "\\" not in text:
        return text
    if "^" in text:
        text = _RAISED.sub(lambda match: f"^{match[1].replace('−', '-')}", text)
    return _SPACE.sub(" ", text)


def _is_a_unit(stretch: str) -> bool:
    if stretch == "%" or _RATE_OF_OPERATIONS.fullmatch(stretch):
        return True
    words = re.findall(r"[A-Za-zµμΩ°]+", stretch)
    if any(word in _PROSE or (resolve(word) is None and word != _KB) for word in words):
        return False
    return is_unit(stretch.replace(_KB, "kB"))
