"""Finding for an equation of which nothing is known but letters guessed as the library's."""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.spelling.canonical import is_a_letter
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, meanings, read_as, reading_words
from derive.display import enumeration


def are_letters_alone(found: Interpretation, names: Names) -> bool:
    """Whether all names of an equation of a document are letters, guessed as the library's."""
    return bool(found.passage.file and found.reading) and all(
        is_a_letter(word) and names.evidence_of(word, str(var.name)).is_guess
        for word, var in found.reading.items()
    )


def letters_to_bind(
    found: Interpretation, names: Names, position: int | None, condition: str
) -> Finding:
    """The finding that is no judgement: under the guesses the equation needs a condition that may
    be any.
    """
    words = [*found.reading]
    taken = enumeration([read_as(word, var, names) for word, var in found.reading.items()])
    may = "they may" if len(words) > 1 else "it may"
    brief = (
        f"with {taken} it holds only if {condition}: {may} mean something else here. Bind"
        f" {', '.join(words)}."
    )
    return placed(
        found.passage,
        Outcome.UNKNOWN,
        f"{excerpt(found.text, position, found.statement.begin)}\n"
        f"{brief[0].upper()}{brief[1:]}{reading_words(found, names)}",
        position,
        unknown=tuple(words),
        brief=brief,
        bindings=meanings(found, names),
    )
