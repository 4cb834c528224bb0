"""Sampling: draws of uncertain givens and the spread of an answer over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice, product
from typing import Any

import numpy as np

from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.analysis.uncertainty.exact import Uncertainties, ValueAt, ranked
from derive.equations.var import Var
from derive.results.status import Status
from derive.results.sweep import STATUSES
from derive.results.uncertain import Uncertain, UncertainKind
from derive.results.uncertainty import SEVERAL, Contribution, Share, Spread, SpreadMethod

Array = np.ndarray[Any, np.dtype[Any]]

PROBED, FEW = 32, 500  # where points have to be answered one by one
FEWEST = 200  # where each is answered with all relations
MOST_CORNERS = 8  # at which both ways of answering are compared
ALIKE = 1e-6  # relative: answers of both ways that are one
FOR_THE_BUDGET = 100_000  # draws are enough for shares to one per cent
MOST_BINS, LEAST_IN_A_BIN = 256, 64
NOISE = 1e-24  # of squared floats
_VALUED = (STATUSES.index(Status.SOLVED), STATUSES.index(Status.INFEASIBLE))


def draw(var: Var, uncertain: Uncertain, draws: int, seed: int) -> Array:
    """Draws of one variable within its range (base units), the same whatever else is uncertain; an
    interval counts as uniform.

    The stream is numpy's PCG64, seeded by the seed and the variable's name.
    """
    stream = np.random.Generator(np.random.PCG64([seed, *var.name.encode()]))

    def some(count: int) -> Array:
        if uncertain.kind == UncertainKind.LOGNORMAL:
            return uncertain.middle * np.asarray(
                np.exp(uncertain.deviation * stream.standard_normal(count))
            )
        if uncertain.kind == UncertainKind.NORMAL:
            return uncertain.middle + uncertain.deviation * stream.standard_normal(count)
        return uncertain.low + (uncertain.high - uncertain.low) * stream.random(count)

    values = some(draws)
    low, high, open_low, open_high = var.bounds
    while (
        outside := ~(
            (values > low if open_low else values >= low)
            & (values < high if open_high else values <= high)
        )
    ).any():
        values[outside] = some(int(outside.sum()))
    return values


def over_draws(question: BatchQuery, uncertain: Uncertainties, draws: int, seed: int) -> Spread:
    """The spread over draws of each uncertain given; over few where points are answered singly."""
    arrays = {var: draw(var, item, draws, seed) for var, item in uncertain.items()}
    few = {var: array[: few_of(question)] for var, array in arrays.items()}
    if is_slow(question, few):
        spread = sampled(question.spec.target, answered(question, few), few, seed)
        return replace(
            spread, how=f"{spread.how}; no more, since these have to be answered one by one"
        )
    return sampled(question.spec.target, answered(question, arrays), arrays, seed)


def same_at_corners(
    question: BatchQuery,
    uncertain: Uncertainties,
    value_at: ValueAt,
    draws: int,
    seed: int,
    constant: float | None = None,
) -> bool:
    """Whether the arrays' way leads to the answer at the corners of what is drawn, or the answer is
    that `constant` wherever there is one.
    """
    ends = {}
    for var, item in uncertain.items():
        values = draw(var, item, draws, seed)
        interval = item.kind == UncertainKind.INTERVAL
        ends[var] = (item.low, item.high) if interval else (values.min(), values.max())
    corners = list(islice(product((0, 1), repeat=len(ends)), MOST_CORNERS))
    corners += [tuple(1 - k for k in corner) for corner in corners[: MOST_CORNERS // 2]]
    corners = list(dict.fromkeys(corners))
    points = {
        var: np.array([ends[var][corner[k]] for corner in corners]) for k, var in enumerate(ends)
    }
    at_corners = ({var: float(points[var][k]) for var in points} for k in range(len(corners)))
    wanted = [np.nan if value is None else value for value in map(value_at, at_corners)]
    if constant is not None and np.allclose(
        np.nan_to_num(wanted, nan=constant), constant, rtol=ALIKE, atol=0.0
    ):
        return True
    values = answered(question, points).values
    alike = np.allclose(values, wanted, rtol=ALIKE, atol=0.0, equal_nan=True)
    return bool(alike) and not question.singly


def few_of(question: BatchQuery) -> int:
    """The number of points that are answered one by one."""
    return FEWEST if question.spec.each else FEW


def is_slow(question: BatchQuery, arrays: Mapping[Var, Array]) -> bool:
    """Whether points have to be answered one by one, judged by the last ones."""
    if question.spec.each:
        return True
    question({var: array[-PROBED:] for var, array in arrays.items()})
    return question.singly > 1


def answered(question: BatchQuery, arrays: Mapping[Var, Array]) -> ArrayAnswer:
    """The answers at all points; only solved and infeasible ones keep their value."""
    found = question(arrays)
    return replace(found, values=np.where(np.isin(found.status, _VALUED), found.values, np.nan))


def joined(one: ArrayAnswer, other: ArrayAnswer) -> ArrayAnswer:
    """The answers at the points of two calls of one query."""
    return replace(
        other,
        values=np.concatenate([one.values, other.values]),
        status=np.concatenate([one.status, other.status]),
        regime=np.concatenate([one.regime, other.regime]),
        cause=np.concatenate([one.cause, other.cause]),
    )


def sampled(target: Var, found: ArrayAnswer, arrays: Mapping[Var, Array], seed: int) -> Spread:
    """The spread over draws: percentiles and mean of those with a value, regimes and statuses."""
    valued = np.isfinite(found.values)
    values = found.values[valued]
    draws = len(found.values)
    how = f"{draws:,} draws of each uncertain given, PCG64 with seed {seed}"
    spread = Spread(
        target, SpreadMethod.SAMPLED, how, statuses=status_shares(found), draws=draws, seed=seed
    )
    if not len(values):
        return spread
    in_order = np.sort(values)
    low, median, high = (float(in_order[round(q * (len(in_order) - 1))]) for q in (0.05, 0.5, 0.95))
    positive = bool(in_order[0] > 0)
    some = np.flatnonzero(valued)[:FOR_THE_BUDGET]
    measured = np.log(found.values[some]) if positive else found.values[some]
    return replace(
        spread,
        low=low,
        high=high,
        median=median,
        mean=float(values.mean()),
        regimes=regime_shares(found),
        budget=ranked(Contribution(v, _explained(measured, a[some])) for v, a in arrays.items()),
        budget_of="the logarithm" if positive else "the value",
    )


def status_shares(found: ArrayAnswer) -> tuple[Share, ...]:
    """The statuses that occur, the commonest first; solved by several values counts apart."""
    counts = np.bincount(found.status, minlength=len(STATUSES) + 1)
    without = np.bincount(found.status[~np.isfinite(found.values)], minlength=len(STATUSES) + 1)
    for status in _VALUED:
        counts[[status, -1]] += [-without[status], without[status]]
    return _shares(counts, (*STATUSES, SEVERAL))


def regime_shares(found: ArrayAnswer) -> tuple[Share, ...]:
    """The regimes among the points with a value, the commonest first; empty without regimes."""
    counted = found.regime[np.isfinite(found.values)].astype(np.intp)
    if not len(found.regimes) or (counted < 0).all():
        return ()
    codes = range(max(found.regimes) + 1)
    names = ("in no regime", *(found.regimes.get(code, "") for code in codes))
    return _shares(np.bincount(counted + 1, minlength=len(names)), names)


def _shares(counts: Array, names: tuple[str, ...]) -> tuple[Share, ...]:
    total = int(counts.sum())
    shares = [
        Share(name, int(count) / total) for name, count in zip(names, counts, strict=True) if count
    ]
    return tuple(sorted(shares, key=lambda share: (-(share.probability or 0.0), share.name)))


def _explained(values: Array, given: Array) -> float:
    """The correlation ratio: the share of the values' variance that vanishes with the given known.

    Draws are put into bins of equal number along the given; the variance within bins remains.
    """
    bins = min(MOST_BINS, len(values) // LEAST_IN_A_BIN)
    centred = values - values.mean()
    total = float((centred**2).sum())
    if bins < 2 or total <= NOISE * len(values) * float(values.mean()) ** 2:
        return 0.0
    in_order = centred[np.argsort(given)]
    edges = np.linspace(0, len(values), bins + 1).astype(int)
    between = float((np.add.reduceat(in_order, edges[:-1]) ** 2 / np.diff(edges)).sum())
    within = (total - between) / (len(values) - bins) * (len(values) - 1)
    return min(max(1.0 - within / total, 0.0), 1.0)
