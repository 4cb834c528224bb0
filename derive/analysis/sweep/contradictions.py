"""Contradictions on a grid: where all relations in force, not the way to the target alone, leave no
values.

Intervals are propagated over boxes of the grid. A box is contradictory as a whole if its hull is;
it counts as consistent if its corners and its middle are; any other box is halved, down to points.
Points at which only ideal values on the way leave none are answered one by one, and so are those
at which the givens agree within their digits alone and the value on the way is refuted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

import numpy as np

from derive.analysis.sweep.answer_buffer import STATUS_NUMBER, AnswerBuffer, clash
from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.analysis.sweep.spec import BatchSpec
from derive.equations.var import Var
from derive.program.interval import within_digits
from derive.program.tolerances import EXACT_INPUT
from derive.results.gap import BREAK_ANOTHER
from derive.results.known import Known, Origin, assumed_ideals
from derive.results.status import Status
from derive.results.uncertain import Uncertain, UncertainKind
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.contradiction import contradiction
from derive.solving.followed_ends import followed
from derive.solving.query_preparation import determined_or_none
from derive.solving.refuted_ideals import leaves

_FEW_AXES = 2  # up to which the middles of edges and sides are asked, too
_KEPT = (STATUS_NUMBER[Status.UNREACHABLE], STATUS_NUMBER[Status.CONTRADICTION])

Box = tuple[tuple[int, int], ...]  # from and to, by rank of the values of each axis
Place = tuple[int, ...]


@dataclass(frozen=True)
class Clash:
    """A box of points without consistent values, and what disagrees there; without a cause, one of
    points to be answered one by one.
    """

    box: Box
    cause: str


class ClashSearch:
    """The search for the contradictory boxes of a grid, and for those to be answered one by one:
    `ideals` have no room in them, or the digits of the givens decide.
    """

    def __init__(
        self, spec: BatchSpec, axes: Sequence[Axis], ideals: tuple[Known, ...] = ()
    ) -> None:
        self.spec, self.ideals = spec, ideals
        self.axes = tuple(axes)
        self.values = [np.sort(axis.values, kind="stable") for axis in axes]  # quick where ordered
        self._asked: dict[Place, tuple[bool, bool]] = {}
        self._causes: dict[frozenset[str], str] = {}  # by the names that disagree

    def clashes(self, singly: bool = False) -> Iterator[Clash]:
        """The contradictory boxes, which do not overlap; or those to be answered one by one."""
        whole = tuple(product(*map(_zero_apart, self.values)))
        waiting = list(whole)
        while waiting:
            box = waiting.pop()
            met = [self._at(place)[singly] for place in self._sampled(box, fine=box in whole)]
            if not any(met):
                continue
            stated = self._hull(box)
            if self._refused(stated)[singly] or (singly and all(met)):
                cause = "" if singly else self._cause(stated)
                if cause or singly:
                    yield Clash(box, cause)
            elif max(end - start for start, end in box) > 1:
                waiting.extend(_halves(box))

    def _sampled(self, box: Box, fine: bool) -> Iterator[Place]:
        """The corners of a box and its middle, those of its edges and sides too if `fine`."""
        middle = tuple((start + end - 1) // 2 for start, end in box)
        ends = [
            sorted({start, end - 1} | ({m} if fine and len(box) <= _FEW_AXES else set()))
            for (start, end), m in zip(box, middle, strict=True)
        ]
        yield middle
        yield from product(*ends)

    def _at(self, place: Place) -> tuple[bool, bool]:
        if place not in self._asked:
            stated = self._hull(tuple((k, k + 1) for k in place))
            refused, roomless = self._refused(stated)
            self._asked[place] = refused, roomless or self._by_digits(stated, place)
        return self._asked[place]

    def _by_digits(self, stated: Mapping[Var, Known], place: Place) -> bool:
        """Whether the stated values at a point agree within their digits alone, so that `solve`
        refutes the value on the way.
        """
        state = knowledge(self.spec.system, stated, free=frozenset((self.spec.target,)))
        if not any(_is_narrowed(state, known) for known in stated.values()):
            return False
        answer = self.spec.answer(float(v[k]) for v, k in zip(self.values, place, strict=True))
        return bool(answer.intervals) or any(BREAK_ANOTHER in text for text in answer.warnings)

    def _refused(self, stated: Mapping[Var, Known]) -> tuple[bool, bool]:
        """Whether stated values contradict each other; and whether they do or leave no room for an
        ideal value.
        """
        free = frozenset((self.spec.target,))
        state = knowledge(self.spec.system, stated, free=free)
        if followed(state).contradictory:
            return True, True
        return False, not all(leaves(state, known) for known in self.ideals)

    def _cause(self, stated: Mapping[Var, Known]) -> str:
        """The names that disagree; empty where looked-up values alone do, or within the
        tolerance.
        """
        spec = self.spec
        for names, cause in self._causes.items():
            if self._refused({v: item for v, item in stated.items() if v.name in names})[0]:
                return cause
        found = contradiction(spec.system, stated, spec.rtol, frozenset((spec.target,)))
        if found is None:
            return ""
        return self._causes.setdefault(frozenset(found.names), clash(found.names))

    def _hull(self, box: Box) -> dict[Var, Known]:
        """The stated values, each axis in the interval of a box."""
        target = self.spec.target
        stated = {
            var: item
            for var, item in self.spec.known.items()
            if var != target or item.origin == Origin.GIVEN
        }
        for axis, values, (start, end) in zip(self.axes, self.values, box, strict=True):
            first, last = (self.spec.given(axis.var, float(values[k])) for k in (start, end - 1))
            if first.value < last.value:
                low = first.value - first.tolerance * abs(first.value)
                high = last.value + last.tolerance * abs(last.value)
                span = Uncertain(UncertainKind.INTERVAL, low, high)
                first = replace(first, value=span.middle, uncertain=span)
            stated[axis.var] = first
        return stated


def _is_narrowed(state: Knowledge, known: Known) -> bool:
    """Whether relations leave less of a given than its digits do."""
    slots = state.system.slots
    if known.tolerance <= EXACT_INPUT or known.var not in slots:
        return False
    low, high = within_digits(known.value, known.tolerance)
    least, most = state.interval(known.var)
    return least > low or most < high


def _zero_apart(values: Any) -> list[tuple[int, int]]:
    """The ranks of the values below zero, of zero, which changes relations, and of those above."""
    sides = (int(np.searchsorted(values, 0.0, side)) for side in ("left", "right"))
    return [(start, end) for start, end in pairwise((0, *sides, len(values))) if start < end]


def _halves(box: Box) -> Iterator[Box]:
    """The two halves of a box, across its longest side."""
    k = max(range(len(box)), key=lambda k: box[k][1] - box[k][0])
    start, end = box[k]
    middle = (start + end) // 2
    for half in ((start, middle), (middle, end)):
        yield (*box[:k], half, *box[k + 1 :])


def clashes_on(spec: BatchSpec, axes: Sequence[Axis]) -> tuple[Clash, ...]:
    """The contradictory boxes of the grid of the axes; none without axes or points."""
    if not axes or any(not len(axis.values) for axis in axes):
        return ()
    if any(known.uncertain is not None for known in spec.known.values()):
        return ()
    search = ClashSearch(spec, axes, _ideals(spec, axes))
    return *search.clashes(), *search.clashes(singly=True)


def _ideals(spec: BatchSpec, axes: Sequence[Axis]) -> tuple[Known, ...]:
    """The ideal values that the way to the target rests on."""
    here = {axis.var: Known(axis.var, float(axis.values[-1]), Origin.GIVEN) for axis in axes}
    known = {**spec.known, **here}
    query = determined_or_none(spec.system, spec.target, known)
    if query is None or spec.target in known:
        return ()
    return assumed_ideals(query.in_force.values())


def ranks_of(axes: Sequence[Axis]) -> tuple[Any, ...]:
    """The rank of each value among those of its axis."""
    made = []
    for axis in axes:
        ranks = np.empty(len(axis.values), np.int64)
        ranks[np.argsort(axis.values, kind="stable")] = np.arange(len(axis.values))
        made.append(ranks)
    return tuple(made)


def mark(
    query: BatchQuery,
    found: ArrayAnswer,
    axes: Sequence[Axis],
    clashes: Sequence[Clash],
    ranks: Sequence[Any],
) -> None:
    """Mark the contradictory points of a grid, or of the part with these ranks; points that cannot
    be reached stay as they are. Where ideal values cannot hold each is answered by itself.
    """
    for one in clashes:
        inside = [(r >= start) & (r < end) for r, (start, end) in zip(ranks, one.box, strict=True)]
        if not all(part.any() for part in inside):
            continue
        if not one.cause:
            _answer_singly(query, found, axes, product(*map(np.flatnonzero, inside)))
            continue
        where = np.ix_(*inside)
        there = ~np.isin(found.status[where], _KEPT)
        for array, value in (
            (found.values, np.nan),
            (found.status, STATUS_NUMBER[Status.CONTRADICTION]),
            (found.regime, -1),
            (found.cause, query.causes.number(one.cause)),
        ):
            array[where] = np.where(there, value, array[where]).astype(array.dtype)


def _answer_singly(
    query: BatchQuery, found: ArrayAnswer, axes: Sequence[Axis], places: Iterable[Place]
) -> None:
    """Answer points that are not contradictory as `solve` does."""
    arrays = found.values, found.status, found.regime, found.cause
    buffer = AnswerBuffer(*arrays, query.regimes, query.causes)
    for place in places:
        if found.status[place] != STATUS_NUMBER[Status.CONTRADICTION]:
            values = [float(axis.values[k]) for axis, k in zip(axes, place, strict=True)]
            buffer.put(place, query.spec.answer(values))
