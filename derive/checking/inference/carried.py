"""Units that names take from the equations that define them, at each equation of a document."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.terms import HOLE
from derive.checking.grammar.tree import NameNode, StatementNode
from derive.checking.inference.defining import definition
from derive.checking.inference.told_beside import told_beside
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.names import Names
from derive.errors import TextError, shorten
from derive.units.text import parse_unit

Seen = TypeVar("Seen")
_LONGEST = 60
_ALIKE, _DESCRIPTIVE = 2, 3
_COUNTED = frozenset({"token", "sequence", "parameter"})
_SWEEPS = 2  # the second for names that only later equations define
_UNIT_NAMES = {
    "flop": "FLOP", "flops": "FLOP", "byte": "byte", "bytes": "byte", "tokens": "token",
    "params": "param", "parameters": "param",
}  # fmt: skip
_RATES = re.compile(
    r"(?:peak|max|gpu|chip|device|hw|hardware|per|s\b|sec|sustained|achieved)", re.IGNORECASE
)


class Carried:
    """The units of names that equations define: at an equation that of the nearest definition
    before it, else after it.
    """

    def __init__(
        self, stated: Sequence[tuple[Passage, StatementNode]], settled: Disambiguation
    ) -> None:
        self.settled = settled
        self._stated = stated
        self._places = {id(statement): place for place, (_, statement) in enumerate(stated)}
        self._found: dict[str, dict[int, Evidence]] = {}
        self._alone: dict[int, Disambiguation] = {}  # where no other equation tells a unit
        self._families: Mapping[str, Evidence] = {}
        self._in_documents = any(passage.file for passage, _ in stated)
        for sweep in range(_SWEEPS if self._in_documents else 0):
            for passage, statement in stated:
                if not sweep or not self._found.keys().isdisjoint(statement.words):
                    self._learn(passage, statement)
        self._families = self._families_of_names() if self._in_documents else {}

    def _learn(self, passage: Passage, statement: StatementNode) -> None:
        place = self._places[id(statement)]
        settled = self.at(statement)
        found = definition(passage, statement, unknown(statement, settled), settled)
        described = found is not None and settled.names.is_defined(found.word)
        if (
            found is None
            or found.word == HOLE
            or found.guessed
            or described
            or not found.unit
            or _is_squared(found.unit)
            or place in self._found.get(found.word, {})
        ):
            return
        line, _ = passage.place(statement.begin)
        said = shorten(" ".join(passage.text.split()), _LONGEST)
        symbol, place_said = canonical(found.word), f"line {line}"
        seen = Evidence(symbol, found.unit, Strength.UNIT, place_said, said, said, found.also)
        self._found.setdefault(found.word, {})[place] = seen

    def at(self, statement: StatementNode) -> Disambiguation:
        """The reading of the document with the units that names have at one statement."""
        place = self._places.get(id(statement))
        if place is None:
            return self.settled
        if not self._found.keys().isdisjoint(statement.words):
            return self._told_at(statement, place, self._carried_at(statement, place))
        if place not in self._alone:
            self._alone[place] = self._told_at(statement, place, self.settled)
        return self._alone[place]

    def _told_at(
        self, statement: StatementNode, place: int, settled: Disambiguation
    ) -> Disambiguation:
        """The reading with the units that are told right beside one statement, or by its names."""
        settled = told_beside(self._stated[place][0], statement, settled)
        named = _unit_names(statement, settled)
        return settled.beside(statement, named) if named else settled

    def of_families(self, words: Collection[str], names: Names) -> dict[str, Evidence]:
        """Guesses for those names without evidence whose letter has one unit in the document."""
        return {
            word: replace(family, symbol=canonical(word))
            for word in words
            if (family := self._families.get(_family(word))) and not names.is_defined(word)
        }

    def _carried_at(self, statement: StatementNode, place: int) -> Disambiguation:
        sides = {side.word for side in statement.sides if isinstance(side, NameNode)}
        taken: dict[str, Evidence] = {}
        anew: dict[str, Evidence] = {}
        for word in statement.words:
            seen = nearest(self._found.get(word, {}), place)
            if seen is not None:
                (anew if word in sides else taken)[word] = seen
        settled = self.settled.beside(statement, taken) if taken else self.settled
        if not anew or sides.issuperset(unknown(statement, settled)):
            return settled  # what is defined anew here is not compared with what it was
        return self.settled.beside(statement, taken | anew)

    def _families_of_names(self) -> dict[str, Evidence]:
        """The unit of the names of one letter, T_load and T_step, by the letter where two of them
        or more have evidence and one dimension: a guess for the others.
        """
        names = self.settled.names
        known = {word: choice.own for word, choice in names.own.items() if word in names.evidence}
        known |= {word: next(iter(at.values())).meaning for word, at in self._found.items()}
        units: dict[str, list[str]] = {}
        for word, unit in known.items():
            if _family(word):
                units.setdefault(_family(word), []).append(unit)
        return {
            letter: Evidence(letter, found[0], Strength.LIBRARY)
            for letter, found in units.items()
            if len(found) >= _ALIKE and _of_one_dimension(found)
        }


def _of_one_dimension(units: Sequence[str]) -> bool:
    """Whether all are units, of one dimension."""
    try:
        return len({parse_unit(unit).dimension for unit in units}) == 1
    except TextError:  # a variable
        return False


def _family(word: str) -> str:
    """The letter of a name with a descriptive subscript: T of T_load; empty for others."""
    letter, _, script = canonical(word).partition("_")
    return letter if len(letter) == 1 and len(script) >= _DESCRIPTIVE else ""


def _unit_names(statement: StatementNode, settled: Disambiguation) -> dict[str, Evidence]:
    """The names of a statement that are words for what is counted, in that unit: the FLOP of
    FLOP = 2 N B, FLOPs_total; a guess.
    """
    return {
        word: Evidence(word, unit, Strength.LIBRARY)
        for word in unknown(statement, settled)
        if (unit := _unit_of_words(word)) and not settled.names.is_defined(word)
    }


def _unit_of_words(word: str) -> str | None:
    """The unit of a word for what is counted, perhaps with the part of it below; None for others,
    and for a rate.
    """
    stem, _, script = word.partition("_")
    is_rate = script and (stem == "FLOPS" or _RATES.match(script))
    return None if is_rate else _UNIT_NAMES.get(stem.lower())


def nearest(found: Mapping[int, Seen], place: int) -> Seen | None:
    """The nearest thing seen before a place, else after it; a definition says nothing of itself."""
    if not found or place in found:
        return None
    places = sorted(found)
    at = bisect_left(places, place)
    return found[places[at - 1] if at else places[0]]


def unknown(statement: StatementNode, settled: Disambiguation) -> Sequence[str]:
    """The names of a statement without a meaning, in reading order; found once."""
    key = unknown, id(statement)
    if key not in settled.kept:
        words = [name.word for name in statement.names if not settled.knows(name.word)]
        settled.kept[key] = statement, words
    found: Sequence[str] = settled.kept[key][1]
    return found


def _is_squared(unit: str) -> bool:
    """Whether a unit has a power of what is counted: a size for whose terms no unit is written."""
    exponents = parse_unit(unit.partition(" or ")[0]).dimension.exponents
    return any(name in _COUNTED and abs(float(power)) > 1 for name, power in exponents)
