"""Styled pieces of a terminal line: measuring, wrapping, padding."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StyledText:
    """Text with a rich style; a `whole` one is not broken over lines."""

    text: str
    style: str = ""
    whole: bool = False


Spans = tuple[StyledText, ...]
NEW_LINE = StyledText("\n")  # a line break


def cells(text: str) -> int:
    """The number of columns of a text: two for wide letters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def width_of(line: Iterable[StyledText]) -> int:
    """The number of columns of a line."""
    return sum(cells(span.text) for span in line)


def joined(line: Iterable[StyledText]) -> str:
    """A line without its styles."""
    return "".join(span.text for span in line)


def padded(line: Spans, width: int, side: str = "l") -> Spans:
    """A line padded to `width` columns, at the left, the right or in the centre."""
    gap = max(0, width - width_of(line))
    before = {"l": 0, "r": gap, "c": gap // 2}[side]
    return (StyledText(" " * before), *line, StyledText(" " * (gap - before)))


_PIECES = re.compile(r"\S*\d [%×](?!\w)\S*|\s+|\S+")  # a number stays with its per cent sign
_TERMS = re.compile(r"(?<= [+−=≈≤≥-] )")  # between sides of an equation and terms of a sum


def wrapped(line: Iterable[StyledText], width: int) -> list[Spans]:
    """A line wrapped at its spaces to at most `width` columns; a longer word stands alone."""
    lines: list[list[StyledText]] = [[]]
    fitting = [part for word in _words(line) for part in _fitting(word, width)]
    so_far = 0  # the width of the last line
    for word in fitting:
        if word[0].text == NEW_LINE.text:
            lines.append([])
            so_far = 0
            continue
        own = width_of(word)
        if lines[-1] and so_far + own > width:
            lines.append([])
            so_far = 0
        if lines[-1] or not word[0].text.isspace():
            lines[-1].extend(word)
            so_far += own
    return [tuple(_trimmed(pieces)) for pieces in lines]


def _fitting(word: list[StyledText], width: int) -> list[list[StyledText]]:
    """A word too long for a line, cut after its dots, stars and slashes, and after a sign between
    sides or terms where that is not enough.
    """
    if width_of(word) <= width:
        return [word]
    pieces = [
        StyledText(piece, span.style)
        for span in word
        for piece in re.findall(r"[^·/*]*[·/*]|[^·/*]+", span.text)
    ]
    return [
        [StyledText(part, piece.style)]
        for piece in pieces
        for part in (_TERMS.split(piece.text) if width_of([piece]) > width else [piece.text])
    ]


def _words(line: Iterable[StyledText]) -> list[list[StyledText]]:
    """Pieces between spaces, each a word of one or more spans; spaces are words of their own."""
    words: list[list[StyledText]] = []
    for span in line:
        for piece in [span.text] if span.whole else _PIECES.findall(span.text):
            new = not words or piece.isspace() or words[-1][0].text.isspace()
            if new:
                words.append([])
            words[-1].append(StyledText(piece, span.style, span.whole))
    return words


def _trimmed(line: list[StyledText]) -> list[StyledText]:
    while line and line[-1].text.isspace():
        line = line[:-1]
    return line
