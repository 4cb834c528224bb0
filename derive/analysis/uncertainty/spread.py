"""Spread of an answer from uncertain givens: exact where a rule gives it, else numeric."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from derive.analysis.uncertainty.exact import (
    Uncertainties,
    all_lognormal,
    constraint_depends,
    exponents,
    of_intervals,
    of_lognormals,
)
from derive.analysis.uncertainty.fitting_intervals import as_cut, as_left, fitting, with_bound
from derive.analysis.uncertainty.jumps import across_jumps
from derive.analysis.uncertainty.kinds import are_intervals, check_one_kind
from derive.analysis.uncertainty.limits_of_sets import with_limits_of_set
from derive.analysis.uncertainty.one_value import always
from derive.analysis.uncertainty.put_back import as_put_back, ends_put_back, jumping_by
from derive.analysis.uncertainty.redundant_givens import (
    overlap_text,
    overlapping,
    redundant_givens,
    with_redundant,
)
from derive.analysis.uncertainty.refuted_ends import an_end_is_refuted
from derive.analysis.uncertainty.required_accuracy import Accuracy
from derive.analysis.uncertainty.sets import (
    all_if_proven,
    set_at_intervals,
    with_all_values,
    with_proven_ends,
)
from derive.analysis.uncertainty.uncertain_answer import as_given, with_spread
from derive.analysis.uncertainty.uncertain_question import UncertainQuestion, sampled_intervals
from derive.equations.var import Var
from derive.program.tolerances import REACH
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.status import Status
from derive.results.uncertainty import SEVERAL, Spread
from derive.solving.answer import answer_at
from derive.solving.equation_system import EquationSystem
from derive.solving.path import withheld_by
from derive.solving.precedence import precedence, replacements
from derive.solving.query import Query, make_query
from derive.solving.query_preparation import prepare
from derive.solving.stated_target import set_beside_stated


def answer_uncertain(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...],
    rtol: float,
    draws: int,
    seed: int,
) -> Answer:
    """The answer at the medians with its spread; from intervals, all values of the target at any
    values within them.

    Redundant givens must overlap, which is checked once, within their widths: intervals leave what
    all givens allow, distributions are told without them. Raises GivenError for intervals mixed
    with distributions.
    """
    found = as_put_back(system, stated, _answer(system, target, stated, notes, rtol, draws, seed))
    return with_limits_of_set(system, stated, across_jumps(system, stated, found))


def _answer(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...],
    rtol: float,
    draws: int,
    seed: int,
) -> Answer:
    uncertain = {v: k.uncertain for v, k in stated.items() if k.uncertain and v != target}
    check_one_kind(uncertain)
    ranged = are_intervals(uncertain)
    answer = with_bound(system, stated, answer_at(system, target, stated, notes, rtol))
    stated, cut, behind = fitting(system, target, stated, uncertain if ranged else {})
    if cut:
        found = _answer(system, target, stated, (*notes, *cut), rtol, draws, seed)
        return as_cut(found, behind)
    spare = overlapping(system, stated, uncertain, answer) if ranged else None
    if spare is not None:
        rest = {var: item for var, item in stated.items() if var != spare}
        found = _answer(system, target, rest, notes, rtol, draws, seed)
        told = replace(found, warnings=(*found.warnings, overlap_text((spare,))))
        return set_beside_stated(found, stated[target]) if spare == target else told
    if answer.status == Status.CONTRADICTION:
        return answer
    if [known.var for known in answer.known] == [target]:
        return as_given(answer, as_left(system, stated, answer))
    query = _query(system, answer, stated, rtol)
    of_set = set_at_intervals(system, stated, uncertain, answer, query) if ranged else None
    if of_set is not None or query is None:
        again = partial(_answer, notes=notes, rtol=rtol, draws=draws, seed=seed)
        return of_set or _of_used(answer, system, stated, again)
    question = UncertainQuestion(system, target, stated, uncertain, draws, seed)
    depends = _depends(query, answer, uncertain)
    several = question.several_ways(query, None if depends else answer.number)
    if not (several or depends):
        return all_if_proven(system, stated, uncertain, answer) if ranged else answer
    redundant = redundant_givens(query, uncertain)
    if redundant:
        rest = {var: item for var, item in stated.items() if var not in redundant}
        notes = (*notes, *replacements(system, target, stated).values())
        settled = precedence(system, None, stated).settled
        found = _answer(settled, target, rest, notes, rtol, draws, seed)
        return with_redundant(found, answer, redundant)
    spread = partial(_spread, question, query, answer, each=several)
    return _with_ends(question, query, answer, spread) if ranged else with_spread(answer, spread())


def _with_ends(
    question: UncertainQuestion,
    query: Query,
    answer: Answer,
    spread_over: Callable[..., Spread],
) -> Answer:
    """The answer of intervals with the spread over points, or the ends that no points tell; those
    of points with several values alone where these do not tell all values.
    """
    spread = spread_over()
    system, stated, uncertain = question.system, question.stated, question.uncertain
    if _is_value_of(answer, spread):
        spread = replace(spread, low=answer.number, high=answer.number)
    found, told = with_spread(answer, spread), [share.name for share in spread.statuses]
    if answer.number is not None and spread.low is None:  # no point tried fits all givens
        return with_all_values(system, stated, uncertain, answer)
    if SEVERAL in told or (answer.status == Status.UNREACHABLE and spread.low is not None):
        whole = with_all_values(system, stated, uncertain, answer)
        if whole is not answer:
            return whole
        if answer.number is not None:
            return always(answer)
        return with_spread(answer, spread_over(of_several=True)) if SEVERAL in told else found
    everywhere = {Status.SOLVED, Status.INFEASIBLE}.issuperset(told)
    endless = any(math.isinf(end or 0.0) for end in (spread.low, spread.high))
    several, by = len(uncertain) > 1 or question.target in stated, jumping_by(answer)
    # Beside one interval, values that are not negative are put back.
    apart = by if several else question.target in by and question.target.bounds[0] < 0.0
    if not everywhere or endless or apart:
        found = with_proven_ends(
            system, stated, uncertain, found, partial(question.ends_within, query)
        )
    elif spread.low is not None and spread.high is not None and spread.low < spread.high:
        ends = spread.low, spread.high
        if an_end_is_refuted(system, stated, question.target, ends):
            found = with_all_values(system, stated, uncertain, answer)
    return set_beside_stated(found, stated.get(question.target))


def _is_value_of(answer: Answer, spread: Spread) -> bool:
    """Whether both ends of an interval are the value of an answer."""
    if answer.number is None or spread.low is None or spread.high is None:
        return False
    return all(math.isclose(x, answer.number, rel_tol=REACH) for x in (spread.low, spread.high))


def _spread(
    question: UncertainQuestion,
    query: Query,
    answer: Answer,
    *,
    each: bool,
    of_several: bool = False,
) -> Spread:
    """The exact spread where a rule gives it, else that of many points, `each` answered by itself
    where no rule holds at all of them.
    """
    found = None if each else _exact_spread(question, query, answer)
    if found is None:
        # In this order: without numpy the first import names what to install.
        batch = question.batch(query, each)
        put_back = partial(ends_put_back, question.system, question.stated, answer)
        sampled = question.value_at, put_back, batch, question.draws, question.seed, of_several
        found = sampled_intervals().over_points(query, question.uncertain, *sampled)
    return replace(found, accuracy=Accuracy(question.system, question.target, question.stated))


def _exact_spread(question: UncertainQuestion, query: Query, answer: Answer) -> Spread | None:
    """The spread that a rule gives exactly, if one does."""
    powers = exponents(query, answer, question.uncertain)
    if powers is None:
        return None
    if are_intervals(question.uncertain):
        return of_intervals(answer, powers, question.uncertain, question.value_at)
    if answer.number is not None and all_lognormal(question.uncertain):
        return of_lognormals(answer, answer.number, powers, question.uncertain)
    return None


def _query(
    system: EquationSystem, answer: Answer, stated: Mapping[Var, Known], rtol: float
) -> Query | None:
    """The query of the stated values and the ideal ones that its answer may assume."""
    prepared, known = prepare(system, answer.target, stated)
    if answer.target in known:
        return None
    query = make_query(prepared, answer.target, known, rtol, withheld=withheld_by(answer))
    return query if query.plan.determined else None


def _of_used(
    answer: Answer,
    system: EquationSystem,
    stated: Mapping[Var, Known],
    again: Callable[[EquationSystem, Var, Mapping[Var, Known]], Answer],
) -> Answer:
    """The answer of the stated values that its one value rests on, beside intervals among them."""
    names = {known.var for known in answer.known}
    used = {var: known for var, known in stated.items() if var in names}
    ranged = any(known.uncertain for known in answer.known)
    if answer.number is None or not ranged or len(used) == len(stated):
        return answer
    found = again(system, answer.target, used)
    return replace(found, warnings=tuple(dict.fromkeys((*answer.warnings, *found.warnings))))


def _depends(query: Query, answer: Answer, uncertain: Uncertainties) -> bool:
    """Whether the answer, or a constraint on it, depends on an uncertain given."""
    support = query.support.get(query.system.slots[query.target], frozenset())
    return bool(support & set(uncertain)) or constraint_depends(query, answer, uncertain)
