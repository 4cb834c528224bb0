"""A stated value of the target: compared with the value that follows without it, or adopted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from derive.display import enumeration
from derive.equations.var import Var
from derive.program.interval import around
from derive.program.residual import log_residual
from derive.program.tolerances import CLOSE, REACH
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.solution import AnswerValue, Solution
from derive.results.status import Status
from derive.results.uncertain import UncertainKind
from derive.solving.admitted import of_kept
from derive.solving.answer_parts import holds, settled_kind
from derive.solving.comparison_tolerance import (
    REGIME_BY_DIGITS,
    tolerance_beside,
    within_digits,
)
from derive.solving.conflicts import compare_with_given, find_conflicts
from derive.solving.constraints import judge_constraints
from derive.solving.equation_system import EquationSystem
from derive.solving.precedence import replacements
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.query_preparation import prepare, query_of_known
from derive.solving.reconciling_defaults import reconciling_with_target
from derive.units.display import format_number, format_value

NOTHING_ELSE = "nothing else fixes"
_ONE_OF_MORE = "no relation contradicts it: it may be one of the values that were not followed"
_NO_CLOSER = "the other givens agree with it within their digits, no closer"


def beside_stated(answer: Answer, query: Query, stated: Known) -> Answer:
    """The answer compared with a stated value of the target, or that value if there is no other."""
    settled = answer.values and not any(v.condition for v in answer.values)
    if stated.origin == Origin.LOOKED_UP and settled and not answer.intervals:
        return _beside_looked_up(answer, query, stated)
    if answer.intervals:
        exact = stated.origin == Origin.GIVEN and not any(k.uncertain for k in answer.known)
        if exact and any(i.low <= stated.value <= i.high for i in answer.intervals):
            left = f"the other givens leave {answer.text} of {stated.var.name}"
            compared = f"you gave {stated.text}; without it {answer.text} follows"
            bare = replace(answer, warnings=(), compared=compared)
            return _adopted(bare, query, stated, left)
        return set_beside_stated(answer, stated)
    if settled and len(answer.values) > 1 and stated.origin == Origin.GIVEN:
        return _beside_several(answer, query, stated)
    if answer.number is None or not settled:
        return _without_number(answer, query, stated)
    follows = format_value(answer.number, stated.var.unit)
    conflict = compare_with_given(query, stated, answer.number)
    compared = f"you gave {stated.text}; without it {follows} follows"
    if conflict is not None:
        beside = replace(answer, compared=compared)
        yields = conflict.implied or (REGIME_BY_DIGITS if conflict.tied else "")
        if yields and answer.conflict is None:
            return _adopted(beside, query, stated, yields)
        return beside.contradicted(answer.conflict or conflict)
    within = within_digits(tolerance_beside(query, stated, answer.number))
    return replace(answer, compared=f"{compared}, {within}")


def _beside_several(answer: Answer, query: Query, stated: Known) -> Answer:
    """The answer with those of several values that agree with the stated one, or the conflict with
    the nearest of them.
    """
    beside = [(v, compare_with_given(query, stated, v.value)) for v in answer.values]
    follow = enumeration([format_value(v.value, stated.var.unit) for v in answer.values], "or")
    compared = f"you gave {stated.text}; without it {follow} follows"
    conflicts = [conflict for _, conflict in beside if conflict is not None]
    if len(conflicts) == len(beside):
        if query.solutions.cut and not find_conflicts(_known_alone(query, stated)[0])[0]:
            bare = replace(answer, compared=f"{compared}, and more")
            return _adopted(bare, query, stated, _ONE_OF_MORE)
        nearest = min(conflicts, key=lambda conflict: abs(log_residual(conflict.factor, 1.0)))
        return replace(answer, compared=compared).contradicted(answer.conflict or nearest)
    kept = tuple(v for v, conflict in beside if conflict is None)
    within = within_digits(max(tolerance_beside(query, stated, v.value) for v in kept))
    kind = settled_kind(any(v.satisfied for v in kept))
    solution = of_kept(replace(answer.solution, values=kept))
    changes = {"solution": solution, "compared": f"{compared}, {within}"}
    return kind(**{**answer.common, **changes})


def set_beside_stated(answer: Answer, stated: Known | None) -> Answer:
    """A set of values compared with a stated value of the target, and so are values that are not
    yet: of a stated interval the part that is in the set, of a value those that agree with it.
    """
    untold = answer.intervals or (answer.values and not answer.compared)
    if stated is None or stated.origin != Origin.GIVEN or not untold:
        return answer
    own = stated.uncertain
    answer = replace(answer, compared=f"you gave {stated.text}; without it {answer.text} follows")
    ranged = own is not None and own.kind == UncertainKind.INTERVAL
    low, high = (own.low, own.high) if own and ranged else around(stated.value, stated.tolerance)
    both = [i.within(low, high) for i in answer.intervals]
    kept = tuple(i for i in both if i.low <= i.high)
    low, high = around(low, REACH)[0], around(high, REACH)[1]
    values = tuple(v for v in answer.values if low <= v.value <= high)
    if not (values or (ranged and kept)):  # no more than the digits written leave open
        return answer
    solution = replace(answer.solution, values=values, intervals=kept if ranged else ())
    spread = answer.spread
    if spread is not None and ranged and kept:
        spread = replace(spread, low=kept[0].low, high=kept[-1].high)
    return replace(answer, solution=solution, spread=spread)


def _beside_looked_up(answer: Answer, query: Query, stated: Known) -> Answer:
    """The answer compared with the figure of an entry, or that figure where no value of the user's
    leads to another.
    """
    unit, number = stated.var.unit, answer.number
    follow = enumeration([format_value(v.value, unit) for v in answer.values], "or")
    agrees = number is not None and math.isclose(
        number, stated.value, rel_tol=stated.tolerance + CLOSE
    )
    if not agrees and all(k.origin != Origin.GIVEN for k in answer.known):
        own = f"it is the figure of {stated.entry}; {follow} follows from its other figures"
        return _adopted(replace(answer, warnings=()), query, stated, own)
    if number is None:
        return answer
    compared = f"{stated.entry} has {stated.text}, which agrees"
    if not agrees:
        word = "less" if number > stated.value else "more"
        times = f", {format_number(number / stated.value)} times that" if stated.value else ""
        compared = f"{stated.entry} has {word}, {stated.text}: your givens need {follow}{times}"
    return replace(answer, compared=compared)


def _without_number(answer: Answer, query: Query, stated: Known) -> Answer:
    """The stated value where nothing else fixes it, but perhaps under conditions that are open,
    unless it is in conflict with the others.
    """
    settled = any(not v.condition for v in answer.values)
    if answer.status not in (Status.UNDERDETERMINED, Status.UNREACHABLE) or settled:
        return answer
    conflict = None
    if stated.origin == Origin.GIVEN:
        conflict = find_conflicts(_known_alone(query, stated)[0])[0]
    if conflict is not None:
        return answer.contradicted(conflict)
    if answer.status == Status.UNDERDETERMINED:
        return _adopted(answer, query, stated, _alone(query, stated))
    yields = reconciling_with_target(query, query.target_support, stated)
    if stated.origin != Origin.GIVEN:
        return answer
    without = f"you gave {stated.text}; without it no value follows"
    if yields is None or not yields.var.ideal:
        bare = replace(answer, warnings=(), compared=without)
        return _adopted(bare, query, stated, _NO_CLOSER)
    bare = replace(answer, warnings=(), compared=f"{without} at the ideal {yields.var.name}")
    return _adopted(bare, query, stated, yields.implied_text)


def figure_of_entry(system: EquationSystem, stated: Mapping[Var, Known], answer: Answer) -> Answer:
    """The looked-up figure of the target, where the other values contradict each other without it:
    they do so with a usual value that it replaces.
    """
    own, (reduced, known) = stated[answer.target], prepare(system, None, stated)
    query = query_of_known(reduced, answer.target, known, 0.0)
    usual = tuple(replacements(system, None, stated).values())
    bare = replace(answer, warnings=usual, compared="")
    without = f"it is the figure of {own.entry}; without it the other values contradict each other"
    return _adopted(bare, query, own, without)


def _alone(query: Query, stated: Known) -> str:
    """The remark on a stated value in the absence of any other: of a convention, with the variables
    that are named after it, of which one may be meant.
    """
    var = stated.var
    named_after = [
        other.name
        for other in query.system.variables
        if other.name.endswith(f"_{var.name}") and other.unit == var.unit
    ]
    apart = f", not {enumeration(named_after, 'or')}" if named_after else ""
    whence = {
        Origin.GIVEN: "what you gave",
        Origin.LOOKED_UP: f"the figure of {stated.entry}",
        Origin.CONVENTION: f"the convention of the subject{apart}",
    }[stated.origin]
    return f"{NOTHING_ELSE} {var.name}; it is {whence}"


def _adopted(answer: Answer, query: Query, stated: Known, warning: str) -> Answer:
    """The answer with the stated value, beside which no other holds."""
    checks, unjudged = judge_constraints(*_known_alone(query, stated), None)
    feasible = holds(checks)
    changes = {
        "known": (stated,),
        "relations": (),
        "warnings": (*answer.warnings, warning),
        "solution": Solution(
            (AnswerValue(stated.value, satisfied=feasible),),
            constraints=checks,
            not_judged=unjudged,
        ),
    }
    return settled_kind(feasible)(**{**answer.common, **changes})


def _known_alone(query: Query, stated: Known) -> tuple[Query, CandidateSolution]:
    """The query with the target's own value known, and a candidate without computed values."""
    have = query.plan.known | {query.system.slots[stated.var]}
    plan = replace(query.plan, blocks=(), assumed=(), known=have)
    candidate = CandidateSolution([None] * len(query.system.variables))
    return replace(query, known={**query.known, stated.var: stated}, plan=plan), candidate
