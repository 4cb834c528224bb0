"""Further limits of an open target: by relations that no value reaches, and to the last digits."""

from __future__ import annotations

import math

from derive.equations.var import Var
from derive.program.tolerances import BAND
from derive.solving.consistency import Knowledge
from derive.structure.rank import Nearest

MOST_NEAR = 64  # relations that limit an open target by themselves
MOST_ROUNDS = 60  # of revisions, each of which may halve what is left
_ENOUGH = 1e-12  # relative: ends that no further round is worth
_SHRINKS = 0.9  # of an interval by one round, or it stays


def surrounded(state: Knowledge, var: Var) -> Knowledge:
    """The knowledge with what the relations nearest to a variable say by themselves, whether or not
    a value reaches them; unchanged where that is contradictory.
    """
    structure, ends = state.system.structure, map(state.found.slot, range(len(state.system.slots)))
    fixed = {slot for slot, (low, high) in enumerate(ends) if low == high}
    near = Nearest(structure, state.system.slots[var], fixed).first(MOST_NEAR)
    return _unless_empty(state, [i for i in near if i not in state.found.reached])


def closed_in(state: Knowledge, var: Var) -> Knowledge:
    """The knowledge where an interval that is narrow already shrinks on, to the last digits, by
    changes too small for one propagation to follow; unchanged where that is contradictory.
    """
    for _ in range(MOST_ROUNDS):
        low, high = state.interval(var)
        if not math.isclose(low, high, rel_tol=BAND) or math.isclose(low, high, rel_tol=_ENOUGH):
            break
        closer = _unless_empty(state, sorted(i for i in state.found.reached if i >= 0))
        least, most = closer.interval(var)
        if most - least > _SHRINKS * (high - low):
            break
        state = closer
    return state


def _unless_empty(state: Knowledge, numbers: list[int]) -> Knowledge:
    """The knowledge after these relations are revised anew, or as it was."""
    found = state.contracted({}, numbers)
    return state if found.contradictory else found
