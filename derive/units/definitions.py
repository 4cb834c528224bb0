"""Unit definitions in pint's syntax, `name = product = symbol = alias ...`; between currencies they
are rates, `EUR = 1.08 USD`.

A parser of our own spares every cold start the import of pint, which only quantities that leave the
engine need.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from derive.errors import DataError, TextError, shorten
from derive.units.dimension import CURRENCIES, PURE, Dimension
from derive.units.lexer import Token, tokens
from derive.units.prefixes import BY_LETTER, PREFIXES
from derive.units.rates import RateConflict, Rates
from derive.units.written_number import comma_fault_at, plain_digits

MOST_POWER = 60
_PLURAL = re.compile(r".+[^s]s")
# Units whose symbols an s makes a product with the second: kWs, mAs.
_TIMES_SECOND = ("watt", "ampere", "volt", "newton", "pascal", "joule", "tesla", "weber")
_LEAST, _MOST = 1e-300, 1e300  # the size of a unit


@dataclass(frozen=True, slots=True)
class ResolvedUnit:
    """A unit word resolved: pint's name, size in base units, dimension, and its prefix if any."""

    name: str
    factor: float
    dimension: Dimension
    prefix: str = ""


class UnitTaken(Exception):
    """A word that is defined again, as another unit."""

    def __init__(self, word: str, known: ResolvedUnit) -> None:
        super().__init__(f"“{word}”")
        self.known, self.size = known, f"{known.factor:.6g} {known.dimension}"


@dataclass
class UnitDefinitions:
    """Units: the name of every spelling, the size in base units and dimension of every name.

    `own` are the names that the user added: these take every decimal prefix, as pint's do. `zero`
    holds the scales that count from a zero of their own, with that zero in base units; each is
    named as the unit of its differences. `rates` are those between currencies that the user stated,
    `places` the files of the user's units.
    """

    name_of: dict[str, str] = field(default_factory=dict)
    size_of: dict[str, tuple[float, Dimension]] = field(default_factory=dict)
    prefix: dict[str, float] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    zero: dict[str, tuple[str, float]] = field(default_factory=dict)
    rates: Rates = field(default_factory=Rates)
    places: dict[str, str] = field(default_factory=dict)

    def read(self, lines: Iterable[str], file: str, own: bool = False) -> list[str]:
        """Add the definitions of a file, the user's `own` or derive's; returns the lines that
        define a new unit, without those of rates. Raises DataError naming file and line.
        """
        new = []
        for number, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            before = len(self.name_of) + len(self.prefix)
            try:
                self._define(text, own)
            except RateConflict as error:
                problem = f"“{shorten(text, 80)}” states another rate than {error.known:.6g} before"
                raise DataError(file, f"line {number}", problem, "Keep one of them.") from None
            except UnitTaken as error:
                place = self.places.get(error.known.name, "derive")
                problem = (
                    f"“{shorten(text, 80)}” would change {error}, which is {error.size} in {place}"
                )
                raise DataError(file, f"line {number}", problem, "Name it otherwise.") from None
            except (TextError, ValueError, KeyError, ArithmeticError) as error:
                unknown = isinstance(error, KeyError)
                why = f"there is no unit {error}" if unknown else str(error).rstrip(".")
                problem = f"“{shorten(text, 80)}” defines no unit: {why}"
                fix = "Write for example furlong = 201.168 * meter."
                raise DataError(file, f"line {number}", problem, fix) from error
            if len(self.name_of) + len(self.prefix) > before:
                new.append(text)
                self.places.update({text.partition("=")[0].strip(): file} if own else {})
        return new

    def resolve(self, word: str) -> ResolvedUnit | None:
        """The unit of a word: exact, plural, or one allowed prefix before one unit; None if
        unknown.
        """
        if (found := self._singular(word)) is None and _PLURAL.fullmatch(word):
            one = self._singular(word[:-1])
            found = None if one and _times_second(one, word[:-1]) else one
        return found

    def _singular(self, word: str) -> ResolvedUnit | None:
        """The unit of a word as it is spelt."""
        known = self.name_of
        if word in known:
            return self._resolved("", known[word])
        for prefix, long, units, own in BY_LETTER.get(word[:1], ()):
            base = known.get(word.removeprefix(prefix))
            if base in units or (own and base in self.own):
                return self._resolved(long, base)
        return None

    def _resolved(self, prefix: str, name: str) -> ResolvedUnit:
        factor, dimension = self.size_of[name]
        size = self.prefix[prefix] * factor if prefix else factor
        return ResolvedUnit(prefix + name, size, dimension, prefix)

    def _define(self, text: str, own: bool) -> None:
        name, *parts = (part.strip() for part in text.split("="))
        if not parts:
            raise ValueError("there is no = in it")
        if own and self._states_rate(name.removeprefix("1 "), parts):
            return
        if "; offset:" in parts[0]:
            self._define_scale(name, parts, own)
            return
        if name.endswith("-"):
            self._define_prefix(name[:-1], parts, own)
            return
        if not name.isidentifier():
            raise ValueError(f"“{name}” is not a name")
        base = parts[0].startswith("[") and parts[0].endswith("]")
        size = (1.0, Dimension({parts[0][1:-1]: 1})) if base else self._product(parts[0])
        if not _LEAST < size[0] < _MOST:
            raise ValueError("its size is nothing, or beyond all bounds")
        spellings = [spelling for spelling in (name, *parts[1:]) if spelling != "_"]
        words = (f"{p}{word}{s}" for p in ("", *PREFIXES) for word in spellings for s in ("", "s"))
        before = {word: self.resolve(word) for word in words} if own else {}
        if own and (scale := next((word for word in spellings if word in self.zero), None)):
            raise ValueError(f"“{scale}” is a temperature scale already; name it otherwise")
        if own and all(_is_same(before[spelling], *size) for spelling in spellings):
            return
        self.own.update([name] if own and name not in self.size_of else [])
        self.size_of[name] = size
        self.name_of.update(dict.fromkeys(spellings, name))
        for word, known in before.items():
            now = self.resolve(word)
            if known and now and not _is_same(known, now.factor, now.dimension):
                raise UnitTaken(word, known)

    def _states_rate(self, name: str, parts: list[str]) -> bool:
        """Take up the rate that a line states: EUR = 1.08 USD; whether it states one."""
        first = _currency(self.size_of[self.name_of[name]][1]) if name in self.name_of else ""
        if not first or len(parts) != 1:
            return False
        rate, there = self._product(parts[0])
        second = _currency(there)
        if not second or first == second:
            return False
        self.rates.state(first, second, rate)
        return True

    def _define_scale(self, name: str, parts: list[str], own: bool) -> None:
        """Take up a scale with a zero of its own, and the unit of its differences."""
        if own:
            raise ValueError("a file of one's own adds units, not scales with a zero of their own")
        unit, _, zero = parts[0].partition("; offset:")
        self.size_of[f"delta_{name}"] = self._product(unit)
        for spelling in (name, *parts[1:]):
            self.zero[spelling] = (f"delta_{name}", float(zero))
            self.name_of[f"delta_{spelling}"] = f"delta_{name}"

    def _define_prefix(self, name: str, parts: list[str], own: bool) -> None:
        """Take up a prefix of derive's own; the user's files may only say again what it is."""
        size, shorts = self._product(parts[0])[0], [part.removesuffix("-") for part in parts[1:]]
        if not own:
            self.prefix[name] = size
            return
        same = name in self.prefix and math.isclose(self.prefix[name], size)
        if not same or any(PREFIXES.get(short) != name for short in shorts):
            known = (each for each in (name, *shorts) if PREFIXES.get(each, each) in self.prefix)
            there = next((f"the prefix “{each}-” is there already; " for each in known), "")
            raise ValueError(f"{there}a file of one's own adds units, not prefixes")

    def _product(self, text: str) -> tuple[float, Dimension]:
        """The size and dimension of a product such as `newton * meter / second ** 2`."""
        pieces = iter(tokens(text))
        factor, dimension, sign = 1.0, PURE, 1
        token = next(pieces)
        while token.kind != "end":
            size, unit = self._operand(token)
            token = next(pieces)
            power = sign
            if token.text == "^":
                power = sign * _whole(next(pieces))
                token = next(pieces)
            factor, dimension = factor * size**power, dimension * unit**power
            if token.kind == "end":
                break
            if token.text == "," and (fault := comma_fault_at(text, token.position)):
                raise TextError(text, token.position, *fault)
            if token.text not in ("*", "/") and token.kind != "word":
                raise ValueError(f"“{token.text}” does not belong to a product of units")
            sign = -1 if token.text == "/" else 1
            token = token if token.kind == "word" else next(pieces)
        return factor, dimension

    def _operand(self, token: Token) -> tuple[float, Dimension]:
        if token.kind == "number":
            return float(plain_digits(token.text)), PURE
        if token.kind != "word":
            raise ValueError(f"“{token.text}” is not a unit")
        known = self.resolve(token.text)
        if known is None:
            raise KeyError(token.text)
        return known.factor, known.dimension


def _currency(dimension: Dimension) -> str:
    """The currency that a dimension is, to the first power; empty for any other."""
    found = dimension.exponents if dimension.size == 1 else ()
    return next((name for name, power in found if power == 1 and name in CURRENCIES), "")


def _is_same(known: ResolvedUnit | None, factor: float, dimension: Dimension) -> bool:
    return (
        known is not None
        and known.dimension == dimension
        and math.isclose(known.factor, factor, rel_tol=1e-12)
    )


def _whole(token: Token) -> int:
    if (
        token.kind != "number"
        or not token.text.isdigit()
        or len(token.text) > 2
        or int(token.text) > MOST_POWER
    ):
        raise ValueError(f"a power is a whole number up to {MOST_POWER}")
    return int(token.text)


def _times_second(unit: ResolvedUnit, word: str) -> bool:
    """Whether an s behind this spelling of a unit may be read as the second."""
    return unit.name.endswith(_TIMES_SECOND) and not word.endswith(_TIMES_SECOND)
