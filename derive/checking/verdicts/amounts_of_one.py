"""Finding for an equation whose name says of how much it is: per token = 2 × layers × width × 2
bytes are the bytes of one token.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.grammar.tree import NameNode
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.counted import without_count
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED
from derive.units.registry import resolve

_PER = "per"
_BYTES = Dimension({"information": 1})
_OF_AN_ELEMENT = (_BYTES, _BYTES / Dimension({"parameter": 1}))
_SIZES = 2  # numbers of layers, heads and the like


def amounts_of_one(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation of a name that is per something, as its words say, and sizes of
    it alone, numbers and the bytes of an element, that balances if these are of one such thing;
    None for any other.
    """
    for word, base in _per_something(found):
        rest = {other: var for other, var in found.reading.items() if other != word}
        sizes = [other for other, var in rest.items() if not var.unit.dimension]
        others = [other for other in rest if other not in sizes]
        if len(sizes) < _SIZES or not all(_is_of_an_element(each, found) for each in others):
            continue
        of_one = without_count(found.reading[word], frozenset({base}))
        if interpret(found.passage, found.statement, {**rest, word: of_one}).balances:
            unit = Dimension({base: 1})
            condition = f"the other side is of one {unit}, as {word} says"
            mend = f"write one of its factors per {unit}"
            return finding_if(found, names, Outcome.USUAL_HABIT, position, condition, mend, match)
    return None


def _per_something(found: Interpretation) -> Iterator[tuple[str, str]]:
    """Each name that is a side by itself and is per something counted, by its words and by its
    unit, with the base dimension of that.
    """
    for side in found.statement.sides:
        if not isinstance(side, NameNode):
            continue
        _, *words = canonical(side.word).lower().split("_")
        said = words[words.index(_PER) + 1 :][:1] if _PER in words else []
        unit = resolve(said[0]) if said else None
        bases = unit.dimension.exponents if unit is not None else ()
        powers = dict(found.reading[side.word].unit.dimension.exponents)
        yield from (
            (side.word, base) for base, _ in bases if base in COUNTED and powers.get(base) == -1
        )


def _is_of_an_element(word: str, found: Interpretation) -> bool:
    """Whether a name is a size in bytes of one element: no total of the library's."""
    var = found.reading[word]
    return var.vocabulary is None and var.unit.dimension in _OF_AN_ELEMENT
