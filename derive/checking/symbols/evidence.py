"""Evidence for the meaning of a symbol: who says it, where, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from derive.display import Label

NOT_UNDERSTOOD = ""
GUESS_MARK = "GUESSED from the library"  # behind a suggested binding


class GuessedMeaning(str):
    """The meaning of a binding that was suggested by a guess and still says so."""

    __slots__ = ()


class Strength(Label):
    """Strength of evidence, the strongest first: the author's binding, a definition in the text, a
    unit in the text, the library's letter.
    """

    BINDING = "binding"
    DEFINITION = "definition"
    UNIT = "unit"
    LIBRARY = "library"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The meaning of a symbol: a variable, a unit or alternatives joined by “or”; empty if its
    definition is not understood.

    `place` is a file or line, `words` the phrase that says it and `sentence` the sentence it is in.
    `also` are the units of one that an equation defines if other symbols are read otherwise.
    """

    symbol: str
    meaning: str
    strength: Strength
    place: str = ""
    words: str = ""
    sentence: str = ""
    also: tuple[str, ...] = ()

    @property
    def every_meaning(self) -> str:
        """The meaning, and those that it has also if other symbols are read otherwise."""
        return " or ".join([self.meaning, *self.also])

    @property
    def is_kept_guess(self) -> bool:
        """Whether it is a suggested binding that still says that it was guessed."""
        return isinstance(self.meaning, GuessedMeaning)

    @property
    def is_guess(self) -> bool:
        """Whether nothing but the library's own letter speaks for it."""
        return self.strength == Strength.LIBRARY


@lru_cache(maxsize=4096, typed=True)  # by type: a GuessedMeaning equals its words
def bare_evidence(symbol: str, meaning: str, strength: Strength) -> Evidence:
    """The evidence for a symbol whose place and words are not known."""
    return Evidence(symbol, meaning, strength)
