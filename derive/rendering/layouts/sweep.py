"""Layout of a sweep: the table of its points."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from derive.analysis.sweep.rows import Row, header, in_unit, rows
from derive.errors import GivenError
from derive.rendering.document.document import Code, Document, Inline, Paragraph, Table, Text
from derive.results.sweep import Column, Swept
from derive.units.display import format_number, readable_unit
from derive.units.unit import Unit

MOST_ROWS = 400


def too_long(found: Swept) -> bool:
    """Whether it has more points than a table shows."""
    return _points(found) > MOST_ROWS


def _points(found: Swept) -> int:
    return math.prod(len(dimension.values) for dimension in found.dimensions)


def sweep_document(found: Swept, unit: Unit | None = None) -> Document:
    """The rows with units in the header, and statuses and reasons if not all are solved. Raises
    GivenError for too many rows.
    """
    if too_long(found):
        count = _points(found)
        raise GivenError(
            "sweep",
            f"{count:,} points are too many for a table",
            "Write them to a file, -o grid.csv or -o grid.nc, or take fewer.",
        )
    best = unit or (_readable(found.columns[0]) if len(found.columns) == 1 else None)
    shown, units = in_unit(found, best)
    listed = list(rows(shown))
    keep = [
        name
        for name in listed[0]
        if not name.endswith(("status", "regime", "reason")) or _varies(name, listed)
    ]
    numeric = [any(isinstance(row[name], float) for row in listed) for name in keep]
    table = Table(
        tuple(header(name, units) for name in keep),
        tuple(tuple((_cell(row[name]),) for name in keep) for row in listed),
        "".join("r" if number else "l" for number in numeric),
    )
    formulas = [
        Paragraph((Code(column.target.name), Text(f" = {column.formula}")), "note")
        for column in found.columns
        if column.formula
    ]
    notes = [_note(name, text) for name, text in found.notes.items()]
    targets = " and ".join(column.target.name for column in found.columns)
    axes = " and ".join(dimension.name for dimension in found.dimensions)
    return Document(f"{targets} over {axes}", (table, *formulas, *notes))


def _note(name: str, text: str) -> Paragraph:
    tone = "warning" if name == "warnings" else "note"
    return Paragraph((Text(f"{name.replace('_', ' ')}: {text}"),), tone)


def _readable(column: Column) -> Unit:
    """The unit in which the median reads best."""
    values = np.asarray(column.values)[np.isfinite(column.values)]
    own = column.target.unit
    return own if not values.size else readable_unit(float(np.median(values)) * own.factor, own)


def _varies(name: str, listed: list[Row]) -> bool:
    """Whether a column has more than empty cells and solved statuses."""
    quiet = {None, "solved"} if name.endswith("status") else {None}
    return any(row[name] not in quiet for row in listed)


def _cell(value: Any) -> Inline:
    if value is None:
        return Text("")
    return Text(format_number(value) if isinstance(value, float) else str(value))
