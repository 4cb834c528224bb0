"""Columns: the answers of a batch query over a grid, at once, point by point or in chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from derive.analysis.sweep.answer_buffer import (
    STATUS_NUMBER,
    Floats,
    cause_of,
    number_of,
    regime_of,
)
from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.contradictions import clashes_on, mark, ranks_of
from derive.analysis.sweep.lazy_column import lazy_column
from derive.analysis.sweep.parts import MOST_SINGLY, agrees, on_grid
from derive.analysis.sweep.plan import Report
from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.analysis.sweep.tiles import tiles
from derive.equations.plain import plain
from derive.results.answer import Answer
from derive.results.pull import joint_sense
from derive.results.status import Status
from derive.results.sweep import Coded, Column

MOST_FORMULAS = 8  # regimes whose closed forms are compared
Bools = np.ndarray[Any, np.dtype[np.bool_]]
Place = tuple[int, ...]


def column(query: BatchQuery, axes: Sequence[Axis], report: Report | None) -> Column:
    """One target over the grid of the axes; with a dask array among them, as dask arrays."""
    if any(axis.lazy for axis in axes):
        return lazy_column(query, axes, _answer(query, axes, (0,) * len(axes)))
    return _eager(query, axes, report) if axes else _single(query)


def _eager(query: BatchQuery, axes: Sequence[Axis], report: Report | None) -> Column:
    grid = on_grid(axes)
    found = query.prepare(grid)(grid, report)
    mark(query, found, axes, clashes_on(query.spec, axes), ranks_of(axes))
    regimes = _met(found)
    firsts, last = _examples(query, found, axes, regimes)
    others = {place: _answer(query, axes, place) for place in _unsolved(found)}
    alike = all(agrees(found, *pair) for pair in (firsts | last | others).items())
    if not alike and found.values.size <= MOST_SINGLY:
        query = query.one_by_one()
        found = query(grid)
        regimes = _met(found)
        firsts, last = _examples(query, found, axes, regimes)
    values = found.values
    values /= query.spec.target.unit.factor
    answers = [*firsts.values(), *last.values()]
    formulas = {_formula(answer) for answer in firsts.values() if last}
    return Column(
        query.spec.target,
        values,
        found.status,
        Coded(found.regime, found.regimes),
        Coded(found.cause, query.causes.texts),
        answers[0],
        formulas.pop() if len(formulas) == 1 and len(regimes) <= MOST_FORMULAS else "",
        joint_sense(answer.sense for answer in answers if last),
        together=not alike and found.values.size > MOST_SINGLY,
    )


def _examples(
    query: BatchQuery, found: ArrayAnswer, axes: Sequence[Axis], regimes: Sequence[int]
) -> tuple[dict[Place, Answer], dict[Place, Answer]]:
    """The answers of `solve` at the first solved point and the first of each regime, and at the
    last; none is the last where none is solved, and the first that of the grid.
    """
    firsts = dict.fromkeys(_firsts(found, axes, regimes[:MOST_FORMULAS]) or [(0,) * len(axes)])
    last = _last(found, Status.SOLVED)
    asked = [{at: _answer(query, axes, at) for at in places} for places in (firsts, last)]
    return asked[0], asked[1]


def _unsolved(found: ArrayAnswer) -> Iterator[Place]:
    """The first and the last point of each status but solved: on an axis in order, where digits
    decide between two.
    """
    if found.status.any():
        for status in STATUS_NUMBER:
            for last in _last(found, status) if status != Status.SOLVED else ():
                yield from (last, *_last(found, status, back=False))


def _firsts(found: ArrayAnswer, axes: Sequence[Axis], regimes: Sequence[int]) -> list[Place]:
    """The first solved point, and the first of each regime, away from zeros where possible: these
    shorten a closed form.
    """
    grids = list(on_grid(axes).values())
    general = _first(found, regimes, grids) if any((g == 0.0).any() for g in grids) else []
    return general or _first(found, regimes, ())


def _first(found: ArrayAnswer, regimes: Sequence[int], grids: Sequence[Floats]) -> list[Place]:
    """The first solved point, and the first of each of the regimes, where no value of the grids is
    zero; looked for tile by tile, so that it takes no memory of the size of the grid.
    """
    shape, places = found.status.shape, dict[int | None, Place]()
    for tile in tiles(shape):
        open_codes = [code for code in (None, *regimes) if code not in places]
        if not open_codes:
            break
        solved = found.status[tile] == STATUS_NUMBER[Status.SOLVED]
        for grid in grids:
            solved &= np.broadcast_to(grid, shape)[tile] != 0.0
        for code in open_codes:
            where = solved if code is None else solved & (found.regime[tile] == code)
            if where.any():
                places[code] = _place(tile, where, int(np.argmax(where)))
    return [places[code] for code in (None, *regimes) if code in places]


def _place(tile: Sequence[slice], part: Bools, number: int) -> Place:
    """The place on the grid of a point of a tile, by its number there."""
    at = np.unravel_index(number, part.shape)
    return tuple(int(k) + along.start for k, along in zip(at, tile, strict=True))


def _last(found: ArrayAnswer, status: Status, back: bool = True) -> Iterator[Place]:
    """The last point of a status, or the first, if there is one."""
    order = -1 if back else 1
    for tile in list(tiles(found.status.shape))[::order]:
        there = found.status[tile] == STATUS_NUMBER[status]
        if there.any():
            number = int(np.argmax(there.reshape(-1)[::order]))
            yield _place(tile, there, there.size - 1 - number if back else number)
            return


def _met(found: ArrayAnswer) -> list[int]:
    """The codes of the regimes that occur."""
    lowest, size = -1, max(found.regimes, default=0) + 2
    counts = np.zeros(size, np.int64)
    for tile in tiles(found.regime.shape):
        codes = found.regime[tile].astype(np.intp)
        codes -= lowest
        counts += np.bincount(codes.reshape(-1), minlength=size)
    return [int(code) for code in np.flatnonzero(counts) + lowest if code >= 0]


def _formula(answer: Answer) -> str:
    return "" if answer.formula is None else plain(answer.formula)


def _single(query: BatchQuery) -> Column:
    """The one answer without axes, as arrays without a dimension."""
    target, answer = query.spec.target, _answer(query, (), ())
    number = number_of(answer) / target.unit.factor
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
