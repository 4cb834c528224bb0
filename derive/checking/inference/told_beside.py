"""Units that what stands right beside an equation gives to the name on one side of it: the unit
behind its formula, the sentence or heading before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.extraction.figure_units import stated_behind
from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, StatementNode
from derive.checking.habits.agreeing import put_back
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.counted import COUNTED_BASES
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.introductions import dimensions_of
from derive.checking.symbols.names import Names
from derive.equations.dimensions import Mismatch, dimension_of
from derive.errors import TextError

_EITHER, _BEHIND = " or ", "what it equals, in "


def told_beside(
    passage: Passage, statement: StatementNode, settled: Disambiguation
) -> Disambiguation:
    """The reading, at one statement with what is told beside it of a name but guessed as the
    library's, where that is of another dimension and does not balance; of an unknown name what
    stands before it, if the statement may hold with that.
    """
    for side in statement.sides:
        if not isinstance(side, NameNode) or not passage.file:
            continue
        for seen in _told(passage, statement, side.word, settled.names):
            if not _differs(side.word, seen, settled.names):
                continue
            if _holds(passage, statement, settled, by_habit=not _is_behind(seen)):
                return settled
            told = _with(seen, side.word, passage, statement, settled)
            if told is not None:
                return told
            words = [side.word, *_family(side.word, statement, settled.names)]
            known = settled.names.find(side.word) is not None
            return settled.without(statement, words, guessed=True) if known else settled
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
        words = f"{_BEHIND}{unit}"  # which proves nothing: it may be part of the sentence
        yield Evidence(symbol, unit, Strength.DEFINITION, f"line {line}", words, said)
    for each in names.introduced.get(symbol, ()):
        if each.first <= line <= each.last:
            yield each.evidence


def _is_behind(seen: Evidence) -> bool:
    return seen.words.startswith(_BEHIND)


def _differs(word: str, seen: Evidence, names: Names) -> bool:
    """Whether a name is guessed as the library's in another dimension than it is told to have, or
    not known and told before its equation.
    """
    choice = names.find(word)
    if choice is None:
        return not (_is_behind(seen) or names.is_defined(word))
    if not names.evidence_of(word, "").is_guess:
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
) -> Disambiguation | None:
    """The reading with the unit among those told with which the statement balances; else with the
    first, None where the statement then differs in more than things counted.
    """
    family = _family(word, statement, settled.names)
    alone = settled.without(statement, family, guessed=True) if family else settled
    for unit in seen.meaning.split(_EITHER):
        told = replace(seen, meaning=unit, strength=Strength.DEFINITION)
        found = _read(told, word, statement, alone)
        if _holds(passage, statement, found):
            return found
    first = replace(seen, meaning=seen.meaning.split(_EITHER)[0])
    found = _read(first, word, statement, alone)
    if not all(map(found.knows, statement.words)) or _is_behind(seen):
        return found
    return found if _differs_in_counts(found.interpreted(passage, statement)) else None


def _differs_in_counts(found: Interpretation) -> bool:
    """Whether sides differ in nothing but things counted, which may be left out."""
    try:
        gaps = [dimension_of(left) / dimension_of(right) for left, right in found.pairs]
    except Mismatch:
        return False
    return all(name in COUNTED_BASES for gap in gaps for name, _ in gap.exponents)


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
