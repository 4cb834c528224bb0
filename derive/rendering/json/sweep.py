"""A sweep as JSON: its points as rows."""

from __future__ import annotations

from typing import Any

from derive.analysis.sweep.rows import in_unit, rows
from derive.results.sweep import Swept
from derive.units.unit import Unit


def sweep_json(found: Swept, unit: Unit | None = None) -> dict[str, Any]:
    """The object of a sweep."""
    shown, units = in_unit(found, unit)
    return {
        "targets": [column.target.name for column in found.columns],
        "axes": [dimension.name for dimension in found.dimensions],
        "units": units,
        "formulas": {
            column.target.name: column.formula for column in found.columns if column.formula
        },
        "notes": dict(found.notes),
        "rows": list(rows(shown)),
    }
