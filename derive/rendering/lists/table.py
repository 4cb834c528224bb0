"""Rows as a table, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from derive.equations.plain import plain
from derive.equations.var import Var
from derive.rendering.document.document import Code, Document, Math, Table, Text, Words
from derive.rendering.document.unit_words import counted
from derive.rendering.expressions.latex import latex
from derive.rendering.lists.data_table import Row
from derive.results.measured import Measured

# More columns than a terminal has room for; `derive show` has them too.
_IN_JSON_ONLY = (
    "aliases", "source", "address", "expected", "where", "also", "standing", "why", "valid_from",
    "valid_to", "domain",
)  # fmt: skip


def rows_json(rows: list[Row]) -> list[Row]:
    """The rows with expressions as plain text, symbols as LaTeX and numbers with their units."""
    return [{key: _json(value) for key, value in row.items()} for row in rows]


def rows_document(rows: list[Row], noun: str, titles: Mapping[str, str]) -> Document:
    """The table of the rows, titled by their count and noun."""
    return table_document(rows, counted(len(rows), noun), titles)


def table_document(
    rows: list[Row], title: str, titles: Mapping[str, str] = MappingProxyType({})
) -> Document:
    """The table of the rows under a title; `titles` are those of columns, else their keys."""
    headers = tuple(key for key in (rows[0] if rows else ()) if key not in _IN_JSON_ONLY)
    cells = tuple(tuple(_cell(key, row[key]) for key in headers) for row in rows)
    table = Table(tuple(titles.get(key, key) for key in headers), cells, "l" * len(headers))
    return Document(title, (table,) if rows else ())


def _cell(key: str, value: Any) -> Words:
    if value is not None and not isinstance(value, (str, list, dict, Measured)):
        return (Math(value),)
    return (Code(_text(value)) if key == "name" else Text(_text(value)),)


def _text(value: Any) -> str:
    """The text of a value; names with equal texts are joined."""
    if isinstance(value, dict):
        texts = {name: _text(item) for name, item in value.items()}
        names = {
            text: "/".join(name for name in texts if texts[name] == text) for text in texts.values()
        }
        return ", ".join(f"{name} {text}" for text, name in names.items())
    if isinstance(value, Measured):
        return value.text
    return ", ".join(value) if isinstance(value, list) else value or ""


def _json(value: Any) -> Any:
    """Expressions as plain text, symbols as LaTeX, numbers with their units, the rest unchanged."""
    if isinstance(value, dict):
        return {name: _json(item) for name, item in value.items()}
    if isinstance(value, Measured):
        return {"value": value.value, "unit": value.unit}
    if isinstance(value, Var):
        return latex(value)
    return value if value is None or isinstance(value, (str, list)) else plain(value)
