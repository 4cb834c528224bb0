"""Ends of an interval beyond all points that were tried: values that are met at some values of the
intervals of givens.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from derive.analysis.uncertainty.exact import Uncertainties
from derive.analysis.uncertainty.uncertain_answer import interval_of
from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.tolerances import MOST_NEAREST, REACH
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.solution import ValueInterval
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.interval_ends import EndSearch, inwards
from derive.solving.value_search import SearchWork

HOW = "searched, beyond the points that were tried, for the last values that the intervals allow"
_NOTABLY = 0.01  # relative


class _MetValues(EndSearch):
    """The search for values of the intervals beside one of the target: of what acts in the most
    relations first, since the others follow from it.
    """

    def rank(self, var: Var, interval: Interval) -> float:
        system = self.base.system
        return -len(system.structure.of_variable[system.slots[var]])


def with_wider(
    system: EquationSystem,
    stated: Mapping[Var, Known],
    uncertain: Uncertainties,
    answer: Answer,
    left: Sequence[ValueInterval],
) -> Answer:
    """The answer with the ends of its interval as far outwards as values are met, where what the
    givens leave is notably wider, and a remark on the values beyond that nothing refutes.
    """
    told, target = answer.intervals[0], answer.target
    if not left:
        return answer
    whole = replace(left[0], high=left[-1].high, high_open=left[-1].high_open)
    if not _is_wider(whole, told):
        return answer
    rest = {var: item for var, item in stated.items() if var != target}
    state = knowledge(system, rest, free=frozenset((target,)))
    every = frozenset(var for var in uncertain if var in state.system.slots)
    search = _MetValues(state, target, work=SearchWork(MOST_NEAREST), every=every)
    low, high = (
        _last_met(search, *ends) for ends in ((told.low, whole.low), (told.high, whole.high))
    )
    if (low, high) != (told.low, told.high):
        told = interval_of(target, low, high)
        spread = answer.spread and replace(answer.spread, how=HOW, low=low, high=high)
        solution = replace(answer.solution, intervals=(told,))
        answer = replace(answer, solution=solution, spread=spread)
    if not _is_wider(whole, told):
        return answer
    remark = (
        f"values of {target.name} beyond this interval are neither found nor refuted: the givens"
        f" leave {whole.text(target.unit)}"
    )
    return replace(answer, warnings=(*answer.warnings, remark))


def _is_wider(whole: ValueInterval, told: ValueInterval) -> bool:
    """Whether an interval reaches notably further than another, on one side or on both."""
    return any(_apart(x, y) for x, y in ((whole.low, told.low), (whole.high, told.high)))


def _apart(outer: float, inner: float) -> bool:
    return abs(outer - inner) > _NOTABLY * abs(inner)


def _last_met(search: _MetValues, inside: float, outside: float) -> float:
    """The last value that is met from one `inside` outwards, or the end `outside` where all are."""
    if not _apart(outside, inside):
        return inside
    endless = math.isinf(outside)
    met = inside
    for value in inwards(inside, outside) if endless else [*inwards(outside, inside)][::-1]:
        if not _is_met(search, value):
            return _between(search, met, value)
        met = value
    return outside


def _between(search: _MetValues, met: float, missed: float) -> float:
    """The last value that is met, from one that is towards one that is not."""
    while not math.isclose(met, missed, rel_tol=REACH):
        middle = met + 0.5 * (missed - met)
        met, missed = (middle, missed) if _is_met(search, middle) else (met, middle)
    return met


def _is_met(search: _MetValues, value: float) -> bool:
    return bool(search.consistent(search.near(value)))
