"""A sensitivity as JSON: status, and elasticities and boundaries of each value."""

from __future__ import annotations

from typing import Any

from derive.equations.plain import plain
from derive.equations.var import Var
from derive.rendering.json.amounts import in_unit
from derive.results.sensitivity import Boundary, Crossing, Elasticity, Point, Sensitivity, Side
from derive.units.display import json_number


def sensitivity_json(found: Sensitivity) -> dict[str, Any]:
    """The object of a sensitivity, values in declared units."""
    answer = found.answer
    return {
        "target": answer.target.name,
        "status": answer.status,
        "cautions": list(answer.cautions),
        "unit": answer.target.unit.text,
        "why_none": found.why_none or None,
        "points": [_point(point, answer.target) for point in found.points],
        "warnings": list(answer.warnings),
    }


def _point(point: Point, target: Var) -> dict[str, Any]:
    return {
        "value": in_unit(point.value, target.unit),
        "regime": point.regime or None,
        "conditional": point.condition or None,
        "kink": point.kink,
        "rounded": point.rounded,
        "on_step": point.on_step,
        "elasticities": [_row(row, target) for row in point.elasticities],
        "boundaries": [_boundary(boundary) for boundary in point.boundaries],
    }


def _row(row: Elasticity, target: Var) -> dict[str, Any]:
    slope = None if row.slope is None else row.slope * row.var.unit.factor / target.unit.factor
    return {
        "name": row.var.name,
        "value": in_unit(row.known.value, row.var.unit),
        "unit": row.var.unit.text,
        "origin": row.known.origin,
        "elasticity": json_number(row.elasticity),
        "symbolic": None if row.symbolic is None else plain(row.symbolic),
        "slope": json_number(slope),
        "below": _side(row.below),
        "above": _side(row.above),
        "minus_10_percent": in_unit(row.lower, target.unit),
        "plus_10_percent": in_unit(row.upper, target.unit),
    }


def _side(side: Side | None) -> dict[str, Any] | None:
    if side is None:
        return None
    return {
        "elasticity": json_number(side.elasticity),
        "symbolic": None if side.symbolic is None else plain(side.symbolic),
    }


def _boundary(boundary: Boundary) -> dict[str, Any]:
    sides = [None if side is None else plain(side) for side in (boundary.larger, boundary.smaller)]
    return {
        "kind": boundary.kind,
        "name": boundary.name,
        "larger": sides[0],
        "smaller": sides[1],
        "headroom": json_number(boundary.headroom),
        "crossings": [_crossing(crossing) for crossing in boundary.crossings],
    }


def _crossing(crossing: Crossing) -> dict[str, Any]:
    var = crossing.known.var
    return {
        "name": var.name,
        "factor": json_number(crossing.factor),
        "value": in_unit(crossing.value, var.unit),
        "unit": var.unit.text,
    }
