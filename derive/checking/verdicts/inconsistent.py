"""The finding for an equation whose dimensions do not agree."""

from __future__ import annotations

from itertools import islice
from typing import Any

from derive.checking.disambiguation.interpretation import (
    Disambiguation,
    Interpretation,
    interpret,
    other_readings,
)
from derive.checking.grammar.tree import NameNode, StatementNode, nodes
from derive.checking.matching.match import NEW
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import PHYSICAL
from derive.checking.verdicts.finding import INCONSISTENT, NOT_JUDGED, Finding, placed
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.checking.verdicts.remarks import kinship_of, wrong_figures
from derive.equations.dimension_check import dimension_error
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import DimensionError, TextError, UnknownWords, shorten

_WIDTH = 140
_MOST_OWN = 12


def inconsistent(found: Interpretation, settled: Disambiguation) -> Finding:
    """The finding for the first pair of sides that does not agree. Raises TextError where that
    hangs on a figure that can be read in two ways.
    """
    names = settled.names
    if found.statement.spots and not found.statement.others:
        spot, words = found.statement.spots[0]
        raise TextError(
            found.text,
            spot,
            words,
            "Under the second the equation does not balance; write the number out for the first.",
        )
    if any(balances(found, other) for other in found.statement.others):
        spot, words = found.statement.spots[-1]
        raise TextError(
            found.text,
            spot,
            words,
            "In one of these readings the equation balances and in the usual one not.",
        )
    if word := _borrowed(found, names):
        place = next(
            node.position
            for node in nodes(*found.statement.sides)
            if isinstance(node, NameNode) and node.word == word
        )
        fix = (
            f"The library's {word} is {found.reading[word].name} in {found.reading[word].unit},"
            f" with which the equation does not balance: bind {word}."
        )
        raise UnknownWords(
            found.text, place, f"“{word}” is none of the names that are bound", fix, (word,)
        )
    also = _own_spares(found, names)
    errors = (
        dimension_error("", left, right, names.vocabulary, also) for left, right in found.pairs
    )
    error = next(wrong for wrong in errors if wrong is not None)
    kin = kinship_of(found, names)
    known = f"\n{kin}" if kin and kin.kind != NEW else ""
    # Who says what his other letters are may mean anything by these, and so may who says nothing of
    # any; unless the equation is known.
    authors = any(canonical(word) in names.own for word in found.reading)
    guessed = [
        word
        for word in found.reading
        if word in settled.guessed
        and (len(canonical(word)) == 1 or (authors and not _says_itself(word, names)))
    ]
    doubtful = not known and not error.by_figure and (authors or len(guessed) == len(found.reading))
    if guessed and (doubtful or not error.mendable):
        return _misread(found, guessed, error, names)
    bare = found.without_unit
    mend = (
        f"The figure has no unit: write it in {bare.unit}."
        if bare is not None and not error.by_figure
        else error.mend
    )
    position = _position(found, error)
    why = f"{error.detail}." if error.detail else "the sides differ."
    other = next(other_readings(found, names), None)
    balanced = (
        f"\nIt would balance with {_instead(found, other)}; the document is read in one way"
        " throughout."
        if other
        else ""
    )
    wrong = wrong_figures(found.statement)
    figures = f"\nBesides, {wrong[1]}." if wrong else ""
    message = (
        f"{excerpt(found.text, position)}\n"
        f"The dimensions do not agree: {why}\n"
        f"    {shorten(error.term, _WIDTH)}\n"
        f"    has      {shorten(error.found, _WIDTH)}\n"
        f"    expected {shorten(error.expected, _WIDTH)}\n"
        f"{shorten(mend, 1000)}{known}{figures}{balanced}{reading_words(found, names)}"
    )
    expected = error.expected.partition("  (")[0]
    brief = (
        f"{shorten(error.term, 80)} has {shorten(error.found)}, not {shorten(expected)}."
        f" {shorten(mend, 300)}{f' {kin}' if known else ''}"
    )
    facts: dict[str, Any] = {
        "expected": expected,
        "found": error.found,
        "mend": mend,
        "brief": brief,
        "kinship": kin,
    }
    return placed(
        found.passage, INCONSISTENT, message, position, bindings=meanings(found, names), **facts
    )


def _says_itself(word: str, names: Names) -> bool:
    """Whether a name of the library's says what it is: N_total does, N_a and N do not."""
    return len(word.partition("_")[2]) > 1 and not names.drawn(word)


def _misread(
    found: Interpretation, guessed: list[str], error: DimensionError, names: Names
) -> Finding:
    """The finding for an equation that nothing would mend, where letters may mean something else
    than they usually do.
    """
    taken = " and ".join(f"{word} as {found.reading[word].name}" for word in guessed)
    position = _position(found, error)
    may = "they may" if len(guessed) > 1 else "it may"
    nothing = "" if error.mendable else ", and nothing would mend it"
    brief = (
        f"with {taken} it does not balance{nothing}: {may} mean something else here. Bind"
        f" {', '.join(guessed)}."
    )
    said = f"{brief[0].upper()}{brief[1:]}{reading_words(found, names)}"
    message = f"{excerpt(found.text, position)}\n{said}"
    return placed(
        found.passage,
        NOT_JUDGED,
        message,
        position,
        unknown=tuple(guessed),
        brief=brief,
        bindings=meanings(found, names),
    )


def _borrowed(found: Interpretation, names: Names) -> str:
    """A letter the author has not bound, read as the library's, among names bound to units that the
    library has no use for; "" if there is none.
    """
    far = any(
        name in PHYSICAL
        for var in found.reading.values()
        if var in names.own_vars
        for name, _ in var.unit.dimension.exponents
    )
    letters = (
        word
        for word, var in found.reading.items()
        if var not in names.own_vars and len(word.partition("_")[0]) == 1
    )
    return next(letters, "") if far else ""


def balances(found: Interpretation, other: StatementNode) -> bool:
    """Whether the statement read in another way balances under the same meanings."""
    try:
        return interpret(found.passage, other, found.reading).balances
    except (KeyError, TextError):  # it has names that the usual reading has not
        return False


def _instead(found: Interpretation, other: Interpretation) -> str:
    return " and ".join(
        f"{word} as {var.name}" for word, var in other.reading.items() if var != found.reading[word]
    )


def _own_spares(found: Interpretation, names: Names) -> list[Var]:
    """The author's own variables that the equation does not use: it may lack one of them."""
    used = set(found.reading.values())
    own = (choice.readings[0][0] for choice in names.own.values())
    return list(islice((var for var in own if var not in used), _MOST_OWN))


def _position(found: Interpretation, error: DimensionError) -> int | None:
    """Where the term of an error stands in the text."""
    wanted = error.term.removeprefix("right side: ").removeprefix("left side: ")
    return next(
        (position for part, position in found.positions.items() if plain(part) == wanted), None
    )
