"""Trials of claims: a verdict by defined rules, from the engine's own answer."""

from __future__ import annotations

import math
from dataclasses import dataclass

from derive.checking import check
from derive.checking.verdicts.finding import INCONSISTENT, NOT_JUDGED
from derive.claims import verdicts as v
from derive.claims.claim import DIRECTED, EQUATION, FILE, FORMULA, NOTE, STATUS, VALUE, Claim
from derive.claims.comparison import ratio_to_relations
from derive.claims.figures import conversions_of, nearest_value, stated_figure
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.errors import DataError, DeclarationError
from derive.library.api import formula, library_system, solve, theorems
from derive.library.questions import known_from
from derive.results.answer import Answer
from derive.results.status import Status
from derive.solving.givens import read_value
from derive.units.display import format_number


@dataclass(frozen=True, slots=True)
class Trial:
    """The verdict on a claim, the engine's own finding, and the reason in a sentence."""

    claim: Claim
    verdict: str
    found: str
    why: str


def try_claim(claim: Claim) -> Trial:
    """Try one claim. Raises DataError when its data cannot be asked, UnknownName or GivenError for
    what it asks.
    """
    return _TRIALS[claim.kind](claim)


def answer_to(claim: Claim, **changes: str) -> Answer:
    """The answer to what a claim asks, some of its givens changed. Raises what `solve` raises."""
    known = known_from({**claim.entries, "given": {**claim.given, **changes}})
    return solve(claim.ask, known, variants=claim.variants or None)


_STATUS = {
    Status.CONTRADICTION: v.CONTRADICTION,
    Status.UNDERDETERMINED: v.UNDERDETERMINED,
    Status.UNREACHABLE: v.UNREACHABLE,
}


# --- values ---


def _try_value(claim: Claim) -> Trial:
    answer = answer_to(claim)
    if answer.status in _STATUS:
        return Trial(claim, _STATUS[answer.status], answer.text, _why_not(answer))
    conversions = conversions_of(claim, answer)
    if isinstance(claim.claimed, tuple):
        low, high = (stated_figure(claim, answer.target, text) for text in claim.claimed)
        found = nearest_value(answer, math.sqrt(low * high))
        verdict, why = v.judge_range(found, low, high, conversions)
    else:
        stated = stated_figure(claim, answer.target, claim.claimed)
        found = nearest_value(answer, stated)
        verdict, why = v.judge_figure(found, stated, v.half_unit(claim.claimed), conversions)
    return Trial(
        claim,
        verdict,
        answer.text,
        f"{why}; {_why_not(answer)}" if answer.status == Status.INFEASIBLE else why,
    )


def _why_not(answer: Answer) -> str:
    """The reason why there is no answer."""
    if answer.conflict is not None:
        return (
            f"{answer.conflict.left}, but {answer.conflict.right}: a factor"
            f" {format_number(answer.conflict.factor, 3)}"
        )
    if answer.bound is not None:
        return f"{answer.bound.var.name} is {answer.bound.kind} {answer.bound.text}"
    if answer.status == Status.INFEASIBLE:
        return "; ".join(
            f"{judged.name} fails: {judged.by}"
            for judged in answer.constraints
            if not judged.satisfied
        )
    if answer.status == Status.UNREACHABLE:
        return f"no regime gives such a {answer.target.name}"
    return "missing: " + (
        " + ".join(answer.missing[0]) if answer.missing else "more than is stated"
    )


# --- statuses and directions ---


def _try_status(claim: Claim) -> Trial:
    """A claim that something cannot be, does not fit, or follows: the answer's status settles
    it.
    """
    answer = answer_to(claim)
    verdict = v.HOLDS if answer.status == claim.claimed else _STATUS.get(answer.status, v.WRONG)
    explained = answer.status in _STATUS or answer.status == Status.INFEASIBLE
    return Trial(
        claim,
        verdict,
        f"{answer.status}: {answer.text}",
        _why_not(answer) if explained else answer.regime or f"the answer is {answer.status}",
    )


_RISES, _FALLS, _STAYS = WAYS = ("rises", "falls", "stays")
_STEP = 1e-3


def _try_direction(claim: Claim) -> Trial:
    """Whether `ask` rises, falls or stays when `by` grows by a thousandth."""
    here = answer_to(claim)
    moved = answer_to(claim, **{claim.by: _grown(claim, here)})
    if here.number is None or moved.number is None:
        return Trial(claim, _STATUS.get(here.status, v.WRONG), here.text, _why_not(here))
    change = moved.number / here.number - 1 if here.number else moved.number
    way = _STAYS if abs(change) < 1e-9 else (_RISES if change > 0 else _FALLS)
    elasticity = format_number(round(change / _STEP, 2), 2)
    return Trial(
        claim,
        v.DIRECTION if way == claim.claimed else v.WRONG,
        way,
        f"{claim.ask} {way} when {claim.by} grows (elasticity {elasticity})",
    )


def _grown(claim: Claim, answer: Answer) -> str:
    var = library_system().find(claim.by)
    stated = claim.given.get(claim.by)
    start = (
        read_value(var, stated)
        if stated
        else next(known for known in answer.known if known.var == var)
    )
    return (
        f"{(1 + _STEP) * start.number:.12g} {'' if var.unit.text == '1' else var.unit.text}".strip()
    )


def _try_formula(claim: Claim) -> Trial:
    """What the engine finds in closed form, compared with the form claimed."""
    try:
        found = [
            plain(form.expression)
            for form in formula(claim.ask, claim.known, variants=claim.variants or None)
        ]
    except DeclarationError as error:
        return Trial(claim, v.WRONG, "no formula", str(error))
    verdict = v.HOLDS if found == [claim.claimed] else v.WRONG
    return Trial(
        claim,
        verdict,
        f"{claim.ask} = {' or '.join(found)}",
        f"from {', '.join(claim.known)}, every line verified",
    )


# --- equations ---


def _try_equation(claim: Claim) -> Trial:
    """By its dimensions first; a consistent one is then held against what the library says, if it
    names relations.
    """
    finding = check(claim.equation, dict(claim.bindings) or None)[0]
    if finding.verdict == NOT_JUDGED:
        raise DataError(FILE, f"claim.{claim.id}.equation", f"cannot be judged: {finding.message}")
    if finding.verdict == INCONSISTENT:
        return Trial(
            claim, v.DIMENSION, f"{finding.found} where {finding.expected} is due", finding.mend
        )
    if not claim.relation:
        return Trial(claim, v.HOLDS, f"both sides are {finding.found}", "the dimensions agree")
    names = " and ".join(claim.relation)
    ratio = ratio_to_relations(finding, [_relation(name) for name in claim.relation])
    if ratio is None:
        return Trial(
            claim,
            v.WRONG,
            "another equation",
            f"something else follows from {names}, by no constant factor",
        )
    if math.isclose(ratio, 1.0, rel_tol=1e-9):
        return Trial(claim, v.HOLDS, "the same equation", f"it follows from {names}")
    factor = v.hidden_factor(ratio)
    found, why = (
        f"{format_number(ratio, 3)} times the right side",
        f"from {names} the factor {factor or format_number(ratio, 4)} follows",
    )
    return Trial(claim, v.HIDES if factor else v.WRONG, found, why)


def _relation(name: str) -> Relation:
    """The relation, of whatever variant, or the theorem of that name."""
    stated = next((theorem.statement for theorem in theorems() if theorem.name == name), None)
    of_variant = next(
        (relation for relation in library_system().all_relations if relation.name == name), None
    )
    return stated or of_variant or library_system().relation(name)


def _note(claim: Claim) -> Trial:
    return Trial(claim, v.NOT_CHECKABLE, "", claim.note)


_TRIALS = {
    VALUE: _try_value,
    STATUS: _try_status,
    DIRECTED: _try_direction,
    EQUATION: _try_equation,
    FORMULA: _try_formula,
    NOTE: _note,
}
