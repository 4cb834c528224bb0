"""Answer buffer: arrays that take values, statuses and regimes of answers at many points."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from derive.program.arrays import BatchProgram
from derive.results.answer import Answer
from derive.results.status import Status
from derive.results.sweep import STATUSES

STATUS_NUMBER = {status: number for number, status in enumerate(STATUSES)}
Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass
class RegimeCodes:
    """The regimes met so far, each with its number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """The number of a regime, a new one if it is new; -1 for none."""
        return self.numbers.setdefault(text, len(self.numbers)) if text else -1


@dataclass(frozen=True, eq=False)
class AnswerBuffer:
    """Arrays of one shape to write answers to: values in base units, and numbers of statuses and
    regimes.
    """

    values: Floats
    status: np.ndarray[Any, np.dtype[np.int8]]
    regime: np.ndarray[Any, np.dtype[np.int16]]
    codes: RegimeCodes

    def part(self, where: Any) -> AnswerBuffer:
        """The part at a slice, as views, or at a mask, as copies."""
        return AnswerBuffer(self.values[where], self.status[where], self.regime[where], self.codes)

    def put(self, where: Any, answer: Answer) -> None:
        """Write one answer at a point, or at many."""
        self.values[where] = math.nan if answer.number is None else answer.number
        self.status[where] = STATUS_NUMBER[answer.status]
        self.regime[where] = self.codes.number(regime_of(answer))

    def put_part(self, where: Any, part: AnswerBuffer) -> None:
        """Write a part back at a mask."""
        self.values[where], self.status[where], self.regime[where] = (
            part.values,
            part.status,
            part.regime,
        )

    def put_regimes(self, codes: Any, program: BatchProgram) -> None:
        """Write a program's numbers of regimes as the numbers of their texts."""
        low, high = int(codes.min()), int(codes.max())
        if high - low > 1:
            present, places = np.unique(codes, return_inverse=True)
            numbers = [self.codes.number(program.regime(int(code))) for code in present]
            self.regime[...] = np.array(numbers, np.int16)[places.reshape(np.shape(codes))]
            return
        first, last = (self.codes.number(program.regime(code)) for code in (low, high))
        if first - last == low - high:
            np.copyto(self.regime, codes)
            if first != low:
                self.regime[...] += np.int16(first - low)
        else:
            self.regime[...] = np.where(codes == low, np.int16(first), np.int16(last))


def regime_of(answer: Answer) -> str:
    """The regime of an answer, with the number of values where there are several."""
    if (
        answer.number is None
        and len(answer.outcomes) > 1
        and answer.interval is None
        and answer.status != Status.UNDERDETERMINED
    ):
        regimes = dict.fromkeys(o.regime for o in answer.outcomes if o.regime) or [answer.regime]
        return f"{len(answer.outcomes)} values: {'; '.join(regimes)}"
    return answer.regime
