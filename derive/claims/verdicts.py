"""Verdicts on claimed figures, by fixed rules in a fixed order.

*Holds*: within the digits written (a range: between its ends). *GiB for GB*: the same once bytes
are counted in powers of 1024 instead of 1000. *Hides a factor*: the claim names a factor that it
may have dropped, and holds without it. *Rounded*: within 10 %, or right to the last place written.
Else *wrong*.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import NamedTuple

from derive.claims.findings import Finding
from derive.display import Label
from derive.units.display import format_number
from derive.units.lexer import tokens
from derive.units.written_number import digits_tolerance, half_place


class ClaimVerdict(Label):
    """Verdict on a claim."""

    HOLDS = "holds"
    BINARY = "GiB for GB"
    HIDES = "hides a factor"
    ROUNDED = "rounded"
    DIMENSION = "wrong dimension"
    CONTRADICTION = "contradiction"
    UNDERDETERMINED = "under-determined"
    UNREACHABLE = "unreachable"
    DIRECTION = "direction"
    WRONG = "wrong"
    NOT_CHECKABLE = "not checkable"


class TrialOutcome(NamedTuple):
    """Verdict, finding and reason of a trial in words, the relations behind the finding, and the
    finding as values.
    """

    verdict: ClaimVerdict
    found: str
    why: str
    relations: tuple[str, ...] = ()
    finding: Finding | None = None


ROUNDING = 0.10
WITHOUT_FACTOR = 0.02  # how near a claim must come once a factor is dropped
_ROUNDING_OFF = 1e-9
_NOTHING = 1e-12
_BYTES = re.compile(r"([kMGT])B\b")
_PREFIXES = "kMGT"


@dataclass(frozen=True, slots=True)
class ClaimedFigure:
    """A claimed figure in base units, with the tolerance of its digits and half a unit of its last
    place, both relative; or a range, whose ends are exact.

    `binary` is the size of the bytes it is written in, in powers of 1024 over powers of 1000.
    """

    low: float
    high: float
    tolerance: float = 0.0
    place: float = 0.0
    binary: float = 1.0

    def admits(self, found: float, within: float = 0.0) -> bool:
        """Whether a value lies in what is claimed, with its tolerance or the one stated if that is
        wider.
        """
        slack = max(self.tolerance, within, _ROUNDING_OFF)
        below, above = slack * abs(self.low), slack * abs(self.high)
        return self.low - below - _NOTHING <= found <= self.high + above + _NOTHING

    def distance(self, found: float) -> tuple[float, str]:
        """The value over the nearer end of what is claimed, and what that end is called."""
        if self.low == self.high:
            return (found / self.low if self.low else math.inf), "what is claimed"
        end = self.high if found > self.high else self.low
        return (found / end if end else math.inf), "the nearer end of what is claimed"


def figure(text: str, value: float) -> ClaimedFigure:
    """The figure of a text with its value in base units.

    >>> figure("179 GB", 179e9)
    ClaimedFigure(low=179000000000.0, high=179000000000.0, tolerance=0.002793296089385475, \
place=0.002793296089385475, binary=1.073741824)
    """
    number = next(token.text for token in tokens(text) if token.kind == "number")
    written = _BYTES.search(text)
    power = _PREFIXES.index(written[1]) + 1 if written else 0
    binary = 1.024**power
    return ClaimedFigure(value, value, digits_tolerance(number), half_place(number), binary)


def judge(found: float, claimed: ClaimedFigure) -> tuple[ClaimVerdict, str]:
    """The verdict on a value found, and how it stands to what is claimed, suspected factors
    apart.
    """
    ratio, reference = claimed.distance(found)
    single = claimed.low == claimed.high
    if claimed.admits(found):
        within = "within the digits written" if single else "inside the range claimed"
        return ClaimVerdict.HOLDS, within
    if single and any(_is(found * size, claimed) for size in _sizes(claimed.binary)):
        return ClaimVerdict.BINARY, "the same count of bytes, in powers of 1024 and of 1000"
    if claimed.admits(found, ROUNDING) and not single:
        return ClaimVerdict.ROUNDED, "just outside the range claimed"
    if single and claimed.admits(found, max(ROUNDING, claimed.place * (1 - _ROUNDING_OFF))):
        off = f"off by {format_number(100 * abs(1 / ratio - 1), 2)} %"
        rounded = "" if claimed.admits(found, ROUNDING) else ", as its one digit allows"
        return ClaimVerdict.ROUNDED, off + rounded
    return ClaimVerdict.WRONG, f"{format_number(ratio, 3)} times {reference}"


def _sizes(binary: float) -> tuple[float, ...]:
    return (binary, 1 / binary) if binary != 1.0 else ()


def _is(found: float, claimed: ClaimedFigure) -> bool:
    """Whether a count of bytes is the claimed one to a fiftieth, or better by its digits."""
    within = min(claimed.tolerance, WITHOUT_FACTOR)
    return math.isclose(found, claimed.low, rel_tol=max(within, _ROUNDING_OFF))
