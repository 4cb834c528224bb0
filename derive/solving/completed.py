"""Answers of coupled relations, settled by a complete search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from derive.equations.var import Var
from derive.program.tolerances import BAND, MOST_SEARCH, REACH, SHARP
from derive.results.answer import Answer, Infeasible, Solved, Underdetermined, Unreachable
from derive.results.conflict import Conflict
from derive.results.gap import BREAK_ANOTHER
from derive.results.known import Known, Origin
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.solving.admitted import of_kept
from derive.solving.answer_parts import settled_kind
from derive.solving.bounded_answer import between_alone, undecided
from derive.solving.complete_search import CompleteSearch
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.coupled_contradiction import conflict_by, coupled_contradiction, values_by
from derive.solving.determined import DEPENDS
from derive.solving.equation_system import EquationSystem
from derive.solving.interval_ends import EndSearch
from derive.solving.open_ends import at_open_end, at_open_zero
from derive.solving.value_search import SearchWork

Stated = Mapping[Var, Known]
MOST_REACHED = 40  # equations beside an answer that are searched for what it leaves of others


@dataclass(frozen=True)
class OpenAnswer:
    """The complete search for the values of an answer that propagation leaves open."""

    system: EquationSystem
    stated: Stated
    answer: Answer
    work: SearchWork = field(default_factory=lambda: SearchWork(MOST_SEARCH))

    @property
    def open_values(self) -> tuple[float, ...] | None:
        """The values found so far; None where no search is worth its while: where the answer is
        settled, or the target is left open by too few givens.
        """
        answer, found = self.answer, tuple(v.value for v in self.answer.outcomes)
        if answer.target in self.stated or not answer.relations:
            return None
        if answer.target.whole and isinstance(answer, Solved):
            return None
        if any(known.uncertain is not None for known in self.stated.values()):
            return None
        if isinstance(answer, Underdetermined):
            return found if answer.gap.search is None else None
        if isinstance(answer, Unreachable) and answer.contradiction is None:
            return () if len(self._state().found.reached) <= MOST_REACHED else None
        if not isinstance(answer, Solved) or answer.intervals or self._defaults:
            return None
        if len(self.system.relations) > MOST_REACHED:  # a local question stays a local one
            return None
        return None if all(map(self._met, found)) else found

    @property
    def beside(self) -> Conflict | None:
        """The contradiction by coupled relations beside those of the answer, in a system that is
        small enough for a search.
        """
        answer = self.answer
        if answer.conflict is not None or isinstance(answer, Unreachable):
            return None
        exact = all(known.uncertain is None for known in self.stated.values())
        if not exact or len(self.system.relations) > MOST_REACHED:
            return None
        solved = isinstance(answer, Solved | Infeasible)
        return coupled_contradiction(self.system, self.stated, answer.target, solved)

    @property
    def _defaults(self) -> frozenset[Var]:
        return frozenset(k.var for k in self.answer.known if k.origin == Origin.DEFAULT)

    @property
    def _found_by_ranges_alone(self) -> bool:
        """Whether values are what ranges leave, which no route has led to and no others meet."""
        solution = self.answer.solution
        if not isinstance(self.answer, Solved) or solution.path is not None:
            return False
        return not all(v.value in solution.likely or self._met(v.value) for v in solution.values)

    @property
    def _at_open_end(self) -> bool:
        asked = self.system, self.stated
        free = frozenset((self.answer.target,))
        return bool(at_open_end(*asked, self._state(), free) or at_open_zero(*asked, free))

    def _state(self, width: float | None = None, held: frozenset[Var] = frozenset()) -> Knowledge:
        free = frozenset((self.answer.target,))
        return knowledge(self.system, self.stated, width=width, free=free, held=held)

    def _met(self, value: float) -> bool:
        """Whether the other variables can have values beside one that propagation admits."""
        state, target = self._state(), self.answer.target
        if state.contradictory or target not in state.system.slots:
            return True
        if math.isclose(*state.interval(target), rel_tol=BAND):
            return True
        ends = EndSearch(state, target, work=self.work)
        return bool(ends.consistent(ends.near(value)))

    def settled(self, likely: tuple[float, ...], warnings: tuple[str, ...]) -> Answer:
        """The answer with all values that the relations admit, or as a contradiction where they
        admit none; unchanged where a search tells neither.
        """
        answer = self.answer
        related = (v for r in answer.relations for v in r.variables if v not in self.stated)
        search = CompleteSearch(answer.target, tuple(dict.fromkeys((answer.target, *related))))
        state = self._state(SHARP, self._defaults)
        values = values_by(replace(search, likely=likely), state, self.work)
        if values and not self._at_open_end:
            return _solved(answer, state, values, warnings)
        if values is None and self._found_by_ranges_alone:
            points = [ValueInterval(x, x) for x in likely]
            return between_alone(answer, points, "within")
        free = frozenset((answer.target,))
        asked = search, self.system, self.stated, free, answer.relations
        conflict = conflict_by(*asked) if values == () else None
        if conflict is None:
            refuted = values == () and isinstance(answer, Solved)
            return undecided(answer, state, BREAK_ANOTHER) if refuted else answer
        if isinstance(answer, Unreachable):
            return replace(answer.needing(conflict), clash=conflict)
        told = tuple(text for text in answer.warnings if not text.endswith(DEPENDS))
        return replace(answer.needing(conflict), warnings=told).contradicted(conflict)


def completed(
    system: EquationSystem, stated: Stated, answer: Answer, warnings: tuple[str, ...]
) -> Answer:
    """The answer, or what a complete search makes of one that propagation leaves open; a
    contradiction where one of coupled relations beside it finds no values.
    """
    open_answer = OpenAnswer(system, stated, answer)
    likely = open_answer.open_values
    if likely is not None:
        answer = open_answer.settled(likely, warnings)
    conflict = replace(open_answer, answer=answer).beside
    return answer if conflict is None else answer.needing(conflict).contradicted(conflict)


def _value(target: Var, value: float) -> AnswerValue:
    """A value (base units) found, as the whole number that it is but for noise if it is counted."""
    factor = target.unit.factor
    count = round(value / factor)
    if not target.whole or not math.isclose(value / factor, count, rel_tol=REACH):
        return AnswerValue(value)
    return AnswerValue(count * factor, whole=float(count))


def _solved(
    answer: Answer, state: Knowledge, values: tuple[float, ...], warnings: tuple[str, ...]
) -> Answer:
    found = {v.value: replace(v, condition="") for v in answer.outcomes}
    own = tuple(found.get(x) or _value(answer.target, x) for x in values)
    limits = tuple(c.name for c in state.system.constraints if answer.target in c.variables)
    solution = Solution(own, not_judged=limits)
    if all(x in found for x in values):
        solution = of_kept(replace(answer.solution, values=own))
    kind = settled_kind(any(value.satisfied for value in own))
    return kind(**{**answer.common, "solution": solution, "warnings": warnings})
