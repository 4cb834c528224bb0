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
    Math,
    Paragraph,
    Reference,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited
from derive.rendering.document.wording import listed, named, sentence
from derive.rendering.layouts.answer_sections import cautions
from derive.rendering.layouts.boundaries import NONE, boundary_blocks
from derive.rendering.layouts.result_box import result
from derive.results.answer import Answer
from derive.results.sensitivity import Elasticity, Point, Sensitivity
from derive.units.display import format_number, format_value

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
    """One value: its table, the inputs without effect, and the boundaries near it."""
    target = found.answer.target
    at = f" at {format_value(point.value, target.unit)}" if len(found.points) > 1 else ""
    heading = Heading(1, f"What it turns on{at}")
    blocks: list[DocumentBlock] = [heading, *_standing(found.answer, point)]
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
    return [*blocks, *boundary_blocks(point, at)]


def _standing(answer: Answer, point: Point) -> list[DocumentBlock]:
    """The condition of a value, and whether a regime or a step changes there."""
    blocks: list[DocumentBlock] = []
    if point.condition:
        blocks.append(
            Paragraph((Text("This value holds if "), *named(point.condition, answer), Text(".")))
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
    return blocks


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
    """Three digits; the rounding error of a zero is zero."""
    return NONE if value is None else format_number(round(value, 12), 3).replace("-", "−", 1)


def _symbols(rows: list[Elasticity], target: Var) -> list[DocumentBlock]:
    """The meaning of each symbol in the elasticities."""
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
