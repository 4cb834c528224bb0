"""An optimum as JSON: the same keys in the same order for every status."""

from __future__ import annotations

from typing import Any

from derive.equations.expression import Eq
from derive.equations.plain import plain
from derive.rendering.json.amounts import in_unit
from derive.rendering.json.answer import answer_json
from derive.rendering.layouts.optimum_result import elasticity_words
from derive.results.optimum import AchievableLimit, Binding, Decision, Optimum
from derive.units.display import json_number
from derive.units.unit import Unit


def optimum_json(optimum: Optimum, unit: Unit | None = None) -> dict[str, Any]:
    """The object of an optimum; values of the objective are in `unit`, else in its own."""
    wanted = unit or optimum.objective.unit
    return {
        "objective": optimum.objective.name,
        "sense": optimum.sense,
        "status": optimum.status,
        "value": in_unit(optimum.value, wanted),
        "unit": wanted.text,
        "value_sense": optimum.value_sense,
        "attained": optimum.attained,
        "approach": optimum.approach or None,
        "decisions": [_decision(decision) for decision in optimum.decisions],
        "equally_good": [
            [in_unit(x, d.var.unit) for x, d in zip(equal, optimum.decisions, strict=True)]
            for equal in optimum.equals
        ],
        "whole_value": in_unit(optimum.whole_value, wanted),
        "whole_how": optimum.whole_how or None,
        "subject_to": list(optimum.demands),
        "reasons": list(optimum.reasons),
        "regime": optimum.regime or None,
        "formula": None
        if optimum.formula is None
        else plain(Eq(optimum.objective, optimum.formula)),
        "binding": [_binding(binding, optimum) for binding in optimum.binding],
        "excluded_by": [_reach(reach) for reach in optimum.reaches],
        "missing": [list(names) for names in optimum.answer.missing]
        if optimum.answer is not None
        else [],
        "numeric": optimum.numeric,
        "checked": optimum.checked or None,
        "warnings": list(optimum.warnings),
        "answer": None if optimum.answer is None else answer_json(optimum.answer),
        "routes": [answer_json(answer) for answer in optimum.routes],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    unit = decision.var.unit
    return {
        "name": decision.var.name,
        "value": in_unit(decision.value, unit),
        "at": in_unit(decision.at, unit),
        "interval": None
        if decision.span is None
        else [in_unit(end, unit) for end in decision.span],
        "whole": json_number(decision.whole),
        "unit": unit.text,
        "range": [in_unit(decision.low, unit), in_unit(decision.high, unit)],
    }


def _binding(binding: Binding, optimum: Optimum) -> dict[str, Any]:
    own = optimum.objective.unit
    price = None if binding.price is None else binding.price * binding.unit.factor / own.factor
    return {
        "name": binding.name,
        "limit": in_unit(binding.limit, binding.unit),
        "unit": binding.unit.text,
        "price": json_number(price),
        "price_unit": f"{own.text} per {binding.unit.text}",
        "elasticity": json_number(binding.elasticity),
        "text": elasticity_words(binding, optimum),
    }


def _reach(reach: AchievableLimit) -> dict[str, Any]:
    return {
        "name": reach.name,
        "limit": in_unit(reach.limit, reach.unit),
        "reached": in_unit(reach.reached, reach.unit),
        "unit": reach.unit.text,
        "attained": reach.attained,
        "text": reach.text,
    }
