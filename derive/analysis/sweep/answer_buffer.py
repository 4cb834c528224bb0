"""Answer buffer: arrays that take values, statuses, regimes and causes at many points."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from derive.analysis.sweep.text_codes import TextCodes
from derive.results.answer import Answer
from derive.results.status import Status
from derive.results.sweep import STATUSES

_WITH_CAUSE = (Status.UNDERDETERMINED, Status.CONTRADICTION)
STATUS_NUMBER = {status: number for number, status in enumerate(STATUSES)}
Floats = np.ndarray[Any, np.dtype[np.float64]]
Codes = np.ndarray[Any, np.dtype[np.signedinteger[Any]]]


def regime_codes() -> TextCodes:
    """Codes of regimes, -1 for none."""
    return TextCodes(-1, "another regime")


def cause_codes() -> TextCodes:
    """Codes of what is missing or disagrees, 0 for nothing."""
    return TextCodes(0, "more than is listed here", most=int(np.iinfo(np.int16).max))


@dataclass(frozen=True, eq=False)
class AnswerBuffer:
    """Arrays of one shape to write answers to: values in base units, numbers of statuses, and codes
    of regimes and of causes.
    """

    values: Floats
    status: np.ndarray[Any, np.dtype[np.int8]]
    regime: Codes
    cause: Codes
    regimes: TextCodes
    causes: TextCodes
    asked: dict[tuple[str, ...], int] = field(default_factory=dict)  # causes by what is known

    def part(self, where: Any) -> AnswerBuffer:
        """The part at a slice, as views, or at a mask, as copies."""
        return AnswerBuffer(
            self.values[where],
            self.status[where],
            self.regime[where],
            self.cause[where],
            self.regimes,
            self.causes,
            self.asked,
        )

    def put(self, where: Any, answer: Answer) -> None:
        """Write one answer at a point, or at many."""
        self.values[where] = number_of(answer)
        self.status[where] = STATUS_NUMBER[answer.status]
        self.regime[where] = self.regimes.number(regime_of(answer))
        if answer.status in _WITH_CAUSE:
            self.cause[where] = self._cause(answer)

    def _cause(self, answer: Answer) -> int:
        """The code of an answer's cause; what is missing beside the same known values is looked
        for once.
        """
        if answer.status == Status.CONTRADICTION:
            return self.causes.number(cause_of(answer))
        key = (answer.target.name, answer.regime, *(item.var.name for item in answer.known))
        if key not in self.asked:
            self.asked[key] = self.causes.number(cause_of(answer))
        return self.asked[key]

    def put_part(self, where: Any, part: AnswerBuffer) -> None:
        """Write a part back at a mask."""
        self.values[where], self.status[where] = part.values, part.status
        self.regime[where] = part.regime
        if part.cause.any():
            self.cause[where] = part.cause


def number_of(answer: Answer) -> float:
    """The number of an answer (base units); NaN where it is none, as is a value that holds in one
    of several open regimes, or beside givens that disagree.
    """
    if answer.number is None or answer.status in _WITH_CAUSE:
        return math.nan
    return answer.number


def regime_of(answer: Answer) -> str:
    """The regime of an answer, with the number of values where there are several; none of a
    contradiction.
    """
    if answer.status == Status.CONTRADICTION:
        return ""
    if (
        answer.number is None
        and len(answer.outcomes) > 1
        and answer.interval is None
        and answer.status != Status.UNDERDETERMINED
    ):
        regimes = dict.fromkeys(o.regime for o in answer.outcomes if o.regime) or [answer.regime]
        return f"{len(answer.outcomes)} values: {'; '.join(regimes)}"
    return answer.regime


def cause_of(answer: Answer) -> str:
    """The needs of an open answer, or the names that disagree in a contradiction; empty
    otherwise.
    """
    if answer.status == Status.UNDERDETERMINED:
        return (
            f"needs {' and '.join(answer.missing[0])}" if answer.missing else "is underdetermined"
        )
    if answer.status == Status.CONTRADICTION:
        return clash(answer.conflict.names if answer.conflict is not None else ())
    return ""


def clash(names: tuple[str, ...]) -> str:
    """The words for values that disagree."""
    return f"is contradicted: {', '.join(names)} disagree" if names else "is contradicted"
