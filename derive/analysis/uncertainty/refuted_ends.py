"""Ends of an interval over points of the givens that other relations refute: a range that limits
givens together, no one of them alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.tolerances import MOST_NEAREST
from derive.results.known import Known
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.interval_ends import EndSearch, inwards
from derive.solving.value_search import SearchWork


def an_end_is_refuted(
    system: EquationSystem, stated: Mapping[Var, Known], target: Var, span: Interval
) -> bool:
    """Whether no values within the intervals of the givens fit to a value of the target next to one
    of two ends.
    """
    rest = {var: item for var, item in stated.items() if var != target}
    state = knowledge(system, rest, free=frozenset((target,)))
    if state.contradictory or target not in state.system.slots:
        return False
    search = EndSearch(state, target, work=SearchWork(MOST_NEAREST))
    for end, other in (span, span[::-1]):
        beside = next(inwards(end, other))
        if math.isfinite(end) and search.met(beside) is False and search.refuted(beside, end):
            return True
    return False
