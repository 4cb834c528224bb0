"""Letters that a document sets equal to a name of the library: `L = n_layers (depth)`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from derive.checking.extraction.passage import Passage
from derive.checking.spelling.canonical import canonical
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.library_names import is_a_guess
from derive.checking.symbols.names import Names

_EITHER = " or "
_EQUATED = re.compile(
    r"\s*(?P<letter>\\?[A-Za-z]+|[α-ωΑ-Ω])\s*(?::?=|≡|\\equiv|\\coloneqq)\s*"
    r"(?P<name>\\?[A-Za-z][\w\\{}]*_[\w\\{}]+)\s*(?:\([A-Za-z][^()=]*\))?[\s.,;]*"
)


def equated(
    passages: Iterable[Passage], names: Names, defined: Container[str]
) -> dict[str, Evidence]:
    """The letters that the text does not define otherwise and that one of its formulas equates to
    a name that is spelt out, with that.
    """
    found: dict[str, dict[str, Evidence]] = {}
    for passage in passages:
        match = _EQUATED.fullmatch(passage.text)
        symbol = canonical(spelt(match["letter"])) if match else ""
        if match is None or len(symbol) != 1 or symbol in defined:
            continue
        name = spelt(match["name"])
        known = name in names.vocabulary.named or not is_a_guess(name)
        if known and (choice := names.find(name)) is not None:
            read = (whole for whole, _ in choice.readings)
            units = (v.name if v in names.vocabulary else v.unit.text for v in read)
            meaning = _EITHER.join(dict.fromkeys(map(str, units)))
            place, said = f"line {passage.line}", " ".join(passage.text.split())
            seen = Evidence(symbol, meaning, Strength.DEFINITION, place, name, said)
            found.setdefault(symbol, {}).setdefault(meaning, seen)
    return {
        symbol: next(iter(several.values()))
        for symbol, several in found.items()
        if len(several) == 1
    }
