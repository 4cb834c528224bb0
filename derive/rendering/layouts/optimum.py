"""The layout of an optimum: question, knowns, where it is and why there, what it is worth to move a
limit, what is left open.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from derive.equations.expression import Eq
from derive.equations.relation import Relation
from derive.rendering.document.document import (
    Boxed,
    Code,
    Document,
    DocumentBlock,
    Equals,
    Equation,
    Heading,
    Inline,
    Items,
    Math,
    Paragraph,
    Reference,
    Strong,
    Table,
    Text,
    Words,
    cited,
)
from derive.rendering.document.wording import listed, named, sentence
from derive.rendering.layouts.answer import knowns, relations_used, symbols
from derive.rendering.layouts.answer_sections import findings
from derive.rendering.layouts.derivation import step_equation
from derive.results.answer import Answer
from derive.results.derivation import Derivation, Step, StepRule, WrittenPath
from derive.results.known import Known
from derive.results.optimum import Binding, Decision, Optimum, OptimumSense
from derive.results.status import Status
from derive.units.display import format_number, format_value


def optimum_document(
    optimum: Optimum, *, title: str = "", sources: Mapping[str, Reference] | None = None
) -> Document:
    """Everything an optimum holds, in the order in which people read it."""
    told = _told(optimum)
    blocks: list[DocumentBlock] = [Heading(1, "Question"), Paragraph(_question(optimum, told))]
    if told is not None:
        blocks += [
            *knowns(told),
            *relations_used(told),
            *symbols(told),
            *_derivation(optimum, told),
        ]
    blocks += [
        Heading(1, "Result"),
        *_result(optimum, told),
        *_why(optimum, told),
        *_prices(optimum),
        *_exclusion(optimum),
    ]
    if told is not None:
        blocks += findings(told)
    elif optimum.warnings:
        blocks += [Heading(1, "Warnings"), Items(tuple((Text(line),) for line in optimum.warnings))]
    best = "Largest" if optimum.sense == OptimumSense.MOST else "Least"
    return cited(
        Document(
            title or f"{best} {optimum.objective.meaning or optimum.objective.name}", tuple(blocks)
        ),
        dict(sources or {}),
    )


def _told(optimum: Optimum) -> Answer | None:
    """The objective's answer with the lines that lead to the decisions before its own, and the
    decisions no longer among the givens.
    """
    answers = [*optimum.routes, *([optimum.answer] if optimum.answer is not None else [])]
    if not answers:
        return None
    free = {decision.var for decision in optimum.decisions}
    known: dict[object, Known] = {
        k.var: k for answer in answers for k in answer.known if k.var not in free
    }
    relations: dict[str, Relation] = {r.name: r for answer in answers for r in answer.relations}
    steps = tuple(step for part in _parts(optimum) for step in part)
    ordered = tuple(sorted(known.values(), key=lambda k: (k.var.rank, k.var.name)))
    last = answers[-1]
    derivation = Derivation(optimum.objective, steps, last.derivation.alternatives)
    warnings = (
        *optimum.warnings,
        *(
            w
            for w in last.warnings
            if w not in optimum.warnings and not w.endswith("it counts things")
        ),
    )
    return replace(
        last,
        known=ordered,
        relations=tuple(relations.values()),
        warnings=warnings,
        unused=(),
        solution=replace(last.solution, path=WrittenPath(derivation)),
    )


def _parts(optimum: Optimum) -> list[tuple[Step, ...]]:
    """The lines of each answer in turn, a relation stated once."""
    stated: set[str] = set()
    parts: list[tuple[Step, ...]] = []
    for answer in (*optimum.routes, *([optimum.answer] if optimum.answer is not None else [])):
        kept = [
            step
            for step in answer.derivation
            if not (step.rule == StepRule.RELATION and step.relation in stated)
        ]
        stated |= {step.relation for step in kept if step.rule == StepRule.RELATION}
        parts.append(tuple(kept))
    return parts


def _question(optimum: Optimum, told: Answer | None) -> Words:
    best = "largest" if optimum.sense == OptimumSense.MOST else "least"
    words: list[Inline] = [Text(f"Find the {best} "), Math(optimum.objective)]
    words += [
        Text(f", {optimum.objective.meaning}, over " if optimum.objective.meaning else " over ")
    ]
    words += listed([_free(decision) for decision in optimum.decisions])
    if optimum.demands:
        words += [
            Text(", subject to "),
            *listed([_named(text, optimum, told) for text in optimum.demands]),
        ]
    return (*words, Text("."))


def _named(text: str, optimum: Optimum, told: Answer | None) -> Words:
    return named(text, told) if told is not None else (Text(text),)


def _free(decision: Decision) -> Words:
    unit = decision.var.unit
    low, high = decision.low, decision.high
    if math.isinf(high):
        within = (
            f" above {format_value(low, unit)}"
            if low == 0
            else f" from {format_value(low, unit)} on"
        )
        return (Math(decision.var), Text("" if math.isinf(low) else within))
    return (
        Math(decision.var),
        Text(f" from {format_value(low, unit)} to {format_value(high, unit)}"),
    )


def _derivation(optimum: Optimum, told: Answer) -> list[DocumentBlock]:
    """The numbered lines, those to each decision under their own heading."""
    blocks: list[DocumentBlock] = []
    number = 1
    targets = [
        *(answer.target for answer in optimum.routes),
        *([optimum.answer.target] if optimum.answer is not None else []),
    ]
    for k, (target, steps) in enumerate(zip(targets, _parts(optimum), strict=True)):
        if not steps:
            continue
        there = k == len(optimum.routes)
        where = "at the optimum" if there else "at which it is best"
        meaning = sentence(target.meaning or target.name, stop=False)
        blocks.append(Heading(1, f"{meaning} {where}"))
        if not there and optimum.formula is not None and k == 0:
            what = Text(
                "What is to be made best, in closed form in this regime, with the limits that bind"
                " put in:"
            )
            blocks.append(Equation(Eq(optimum.objective, optimum.formula), reason=(what,)))
        for step in steps:
            blocks.append(step_equation(step, number))
            number += 1
    return blocks


# --- the result -----------------------------------------------------------------------------------

_NO_VALUE = {
    "infeasible": "has no optimum: nothing meets all limits",
    "underdetermined": "is not determined by what is given",
    "contradiction": "cannot be optimised, since the givens contradict each other",
    "unreachable": "has no value anywhere in the ranges",
}


def _result(optimum: Optimum, told: Answer | None) -> list[DocumentBlock]:
    if optimum.status == Status.UNBOUNDED:
        return [
            Boxed(
                (
                    (
                        Math(optimum.objective),
                        Text(" has no optimum: "),
                        *_named(optimum.approach, optimum, told),
                        Text("."),
                    ),
                )
            )
        ]
    if optimum.value is None:
        return [
            Boxed(
                (
                    (
                        Math(optimum.objective),
                        Text(f" {_NO_VALUE.get(optimum.status, 'is not found')}."),
                    ),
                )
            )
        ]
    if not optimum.attained:
        return [
            Boxed(
                (
                    (
                        Equals(optimum.objective, optimum.value),
                        Text(", "),
                        *_named(optimum.approach, optimum, told),
                    ),
                )
            ),
            *_whole(optimum),
        ]
    blocks: list[DocumentBlock] = [
        Boxed(
            (
                (Equals(optimum.objective, optimum.value),),
                *(_decided(d) for d in optimum.decisions if d.var != optimum.objective),
            )
        )
    ]
    spans = [decision for decision in optimum.decisions if decision.span is not None]
    if spans:
        several = " with suitable values of the others" if len(optimum.decisions) > 1 else ""
        blocks.append(
            Paragraph(
                (
                    Text(
                        f"The optimum is flat: all these values are equally good{several}. The"
                        " lines above show it at one of them."
                    ),
                ),
                "note",
            )
        )
    for equal in optimum.equals:
        there = listed([(Equals(d.var, x),) for d, x in zip(optimum.decisions, equal, strict=True)])
        blocks.append(Paragraph((Text("Equally good: "), *there, Text("."))))
    return [*blocks, *_whole(optimum)]


def _decided(decision: Decision) -> Words:
    if decision.span is not None:
        return (Math(decision.var), Text(f" {decision.text}"))
    return (Equals(decision.var, decision.at if decision.at is not None else math.nan),)


def _whole(optimum: Optimum) -> list[DocumentBlock]:
    """The best in whole numbers, where that is another point."""
    counted = [decision for decision in optimum.decisions if decision.whole is not None]
    if optimum.whole_value is None:
        fails = bool(optimum.whole_how) and optimum.attained
        return (
            [
                Paragraph(
                    (Strong("No whole number is feasible"), Text(f" ({optimum.whole_how}).")),
                    "warning",
                )
            ]
            if fails
            else []
        )
    if not optimum.differs_whole:
        return []
    where = listed(
        [
            (Equals(d.var, (d.whole or 0.0) * d.var.unit.factor),)
            for d in counted
            if d.var != optimum.objective
        ]
    )
    there = (Text(" at "), *where) if where else ()
    return [
        Paragraph(
            (
                Text("In whole numbers: "),
                Equals(optimum.objective, optimum.whole_value),
                *there,
                Text(f"; {optimum.whole_how}."),
            )
        )
    ]


def _why(optimum: Optimum, told: Answer | None) -> list[DocumentBlock]:
    """Where the optimum sits, and how sure that is."""
    if optimum.value is None:
        return []
    points = [_named(sentence(reason), optimum, told) for reason in optimum.reasons]
    if optimum.numeric:
        points.append(
            (Strong("Found numerically"), Text(": no equality of the relations fixes it."))
        )
    if optimum.checked:
        points.append((Text(sentence(optimum.checked)),))
    return [Heading(1, "Why there"), Items(tuple(points))] if points else []


def _prices(optimum: Optimum) -> list[DocumentBlock]:
    if not optimum.binding or optimum.value is None:
        return []
    rows = tuple(_price(binding, optimum) for binding in optimum.binding)
    return [
        Heading(1, "What the limits are worth"),
        Table(("Limit that binds", "Shadow price", "In words"), rows, "lll"),
    ]


def _price(binding: Binding, optimum: Optimum) -> tuple[Words, ...]:
    assert optimum.value is not None
    if binding.price is None:
        return (
            (Code(binding.name),),
            (Text("none of its own"),),
            (Text("another equality holds here too"),),
        )
    price = binding.price_text(optimum.objective, optimum.value).replace("-", "−", 1)
    return (Code(binding.name),), (Text(price),), (Text(elasticity_words(binding, optimum)),)


def elasticity_words(binding: Binding, optimum: Optimum) -> str:
    """What one per cent more of the limit does: "1 % more lowers cost_per_token by 0.8 %"."""
    if binding.elasticity is None:
        return "another equality holds here too" if binding.price is None else ""
    moves = "raises" if binding.elasticity > 0 else "lowers"
    return (
        f"1 % more {moves} {optimum.objective.name} by"
        f" {format_number(abs(binding.elasticity), 3)} %"
    )


def _exclusion(optimum: Optimum) -> list[DocumentBlock]:
    if not optimum.reaches:
        return []
    alone = len(optimum.reaches) == 1
    several = (
        "These limits exclude each other; each is told with the best that the others leave it:"
    )
    start = "This limit cannot be met anywhere in the ranges:" if alone else several
    items = tuple((Code(reach.name), Text(f": {reach.text}.")) for reach in optimum.reaches)
    return [Heading(1, "What is in conflict"), Paragraph((Text(start),)), Items(items)]
