"""Moduli of which a paragraph speaks: `modulo 7`, `mod p`, `\\mathbb{Z}/8`, the overflow of 8-bit
numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, repeat

from derive.checking.extraction.passage import Passage

# A pattern all of whose ways begin with a character is tried only where that stands.
_SETS = (r"\\mathbb\s*\{?\s*[ZF]\s*\}?", "ℤ", "𝔽", r"G(?<=\bG)F", r"Z(?<=\bZ)(?=/\d)")
_SAYS = r"m(?:(?<=\bm)|(?<=\bpm))od(?:ulo|ulus)?\b"
_BEGINS = "|".join((_SAYS, *(rf"{numbers}(?=\s*[/_({{])" for numbers in _SETS)))
_MODULUS = re.compile(
    rf"(?:{_BEGINS})[\s$`{{(/_\\]*(?:(?:{'|'.join(_SETS)})[\s$]*)?"
    r"(?P<modulus>\d+|[kmnpqMNP](?![A-Za-z]))"
)
_WIDTH = re.compile(r"\b(\d{1,2})[- ]bit\b")
_WRAPS = re.compile(
    r"\b(?:overflow|wraps?\b|wrapped|wrap(?:ping)?[- ]?around|two['’]?s[- ]complement|unsigned)",
    re.IGNORECASE,
)


def with_moduli(passages: Sequence[Passage], text: str) -> Sequence[Passage]:
    """The passages of a text with the modulus that their paragraph names, the last of several."""
    if _MODULUS.search(text) is None and _WRAPS.search(text) is None:
        return passages
    of_line = ["", *_moduli(text)]  # lines count from 1
    last = len(of_line) - 1
    return [replace(each, modulus=of_line[min(each.line, last)]) for each in passages]


def _moduli(text: str) -> Iterator[str]:
    """For each line the modulus that its paragraph names; "" if it names none."""
    for _, lines in groupby(text.split("\n"), key=lambda line: not line.strip()):
        paragraph = [*lines]
        yield from repeat(_modulus("\n".join(paragraph)), len(paragraph))


def _modulus(paragraph: str) -> str:
    """The modulus that a paragraph names, the last of several; "" if it names none."""
    found = _MODULUS.findall(paragraph)
    if not found and _WRAPS.search(paragraph):
        found = [str(2 ** int(width)) for width in _WIDTH.findall(paragraph)]
    return found[-1] if found else ""
