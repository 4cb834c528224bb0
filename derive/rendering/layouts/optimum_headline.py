"""Headlines of optima: an optimum in one line."""

from __future__ import annotations

from derive.rendering.document.worked_line import SENSE_SIGNS
from derive.rendering.layouts.headline import headline, shown
from derive.results.optimum import Optimum
from derive.units.display import format_value
from derive.units.unit import Unit


def optimum_headline(optimum: Optimum, unit: Unit | None = None) -> str:
    """The optimum in one line: value and decisions, or the reason that there is none."""
    name, best = optimum.objective.name, "largest" if optimum.sense == "max" else "least"
    if optimum.value is not None:
        sign = SENSE_SIGNS.get(optimum.value_sense, "=")
        head = f"{best} {name} {sign} {_value(optimum, optimum.value, unit)}"
        where = _where(optimum) if optimum.attained else f", {optimum.approach}"
        return f"{head}{where}{_whole(optimum, unit)}"
    if optimum.approach:
        return f"{name}: unbounded, {optimum.approach}"
    if optimum.reaches:
        reached = "; ".join(f"{reach.name}: {reach.text}" for reach in optimum.reaches)
        return f"{name}: infeasible, {reached}"
    return headline(optimum.answer) if optimum.answer else f"{name}: {optimum.status}"


def _value(optimum: Optimum, value: float, unit: Unit | None) -> str:
    """The value; of a decision that is the objective itself, as decisions are written."""
    own = [d for d in optimum.decisions if d.var == optimum.objective and d.value is not None]
    return own[0].text if own and unit is None else shown(value, optimum.objective.unit, unit)


def _where(optimum: Optimum) -> str:
    """The decisions, without the objective itself."""
    decided = [
        f"{d.var.name} {d.text}" if d.span is not None else f"{d.var.name} = {d.text}"
        for d in optimum.decisions
        if d.var != optimum.objective
    ]
    suited = (
        ", each with suitable values of the others"
        if len(decided) > 1 and any(d.span is not None for d in optimum.decisions)
        else ""
    )
    return f" at {', '.join(decided)}{suited}" if decided else ""


def _whole(optimum: Optimum, unit: Unit | None) -> str:
    counted = [d for d in optimum.decisions if d.whole is not None]
    if optimum.whole_value is None or not optimum.differs_whole:
        return ""
    decided = [
        f"{d.var.name} = {format_value((d.whole or 0.0) * d.var.unit.factor, d.var.unit)}"
        for d in counted
        if d.var != optimum.objective
    ]
    where = f" at {', '.join(decided)}" if decided else ""
    return f"; in whole numbers {shown(optimum.whole_value, optimum.objective.unit, unit)}{where}"
