"""Units that what stands right beside an equation gives to the name on one side of it: the unit
behind its formula, the sentence or heading before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.extraction.figure_units import stated_behind
from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, StatementNode
from derive.checking.habits.agreeing import put_back
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.introductions import dimensions_of
from derive.checking.symbols.names import Names
from derive.errors import TextError

_EITHER = " or "


def told_beside(
    passage: Passage, statement: StatementNode, settled: Disambiguation
) -> Disambiguation:
    """The reading, at one statement with what is told beside it of a letter or word that is but
    guessed as the library's, where that is of another dimension and does not balance.
    """
    for side in statement.sides:
        if not isinstance(side, NameNode) or not passage.file:
            continue
        for seen in _told(passage, statement, side.word, settled.names):
            if not _differs(side.word, seen, settled.names):
                continue
            if _holds(passage, statement, settled, by_habit=not _is_behind(seen)):
                return settled
            return _with(seen, side.word, passage, statement, settled)
    return settled


def _told(
    passage: Passage, statement: StatementNode, word: str, names: Names
) -> Iterator[Evidence]:
    """The evidence beside an equation for the name that is its first side, as units."""
    symbol, (first, *_, last) = canonical(word), (*statement.sides, statement.sides[-1])
    line, _ = passage.place(statement.begin)
    named = isinstance(first, NameNode) and first.word == word
    if named and kind_of(last) == SideKind.SYMBOLIC and (unit := stated_behind(passage)):
        said = " ".join(f"{passage.text} {unit}".split())
        yield Evidence(symbol, unit, Strength.UNIT, f"line {line}", said, said)
    for each in names.introduced.get(symbol, ()):
        if each.first <= line <= each.last:
            yield each.evidence


def _is_behind(seen: Evidence) -> bool:
    return seen.strength == Strength.UNIT


def _differs(word: str, seen: Evidence, names: Names) -> bool:
    """Whether a name is guessed as the library's in another dimension than it is told to have."""
    choice = names.find(word)
    if choice is None or not names.evidence_of(word, "").is_guess:
        return False
    try:
        told = dimensions_of(seen.meaning, names.vocabulary)
    except TextError:
        return False
    return not any(var.unit.dimension in told for pair in choice.readings for var in pair)


def _holds(
    passage: Passage, statement: StatementNode, settled: Disambiguation, *, by_habit: bool = False
) -> bool:
    """Whether a statement whose names are known balances, perhaps with what habit leaves out."""
    if not all(map(settled.knows, statement.words)):
        return False
    try:
        found = settled.interpreted(passage, statement)
        return found.balances or (by_habit and put_back(found.pairs) is not None)
    except TextError:
        return False


def _with(
    seen: Evidence,
    word: str,
    passage: Passage,
    statement: StatementNode,
    settled: Disambiguation,
) -> Disambiguation:
    """The reading with the unit among those told with which the statement balances; else without a
    meaning of the name where its noun alone tells them, and with the first for others.
    """
    family = _family(word, statement, settled.names)
    alone = settled.without(statement, family, guessed=True) if family else settled
    for unit in seen.meaning.split(_EITHER):
        strength = Strength.UNIT if _is_behind(seen) else Strength.DEFINITION
        found = _read(replace(seen, meaning=unit, strength=strength), word, statement, alone)
        if _holds(passage, statement, found):
            return found
    first = replace(seen, meaning=seen.meaning.split(_EITHER)[0])
    found = _read(first, word, statement, alone)
    if seen.strength == Strength.LIBRARY and all(map(found.knows, statement.words)):
        return settled.without(statement, [word, *family], guessed=True)
    return found


def _read(
    seen: Evidence, word: str, statement: StatementNode, settled: Disambiguation
) -> Disambiguation:
    evidence = dict.fromkeys((word, canonical(word)), seen)
    return settled.beside(statement, evidence, instead=True)


def _family(word: str, statement: StatementNode, names: Names) -> Sequence[str]:
    """The other guessed names of a statement with the letter of a name: C_total beside C_token."""
    letter = canonical(word).partition("_")[0]
    return [
        other
        for other in dict.fromkeys(statement.words)
        if other != word
        and canonical(other).partition("_")[0] == letter
        and names.find(other) is not None
        and names.evidence_of(other, "").is_guess
    ]
