"""Moduli of which a paragraph speaks: `modulo 7`, `mod p`, `\\mathbb{Z}/8`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, repeat

from derive.checking.extraction.passage import Passage

_NUMBERS = r"(?:\\mathbb\s*\{?\s*[ZF]\s*\}?|ℤ|𝔽|\bGF|\bZ(?=/\d))"
_SAYS = r"\\?\bp?mod(?:ulo|ulus)?\b(?!el)"
_MODULUS = re.compile(
    rf"(?:{_SAYS}|{_NUMBERS}(?=\s*[/_({{]))[\s$`{{(/_\\]*(?:{_NUMBERS}[\s$]*)?"
    r"(?P<modulus>\d+|[kmnpqMNP](?![A-Za-z]))"
)


def with_moduli(passages: Sequence[Passage], text: str) -> Sequence[Passage]:
    """The passages of a text with the modulus that their paragraph names, the last of several."""
    if _MODULUS.search(text) is None:
        return passages
    of_line = ["", *_moduli(text)]  # lines count from 1
    last = len(of_line) - 1
    return [replace(each, modulus=of_line[min(each.line, last)]) for each in passages]


def _moduli(text: str) -> Iterator[str]:
    """For each line the modulus that its paragraph names; "" if it names none."""
    for _, lines in groupby(text.split("\n"), key=lambda line: not line.strip()):
        paragraph = [*lines]
        found = _MODULUS.findall("\n".join(paragraph))
        yield from repeat(found[-1] if found else "", len(paragraph))
