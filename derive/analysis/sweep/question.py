"""A question over numpy arrays: the same answer as `solve` gives at every point, planned and
compiled once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from derive.analysis.sweep.plan import STATUSES as STATUSES
from derive.analysis.sweep.plan import ArrayPlan, BatchSpec, Floats, Pieces, Regimes, Report
from derive.analysis.sweep.plan import regime_of as regime_of
from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.known import Known
from derive.solving.amounts import example, range_text
from derive.solving.equation_system import EquationSystem

TILE = 65_536  # points worked on at a time: their temporaries stay near the processor
_LARGE = 4_000_000  # numbers, just under 32 MB
_WHOLE = slice(None)
_NONE: frozenset[Var] = frozenset()


@dataclass(frozen=True, eq=False)
class ArrayAnswer:
    """What `over_arrays` returns; all arrays share the broadcast shape.

    `values` are in base units, not a number where there is no single value; `status` holds places
    in STATUSES, `regime` places in `regimes`, -1 where there is none. Two values at a point are
    told in the regime's text.
    """

    values: Floats
    status: np.ndarray[Any, np.dtype[np.int8]]
    regime: np.ndarray[Any, np.dtype[np.int16]]
    regimes: tuple[str, ...]


def over_arrays(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    arrays: Mapping[Var, Floats],
    rtol: float = 0.0,
) -> ArrayAnswer:
    """What `target` is at every point of `arrays`, which are in base units and broadcast against
    each other.

    `known` are values as `read_givens` returns them. Every point is answered as `system.solve`
    answers it. Raises GivenError for an array with values outside its variable's range.

    >>> import numpy as np, derive
    >>> system = derive.library_system()
    >>> hit, memory = system.find("compute_time"), system.find("memory_time")
    >>> arrays = {hit: np.array([1.0, 3.0]), memory: np.array([2.0])}
    >>> found = over_arrays(system, system.find("step_time"), {}, arrays)
    >>> found.values.tolist(), [found.regimes[k] for k in found.regime]
    ([2.0, 3.0], ['memory_time ≥ compute_time', 'compute_time ≥ memory_time'])
    """
    return BatchQuery(system, target, known, tuple(arrays), rtol)(arrays)


class BatchQuery:
    """A question with some variables left to arrays; call it with their values, as often as wanted.

    Without `named` it leaves the regimes out (-1 everywhere), for who wants values and statuses
    alone: a third less work.
    """

    def __init__(
        self,
        system: EquationSystem,
        target: Var,
        known: Mapping[Var, Known],
        names: tuple[Var, ...],
        rtol: float = 0.0,
        *,
        named: bool = True,
    ) -> None:
        stated = {var: item for var, item in known.items() if var not in names}
        self.spec = BatchSpec(system, target, stated, names, rtol, named)
        self.names, self.named = names, named
        # Points answered one by one so far, by `solve` itself: thousands of times slower.
        self.singly = 0
        self._plans: dict[frozenset[Var], ArrayPlan] = {}
        self._ends = [(max(low, 0.0), high) for low, high, _, _ in (var.bounds for var in names)]

    def __call__(self, arrays: Mapping[Var, Floats], report: Report | None = None) -> ArrayAnswer:
        """The answer at every point; `report` is told how many more points are done. Raises
        GivenError.
        """
        read = {var: np.atleast_1d(np.asarray(arrays[var], dtype=np.float64)) for var in self.names}
        bare = np.broadcast_shapes(*(np.shape(arrays[var]) for var in self.names))
        shape = np.broadcast_shapes(*(array.shape for array in read.values()))
        read = {
            var: array.reshape((1,) * (len(shape) - array.ndim) + array.shape)
            for var, array in read.items()
        }
        if math.prod(shape) > TILE // 8:
            # Having freed this, glibc's malloc keeps the pages of temporaries instead of handing
            # them back each time.
            np.empty(_LARGE)
        values, status, regime = (
            np.empty(shape),
            np.zeros(shape, np.int8),
            np.empty(shape, np.int16) if self.named else _one_number(shape),
        )
        regimes = Regimes()
        columns = [
            (array, [k for k, n in enumerate(array.shape) if n > 1]) for array in read.values()
        ]
        for tile in tiles(shape):
            pieces = [array[_along(tile, running)] for array, running in columns]
            self._tile(pieces, values[tile], status[tile], regime[tile], regimes, report or _silent)
        if not self.named:
            regime[...], regimes = -1, Regimes()
        return ArrayAnswer(
            values.reshape(bare), status.reshape(bare), regime.reshape(bare), tuple(regimes.numbers)
        )

    def _tile(
        self,
        pieces: Pieces,
        values: Floats,
        status: Any,
        regime: Any,
        regimes: Regimes,
        report: Report,
    ) -> None:
        """One tile, its points with exact zeros apart: zeros change the plan."""
        if all(_inside(piece, ends) for piece, ends in zip(pieces, self._ends, strict=True)):
            self.singly += self._plan(_NONE).fill(pieces, values, status, regime, regimes, report)
            return
        zeros = {
            var: piece == 0.0
            for var, piece in zip(self.names, pieces, strict=True)
            if _admitted(var, piece)
        }
        zeros = {var: where for var, where in zeros.items() if where.any()}
        if not zeros:
            self.singly += self._plan(_NONE).fill(pieces, values, status, regime, regimes, report)
            return
        for pattern in product((False, True), repeat=len(zeros)):
            where = np.ones(values.shape, dtype=bool)
            for wanted, mask in zip(pattern, zeros.values(), strict=True):
                where &= mask == wanted
            if where.any():
                picked = [np.broadcast_to(piece, values.shape)[where] for piece in pieces]
                parts = (
                    np.empty(where.sum()),
                    np.zeros(where.sum(), np.int8),
                    np.empty(where.sum(), np.int16),
                )
                absent = frozenset(
                    var for wanted, var in zip(pattern, zeros, strict=True) if wanted
                )
                self.singly += self._plan(absent).fill(picked, *parts, regimes, report)
                values[where], status[where], regime[where] = parts

    def prepare(self) -> BatchQuery:
        """Make the plan now, before several threads ask at once."""
        self._plan(_NONE)
        return self

    def _plan(self, zeros: frozenset[Var]) -> ArrayPlan:
        if zeros not in self._plans:
            self._plans[zeros] = ArrayPlan(self.spec, zeros)
        return self._plans[zeros]


def _one_number(shape: tuple[int, ...]) -> Any:
    """An array whose elements are all the same place in memory."""
    return np.ndarray(shape, np.int16, np.full(1, -1, np.int16), strides=(0,) * len(shape))


def _silent(_: int) -> None:
    """Nobody wants to know."""


def tiles(shape: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Slices that cut an array into pieces of about TILE points, whole along the last axes."""
    sizes: list[int] = []
    room = TILE
    for length in reversed(shape):
        size = max(1, min(length, room))
        sizes.append(size)
        room = room // size if size == length else 1
    for starts in product(
        *(range(0, length, size) for length, size in zip(shape, reversed(sizes), strict=True))
    ):
        yield tuple(
            slice(start, start + size) for start, size in zip(starts, reversed(sizes), strict=True)
        )


def _along(tile: tuple[slice, ...], running: Sequence[int]) -> tuple[slice, ...]:
    """The part of an array that a tile covers: all of it where it has one element."""
    return tuple(part if k in running else _WHOLE for k, part in enumerate(tile))


def _inside(piece: Floats, ends: tuple[float, float]) -> bool:
    """Whether all values are well within a range, and none is zero."""
    return bool(piece.min() > ends[0] and piece.max() < ends[1])


def _admitted(var: Var, piece: Floats) -> bool:
    """True. Raises GivenError for a value outside the variable's range."""
    low, high = float(piece.min()), float(piece.max())
    if not (math.isfinite(low) and math.isfinite(high) and var.admits(low) and var.admits(high)):
        wrong = next(x for x in piece.flat if not (math.isfinite(x) and var.admits(x)))
        outside = (
            f"lies outside its range {range_text(var)}" if math.isfinite(wrong) else "is no number"
        )
        raise GivenError(
            var.name,
            f"{wrong / var.unit.factor:g} {var.unit.text} {outside}",
            f"Write for example {example(var)}.",
        )
    return True
