"""Letters by their place in the shape of a tensor: the S of `(B, S, H)` is the sequence length."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from derive.checking.symbols.phrase_meanings import meaning_of
from derive.checking.symbols.unit_spelling import PURE
from derive.equations.vocabulary import Vocabulary

_LETTER = r"[A-Za-z](?:_[A-Za-z]\w{0,8}|_\{\w{1,8}\})?"
_SHAPE = re.compile(
    rf"[(\[]\s*\$?(?P<batch>B|b|[Bb]atch\w*)\$?\s*,\s*\$?(?P<length>[STLNn])\$?\s*,"
    rf"\s*(?:(?:\w*heads|h)\s*,\s*)?\$?(?P<width>[HDdCEh]|{_LETTER})\$?\s*[)\]]"
)
_MEANT = (
    ("batch", "batch size", ("B", "b")),
    ("length", "sequence length", ("S", "T", "L", "N", "n")),
    ("width", "hidden size", ("H", "D", "d", "C", "E", "h")),
)


_SIZE = rf"(?:\\[a-z]{{2,9}}\{{)?(?:[A-Z]_?[XYZ]{{1,3}}|{_LETTER})\}}?(?:<sub>\w{{1,3}}</sub>)?"
_SIZES = rf"\s*(?P<sizes>{_SIZE}(?:\s*(?:,|\\times|×)\s*{_SIZE}){{1,4}})\s*[\]}}]"
_SIZED = re.compile(rf"[\[^](?:(?<=\[)|\s*\{{){_SIZES}")  # is in all arrays
_ARRAY = re.compile(
    rf"(?:(?<![\w\\])[A-Za-z]\w{{0,12}}\}}?(?:_\w{{1,6}}|_\{{\w{{1,8}}\}})?\["
    rf"|(?:\\(?:text|mathrm|textrm)\{{\w{{1,12}}\}}|</sub>)\["
    rf"|\\mathbb\s*\{{?R\}}?\s*\^\s*\{{){_SIZES}"
)
# Sizes as they are, coloured, or sharded over axes of a mesh: D, \red{D}, D_X, D<sub>X</sub>.
_OF_SIZE = re.compile(
    r"(?:^|(?:,|\\times|×)\s*)(?:\\[a-z]{2,9}\{)?(?P<letter>[A-Z])(?![A-Za-z0-9])"
)
_NUMBERS = frozenset("DEFGHIJKMNV")  # the others count tokens or sequences
_AXES = re.compile(r"_\{?(?P<axes>[XYZ]{1,3})\b|<sub>(?P<marked>[XYZ]{1,3})</sub>")


def _of_arrays(
    prose: str, known: Container[str], told: set[str]
) -> Iterator[tuple[str, str, int, str]]:
    """The letters that only size arrays, which are numbers: the M and K of A[M, K]; and the axes of
    a mesh, with as many GPUs along them: the X of A[M_X, K].
    """
    for match in _ARRAY.finditer(prose) if _SIZED.search(prose) else ():
        for axes in _AXES.finditer(match["sizes"]):
            for letter in axes["axes"] or axes["marked"]:
                if letter not in known and letter not in told:
                    told.add(letter)
                    yield letter, "GPU or 1", match.start("sizes") + axes.start(), match[0]
        for size in _OF_SIZE.finditer(match["sizes"]):
            letter = size["letter"]
            if letter in _NUMBERS and letter not in known and letter not in told:
                told.add(letter)
                yield letter, PURE, match.start("sizes") + size.start("letter"), match[0]


def shape_letters(
    prose: str, known: Container[str], vocabulary: Vocabulary
) -> Iterator[tuple[str, str, int, str]]:
    """Each letter of a shape that is not known otherwise, its meaning, its position and the shape;
    none where two shapes disagree.
    """
    found: dict[str, tuple[str, int, str]] = {}
    twice: set[str] = set()
    for match in _SHAPE.finditer(prose):
        for part, phrase, letters in _MEANT:
            letter = match[part]
            if letter in known or letter not in letters:
                continue
            before = found.setdefault(letter, (phrase, match.start(part), match[0]))
            if before[0] != phrase:
                twice.add(letter)
    yield from _of_arrays(prose, known, {*found})
    for letter, (phrase, position, shape) in found.items():
        meaning = meaning_of(phrase, vocabulary)
        if meaning and letter not in twice:
            yield letter, meaning, position, shape
