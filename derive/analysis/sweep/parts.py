"""Parts of a grid: answered by a query that travels to other processes."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from derive.analysis.sweep.answer_buffer import STATUS_NUMBER, cause_of, number_of, regime_of
from derive.analysis.sweep.axes import Axis, along
from derive.analysis.sweep.contradictions import Clash, clashes_on, mark, ranks_of
from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.equations.var import Var
from derive.program.tolerances import REACH
from derive.results.answer import Answer

MOST_SINGLY = 10_000  # points of a grid that are answered one by one where `solve` decides


def on_grid(axes: Sequence[Axis]) -> dict[Var, Any]:
    """The values of every axis along its own dimension."""
    return {axis.var: along(axis.values, k, len(axes)) for k, axis in enumerate(axes)}


def agrees(found: ArrayAnswer, place: tuple[int, ...], answer: Answer) -> bool:
    """Whether a point has the status and the value (base units) that `solve` finds there: givens
    that agree with others to fewer digits than are computed with may move both.
    """
    if found.status[place] != STATUS_NUMBER[answer.status]:
        return False
    value, solved = float(found.values[place]), number_of(answer)
    return bool(np.isclose(value, solved, rtol=REACH, atol=0.0, equal_nan=True))


@dataclass(frozen=True, eq=False)
class PartQuery:
    """A prepared query for parts of a grid: it has the plans of all points, and fixed codes.

    It pickles with its plans, and each process reads it once.
    """

    query: BatchQuery
    clashes: tuple[Clash, ...]  # of the whole grid
    together: bool = False  # as `Column.together`

    @property
    def kind(self) -> Any:
        """The type of a point: value, status, and the codes of regime and cause."""
        regime, cause = self.query.regimes.limit(), self.query.causes.limit()
        return np.dtype([("value", "f8"), ("status", "i1"), ("regime", regime), ("cause", cause)])

    def answered(self, values: Sequence[Any], ranks: Sequence[Any]) -> ArrayAnswer:
        """The answers over these values (base units) of the axes, which have these ranks in the
        grid; values in the declared unit.
        """
        axes = [
            Axis(var, np.asarray(part, dtype=float))
            for var, part in zip(self.query.spec.names, values, strict=True)
        ]
        found = self.query(on_grid(axes))
        mark(self.query, found, axes, self.clashes, ranks)
        np.divide(found.values, self.query.spec.target.unit.factor, out=found.values)
        return found

    def __call__(self, *along: Any) -> Any:
        """The same as one array of points of the `kind`, from the values and then the ranks."""
        found = self.answered(along[: len(along) // 2], along[len(along) // 2 :])
        points = np.empty(found.values.shape, self.kind)
        points["value"] = found.values
        points["status"] = found.status
        points["regime"], points["cause"] = found.regime, found.cause
        return points

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (pickle.dumps((self.query, self.clashes)),)


@lru_cache(maxsize=8)
def _restored(content: bytes) -> PartQuery:
    """The query of these bytes, one for all parts that a process answers."""
    return PartQuery(*pickle.loads(content))


def part_query(query: BatchQuery, axes: Sequence[Axis], example: Answer) -> PartQuery:
    """The query for parts of the grid of the axes, with the texts of an example numbered too."""
    grid, clashes = on_grid(axes), clashes_on(query.spec, axes)
    starts = [Axis(axis.var, axis.values[:1]) for axis in axes]
    first = query.prepare(grid)(on_grid(starts))
    mark(query, first, starts, clashes, [ranks[:1] for ranks in ranks_of(axes)])
    together = not agrees(first, (0,) * len(axes), example)
    if together and math.prod(len(axis.values) for axis in axes) <= MOST_SINGLY:
        query, together = query.one_by_one().prepare(grid), False
    query.regimes.number(regime_of(example))
    query.causes.number(cause_of(example))
    for one in clashes:
        query.causes.number(one.cause)
    return PartQuery(query.close(), clashes, together)
