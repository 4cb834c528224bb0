"""Array plan: how to answer a batch query whose exact zeros are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from derive.analysis.sweep.answer_buffer import (
    STATUS_NUMBER,
    AnswerBuffer,
    Floats,
    cause_of,
    clash,
    regime_of,
)
from derive.analysis.sweep.spec import BatchSpec
from derive.analysis.sweep.text_codes import ProgramCodes, TextCodes, program_codes
from derive.equations.var import Var
from derive.program.arrays import BatchProgram, batch_program
from derive.program.batch import NO, distance
from derive.program.tolerances import CLOSE
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.solving.closed_relations import closed_relations
from derive.solving.compilation import reader_of
from derive.solving.conditional import conditional
from derive.solving.conflicts import find_conflicts
from derive.solving.nearest import nearest_relations
from derive.solving.programs import checks_of, program_of, yielding
from derive.solving.query import Query, computed, make_query
from derive.solving.query_preparation import exact_zeros, firm, query_of_known, settle
from derive.solving.refuted_ideals import may_be_refuted
from derive.solving.unjudged_answer import unjudged_answer
from derive.solving.whole_numbers import rounded
from derive.solving.zeros import vanishing_conflict

Pieces = Sequence[Floats]  # the arrays in the order of the spec's names
Report = Callable[[int], None]
_ANY = 0.731  # stands for all values but zero and the usual one


class ArrayPlan:
    """A program, or one answer for all points; without either, each point is answered by itself.

    `fixed` are the variables of the arrays that have one value here: zero, or their usual one.
    """

    def __init__(self, spec: BatchSpec, fixed: Mapping[Var, float]) -> None:
        self.spec, self.fixed = spec, dict(fixed)
        self.uniform: Answer | None = None
        self.program: BatchProgram | None = None
        self.clash: bool | None = None
        self.clash_names: tuple[str, ...] = ()
        self.numbers = ProgramCodes(None, False)
        self.query: Query | None = None
        if not spec.each:
            self._make()

    def _make(self) -> None:
        """Find the program or the one answer."""
        spec, fixed = self.spec, self.fixed
        here = {var: spec.given(var, fixed.get(var, _ANY)) for var in spec.names}
        stated = {**spec.known, **here}
        varying = frozenset(spec.names) - set(fixed)
        system, known = settle(spec.system, spec.target, stated, varying)
        self.stated_target = stated.pop(spec.target, None)
        if vanishing_conflict(spec.system, stated) is not None:
            self.uniform = self._same(stated)
            return
        exact = exact_zeros(known)
        if exact:
            system, derived = system.with_zeros(exact, firm(known))
            if any(
                v in stated or (v == spec.target and self.stated_target is not None)
                for v in derived
            ):
                return
            known.update({v: computed(v, 0.0) for v in derived})
            if spec.target in derived:
                zero = query_of_known(system, spec.target, known, spec.rtol)
                self.uniform = None if closed_relations(zero) else self._same(stated)
                return
        self.varying = varying - {spec.target}
        self.places = [
            (k, system.slots[var])
            for k, var in enumerate(spec.names)
            if var in self.varying and var in system.slots
        ]
        self.query = query = make_query(
            system, spec.target, known, spec.rtol, withheld=spec.withheld
        )
        if may_be_refuted(spec.system, stated, query):
            return
        if query.plan.determined:
            self.program = self._batch_program(query)
        elif self.stated_target is None and _same_solve(query):
            self.uniform = self._same(stated)

    def number_in(self, regimes: TextCodes, causes: TextCodes) -> None:
        """Number the regimes of the program, or those and the cause of the one answer."""
        if self.program is not None and self.spec.named:
            regimes.take(self.program)
            self.numbers = program_codes(self.program, regimes)
        if self.uniform is not None and self.spec.named:
            regimes.number(regime_of(self.uniform))
            causes.number(cause_of(self.uniform))

    def _batch_program(self, query: Query) -> BatchProgram | None:
        """The program with the arrays' slots varying and all others constant."""
        slots = query.system.slots
        constants = {
            slots[var]: known.value
            for var, known in query.in_force.items()
            if var in slots and var not in self.varying
        }
        varying = [slot for _, slot in self.places]
        reader, program = reader_of(query.system), program_of(query)
        return batch_program(reader, program, constants, varying, yielding(query))

    def _full_query(self) -> Query:
        """The query, made anew in a process that got the plan without it."""
        if self.query is None:
            self.query = ArrayPlan(self.spec, self.fixed).query
        assert self.query is not None
        return self.query

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "query": None}

    def _same(self, stated: Mapping[Var, Known]) -> Answer:
        """The answer that all points have, whatever the values of the arrays: relations beside the
        way to the target, which may tell values apart, are not asked.
        """
        return unjudged_answer(self.spec.system, self.spec.target, stated, rtol=self.spec.rtol)

    def fill(self, pieces: Pieces, out: AnswerBuffer, report: Report) -> int:
        """Answer all points of a tile; returns how many of them were answered one by one."""
        size, shape = out.values.size, out.values.shape
        if self.uniform is not None:
            out.put(..., self.uniform)
            report(size)
            return 0
        fallback: Any = np.True_ if self.program is None else self._run(self.program, pieces, out)
        places = np.argwhere(np.broadcast_to(fallback, shape)) if _any(fallback) else ()
        report(size - len(places))
        for place in map(tuple, places):
            out.put(place, self.spec.answer(_at(pieces, shape, place)))
            report(1)
        return len(places)

    def _run(self, program: BatchProgram, pieces: Pieces, out: AnswerBuffer) -> Any:
        """Run the program on a tile; returns where its points are left to `solve`."""
        try:
            arrays = {slot: pieces[k] for k, slot in self.places}
            found = program.run(arrays, self.spec.named, out.values)
        except (ArithmeticError, TypeError, ValueError, NotImplementedError):
            return np.True_
        fallback, failed = found.fallback, found.failed
        if self.stated_target is not None and self.stated_target.origin == Origin.GIVEN:
            fallback = fallback | (~self._agrees(pieces, out.values) & ~failed)
        if self.spec.named:
            out.regime[...] = self.numbers.of(found.codes, program, out.regimes)
        shape = out.values.shape
        violated = found.violated
        if violated is not found.violated_below:
            decided = (violated == found.violated_below) | fallback | failed
            violated = np.broadcast_to(violated, shape).copy()
            for place in map(tuple, np.argwhere(~np.broadcast_to(decided, shape))):
                violated[place] ^= self._is_rounded_down(pieces, out, place)
        if _any(violated):
            out.status[np.broadcast_to(violated, shape)] = STATUS_NUMBER[Status.INFEASIBLE]
        if program.uneven and self._clashes(program, pieces, shape, fallback):
            out.values[...], out.regime[...] = np.nan, -1
            out.status[...] = STATUS_NUMBER[Status.CONTRADICTION]
            out.cause[...] = out.causes.number(clash(self.clash_names))
        if _any(failed):
            lost = np.broadcast_to(failed, shape)
            out.values[lost], out.regime[lost] = np.nan, -1
            out.status[lost] = STATUS_NUMBER[Status.UNREACHABLE]
        return fallback

    def _agrees(self, pieces: Pieces, values: Any) -> Any:
        """Mask of the points at which the stated value of the target agrees with the computed
        one.
        """
        spec, stated = self.spec, self.stated_target
        assert stated is not None
        given = pieces[spec.names.index(spec.target)] if spec.target in spec.names else stated.value
        with np.errstate(all="ignore"):
            apart = distance(np.float64(1.0) * given, values)
        return apart <= stated.tolerance + spec.rtol + CLOSE

    def _is_rounded_down(self, pieces: Pieces, out: AnswerBuffer, place: tuple[Any, ...]) -> bool:
        """Whether a counted target is rounded down at a point."""
        number = float(out.values[place]) / self.spec.target.unit.factor
        return rounded(self._query_at(pieces, out.values.shape, place), number) < number

    def _query_at(self, pieces: Pieces, shape: tuple[int, ...], place: tuple[Any, ...]) -> Query:
        """The query at a point."""
        query = self._full_query()
        for var, value in zip(self.spec.names, _at(pieces, shape, place), strict=True):
            query = query.with_value(var, value) if var in self.varying else query
        return query

    def _clashes(
        self, program: BatchProgram, pieces: Pieces, shape: tuple[int, ...], fallback: Any
    ) -> bool:
        """Whether the constants clash: checked once, at the first point with a single value."""
        if self.clash is None:
            clear = np.argwhere(~np.broadcast_to(fallback, shape))
            if not len(clear):
                return False
            query = self._query_at(pieces, shape, tuple(clear[0]))
            closed = [one for one, _ in checks_of(query)]
            among = [closed[k] for k in program.uneven]
            conflict = find_conflicts(query, among)[0]
            self.clash, self.clash_names = conflict is not None, conflict.names if conflict else ()
        return self.clash


def _any(mask: Any) -> bool:
    """Whether a mask marks a point; most are the constant of none."""
    return mask is not NO and bool(mask.any())


def _same_solve(query: Query) -> bool:
    """Whether an underdetermined query is so in the same way at every point."""
    closed = replace(query, plan=replace(query.plan, blocks=(), assumed=()))
    redundant = any(
        len(combination.relations) > 1
        for combination in nearest_relations(query).elimination.redundant
    )
    return not (closed_relations(closed) or redundant or conditional(query))


def _at(pieces: Pieces, shape: tuple[int, ...], place: tuple[Any, ...]) -> list[float]:
    """The values of the arrays at a point."""
    return [float(np.broadcast_to(piece, shape)[place]) for piece in pieces]
