"""Layout of a sweep: its extremes, the table of its points, and why some have no answer."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from derive.analysis.sweep.rows import REASON, Row, header, in_unit, rows
from derive.errors import GivenError
from derive.rendering.document.document import (
    Code,
    Document,
    DocumentBlock,
    Heading,
    Inline,
    Items,
    Paragraph,
    Table,
    Text,
)
from derive.rendering.layouts.sweep_extremes import amount_text, extremes
from derive.rendering.layouts.sweep_for_readers import sweep_for_readers
from derive.results.sweep import ABSENT, Column, Coordinate, Swept
from derive.units.display import format_number, readable_unit
from derive.units.text import parse_unit
from derive.units.unit import Unit

MOST_ROWS = 400
MOST_POINTS = 6  # named beside one reason
_TOLD_IF = ("status", "regime")  # columns that are shown where they tell something


def too_long(found: Swept) -> bool:
    """Whether it has more points than a table shows."""
    return _points(found) > MOST_ROWS


def _points(found: Swept) -> int:
    return math.prod(len(dimension.values) for dimension in found.dimensions)


def sweep_document(found: Swept, unit: Unit | None = None, *, sent: bool = False) -> Document:
    """The extremes, the rows with units in the header, statuses if not all are solved, and the
    points without an answer by reason. Where it is `sent`, symbols and words stand for the names
    that one types. Raises GivenError for too many rows.
    """
    made = _document(found, unit)
    return sweep_for_readers(made, found) if sent else made


def _document(found: Swept, unit: Unit | None) -> Document:
    if too_long(found):
        count = _points(found)
        raise GivenError(
            "sweep",
            f"{count:,} points are too many for a table",
            "Write them to a file, -o grid.csv or -o grid.nc, or take fewer.",
        )
    axes = replace(found, dimensions=tuple(map(_readable_axis, found.dimensions)))
    shown, units = in_unit(axes if unit else _in_readable_units(axes), unit)
    listed = _with_shared_heads(list(rows(shown)), shown)
    asked = [row for row in listed if _has_question(row, shown)]
    keep = [
        name
        for name in listed[0]
        if name != REASON and (not name.endswith(_TOLD_IF) or _varies(name, asked))
    ]
    numeric = [any(isinstance(row[name], float) for row in asked) for name in keep]
    table = Table(
        tuple(header(name, units) for name in keep),
        tuple(tuple((_cell(row[name]),) for name in keep) for row in asked),
        "".join("r" if number else "l" for number in numeric),
    )
    formulas = [
        Paragraph((Code(column.target.name), Text(f" = {column.formula}")), "note")
        for column in found.columns
        if column.formula
    ]
    notes = [_note(name, text) for name, text in found.notes.items()]
    blocks = (*extremes(shown), *([table] if asked else []), *_reasons(listed, shown))
    return Document(_title(found), (*blocks, *formulas, *notes))


def _title(found: Swept) -> str:
    targets = " and ".join(column.target.name for column in found.columns)
    return f"{targets} over {' and '.join(d.name for d in found.dimensions)}"


def _has_question(row: Row, found: Swept) -> bool:
    """Whether anything was asked at a point: its entries have what the question takes."""
    heads = [key for key in row if key.endswith("status")]
    axes = [dimension.name for dimension in found.dimensions]
    return any(row[key] != ABSENT for key in heads if key not in axes)


def _reasons(listed: list[Row], found: Swept) -> list[DocumentBlock]:
    """The points without an answer, by reason."""
    points: dict[str, list[str]] = {}
    for row in listed:
        if row.get(REASON):
            point = ", ".join(amount_text(row[d.name], d.unit) for d in found.dimensions)
            points.setdefault(row[REASON], []).append(point)
    if not points:
        return []
    items = tuple((Text(f"{_several(at)}: {reason}"),) for reason, at in points.items())
    return [Heading(1, "Without an answer"), Items(items)]


def _several(points: list[str]) -> str:
    rest = len(points) - MOST_POINTS
    shown = points if rest <= 1 else [*points[:MOST_POINTS], f"{rest} more"]
    return "; ".join(shown)


def _note(name: str, text: str) -> Paragraph:
    tone = "warning" if name == "warnings" else "note"
    return Paragraph((Text(f"{name.replace('_', ' ')}: {text}"),), tone)


def _readable_axis(axis: Coordinate) -> Coordinate:
    """The axis in the unit in which its median reads best; names of entries as they are."""
    if not axis.unit:
        return axis
    own, values = parse_unit(axis.unit), np.asarray(axis.values, dtype=float)
    best = readable_unit(float(np.median(values)) * own.factor, own)
    return replace(axis, values=values * (own.factor / best.factor), unit=best.text)


def _in_readable_units(found: Swept) -> Swept:
    """The sweep with each target in the unit in which its median reads best."""
    columns: list[Column] = []
    for column in found.columns:
        values = np.asarray(column.values)[np.isfinite(column.values)]
        own = column.target.unit
        best = readable_unit(float(np.median(values)) * own.factor, own) if values.size else own
        columns += in_unit(replace(found, columns=(column,)), best)[0].columns
    return replace(found, columns=tuple(columns))


def _with_shared_heads(listed: list[Row], found: Swept) -> list[Row]:
    """The rows with one status and one regime where those of all targets are the same."""
    names = [column.target.name for column in found.columns]
    for head in _TOLD_IF:
        own = [f"{name}_{head}" for name in names]
        if len(names) > 1 and all(len({row[key] for key in own}) == 1 for row in listed):
            first, *_ = own
            listed = [
                {key: value for key, value in row.items() if key not in own} | {head: row[first]}
                for row in listed
            ]
    return listed


def _varies(name: str, listed: list[Row]) -> bool:
    """Whether a column has more than empty cells and solved statuses."""
    quiet = {None, "solved"} if name.endswith("status") else {None}
    return any(row[name] not in quiet for row in listed)


def _cell(value: Any) -> Inline:
    if value is None:
        return Text("")
    return Text(format_number(value) if isinstance(value, float) else str(value))
