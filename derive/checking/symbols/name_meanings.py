"""Meanings of a name, and the readings of several names together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary
from derive.units.dimension import Dimension
from derive.units.registry import until_units_change


@dataclass(frozen=True, slots=True)
class NameMeanings:
    """Meanings of a name: its readings in order, each as (the domain's, one GPU's), both the same
    where they do not differ.

    `own` is the variable or unit that the author bound it to.
    """

    readings: tuple[tuple[Var, Var], ...]
    own: str = ""
    symbol_only: bool = False

    @property
    def scoped(self) -> bool:
        """Whether the meaning differs between one GPU and the domain."""
        return any(whole is not each for whole, each in self.readings)

    @property
    def ambiguous(self) -> bool:
        """Whether there are several."""
        return len(self.readings) > 1 or self.scoped

    def of_dimension(self, dimension: Dimension) -> bool:
        """Whether every reading has this dimension."""
        return all(var.unit.dimension == dimension for pair in self.readings for var in pair)

    def counts(self, bases: Collection[str]) -> bool:
        """Whether a reading has one of the base dimensions."""
        units = (var.unit for pair in self.readings for var in pair)
        return any(base in bases for unit in units for base, _ in unit.dimension.exponents)


def readings(choices: Mapping[str, NameMeanings]) -> Iterator[dict[str, Var]]:
    """Every combination of the names' readings, the usual one first; per-GPU and domain figures are
    never mixed.
    """
    scopes = (0, 1) if any(choice.scoped for choice in choices.values()) else (0,)
    for combination in product(*(choice.readings for choice in choices.values())):
        for scope in scopes:
            yield {word: pair[scope] for word, pair in zip(choices, combination, strict=True)}


def of_variable(name: str, vocabulary: Vocabulary) -> NameMeanings | None:
    """The meaning of a variable's own name, though no text may use it as such; None for any other
    name, and for a letter.
    """
    if len(name) < 2 or name not in vocabulary:
        return None
    var = vocabulary.find(name)
    return NameMeanings(((var, var),), own=var.name)


@until_units_change
@lru_cache(maxsize=1024)
def as_a_unit(word: str) -> NameMeanings:
    """The meaning of a word that is a unit."""
    var = Var(word, word, "a unit")
    return NameMeanings(((var, var),), own=word)


def with_lengths(own: Mapping[str, NameMeanings]) -> dict[str, NameMeanings]:
    """Bound names, and each letter that is bound only as a vector for its length too."""
    bare = {name: name.replace("_vec", "", 1).replace("_bold", "", 1) for name in own}
    meant: dict[str, set[str]] = {}
    for spelling, choice in own.items():
        for plain in (spelling.replace("_vec", "", 1), spelling.replace("_bold", "", 1)):
            meant.setdefault(plain, set()).add(choice.own)
    found = dict(own)
    for spelling, choice in own.items():
        if len(meant.get(bare[spelling], ())) == 1:
            found.setdefault(bare[spelling], choice)
    return found
