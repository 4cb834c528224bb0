"""An optimum in one line, and that line in a box below its document."""

from __future__ import annotations

from dataclasses import replace

from derive.rendering.document.document import Boxed, Document, Text
from derive.rendering.document.references import references, sources_of
from derive.rendering.layouts.headline import headline as answer_headline
from derive.rendering.layouts.headline import shown
from derive.rendering.layouts.optimum import optimum_document
from derive.results.optimum import Optimum
from derive.units.display import format_value
from derive.units.unit import Unit


def boxed_optimum_document(optimum: Optimum, unit: Unit | None = None) -> Document:
    """The optimum with its sources, and its headline in a box at the end."""
    answers = [*optimum.routes, *([optimum.answer] if optimum.answer is not None else [])]
    made = optimum_document(
        optimum, sources=references(id for answer in answers for id in sources_of(answer))
    )
    return replace(made, blocks=(*made.blocks, Boxed(((Text(optimum_headline(optimum, unit)),),))))


def optimum_headline(optimum: Optimum, unit: Unit | None = None) -> str:
    """The optimum in one line: the value and where, or why there is none."""
    name, best = optimum.objective.name, "largest" if optimum.sense == "max" else "least"
    if optimum.value is not None:
        head = f"{best} {name} = {shown(optimum.value, optimum.objective.unit, unit)}"
        where = _where(optimum) if optimum.attained else f", {optimum.approach}"
        return f"{head}{where}{_whole(optimum, unit)}"
    if optimum.approach:
        return f"{name}: unbounded, {optimum.approach}"
    if optimum.reaches:
        return (
            f"{name}: infeasible,"
            f" {'; '.join(f'{reach.name}: {reach.text}' for reach in optimum.reaches)}"
        )
    return (
        answer_headline(optimum.answer, None)
        if optimum.answer is not None
        else f"{name}: {optimum.status}"
    )


def _where(optimum: Optimum) -> str:
    """The decisions, without the objective itself."""
    told = [
        f"{d.var.name} {d.text}" if d.span is not None else f"{d.var.name} = {d.text}"
        for d in optimum.decisions
        if d.var != optimum.objective
    ]
    suited = (
        ", each with suitable values of the others"
        if len(told) > 1 and any(d.span is not None for d in optimum.decisions)
        else ""
    )
    return f" at {', '.join(told)}{suited}" if told else ""


def _whole(optimum: Optimum, unit: Unit | None) -> str:
    counted = [d for d in optimum.decisions if d.whole is not None]
    if optimum.whole_value is None or not optimum.differs_whole:
        return ""
    told = [
        f"{d.var.name} = {format_value((d.whole or 0.0) * d.var.unit.factor, d.var.unit)}"
        for d in counted
        if d.var != optimum.objective
    ]
    where = f" at {', '.join(told)}" if told else ""
    return f"; in whole numbers {shown(optimum.whole_value, optimum.objective.unit, unit)}{where}"
