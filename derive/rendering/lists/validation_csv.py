"""A validation as comma-separated values: a row for each point."""

from __future__ import annotations

import csv
import io
from typing import Any

from derive.library.measured.validation import Validation
from derive.rendering.json.validation import validation_json

_NESTED = ("estimate", "assumed", "pulls_the_other_way")


def validation_csv(found: Validation) -> str:
    """The points in order; the estimate in columns of its own."""
    written = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for point in validation_json(found)["points"]:
        row = _flat(point)
        if writer is None:
            writer = csv.DictWriter(written, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return written.getvalue()


def _flat(point: dict[str, Any]) -> dict[str, Any]:
    estimate = point["estimate"] or {}
    return {
        **{key: item for key, item in point.items() if key not in _NESTED},
        **{f"estimate_{key}": estimate.get(key) for key in ("median", "low", "high")},
        "assumed": "; ".join(point["assumed"]),
    }
