"""Findings for equations of a document with unknown names: what they define, and what of them is
compared whatever these names are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.terms import HOLE
from derive.checking.grammar.tree import NameNode, StatementNode, adds_a_number
from derive.checking.inference.compared import may_compare
from derive.checking.inference.conditions import AnyWouldDo, Conditions, conditions_of
from derive.checking.inference.defining import Definition, definition
from derive.checking.inference.elimination import UnitSolution, solved
from derive.checking.symbols.counted import without_count
from derive.checking.symbols.names import Names
from derive.checking.twin import twin
from derive.checking.verdicts.counts_as_numbers import COUNTS
from derive.checking.verdicts.families import families_of, is_computed, is_enough, told_alike
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, guess_words, meanings_of, reading_words
from derive.display import enumeration
from derive.equations.dimensions import Mismatch
from derive.equations.var import Var
from derive.errors import TextError
from derive.units.dimension import Dimension

_MOST_OPEN = 2


def open_names(
    passage: Passage, statement: StatementNode, unknown: Collection[str], settled: Disambiguation
) -> Finding | None:
    """The finding for an equation with unknown names of which all that is known agrees: it defines
    its unknown side, or holds if at most two names have the unit that it gives them. None where
    nothing is compared, not all agrees, or the text describes the side in words not understood.
    """
    if not passage.file or HOLE in statement.words:
        return None
    defined = definition(passage, statement, unknown, settled)
    if defined is not None and settled.names.is_defined(defined.word):
        return None
    if defined is not None:
        return _defining(passage, statement, defined, settled.names)
    if len(statement.sides) < 2:
        return None
    alone = {word: word for word in unknown}
    elsewhere = twin(settled)  # min(Peak FLOPs, AI × BW): figures of one GPU, or of all
    elsewhere.scope = 1 - settled.scope
    found = _with_open(passage, statement, alone, settled)
    if found or elsewhere.of(statement) == settled.of(statement):
        return found
    return _with_open(passage, statement, alone, elsewhere)


def last_resort(
    passage: Passage, statement: StatementNode, unknown: Collection[str], settled: Disambiguation
) -> Finding | None:
    """The finding for an equation that holds if what is counted has no unit, or names of one letter
    have one unit, or that gives its only unknown name a unit; None for any other. What is better
    founded comes first.
    """
    if len(statement.sides) < 2 or HOLE in statement.words:
        return None
    alone, found = {word: word for word in unknown}, None
    for counts in (COUNTS, COUNTS | {"token"}):
        found = found or _with_open(passage, statement, alone, settled, counts=counts)
    if found or statement.spots or statement.others or not is_computed(statement):
        return found
    return _with_open(passage, statement, families_of(unknown), settled, last=True)


def _with_open(
    passage: Passage,
    statement: StatementNode,
    families: Mapping[str, str],
    settled: Disambiguation,
    *,
    last: bool = False,
    counts: frozenset[str] = frozenset(),
) -> Finding | None:
    """The finding for an equation whose unknown names have one unit in each family, and in which
    the `counts` are pure numbers.
    """
    if not (last and len(families) == 1) and not may_compare(statement, families):
        return None
    symbols = {name: _open_symbol(k) for k, name in enumerate(dict.fromkeys(families.values()))}
    opened: dict[str, Any] = {word: symbols[name] for word, name in families.items()}
    names = settled.names
    usual = settled.of(statement)
    read = _numbers(usual, statement, counts)
    try:
        found = interpret(passage, statement, {**read, **opened})
        conditions = conditions_of(found, opened.values())
    except (TextError, Mismatch, AnyWouldDo):
        return None
    solution = solved(conditions.pure, conditions.opened)
    compared = solution.comparisons or (last and is_enough(opened, conditions, solution, names))
    if not (compared and solution.agrees and solution.settles):
        return None
    if _doubtful(found, conditions, names):
        return None
    plain = [word for word, var in usual.items() if read[word] != var]
    return _compared(found, opened, solution, names, plain)


@lru_cache(maxsize=64)
def _open_symbol(count: int) -> Var:
    """The symbol of the unknown name that is told this one."""
    return Var(f"open_{count}", "1", "what is not known")


def _numbers(
    reading: Mapping[str, Var], statement: StatementNode, counts: frozenset[str]
) -> dict[str, Var]:
    """The reading with the `counts` as pure numbers; without them numbers of GPUs and sequences
    that stand beside a bare 1, the P of (P - 1)/P.
    """
    if counts:
        return {word: without_count(var, counts) for word, var in reading.items()}
    words = reading.keys()
    sums = [node for node in statement.nodes if adds_a_number(node, words)]
    bare = {
        word: without_count(var, COUNTS)
        for word, var in (reading.items() if sums else ())
        if any(adds_a_number(node, {word}) for node in sums)
    }
    return {**reading, **bare}


def _doubtful(found: Interpretation, conditions: Conditions, names: Names) -> bool:
    """Whether a name is read as the library's that the equation itself does not give this unit."""
    guessed = [
        var
        for word, var in found.reading.items()
        if var not in conditions.opened and names.evidence_of(word, str(var.name)).is_guess
    ]
    if not guessed:
        return False
    without = solved(conditions.pure, conditions.opened.union(guessed)).units
    return any(without.get(var) != var.unit.dimension for var in guessed)


def _defining(
    passage: Passage, statement: StatementNode, defined: Definition, names: Names
) -> Finding | None:
    """The finding for an equation that defines a name; None where it is made of names that are
    guessed and compared with nothing, or of counted things that no quantity has together.
    """
    if not (defined.unit or defined.others) or _doubtful(
        defined.found, conditions_of(defined.found, ()), names
    ):
        return None
    units = _units(defined)
    sentence = f"It defines {defined.word}, {units}."
    return _finding(
        passage, statement, defined.found, names, sentence, {defined.word: defined.unit}, ()
    )


def _units(defined: Definition) -> str:
    plain = _in(defined.dimension)
    others = [f"{_in(other)} if {condition}" for other, condition in defined.others]
    return " or, ".join([plain, *others[:1]])


def _in(dimension: Dimension) -> str:
    return f"in {dimension}" if dimension else "a pure number"


def _compared(
    found: Interpretation,
    opened: Mapping[str, Any],
    solution: UnitSolution,
    names: Names,
    plain: Sequence[str],
) -> Finding | None:
    """The finding for an equation of which something is compared, with `plain` numbers of things;
    None where a name would have a unit that no quantity has, or more than two would have to be
    known.
    """
    sides = {side.word for side in found.statement.sides if isinstance(side, NameNode)}
    units = {word: solution.units[var] for word, var in opened.items() if var in solution.units}
    taken = {word: unit for word, unit in units.items() if word in sides}
    needed = {word: unit for word, unit in units.items() if word not in sides}
    if len(needed) > _MOST_OPEN or not all(map(names.is_usual, units.values())):
        return None
    several = Counter(opened.values())
    free = [word for word, var in opened.items() if word not in units and several[var] == 1]
    said = "All terms whose unit is known agree."
    alike = told_alike(opened, units)
    counted = f"{enumeration(plain)} {'are' if len(plain) > 1 else 'is'} counted without a unit"
    if parts := [*([_are(needed)] if needed else []), *([counted] if plain else []), *alike]:
        said = f"Consistent if {enumeration(parts)}: all else agrees."
    if taken:
        said = f"{said} So {_are(taken)}."
    if free:
        said = f"{said} The unit of {enumeration(free)} is left open."
    forced = {word: str(unit) for word, unit in units.items()}
    left = tuple(word for word in opened if word not in taken)
    return _finding(found.passage, found.statement, found, names, said, forced, left)


def _are(units: Mapping[str, Dimension]) -> str:
    """“P and m are pure numbers”, “n is in byte and k in s”."""
    if len(units) > 1 and not any(units.values()):
        return f"{enumeration([*units])} are pure numbers"
    return enumeration(
        [f"{word} is {_in(unit) if unit else 'a pure number'}" for word, unit in units.items()]
    )


def _finding(
    passage: Passage,
    statement: StatementNode,
    found: Interpretation,
    names: Names,
    sentence: str,
    forced: Mapping[str, str],
    left: tuple[str, ...],
) -> Finding:
    known = {word: var for word, var in found.reading.items() if names.find(word) is not None}
    read = Interpretation(passage, statement, known, found.sides, (), found.dimensions_only)
    guess = guess_words(read, names)
    brief = f"if {guess}: {sentence[0].lower()}{sentence[1:]}" if guess else sentence
    condition = sentence.startswith("Consistent if")
    return placed(
        passage,
        Outcome.NAMES_LEFT_OPEN if condition else Outcome.BALANCED,
        f"{excerpt(passage.text, None, statement.begin)}\n{brief[0].upper()}{brief[1:]}"
        f"{reading_words(read, names)}",
        statement.begin or None,
        bindings=meanings_of(known, names),
        forced={word: unit for word, unit in forced.items() if unit},
        unknown=left,
        brief=brief,
    )
