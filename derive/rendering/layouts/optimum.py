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
    Document,
    DocumentBlock,
    Equation,
    Heading,
    Inline,
    Items,
    Math,
    Paragraph,
    Reference,
    Text,
    Words,
)
from derive.rendering.document.parts import cited
from derive.rendering.document.wording import listed, sentence
from derive.rendering.layouts.answer import knowns, relations_used, symbols
from derive.rendering.layouts.answer_sections import findings
from derive.rendering.layouts.derivation import step_equation
from derive.rendering.layouts.optimum_result import (
    excluding_limits,
    in_symbols,
    limit_prices,
    optimum_reasons,
    optimum_result,
)
from derive.results.answer import Answer
from derive.results.derivation import Derivation, Step, StepRule, WrittenPath
from derive.results.known import Known
from derive.results.optimum import Decision, Optimum, OptimumSense
from derive.units.display import format_value


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
        *optimum_result(optimum, told),
        *optimum_reasons(optimum, told),
        *limit_prices(optimum),
        *excluding_limits(optimum),
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
            *listed([in_symbols(text, told) for text in optimum.demands]),
        ]
    return (*words, Text("."))


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
