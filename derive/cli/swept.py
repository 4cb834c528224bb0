"""A sweep as rows: a table for people, JSON, CSV, netCDF."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np

from derive.analysis.sweep.frames import ABSENT, dataset
from derive.cli.amounts import json_number
from derive.errors import GivenError, MissingExtra
from derive.rendering.document.document import Code, Document, Inline, Paragraph, Table, Text
from derive.results.sweep import STATUSES, Column, Swept
from derive.units.display import format_number, readable_unit
from derive.units.unit import Unit

MOST_ROWS = 400
_NAMES = (*STATUSES, ABSENT)
Row = dict[str, Any]


def rows(found: Swept) -> Iterator[Row]:
    """One row a point: the axes, each target with its status and regime, and why there is
    nothing.
    """
    heads = [f"{column.target.name}_" if len(found.columns) > 1 else "" for column in found.columns]
    for place in np.ndindex(*(len(dimension.values) for dimension in found.dimensions)):
        row: Row = {
            d.name: _plain(d.values[k]) for d, k in zip(found.dimensions, place, strict=True)
        }
        for head, column in zip(heads, found.columns, strict=True):
            row[column.target.name] = json_number(float(column.values[place]))
            row[f"{head}status"], row[f"{head}regime"] = (
                _NAMES[column.status[place]],
                column.regime[place] or None,
            )
        if found.reasons is not None:
            dims, reasons = found.reasons
            row["reason"] = (
                reasons[
                    tuple(k for d, k in zip(found.dimensions, place, strict=True) if d.name in dims)
                ]
                or None
            )
        yield row


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else float(value)


def in_unit(found: Swept, unit: Unit | None) -> tuple[Swept, dict[str, str]]:
    """The sweep with its targets in the unit asked for, and the unit of every column."""
    columns = found.columns
    if unit is not None:
        columns = tuple(
            replace(c, values=np.asarray(c.values) * (c.target.unit.factor / unit.factor))
            for c in columns
        )
    units = {d.name: d.unit for d in found.dimensions} | {
        c.target.name: (unit or c.target.unit).text for c in columns
    }
    return replace(found, columns=columns), {name: text for name, text in units.items() if text}


def sweep_json(found: Swept, unit: Unit | None = None) -> dict[str, Any]:
    """Everything a sweep found, its points as rows."""
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


def csv_text(found: Swept, unit: Unit | None = None) -> str:
    """The rows as comma-separated values, units in the head: "batch_size [sequence]"."""
    shown, units = in_unit(found, unit)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    for k, row in enumerate(rows(shown)):
        if k == 0:
            writer.writerow(_head(name, units) for name in row)
        writer.writerow("" if value is None else value for value in row.values())
    return written.getvalue()


def _head(name: str, units: dict[str, str]) -> str:
    text = units.get(name, "1")
    return name if text == "1" else f"{name} [{text}]"


def netcdf(found: Swept) -> bytes:
    """The Dataset as a netCDF file. Raises MissingExtra without xarray and scipy."""
    absent = next((name for name in ("xarray", "scipy") if find_spec(name) is None), None)
    if absent is not None:
        raise MissingExtra("A netCDF file", absent, "sweep")
    return bytes(dataset(found).to_netcdf(engine="scipy"))


def sweep_document(found: Swept, unit: Unit | None = None) -> Document:
    """The rows as a table with units in its head; statuses and reasons where not all is solved.
    Raises GivenError for too many rows.
    """
    count = math.prod(len(dimension.values) for dimension in found.dimensions)
    if count > MOST_ROWS:
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
        if not name.endswith(("status", "regime", "reason")) or _says_something(name, listed)
    ]
    table = Table(
        tuple(_head(name, units) for name in keep),
        tuple(tuple((_cell(row[name]),) for name in keep) for row in listed),
        "".join(
            "r" if any(isinstance(row[name], float) for row in listed) else "l" for name in keep
        ),
    )
    formulas = [
        Paragraph((Code(column.target.name), Text(f" = {column.formula}")), "note")
        for column in found.columns
        if column.formula
    ]
    notes = [
        Paragraph(
            (Text(f"{name.replace('_', ' ')}: {text}"),),
            "warning" if name == "warnings" else "note",
        )
        for name, text in found.notes.items()
    ]
    title = (
        f"{' and '.join(c.target.name for c in found.columns)} over"
        f" {' and '.join(d.name for d in found.dimensions)}"
    )
    return Document(title, (table, *formulas, *notes))


def _readable(column: Column) -> Unit:
    """The unit in which the middle value reads best."""
    values = np.asarray(column.values)[np.isfinite(column.values)]
    own = column.target.unit
    return own if not values.size else readable_unit(float(np.median(values)) * own.factor, own)


def _says_something(name: str, listed: list[Row]) -> bool:
    quiet = {None, "solved"} if name.endswith("status") else {None}
    return any(row[name] not in quiet for row in listed)


def _cell(value: Any) -> Inline:
    return Text(
        "" if value is None else format_number(value) if isinstance(value, float) else str(value)
    )
