"""Intervals found by a division by a variable that may be zero, where other values do as well."""

from __future__ import annotations

from dataclasses import replace

from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.solution import AnswerValue, ValueInterval
from derive.solving.consistency import Knowledge
from derive.solving.determined import every_value, without_interval_remark
from derive.solving.lost_zeros import lost_zero_text, lost_zeros
from derive.solving.path import SolutionPath


def without_division(state: Knowledge, answer: Answer) -> Answer:
    """An answer of intervals with what may be missing in them for the relations to judge: where the
    way to them divides by a variable that zero would do for as well, and that may be zero, zero
    itself if that is the target, else all of the target's range in their place.
    """
    way, target = answer.solution.path, answer.target
    if not answer.intervals or not isinstance(way, SolutionPath):
        return answer
    path = [step for c in way.query.solutions.candidates for step in c.path]
    lost = [one for one in lost_zeros(way.query.system, path) if _may_vanish(state, one[0])]
    others = [one for one in lost if one[0] != target]
    if others:
        remark = f"{every_value(target)}: {lost_zero_text(*others[-1])}"
        remarks = (*without_interval_remark(answer), remark)
        solution = replace(answer.solution, intervals=(ValueInterval(*target.bounds),), path=None)
        return replace(answer, solution=solution, warnings=remarks)
    if not lost or any(i.low <= 0.0 <= i.high for i in answer.intervals):
        return answer
    values = (AnswerValue(0.0), *(v for v in answer.values if v.value != 0.0))
    return replace(answer, solution=replace(answer.solution, values=values))


def _may_vanish(state: Knowledge, var: Var) -> bool:
    if var not in state.system.slots:
        return False
    low, high = state.interval(var)
    return low <= 0.0 <= high and not state.narrowed(var, (0.0, 0.0)).contradictory
