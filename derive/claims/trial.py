"""Trial of a claim: the engine's answer against the claimed one, by fixed rules."""

from __future__ import annotations

import math

from derive.claims.claim import FILE, Claim, ClaimKind, Trial
from derive.claims.factors import droppings, wrong_size
from derive.claims.findings import (
    AnswerFinding,
    DirectionFinding,
    DroppedFactor,
    FormulaFinding,
    ValueFinding,
)
from derive.claims.verdicts import (
    WITHOUT_FACTOR,
    ClaimedFigure,
    ClaimVerdict,
    TrialOutcome,
    figure,
    judge,
)
from derive.display import enumeration
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import DataError, DeclarationError
from derive.library.api import formula, solve
from derive.library.questions import known_from
from derive.library.system import library_system
from derive.results.answer import Answer
from derive.results.status import Status
from derive.solving.givens import read_value
from derive.units.display import format_number
from derive.units.text import parse_quantity


def try_claim(claim: Claim) -> Trial:
    """Try one claim, once for the packs in use. Raises DataError for invalid data, UnknownName or
    GivenError for its question.
    """

    def tried() -> Trial:
        return Trial(claim, *_TRIALS[claim.kind](claim))

    return library_system().compiled.once("trial", id(claim), tried)  # a trial keeps its claim


def answer_to(claim: Claim, **changes: str) -> Answer:
    """The answer to a claim's question, with some givens changed. Raises the errors of `solve`."""
    known = known_from({**claim.entries, "given": {**claim.given, **changes}})
    return solve(claim.ask, known, variants=claim.variants or None)


_STATUS = {
    Status.CONTRADICTION: ClaimVerdict.CONTRADICTION,
    Status.UNDERDETERMINED: ClaimVerdict.UNDERDETERMINED,
    Status.UNREACHABLE: ClaimVerdict.UNREACHABLE,
}


def _try_value(claim: Claim) -> TrialOutcome:
    answer = answer_to(claim)
    if answer.status in _STATUS:
        return _without_value(_STATUS[answer.status], answer)
    claimed = _claimed(claim, answer.target)
    found = _nearest(answer, math.sqrt(claimed.low * claimed.high))
    verdict, relation = judge(found, claimed)
    dropped = None
    if verdict in (ClaimVerdict.ROUNDED, ClaimVerdict.WRONG):
        dropped = _without_a_factor(claim, answer, claimed)
    why = f"the engine finds {relation}" if verdict == ClaimVerdict.WRONG else relation
    if dropped is not None:
        verdict, why = ClaimVerdict.HIDES, _hidden(dropped)
    if answer.status == Status.INFEASIBLE:
        why = f"{why}; {_why_not(answer)}"
    finding = ValueFinding(answer, relation, dropped)
    return TrialOutcome(verdict, answer.text, why, _names(answer), finding)


def _without_value(verdict: ClaimVerdict, answer: Answer) -> TrialOutcome:
    return TrialOutcome(
        verdict, answer.text, _why_not(answer), _names(answer), AnswerFinding(answer)
    )


def _hidden(dropped: DroppedFactor) -> str:
    """The factor that a claim leaves out, and the answer without it."""
    values = ", ".join(f"{name} = {value}" for name, value in dropped.values.items())
    blamed = f"a factor {format_number(dropped.size, 2)} ({' and '.join(dropped.names)})"
    return f"{blamed}: {dropped.without.text} with {values}"


def _names(answer: Answer) -> tuple[str, ...]:
    """The relations of an answer by name."""
    return tuple(dict.fromkeys(relation.name for relation in answer.relations))


def _claimed(claim: Claim, target: Var) -> ClaimedFigure:
    """The claimed figure, in base units. Raises DataError for a wrong unit."""
    if isinstance(claim.claimed, tuple):
        return ClaimedFigure(*(_stated(claim, target, text) for text in claim.claimed))
    return figure(claim.claimed, _stated(claim, target, claim.claimed))


def _without_a_factor(claim: Claim, here: Answer, claimed: ClaimedFigure) -> DroppedFactor | None:
    """The factor that the claim names and without which it holds. Raises DataError for a value that
    does not drop it.
    """
    for names, dropped in droppings(claim.suspected):
        without = answer_to(claim, **dropped)
        fault = wrong_size(names, dropped, here, without)
        if fault is not None:
            raise DataError(FILE, f"claim.{claim.id}.suspected", *fault)
        if without.number and claimed.admits(without.number, WITHOUT_FACTOR):
            size = (here.number or 0.0) / without.number
            return DroppedFactor(size, names, without, dropped)
    return None


def _stated(claim: Claim, target: Var, text: str) -> float:
    """The claimed value in base units, which may be outside the variable's range. Raises DataError
    for a wrong unit.
    """
    quantity = parse_quantity(text)
    unit = quantity.unit
    if unit is None and not target.unit.dimension:
        return quantity.number * target.unit.factor
    if unit is None or unit.dimension != target.unit.dimension:
        problem = f"“{text}” is not measured in {target.unit.text}, as {target.name} is"
        raise DataError(FILE, f"claim.{claim.id}.claimed", problem, "Write it in that unit.")
    return quantity.value


def _nearest(answer: Answer, stated: float) -> float:
    """The value found nearest to the claimed one, of several or of an interval."""
    if answer.interval is not None:
        return min(max(stated, answer.interval[0]), answer.interval[1])
    return min(
        (outcome.value for outcome in answer.outcomes), key=lambda value: abs(value - stated)
    )


def _why_not(answer: Answer) -> str:
    """The reason for an answer without a feasible value."""
    if answer.conflict is not None and not answer.conflict.left:
        return f"{enumeration(answer.conflict.names)} disagree"
    if answer.conflict is not None:
        return (
            f"{answer.conflict.left}, but {answer.conflict.right}: a factor"
            f" {format_number(answer.conflict.apart, 3)}"
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


def _try_status(claim: Claim) -> TrialOutcome:
    """Whether the answer has the claimed status."""
    answer = answer_to(claim)
    holds = answer.status == claim.claimed
    verdict = ClaimVerdict.HOLDS if holds else _STATUS.get(answer.status, ClaimVerdict.WRONG)
    explained = answer.status in _STATUS or answer.status == Status.INFEASIBLE
    why = _why_not(answer) if explained else answer.regime or f"the answer is {answer.status}"
    found = f"{answer.status}: {answer.text}"
    return TrialOutcome(verdict, found, why, _names(answer), AnswerFinding(answer))


_RISES, _FALLS, _STAYS = "rises", "falls", "stays"
_STEP = 1e-3


def _try_direction(claim: Claim) -> TrialOutcome:
    """Whether `ask` rises, falls or stays as `by` grows by a thousandth."""
    here = answer_to(claim)
    moved = answer_to(claim, **{claim.by: _grown(claim, here)})
    if here.number is None or moved.number is None:
        return _without_value(_STATUS.get(here.status, ClaimVerdict.WRONG), here)
    change = moved.number / here.number - 1 if here.number else moved.number
    way = _STAYS if abs(change) < 1e-9 else (_RISES if change > 0 else _FALLS)
    elasticity = round(change / _STEP, 2)
    verdict = ClaimVerdict.DIRECTION if way == claim.claimed else ClaimVerdict.WRONG
    why = f"{claim.ask} {way} when {claim.by} grows (elasticity {format_number(elasticity, 2)})"
    finding = DirectionFinding(here.target, library_system().find(claim.by), way, elasticity)
    return TrialOutcome(verdict, way, why, _names(here), finding)


def _grown(claim: Claim, answer: Answer) -> str:
    var = library_system().find(claim.by)
    stated = claim.given.get(claim.by)
    known = (known for known in answer.known if known.var == var)
    start = read_value(var, stated) if stated else next(known)
    unit = "" if var.unit.text == "1" else var.unit.text
    return f"{(1 + _STEP) * start.number:.12g} {unit}".strip()


def _try_formula(claim: Claim) -> TrialOutcome:
    """Whether the engine's closed form is the claimed one."""
    try:
        forms = formula(claim.ask, claim.known, variants=claim.variants or None)
    except DeclarationError as error:
        return TrialOutcome(ClaimVerdict.WRONG, "no formula", str(error))
    found = [plain(form.expression) for form in forms]
    verdict = ClaimVerdict.HOLDS if found == [claim.claimed] else ClaimVerdict.WRONG
    formula_text = f"{claim.ask} = {' or '.join(found)}"
    why = f"from {', '.join(claim.known)}, every line verified"
    known = tuple(map(library_system().find, claim.known))
    return TrialOutcome(verdict, formula_text, why, finding=FormulaFinding(known, tuple(forms)))


def _try_equation(claim: Claim) -> TrialOutcome:
    from derive.claims.equation import try_equation

    return try_equation(claim)


def _note(claim: Claim) -> TrialOutcome:
    return TrialOutcome(ClaimVerdict.NOT_CHECKABLE, "", claim.note)


_TRIALS = {
    ClaimKind.VALUE: _try_value,
    ClaimKind.STATUS: _try_status,
    ClaimKind.DIRECTION: _try_direction,
    ClaimKind.EQUATION: _try_equation,
    ClaimKind.FORMULA: _try_formula,
    ClaimKind.NOTE: _note,
}
