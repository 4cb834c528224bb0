"""Sets of an answer: its intervals, and points just inside and just outside of their ends."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.results.answer import Answer
from tests.oracle.intervals import Interval

AGREES = 1e-6  # the relative difference of values that are one
OFF = 1e-3  # how far inside or outside of an end is looked


@dataclass(frozen=True)
class Span:
    """An interval of an answer in base units."""

    low: float
    high: float
    low_open: bool = False
    high_open: bool = False

    def holds(self, value: float) -> bool:
        slack = AGREES * max(abs(value), min(abs(self.low), abs(self.high)))
        return self.low - slack <= value <= self.high + slack


def spans(answer: Answer, name: str) -> list[Span]:
    """The intervals of an answer under this name, as records or mappings; of an answer that knows
    only its `interval`, that one.
    """
    found = getattr(answer, name, None)
    if found is None:
        single = answer.interval if name == "intervals" else None
        return [Span(*single, True, True)] if single is not None else []  # ends not told
    rows = [row if isinstance(row, Mapping) else vars_of(row) for row in found]
    return [Span(r["low"], r["high"], bool(r["low_open"]), bool(r["high_open"])) for r in rows]


def vars_of(row: Any) -> dict[str, Any]:
    return {key: getattr(row, key) for key in ("low", "high", "low_open", "high_open")}


def inner_points(span: Span, source: random.Random) -> list[float]:
    """Points just inside the ends and some between."""
    low, high = _finite(span)
    step = _steps(low, high)
    ends = [low + step[0], high - step[1]]
    ends += [end for end, is_open in ((low, span.low_open), (high, span.high_open)) if not is_open]
    between = [source.uniform(low, high) for _ in range(2)]
    if low > 0:
        between.append(math.exp(source.uniform(math.log(low), math.log(high))))
    return [x for x in [*ends, *between] if low <= x <= high]


def outer_points(span: Span) -> list[float]:
    """Points just outside of the finite ends."""
    low, high = _finite(span)
    step = _steps(low, high)
    return [low - step[0]] * math.isfinite(span.low) + [high + step[1]] * math.isfinite(span.high)


def _finite(span: Span) -> Interval:
    low, high = span.low, span.high
    if math.isinf(high):
        high = 1e3 * max(low, 1e-3) if low >= 0 else 1e3 * max(1.0, abs(low) if low > -1e300 else 0)
    if math.isinf(low):
        low = -1e3 * max(1.0, abs(high))
    return low, high


def _steps(low: float, high: float) -> tuple[float, float]:
    width = high - low
    return (
        OFF * max(abs(low), 1e-3 * width, 1e-9) if low else OFF * min(width, 1.0),
        OFF * max(abs(high), 1e-3 * width, 1e-9) if high else OFF * min(width, 1.0),
    )
