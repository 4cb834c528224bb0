"""Columns: the answers of a batch query over a grid, at once, point by point or in chunks."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from functools import reduce
from importlib import import_module
from typing import Any

import numpy as np

from derive.analysis.sweep.answer_buffer import STATUS_NUMBER, regime_of
from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.plan import Report
from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.pull import joint_sense
from derive.results.status import Status
from derive.results.sweep import Column
from derive.solving.amounts import EXACT_INPUT
from derive.solving.answer import answer_at

MOST_FORMULAS = 8  # regimes whose closed forms are compared
_POINT = np.dtype([("value", "f8"), ("status", "i1"), ("regime", "O")])


def column(query: BatchQuery, axes: Sequence[Axis], report: Report | None) -> Column:
    """One target over the grid of the axes; with a dask array among them, as dask arrays."""
    if any(axis.lazy for axis in axes):
        return _lazy(query, axes)
    return _eager(query, axes, report) if axes else _single(query)


def _eager(query: BatchQuery, axes: Sequence[Axis], report: Report | None) -> Column:
    found = query(_on_grid(axes), report)
    texts, values = _regime_texts(found), found.values
    values /= query.spec.target.unit.factor
    points = _examples(found, axes)
    answers = [_answer(query, axes, point) for point in dict.fromkeys(points)]
    formulas = {_formula(answer) for answer in answers}
    last = np.argwhere(found.status == STATUS_NUMBER[Status.SOLVED])[-1:]
    ends = [_answer(query, axes, tuple(map(int, point))) for point in last]
    return Column(
        query.spec.target,
        values,
        found.status,
        texts[found.regime],
        answers[0] if answers else _answer(query, axes, (0,) * len(axes)),
        formulas.pop() if len(formulas) == 1 and len(found.regimes) <= MOST_FORMULAS else "",
        joint_sense(answer.sense for answer in (*answers, *ends)),
    )


def _examples(found: ArrayAnswer, axes: Sequence[Axis]) -> Iterator[tuple[int, ...]]:
    """The first solved point, and the first of each regime, away from zeros where possible: these
    shorten a closed form.
    """
    solved = found.status == STATUS_NUMBER[Status.SOLVED]
    general = reduce(operator.and_, (values != 0 for values in _on_grid(axes).values()))
    solved &= general if (solved & general).any() else True
    regimes = range(min(len(found.regimes), MOST_FORMULAS))
    for where in (solved, *(solved & (found.regime == k) for k in regimes)):
        place = int(np.argmax(where))
        if where.flat[place]:
            yield tuple(map(int, np.unravel_index(place, where.shape)))


def _regime_texts(found: ArrayAnswer) -> Any:
    """The regimes by number, the last, -1, for none."""
    return np.array([*found.regimes, ""], dtype=object)


def _formula(answer: Answer) -> str:
    return "" if answer.formula is None else plain(answer.formula)


def _single(query: BatchQuery) -> Column:
    """The one answer without axes, as arrays without a dimension."""
    target, answer = query.spec.target, _answer(query, (), ())
    number = np.nan if answer.number is None else answer.number / target.unit.factor
    status = np.array(STATUS_NUMBER[answer.status], np.int8)
    regime = np.array(regime_of(answer), dtype=object)
    return Column(target, np.array(number), status, regime, answer, _formula(answer), answer.sense)


def _answer(query: BatchQuery, axes: Sequence[Axis], point: Sequence[int]) -> Answer:
    """The answer of `solve` at one point of the grid."""
    here = {
        axis.var: Known(axis.var, float(axis.values[k]), Origin.GIVEN, EXACT_INPUT)
        for axis, k in zip(axes, point, strict=True)
    }
    spec = query.spec
    return answer_at(spec.system, spec.target, {**spec.known, **here}, rtol=spec.rtol)


def _on_grid(axes: Sequence[Axis]) -> dict[Var, Any]:
    """The values of every axis along its own dimension."""
    return {
        axis.var: axis.values.reshape([-1 if k == place else 1 for k in range(len(axes))])
        for place, axis in enumerate(axes)
    }


def _lazy(query: BatchQuery, axes: Sequence[Axis]) -> Column:
    """Dask arrays that answer each chunk when it is computed."""
    da: Any = import_module("dask.array")
    query.prepare()

    def answered(*chunks: Any) -> Any:
        pieces = [
            Axis(axis.var, np.asarray(chunk, dtype=float))
            for axis, chunk in zip(axes, chunks, strict=True)
        ]
        found = query(_on_grid(pieces))
        points = np.empty(found.values.shape, _POINT)
        points["value"] = found.values / query.spec.target.unit.factor
        points["status"] = found.status
        points["regime"] = _regime_texts(found)[found.regime]
        return points

    arrays = [
        part
        for k, axis in enumerate(axes)
        for part in (axis.values if axis.lazy else da.from_array(axis.values, chunks=-1), (k,))
    ]
    points = da.blockwise(
        answered,
        tuple(range(len(axes))),
        *arrays,
        dtype=_POINT,
        concatenate=True,
        meta=np.empty((0,) * len(axes), _POINT),
    )
    values, status, regime = (
        points.map_blocks(lambda block, name=name: block[name], dtype=_POINT[name])
        for name in ("value", "status", "regime")
    )
    example = _answer(query, axes, (0,) * len(axes))
    return Column(query.spec.target, values, status, regime, example, sense=example.sense)
