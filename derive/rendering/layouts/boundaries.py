"""The boundaries near a value: other regimes, and constraints that are just met."""

from __future__ import annotations

import sympy

from derive.rendering.document.document import (
    Amount,
    Code,
    DocumentBlock,
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
from derive.rendering.document.wording import listed
from derive.results.sensitivity import Boundary, BoundaryKind, Crossing, Point
from derive.units.display import format_number

NONE = "–"


def boundary_blocks(point: Point, at: str) -> list[DocumentBlock]:
    """The section on boundaries; `at` names the value in its heading."""
    if not point.boundaries:
        return []
    blocks: list[DocumentBlock] = [Heading(1, f"What lies near{at}")]
    start = (
        "How far each known value, moved alone, is from where another regime sets the answer or a"
        " constraint is just met; nearest first."
    )
    blocks.append(Paragraph((Text(start),), "note"))
    for boundary in point.boundaries:
        blocks += _boundary(boundary)
    return blocks


def _boundary(boundary: Boundary) -> list[DocumentBlock]:
    blocks: list[DocumentBlock] = [Paragraph(_state(boundary))]
    met = [crossing for crossing in boundary.crossings if crossing.value is not None]
    never = [
        (Code(crossing.known.var.name),)
        for crossing in boundary.crossings
        if crossing.value is None
    ]
    if met:
        blocks.append(
            Table(
                ("Known", "Value", "Boundary at", "Factor"),
                tuple(_crossing(crossing) for crossing in met),
                "lrrr",
            )
        )
    if never:
        blocks.append(
            Items(((Text("never by "), *listed(list(never), last=" or "), Text(" alone")),))
        )
    return blocks


def _state(boundary: Boundary) -> Words:
    """What holds now and with how much to spare."""
    if boundary.kind == BoundaryKind.REACH:
        return (Strong("A single value"), Text(" answers only up to these:"))
    words: list[Inline] = [
        Strong("Regime" if boundary.kind == BoundaryKind.REGIME else boundary.name),
        Text(" "),
    ]
    words.append(Math(sympy.Ge(boundary.larger, boundary.smaller, evaluate=False)))
    return (*words, Text(f": {headroom_text(boundary)}"))


def headroom_text(boundary: Boundary) -> str:
    """The ratio of the two sides of the boundary, in words."""
    if abs(boundary.room) <= 1e-9:
        return "both sides are equal."
    verdict = "holds" if boundary.room > 0 else "fails"
    if boundary.headroom is None:
        return f"{verdict}."
    times = f"{format_number(boundary.headroom, 3)} {'times' if boundary.headroom > 1 else 'of'}"
    return f"{verdict}, the left side is {times} the right."


def _crossing(crossing: Crossing) -> tuple[Words, ...]:
    known = crossing.known
    there = Amount(crossing.value or 0.0, known.var.unit)
    factor = NONE if crossing.factor is None else f"× {format_number(crossing.factor, 3)}"
    return (
        (Code(known.var.name),),
        (Amount(known.value, known.var.unit),),
        (there,),
        (Text(factor),),
    )
