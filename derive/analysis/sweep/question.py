"""Batch query: a target at many points, with the answers of `solve`, planned and compiled once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any

import numpy as np

from derive.analysis.sweep.answer_buffer import (
    AnswerBuffer,
    Codes,
    Floats,
    cause_codes,
    regime_codes,
)
from derive.analysis.sweep.axes import check_range
from derive.analysis.sweep.plan import ArrayPlan, Pieces, Report
from derive.analysis.sweep.spec import BatchSpec
from derive.analysis.sweep.tiles import TILE, tiles
from derive.equations.var import Var
from derive.program.tolerances import EXACT_INPUT
from derive.results.known import Known
from derive.solving.equation_system import EquationSystem
from derive.solving.usual_values import usual_reach, usual_value

_BUFFER = 1024  # numbers
_LARGE = 4_000_000  # numbers, just under 32 MB
_WHOLE = slice(None)


@dataclass(frozen=True, eq=False)
class ArrayAnswer:
    """The answers of `over_arrays`; all arrays share the broadcast shape.

    `values` are in base units, NaN without a single value; `status` holds places in STATUSES.
    `regime` holds codes whose texts are in `regimes`, -1 for none, and `cause` those of what is
    missing or disagrees, 0 for nothing. The regime's text counts several values at a point.
    """

    values: Floats
    status: np.ndarray[Any, np.dtype[np.int8]]
    regime: Codes
    cause: Codes
    regimes: Mapping[int, str]
    causes: Mapping[int, str]


def over_arrays(
    system: EquationSystem,
    target: Var,
    known: Mapping[Var, Known],
    arrays: Mapping[Var, Floats],
    rtol: float = 0.0,
) -> ArrayAnswer:
    """The answer for `target` at every point of `arrays`, broadcast in base units.

    `known` are values as `read_givens` returns them. Every value is that of `system.solve`, which
    alone asks the relations beside the way to the target, too: whether they contradict a point is
    not told here. Raises GivenError for an array with values outside its variable's range.

    >>> import numpy as np, derive
    >>> system = derive.library_system()
    >>> hit, memory = system.find("compute_time"), system.find("memory_time")
    >>> arrays = {hit: np.array([1.0, 3.0]), memory: np.array([2.0])}
    >>> found = over_arrays(system, system.find("step_time"), {}, arrays)
    >>> found.values.tolist(), [found.regimes[k] for k in found.regime.tolist()]
    ([2.0, 3.0], ['memory_time ≥ compute_time', 'compute_time ≥ memory_time'])
    """
    return BatchQuery(system, target, known, tuple(arrays), rtol)(arrays)


class BatchQuery:
    """A query with the values of some variables as arrays, callable with them many times.

    Without `named` the regimes are left out (-1 everywhere): a third less work. See `BatchSpec`
    for `withheld`, `each` and `tolerances`.
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
        withheld: frozenset[Var] = frozenset(),
        each: bool = False,
        tolerances: Mapping[Var, Mapping[float, float]] | None = None,
    ) -> None:
        stated = {var: item for var, item in known.items() if var not in names}
        self.spec = BatchSpec(
            system, target, stated, names, rtol, named, withheld, each, tolerances or {}
        )
        # Points answered one by one so far, by `solve` itself: thousands of times slower.
        self.singly = 0
        self._plans: dict[tuple[tuple[Var, float], ...], ArrayPlan] = {}
        reach = usual_reach(system)
        self._usual = [usual_value(system, var) if var in reach else None for var in names]
        self._ends = [(max(low, 0.0), high) for low, high, _, _ in (var.bounds for var in names)]
        self.regimes, self.causes = regime_codes(), cause_codes()

    def __call__(self, arrays: Mapping[Var, Floats], report: Report | None = None) -> ArrayAnswer:
        """The answer at every point; `report` is called with the number of points just done.

        Raises GivenError.
        """
        names, named = self.spec.names, self.spec.named
        read = [np.atleast_1d(np.asarray(arrays[var], dtype=np.float64)) for var in names]
        bare = np.broadcast_shapes(*(np.shape(arrays[var]) for var in names))
        shape = np.broadcast_shapes(*(array.shape for array in read))
        read = [array.reshape((1,) * (len(shape) - array.ndim) + array.shape) for array in read]
        if math.prod(shape) > TILE // 8:
            # Having freed this, glibc's malloc keeps the pages of temporaries instead of handing
            # them back each time.
            np.empty(_LARGE)
        if named:
            self._plan(())  # whose regimes have the first codes, and decide how large these are
        kinds = (self.regimes.limit(), self.causes.limit()) if named else (np.int16, np.int16)
        out = AnswerBuffer(
            np.empty(shape),
            np.zeros(shape, np.int8),
            np.empty(shape, kinds[0]) if named else _one_number(shape),
            np.zeros(shape, kinds[1]) if named else _one_number(shape),
            self.regimes,
            self.causes,
        )
        columns = [(array, [k for k, n in enumerate(array.shape) if n > 1]) for array in read]
        with _short_buffer():
            for tile in tiles(shape):
                pieces = [array[_along(tile, running)] for array, running in columns]
                self._tile(pieces, out.part(tile), report or _ignore)
        return ArrayAnswer(
            out.values.reshape(bare),
            out.status.reshape(bare),
            out.regime.reshape(bare) if named else np.broadcast_to(np.int16(-1), bare),
            out.cause.reshape(bare) if named else np.broadcast_to(np.int16(0), bare),
            self.regimes.texts if named else {},
            self.causes.texts if named else {},
        )

    def _tile(self, pieces: Pieces, out: AnswerBuffer, report: Report) -> None:
        """Answer one tile; points with exact zeros or usual values take other plans."""
        special: dict[tuple[Var, float], Any] = {}
        inside = all(_inside(piece, ends) for piece, ends in zip(pieces, self._ends, strict=True))
        for var, piece, usual in zip(self.spec.names, pieces, self._usual, strict=True):
            if not inside:
                check_range(var, piece)
                special[var, 0.0] = piece == 0.0
            if usual:
                special[var, usual] = np.isclose(piece, usual, rtol=EXACT_INPUT, atol=0.0)
        special = {at: mask for at, mask in special.items() if mask.any()}
        if not special:
            self.singly += self._plan(()).fill(pieces, out, report)
            return
        shape = out.values.shape
        for pattern in product((False, True), repeat=len(special)):
            where = np.ones(shape, dtype=bool)
            for wanted, mask in zip(pattern, special.values(), strict=True):
                where &= mask == wanted
            if where.any():
                picked = [np.broadcast_to(piece, shape)[where] for piece in pieces]
                part = out.part(where)
                fixed = tuple(at for at, here in zip(special, pattern, strict=True) if here)
                self.singly += self._plan(fixed).fill(picked, part, report)
                out.put_part(where, part)

    def prepare(self, arrays: Mapping[Var, Floats]) -> BatchQuery:
        """Make the plans of a grid now and number their regimes, so that every part of it uses the
        same codes.
        """
        special: list[list[tuple[tuple[Var, float], ...]]] = []
        for var, usual in zip(self.spec.names, self._usual, strict=True):
            values = np.asarray(arrays[var])
            here: list[tuple[tuple[Var, float], ...]] = [()]
            if var.takes_zero and (values == 0.0).any():
                here.append(((var, 0.0),))
            if usual and np.isclose(values, usual, EXACT_INPUT, 0.0).any():
                here.append(((var, usual),))
            special.append(here)
        for pattern in product(*special):
            self._plan(tuple(chain.from_iterable(pattern)))
        return self

    def one_by_one(self) -> BatchQuery:
        """The same query, of which each point is answered by itself, as `solve` answers it."""
        made = copy(self)
        made.spec, made._plans = replace(self.spec, each=True), {}
        return made

    def close(self) -> BatchQuery:
        """Fix the codes: a regime that no program has is from now on another one, whatever part of
        a grid it is met in.
        """
        self.regimes.close()
        self.causes.close()
        return self

    def _plan(self, fixed: tuple[tuple[Var, float], ...]) -> ArrayPlan:
        if fixed not in self._plans:
            made = self._plans[fixed] = ArrayPlan(self.spec, dict(fixed))
            made.number_in(self.regimes, self.causes)
        return self._plans[fixed]


def _one_number(shape: tuple[int, ...]) -> Any:
    """An array whose elements share one place in memory."""
    return np.ndarray(shape, np.int16, np.full(1, -1, np.int16), strides=(0,) * len(shape))


@contextmanager
def _short_buffer() -> Iterator[None]:
    """numpy with a buffer of half its usual length.

    A column spread along rows that fit into the buffer twice is copied into it, which takes longer
    than the arithmetic.
    """
    usual = np.setbufsize(_BUFFER)
    try:
        yield
    finally:
        np.setbufsize(usual)


def _ignore(_: int) -> None:
    """Default progress callback: does nothing."""


def _along(tile: tuple[slice, ...], running: Sequence[int]) -> tuple[slice, ...]:
    """The part of an array that a tile covers: all of it where it has one element."""
    return tuple(part if k in running else _WHOLE for k, part in enumerate(tile))


def _inside(piece: Floats, ends: tuple[float, float]) -> bool:
    """Whether all values are well within a range, and none is zero."""
    least, most = (ufunc.reduce(piece, axis=None) for ufunc in (np.minimum, np.maximum))
    return bool(least > ends[0] and most < ends[1])
