"""The unit registry: pint over `quantities/units.txt`, never pint's default file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.errors import DataError
from derive.shipped import shipped
from derive.units.dimension import PURE, Dimension

if TYPE_CHECKING:
    import pint

# Which units take which prefixes: milli and its kin only where no token or parameter can be meant.
_SMALL = {"m": "milli", "u": "micro", "µ": "micro", "μ": "micro", "n": "nano", "milli": "milli", "micro": "micro", "nano": "nano"}
_LARGE = {"k": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta", "E": "exa"}
_BINARY = {"Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi"}
_TAKES_SMALL = {"second", "watt", "USD", "meter", "joule", "volt", "ampere", "newton", "pascal", "hertz"}
_TAKES_LARGE = _TAKES_SMALL - {"second"} | {"byte", "bit", "FLOP", "MAC", "OP", "token", "param", "gram", "GPU", "ohm"}
_TAKES_BINARY = {"byte", "bit"}

# Spellings that mean two things: answered, never guessed.
_ANSWERED = {
    "KB": "KB is 1,000 bytes to some and 1,024 to others; write kB or KiB",
    "Kb": "write kbit for 1,000 bits or kB for 1,000 bytes",
    "Mt": "write Mtoken",
    "params/s": "write param/s",
    "bps": "write bit/s",
    "Gbps": "write Gbit/s",
    "Mbps": "write Mbit/s",
    "Tbps": "write Tbit/s (or TB/s for bytes)",
    "GBps": "write GB/s",
    "tps": "write token/s",
}


@dataclass(frozen=True, slots=True)
class Atom:
    """One unit word resolved: pint's name for it, its size in base units, its dimension."""

    name: str
    factor: float
    dimension: Dimension


@lru_cache(maxsize=1)
def registry() -> pint.UnitRegistry[Any]:
    """The one pint registry of this process (loaded on first use, 3 ms after pint's own import)."""
    import pint

    made: pint.UnitRegistry[Any] = pint.UnitRegistry(str(shipped("quantities/units.txt")), case_sensitive=True)
    pint.set_application_registry(made)
    return made


def add_units(path: str | Path) -> None:
    """Add the units of a file in pint's syntax (`furlong = 201.168 * meter`). Raises DataError naming the line."""
    import pint

    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        if len(text) > 200 or "**" in text.replace("** 2", "").replace("** 3", "").replace("**2", "").replace("**3", ""):
            raise DataError(str(path), f"line {number}", "a unit is a short product of known units", "Use powers of 2 or 3 only.")
        try:
            registry().define(text)
        except (pint.PintError, ValueError, TypeError) as error:
            raise DataError(str(path), f"line {number}", f"“{text}” defines no unit: {error}") from error
    _known.cache_clear()
    resolve.cache_clear()
    _by_folded.cache_clear()


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    """Every spelling of every unit, to pint's name of it."""
    units = registry()._units
    return {spelling: units[spelling].name for spelling in units if not spelling.startswith(("delta_", "Δ"))}


def unit_words() -> list[str]:
    """All unit spellings, for "did you mean" and `derive list units`."""
    return sorted(_known())


def answered(word: str) -> str | None:
    """What to tell somebody who wrote a spelling that means two things."""
    if word.endswith("FLOPS"):
        flop = word.removesuffix("S")
        return f"FLOPS is read both as operations and as operations per second; write {flop} or {flop}/s"
    return _ANSWERED.get(word)


def spelled_like(word: str) -> tuple[str, ...]:
    """Units that differ from `word` in upper and lower case alone: GB and Gb for gb, Mtoken for mtoken."""
    return _by_folded().get(word.casefold(), ())


@lru_cache(maxsize=1)
def _by_folded() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for prefix in ("", *_BINARY, *_LARGE, *_SMALL):
        for spelling in unit_words():
            word = prefix + spelling
            if word.casefold() not in found or word not in found[word.casefold()]:
                found[word.casefold()] = (*found.get(word.casefold(), ()), word)
    return {folded: kept for folded, words in found.items() if (kept := tuple(word for word in words if resolve(word) is not None))}


@lru_cache(maxsize=1024)
def resolve(word: str) -> Atom | None:
    """The unit a word names: exact, plural, or one allowed prefix before one unit; None if it names none."""
    known = _known()
    for candidate in (word, word[:-1] if len(word) > 2 and word.endswith("s") else word):
        if candidate in known:
            return _atom("", known[candidate])
        for prefixes, taken in ((_BINARY, _TAKES_BINARY), (_LARGE, _TAKES_LARGE), (_SMALL, _TAKES_SMALL)):
            for short, long in prefixes.items():
                base = known.get(candidate[len(short) :]) if candidate.startswith(short) else None
                base = base or (known.get(candidate[len(long) :]) if candidate.startswith(long) else None)
                if base in taken:
                    return _atom(long, base)
    return None


def _atom(prefix: str, name: str) -> Atom:
    units = registry()
    factor, root = units.get_root_units(units.UnitsContainer({prefix + name: 1}))
    dimension = PURE
    for base, power in units.Unit(root)._units.items():
        dimension *= _base_dimension(base) ** power
    return Atom(prefix + name, float(factor), dimension)


@lru_cache(maxsize=64)
def _base_dimension(base: str) -> Dimension:
    units = registry()
    vector = units.get_dimensionality(units.UnitsContainer({base: 1}))
    return Dimension({name.strip("[]"): int(power) for name, power in vector.items()})
