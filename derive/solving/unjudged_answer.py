"""The answer as the relations on the way to the target see it: the plan and its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from derive.equations.var import Var
from derive.results.answer import Answer, Underdetermined, Unreachable
from derive.results.known import Known, Origin
from derive.solving.answer_parts import answer_as
from derive.solving.conflicts import find_conflicts
from derive.solving.consistency import knowledge
from derive.solving.contradiction import contradiction
from derive.solving.determined import answer_determined
from derive.solving.effort import MOST_TRIAL_EFFORT, effort_of_plan
from derive.solving.equation_system import EquationSystem
from derive.solving.flat_by_digits import open_by_rounding
from derive.solving.lost_zeros import lost_zero_text, lost_zeros, zeros_between, zeros_elsewhere
from derive.solving.open import answer_open
from derive.solving.other_routes import answer_of_plan
from derive.solving.path import SolutionPath
from derive.solving.plan_trial import coupled_zeros
from derive.solving.precedence import replacements
from derive.solving.query import Query, computed, make_query
from derive.solving.query_preparation import prepare, query_of_known, unused
from derive.solving.stated_numbers import number_warnings
from derive.solving.stated_target import beside_stated
from derive.solving.zeros import lost_point, one_of_factors, vanishing_conflict, zero_answer


def unjudged_answer(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...] = (),
    rtol: float = 0.0,
    withheld: frozenset[Var] = frozenset(),
) -> Answer:
    """The answer as the relations on the way to the target see it, without those beside it, and
    without the ideal values of what is `withheld`.
    """
    clash = vanishing_conflict(system, stated)
    if clash is not None:
        others = {var: item for var, item in stated.items() if var != clash.var}
        return unjudged_answer(system, target, others, notes, rtol).contradicted(clash)
    reduced, known = prepare(system, target, stated)
    if target in known:
        usual = replacements(system, target, stated).values()
        zero = zero_answer(system, target, known, (*notes, *usual))
        conflict = find_conflicts(query_of_known(reduced, target, known, rtol))[0]
        return zero if conflict is None else zero.contradicted(conflict)
    query = make_query(reduced, target, known, rtol, withheld=withheld)
    if query.plan.determined:
        refuted = _clashes_before(system, stated, query)
        answer = answer_as(Underdetermined, query) if refuted else _determined(query)
    else:
        lost = lost_point(system, target, stated)
        answer = answer_as(Unreachable, query, lost) if lost else answer_open(query)
        notes = (*notes, *one_of_factors(system, target, stated))
    way = answer.solution.path
    if isinstance(way, SolutionPath) and way.query.withheld != withheld:
        query = way.query
    taken = way.query if isinstance(way, SolutionPath) else query  # by another route, perhaps
    answer = replace(
        answer,
        unused=tuple(v.name for v in unused(system, taken, known)) if answer.unused else (),
        variants=_choices_in_force(system, answer),
        warnings=(
            *notes,
            *number_warnings(stated, target),
            *_other_values(query, answer),
            *replacements(system, target, stated).values(),
            *answer.warnings,
        ),
    )
    own = stated.get(target)
    if own is None and target.convention is not None and answer.number is None:
        usual = target.convention
        own = Known(target, usual.value, Origin.CONVENTION, written=usual.text)
    answer = answer if own is None else beside_stated(answer, query, own)
    return answer.needing(answer.conflict) if answer.conflict else answer


def _clashes_before(system: EquationSystem, stated: Mapping[Var, Known], query: Query) -> bool:
    """Whether stated values contradict each other, which is looked for before a plan that takes
    much effort is followed: its way is not told then.
    """
    if query.target in stated or not query.unused:
        return False
    if effort_of_plan(query.system, query.plan) <= MOST_TRIAL_EFFORT:
        return False
    free = frozenset((query.target,))
    clash = knowledge(system, stated, free=free).contradictory
    return clash and contradiction(system, stated, query.rtol, free) is not None


def _determined(query: Query) -> Answer:
    """The answer of a plan that reaches the target; where its coupled relations stay without a
    value, that with the defaults among them that are exactly zero put in.
    """
    answer = answer_of_plan(query)
    if not isinstance(answer, Underdetermined) or answer.outcomes or answer.intervals:
        return answer
    zeros = coupled_zeros(query, query.plan)
    if not zeros:
        return answer
    reduced, derived = query.system.with_zeros(zeros)
    if query.target in derived or query.target not in reduced.slots:
        return answer
    known = {**query.in_force, **{v: computed(v, 0.0) for v in derived}}
    again = make_query(reduced, query.target, known, query.rtol, withheld=query.withheld)
    return answer_determined(again) if again.plan.determined else answer_open(again)


def _choices_in_force(system: EquationSystem, answer: Answer) -> dict[str, str]:
    """The variants of the relations used, and those that differ from the default."""
    used = {relation.variant.group for relation in answer.relations if relation.variant is not None}
    return {
        group: choice
        for group, choice in system.variants.items()
        if group in used or choice != system.usual.get(group)
    }


def _other_values(query: Query, answer: Answer) -> Iterator[str]:
    """Warnings that zero solves an equation on the way, too, whose sides were divided by it, and
    that the digits of givens leave more values open.
    """
    if answer.solution.values:  # those under conditions are searched for when asked for
        way = answer.solution.path
        query = way.query if isinstance(way, SolutionPath) else query  # by another route, perhaps
        candidates = query.solutions.candidates
        lost = lost_zeros(query.system, [s for c in candidates for s in c.path])
        for var, relation in dict((*zeros_between(query), *lost, *zeros_elsewhere(query))).items():
            if all(c.values[query.system.slots[var]] != 0.0 for c in candidates):
                yield lost_zero_text(var, relation)
        if isinstance(way, SolutionPath):
            yield from open_by_rounding(query)
