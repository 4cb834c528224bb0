"""Sections on the result of an optimum: value, decisions, reasons, shadow prices."""

from __future__ import annotations

from derive.display import sentence
from derive.rendering.document.document import (
    Boxed,
    Code,
    DocumentBlock,
    Equals,
    Heading,
    Items,
    Paragraph,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.wording import listed, named
from derive.rendering.document.worked_line import SENSE_SIGNS
from derive.rendering.layouts.bottleneck import bottleneck_line
from derive.rendering.layouts.opening import cautions
from derive.rendering.layouts.optimum_headline import optimum_headline
from derive.rendering.layouts.pulls import sense_note
from derive.results.answer import Answer
from derive.results.optimum import Binding, Optimum
from derive.units.display import format_number
from derive.units.unit import Unit


def in_symbols(text: str, answer: Answer | None) -> Words:
    """A text with the names of an answer's variables as their symbols."""
    return named(text, answer) if answer is not None else (Text(text),)


def optimum_result(
    optimum: Optimum, merged: Answer | None, unit: Unit | None = None
) -> list[DocumentBlock]:
    """The box of the optimum with what binds in it, cautions, sense, and what is equally good."""
    binding = bottleneck_line(merged) if merged is not None and optimum.value is not None else ()
    lines = (optimum_headline(optimum, unit), *binding)
    blocks: list[DocumentBlock] = [Boxed(tuple((Text(line),) for line in lines))]
    if optimum.value is None:
        return blocks
    if merged is not None:
        blocks += cautions(merged)
    note = sense_note(optimum.valued) if optimum.valued else []
    if not optimum.attained:
        return [*blocks, *note, *_sized_at(optimum), *_whole(optimum)]
    return [*blocks, *note, *_equally_good(optimum), *_whole(optimum)]


def _sized_at(optimum: Optimum) -> list[DocumentBlock]:
    """The point at which the pulls on a value that is only approached are sized."""
    if optimum.near is None or not optimum.near.pulls:
        return []
    at = {known.var: known.value for known in optimum.near.known}
    free = [decision.var for decision in optimum.decisions if decision.var in at]
    there = listed([(Equals(var, at[var]),) for var in free])
    return [Paragraph((Text("Sizes are those at "), *there, Text(", the best point looked at.")))]


def _equally_good(optimum: Optimum) -> list[DocumentBlock]:
    """The other optima: a flat interval or single points."""
    blocks: list[DocumentBlock] = []
    if any(decision.span is not None for decision in optimum.decisions):
        several = " with suitable values of the others" if len(optimum.decisions) > 1 else ""
        line = (
            f"The optimum is flat: all these values are equally good{several}. The derivation"
            " shows it at one of them."
        )
        blocks.append(Paragraph((Text(line),), "note"))
    for equal in optimum.equals:
        there = listed([(Equals(d.var, x),) for d, x in zip(optimum.decisions, equal, strict=True)])
        blocks.append(Paragraph((Text("Equally good: "), *there, Text("."))))
    return blocks


def _whole(optimum: Optimum) -> list[DocumentBlock]:
    """The optimum in whole numbers, where it differs."""
    if optimum.whole_value is None:
        if not (optimum.whole_how and optimum.attained):
            return []
        failure = (Strong("No whole number is feasible"), Text(f" ({optimum.whole_how})."))
        return [Paragraph(failure, "warning")]
    if not optimum.differs_whole:
        return []
    where = listed(
        (Equals(d.var, (d.whole or 0.0) * d.var.unit.factor),)
        for d in optimum.decisions
        if d.whole is not None and d.var != optimum.objective
    )
    at = (Text(" at "), *where) if where else ()
    sign = SENSE_SIGNS.get(optimum.value_sense, "=")
    best = Equals(optimum.objective, optimum.whole_value, sign)
    line = (Text("In whole numbers: "), best, *at, Text(f"; {optimum.whole_how}."))
    return [Paragraph(line)]


def optimum_reasons(optimum: Optimum, merged: Answer | None) -> list[DocumentBlock]:
    """The reasons for the optimum, and how it was checked."""
    if optimum.value is None:
        return []
    points = [in_symbols(sentence(reason), merged) for reason in optimum.reasons]
    if optimum.numeric:
        points.append(
            (Strong("Found numerically"), Text(": no equality of the relations fixes it."))
        )
    if optimum.checked:
        points.append((Text(sentence(optimum.checked)),))
    return [Heading(1, "Why there"), Items(tuple(points))] if points else []


def limit_prices(optimum: Optimum) -> list[DocumentBlock]:
    """The shadow price of each binding limit."""
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
    """The effect of one per cent more of a limit: "1 % more lowers cost_per_token by 0.8 %"."""
    if binding.elasticity is None:
        return "another equality holds here too" if binding.price is None else ""
    moves = "raises" if binding.elasticity > 0 else "lowers"
    share = format_number(abs(binding.elasticity), 3)
    return f"1 % more {moves} {optimum.objective.name} by {share} %"


def excluding_limits(optimum: Optimum) -> list[DocumentBlock]:
    """The limits that cannot be met together."""
    if not optimum.reaches:
        return []
    alone = len(optimum.reaches) == 1
    several = (
        "These limits exclude each other; each is told with the best that the others leave it:"
    )
    start = "This limit cannot be met anywhere in the ranges:" if alone else several
    items = tuple((Code(reach.name), Text(f": {reach.text}.")) for reach in optimum.reaches)
    return [Heading(1, "What is in conflict"), Paragraph((Text(start),)), Items(items)]
