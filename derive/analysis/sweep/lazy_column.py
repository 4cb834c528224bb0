"""A column as dask arrays, whose chunks are answered when they are computed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from operator import itemgetter
from typing import Any

import numpy as np

from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.parts import part_query
from derive.analysis.sweep.question import BatchQuery
from derive.results.answer import Answer
from derive.results.sweep import Coded, Column


def lazy_column(query: BatchQuery, axes: Sequence[Axis], example: Answer) -> Column:
    """One target over the grid of the axes, a dask array among them."""
    da: Any = import_module("dask.array")
    part = part_query(query, axes, example)
    kind = part.kind
    arrays = [
        item
        for k, axis in enumerate(axes)
        for item in (axis.values if axis.lazy else da.from_array(axis.values, chunks=-1), (k,))
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
    )
