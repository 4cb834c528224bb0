"""Sets of values beside intervals of givens: no middle of an interval tells their ends."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from derive.analysis.uncertainty.exact import Uncertainties
from derive.display import enumeration
from derive.equations.var import Var
from derive.program.tolerances import EXACT_INPUT, REACH
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.solution import ValueInterval
from derive.results.status import Status
from derive.solving.answer import answer_at
from derive.solving.determined import every_value
from derive.solving.equation_system import EquationSystem
from derive.solving.neglected_terms import with_untold_pulls
from derive.solving.whole_set import all_values

MOST_CORNERS = 3  # intervals at whose corners it is looked whether an end is open
Stated = Mapping[Var, Known]


def is_set(answer: Answer) -> bool:
    """Whether an answer is more than one value."""
    settled = answer.status in (Status.SOLVED, Status.INFEASIBLE)
    return settled and (bool(answer.intervals) or len(answer.values) > 1)


def set_at_intervals(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer with all values that its target has at any values within the intervals; its
    derivation is that at their middles.
    """
    names = enumeration([f"{var.name} from {u.text(var.unit)}" for var, u in uncertain.items()])
    told = tuple(t for t in answer.warnings if not t.startswith(every_value(answer.target)))
    why = f"at some value of {names}"
    found = all_values(system, stated, replace(answer, warnings=told), why)
    if found.status != answer.status:
        return found
    if found.intervals == answer.intervals:
        return answer
    corners = _at_corners(system, stated, uncertain, answer.target)
    intervals = tuple(_with_open_ends(i, corners) for i in found.intervals)
    solution = replace(found.solution, intervals=intervals, path=answer.solution.path)
    return with_untold_pulls(system, replace(found, solution=solution))


def _at_corners(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, target: Var
) -> list[ValueInterval]:
    """The intervals and values of the target at the corners of the intervals of the givens."""
    spans = [(item.low, item.high) for item in uncertain.values()]
    found = list[ValueInterval]()
    for corner in itertools.product(*spans) if len(spans) <= MOST_CORNERS else ():
        exact = {
            v: Known(v, x, Origin.GIVEN, EXACT_INPUT)
            for v, x in zip(uncertain, corner, strict=True)
        }
        answer = answer_at(system, target, {**stated, **exact}, rtol=math.inf)
        found += (*answer.intervals, *(ValueInterval(v.value, v.value) for v in answer.values))
    return found


def _with_open_ends(interval: ValueInterval, corners: Sequence[ValueInterval]) -> ValueInterval:
    """An interval with each end open that is open at all corners that reach it, if any do."""

    def alike(end: float, other: float) -> bool:
        return math.isclose(end, other, rel_tol=REACH)

    lows = [i.low_open for i in corners if alike(i.low, interval.low)]
    highs = [i.high_open for i in corners if alike(i.high, interval.high)]
    return replace(
        interval,
        low_open=all(lows) if lows else interval.low_open,
        high_open=all(highs) if highs else interval.high_open,
    )
