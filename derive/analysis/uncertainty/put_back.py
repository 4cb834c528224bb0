"""Sets of values beside intervals of givens: each value, put back, leads into the intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.analysis.uncertainty.exact import Uncertainties
from derive.analysis.uncertainty.following import Following, NearestValue, NoOneValue
from derive.analysis.uncertainty.kinds import all_intervals
from derive.analysis.uncertainty.stretches import MOST, grid, inside, stretches, within
from derive.equations.expression import JUMPING, jumps_by
from derive.equations.var import Var
from derive.program.interval import Interval, around
from derive.program.tolerances import EXACT_INPUT, REACH, SHARP
from derive.results.answer import Answer, Solved, Underdetermined, Unreachable
from derive.results.gap import AT_IDEALS
from derive.results.known import Known, Origin
from derive.results.solution import Solution, ValueInterval, parted
from derive.solving.admitted import admits
from derive.solving.answer import answer_at
from derive.solving.consistency import knowledge
from derive.solving.determined import every_value, without_interval_remark
from derive.solving.equation_system import EquationSystem
from derive.solving.value_sets import joined

HOW = "each value of it, put back, leads into what is given"
_MOST_EXACT = 4  # of exact givens that are tried
_MOST_WAYS = 2  # by which values are put back
Stated = Mapping[Var, Known]


def as_put_back(system: EquationSystem, stated: Stated, answer: Answer) -> Answer:
    """The answer with the stretches of values that, put back, lead into the intervals that are
    given; unchanged where each value does not lead to one of a given.
    """
    target, spans = answer.target, _spans(answer)
    put_back = _put_back(system, stated, answer, spans, by_formulas=not _looked_for(answer))
    if put_back is None:
        return answer
    leads, found = put_back
    uncertain = all_intervals(stated, target)
    if isinstance(answer, Underdetermined) and not found:
        return answer if len(uncertain) > 1 else _out_of_reach(system, stated, answer, leads)
    state = knowledge(system, stated, free=frozenset((target,)))
    if not all(map(leads.reaches_an_end, (v.value for v in parted(found)[0]))):
        return answer  # there may be more single values between those that were tried
    if not found or (_alike(found, spans) and not _looked_for(answer)):
        return answer
    if len(found) > MOST:
        return _with_untold_gaps(answer) if isinstance(answer, Solved) else answer
    if not all(admits(state, target, x) for s in found for x in within(s)):
        return answer
    gaps = (ValueInterval(one.high, other.low) for one, other in pairwise(found))
    beside = jumping_by(answer) - {target, leads.value.following}
    if beside and any(admits(state, target, x) for gap in gaps for x in within(gap)):
        return answer  # what leads to a value in it may lie between what was tried
    ranges = (f"{v.name} from {item.text(v.unit)}" for v, item in uncertain.items())
    return _with_stretches(answer, found, f"at some value of {' and '.join(ranges)}")


def ends_put_back(
    system: EquationSystem, stated: Stated, answer: Answer, ends: Interval
) -> Interval | None:
    """The ends of the values that, put back, lead into the intervals that are given, from those of
    some such values; None where each value does not lead to one of a given by formulas.
    """
    put_back = _put_back(system, stated, answer, (ValueInterval(*ends),), by_formulas=True)
    found = put_back[1] if put_back else []
    return (found[0].low, found[-1].high) if found else None


def _put_back(
    system: EquationSystem,
    stated: Stated,
    answer: Answer,
    spans: Sequence[ValueInterval],
    by_formulas: bool = False,
) -> tuple[NearestValue, list[ValueInterval]] | None:
    """The stretches of values that lead into the intervals that are given, as far as these follow,
    or else an exact given, and what follows of one; None where from each value none does.
    """
    target, uncertain = answer.target, all_intervals(stated, answer.target)
    if not uncertain or not spans or target.bounds[0] < 0.0:
        return None
    if knowledge(system, stated, free=frozenset((target,))).contradictory:
        return None
    found, ways = list[ValueInterval](), list[NearestValue]()
    last, most = list(uncertain)[-1], 1 if by_formulas else _MOST_WAYS
    given_exactly = [k.var for k in answer.known if k.var in stated and k.var not in uncertain]
    for given in (*uncertain, *(given_exactly[:_MOST_EXACT] if len(uncertain) > 1 else ())):
        try:
            leads = _leads(system, stated, answer, uncertain, given, inside(spans[0]))
            if leads is not None and not (by_formulas and leads.value.implicit):
                known = _known_values(system, stated, answer, uncertain)
                found += stretches(leads, target, (*spans, *known))
                ways.append(leads)
        except NoOneValue:
            continue
        if len(ways) == most or (ways and given == last):
            break
    return (ways[0], list(joined(found))) if ways else None


def _known_values(
    system: EquationSystem, stated: Stated, answer: Answer, uncertain: Uncertainties
) -> list[ValueInterval]:
    """The values that meet the ends of the one interval that is given, where its relations jump."""
    if len(uncertain) > 1 or not jumps(answer):
        return []
    ((var, item),) = uncertain.items()
    found = list[ValueInterval]()
    for end in (item.low, item.high):
        at = {**stated, var: Known(var, end, Origin.GIVEN, EXACT_INPUT)}
        found += (
            ValueInterval(v.value, v.value) for v in answer_at(system, answer.target, at).values
        )
    return found


def _leads(
    system: EquationSystem,
    stated: Stated,
    answer: Answer,
    uncertain: Uncertainties,
    given: Var,
    value: float,
) -> NearestValue | None:
    """The value of a given that follows from each value of the target, such as this one, at any
    values of the other intervals.
    """
    beside = {var: item for var, item in uncertain.items() if var != given}
    moved = {answer.target: value} | {var: item.middle for var, item in beside.items()}
    following = Following.of(system, stated, answer, moved, given)
    own = uncertain.get(given)
    interval = (own.low, own.high) if own else around(stated[given].value, SHARP)
    return None if following is None else NearestValue.of(following, interval, beside)


def _spans(answer: Answer) -> tuple[ValueInterval, ...]:
    """The intervals of an answer that were looked for, or from several intervals by a relation that
    jumps, or those between which its value lies.
    """
    if isinstance(answer, Underdetermined):
        open_yet = answer.gap.search or any(AT_IDEALS in text for text in answer.warnings)
        anywhere = (ValueInterval(*answer.target.bounds),) if jumps(answer) else ()
        return () if open_yet else answer.gap.between or anywhere
    told = isinstance(answer, Solved) and (_looked_for(answer) or jumps(answer))
    return answer.intervals if told else ()


def jumps(answer: Answer) -> bool:
    """Whether a relation behind an answer may jump where its uncertain givens vary."""
    return bool(jumping_by(answer))


def jumping_by(answer: Answer) -> frozenset[Var]:
    """The variables by which relations behind an answer may jump where its uncertain ones vary."""
    exact = {known.var for known in answer.known if not known.uncertain}
    nodes = (node for one in answer.relations for node in one.equation.atoms(*JUMPING))
    return frozenset[Var]().union(*map(jumps_by, nodes)) - exact


def _looked_for(answer: Answer) -> bool:
    """Whether the ends of an answer were looked for; those at corners are exact."""
    return answer.spread is None or "looked for" in answer.spread.how


def _out_of_reach(
    system: EquationSystem, stated: Stated, answer: Answer, leads: NearestValue
) -> Answer:
    """The answer at the end of the interval that is nearest to what the given can be, if it is out
    of reach there; else the answer as it was.
    """
    given = leads.value.following
    reached = [y for y in map(leads, grid((), answer.target.bounds[:2])) if math.isfinite(y)]
    if reached and max(reached) < leads.given[0]:
        end = leads.given[0]
    elif reached and min(reached) > leads.given[1]:
        end = leads.given[1]
    else:
        return answer
    nearest = {**stated, given: replace(stated[given], value=end)}
    found = answer_at(system, answer.target, nearest)
    return found if isinstance(found, Unreachable) else answer


def _alike(found: Sequence[ValueInterval], spans: Sequence[ValueInterval]) -> bool:
    """Whether two sets have the same ends, finite ones closed or open alike."""

    def ends(spans: Sequence[ValueInterval]) -> list[tuple[float, bool]]:
        both = (e for s in spans for e in ((s.low, s.low_open), (s.high, s.high_open)))
        return [(x, is_open and math.isfinite(x)) for x, is_open in both]

    return len(found) == len(spans) and all(
        math.isclose(one, other, rel_tol=REACH) and open_one == open_other
        for (one, open_one), (other, open_other) in zip(ends(found), ends(spans), strict=True)
    )


def _with_untold_gaps(answer: Answer) -> Answer:
    """The answer with the remark that its intervals have gaps that are not told."""
    remark = f"{answer.target.name} has more than {MOST} intervals: not all gaps are told"
    return replace(answer, warnings=(*without_interval_remark(answer), remark))


def _with_stretches(answer: Answer, found: Sequence[ValueInterval], why: str) -> Answer:
    """The answer with the stretches in place of its intervals, or of its bounds."""
    values, intervals = parted(found)
    if isinstance(answer, Underdetermined):
        told = [text for text in answer.warnings if answer.target.name not in text]
        told += [f"{every_value(answer.target)}: {why}"] if intervals else []
        solution = Solution(values, intervals, not_judged=answer.not_judged)
        common = {**answer.common, "spread": None, "warnings": tuple(told)}
        return Solved(**{**common, "solution": solution})
    spread = answer.spread and replace(
        answer.spread, how=HOW, low=found[0].low, high=found[-1].high
    )
    solution = replace(answer.solution, values=values, intervals=intervals)
    return replace(answer, solution=solution, spread=spread if intervals else None)
