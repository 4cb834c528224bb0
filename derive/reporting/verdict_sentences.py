"""Sentences on trials of claims: what the engine finds, and how it stands to what is claimed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import singledispatch

from derive.claims import Trial
from derive.claims.findings import (
    AnswerFinding,
    DimensionFinding,
    DirectionFinding,
    DroppedFactor,
    FormulaFinding,
    RelationsFinding,
    ValueFinding,
)
from derive.claims.verdicts import ClaimVerdict
from derive.display import sentence
from derive.equations.var import Var
from derive.library.content import vocabulary
from derive.rendering.document.document import Equals, Math, Text, Words
from derive.rendering.document.unit_words import quantity_words
from derive.rendering.document.wording import listed, merged
from derive.reporting.names_in_words import listed_as_words, with_names
from derive.results.answer import Answer
from derive.results.bound import Bound
from derive.results.conflict import Conflict, Route
from derive.results.status import Status
from derive.units.display import format_number


def found_words(trial: Trial) -> Words:
    """The finding alone: a value with its unit in words, a formula, or a text."""
    match trial.finding:
        case ValueFinding(answer):
            return _value(answer)
        case FormulaFinding(forms=forms):
            return listed(((Math(form.equation),) for form in forms), last=" or ")
    return with_names(trial.found)


def verdict_sentence(trial: Trial) -> Words:
    """The finding of the engine, as sentences."""
    if trial.finding is None:
        return with_names(sentence(trial.why))
    return merged(_sentence(trial.finding, trial))


@singledispatch
def _sentence(finding: object, trial: Trial) -> Words:
    """The sentences on a finding."""
    raise NotImplementedError(f"no sentence for {type(finding).__name__}")


# --- values ---


@_sentence.register
def _(finding: ValueFinding, trial: Trial) -> Words:
    finds = (Text("The engine finds "), *_value(finding.answer))
    if finding.dropped is not None:
        told = _left_out(finding.dropped)
    elif trial.verdict == ClaimVerdict.ROUNDED:
        told = (Text(f"; the claim is {finding.relation}."),)
    else:
        told = (Text(f", {finding.relation}."),)
    failing = finding.answer.status == Status.INFEASIBLE
    return (*finds, *told, *((Text(" "), *_no_value(finding.answer)) if failing else ()))


def _value(answer: Answer) -> Words:
    """A single value with its unit in words; several, or an interval, as text."""
    if answer.number is None:
        return (Text(answer.text),)
    return quantity_words(answer.number, answer.target.unit)


def _left_out(dropped: DroppedFactor) -> Words:
    """The factor that a claim leaves out, and the answer without it."""
    size, names = format_number(dropped.size, 2), " and ".join(dropped.names)
    changed = (known for known in dropped.without.known if known.var.name in dropped.values)
    return (
        Text(f"; the claim leaves out a factor {size} ({names}). Without it the engine finds "),
        *_value(dropped.without),
        Text(" with "),
        *listed((Equals(known.var, known.value),) for known in changed),
        Text("."),
    )


# --- answers without a value ---


@_sentence.register
def _(finding: AnswerFinding, trial: Trial) -> Words:
    answer = finding.answer
    if answer.status == Status.SOLVED:
        return (Text("The question has an answer: "), *_value(answer), Text("."))
    return _no_value(answer)


_OPENINGS = {
    Status.CONTRADICTION: "The figures contradict each other: ",
    Status.UNDERDETERMINED: "The figures leave it open: ",
    Status.INFEASIBLE: "A constraint is not met: ",
}


def _no_value(answer: Answer) -> Words:
    """The reason for an answer without a feasible value."""
    opening = _OPENINGS.get(answer.status)
    reason = _reason(answer)
    if opening is None:
        return *_capital(reason), Text(".")
    return Text(opening), *reason, Text(".")


def _reason(answer: Answer) -> Words:
    if answer.conflict is not None:
        return _conflict(answer.conflict, answer)
    if answer.bound is not None:
        return _bound(answer.bound)
    if answer.status == Status.INFEASIBLE:
        failing = (check for check in answer.constraints if not check.satisfied)
        return listed(
            ((Math(check.inequality), Text(f", since {check.by}")) for check in failing),
            last="; ",
            between="; ",
        )
    if answer.status == Status.UNREACHABLE:
        return Text("no regime gives such a value of "), *_introduced(answer.target)
    return _missing(answer)


def _bound(bound: Bound) -> Words:
    """The nearest reachable value of a given."""
    return *_introduced(bound.var), Text(f" is {bound.kind} {bound.text}")


def _missing(answer: Answer) -> Words:
    if not answer.missing:
        return (Text("more is missing than is stated"),)
    names = tuple(answer.missing[0])
    return *_symbols(names), Text(f" {'are' if len(names) > 1 else 'is'} missing")


def _conflict(conflict: Conflict, answer: Answer) -> Words:
    """Both routes to a value, or the givens that disagree."""
    if conflict.var is None or not conflict.routes:
        names = tuple(conflict.names)
        return *_symbols(names), Text(f" {conflict.predicate}")
    first, second = conflict.routes
    unit = conflict.var.unit
    if first.answer is None:
        start = (*_introduced(conflict.var), Text(" is given as "))
    else:
        start = (*_makers(first), *_introduced(conflict.var), Text(" "))
    apart = "apart, one of them at zero"
    if math.isfinite(conflict.apart):
        apart = f"{conflict.difference()} apart"
    return (
        *start,
        *quantity_words(first.value, unit),
        Text(", but "),
        *_makers(second),
        Text(f"it {second.kind} " if second.kind else "it "),
        *quantity_words(second.value, unit),
        Text(f", {apart}"),
    )


def _makers(route: Route) -> Words:
    """The known variables of a route, which make something have its value."""
    several = len(route.known) != 1
    names = listed((Math(known.var),) for known in route.known) or (Text("the relations alone"),)
    return *names, Text(" make " if several else " makes ")


# --- directions, equations, formulas ---


@_sentence.register
def _(finding: DirectionFinding, trial: Trial) -> Words:
    asked, by = _introduced(finding.asked), _introduced(finding.by)
    if not finding.elasticity and finding.way == "stays":
        return *asked, Text(" does not change with "), *by, Text(".")
    elasticity = format_number(finding.elasticity, 2).replace("-", "−")
    return *asked, Text(f" {finding.way} as "), *by, Text(f" grows, with elasticity {elasticity}.")


@_sentence.register
def _(finding: DimensionFinding, trial: Trial) -> Words:
    if finding.found == finding.expected:
        return (Text(f"The dimensions agree: both sides are {finding.found}."),)
    found = "as a pure number" if finding.found == "1" else f"in {finding.found}"
    expected = "a pure number" if finding.expected == "1" else finding.expected
    return (Text(f"It comes out {found}, where {expected} is due. "), *_mend(finding.mend))


def _mend(mend: str) -> Words:
    """A mend of dimensions, with every variable in it as its symbol, also those of plain names."""
    known = vocabulary().named
    pieces = re.split(r"(\b[a-z]\w*\b)(?= \[| or )", mend)
    return tuple(Math(known[piece]) if piece in known else Text(piece) for piece in pieces)


@_sentence.register
def _(finding: RelationsFinding, trial: Trial) -> Words:
    names = listed_as_words(finding.relations)
    if finding.ratio is None:
        return (
            Text("Something else follows from "),
            *names,
            Text(", and no constant factor makes up for it."),
        )
    if trial.verdict == ClaimVerdict.HOLDS:
        return Text("It follows from "), *names, Text(".")
    return Text("From "), *names, Text(f" the factor {format_number(finding.ratio, 4)} follows.")


@_sentence.register
def _(finding: FormulaFinding, trial: Trial) -> Words:
    known = listed((Math(var),) for var in finding.known)
    return Text("Solved from "), *known, Text(": "), *found_words(trial), Text(".")


# --- names ---


def _introduced(var: Var) -> Words:
    """A symbol with its meaning."""
    return Math(var), Text(f" ({var.meaning or var.name})")


def _symbols(names: Iterable[str]) -> Words:
    """The symbols of named variables; other names as they are."""
    known = vocabulary().named
    return listed((Math(known[name]) if name in known else Text(name),) for name in names)


def _capital(words: Words) -> Words:
    """The words with a capital first letter, where they begin with a text."""
    first, *rest = words
    if not isinstance(first, Text):
        return words
    return Text(f"{first.text[:1].upper()}{first.text[1:]}"), *rest
