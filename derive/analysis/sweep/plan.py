"""A question over arrays under one pattern of zeros: a program, one answer for all points, or the
scalar way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from derive.equations.var import Var
from derive.program.arrays import BatchProgram, batch_program
from derive.program.batch import distance
from derive.program.tolerances import CLOSE
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.solving.amounts import EXACT_INPUT
from derive.solving.answer import answer_at
from derive.solving.compilation import reader_of
from derive.solving.conditional import conditional
from derive.solving.conflicts import closed_relations, find_conflicts
from derive.solving.equation_system import EquationSystem
from derive.solving.programs import checks_of, program_of
from derive.solving.query import computed, make_query
from derive.solving.query_preparation import exact_zeros, query_of_known, with_conventions

STATUSES = (
    Status.SOLVED,
    Status.UNDERDETERMINED,
    Status.CONTRADICTION,
    Status.UNREACHABLE,
    Status.INFEASIBLE,
)
_NUMBER = {status: number for number, status in enumerate(STATUSES)}
Floats = np.ndarray[Any, np.dtype[np.float64]]
Pieces = Sequence[Floats]  # the arrays in the order of the question's names
Report = Callable[[int], None]


@dataclass
class Regimes:
    """The texts met so far, each with its number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """The number of a text, a new one if it is new; -1 for none."""
        return self.numbers.setdefault(text, len(self.numbers)) if text else -1


@dataclass(frozen=True, eq=False)
class BatchSpec:
    """What is asked at every point: the target, what is known, and the `names` left to arrays.

    `named` asks for regimes too.
    """

    system: EquationSystem
    target: Var
    known: Mapping[Var, Known]
    names: tuple[Var, ...]
    rtol: float = 0.0
    named: bool = True


class ArrayPlan:
    """The question under one pattern of zeros: a program, one answer for all points, or the scalar
    way.
    """

    def __init__(self, question: BatchSpec, zeros: frozenset[Var]) -> None:
        self.question = question
        stated = {
            **question.known,
            **{var: _given(var, 0.0 if var in zeros else 1.0) for var in question.names},
        }
        self.stated_target = stated.pop(question.target, None)
        self.uniform: Answer | None = None
        self.program: BatchProgram | None = None
        self.clash: bool | None = None
        known = with_conventions(question.system, question.target, stated)
        exact = exact_zeros(known)
        asked = question.system
        if exact:
            asked, derived = question.system.with_zeros(exact)
            if any(
                v in stated or (v == question.target and self.stated_target is not None)
                for v in derived
            ):
                return
            known.update({v: computed(v, 0.0) for v in derived})
            if question.target in derived:
                zero = query_of_known(asked, question.target, known, question.rtol)
                self.uniform = None if closed_relations(zero) else self._everywhere(stated)
                return
        self.varying = frozenset(
            var for var in question.names if var not in zeros and var != question.target
        )
        self.places = [
            (k, asked.slots[var])
            for k, var in enumerate(question.names)
            if var in self.varying and var in asked.slots
        ]
        self.query = make_query(asked, question.target, known, question.rtol)
        if self.query.plan.determined:
            self.program = self._batch_program()
        elif self.stated_target is None and self._same_everywhere():
            self.uniform = self._everywhere(stated)

    def _batch_program(self) -> BatchProgram | None:
        """The program with the arrays' slots varying and all others constant."""
        query, slots = self.query, self.query.system.slots
        constants = {
            slots[var]: known.value
            for var, known in query.in_force.items()
            if var in slots and var not in self.varying
        }
        varying = [slots[var] for var in self.varying if var in slots]
        return batch_program(reader_of(query.system), program_of(query), constants, varying)

    def _everywhere(self, stated: Mapping[Var, Known]) -> Answer:
        """The one answer of a question that is the same at every point."""
        question = self.question
        return answer_at(question.system, question.target, stated, rtol=question.rtol)

    def _same_everywhere(self) -> bool:
        """Whether an open question is open in the same way at every point."""
        query = self.query
        closed = replace(query, plan=replace(query.plan, blocks=(), assumed=()))
        redundant = any(
            len(combination.relations) > 1 for combination in query.plan.elimination.redundant
        )
        return not (closed_relations(closed) or redundant or conditional(query))

    def fill(
        self,
        pieces: Pieces,
        values: Floats,
        status: Any,
        regime: Any,
        regimes: Regimes,
        report: Report,
    ) -> int:
        """Answer all points of a tile; how many of them had to be answered one by one."""
        if self.uniform is not None:
            values[...], status[...], regime[...] = _put(self.uniform, regimes)
            report(values.size)
            return 0
        fallback: Any = np.True_
        if self.program is not None:
            fallback = self._run(pieces, values, status, regime, regimes)
        places = np.argwhere(np.broadcast_to(fallback, values.shape)) if fallback.any() else ()
        report(values.size - len(places))
        for place in map(tuple, places):
            values[place], status[place], regime[place] = _put(
                self._ask(pieces, values.shape, place), regimes
            )
            report(1)
        return len(places)

    def _run(
        self, pieces: Pieces, values: Floats, status: Any, regime: Any, regimes: Regimes
    ) -> Any:
        """What the program tells; the points it leaves to the scalar way."""
        program, question = self.program, self.question
        assert program is not None
        try:
            found = program.run({slot: pieces[k] for k, slot in self.places}, question.named)
        except (ArithmeticError, TypeError, ValueError, NotImplementedError):
            return np.True_
        fallback, failed = found.fallback, found.failed
        if self.stated_target is not None and self.stated_target.origin == Origin.GIVEN:
            stated = (
                pieces[question.names.index(question.target)]
                if question.target in question.names
                else self.stated_target.value
            )
            with np.errstate(all="ignore"):
                apart = distance(np.float64(1.0) * stated, found.values)
            allowed = self.stated_target.tolerance + question.rtol + CLOSE
            fallback = fallback | (~(apart <= allowed) & ~failed)
        values[...] = found.values
        if question.named:
            _number_regimes(found.codes, program, regime, regimes)
        if found.violated.any():
            status[np.broadcast_to(found.violated, status.shape)] = _NUMBER[Status.INFEASIBLE]
        if program.uneven and self._clashes(pieces, values.shape, fallback):
            status[...] = _NUMBER[Status.CONTRADICTION]
        if failed.any():
            lost = np.broadcast_to(failed, values.shape)
            values[lost], status[lost], regime[lost] = np.nan, _NUMBER[Status.UNREACHABLE], -1
        return fallback

    def _clashes(self, pieces: Pieces, shape: tuple[int, ...], fallback: Any) -> bool:
        """Whether the constants clash: judged once, at the first point where there is one value."""
        if self.clash is None:
            clear = np.argwhere(~np.broadcast_to(fallback, shape))
            if not len(clear):
                return False
            query = self.query
            for var, known in self._at(pieces, shape, tuple(clear[0])).items():
                query = query.with_value(var, known.value) if var in self.varying else query
            assert self.program is not None
            closed = [one for one, _ in checks_of(query)]
            among = [closed[k] for k in self.program.uneven]
            self.clash = find_conflicts(query, among)[0] is not None
        return self.clash

    def _at(
        self, pieces: Pieces, shape: tuple[int, ...], place: tuple[Any, ...]
    ) -> dict[Var, Known]:
        return {
            var: _given(var, float(np.broadcast_to(piece, shape)[place]))
            for var, piece in zip(self.question.names, pieces, strict=True)
        }

    def _ask(self, pieces: Pieces, shape: tuple[int, ...], place: tuple[Any, ...]) -> Answer:
        question = self.question
        stated = {**question.known, **self._at(pieces, shape, place)}
        return answer_at(question.system, question.target, stated, rtol=question.rtol)


def _given(var: Var, value: float) -> Known:
    return Known(var, value, Origin.GIVEN, EXACT_INPUT)


def _put(answer: Answer, regimes: Regimes) -> tuple[float, int, int]:
    """A scalar answer as numbers of the arrays."""
    number = answer.number
    return (
        math.nan if number is None else number,
        _NUMBER[answer.status],
        regimes.number(regime_of(answer)),
    )


def regime_of(answer: Answer) -> str:
    """The regime as the arrays tell it: two values, which no array element can hold, are named with
    theirs.
    """
    if (
        answer.number is None
        and len(answer.outcomes) > 1
        and answer.interval is None
        and answer.status != Status.UNDERDETERMINED
    ):
        return f"{len(answer.outcomes)} values: " + "; ".join(
            dict.fromkeys(o.regime for o in answer.outcomes if o.regime) or [answer.regime]
        )
    return answer.regime


def _number_regimes(codes: Any, program: BatchProgram, regime: Any, regimes: Regimes) -> None:
    """The program's numbers of regimes as numbers of their texts."""
    low, high = int(codes.min()), int(codes.max())
    if high - low > 1:
        present, places = np.unique(codes, return_inverse=True)
        regime[...] = np.array(
            [regimes.number(program.regime(int(code))) for code in present], np.int16
        )[places.reshape(np.shape(codes))]
        return
    first, last = (regimes.number(program.regime(code)) for code in (low, high))
    if first - last == low - high:
        np.copyto(regime, codes)
        if first != low:
            regime += np.int16(first - low)
    else:
        regime[...] = np.where(codes == low, np.int16(first), np.int16(last))
