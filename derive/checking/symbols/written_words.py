"""Words of a text that tell how to read its formulas: acronyms, and figures with their sizes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.evidence import Evidence

_MATHS = re.compile(r"\$\$?[^$]*\$\$?|\\\[.*?\\\]", re.DOTALL)
_CAPITALS = re.compile(r"[A-Z](?<![\w$\\{].)[A-Z]{1,4}(?![\w$}])")
_SIZED = re.compile(
    r"(?P<figure>\d(?<![\w.,].)\d*(?:\.\d+)?)[ -]?(?P<size>B|M|T|[mbt]r?illion)(?![\w/])"
)
_UNITS_OF = re.compile(  # in units of $t_F$, in units where $t_B = t_F = 1$
    r"\b(?:[Ii]n\s+units\s+(?:of|where|in\s+which)|[Nn]ormali[sz]\w+\s+(?:so\s+that|such\s+that|to))"
    r"\s+\$(?P<symbols>[^$=]{1,30}(?:=[^$=]{1,30})*?)(?:=\s*1\s*)?\$"
)
_SIZES = {"M": 1e6, "m": 1e6, "B": 1e9, "b": 1e9, "T": 1e12, "t": 1e12}


@dataclass(frozen=True, slots=True)
class WrittenWords:
    """The words of capitals in the sentences of a text, its figures that are said in millions,
    billions or trillions somewhere, each with this size, the evidence for symbols that it defines
    in several ways, and the symbols that it makes units of its own: “in units of $t_F$”.
    """

    acronyms: frozenset[str] = frozenset()
    sizes: Mapping[str, float] = field(default_factory=dict)
    conflicting: Mapping[str, Sequence[Evidence]] = field(default_factory=dict)
    own_units: frozenset[str] = frozenset()


def written_words(
    prose: str, conflicting: Mapping[str, Sequence[Evidence]] | None = None
) -> WrittenWords:
    """The acronyms and sizes of a text, not in its formulas.

    >>> found = written_words("The link has a BW of $BC$; the model has 70 billion parameters.")
    >>> found.acronyms, found.sizes
    (frozenset({'BW'}), {'70': 1000000000.0})
    """
    sentences = _MATHS.sub(" ", prose)
    sizes = {match["figure"]: _SIZES[match["size"][0]] for match in _SIZED.finditer(sentences)}
    units = (
        spelt(symbol.strip())
        for match in _UNITS_OF.finditer(prose)
        for symbol in match["symbols"].split("=")
    )
    acronyms = frozenset(_CAPITALS.findall(sentences))
    return WrittenWords(acronyms, sizes, conflicting or {}, frozenset(units))
