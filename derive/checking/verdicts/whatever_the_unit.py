"""Finding for an equation that does not balance whatever the unit of its one unknown name: terms
that are added have two units by their author's own definitions.
"""

from __future__ import annotations

from typing import Any

import sympy

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.tree import StatementNode, adds_a_number
from derive.checking.habits.possible_dimensions import options
from derive.checking.habits.put_back import are_few, cheapest
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.counted import without_count
from derive.checking.symbols.evidence import Strength
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.counts_as_numbers import COUNTS
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import shorten
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED

_COUNTED = COUNTED | {"computation"}
_OF_LIKE_TERMS = (sympy.Add, sympy.Max, sympy.Min)
_LONGEST = 60


def whatever_the_unit(
    passage: Passage, statement: StatementNode, word: str, settled: Disambiguation
) -> Finding | None:
    """The finding for an equation of a document with one unknown name and others that are all the
    author's own, in which terms that do not depend on it have two units, not only in things
    counted; None for any other.
    """
    names, usual = settled.names, settled.of(statement)
    others = {other: var for other, var in usual.items() if other != word}
    if not (passage.file and others and all(_is_authors(other, names) for other in others)):
        return None
    sums = [node for node in statement.nodes if adds_a_number(node, others)]
    numbers = {
        other: without_count(var, COUNTS)
        if any(adds_a_number(node, {other}) for node in sums)
        else var
        for other, var in others.items()
    }
    symbol = Var("open_symbol", "1", "what is not known")
    found = interpret(passage, statement, {**numbers, word: symbol})
    for side in found.sides:
        if symbol not in side.free_symbols and (terms := _unlike(side)):
            known = Interpretation(
                passage, statement, numbers, found.sides, (), found.dimensions_only
            )
            return _finding(known, word, side, terms, names)
    return None


def _is_authors(word: str, names: Names) -> bool:
    """Whether the author binds or defines a name himself, in one way and not by an equation."""
    symbol = canonical(word)
    own, seen = names.own.get(symbol), names.evidence.get(symbol)
    if own is None or own.ambiguous:
        return False
    if seen is None or seen.strength == Strength.BINDING:
        return True
    return seen.strength != Strength.LIBRARY and seen.words != seen.sentence


def _unlike(side: Any) -> tuple[tuple[Any, Dimension], ...]:
    """The first two terms of a sum that differ in more than what they count; none where each is not
    sound in itself. A bare number may have any unit.
    """
    if not isinstance(side, _OF_LIKE_TERMS):
        return ()
    try:
        terms = [(term, dimension_of(term)) for term in side.args if not term.is_number]
    except Mismatch:
        return ()
    first, *rest = terms or [(side, Dimension())]
    for other in rest:
        if any(name not in _COUNTED for name, _ in (first[1] / other[1]).exponents):
            return first, other
    return ()


def _finding(
    found: Interpretation,
    word: str,
    side: Any,
    terms: tuple[tuple[Any, Dimension], ...],
    names: Names,
) -> Finding:
    """The finding, conditional where a conversion is left out by habit."""
    position = found.statement.begin or None
    try:
        used = cheapest(way for way in options(side).values() if way and are_few(way))
    except Mismatch:
        used = None
    if used:
        condition, mend = (enumeration(sorted(each)) for each in _told(used))
        return finding_if(found, names, Outcome.HABIT, position, condition, mend, None)
    (one, here), (other, there) = terms
    said = (
        f"whatever the unit of {word}, {shorten(plain(one), _LONGEST)} has {here} and"
        f" {shorten(plain(other), _LONGEST)} has {there}."
    )
    doubt = f"A warning only: {word} is not defined."
    return placed(
        found.passage,
        Outcome.WEAKLY_FOUNDED,
        f"{excerpt(found.text, None, found.statement.begin)}\n{said[0].upper()}{said[1:]}"
        f"{reading_words(found, names)}\n{doubt}",
        position,
        bindings=meanings(found, names),
        expected=str(here),
        found=str(there),
        unknown=(word,),
        brief=f"{said} {doubt}",
    )


def _told(used: Any) -> tuple[list[str], list[str]]:
    return [str(one) for one in used], [one.mend for one in used]
