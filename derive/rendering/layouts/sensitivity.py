"""How sensitive an answer is, as a document: the result, what it turns on, and which boundaries are
near.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from derive.equations.expression import Eq
from derive.equations.var import Var
from derive.rendering.document.document import (
    Amount,
    Code,
    Document,
    DocumentBlock,
    Emphasis,
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
from derive.rendering.layouts.answer_sections import cautions
from derive.rendering.layouts.result_box import result
from derive.results.sensitivity import (
    Boundary,
    BoundaryKind,
    Crossing,
    Elasticity,
    Point,
    Sensitivity,
)
from derive.units.display import format_number, format_value

NONE = "–"
_HOW_TO_READ = (
    "Elasticity: by how many percent {} moves for one percent of the known value; a tenth down and"
    " up are solved anew."
)


def sensitivity_document(
    found: Sensitivity, *, title: str = "", sources: Mapping[str, Reference] | None = None
) -> Document:
    """Everything a sensitivity holds, the most effective and the nearest first."""
    answer = found.answer
    blocks: list[DocumentBlock] = [*cautions(answer), Heading(1, "Result"), *result(answer)]
    if found.why_none:
        blocks += [
            Heading(1, "What it turns on"),
            Paragraph((Text(sentence(found.why_none)),), "warning"),
        ]
    for point in found.points:
        blocks += _point(found, point)
    made = Document(
        title or f"How sensitive: {answer.target.meaning or answer.target.name}", tuple(blocks)
    )
    return cited(made, dict(sources or {}))


def _point(found: Sensitivity, point: Point) -> list[DocumentBlock]:
    """One value: its table, what does not matter, and what is near."""
    target = found.answer.target
    at = f" at {format_value(point.value, target.unit)}" if len(found.points) > 1 else ""
    blocks: list[DocumentBlock] = [Heading(1, f"What it turns on{at}")]
    if point.condition:
        blocks.append(
            Paragraph(
                (Text("This value holds if "), *named(point.condition, found.answer), Text("."))
            )
        )
    if point.kink:
        blocks.append(
            Paragraph(
                (
                    Strong("Two regimes meet here"),
                    Text(
                        ", so that a value may act differently on its way down and on its way up."
                    ),
                ),
                "warning",
            )
        )
    if point.rounded:
        step = (
            ", and stands exactly on a step here: one way of moving it is a jump"
            if point.on_step
            else ""
        )
        line = (
            f"Something on the way is rounded{step}. The elasticities hold between two steps; a"
            " tenth down and up tell the steps."
        )
        blocks.append(Paragraph((Text(line),), "warning" if point.on_step else "note"))
    moving = [row for row in point.elasticities if not row.idle]
    if moving:
        blocks.append(Paragraph((Text(_HOW_TO_READ.format(target.name)),), "note"))
        headers = ("Known", "Value", "Origin", "Elasticity", "−10 %", "+10 %")
        blocks.append(Table(headers, tuple(_row(row, point, target) for row in moving), "lrllrr"))
        blocks += _symbols(moving, target)
    idle = [(Code(row.var.name),) for row in point.elasticities if row.idle]
    if idle:
        blocks.append(Paragraph((Text("Without effect here: "), *listed(list(idle)), Text("."))))
    if not point.elasticities:
        blocks.append(Paragraph((Text("Nothing that is known here moves it."),)))
    return [*blocks, *_boundaries(point, at)]


def _row(row: Elasticity, point: Point, target: Var) -> tuple[Words, ...]:
    value: Words = (Amount(row.known.value, row.var.unit),)
    ends = tuple(_effect(end, point.value) for end in (row.lower, row.upper))
    return (
        (Code(row.var.name),),
        value,
        (Text(row.known.origin),),
        _elasticity(row, target),
        *ends,
    )


def _effect(end: float | None, value: float) -> Words:
    """The relative change of the target, in percent."""
    if end is None or not value:
        return (Text(NONE),)
    return (Text(f"{signed(100.0 * (end / value - 1.0))} %"),)


def signed(number: float) -> str:
    """Three digits with a sign: +5.51, −9.09, 0."""
    text = format_number(abs(number), 3)
    return text if text == "0" or abs(number) < 1e-9 else f"{'+' if number > 0 else '−'}{text}"


def _elasticity(row: Elasticity, target: Var) -> Words:
    """In symbols and in numbers; both sides at a kink; the slope where there is no logarithm."""
    if row.slope is not None:
        return (Emphasis("dy/dx"), Text(f" = {slope_text(row, target)}"))
    if row.below is not None and row.above is not None:
        sides = [
            (*_one_side(side.elasticity, side.symbolic), Text(where))
            for side, where in ((row.below, " below"), (row.above, " above"))
        ]
        return listed(sides, last=", ")
    return _one_side(row.elasticity, row.symbolic)


def _one_side(number: float | None, symbolic: Any) -> Words:
    if number is None or symbolic is None or symbolic.is_number:
        return (Text(_number(number)),)
    return (Math(Eq(sympy.Float(f"{number:.3g}"), symbolic)),)


def slope_text(row: Elasticity, target: Var) -> str:
    """dy/dx in the declared units of both."""
    number = (row.slope or 0.0) * row.var.unit.factor / target.unit.factor
    return f"{_number(number)} {target.unit.text} per {row.var.unit.text}"


def _number(value: float | None) -> str:
    """Three digits; what is left of a zero by rounding is zero."""
    return NONE if value is None else format_number(round(value, 12), 3).replace("-", "−", 1)


def _symbols(rows: list[Elasticity], target: Var) -> list[DocumentBlock]:
    """What the symbols of the elasticities mean."""
    shown = [
        part
        for row in rows
        for part in (row.symbolic, *(side.symbolic for side in (row.below, row.above) if side))
        if part is not None
    ]
    used = sorted(
        {v for part in shown for v in part.free_symbols} - {target}, key=lambda v: (v.rank, v.name)
    )
    if not used:
        return []
    return [
        Paragraph(
            (
                Text("Here "),
                *listed(
                    [(Math(v), Text(f" is {v.meaning or v.name}")) for v in used],
                    last="; ",
                    between="; ",
                ),
                Text("."),
            )
        )
    ]


def _boundaries(point: Point, at: str) -> list[DocumentBlock]:
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
    """How far it is from the boundary, in words."""
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
