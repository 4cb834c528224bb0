"""Unit definitions in pint's syntax, `name = product = symbol = alias ...`.

A parser of our own spares every cold start the import of pint, which only quantities that leave the
engine need.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from derive.errors import DataError, TextError
from derive.units.dimension import PURE, Dimension
from derive.units.lexer import Token, tokens

MOST_POWER = 60


@dataclass
class UnitDefinitions:
    """Units: the name of every spelling, the size in base units and dimension of every name."""

    name_of: dict[str, str] = field(default_factory=dict)
    size_of: dict[str, tuple[float, Dimension]] = field(default_factory=dict)
    prefix: dict[str, float] = field(default_factory=dict)

    def read(self, lines: Iterable[str], file: str) -> list[str]:
        """Add the definitions of a file; returns the lines that define a new unit. Raises DataError
        naming file and line.
        """
        new = []
        for number, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            before = len(self.name_of) + len(self.prefix)
            try:
                self._define(text)
            except (TextError, ValueError, KeyError, ArithmeticError) as error:
                unknown = isinstance(error, KeyError)
                why = f"there is no unit {error}" if unknown else str(error).rstrip(".")
                raise DataError(
                    file,
                    f"line {number}",
                    f"“{text[:80]}” defines no unit: {why}",
                    "Write for example furlong = 201.168 * meter.",
                ) from error
            if len(self.name_of) + len(self.prefix) > before:
                new.append(text)
        return new

    def _define(self, text: str) -> None:
        name, *parts = (part.strip() for part in text.split("="))
        if not parts:
            raise ValueError("there is no = in it")
        if name.endswith("-"):
            self.prefix[name[:-1]] = self._product(parts[0])[0]
            return
        if not name.isidentifier():
            raise ValueError(f"“{name}” is no name")
        base = parts[0].startswith("[") and parts[0].endswith("]")
        size = (1.0, Dimension({parts[0][1:-1]: 1})) if base else self._product(parts[0])
        spellings = [spelling for spelling in (name, *parts[1:]) if spelling != "_"]
        for spelling in spellings:
            self._check_new(spelling, size)
        self.size_of[name] = size
        self.name_of.update(dict.fromkeys(spellings, name))

    def _check_new(self, spelling: str, size: tuple[float, Dimension]) -> None:
        """Raise ValueError for a spelling of another unit; a repeated definition is accepted."""
        known = self.size_of[self.name_of[spelling]] if spelling in self.name_of else size
        if known[1] != size[1] or not math.isclose(known[0], size[0], rel_tol=1e-12):
            raise ValueError(
                f"“{spelling}” is {self.name_of[spelling]} already, which is another; name it"
                " otherwise"
            )

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
            if token.text not in ("*", "/"):
                raise ValueError(f"“{token.text}” does not belong to a product of units")
            sign = 1 if token.text == "*" else -1
            token = next(pieces)
        return factor, dimension

    def _operand(self, token: Token) -> tuple[float, Dimension]:
        if token.kind == "number":
            return float(token.text.replace(",", "")), PURE
        if token.kind != "word":
            raise ValueError(f"“{token.text}” is no unit")
        return self.size_of[self.name_of[token.text]]


def _whole(token: Token) -> int:
    if (
        token.kind != "number"
        or not token.text.isdigit()
        or len(token.text) > 2
        or int(token.text) > MOST_POWER
    ):
        raise ValueError(f"a power is a whole number up to {MOST_POWER}")
    return int(token.text)
