"""A column as dask arrays, whose chunks are answered when they are computed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from operator import itemgetter
from typing import Any

import numpy as np

from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.contradictions import ranks_of
from derive.analysis.sweep.parts import part_query
from derive.analysis.sweep.question import BatchQuery
from derive.results.answer import Answer
from derive.results.sweep import Coded, Column


def lazy_column(query: BatchQuery, axes: Sequence[Axis], example: Answer) -> Column:
    """One target over the grid of the axes, a dask array among them; the axes themselves are read
    at once.
    """
    da: Any = import_module("dask.array")
    known = [
        Axis(axis.var, np.asarray(axis.values.compute(), float)) if axis.lazy else axis
        for axis in axes
    ]
    part = part_query(query, known, example)
    kind = part.kind
    chunks = [axis.values.chunks if axis.lazy else -1 for axis in axes]
    along = [*(axis.values for axis in known), *ranks_of(known)]
    arrays = [
        item
        for k, values in enumerate(along)
        for item in (da.from_array(values, chunks=chunks[k % len(axes)]), (k % len(axes),))
    ]
    points = da.blockwise(
        part,
        tuple(range(len(axes))),
        *arrays,
        dtype=kind,
        concatenate=True,
        meta=np.empty((0,) * len(axes), kind),
    )
    values, status, regime, cause = (
        points.map_blocks(itemgetter(name), dtype=kind[name]) for name in kind.names
    )
    return Column(
        query.spec.target,
        values,
        status,
        Coded(regime, query.regimes.texts),
        Coded(cause, query.causes.texts),
        example,
        "",
        example.sense,
        together=part.together,
    )
