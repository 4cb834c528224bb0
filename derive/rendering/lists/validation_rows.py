"""A validation as rows of data: a row for each point."""

from __future__ import annotations

from derive.library.measured.validation import Validation
from derive.rendering.json.validation import validation_json
from derive.rendering.lists.data_table import Row

_NESTED = ("estimate", "assumed", "pulls_the_other_way")


def validation_rows(found: Validation) -> list[Row]:
    """The points in order; the estimate in columns of its own."""
    return [_flat(point) for point in validation_json(found)["points"]]


def _flat(point: Row) -> Row:
    estimate = point["estimate"] or {}
    return {
        **{key: item for key, item in point.items() if key not in _NESTED},
        **{f"estimate_{key}": estimate.get(key) for key in ("median", "low", "high")},
        "assumed": "; ".join(point["assumed"]),
    }
