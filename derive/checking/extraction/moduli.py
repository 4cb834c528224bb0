"""Moduli of which a paragraph speaks: `modulo 7`, `mod p`, `\\mathbb{Z}/8`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.checking.extraction.passage import Passage

_NUMBERS = r"(?:\\mathbb\s*\{?\s*[ZF]\s*\}?|ℤ|𝔽|\bGF|\bZ(?=/\d))"
_SAYS = r"\\?\bp?mod(?:ulo|ulus)?\b(?!el)"
_MODULUS = re.compile(
    rf"(?:{_SAYS}|{_NUMBERS}(?=\s*[/_({{]))[\s$`{{(/_\\]*(?:{_NUMBERS}[\s$]*)?"
    r"(?P<modulus>\d+|[kmnpqMNP](?![A-Za-z]))"
)


def with_moduli(passages: Sequence[Passage], text: str) -> Sequence[Passage]:
    """The passages of a text with the modulus that their paragraph names, the last before the end
    of its line if there are several.
    """
    if _MODULUS.search(text) is None:
        return passages
    lines = text.split("\n")
    return [replace(each, modulus=_modulus_near(lines, each.line)) for each in passages]


def _modulus_near(lines: Sequence[str], line: int) -> str:
    """The modulus that the paragraph of a line names; "" if it names none."""
    begin = end = min(line, len(lines)) - 1
    while begin > 0 and lines[begin - 1].strip():
        begin -= 1
    while end + 1 < len(lines) and lines[end + 1].strip():
        end += 1
    found = list(_MODULUS.finditer("\n".join(lines[begin : end + 1]))) if line else []
    return found[-1]["modulus"] if found else ""
