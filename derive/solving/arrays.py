"""A question over numpy arrays: the same answer as `solve` gives at every point, planned and compiled once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from derive.derivation.answer import CONTRADICTION, INFEASIBLE, SOLVED, UNDERDETERMINED, UNREACHABLE, Answer
from derive.derivation.known import GIVEN, LOOKED_UP, Known
from derive.equations.var import Var
from derive.errors import GivenError
from derive.solving.array_blocks import missed
from derive.solving.array_program import Program, clash, make_program
from derive.solving.conflicts import closed_relations
from derive.solving.givens import EXACT_INPUT, example, range_text
from derive.solving.inquiry import computed
from derive.solving.open_questions import conditional
from derive.solving.question import ask, planned, with_conventions
from derive.solving.system import System

STATUSES = (SOLVED, UNDERDETERMINED, CONTRADICTION, UNREACHABLE, INFEASIBLE)
TILE = 16_384  # points worked on at a time: their temporaries stay in the cache
_NUMBER = {status: number for number, status in enumerate(STATUSES)}
Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class ArrayAnswer:
    """What `over_arrays` returns; all arrays share the broadcast shape.

    `values` are in base units, not a number where there is no single value; `status` holds places in STATUSES,
    `regime` places in `regimes`, -1 where there is none. Two values at a point are told in the regime's text.
    """

    values: Floats
    status: np.ndarray[Any, np.dtype[np.int8]]
    regime: np.ndarray[Any, np.dtype[np.int16]]
    regimes: tuple[str, ...]


def over_arrays(system: System, target: Var, known: Mapping[Var, Known], arrays: Mapping[Var, Floats], rtol: float = 0.0) -> ArrayAnswer:
    """What `target` is at every point of `arrays`, which are in base units and broadcast against each other.

    `known` are values as `read_givens` returns them. Every point is answered as `system.solve` answers it. Raises
    GivenError for an array with values outside its variable's range.

    >>> import numpy as np, derive
    >>> system = derive.library_system()
    >>> hit, memory = system.find("compute_time"), system.find("memory_time")
    >>> found = over_arrays(system, system.find("step_time"), {}, {hit: np.array([1.0, 3.0]), memory: np.array([2.0])})
    >>> found.values.tolist(), [found.regimes[k] for k in found.regime]
    ([2.0, 3.0], ['memory_time ≥ compute_time', 'compute_time ≥ memory_time'])
    """
    return ArrayQuestion(system, target, known, tuple(arrays), rtol)(arrays)


@dataclass
class _Regimes:
    """The texts met so far, each with its number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers)) if text else -1


class ArrayQuestion:
    """A question with some variables left to arrays; call it with their values, as often as wanted."""

    def __init__(self, system: System, target: Var, known: Mapping[Var, Known], names: tuple[Var, ...], rtol: float = 0.0) -> None:
        self.system, self.target, self.rtol = system, target, rtol
        self.names = names
        self.singly = 0  # points answered one by one so far, by `solve` itself: that takes thousands of times longer
        self.known = {var: item for var, item in known.items() if var not in names}
        self._plans: dict[frozenset[Var], _Plan] = {}

    def __call__(self, arrays: Mapping[Var, Floats], report: Callable[[int], None] | None = None) -> ArrayAnswer:
        """The answer at every point; `report` is told how many points were done. Raises GivenError."""
        read = {var: np.atleast_1d(np.asarray(arrays[var], dtype=np.float64)) for var in self.names}
        bare = np.broadcast_shapes(*(np.shape(arrays[var]) for var in self.names))
        shape = np.broadcast_shapes(*(array.shape for array in read.values()))
        read = {var: array.reshape((1,) * (len(shape) - array.ndim) + array.shape) for var, array in read.items()}
        values, status, regime = np.empty(shape), np.zeros(shape, np.int8), np.empty(shape, np.int16)
        regimes = _Regimes()
        for tile in tiles(shape):
            pieces = {var: array[tuple(slice(0, 1) if n == 1 else part for n, part in zip(array.shape, tile, strict=True))] for var, array in read.items()}
            self._tile(pieces, values[tile], status[tile], regime[tile], regimes)
            if report is not None:
                report(values[tile].size)
        return ArrayAnswer(values.reshape(bare), status.reshape(bare), regime.reshape(bare), tuple(regimes.numbers))

    def _tile(self, pieces: Mapping[Var, Floats], values: Floats, status: Any, regime: Any, regimes: _Regimes) -> None:
        """One tile, its points with exact zeros apart: zeros change the plan."""
        zeros = {var: piece == 0.0 for var, piece in pieces.items() if not _sound(var, piece)}
        zeros = {var: where for var, where in zeros.items() if where.any()}
        if not zeros:
            self._plan(frozenset()).fill(pieces, values, status, regime, regimes)
            return
        for pattern in product((False, True), repeat=len(zeros)):
            where = np.ones(values.shape, dtype=bool)
            for wanted, mask in zip(pattern, zeros.values(), strict=True):
                where &= mask == wanted
            if where.any():
                picked = {var: np.broadcast_to(piece, values.shape)[where] for var, piece in pieces.items()}
                parts = np.empty(where.sum()), np.zeros(where.sum(), np.int8), np.empty(where.sum(), np.int16)
                absent = frozenset(var for wanted, var in zip(pattern, zeros, strict=True) if wanted)
                self._plan(absent).fill(picked, *parts, regimes)
                values[where], status[where], regime[where] = parts

    def _plan(self, zeros: frozenset[Var]) -> _Plan:
        if zeros not in self._plans:
            self._plans[zeros] = _Plan(self, zeros)
        return self._plans[zeros]


def tiles(shape: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Slices that cut an array into pieces of about TILE points, whole along the last axes."""
    sizes: list[int] = []
    room = TILE
    for length in reversed(shape):
        size = max(1, min(length, room))
        sizes.append(size)
        room = room // size if size == length else 1
    for starts in product(*(range(0, length, size) for length, size in zip(shape, reversed(sizes), strict=True))):
        yield tuple(slice(start, start + size) for start, size in zip(starts, reversed(sizes), strict=True))


def _sound(var: Var, piece: Floats) -> bool:
    """Whether there is no zero among the values. Raises GivenError for one outside the variable's range."""
    low, high = float(piece.min()), float(piece.max())
    if not (math.isfinite(low) and math.isfinite(high) and var.admits(low) and var.admits(high)):
        wrong = next(x for x in piece.flat if not (math.isfinite(x) and var.admits(x)))
        outside = f"lies outside its range {range_text(var)}" if math.isfinite(wrong) else "is no number"
        raise GivenError(var.name, f"{wrong / var.unit.factor:g} {var.unit.text} {outside}", f"Write for example {example(var)}.")
    return low > 0.0 or high < 0.0


class _Plan:
    """The question under one pattern of zeros: a program, one answer for all points, or the scalar way."""

    def __init__(self, question: ArrayQuestion, zeros: frozenset[Var]) -> None:
        self.question = question
        stated = {**question.known, **{var: _given(var, 0.0 if var in zeros else 1.0) for var in question.names}}
        self.aside = stated.pop(question.target, None)
        self.uniform: Answer | None = None
        self.program: Program | None = None
        self.clash: bool | None = None
        known = with_conventions(question.system, question.target, stated)
        exact = frozenset(v for v, k in known.items() if k.value == 0.0 and k.origin in (GIVEN, LOOKED_UP))
        asked = question.system
        if exact:
            asked, derived = question.system.with_zeros(exact)
            if question.target in derived:
                self.uniform = ask(question.system, question.target, stated, question.rtol)
                return
            known.update({v: computed(v, 0.0) for v in derived})
        self.varying = frozenset(var for var in question.names if var not in zeros and var != question.target)
        self.inquiry = planned(asked, question.target, known, question.rtol)
        if self.inquiry.plan.determined:
            self.program = make_program(self.inquiry, self.varying)
        elif self.aside is None and self._same_everywhere():
            self.uniform = ask(question.system, question.target, stated, question.rtol)

    def _same_everywhere(self) -> bool:
        """Whether an open question is open in the same way at every point."""
        from dataclasses import replace

        inquiry = self.inquiry
        closed = replace(inquiry, plan=replace(inquiry.plan, blocks=(), assumed=()))
        redundant = any(len(combination.relations) > 1 for combination in inquiry.plan.elimination.redundant)
        return not (closed_relations(closed) or redundant or conditional(inquiry))

    def fill(self, pieces: Mapping[Var, Floats], values: Floats, status: Any, regime: Any, regimes: _Regimes) -> None:
        """Answer all points of a tile."""
        if self.uniform is not None:
            put = _put(self.uniform, regimes)
            values[...], status[...], regime[...] = put
            return
        odd: Any = np.True_
        if self.program is not None:
            odd = self._run(pieces, values, status, regime, regimes)
        if odd is not np.False_ and np.any(odd):
            for place in zip(*np.nonzero(np.broadcast_to(odd, values.shape)), strict=True):
                values[place], status[place], regime[place] = _put(self._ask(pieces, values.shape, place), regimes)

    def _run(self, pieces: Mapping[Var, Floats], values: Floats, status: Any, regime: Any, regimes: _Regimes) -> Any:
        """What the program tells; the points it leaves to the scalar way."""
        program, question = self.program, self.question
        assert program is not None
        slots = program.inquiry.system.slots
        try:
            found = program.run({slots[var]: pieces[var] for var in self.varying if var in slots})
        except (ArithmeticError, TypeError, ValueError, NotImplementedError):
            return np.True_
        odd, failed = found.odd, found.failed
        if self.aside is not None and self.aside.origin == GIVEN:
            stated = pieces.get(question.target, self.aside.value)
            with np.errstate(all="ignore"):
                differs = ~(missed(np.float64(1.0) * stated, found.values) <= self.aside.tolerance + question.rtol + 1e-9)
            odd = odd | (differs & ~failed)
        values[...] = found.values
        _number_regimes(found.codes, program, regime, regimes)
        if found.broken.any():
            status[np.broadcast_to(found.broken, status.shape)] = _NUMBER[INFEASIBLE]
        if program.uneven and self._clashes(pieces, values.shape, odd):
            status[...] = _NUMBER[CONTRADICTION]
        if failed.any():
            lost = np.broadcast_to(failed, values.shape)
            values[lost], status[lost], regime[lost] = np.nan, _NUMBER[UNREACHABLE], -1
        return odd

    def _clashes(self, pieces: Mapping[Var, Floats], shape: tuple[int, ...], odd: Any) -> bool:
        """Whether the constants clash: judged once, at the first point where there is one value."""
        if self.clash is None:
            clear = np.argwhere(~np.broadcast_to(odd, shape))
            if not len(clear):
                return False
            inquiry = self.inquiry
            for var, known in self._at(pieces, shape, tuple(clear[0])).items():
                inquiry = inquiry.with_value(var, known.value) if var in self.varying else inquiry
            assert self.program is not None
            self.clash = clash(inquiry, self.program.uneven)
        return self.clash

    def _at(self, pieces: Mapping[Var, Floats], shape: tuple[int, ...], place: tuple[Any, ...]) -> dict[Var, Known]:
        return {var: _given(var, float(np.broadcast_to(piece, shape)[place])) for var, piece in pieces.items()}

    def _ask(self, pieces: Mapping[Var, Floats], shape: tuple[int, ...], place: tuple[Any, ...]) -> Answer:
        question = self.question
        question.singly += 1
        return ask(question.system, question.target, {**question.known, **self._at(pieces, shape, place)}, question.rtol)


def _given(var: Var, value: float) -> Known:
    return Known(var, value, GIVEN, EXACT_INPUT)


def _put(answer: Answer, regimes: _Regimes) -> tuple[float, int, int]:
    """A scalar answer as numbers of the arrays."""
    number = answer.number
    return math.nan if number is None else number, _NUMBER[answer.status], regimes.number(regime_of(answer))


def regime_of(answer: Answer) -> str:
    """The regime as the arrays tell it: two values, which no array element can hold, are named with theirs."""
    if answer.number is None and len(answer.outcomes) > 1 and answer.interval is None and answer.status != UNDERDETERMINED:
        return f"{len(answer.outcomes)} values: " + "; ".join(dict.fromkeys(o.regime for o in answer.outcomes if o.regime) or [answer.regime])
    return answer.regime


def _number_regimes(codes: Any, program: Program, regime: Any, regimes: _Regimes) -> None:
    """The program's numbers of regimes as numbers of their texts."""
    if program.radix == 1 or np.ndim(codes) == 0:
        regime[...] = regimes.number(program.regime(int(codes)))
        return
    if program.radix > 64:
        present, places = np.unique(codes, return_inverse=True)
        regime[...] = np.array([regimes.number(program.regime(int(code))) for code in present], np.int16)[places.reshape(np.shape(codes))]
        return
    numbers = np.full(program.radix, -1, np.int16)
    for code in range(program.radix):
        if (codes == code).any():
            numbers[code] = regimes.number(program.regime(code))
    np.take(numbers, codes, out=regime) if np.shape(codes) == regime.shape else regime.__setitem__(..., numbers[codes])
