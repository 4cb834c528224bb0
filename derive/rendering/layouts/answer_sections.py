"""What surrounds a value: regime, checks, neglected terms, what is missing or in conflict,
warnings.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby

from derive.rendering.document.document import (
    Amount,
    Cite,
    Code,
    DocumentBlock,
    Emphasis,
    Equals,
    Equation,
    Heading,
    Inline,
    Items,
    Math,
    Paragraph,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.wording import listed, named
from derive.rendering.layouts.derivation import step_equation
from derive.rendering.layouts.uncertainty import how_sure
from derive.results.answer import Answer
from derive.results.conflict import Route
from derive.results.derivation import Derivation
from derive.results.solution import ConstraintCheck, NeglectedTerm
from derive.units.display import format_number

_SIGNS = {"at least": "≥", "at most": "≤"}
_HOW = {
    "stated": "as the library states it, its dimensions checked",
    "exact": "exactly, at a rational point of the solution",
    "60 digits": "to 60 digits, since its powers are irrational",
    "numeric": "numerically, at the question's own values",
    "": "not verified",
}


def cautions(answer: Answer) -> list[DocumentBlock]:
    """What is to be read before the result: assumptions that do not hold, with how far they are
    from it.
    """
    return [
        Paragraph((Strong("Mind:"), Text(" "), *named(caution, answer), Text(".")), "warning")
        for caution in answer.cautions
    ]


def findings(answer: Answer, first: int = 1) -> list[DocumentBlock]:
    """Every section after the result that has something to say; the derivation's lines count from
    `first`.
    """
    sections = (
        ("Regime", _regime(answer)),
        ("How sure", how_sure(answer)),
        ("What is missing", _missing(answer)),
        ("What is in conflict", _conflict(answer)),
        ("What can be reached", _bound(answer)),
        ("Checks", _checks(answer, first)),
        ("What is neglected", _neglected(answer)),
        ("Not verified", _unverified(answer)),
        ("Given but not needed", _unused(answer)),
        (
            "Warnings",
            (
                [Items(tuple(named(line, answer) for line in answer.warnings))]
                if answer.warnings
                else []
            ),
        ),
    )
    return [block for title, blocks in sections if blocks for block in (Heading(1, title), *blocks)]


def _regime(answer: Answer) -> list[DocumentBlock]:
    """The regime, unless it stands beside a value already."""
    if not answer.regime or any(outcome.regime == answer.regime for outcome in answer.outcomes):
        return []
    return [Paragraph((Text("The regime that holds: "), *named(answer.regime, answer), Text(".")))]


def _unverified(answer: Answer) -> list[DocumentBlock]:
    """The looked-up values that nobody has held against their source."""
    found: list[Words] = [
        (Code(known.var.name), Text(f" ({known.entry})" if known.entry else ""))
        for known in answer.known
        if not known.verified
    ]
    return [Paragraph((*listed(found), Text(".")))] if found else []


def _unused(answer: Answer) -> list[DocumentBlock]:
    return [Paragraph((*_names(answer.unused), Text(".")))] if answer.unused else []


def _missing(answer: Answer) -> list[DocumentBlock]:
    blocks: list[DocumentBlock] = []
    if answer.missing:
        blocks.append(Paragraph((Text("Any one of these would settle it:"),)))
        blocks.append(Items(tuple(_names(names) for names in answer.missing)))
        if answer.missing_cut_off:
            blocks.append(Paragraph((Text("There are more; the list is cut off."),), "note"))
    if answer.fixed is not None:
        amount = Amount(answer.fixed.value, answer.fixed.unit)
        blocks.append(
            Equation(
                answer.fixed.expression, reason=(Text("What the givens do fix:"),), amount=amount
            )
        )
    return blocks


def _names(names: tuple[str, ...]) -> Words:
    words: list[Inline] = []
    for index, name in enumerate(names):
        if index:
            words.append(Text(" and " if index == len(names) - 1 else ", "))
        words.append(Code(name) if name.isidentifier() else Text(name))
    return tuple(words)


def _conflict(answer: Answer) -> list[DocumentBlock]:
    conflict = answer.conflict
    if conflict is None:
        return []
    unless = f", unless {conflict.unless}." if conflict.unless else "."
    if conflict.var is None or not conflict.routes:
        sides = (
            f" has {conflict.left} on its left and {conflict.right} on its right, a factor of"
            f" {conflict.factor:.4g} apart"
        )
        cannot = " cannot all hold: " if len(conflict.names) > 1 else " cannot hold: "
        return [
            Paragraph(
                (
                    *_names(conflict.names),
                    Text(cannot),
                    Code(conflict.relation),
                    Text(sides + unless),
                )
            )
        ]
    allowed = (
        f"what the digits written and rtol allow is {format_number(100 * conflict.tolerance, 2)} %"
    )
    apart = (
        f"end a factor of {format_number(conflict.factor, 4)} apart; {allowed}"
        if math.isfinite(conflict.factor)
        else "end apart, one of them at zero"
    )
    words = (
        " cannot all hold; without any one of them the others agree. Two routes to"
        f" {conflict.var.name} {apart}{unless}"
    )
    blocks: list[DocumentBlock] = [Paragraph((*_names(conflict.names), Text(words)))]
    for number, route in enumerate(conflict.routes, 1):
        blocks += _route(number, route, answer)
    return blocks


def _route(number: int, route: Route, answer: Answer) -> list[DocumentBlock]:
    """Where a route starts, with the sources of its values, and its lines; those of the answer
    itself are not said again.
    """
    conflict = answer.conflict
    assert conflict is not None and conflict.var is not None
    end = Equals(conflict.var, route.value)
    started = listed(
        [
            (
                Equals(known.var, known.value),
                *((Text(" "), Cite(known.source)) if known.source else ()),
            )
            for known in route.known
        ]
    )
    if route.answer is None:
        return [Paragraph((Strong(f"Route {number}."), Text(" Stated: "), *started, Text(".")))]
    above = (
        conflict.var == answer.target
        and bool(answer.derivation.steps)
        and answer.number == route.value
    )
    lines = (
        []
        if above
        else [
            replace(step_equation(step, k), number=None)
            for k, step in enumerate(route.answer.derivation, 1)
        ]
    )
    stop = (
        ", as derived above."
        if above
        else (
            ":"
            if lines
            else f", by {route.answer.relations[-1].name}."
            if route.answer.relations
            else "."
        )
    )
    return [
        Paragraph(
            (Strong(f"Route {number}."), Text(" From "), *started, Text(" to "), end, Text(stop))
        ),
        *lines,
    ]


def _bound(answer: Answer) -> list[DocumentBlock]:
    bound = answer.bound
    if bound is None:
        return []
    words: list[Inline] = [
        Text("What the rest allows is "),
        Equals(bound.var, bound.value, _SIGNS.get(bound.kind, "=")),
    ]
    if bound.above is not None:
        words += [Text(" or "), Equals(bound.var, bound.above, _SIGNS["at least"])]
    if bound.where:
        words += [Text(", "), *named(bound.where, answer)]
    if bound.set_by:
        words += [Text("; it is set by "), *_names(bound.set_by)]
    return [Paragraph((*words, Text(".")))]


def _checks(answer: Answer, first: int) -> list[DocumentBlock]:
    points: list[Words] = []
    if answer.derivation.steps:
        points.append((Text(verification(answer.derivation, first)),))
    points += [_judged(judged) for judged in answer.constraints]
    if answer.not_judged:
        points.append(
            (
                Text("Not judged, since not every variable in it is known: "),
                *_names(answer.not_judged),
                Text("."),
            )
        )
    if answer.compared:
        points.append((*named(answer.compared, answer), Text(".")))
    return [Items(tuple(points))] if points else []


def _judged(judged: ConstraintCheck) -> Words:
    verdict: Words = (Text("✓ "),) if judged.satisfied else (Strong("✗ fails"), Text(": "))
    detail = f" ({judged.by})" if judged.by else ""
    return (*verdict, Code(judged.name), Text(", "), Math(judged.inequality), Text(detail))


def verification(derivation: Derivation, first: int = 1) -> str:
    """How each line was verified, as a sentence."""
    lines = sorted(
        (list(_HOW).index(step.verdict) if step.verdict in _HOW else 0, number, step.verdict)
        for number, step in enumerate(derivation, first)
    )
    parts = []
    for verdict, group in groupby(lines, key=lambda line: line[2]):
        numbers = [number for _, number, _ in group]
        parts.append(f"{_lines(numbers)} {_HOW.get(verdict, verdict)}")
    start = "Every line is verified" if derivation.verified else "Lines"
    return f"{start}: {'; '.join(parts)}."


def _lines(numbers: list[int]) -> str:
    """The numbers in words, neighbours as a range: lines 1, 3 to 6 and 8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [
        text
        for run in runs
        for text in (
            [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]
        )
    ]
    head = "line" if len(numbers) == 1 else "lines"
    return (
        f"{head} {texts[0]}"
        if len(texts) == 1
        else f"{head} {', '.join(texts[:-1])} and {texts[-1]}"
    )


def _neglected(answer: Answer) -> list[DocumentBlock]:
    if not answer.neglected:
        return []
    rows = tuple(
        ((Code(term.relation),), (Text(term.term),), _size(term, answer))
        for term in answer.neglected
    )
    return [Table(("Relation", "Left out", "Size beside what is kept"), rows, "lll")]


def _size(term: NeglectedTerm, answer: Answer) -> Words:
    """Its share in numbers, else the ratio as it stands, since its variables are not all known."""
    if term.size is not None:
        stands = ", the answer is the same with it" if term.spared else ""
        return (Text((term.size_text or f"{100 * term.size:.3g} %") + stands),)
    ratios = [
        n.size
        for relation in answer.relations
        if relation.name == term.relation
        for n in relation.neglects
        if n.what == term.term
    ]
    return (
        (Math(ratios[0]), Text(", not known"))
        if ratios
        else (Emphasis(term.size_text or "not known"),)
    )
