"""A sensitivity as rows of data: a row for each known value."""

from __future__ import annotations

from derive.rendering.json.sensitivity import sensitivity_json
from derive.rendering.lists.data_table import Row
from derive.results.sensitivity import Sensitivity

_SIDES = ("below", "above")


def sensitivity_rows(found: Sensitivity) -> list[Row]:
    """The known values in the order of their effect, each with the target at the point: elasticity,
    slope where there is none, both sides of a kink, the target a tenth lower and higher.
    """
    told = sensitivity_json(found)
    target = {"target": told["target"], "target_unit": told["unit"]}
    return [
        {**target, "target_value": point["value"], **_flat(row)}
        for point in told["points"]
        for row in point["elasticities"]
    ]


def _flat(row: Row) -> Row:
    flat = {key: item for key, item in row.items() if key not in _SIDES}
    sides = {f"elasticity_{key}": (row[key] or {}).get("elasticity") for key in _SIDES}
    return {**flat, **sides}
