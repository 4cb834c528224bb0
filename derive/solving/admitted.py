"""The part of a solution that all relations admit."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from derive.equations.var import Var
from derive.program.interval import Interval, around
from derive.program.tolerances import BAND, POINT, REACH
from derive.results.answer import Answer
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.solving.consistency import Knowledge
from derive.solving.determined import solution_of_candidates
from derive.solving.noise import is_apparent
from derive.solving.path import SolutionPath, path_within
from derive.solving.sharp_ends import with_sharp_ends
from derive.solving.value_search import SearchWork
from derive.solving.value_sets import admitted_set

MOST_SPANS = 8  # told one by one


class Admitted(NamedTuple):
    """A solution that all relations admit, and the parts of its spans left `untried`; it is
    `scattered` where its values are many stretches, as rounding leaves of an interval.
    """

    solution: Solution
    untried: tuple[Interval, ...] = ()
    scattered: bool = False


def admitted(state: Knowledge, answer: Answer, work: SearchWork) -> Admitted | None:
    """The values and intervals of an answer that all relations admit; None if there are none."""
    target = answer.target
    spans = [(i.low, i.high) for i in answer.solution.intervals]
    intervals, untried, scattered = admitted_set(state, target, spans, work)
    intervals = with_sharp_ends(state, target, intervals, work)
    single = {i: _single(i, answer.solution.likely) for i in intervals}
    noise = [x for x in single.values() if x is not None and is_apparent(state, target, x)]
    intervals = tuple(i for i in intervals if single[i] not in noise)
    single = {i: single[i] for i in intervals}
    points = [x for x in single.values() if x is not None]
    values = [v for v in answer.values if admits(state, target, v.value)]
    if len(values) > 1:  # what lies at the edge of what is admitted goes where others lie within
        values = [v for v in values if admits(state, target, v.value, POINT)] or values
    values += [AnswerValue(x) for x in points if not any(_same(x, v.value) for v in values)]
    wide = tuple(i for i, x in single.items() if x is None)
    if not values and not wide:
        return None
    path = None if points and not wide else path_within(answer.solution.path, wide)
    solution = replace(answer.solution, values=tuple(values), intervals=wide, path=path)
    if points and not wide:  # what is left of an interval may be of another regime than its path
        solution = replace(solution, regime="", formula=None)
    scattered |= len(wide) > MOST_SPANS and bool(untried)
    return Admitted(solution if points or wide else of_kept(solution), untried, scattered)


def of_kept(solution: Solution) -> Solution:
    """The solution with the checks, regime and path of its values, where the path is that of one
    that is no longer among them.
    """
    path = solution.path
    if not isinstance(path, SolutionPath) or path.candidate.interval is not None:
        return solution
    slot, kept = path.query.system.slots[path.query.target], {v.value for v in solution.values}
    if path.candidate.values[slot] in kept:
        return solution
    candidates = [c for c in path.query.solutions.candidates if c.values[slot] in kept]
    found = solution_of_candidates(path.query, candidates) if candidates else solution
    return replace(found, values=solution.values)


def _single(interval: ValueInterval, likely: Sequence[float]) -> float | None:
    """The one value of a narrow interval, from another route if there is one; else None."""
    low, high = interval.low, interval.high
    if not math.isclose(low, high, rel_tol=BAND):
        return None
    slack = REACH * max(abs(low), abs(high))
    last = low if math.isclose(low, high, rel_tol=REACH) else None
    return next((x for x in likely if low - slack <= x <= high + slack), last)


def admits(state: Knowledge, target: Var, value: float, reach: float = REACH) -> bool:
    """Whether all relations admit a value of a variable, or one very near it."""
    return not state.narrowed(target, around(value, reach), followed=True).contradictory


def _same(x: float, y: float) -> bool:
    return math.isclose(x, y, rel_tol=REACH)


def vanishes(state: Knowledge, target: Var) -> bool:
    """Whether zero alone is left of a target whose interval shrinks towards it on and on."""
    low, high = state.interval(target)
    if not state.found.spent or low == high or (low and high):
        return False
    away = (low or sys.float_info.min, high or -sys.float_info.min)
    return state.narrowed(target, away, followed=True).contradictory and admits(state, target, 0.0)
