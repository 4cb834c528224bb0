"""Places in a prose: the line of a position, and the sentence around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from derive.checking.extraction.markup import GONE

_ENDS = "|".join(rf"{sign}\s+(?=[A-Z$`\\*])" for sign in (r"\.", "!", r"\?", ";"))
_BREAK = re.compile(rf"{_ENDS}|\n\s*\n|\n\s*(?=[|>*+#-]\s)|\|\s*\n|\\\\")
_AROUND, _BEFORE, _AFTER = 80, 300, 600
_LINE_END = "\n"


def line_at(prose: str, position: int) -> int:
    """The number of the line of a position, from 1 on."""
    return bisect_left(_line_ends(prose), position) + 1


@lru_cache(maxsize=1)
def _line_ends(prose: str) -> list[int]:
    """The positions of all ends of lines."""
    return [match.start() for match in re.finditer(_LINE_END, prose)]


def as_written(words: str, prose: str, position: int) -> str:
    """Words near a position of the prose in one line, with the formulas that were taken out of
    them as they are written there.

    >>> as_written(f"speed (of {GONE * 3})", "$v$ is the speed (of $u$)", 0)
    'speed (of $u$)'
    """
    if GONE not in words:
        return " ".join(words.split())
    pattern = re.sub(f"{GONE}+", lambda run: f".{{{len(run[0])}}}", re.escape(words))
    near = prose[max(0, position - _BEFORE) : position + _AFTER]
    found = re.search(pattern, near, re.DOTALL)
    return " ".join((found[0] if found else re.sub(f"{GONE}+", "…", words)).split())


def sentence_at(prose: str, position: int) -> str:
    """The sentence, row or item of a list around a position, no more of it than is read at once."""
    begin, last = max(0, position - _AROUND), min(len(prose), position + _AROUND)
    cut = "…" if begin else ""
    for match in _BREAK.finditer(prose, begin, position):
        begin, cut = match.end(), ""
    end = _BREAK.search(prose, position + 1, last)
    text = " ".join(prose[begin : end.start() if end else last].split()).strip("| ")
    return f"{cut}{text}{'' if end or last == len(prose) else '…'}"
