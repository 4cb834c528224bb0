"""Drawings in a text: the pictures of TikZ, Asymptote and their like, and lines of commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

PICTURES = "tikzpicture|pgfpicture|tikzcd|circuitikz|pspicture|feynmandiagram|asy|asydef|asypicture"
_PICTURE = re.compile(rf"\\begin\{{(?P<name>{PICTURES})\}}")
_DRAWS = re.compile(r"\\(?:draw|node|path|fill|filldraw|coordinate|clip|shade|addplot)(?![A-Za-z])")
_COMMAND = re.compile(
    rf"^[ \t]*{_DRAWS.pattern}"
    r"[^;\n]*(?:\n(?!\s*\n)[^;\n]*){0,5};",
    re.MULTILINE,
)


def drawings(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each drawing, in their order; a picture without an end is none.

    >>> list(drawings("a \\\\node at (0, 1) {k = 2};")), list(drawings("\\\\draw (0,0) -- (x=1);"))
    ([], [(0, 21)])
    """
    position = 0
    while picture := _PICTURE.search(text, position):
        closing = f"\\end{{{picture['name']}}}"
        end = text.find(closing, picture.end())
        if end < 0:
            break
        yield from _commands(text, position, picture.start())
        position = end + len(closing)
        yield picture.start(), position
    yield from _commands(text, position, len(text))


def _commands(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    if _DRAWS.search(text, begin, end):
        yield from (found.span() for found in _COMMAND.finditer(text, begin, end))
