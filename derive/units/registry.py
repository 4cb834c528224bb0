"""The unit registry over `quantities/units.txt`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.data_files import shipped
from derive.errors import DataError
from derive.units.definitions import UnitDefinitions
from derive.units.dimension import Dimension

if TYPE_CHECKING:
    import pint

# Prefixes and the units that take them: milli and smaller only where tokens and parameters are
# excluded.
_SMALL = {
    "m": "milli",
    "u": "micro",
    "µ": "micro",
    "μ": "micro",
    "n": "nano",
    "milli": "milli",
    "micro": "micro",
    "nano": "nano",
}
_LARGE = {"k": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta", "E": "exa"}
_BINARY = {"Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi"}
_TAKES_SMALL = {
    "second", "watt", "watt_hour", "USD", "meter", "joule", "volt", "ampere", "newton", "pascal",
    "hertz", "ohm", "weber", "tesla", "henry", "farad", "electronvolt", "mole", "coulomb",
}  # fmt: skip
_TAKES_LARGE = _TAKES_SMALL - {"second"} | {
    "byte",
    "bit",
    "FLOP",
    "MAC",
    "OP",
    "token",
    "param",
    "gram",
    "GPU",
}
_TAKES_BINARY = {"byte", "bit"}

# Ambiguous spellings, each with the unambiguous ones.
_AMBIGUOUS = {
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
class ResolvedUnit:
    """A unit word resolved: pint's name, size in base units, dimension."""

    name: str
    factor: float
    dimension: Dimension


_added: list[str] = []


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
    pint.set_application_registry(made)  # type: ignore[no-untyped-call]
    return made


def add_units(path: str | Path) -> None:
    """Add the units of a file in pint's syntax (`furlong = 201.168 * meter`). Raises DataError
    naming the line.
    """
    try:
        if Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir()):
            raise DataError(str(path), "", "is no regular file", "Save the units in one.")
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error
    new = definitions().read(lines, str(path))
    _added.extend(new)
    if registry.cache_info().currsize:  # extended, since quantities made before belong to it
        for text in new:
            registry().define(text)
    for cache in (resolve, _by_folded):
        cache.cache_clear()


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
    return _by_folded().get(word.casefold(), ())


@lru_cache(maxsize=1)
def _by_folded() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for prefix in ("", *_BINARY, *_LARGE, *_SMALL):
        for spelling in unit_words():
            word = prefix + spelling
            if word.casefold() not in found or word not in found[word.casefold()]:
                found[word.casefold()] = (*found.get(word.casefold(), ()), word)
    return {
        folded: kept
        for folded, words in found.items()
        if (kept := tuple(word for word in words if resolve(word) is not None))
    }


@lru_cache(maxsize=1024)
def resolve(word: str) -> ResolvedUnit | None:
    """The unit of a word: exact, plural, or one allowed prefix before one unit; None if unknown."""
    known = definitions().name_of
    for candidate in (word, word[:-1] if len(word) > 2 and word.endswith("s") else word):
        if candidate in known:
            return _resolved("", known[candidate])
        for prefixes, taken in (
            (_BINARY, _TAKES_BINARY),
            (_LARGE, _TAKES_LARGE),
            (_SMALL, _TAKES_SMALL),
        ):
            for short, long in prefixes.items():
                for prefix in (short, long):
                    base = known.get(candidate.removeprefix(prefix))
                    if base and (base in taken or (prefixes is not _BINARY and _is_added(base))):
                        return _resolved(long, base)
    return None


def _is_added(name: str) -> bool:
    """Whether a unit is the user's own: these take every decimal prefix, as pint's do."""
    return any(text.partition("=")[0].strip() == name for text in _added)


def _resolved(prefix: str, name: str) -> ResolvedUnit:
    table = definitions()
    factor, dimension = table.size_of[name]
    size = table.prefix[prefix] * factor if prefix else factor
    return ResolvedUnit(prefix + name, size, dimension)
