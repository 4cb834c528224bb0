"""Layout of a conflict of givens with its two routes, and of the nearest reachable value."""

from __future__ import annotations

import math
from dataclasses import replace

from derive.display import enumeration
from derive.equations.plain import plain
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equals,
    Inline,
    Paragraph,
    Strong,
    Text,
    Words,
)
from derive.rendering.document.references import citation
from derive.rendering.document.wording import coded, listed, listed_names
from derive.rendering.layouts.derivation import step_equation
from derive.rendering.layouts.pulls import pull_words
from derive.results.answer import Answer
from derive.results.conflict import Conflict, DerivedValue, Route
from derive.results.known import Known
from derive.units.display import format_number

_SIGNS = {"at least": "≥", "at most": "≤"}


def conflict_blocks(answer: Answer) -> list[DocumentBlock]:
    """The givens that disagree, the factor, and the two routes."""
    conflict = answer.conflict
    if conflict is None:
        return []
    unless = f", unless {conflict.unless}." if conflict.unless else "."
    names, held = listed_names(conflict.names), conflict.predicate
    cannot = Text(f" {held}: ")
    if conflict.var is not None and not conflict.routes:
        told = f" {held}: {conflict.left}, and {conflict.right}{unless}"
        return [Paragraph((*names, *coded(told, (conflict.var.name, *conflict.names))))]
    if conflict.var is None and not conflict.left:
        if not conflict.relation:
            return [Paragraph((*names, Text(cannot.text.rstrip(": ") + unless)))]
        return [Paragraph((*names, cannot, *_unmet(conflict), Text(unless)))]
    if conflict.var is None:
        sides = (
            f" has {conflict.left} on its left and {conflict.right} on its right,"
            f" {conflict.difference(4)} apart"
        )
        return [Paragraph((*names, cannot, Code(conflict.relation), Text(sides + unless)))]
    share = format_number(100 * conflict.tolerance, 2)
    allowed = f"what the digits written and the tolerance allow is {share} %"
    apart = (
        f"end {conflict.difference(4)} apart; {allowed}"
        if math.isfinite(conflict.apart)
        else "end apart, one of them at zero"
    )
    rest = {1: "", 2: "; without either the other agrees"}
    least = rest.get(len(conflict.names), "; without any one of them the others agree")
    least = least if conflict.smallest else ""
    words = f" {held}{least}. Two routes to {conflict.var.name} {apart}{unless}"
    blocks: list[DocumentBlock] = [Paragraph((*names, Text(words)))]
    for number, route in enumerate(conflict.routes, 1):
        blocks += _route(number, route, answer)
    if conflict.pulls:
        nearer = "Counted, this would bring the routes nearer to each other: "
        pulls = listed(map(pull_words, conflict.pulls), last="; ", between="; ")
        blocks.append(Paragraph((Text(nearer), *pulls, Text("."))))
    return blocks


def _unmet(conflict: Conflict) -> Words:
    """The relation for which no values are left, with its equation and those of its variables that
    cannot be zero, or the coupled ones that no values meet together, and what to do.
    """
    none = " is met by no values that remain for its variables"
    those = "one of these" if len(conflict.names) > 1 else "this given"
    mend = f"; leave out {those} or give it another value"
    relation = next((r for r in conflict.through if r.name == conflict.relation), None)
    if relation is None:
        return Code(conflict.relation), Text(none)
    if conflict.coupled:
        names = listed_names([r.name for r in conflict.through])
        return *names, Text(f" are met by no values together{mend}")
    others = (v for v in relation.variables if v.name not in conflict.names and not v.admits(0.0))
    limits = enumeration([f"{v.name} is {v.within.words}" for v in others if v.within.words])
    equation = f"{plain(relation.left)} = {plain(relation.right)}"
    why = f"){none}{limits and f': {limits}'}{mend}"
    return Code(conflict.relation), Text(" ("), Code(equation), Text(why)


def _route(number: int, route: Route, answer: Answer) -> list[DocumentBlock]:
    """The start of a route, with the sources of its values, and its lines, unless the answer has
    them already.
    """
    conflict = answer.conflict
    assert conflict is not None and conflict.var is not None
    end = Equals(conflict.var, route.value, _SIGNS.get(route.kind or "", "="))
    label = Strong(f"Route {number}.")
    start = listed(map(_sourced, route.known)) or (Text("the relations alone"),)
    if route.kind is not None:
        return _bounding(label, start, end, route)
    if route.answer is None:
        return [Paragraph((label, Text(" Stated: "), *start, Text(".")))]
    at_target = conflict.var == answer.target and answer.number == route.value
    above = at_target and bool(answer.derivation.steps)
    lines = [
        replace(step_equation(step, k), number=None)
        for k, step in enumerate(() if above else route.answer.derivation, 1)
    ]
    stop = ", as in the derivation." if above else ":" if lines else _by_relation(route.answer)
    return [Paragraph((label, Text(" From "), *start, Text(" to "), end, Text(stop))), *lines]


def _bounding(label: Inline, start: Words, end: Equals, route: Route) -> list[DocumentBlock]:
    """A route to a bound: the value it starts at with its lines, and the relations after it."""
    by = f", by {enumeration(route.relations)}" if route.relations else ""
    answer = route.answer
    if answer is None or answer.number is None or not answer.relations:
        return [Paragraph((label, Text(" From "), *start, Text(" to "), end, Text(f"{by}.")))]
    reached = Equals(answer.target, answer.number)
    lines = [replace(step_equation(s, k), number=None) for k, s in enumerate(answer.derivation, 1)]
    return [
        Paragraph((label, Text(" From "), *start, Text(" to "), reached, Text(":"))),
        *lines,
        Paragraph((Text("Hence "), end, Text(f"{by}."))),
    ]


def _sourced(known: Known) -> Words:
    if known.uncertain is not None:
        return Code(known.var.name), Text(f" of {known.written}"), *citation(known)
    return (Equals(known.var, known.value), *citation(known))


def _by_relation(answer: DerivedValue) -> str:
    return f", by {answer.relations[-1].name}." if answer.relations else "."


def bound_blocks(answer: Answer) -> list[DocumentBlock]:
    """The nearest reachable value of a given that cannot be met."""
    bound = answer.bound
    if bound is None:
        return []
    words: list[Inline] = [
        Text("What the rest allows for "),
        Code(bound.var.name),
        Text(" is "),
        Equals(bound.var, bound.value, _SIGNS.get(bound.kind, "=")),
    ]
    if bound.above is not None:
        words += [Text(" or "), Equals(bound.var, bound.above, _SIGNS["at least"])]
    if bound.where:
        words += [Text(", "), *coded(bound.where)]
    if bound.set_by:
        words += [Text("; it is set by "), *listed_names(bound.set_by)]
    return [Paragraph((*words, Text(".")))]
