"""Judging equations: do both sides, and all terms that are added or compared, have one dimension?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from derive.checking.expression import Builder
from derive.checking.finding import CONSISTENT, INCONSISTENT, NOT_JUDGED, Finding
from derive.checking.names import Names, readings
from derive.checking.parser import parse
from derive.checking.tree import Statement, words
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.mend import dimension_error
from derive.equations.plain import plain
from derive.equations.var import Var, Vocabulary
from derive.errors import DimensionError, TextError, shorten
from derive.units.lexer import MAX_CHARACTERS

_WIDTH = 140
_MOST_OWN = 12


def check(text: str | None = None, bindings: Mapping[str, str] | None = None) -> list[Finding]:
    """Judge the equations in `text`, one a line, or the whole library when there is none.

    `bindings` maps names of the author's own to a variable ("batch_size"), a unit ("GB/s") or a quantity ("3.2 GB/s").
    What cannot be read is a finding too. Raises UnknownName or TextError for a binding that means nothing.

    >>> [finding.verdict for finding in check("t_c = B N_active / FLOPs")]
    ['inconsistent']
    """
    if text is None:
        return judge_library()
    names = Names(library_vocabulary(), bindings) if bindings else _usual_names()
    if len(text) > MAX_CHARACTERS:
        error = TextError(text, 0, f"it is longer than {MAX_CHARACTERS:,} characters", "Check it in parts.")
        return [Finding(text, NOT_JUDGED, str(error), position=0)]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [judge(line, names) for line in lines or [""]]


def library_vocabulary() -> Vocabulary:
    """The library's variables."""
    from derive.library.nomenclature import vocabulary

    return vocabulary


@lru_cache(maxsize=1)
def _usual_names() -> Names:
    return Names(library_vocabulary())


def judge(text: str, names: Names) -> Finding:
    """The verdict on one equation."""
    try:
        statement = parse(text, names)
        return _best(text, statement, names)
    except TextError as error:
        return Finding(text, NOT_JUDGED, str(error), position=error.position)


@dataclass(frozen=True, slots=True)
class _Read:
    """A statement under one reading of its names: the expressions of its sides and where each part stands."""

    text: str
    reading: Mapping[str, Var]
    sides: tuple[Any, ...]
    positions: Mapping[Any, int]

    @property
    def pairs(self) -> list[tuple[Any, Any]]:
        """The sides that are held against each other; a bare expression only against itself."""
        return list(zip(self.sides, self.sides[1:], strict=False)) or [(self.sides[0], self.sides[0])]

    @property
    def balances(self) -> bool:
        """Whether all sides and terms agree."""
        try:
            return all(_alike(left, right) for left, right in self.pairs)
        except Mismatch:
            return False


def _alike(left: Any, right: Any) -> bool:
    return dimension_of(left) == dimension_of(right) or 0 in (left, right)


def _best(text: str, statement: Statement, names: Names) -> Finding:
    """The finding under the first reading that balances, else under the usual one."""
    choices = {word: choice for word in words(statement) if (choice := names.find(word) or names.unit(word)) is not None}
    reads = (_read(text, statement, reading) for reading in readings(choices))
    usual = next(reads)
    sound = usual if usual.balances else next((read for read in reads if read.balances), None)
    return _sound(sound, names) if sound else _faulty(usual, names)


def _read(text: str, statement: Statement, reading: Mapping[str, Var]) -> _Read:
    builder = Builder(text, reading)
    return _Read(text, reading, tuple(builder.expression(side) for side in statement.sides), builder.positions)


def _sound(read: _Read, names: Names) -> Finding:
    shown = _meanings(read, names)
    dimension = str(dimension_of(read.sides[0]))
    if not read.reading:
        return Finding(read.text, NOT_JUDGED, f"{_excerpt(read.text, None)}\nThere is no variable in it.", shown)
    if len(read.sides) == 1:
        message = f"{_excerpt(read.text, None)}\nIt states no equation; it has the dimension {dimension}.{_reading_words(read, names)}"
        return Finding(read.text, NOT_JUDGED, message, shown, found=dimension)
    message = f"{_excerpt(read.text, None)}\nEvery side has the dimension {dimension}.{_reading_words(read, names)}"
    return Finding(read.text, CONSISTENT, message, shown, dimension, dimension, sides=read.sides)


def _faulty(read: _Read, names: Names) -> Finding:
    """The finding for the first pair of sides that does not agree."""
    also = _own_spares(read, names)
    errors = (dimension_error("", left, right, names.vocabulary, also) for left, right in read.pairs)
    error = next(found for found in errors if found is not None)
    position = _position(read, error)
    why = f"{error.detail}." if error.detail else "the sides differ."
    message = (
        f"{_excerpt(read.text, position)}\n"
        f"The dimensions do not agree: {why}\n"
        f"    {shorten(error.term, _WIDTH)}\n"
        f"    has      {shorten(error.found, _WIDTH)}\n"
        f"    expected {shorten(error.expected, _WIDTH)}\n"
        f"{shorten(error.mend, 1000)}{_reading_words(read, names)}"
    )
    return Finding(read.text, INCONSISTENT, message, _meanings(read, names), error.expected.partition("  (")[0], error.found, error.mend, position)


def _own_spares(read: _Read, names: Names) -> list[Var]:
    """The author's own variables that the equation does not use: it may lack one of them."""
    own = [choice.readings[0][0] for choice in names.own.values()]
    return [var for var in own if var not in read.reading.values()][:_MOST_OWN]


def _position(read: _Read, error: DimensionError) -> int | None:
    """Where the term of an error stands in the text."""
    wanted = error.term.removeprefix("right side: ").removeprefix("left side: ")
    return next((position for part, position in read.positions.items() if plain(part) == wanted), None)


def _excerpt(text: str, position: int | None) -> str:
    """The text, or as much of it as fits around `position`, with a caret under that place."""
    begin = 0 if position is None or len(text) <= _WIDTH else max(0, min(position - _WIDTH // 2, len(text) - _WIDTH))
    shown = "".join(c if c.isprintable() else " " for c in text[begin : begin + _WIDTH])
    before, after = "…" if begin else "", "…" if begin + _WIDTH < len(text) else ""
    line = f"{before}{shown}{after}"
    return line if position is None else f"{line}\n{' ' * (len(before) + position - begin)}^"


def _meanings(read: _Read, names: Names) -> dict[str, str]:
    """What each name of the text was taken for: a variable, or the unit the author bound it to."""
    return {word: str(var.name) if var in names.vocabulary else var.unit.text for word, var in read.reading.items() if names.unit(word) is None}


def _reading_words(read: _Read, names: Names) -> str:
    """The line that says how names were read, where that is not plain from the name itself."""
    said = []
    for word, var in read.reading.items():
        choice = names.find(word)
        others = [other.name for pair in (choice.readings if choice else ()) for other in pair if other != var]
        instead = f" (not {' or '.join(dict.fromkeys(others))})" if others else ""
        if names.unit(word) is not None:
            continue
        if var not in names.vocabulary:
            said.append(f"{word} {'as a pure number' if var.unit.text == '1' else f'in {var.unit}'}")
        elif word != var.name:
            said.append(f"{word} as {var.name}{instead}")
    return f"\nRead {', '.join(said)}." if said else ""


def judge_library() -> list[Finding]:
    """A finding for every relation, constraint and theorem of the library."""
    from derive.library import subjects

    findings = []
    for module in subjects():
        statements = [(r.name, r.equation) for r in module.RELATIONS]
        statements += [(c.name, c.inequality) for c in module.CONSTRAINTS]
        statements += [(t.name, t.equation) for t in module.THEOREMS]
        findings += [_judge_stated(name, statement) for name, statement in statements]
    return findings


def _judge_stated(name: str, statement: Any) -> Finding:
    """The verdict on an equation that is already one."""
    text = f"{name}: {plain(statement)}"
    shown = {str(var.name): str(var.name) for var in sorted(statement.free_symbols, key=lambda var: var.rank)}
    error = dimension_error(name, statement.lhs, statement.rhs, library_vocabulary())
    if error is not None:
        return Finding(text, INCONSISTENT, str(error), shown, error.expected, error.found, error.mend)
    dimension = str(dimension_of(statement.lhs))
    return Finding(text, CONSISTENT, f"{text}\nEvery side has the dimension {dimension}.", shown, dimension, dimension)
