"""Columns: the answers of a batch query over a grid, at once, point by point or in chunks."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from derive.analysis.sweep.answer_buffer import STATUS_NUMBER, cause_of, regime_of
from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.contradictions import clashes_on, mark, ranks_of
from derive.analysis.sweep.lazy_column import lazy_column
from derive.analysis.sweep.parts import on_grid
from derive.analysis.sweep.plan import Report
from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.equations.plain import plain
from derive.results.answer import Answer
from derive.results.pull import joint_sense
from derive.results.status import Status
from derive.results.sweep import Coded, Column

MOST_FORMULAS = 8  # regimes whose closed forms are compared
_PART = 1 << 20  # codes counted at a time


def column(query: BatchQuery, axes: Sequence[Axis], report: Report | None) -> Column:
    """One target over the grid of the axes; with a dask array among them, as dask arrays."""
    if any(axis.lazy for axis in axes):
        return lazy_column(query, axes, _answer(query, axes, (0,) * len(axes)))
    return _eager(query, axes, report) if axes else _single(query)


def _eager(query: BatchQuery, axes: Sequence[Axis], report: Report | None) -> Column:
    grid = on_grid(axes)
    found = query.prepare(grid)(grid, report)
    mark(found, clashes_on(query.spec, axes), ranks_of(axes), query.causes)
    values = found.values
    values /= query.spec.target.unit.factor
    points = _examples(found, axes)
    answers = [_answer(query, axes, point) for point in dict.fromkeys(points)]
    formulas = {_formula(answer) for answer in answers}
    regimes = len(_met(found))
    ends = [_answer(query, axes, point) for point in _last(found)]
    return Column(
        query.spec.target,
        values,
        found.status,
        Coded(found.regime, found.regimes),
        Coded(found.cause, query.causes.texts),
        answers[0] if answers else _answer(query, axes, (0,) * len(axes)),
        formulas.pop() if len(formulas) == 1 and regimes <= MOST_FORMULAS else "",
        joint_sense(answer.sense for answer in (*answers, *ends)),
    )


def _examples(found: ArrayAnswer, axes: Sequence[Axis]) -> Iterator[tuple[int, ...]]:
    """The first solved point, and the first of each regime, away from zeros where possible: these
    shorten a closed form.
    """
    solved = found.status == STATUS_NUMBER[Status.SOLVED]
    general = reduce(operator.and_, (values != 0 for values in on_grid(axes).values()))
    solved &= general if (solved & general).any() else True
    for code in (None, *_met(found)[:MOST_FORMULAS]):
        where = solved if code is None else solved & (found.regime == code)
        place = int(np.argmax(where))
        if where.flat[place]:
            yield tuple(map(int, np.unravel_index(place, where.shape)))


def _last(found: ArrayAnswer) -> Iterator[tuple[int, ...]]:
    """The last solved point, if there is one, found without a list of all places."""
    backwards = (found.status == STATUS_NUMBER[Status.SOLVED]).reshape(-1)[::-1]
    place = int(np.argmax(backwards))
    if backwards[place]:
        at = np.unravel_index(backwards.size - 1 - place, found.status.shape)
        yield tuple(map(int, at))


def _met(found: ArrayAnswer) -> list[int]:
    """The codes of the regimes that occur."""
    lowest, size = -1, max(found.regimes, default=0) + 2
    counts = np.zeros(size, np.int64)
    for tile in np.array_split(found.regime.reshape(-1), 1 + found.regime.size // _PART):
        counts += np.bincount(tile.astype(np.intp) - lowest, minlength=size)
    return [int(code) for code in np.flatnonzero(counts) + lowest if code >= 0]


def _formula(answer: Answer) -> str:
    return "" if answer.formula is None else plain(answer.formula)


def _single(query: BatchQuery) -> Column:
    """The one answer without axes, as arrays without a dimension."""
    target, answer = query.spec.target, _answer(query, (), ())
    number = np.nan if answer.number is None else answer.number / target.unit.factor
    status = np.array(STATUS_NUMBER[answer.status], np.int8)
    regime, cause = _one_text(regime_of(answer), -1), _one_text(cause_of(answer), 0)
    formula, sense = _formula(answer), answer.sense
    return Column(target, np.array(number), status, regime, cause, answer, formula, sense)


def _one_text(text: str, none: int) -> Coded:
    """One text as a code, `none` for an empty one."""
    return Coded(np.array(none + bool(text), np.int8), {none + 1: text} if text else {})


def _answer(query: BatchQuery, axes: Sequence[Axis], point: Sequence[int]) -> Answer:
    """The answer of `solve` at one point of the grid."""
    return query.spec.answer(float(axis.values[k]) for axis, k in zip(axes, point, strict=True))
