"""Tables of a report: rows are questions with changes, columns are variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from derive.library.catalogue.table import Field, listed, read_table, table_of, text
from derive.library.questions import ReportLocation, stated_value
from derive.library.system import library_system
from derive.rendering.document.document import Amount, DocumentBlock, Table, Text, Words
from derive.rendering.expressions.printed_quantity import unit_text
from derive.reporting.answers import shown_unit, target_and_unit
from derive.reporting.report_context import Shown
from derive.reporting.source import row_fields
from derive.solving.givens import read_value
from derive.units.display import format_number
from derive.units.unit import Unit


def _fields() -> list[Field]:
    return [
        Field("columns", listed(text), required=True, problem="is missing",
              fix='Write columns = ["mfu in %"].'),
        Field("rows", listed(table_of(row_fields(), "key of a row")), required=True,
              problem="is missing", fix='Write rows = [ { label = "...", question = "..." } ].'),
        Field("headers", listed(text)),
        Field("against", text),
        Field("against_header", text),
    ]  # fmt: skip


def table(shown: Shown, name: str) -> tuple[DocumentBlock, ...]:
    """A table of the front matter. Raises SourceError for a missing one, DataError for an
    incomplete one.

    `columns` are variables ("mfu in %"), `headers` other words for them, `rows` hold a label, a
    question and changes to it, without a column for labels that are all empty; `against` compares
    the last column with the value of a reference. Where a row's givens are uncertain, its cells
    have both ends.
    """
    source = shown.book.source
    spec = source.tables.get(name)
    if spec is None:
        raise source.missing("table", name)
    place = ReportLocation(source.file, f"table.{name}", keyed=True)
    spec = read_table(spec, _fields(), place, "key of a table")
    columns = [target_and_unit(column) for column in spec["columns"]]
    named = spec.get("headers", [None] * len(columns))
    if len(named) != len(columns):
        problem = f"has {len(named)} headers for {len(columns)} columns"
        raise shown.book.fault(f"table.{name}.headers", problem)
    headers = ["", *(_header(*column, words) for column, words in zip(columns, named, strict=True))]
    rows = [_row(shown, row, columns) for row in spec["rows"]]
    if "against" in spec:
        base = shown.value(spec["against"]).value
        if not base:
            problem = "is zero, and nothing is a multiple of it"
            raise shown.book.fault(f"table.{name}.against", problem)
        headers.append(spec.get("against_header", "times the inferred"))
        rows = [
            (*cells, (Text(_ratio(_cell(shown, row, columns[-1][0]), base)),))
            for cells, row in zip(rows, spec["rows"], strict=True)
        ]
    align = "l" + "r" * (len(headers) - 1)
    if not any(row["label"] for row in spec["rows"]):
        headers, rows, align = headers[1:], [cells[1:] for cells in rows], align[1:]
    return (Table(tuple(headers), tuple(rows), align),)


def _header(name: str, unit: Any, words: str | None) -> str:
    var = library_system().find(name)
    chosen = shown_unit(var, unit)
    return (words or var.meaning) + ("" if chosen.text == "1" else f" [{unit_text(chosen.text)}]")


def _row(shown: Shown, row: Mapping[str, Any], columns: list[tuple[str, Any]]) -> tuple[Words, ...]:
    cells: list[Words] = [(Text(row["label"]),)]
    for name, unit in columns:
        ends = _cell(shown, row, name)
        cells.append(_number(ends, shown_unit(library_system().find(name), unit)))
    return tuple(cells)


def _number(ends: tuple[float, ...], unit: Unit) -> Words:
    """A value or a range in this unit; one with a power of ten is set as such."""
    text = _joined(format_number(end / unit.factor) for end in ends)
    if len(ends) == 1 and "e" in text:
        return (Amount(ends[0], unit, part="number", fixed=True),)
    return (Text(text),)


def _cell(shown: Shown, row: Mapping[str, Any], name: str) -> tuple[float, ...]:
    """A value of a row's question, given or computed; both ends of an uncertain one, or nothing."""
    base = shown.book.entry(row["question"])
    stated = {**base.get("given", {}), **row.get("given", {})}
    if name in stated:
        return (read_value(library_system().find(name), stated_value(name, stated[name])).value,)
    return shown.book.ends(shown.book.row(row, name))


def _ratio(ends: tuple[float, ...], base: float) -> str:
    ratios = _joined(format_number(end / base, 3) for end in ends)
    return f"{ratios} ×" if ends else ratios


def _joined(ends: Iterable[str]) -> str:
    """One number, or a range; a dash for nothing."""
    return " to ".join(ends) or "–"
