"""Answers of one value, which the intervals of givens leave as it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from derive.equations.var import Var
from derive.program.interval import around
from derive.program.tolerances import BAND, REACH, SHARP
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.uncertainty import Spread, SpreadMethod
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.sharp_ends import sharpened

ONE_VALUE = "the givens leave one value"


def is_one_value(system: EquationSystem, stated: Mapping[Var, Known], answer: Answer) -> bool:
    """Whether an answer is one value, which the intervals leave as it is."""
    if answer.number is None:
        return False
    rest = {var: item for var, item in stated.items() if var != answer.target}
    state = knowledge(system, rest, free=frozenset((answer.target,)))
    if state.contradictory or answer.target not in state.system.slots:
        return False
    low, high = around(answer.number, REACH)
    if not answer.number:  # a difference of values, whose last bits are left of it
        kind = answer.target.unit.dimension
        sizes = (abs(k.value) for k in answer.known if k.var.unit.dimension == kind)
        high = SHARP * max(sizes, default=0.0)
        low = -high
    if math.isclose(*state.interval(answer.target), rel_tol=2 * BAND):
        state = sharpened(state)
    least, most = state.interval(answer.target)
    return low <= least and most <= high


def always(answer: Answer) -> Answer:
    """An answer of one value with the remark that it is this one at any values of its givens that
    are intervals, if it has some.
    """
    if not any(known.uncertain for known in answer.known):
        return answer
    spread = Spread(answer.target, SpreadMethod.INTERVAL, ONE_VALUE, answer.number, answer.number)
    return replace(answer, spread=spread)
