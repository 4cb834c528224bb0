"""Words of a text that tell how to read its formulas: acronyms, and figures with their sizes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.evidence import Evidence
from derive.units.multipliers import COUNTED
from derive.units.registry import resolve

_MATHS = re.compile(r"\$\$?[^$]*\$\$?|\\\[.*?\\\]", re.DOTALL)
_CAPITALS = re.compile(r"[A-Z](?<![\w$\\{].)[A-Z]{1,4}(?![\w$}])")
_PLURAL = re.compile(r" \((?<=[a-z] \()([A-Z]{2,5}s)\)")  # tensor cores (TCs)
_MEASURING = re.compile(r"\d[\s~-]?([A-Z]{2,5})(?![A-Za-z])")
_SET_AS_TEXT = re.compile(r"\\(?:text\w*|math[a-z]+|operatorname|unit|si|SI|mbox)\s*\{[^{}]*\}")
_LETTER = re.compile(r"(?<![A-Za-z\\{\d])(?<![\d}][ ~])(?<![\d}]\\[,;: ])[A-Za-z](?![A-Za-z}])")
_SIZED = re.compile(
    r"(?P<figure>\d(?<![\w.,].)\d*(?:\.\d+)?)[ -]?(?P<size>B|M|T|[mbt]r?illion)(?![\w/])"
)
_UNITS_OF = re.compile(  # in units of $t_F$, in units where $t_B = t_F = 1$
    r"[IiNn](?<!\w.)(?:(?<=[Ii])n\s+units\s+(?:of|where|in\s+which)"
    r"|(?<=[Nn])ormali[sz]\w+\s+(?:so\s+that|such\s+that|to))\s+\$(?P<symbols>[^$=]{1,30}(?:=[^$=]{1,30})*?)(?:=\s*1\s*)?\$"
)
_UNITS = ("units", "ormali")  # one of which is in each of these phrases
_SIZES = {"M": 1e6, "m": 1e6, "B": 1e9, "b": 1e9, "T": 1e12, "t": 1e12}


@dataclass(frozen=True, slots=True)
class WrittenWords:
    """The words of capitals in the sentences of a text, its figures that are said in millions,
    billions or trillions somewhere, each with this size, the evidence for symbols that it defines
    in several ways, the symbols that it makes units of its own, “in units of $t_F$”, and the
    plurals of its acronyms that spell a unit, “tensor cores (TCs)”; and the letters that its
    formulas compute with, but for those right behind a figure, 20 g.
    """

    acronyms: frozenset[str] = frozenset()
    sizes: Mapping[str, float] = field(default_factory=dict)
    conflicting: Mapping[str, Sequence[Evidence]] = field(default_factory=dict)
    own_units: frozenset[str] = frozenset()
    plurals: frozenset[str] = frozenset()
    letters: frozenset[str] = frozenset()


def written_words(
    prose: str,
    conflicting: Mapping[str, Sequence[Evidence]] | None = None,
    formulas: Sequence[str] = (),
) -> WrittenWords:
    """The acronyms and sizes of a text, not in its formulas, and the letters of these.

    >>> found = written_words("The link has a BW of $BC$; the model has 70 billion parameters.")
    >>> found.acronyms, found.sizes
    (frozenset({'BW'}), {'70': 1000000000.0})
    """
    sentences = _MATHS.sub(" ", prose)
    sizes = {match["figure"]: _SIZES[match["size"][0]] for match in _SIZED.finditer(sentences)}
    units = (
        spelt(symbol.strip())
        for match in (_UNITS_OF.finditer(prose) if any(map(prose.__contains__, _UNITS)) else ())
        for symbol in match["symbols"].split("=")
    )
    acronyms = frozenset(_CAPITALS.findall(sentences))
    words = acronyms - {*_MEASURING.findall(prose)}  # units say themselves behind a figure
    said = (*_PLURAL.findall(sentences), *(f"{word}s" for word in words))
    plurals = frozenset(filter(_is_no_count, said))
    letters = _LETTER.findall(_SET_AS_TEXT.sub(" ", "\n".join(formulas)))
    made = frozenset(units), plurals, frozenset(letters)
    return WrittenWords(acronyms, sizes, conflicting or {}, *made)


def _is_no_count(word: str) -> bool:
    """Whether a word spells a unit, of nothing stored, computed or counted as GPUs are."""
    unit = resolve(word)
    if unit is None:
        return False
    bases = {base for base, _ in unit.dimension.exponents}
    return bases.isdisjoint({"information", "computation", *COUNTED})
