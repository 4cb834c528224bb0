"""Chunks of a grid: a sweep answered part by part, in any order and in any process."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.contradictions import ranks_of
from derive.analysis.sweep.notes import notes
from derive.analysis.sweep.parts import PartQuery, part_query
from derive.analysis.sweep.sweep import batch_queries
from derive.analysis.sweep.tiles import tile_shape
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.sweep import Coded, Column, Coordinate, Swept
from derive.solving.equation_system import EquationSystem
from derive.version import __version__

# Of a usual chunk. The memory of its values, just under 32 MB, is kept for the next chunk; that of
# larger ones is handed back and cleared anew each time, which holds other threads up.
MOST_POINTS = 4_000_000
_FEWEST_POINTS = 131_072  # of one, however small the grid
_PARTS = 16  # of a smaller grid, so that workers finish together


@dataclass(frozen=True, eq=False)
class ChunkedSweep:
    """Targets over a grid that is cut into chunks, each a sweep of its own.

    `shape` is that of the grid and `size` that of a chunk, whole along the last axes.
    """

    axes: tuple[Axis, ...]
    parts: tuple[PartQuery, ...]
    examples: tuple[Answer, ...]
    size: tuple[int, ...]
    notes: Mapping[str, str]

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of values along each axis."""
        return tuple(len(axis.values) for axis in self.axes)

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of chunks along each axis."""
        return tuple(-(-n // size) for n, size in zip(self.shape, self.size, strict=True))

    @property
    def count(self) -> int:
        """The number of chunks."""
        return math.prod(self.counts)

    def places(self, number: int) -> tuple[slice, ...]:
        """The part of the grid that a chunk covers."""
        at = np.unravel_index(number, self.counts)
        return tuple(
            slice(int(k) * size, min((int(k) + 1) * size, n))
            for k, size, n in zip(at, self.size, self.shape, strict=True)
        )

    def chunk(self, number: int) -> Swept:
        """The answers of one chunk."""
        places = self.places(number)
        values = [axis.values[part] for axis, part in zip(self.axes, places, strict=True)]
        ranks = [all_ranks[part] for all_ranks, part in zip(self._ranks, places, strict=True)]
        return self._swept(values, [part.answered(values, ranks) for part in self.parts])

    @cached_property
    def _ranks(self) -> tuple[Any, ...]:
        return ranks_of(self.axes)

    def empty(self) -> Swept:
        """The whole grid without its points: names, units, codes and texts."""
        return self._swept([axis.values for axis in self.axes], None)

    def _swept(self, values: Sequence[Any], found: Sequence[Any] | None) -> Swept:
        dimensions = tuple(
            Coordinate(a.var.name, v / a.var.unit.factor, a.var.unit.text, a.var.meaning)
            for a, v in zip(self.axes, values, strict=True)
        )
        columns = tuple(
            self._column(k, None if found is None else found[k]) for k in range(len(self.parts))
        )
        return Swept(dimensions, columns, self.notes)

    def _column(self, k: int, found: Any) -> Column:
        part, example = self.parts[k], self.examples[k]
        query, kind = part.query, part.kind
        arrays = (
            [np.empty((0,) * len(self.axes), kind[name]) for name in kind.names]
            if found is None
            else [found.values, found.status, found.regime, found.cause]
        )
        regime = Coded(arrays[2], query.regimes.texts)
        cause = Coded(arrays[3], query.causes.texts, always=True)
        formula, sense = "", example.sense
        told = query.spec.target, arrays[0], arrays[1], regime, cause, example, formula, sense
        return Column(*told, together=part.together)

    @property
    def digest(self) -> str:
        """A digest of the question and its grid: equal for sweeps that answer alike."""
        facts: list[Any] = [__version__, self.size]
        for axis in self.axes:
            written = sorted(axis.tolerances.items())
            facts.append([axis.var.name, sha256(axis.values.tobytes()).hexdigest(), written])
        for part, example in zip(self.parts, self.examples, strict=True):
            spec = part.query.spec
            known = sorted((v.name, repr(k.value), k.tolerance) for v, k in spec.known.items())
            formula = "" if example.formula is None else plain(example.formula)
            relations = sorted(relation.name for relation in example.relations)
            facts += [spec.target.name, spec.rtol, known, formula, relations]
            facts += [sorted(example.variants.items()), sorted(part.query.regimes.texts.items())]
        return sha256(json.dumps(facts).encode()).hexdigest()


def usual_points(shape: Sequence[int], targets: int) -> int:
    """The points of a chunk where none are stated. They depend on the grid alone, so that other
    workers can go on with it; what a chunk costs besides its points holds other threads up, so that
    small ones take longer.

    >>> usual_points((31_623, 31_623), 1), usual_points((4_000, 4_000), 1), usual_points((9,), 1)
    (4000000, 1000000, 131072)
    """
    return max(_FEWEST_POINTS, min(MOST_POINTS // targets, -(-math.prod(shape) // _PARTS)))


def chunked(
    system: EquationSystem,
    targets: Sequence[Var],
    known: Mapping[Var, Known],
    axes: Sequence[Axis],
    points: int | None = None,
    rtol: float = 0.0,
) -> ChunkedSweep:
    """The targets over the grid of the axes, in chunks of at most so many points."""
    queries, fixed = batch_queries(system, targets, known, axes, rtol)
    shape = tuple(len(axis.values) for axis in axes)
    size = tile_shape(shape, usual_points(shape, len(targets)) if points is None else points)
    first = [float(axis.values[0]) for axis in axes]
    examples = tuple(query.spec.answer(first) for query in queries)
    pairs = zip(queries, examples, strict=True)
    parts = tuple(part_query(query, axes, example) for query, example in pairs)
    made = ChunkedSweep(tuple(axes), parts, examples, size, {})
    return replace(made, notes=notes(fixed, made.empty().columns, axes))
