"""Codes of texts: regimes as programs number them, and why points have no value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from derive.program.arrays import BatchProgram

MOST_CODES = 4096  # of one program, numbered before any point is answered
_MOST_PLACES = 1 << 16  # of a table that turns a program's codes into numbers
_ROOM = 100  # codes left for texts that no program has


@dataclass
class TextCodes:
    """Texts by code and codes by text; `none` is the code of the empty text.

    A text met later takes the next code, until the codes are closed or used up: from then on it
    counts as the `other` one.
    """

    none: int
    other: str
    texts: dict[int, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    most: int = np.iinfo(np.int16).max
    closed: bool = False

    def number(self, text: str) -> int:
        """The code of a text."""
        if not text:
            return self.none
        if text not in self.numbers:
            free = max(self.texts, default=self.none) + 1
            if self.closed or free >= self.most:
                text = self.other
            if text not in self.numbers:
                self._put(free, text)
        return self.numbers[text]

    def _put(self, code: int, text: str) -> None:
        self.numbers[text] = code
        self.texts[code] = text

    def take(self, program: BatchProgram) -> None:
        """Number the regimes of a program; those of the first one keep its own numbers."""
        first = not self.texts
        for code, text in sorted((program.regimes(MOST_CODES) or {}).items()):
            if first and text and text not in self.numbers and code < self.most:
                self._put(code, text)
            else:
                self.number(text)

    def close(self) -> None:
        """Count every text that is met from now on as the other one."""
        self.number(self.other)
        self.closed = True

    @property
    def kind(self) -> type[Any]:
        """The smallest type of integers that holds the codes and some more."""
        kinds = (np.int8, np.int16, np.int32, np.int64)
        highest = max(self.texts, default=self.none)
        spare = 0 if self.closed else _ROOM
        return next(kind for kind in kinds if highest + spare <= np.iinfo(kind).max)

    def limit(self) -> type[Any]:
        """That type, beyond which no code goes from now on."""
        kind = self.kind
        self.most = int(np.iinfo(kind).max)
        return kind


@dataclass(frozen=True, eq=False)
class ProgramCodes:
    """The numbers of a program's codes: a table, or a text at a time for too many codes."""

    table: Any
    plain: bool  # whether every code is its own number

    def of(self, codes: Any, program: BatchProgram, into: TextCodes) -> Any:
        """The numbers of an array of codes."""
        if self.plain:
            return codes
        if self.table is not None:
            return self.table[codes]
        present, places = np.unique(codes, return_inverse=True)
        numbers = [into.number(program.regime(int(code))) for code in present]
        return np.array(numbers)[places.reshape(np.shape(codes))]


def program_codes(program: BatchProgram, into: TextCodes) -> ProgramCodes:
    """The numbers of a program's codes among those of its sweep."""
    texts = program.regimes(MOST_CODES)
    if texts is None or max(texts) >= _MOST_PLACES:
        return ProgramCodes(None, False)
    table = np.full(max(texts) + 1, into.none, np.int32)
    for code, text in texts.items():
        table[code] = into.number(text)
    plain = all(table[code] == code for code in texts)
    return ProgramCodes(table, plain)
