"""The unit registry over `quantities/units.txt`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from derive.data_files import note_input, shipped
from derive.errors import DataError
from derive.spellings import Spellings
from derive.units.definitions import ResolvedUnit, UnitDefinitions
from derive.units.dimension import CURRENCIES
from derive.units.prefixes import PREFIXES

if TYPE_CHECKING:
    import pint

# Ambiguous spellings, each with the unambiguous ones.
_AMBIGUOUS = {
    "KB": "KB is 1,000 bytes to some and 1,024 to others; write kB or KiB",
    "Kb": "write kbit for 1,000 bits or kB for 1,000 bytes",
    "Mt": "write Mtoken",
    "params/s": "write param/s",
    "KBps": "KB is 1,000 bytes to some and 1,024 to others; write kB/s or KiB/s",
    "Kbps": "write kbit/s for 1,000 bits or kB/s for 1,000 bytes a second",
    "GbE": "write the rate of the link, such as 100 Gbit/s",
    "tps": "write token/s",
    "degC": "a temperature in °C counts from a zero of its own; write K, or delta_degC for a"
    " difference",
    "degF": "a temperature in °F counts from a zero of its own; write K, or delta_degF for a"
    " difference",
    "dB": "a level in dB is the logarithm of a ratio; write the ratio",
    "CO2": "write kgCO2e, gCO2e or tCO2e for an emission",
    "CO2e": "write kgCO2e, gCO2e or tCO2e for an emission",
    "CO2eq": "write kgCO2e, gCO2e or tCO2e for an emission",
}


# Symbols and prefixes that are also common letters of formulas: these are units only where a unit
# is due, as behind a number or in a binding.
_ALSO_LETTERS = {"T", "H", "F", "S", "L", "l", "u"}
_ALSO_LETTERS_BEFORE = {"pico", "femto", "centi", "deci", "hecto"}
_ALSO_WORDS = {
    "mg", "ug", "ng", "mL", "ml", "nL", "mS", "nS", "mT", "nT", "mH", "nH", "mF", "nF", "ft",
    "lb", "ly", "au", "bar", "cal", "deg", "foot", "feet", "inch", "inches", "pound", "degree",
    *CURRENCIES.values(),
} - {"USD"}  # fmt: skip


class _Cache(Protocol):
    """A function with kept results."""

    def cache_clear(self) -> None: ...


_C = TypeVar("_C", bound=_Cache)
_of_words: list[_Cache] = []

_added: list[str] = []
_told: set[str] = set()  # those that pint's registry has, withdrawn ones too


@lru_cache(maxsize=1)
def definitions() -> UnitDefinitions:
    """The units of `quantities/units.txt` and of `add_units`."""
    made = UnitDefinitions()
    file = shipped("quantities/units.txt")
    made.read(file.read_text(encoding="utf-8").splitlines(), file.name)
    return made


@lru_cache(maxsize=1)
def registry() -> pint.UnitRegistry[Any]:
    """The pint registry of this process, over the same file; made for the first quantity."""
    import pint

    made: pint.UnitRegistry[Any] = pint.UnitRegistry(
        str(shipped("quantities/units.txt")), case_sensitive=True
    )
    for text in _added:
        made.define(text)
    _told.update(_added)
    pint.set_application_registry(made)  # type: ignore[no-untyped-call]
    return made


def add_units(units: str | Path) -> None:
    """Add units of one's own: the path of a file, or its text, a line `furlong = 201.168 * meter`
    a unit, in pint's syntax. Between currencies a line states a rate: `EUR = 1.08 USD`.

    Units that are there stay as they are: a line may say them again, but not otherwise. What has
    been read before keeps its meaning, so it does not matter when units are added, as long as that
    is before they are used. Raises DataError naming the line; then nothing is added.

    >>> import derive
    >>> derive.add_units("smoot = 1.7018 * meter")
    >>> derive.Var("bridge", "smoot").unit.factor
    1.7018
    """
    written = isinstance(units, str) and ("=" in units or "\n" in units)
    lines = str(units).splitlines() if written else _lines(Path(units))
    place = "units" if written else str(units)
    deepcopy(definitions()).read(lines, place, own=True)  # all units of a text or none
    new = definitions().read(lines, place, own=True)
    _added.extend(new)
    if registry.cache_info().currsize:  # extended, since quantities made before belong to it
        for text in new:
            if text not in _told:
                registry().define(text)
        _told.update(new)
    _forget_words()


@contextmanager
def withdrawing_units(always: bool = False) -> Iterator[None]:
    """Units that are added within are withdrawn where an error ends it, or `always`."""
    before, added = deepcopy(vars(definitions())), len(_added)
    kept = False
    try:
        yield
        kept = not always
    finally:
        if not kept and len(_added) > added:
            vars(definitions()).update(before)
            del _added[added:]
            _forget_words()


def until_units_change(function: _C) -> _C:
    """A function of words whose results are kept until units are added or withdrawn."""
    _of_words.append(function)
    return function


def _forget_words() -> None:
    """Clear the caches of the meanings of words."""
    for cache in _of_words:
        cache.cache_clear()


def _lines(path: Path) -> list[str]:
    """The lines of a file. Raises DataError."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise DataError(str(path), "", "it is not a regular file", "Save the units in one.")
        note_input(path)
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        fix = "A unit itself is written as furlong = 201.168 * meter."
        raise DataError(str(path), "", f"cannot be read: {error}", fix) from error


def zero_of(word: str) -> tuple[str, float] | None:
    """Of a scale that counts from a zero of its own, the unit of its differences and that zero in
    base units; None for any other word.
    """
    return definitions().zero.get(word)


def may_be_letters(word: str) -> bool:
    """Whether a unit word is as likely letters or a word of a formula: T, mg, pV, bar."""
    unit = resolve(word)
    return unit is not None and (
        word in _ALSO_LETTERS
        or word in _ALSO_WORDS
        or (unit.prefix in _ALSO_LETTERS_BEFORE and not word.startswith(unit.prefix))
    )


def surely_unit(word: str) -> bool:
    """Whether a word is a unit wherever it stands, and not as likely letters of a formula."""
    return resolve(word) is not None and not may_be_letters(word)


def unit_words() -> list[str]:
    """All unit spellings, for "did you mean" and `derive list units`."""
    return sorted(definitions().name_of)


def ambiguity(word: str) -> str | None:
    """The hint for an ambiguous spelling; None for any other."""
    if word.endswith("FLOPS"):
        flop = word.removesuffix("S")
        return (
            f"FLOPS is read both as operations and as operations per second; write {flop} or"
            f" {flop}/s"
        )
    return _AMBIGUOUS.get(word)


def spelled_like(word: str) -> tuple[str, ...]:
    """Units that differ from `word` in case alone: GB and Gb for gb, Mtoken for mtoken."""
    folded = word.casefold()
    return _by_folded().get(folded) or _by_folded().get(folded.removesuffix("s"), ())


@until_units_change
@lru_cache(maxsize=4096)
def similar_units(word: str) -> tuple[str, ...]:
    """Units that differ from `word` in case alone, else the one that an s behind it hides, else
    those whose spelling is close.
    """
    if word.endswith("s") and resolve(word[:-1]) is not None:
        return (word[:-1],)
    return spelled_like(word) or _spellings().closest(word)


@until_units_change
@lru_cache(maxsize=1)
def _spellings() -> Spellings:
    """All unit spellings, among which similar ones are found."""
    return Spellings(unit_words())


@until_units_change
@lru_cache(maxsize=1)
def _by_folded() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for prefix in dict.fromkeys(("", *PREFIXES, *PREFIXES.values())):
        for spelling in definitions().name_of:
            word = prefix + spelling
            if word.casefold() not in found or word not in found[word.casefold()]:
                found[word.casefold()] = (*found.get(word.casefold(), ()), word)
    return {folded: kept for folded, words in found.items() if (kept := _one_each(words))}


def _one_each(words: tuple[str, ...]) -> tuple[str, ...]:
    """Of words that are units, the first of each unit."""
    first: dict[str, str] = {}
    for word in words:
        if (unit := resolve(word)) is not None:
            first.setdefault(unit.name, word)
    return tuple(first.values())


@until_units_change
@lru_cache(maxsize=16_384)
def resolve(word: str) -> ResolvedUnit | None:
    """The unit of a word: exact, plural, or one allowed prefix before one unit; None if unknown."""
    return definitions().resolve(word)
