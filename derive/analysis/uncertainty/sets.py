"""Sets of values beside intervals of givens: no middle of an interval tells their ends."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from derive.analysis.uncertainty.exact import Uncertainties, constraint_depends
from derive.analysis.uncertainty.redundant_givens import fits_somewhere, tied_givens
from derive.display import enumeration
from derive.equations.var import Var
from derive.program.interval import around
from derive.program.tolerances import BAND, EXACT_INPUT, REACH, SHARP
from derive.results.answer import Answer, Solved
from derive.results.gap import AT_IDEALS, NO_OTHER, OPEN_ENDS
from derive.results.known import Known, Origin
from derive.results.solution import ValueInterval
from derive.results.status import Status
from derive.results.uncertainty import Spread, SpreadMethod
from derive.solving.answer import answer_at
from derive.solving.answer_parts import settled_kind
from derive.solving.consistency import knowledge
from derive.solving.determined import every_value
from derive.solving.equation_system import EquationSystem
from derive.solving.neglected_terms import with_untold_pulls
from derive.solving.query import Query
from derive.solving.sharp_ends import sharpened
from derive.solving.stated_target import set_beside_stated
from derive.solving.whole_set import all_values

ONE_VALUE = "the givens leave one value"
ENDS_OF_RANGES = "its ends are where the range of a variable ends"
MOST_CORNERS = 3  # intervals at whose corners it is looked whether an end is open
Stated = Mapping[Var, Known]


def set_at_intervals(
    system: EquationSystem,
    stated: Stated,
    uncertain: Uncertainties,
    answer: Answer,
    query: Query | None,
) -> Answer | None:
    """The answer beside intervals that no points in them tell: one value, or all values where the
    middles tell a set or none, or where the intervals are tied to other givens; else None.
    """
    if _is_one_value(system, stated, answer):
        return None if query and constraint_depends(query, answer, uncertain) else always(answer)
    if answer.status == Status.UNREACHABLE:
        reached = _reached_at_corner(system, stated, uncertain, answer)
        if reached is answer and not fits_somewhere(system, stated, answer.target):
            return None
        found = with_all_values(system, stated, uncertain, reached)
        refuted = reached is answer and not (isinstance(found, Solved) or found.between)
        return None if refuted else found  # at every point
    tied = query is not None and bool(tied_givens(query, uncertain)[0])
    if answer.status == Status.UNDERDETERMINED:
        bounds = [text for text in answer.warnings if text.endswith(NO_OTHER) or OPEN_ENDS in text]
        search = tied or bool(bounds)
    else:
        search = _is_set(answer) or tied
    return with_all_values(system, stated, uncertain, answer) if search else None


def _is_set(answer: Answer) -> bool:
    """Whether an answer is more than one value."""
    settled = answer.status in (Status.SOLVED, Status.INFEASIBLE)
    return settled and (bool(answer.intervals) or len(answer.values) > 1)


def _same(found: Answer, answer: Answer) -> bool:
    """Whether two answers have the same values and intervals."""
    if found.intervals != answer.intervals or len(found.values) != len(answer.values):
        return False
    pairs = zip(found.values, answer.values, strict=True)
    return all(math.isclose(one.value, other.value, rel_tol=BAND) for one, other in pairs)


def _is_one_value(system: EquationSystem, stated: Stated, answer: Answer) -> bool:
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


def all_if_proven(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer with all values of its target; unchanged where a search does not find them, or
    where the givens leave it open.
    """
    if answer.status == Status.UNDERDETERMINED:
        return answer
    found = with_all_values(system, stated, uncertain, replace(answer, spread=None))
    return found if isinstance(found, Solved) and not _same(found, answer) else answer


def with_all_values(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer with all values that its target has at any values within the intervals, or bounds
    of them; its derivation, and what it says of constraints, are those at their middles.
    """
    found = _all_values(system, stated, uncertain, answer)
    if not isinstance(found, Solved):
        return found
    if _same(found, answer):
        return answer
    corners = _at_corners(system, stated, uncertain, answer.target)
    solution = replace(
        found.solution,
        intervals=tuple(_with_open_ends(i, corners) for i in found.intervals),
        path=answer.solution.path if found.intervals else None,
        constraints=answer.constraints,
    )
    kind = settled_kind(answer.status != Status.INFEASIBLE)
    found = kind(**{**found.common, "solution": solution, "compared": ""})
    return set_beside_stated(with_untold_pulls(system, found), stated.get(answer.target))


def with_proven_ends(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer with the ends of its interval where the range of another variable ends, which lie
    beyond all points that were tried; where they are not proven unchanged, or bounds where it is
    open at some of the points.
    """
    if answer.values:
        return all_if_proven(system, stated, uncertain, answer)
    found, spread = _all_values(system, stated, uncertain, answer), answer.spread
    if not isinstance(found, Solved) or spread is None:
        open_yet = spread and any(share.name == Status.UNDERDETERMINED for share in spread.statuses)
        return replace(found, spread=None) if open_yet and found.between else answer
    if len(found.intervals) != 1 or len(answer.intervals) != 1:
        return answer
    (whole,), (reached,) = found.intervals, answer.intervals
    low, high = around(whole.low, REACH)[0], around(whole.high, REACH)[1]
    if found.values or reached.low < low or reached.high > high:
        return answer
    whole = _with_open_ends(whole, _at_corners(system, stated, uncertain, answer.target))
    return replace(
        answer,
        solution=replace(answer.solution, intervals=(whole,)),
        spread=replace(spread, how=ENDS_OF_RANGES, low=whole.low, high=whole.high),
    )


def _all_values(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer with all values of its target at any values within the intervals; those without
    the intervals, where others determine it, are likely.
    """
    rest = {var: item for var, item in stated.items() if var != answer.target}
    exact = {var: item for var, item in rest.items() if var not in uncertain}
    likely = answer_at(system, answer.target, exact, rtol=math.inf)
    names = enumeration([f"{var.name} from {u.text(var.unit)}" for var, u in uncertain.items()])
    gone = (every_value(answer.target), NO_OTHER, OPEN_ENDS, AT_IDEALS)  # of the middles alone
    told = tuple(text for text in answer.warnings if not any(part in text for part in gone))
    bare = replace(answer, warnings=told)
    values = likely.values if likely.status == Status.SOLVED else ()
    return all_values(system, rest, bare, f"at some value of {names}", values)


def _reached_at_corner(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer at a corner of the intervals where the target is reached, if it is at one; else
    that at their middles.
    """
    for corner in _corners(uncertain):
        moved = {v: replace(stated[v], value=x) for v, x in corner.items()}
        found = answer_at(system, answer.target, {**stated, **moved}, rtol=math.inf)
        if found.status == Status.SOLVED:
            return found
    return answer


def _at_corners(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, target: Var
) -> list[ValueInterval]:
    """The intervals and values of the target at the corners of the intervals of the givens."""
    found, rest = list[ValueInterval](), {v: item for v, item in stated.items() if v != target}
    for corner in _corners(uncertain):
        exact = {v: Known(v, x, Origin.GIVEN, EXACT_INPUT) for v, x in corner.items()}
        answer = answer_at(system, target, {**rest, **exact}, rtol=math.inf)
        found += (*answer.intervals, *(ValueInterval(v.value, v.value) for v in answer.values))
    return found


def _corners(uncertain: Uncertainties) -> Iterator[dict[Var, float]]:
    """The values at the corners of a few intervals; none of more."""
    spans = [(item.low, item.high) for item in uncertain.values()]
    for corner in itertools.product(*spans) if len(spans) <= MOST_CORNERS else ():
        yield dict(zip(uncertain, corner, strict=True))


def _with_open_ends(interval: ValueInterval, corners: Sequence[ValueInterval]) -> ValueInterval:
    """An interval with each end open that is open at all corners that reach it, if any do, and else
    that of a corner.
    """
    low, low_open = _end((interval.low, interval.low_open), [(i.low, i.low_open) for i in corners])
    high, high_open = _end(
        (interval.high, interval.high_open), [(i.high, i.high_open) for i in corners]
    )
    return ValueInterval(low, high, low_open, high_open)


def _end(own: tuple[float, bool], ends: Sequence[tuple[float, bool]]) -> tuple[float, bool]:
    """An end, and whether it is open, as the corners that reach it have it."""
    alike = [one for one in ends if math.isclose(one[0], own[0], rel_tol=REACH)]
    reached = [end for end, is_open in alike if not is_open]
    if reached:
        return min(reached, key=lambda end: abs(end - own[0])), False
    return own[0], own[1] or bool(alike)
