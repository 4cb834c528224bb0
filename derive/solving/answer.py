"""The answer at stated values, judged by all relations in force."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from derive.equations.var import Var
from derive.program.tolerances import CLOSE
from derive.results.answer import Answer, Infeasible, Solved, Underdetermined, Unreachable
from derive.results.known import Known, Origin
from derive.solving.admitted import admits
from derive.solving.beyond_floats import is_beyond_floats
from derive.solving.bounded_answer import bounded
from derive.solving.completed import completed
from derive.solving.consistency import knowledge, values_of
from derive.solving.contradiction import clash_within_floats
from derive.solving.equation_system import EquationSystem
from derive.solving.finest_values import finest, left_out_text, met_text, without_met
from derive.solving.fitting_value import fits_at_once, surely_fits
from derive.solving.ideals_together import undecided_ideals
from derive.solving.interval_limits import with_limits
from derive.solving.judged_answer import judged
from derive.solving.needed_givens import alike
from derive.solving.neglected_terms import with_untold_pulls
from derive.solving.path import rests_on_digits
from derive.solving.precedence import replacements
from derive.solving.refuted_ideals import refuted_ideals, refuted_usual
from derive.solving.stated_numbers import number_warnings
from derive.solving.unjudged_answer import unjudged_answer
from derive.solving.whole_set import whole_set

_MOST_LEFT_OUT = 8  # values that are left out in turn
_MOST_POINTS = 128  # of many whose answers are kept: corners are asked for again


def answer_at(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...] = (),
    rtol: float = 0.0,
    withheld: frozenset[Var] = frozenset(),
) -> Answer:
    """The answer at the stated values, uncertain ones at their middle; conflicts without routes.
    The ideal values of what is `withheld`, and those that the givens refute, are not assumed. At a
    point of many, whose `rtol` has no end, the last answers are kept.
    """
    made = partial(_answer_at, system, target, stated, notes, rtol, withheld)
    if math.isfinite(rtol):
        return made()
    key = target, values_of(stated), notes, withheld
    return system.compiled.recent("points", key, made, most=_MOST_POINTS)


def _answer_at(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...],
    rtol: float,
    withheld: frozenset[Var],
) -> Answer:
    """The answer at the stated values, made anew."""
    first = unjudged_answer(system, target, stated, notes, rtol, withheld)
    if is_beyond_floats(first):
        return _beyond_floats(system, stated, rtol, first)
    sure = surely_fits(system, stated, first)
    fits = sure or fits_at_once(system, stated, first)
    refuted = refuted_ideals(system, stated, first, fits) if first.unused or not fits else {}
    undecided = {} if refuted else undecided_ideals(system, stated, first)
    found = by_ideals = None
    unassumed = (refuted or undecided).keys() - withheld
    early = bool(unassumed) or rests_on_digits(first)
    if early:
        found = by_ideals = _from_ideals(system, target, stated, notes, rtol, withheld)
        found = None if found and not unassumed and _same_number(found, first) else found
        refuted = {} if found else refuted or undecided
    if refuted.keys() - withheld:
        notes = (*notes, *dict.fromkeys(refuted.values()))
        return answer_at(system, target, stated, notes, rtol, withheld.union(refuted))
    if found is None:
        found = first if sure else judged(system, target, stated, rtol, first, fits=fits)
    if _is_squeezed(found, first):
        other = _from_finest(system, target, stated, first, notes, rtol)
        found = other if other and other.conflict and _same_number(other, found) else found
    told = found.values or found.gap.between or found.conflict is not None
    clash = refuted_usual(system, stated, found if told else first)
    if clash is None and isinstance(found, Underdetermined | Unreachable) and not found.outcomes:
        if not early:
            by_ideals = _from_ideals(system, target, stated, notes, rtol, withheld, judged_as=first)
        found = by_ideals or _from_finest(system, target, stated, first, notes, rtol) or found
        clash = refuted_usual(system, stated, found)
    if clash is not None:
        return found.needing(clash).contradicted(clash)
    if not rtol:
        usual = replacements(system, target, stated).values()
        remarks = (*notes, *number_warnings(stated, target), *usual)
        found = whole_set(system, stated, completed(system, stated, found, remarks))
    if found.number is not None and found.number != first.number:
        found = _without_replaced(system, stated, found)
    return with_limits(with_untold_pulls(system, found))


def _beyond_floats(
    system: EquationSystem, stated: Mapping[Var, Known], rtol: float, answer: Answer
) -> Answer:
    """An answer without a value where one on the way is beyond floats, with the bounds that these
    leave, or the contradiction of the stated values where they have one beside the way, or at
    values that floats hold.
    """
    free = frozenset((answer.target,))
    state = knowledge(system, stated, free=free)
    if not state.contradictory:
        return bounded(answer, state)
    way = {relation.name for relation in answer.relations}
    beside = system.within([r for r in system.relations if r.name not in way])
    told = state.found.within_floats or knowledge(beside, stated, free=free).contradictory
    if told or clash_within_floats(system, stated, rtol, free):
        return judged(system, answer.target, stated, rtol, answer, fits=False)
    return answer


def _without_replaced(
    system: EquationSystem, stated: Mapping[Var, Known], answer: Answer
) -> Answer:
    """An answer whose value is not that of its plan: a convention that this value and the givens
    replace is told, and is not among what it rests on.
    """
    value = Known(answer.target, answer.number or 0.0, Origin.GIVEN)
    told = replacements(system, None, {**stated, answer.target: value})
    gone = [k for k in answer.known if k.origin == Origin.CONVENTION and k.var in told]
    if not gone:
        return answer
    warnings = dict.fromkeys((*answer.warnings, *(told[k.var] for k in gone)))
    known = tuple(k for k in answer.known if k not in gone)
    return replace(answer, known=known, warnings=tuple(warnings))


def _is_squeezed(found: Answer, first: Answer) -> bool:
    """Whether an answer is a value that ranges leave, and the plan of the first gives another."""
    both = found.number is not None and first.number is not None
    return both and found.solution.path is None and not _same_number(found, first)


def _same_number(answer: Answer, other: Answer) -> bool:
    """Whether two answers are one number."""
    one, two = answer.number, other.number
    return one is not None and two is not None and math.isclose(one, two, rel_tol=CLOSE)


def _alike(answer: Answer, other: Answer) -> bool:
    """Whether two answers of a plan are the same values or intervals beside the same defaults."""
    assumed = [[k.var for k in one.known if k.origin == Origin.DEFAULT] for one in (answer, other)]
    planned = isinstance(answer, Solved) and isinstance(other, Solved)
    return planned and {*assumed[0]} == {*assumed[1]} and alike(answer.solution, other.solution)


def _from_finest(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    first: Answer,
    notes: tuple[str, ...],
    rtol: float,
) -> Answer | None:
    """The answer from the stated values that agree to the last digit, if all others admit it; none
    of another plan, where the first one has no value. Else that without one of those that the first
    rests on, the roughest first: others may settle the target to more digits; not at one point of
    many, whose tolerance has no end.
    """
    if isinstance(first, Unreachable):
        return None
    used = [k.var for k in first.known if k.var in stated and k.var != target]
    rough = sorted(used, key=lambda v: -stated[v].tolerance)[:_MOST_LEFT_OUT]
    planned = bool(first.values)
    left_out = rough if planned and math.isfinite(rtol) else ()

    def tried() -> Iterator[Mapping[Var, Known]]:
        yield finest(system, stated, target)
        for var in left_out:
            yield {v: known for v, known in stated.items() if v != var}

    remark = left_out_text
    found = (
        _from_some(system, target, stated, kept, remark, notes, rtol, planned=planned)
        for kept in tried()
    )
    return next(filter(None, found), None)


def _from_ideals(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...],
    rtol: float,
    withheld: frozenset[Var],
    judged_as: Answer | None = None,
) -> Answer | None:
    """The answer without the stated values that ideal values give, too, if all others admit it;
    none where it is one that is `judged_as` no value.
    """
    kept = without_met(system, stated, target, withheld)
    remark = met_text
    return _from_some(
        system, target, stated, kept, remark, notes, rtol, withheld, judged_as=judged_as
    )


def _from_some(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    kept: Mapping[Var, Known],
    remark: Callable[[Var, Mapping[Var, Known]], str],
    notes: tuple[str, ...],
    rtol: float,
    withheld: frozenset[Var] = frozenset(),
    *,
    planned: bool = True,
    judged_as: Answer | None = None,
) -> Answer | None:
    """The answer from some of the stated values, if all of them admit it, with a remark on those
    left out; not by a plan unless `planned`, nor one `judged_as` no value.
    """
    left_out = {v: known for v, known in stated.items() if v not in kept}
    if not left_out or target in left_out:
        return None
    answer = unjudged_answer(system, target, kept, notes, rtol, withheld)
    by_ranges = isinstance(answer, Underdetermined)
    if not (by_ranges or planned) or (judged_as is not None and _alike(answer, judged_as)):
        return None
    among = kept if by_ranges else stated
    found = judged(system, target, among, rtol, answer, fits=False, closely=False)
    replaced = answer.number is not None and not _same_number(found, answer)
    if replaced or not isinstance(found, Solved | Infeasible):
        return None
    if by_ranges:
        state = knowledge(system, stated, free=frozenset((target,)))
        if not all(admits(state, target, item.value) for item in found.values):
            return None
    elif remark is left_out_text:
        asked = (unjudged_answer(system, var, stated, rtol=rtol).conflict for var in left_out)
        conflict = next((one for one in asked if one and not (one.mend or one.tied)), None)
        if conflict is not None:
            return found.needing(conflict).contradicted(conflict)
    return replace(found, warnings=(*found.warnings, remark(target, left_out)))
