"""Further limits of an open target: by relations that no value reaches, and to the last digits."""

from __future__ import annotations

import math

from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.tolerances import BAND
from derive.solving.consistency import Knowledge
from derive.structure.rank import Nearest

MOST_NEAR = 64  # relations that limit an open target by themselves
MOST_ROUNDS = 60  # of revisions, each of which may halve what is left
_ENOUGH = 1e-12  # relative: ends that no further round is worth
_SHOWN = 1e-5  # the same where propagation comes to no end, or much work has been done
_MUCH, _MOST = 10_000, 30_000  # revisions for an end: the last digits, others are left open
_SHARES = (1 / 2, 1 / 16)  # of an interval, next to an end
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


def refuted_ends(state: Knowledge, var: Var) -> tuple[Interval, tuple[str, ...]]:
    """The interval of a variable without the parts next to its finite ends that are refuted as a
    whole, and the relations at which they are.
    """
    (low, high), by = state.interval(var), list[str]()
    for swapped in (False, True) if math.isfinite(high - low) else ():
        outside, inside = (high, low) if swapped else (low, high)
        parts = (outside + share * (inside - outside) for share in _SHARES)
        part = next((x for x in parts if _refuted(state, var, outside, x)), None)
        if part is not None:
            end = _last_refuted(state, var, (outside, part), inside)
            by.append(_narrowed(state, var, outside, end).failing)
            low, high = (low, end) if swapped else (end, high)
    return (low, high), tuple(filter(None, by))


def _last_refuted(state: Knowledge, var: Var, part: Interval, inside: float) -> float:
    """The value up to which all values from the outside are refuted, between that of such a part
    and another.
    """
    (outside, end), enough, revised = part, _ENOUGH, 0
    for _ in range(MOST_ROUNDS):
        middle = 0.5 * (end + inside)
        if math.isclose(end, inside, rel_tol=enough) or revised > _MOST:
            break
        tried = _narrowed(state, var, outside, middle)
        end, inside = (middle, inside) if tried.contradictory else (end, middle)
        revised += tried.found.revised
        enough = _SHOWN if tried.found.spent or revised > _MUCH else enough
    return end


def _refuted(state: Knowledge, var: Var, one: float, other: float) -> bool:
    """Whether all values between two are refuted."""
    return _narrowed(state, var, one, other).contradictory


def _narrowed(state: Knowledge, var: Var, one: float, other: float) -> Knowledge:
    return state.narrowed(var, (min(one, other), max(one, other)))


def _unless_empty(state: Knowledge, numbers: list[int]) -> Knowledge:
    """The knowledge after these relations are revised anew, or as it was."""
    found = state.contracted({}, numbers)
    return state if found.contradictory else found
