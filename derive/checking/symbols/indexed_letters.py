"""Letters with a word as index of which the text defines the letter: B_tier, “$B$ bandwidth”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.evidence import Evidence, Strength

_WORD = r"\\(?:text|mathrm|textrm|rm)\s*\{[A-Za-z]{3,}\}"  # one of a letter or two is a place
_INDEXED = re.compile(
    rf"(?:\\[A-Za-z]+|(?<![A-Za-z\\])[A-Za-zα-ω])_\{{(?:{_WORD}|[A-Za-z]{{3,}})\}}"
)
_WORDS = re.compile(r"\\(?:text|mathrm|textrm|operatorname|rm)\s*\{[^{}]*\}")
_LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-zα-ω]")


def indexed_letters(
    defined: Mapping[str, Evidence], formulas: Sequence[str]
) -> Iterator[tuple[str, Evidence]]:
    """The letters with a word as index of which no formula has the letter alone, with the evidence
    for the letter; it is no stronger than a guess.
    """
    names = {
        name
        for written in {name for text in formulas for name in _INDEXED.findall(text)}
        if (name := spelt(written)) not in defined
        and (seen := defined.get(name.partition("_")[0]))
        and seen.meaning
    }
    if not names:
        return
    rest = (_WORDS.sub(" ", _INDEXED.sub(" ", text)) for text in formulas)
    alone = {spelt(letter) for text in rest for letter in _LETTER.findall(text)}
    for name in sorted(names):
        letter = name.partition("_")[0]
        if letter not in alone:
            yield name, replace(defined[letter], symbol=name, strength=Strength.LIBRARY)
