"""Realised shares: what comparable points reach of their bounds, as a distribution.

A measured time is taken as (bound + steps · layers · overhead)/share. The share is lognormal. Its
middle is the mean over groups (points of one model in one source) of their mean logarithms. Its
spread has two parts: between groups, where a new one may lie, with the error of their mean; and
within groups. The band holds 90 %, by Student's distribution for as many groups. With few sequences
a GPU, one factor is not enough: the overhead of a layer is then the one at which the shares of the
class agree best; elsewhere it is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean, pvariance, variance

from derive.errors import MissingExtra
from derive.library.measured.comparable import comparable, group_of, groups
from derive.library.measured.validation import PointBound, ShareEstimate, ValidatedPoint

COVERED = 0.90
# The overheads of a layer that are tried: none, and from 1 µs to 1 ms in steps of a twelfth of a
# decade, finer than any class can tell apart.
OVERHEADS = (0.0, *(10 ** (k / 12 - 6) for k in range(37)))


def estimate_of(bound: PointBound, among: Sequence[ValidatedPoint]) -> ShareEstimate | None:
    """The share that comparable points among these realise; None where there are too few."""
    found = comparable(bound, among)
    if found is None:
        return None
    alike, rows = found
    tried = OVERHEADS if bound.few and bound.phase == "decode" else (0.0,)
    fits = [(_distribution(rows, overhead), overhead) for overhead in tried]
    (spread, middle), overhead = min(fits)
    return ShareEstimate(
        middle,
        spread,
        _quantile(len(groups(rows)) - 1),
        overhead,
        tuple(row.point.id for row in rows),
        tuple(one.words for one in alike),
    )


def _quantile(freedom: int) -> float:
    """The quantile of Student's distribution at which the band ends. Raises MissingExtra."""
    try:
        from scipy.special import stdtrit
    except ImportError as error:
        raise MissingExtra("an estimate from measurements", "scipy", "optimise") from error
    return float(stdtrit(freedom, (1 + COVERED) / 2))


def others(row: ValidatedPoint, among: Sequence[ValidatedPoint]) -> list[ValidatedPoint]:
    """The points that may stand for this one: verified and usable, of another source or model."""
    return [
        other
        for other in among
        if other.point.verified
        and other.point.usable
        and other.bound is not None
        and group_of(other) != group_of(row)
    ]


def _distribution(rows: Sequence[ValidatedPoint], overhead: float) -> tuple[float, float]:
    """Spread and middle of the logarithm of the share, at this overhead of a layer."""
    logs = [[_log_share(row, overhead) for row in group] for group in groups(rows).values()]
    means = [fmean(group) for group in logs]
    within = fmean(pvariance(group, mean) for group, mean in zip(logs, means, strict=True))
    free = len(rows) - len(logs)
    if free:
        within *= len(rows) / free
    return sqrt(variance(means) * (1 + 1 / len(means)) + within), fmean(means)


def _log_share(row: ValidatedPoint, overhead: float) -> float:
    bound, taken = row.bound, row.measured_time
    assert bound is not None and taken is not None
    return log((bound.time + bound.steps * bound.n_layers * overhead) / taken)
