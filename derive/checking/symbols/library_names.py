"""Names of the library's variables: their own, aliases, common ones of articles, and symbols."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from derive.checking.spelling.canonical import canonical, is_a_letter
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.name_meanings import NameMeanings
from derive.equations.var import Var, normal
from derive.equations.vocabulary import Vocabulary
from derive.library.content import vocabulary, wording
from derive.packs.in_use import per_packs
from derive.packs.wording import NUMBER

PI = "π"
_SHORT = 4  # a script that may stand for anything: t_mem
_PI = Var("pi", "1", "the circle constant")
_NUMBER = Var("number", "1", "a pure number")
IMAGINARY = Var("i", "1", "the imaginary unit"), Var("j", "1", "the imaginary unit")


@dataclass(slots=True)
class LibraryNames:
    """Meanings by exact spelling, by folded spelling and by symbol, and the variables that have a
    symbol; without `guesses` the library's letters are left out.
    """

    guesses: bool = True
    exact: dict[str, NameMeanings] = field(default_factory=dict)
    folded: dict[str, NameMeanings] = field(default_factory=dict)
    by_symbol: dict[str, NameMeanings] = field(default_factory=dict)
    symbol_names: dict[str, list[str]] = field(default_factory=dict)

    def copy(self) -> LibraryNames:
        """The same names, to whose spellings others may be added."""
        return replace(self, exact=dict(self.exact), folded=dict(self.folded))

    def learn(self, spelling: str, choice: NameMeanings) -> None:
        """Add a spelling of a meaning, unless it is taken."""
        if choice.readings and (self.guesses or not is_a_guess(spelling)):
            self.exact.setdefault(spelling, choice)
            self.exact.setdefault(canonical(spelling), choice)
            if len(spelling) > 1:
                self.folded.setdefault(normal(spelling), choice)


def folded(spelling: str) -> str:
    """A spelling in any case; of FLOPs, operations, and FLOPS, a rate, only as it stands."""
    return spelling if normal(spelling) == "flops" else normal(spelling)


@per_packs
def is_a_guess(word: str) -> bool:
    """Whether a name of the library is a letter, perhaps with a script, or a common word such as
    `cost` rather than a variable spelt out; π is the constant, d_model the variable itself.

    >>> [is_a_guess(word) for word in ("N", "t_mem", "Cost", "FLOPs_total", "flops_per_param", "π")]
    [True, True, True, True, False, False]
    """
    symbol = canonical(word)
    if len(symbol.partition("_")[2]) > _SHORT and symbol in vocabulary().named:
        return False
    flops = symbol.partition("_")[0] in ("FLOPs", "FLOPS")  # operations, or a rate of them
    common = flops or symbol.lower() in _common()
    return symbol not in (PI, "i", "j") and (is_a_letter(symbol) or common)


@per_packs
def _common() -> frozenset[str]:
    """The names that are common words or abbreviations."""
    plain = (word for word in wording().names if not any(sign in word for sign in "_/-"))
    return wording().everyday | {canonical(word).lower() for word in plain}


def library_names(vocabulary: Vocabulary, *, guesses: bool = True) -> LibraryNames:
    """The names of all variables, the common ones of articles, and π; without `guesses` only those
    spelt out.
    """
    return _library_names(vocabulary, len(vocabulary), guesses).copy()


@lru_cache(maxsize=8)
def _library_names(vocabulary: Vocabulary, _size: int, guesses: bool) -> LibraryNames:
    """The names of a vocabulary of this size, made once."""
    made = LibraryNames(guesses)
    for var in vocabulary:
        of_one = [name for name in var.aliases if name in wording().names]  # or of a whole
        for spelling in (var.name, *(name for name in var.aliases if name not in of_one)):
            made.learn(spelling, NameMeanings(((var, var),)))
        symbol = spelt(var.tex)
        if guesses:
            made.by_symbol.setdefault(symbol, NameMeanings(((var, var),), symbol_only=True))
        made.symbol_names.setdefault(symbol, []).append(var.name)
    for spelling, readings in wording().names.items():
        pairs = tuple(
            _pair(each, vocabulary) for each in readings if _is_declared(each, vocabulary)
        )
        made.learn(spelling, NameMeanings(pairs))
    made.exact[PI] = NameMeanings(((_PI, _PI),))
    for unit in IMAGINARY:
        made.by_symbol.setdefault(unit.name, NameMeanings(((unit, unit),), symbol_only=True))
    return made


def _is_declared(reading: tuple[str, str] | str, vocabulary: Vocabulary) -> bool:
    return reading == NUMBER or all(name in vocabulary for name in _both(reading))


def _pair(reading: tuple[str, str] | str, vocabulary: Vocabulary) -> tuple[Var, Var]:
    if reading == NUMBER:
        return _NUMBER, _NUMBER
    whole, each = _both(reading)
    return vocabulary.find(whole), vocabulary.find(each)


def _both(reading: tuple[str, str] | str) -> tuple[str, str]:
    return (reading, reading) if isinstance(reading, str) else reading
