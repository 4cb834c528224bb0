"""Results of a block: values of its unknown from each regime, one for each value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from derive.program.reader import Values
from derive.program.spans import Span
from derive.program.tolerances import CLOSE


@dataclass(frozen=True, slots=True)
class BranchResult:
    """A value of a block's unknown from the branch of that number, with all slot values.

    `condition` is the regime where its guards cannot be evaluated.
    """

    value: float
    values: Values
    branch: int
    condition: str = ""


@dataclass(slots=True)
class BlockResult:
    """The results of a block: values that hold, intervals of which any value holds, values outside
    the unknown's range, unsolved branches, and rejected ones with the reason.
    """

    results: list[BranchResult] = field(default_factory=list)
    indeterminate: list[tuple[int, Span]] = field(default_factory=list)
    outside: list[BranchResult] = field(default_factory=list)
    unsolved: list[int] = field(default_factory=list)
    rejected: list[tuple[int, str]] = field(default_factory=list)


def merged(results: Iterable[BranchResult]) -> list[BranchResult]:
    """The results with equal values of two regimes merged: at a kink both hold."""
    kept: list[BranchResult] = []
    for result in results:
        twin = next((k for k in kept if math.isclose(k.value, result.value, rel_tol=CLOSE)), None)
        if twin is None:
            kept.append(result)
        else:
            better = result if twin.condition and not result.condition else twin
            kept[kept.index(twin)] = replace(better, values=_agreed(twin.values, result.values))
    return kept


def _agreed(first: Values, second: Values) -> Values:
    """The values on which two regimes agree; None where they differ."""
    return [
        a if a is not None and b is not None and math.isclose(a, b, rel_tol=CLOSE) else None
        for a, b in zip(first, second, strict=True)
    ]
