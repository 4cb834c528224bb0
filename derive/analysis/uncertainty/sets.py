"""Sets of values beside intervals of givens: no middle of an interval tells their ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from derive.analysis.uncertainty.corners import at_corners, reached_at_corner, with_open_ends
from derive.analysis.uncertainty.exact import Uncertainties, constraint_depends
from derive.analysis.uncertainty.one_value import always, is_one_value
from derive.analysis.uncertainty.redundant_givens import fits_somewhere, tied_givens
from derive.analysis.uncertainty.uncertain_answer import interval_of
from derive.analysis.uncertainty.wider_ends import with_wider
from derive.display import enumeration
from derive.equations.var import Var
from derive.program.interval import Interval, around
from derive.program.tolerances import BAND, REACH, SHARP
from derive.results.answer import Answer, Solved
from derive.results.gap import AMONG_TRIED, AT_IDEALS, NO_OTHER, OPEN_ENDS
from derive.results.known import Known
from derive.results.solution import AnswerValue, ValueInterval, parted
from derive.results.status import Status
from derive.solving.answer import answer_at
from derive.solving.answer_parts import settled_kind
from derive.solving.consistency import knowledge
from derive.solving.determined import every_value
from derive.solving.equation_system import EquationSystem
from derive.solving.needed_givens import needing
from derive.solving.neglected_terms import with_untold_pulls
from derive.solving.query import Query
from derive.solving.stated_target import set_beside_stated
from derive.solving.value_sets import joined
from derive.solving.whole_set import all_values

ENDS_OF_RANGES = "its ends are where the range of a variable ends"
ALL_THAT_IS_LEFT = "all that the relations leave, and no value between the intervals"
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
    if is_one_value(system, stated, answer):
        return None if query and constraint_depends(query, answer, uncertain) else always(answer)
    if answer.status == Status.UNREACHABLE:
        reached = reached_at_corner(system, stated, uncertain, answer)
        if reached is answer and not fits_somewhere(system, stated, answer.target):
            return None
        found = with_all_values(system, stated, uncertain, reached)
        settled = isinstance(found, Solved) or found.between
        if reached is answer and (not settled or _ends_by_digits(system, stated, found)):
            return None
        return found  # at every point
    tied = query is not None and bool(tied_givens(query, uncertain)[0])
    if answer.status == Status.UNDERDETERMINED:
        bounds = [text for text in answer.warnings if text.endswith(NO_OTHER) or OPEN_ENDS in text]
        search = tied or bool(bounds)
    else:
        search = _is_set(answer) or tied
    return with_all_values(system, stated, uncertain, answer) if search else None


def _ends_by_digits(system: EquationSystem, stated: Stated, answer: Answer) -> bool:
    """Whether a set reaches no further in than the digits of exact givens let it: with these as
    they are its values are far beyond its ends.
    """
    target = answer.target
    rest = {var: item for var, item in stated.items() if var != target}
    state = knowledge(system, rest, width=SHARP, free=frozenset((target,)))
    if not answer.intervals or state.contradictory or target not in state.system.slots:
        return False
    low, high = state.interval(target)
    return low > 2.0 * answer.intervals[0].low > 0.0 or 0.0 < high < 0.5 * answer.intervals[-1].high


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


def all_if_proven(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer with all values of its target; unchanged where a search does not find them, where
    the givens leave it open, or where they agree within their digits alone: what these leave of one
    value is no set.
    """
    if answer.status == Status.UNDERDETERMINED:
        return answer
    rest, free = (
        {v: k for v, k in stated.items() if v != answer.target},
        frozenset((answer.target,)),
    )
    one = answer.number is not None
    if one and knowledge(system, rest, width=SHARP, free=free).contradictory:
        return answer
    found = with_all_values(system, stated, uncertain, replace(answer, spread=None))
    return found if isinstance(found, Solved) and not _same(found, answer) else answer


def with_all_values(
    system: EquationSystem,
    stated: Stated,
    uncertain: Uncertainties,
    answer: Answer,
    found: Answer | None = None,
) -> Answer:
    """The answer with all values that its target has at any values within the intervals, or bounds
    of them, if they are not `found` yet; its derivation, and what it says of constraints, are those
    at their middles.
    """
    found = found or _all_values(system, stated, uncertain, answer)
    if not isinstance(found, Solved):
        return found
    if _same(found, answer):
        return answer
    corners = at_corners(system, stated, uncertain, answer.target)
    solution = replace(
        found.solution,
        intervals=tuple(with_open_ends(i, corners) for i in found.intervals),
        path=answer.solution.path if found.intervals else None,
        constraints=answer.constraints,
    )
    kind = settled_kind(answer.status != Status.INFEASIBLE)
    found = kind(**{**found.common, "solution": solution, "compared": ""})
    return set_beside_stated(with_untold_pulls(system, found), stated.get(answer.target))


def with_proven_ends(
    system: EquationSystem,
    stated: Stated,
    uncertain: Uncertainties,
    answer: Answer,
    ends_within: Callable[[Sequence[Interval]], Sequence[Interval]],
) -> Answer:
    """The answer with the ends of its interval where the range of another variable ends, which lie
    beyond all points that were tried; or an interval looked for in each of several parts to which
    the relations confine it. Where neither is proven it is unchanged, or bounds where it is open at
    some of the points.
    """
    if answer.values:
        return all_if_proven(system, stated, uncertain, answer)
    found, spread = _all_values(system, stated, uncertain, answer), answer.spread
    untold = isinstance(found, Solved) and found.intervals and not answer.intervals
    tells = [(i.low, i.high) for i in found.intervals] != [answer.target.bounds[:2]]
    if untold and tells and not _ends_by_digits(system, stated, found):
        return with_all_values(system, stated, uncertain, replace(answer, spread=None), found)
    if spread is None or len(answer.intervals) != 1:
        return answer
    if found.values:
        corners = at_corners(system, stated, uncertain, answer.target)
        intervals = tuple(with_open_ends(interval, corners) for interval in found.intervals)
        return _with_single_values(answer, found, intervals, ends_within)
    if not isinstance(found, Solved):
        open_yet = any(share.name == Status.UNDERDETERMINED for share in spread.statuses)
        if found.between and (open_yet or not _holds(found.between, answer.intervals[0])):
            return replace(found, spread=None)
        parts = [(part.low, part.high) for part in found.between]
        several = ends_within(parts) if len(parts) > 1 else ()
        ends = joined(interval_of(answer.target, low, high) for low, high in several)
        if len(ends) > 1:
            return _with_intervals(answer, ends)
        return with_wider(system, stated, uncertain, answer, found.between)
    corners = at_corners(system, stated, uncertain, answer.target)
    whole = tuple(with_open_ends(interval, corners) for interval in found.intervals)
    return _with_intervals(answer, whole, ENDS_OF_RANGES if len(whole) == 1 else ALL_THAT_IS_LEFT)


def _with_single_values(
    answer: Answer,
    found: Answer,
    intervals: tuple[ValueInterval, ...],
    ends_within: Callable[[Sequence[Interval]], Sequence[Interval]],
) -> Answer:
    """The answer with single values in place of its interval, and intervals beside them, where each
    of these values is one of a point, such as an end of that interval; else unchanged.
    """
    ends, single = answer.intervals[0], [v.value for v in found.values]
    met = [e for x in single for e in (ends.low, ends.high) if math.isclose(x, e, rel_tol=REACH)]
    alone = [(x, x) for x in (met if len(met) == len(single) else single)]
    reached = alone if len(met) == len(single) else ends_within(alone)
    if not isinstance(found, Solved) or len(reached) < len(found.values):
        return answer
    values = tuple(AnswerValue(low) for low, _ in reached)
    solution = replace(answer.solution, values=values, intervals=intervals)
    spread = answer.spread and replace(answer.spread, how=ALL_THAT_IS_LEFT)
    spread = spread if intervals else None
    return replace(answer, solution=solution, spread=spread, compared="")


def _holds(parts: Sequence[ValueInterval], reached: ValueInterval) -> bool:
    """Whether an interval lies within the ends of some parts."""
    low, high = around(parts[0].low, REACH)[0], around(parts[-1].high, REACH)[1]
    return low <= reached.low and reached.high <= high


def _with_intervals(answer: Answer, intervals: Sequence[ValueInterval], how: str = "") -> Answer:
    """The answer of an interval with others in its place, found as `how` says or as it was; those
    of one value are told as that.
    """
    assert answer.spread is not None
    low, high = intervals[0].low, intervals[-1].high
    values, wide = parted(intervals)
    spread = replace(answer.spread, how=how or answer.spread.how, low=low, high=high)
    return replace(
        answer,
        solution=replace(answer.solution, values=values, intervals=wide),
        spread=spread if wide else None,
        compared="" if values else answer.compared,
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
    gone = every_value(answer.target), NO_OTHER, OPEN_ENDS, AT_IDEALS, AMONG_TRIED  # of the middles
    told = tuple(text for text in answer.warnings if not any(part in text for part in gone))
    bare = replace(answer, warnings=told)
    values = likely.values if likely.status == Status.SOLVED else ()
    found = all_values(system, rest, bare, f"at some value of {names}", values)
    if not found.unused or isinstance(found, Solved):
        return found
    return needing(knowledge(system, rest, free=frozenset((answer.target,))), bare, found)
