"""Rows of data as a table in one of the formats of tables."""

from __future__ import annotations

from typing import Any

from derive.rendering.formats.data_formats import table_format

Row = dict[str, Any]


def table_content(rows: list[Row], format: str) -> bytes:
    """The content of a file with these rows: lists are joined, what is nested has columns of its
    own, and a column of numbers and texts is one of texts. Raises UnknownName, MissingExtra.

    >>> table_content([{"name": "gpus", "size": {"value": 8, "unit": "GPU"}}], "csv")
    b'name,size,size_unit\\ngpus,8,GPU\\n'
    """
    flat = [dict(_cells(row)) for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row))
    columns = [_alike([row.get(name) for row in flat]) for name in names]
    return table_format(format).module().content(names, list(zip(*columns, strict=True)))


def _cells(row: Row, above: str = "") -> list[tuple[str, Any]]:
    """The cells of a row by the name of their column."""
    cells: list[tuple[str, Any]] = []
    for key, item in row.items():
        name = f"{above}_{key}" if above and key != "value" else above or key
        if isinstance(item, dict):
            cells += _cells(item, name)
        else:
            cells.append((name, ", ".join(map(str, item)) if isinstance(item, list) else item))
    return cells


def _alike(cells: list[Any]) -> list[Any]:
    """The cells of a column, as texts where some are no numbers."""
    told = [cell for cell in cells if cell is not None]
    numbers = all(isinstance(cell, (int, float)) for cell in told)
    return cells if numbers else [None if cell is None else str(cell) for cell in cells]
