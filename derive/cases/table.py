"""Tables of cases: a head with names and units, one case a row, from CSV or from columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from derive.arguments import several
from derive.cases.decimal_comma import doubtful_number, has_decimal_commas, with_points
from derive.equations.var import normal
from derive.errors import DataError, GivenError, UnknownName, one_line, shorten
from derive.library.catalogue.lookups import lookups
from derive.library.catalogue.toml_file import data_text
from derive.library.content import vocabulary
from derive.library.system import library_system
from derive.text_files import read_stdin

KEPT = "#"  # starts the head of a column that is kept and not read
UNSTATED = "-"  # a cell that states nothing
_HEAD = re.compile(r"(?P<name>[^\[\]]*?)\s*(?:\[(?P<unit>[^\[\]]+)\])?$")
_NUMBER = re.compile(r"[+-]?[\d.,]+(?:[eE][+-]?\d+)?")
_SEPARATORS = (",", ";", "\t")
_FORM = "Save the table as CSV in UTF-8: a head of names with units, one case a row."
_EXAMPLE = '{"gpus [GPU]": [8, 16]}'
_HEADS = (
    "A head is a variable with its unit, such as “gpus [GPU]”, or an option such as “model”; a"
    f" column that is only kept starts with {KEPT}."
)


@dataclass(frozen=True)
class TableColumn:
    """A column by its head as written: `name` is that of a variable, of an option that takes an
    entry or of a group of variants, empty where the column is only kept.
    """

    head: str
    name: str
    unit: str = ""
    of_variable: bool = False

    def stated(self, cell: str) -> str:
        """The text of a value: a number alone takes the unit of the head."""
        return f"{cell} {self.unit}" if self.unit and _NUMBER.fullmatch(cell) else cell


@dataclass(frozen=True)
class TableRow:
    """A row by its number in the file, the head being row 1, with its cells as written."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class CaseTable:
    """The cases of a table: `file` is how messages name it."""

    file: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names that its columns state."""
        return tuple(column.name for column in self.columns if column.name)

    def stated(self, row: TableRow) -> list[tuple[str, str]]:
        """The pairs of name and text that a row states."""
        return [
            (column.name, column.stated(cell))
            for column, cell in zip(self.columns, row.cells, strict=True)
            if column.name and cell != UNSTATED
        ]

    def fault(self, row: int, head: str, problem: str, fix: str = "") -> DataError:
        """The error for a row, or for a cell of it under this head."""
        column = f", column “{shorten(head)}”" if head else ""
        return DataError(self.file, f"row {row}{column}", problem.rstrip("."), fix)


def read_case_table(file: str) -> CaseTable:
    """The cases of a CSV file, or of standard input (-): fields part at commas, semicolons or tabs,
    numbers beside semicolons and tabs may have decimal commas.

    Raises DataError naming file, row and column.
    """
    text = read_stdin() if file == "-" else data_text(Path(file), file, _FORM)
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    try:
        read = list(csv.reader(io.StringIO("".join(lines), newline=""), delimiter=separator))
    except csv.Error as error:
        raise DataError(file, "", f"it is not CSV: {error}", _FORM) from None
    numbered = [
        (number, [cell.strip() for cell in cells])
        for number, cells in enumerate(read, 1)
        if any(cell.strip() for cell in cells)
    ]
    if not numbered:
        raise DataError(file, "", "it is empty", _FORM)
    (start, head), *rest = numbered
    table = _checked(file, start, head, rest)
    return table if separator == "," else _with_points(table)


def _with_points(table: CaseTable) -> CaseTable:
    """The table with decimal points. Raises DataError for a number that may be read otherwise."""
    numeric = [k for k, column in enumerate(table.columns) if column.of_variable]
    commas = has_decimal_commas(row.cells[k] for row in table.rows for k in numeric)
    rows = []
    for row in table.rows:
        cells = list(row.cells)
        for k in numeric:
            if number := doubtful_number(cells[k], commas):
                problem = f"“{shorten(number)}” may be a number with a decimal, or with thousands"
                fix = "Write numbers without separators of thousands, and decimals as 1.5 or 1,5."
                raise table.fault(row.number, table.columns[k].head, problem, fix)
            cells[k] = with_points(cells[k])
        rows.append(replace(row, cells=tuple(cells)))
    return replace(table, rows=tuple(rows))


def case_table(columns: Mapping[Any, Iterable[Any]], name: str = "cases") -> CaseTable:
    """The cases of columns by head: a mapping of lists, or a DataFrame. Raises GivenError for
    something else, DataError naming row and column.
    """
    if not hasattr(columns, "keys"):
        what = f"it is a path, a mapping of lists or a DataFrame, not {shorten(repr(columns))}"
        raise GivenError("cases", what, f"Write {_EXAMPLE}.")
    head = [str(key).strip() for key in columns]
    lists = [list(map(_text, several(columns[key], str(key), _EXAMPLE))) for key in columns]
    longest = max(map(len, lists), default=0)
    for key, cells in zip(head, lists, strict=True):
        if len(cells) != longest:
            problem = f"it has {len(cells)} values, and the longest column has {longest}"
            raise DataError(name, f"column “{shorten(key)}”", problem, "Give each row a value.")
    return _checked(name, 1, head, enumerate(map(list, zip(*lists, strict=True)), 2))


def _text(value: Any) -> str:
    """A value as a cell; empty for none, and for one that is not a number."""
    return "" if value is None or value != value else str(value).strip()


def _checked(
    file: str, start: int, head: list[str], rest: Iterable[tuple[int, list[str]]]
) -> CaseTable:
    """The table of these cells. Raises DataError for a faulty head, and for a row with an empty
    cell or another number of cells.
    """
    columns = tuple(_column(file, start, number, cell) for number, cell in enumerate(head, 1))
    _refuse_two_of_a_name(file, start, columns)
    table = CaseTable(file, columns, tuple(TableRow(k, tuple(cells)) for k, cells in rest))
    if not table.rows:
        raise DataError(file, "", "it has a head and no row below it", _FORM)
    if not table.names:
        raise DataError(file, f"row {start}", "no column states a value", _HEADS)
    for row in table.rows:
        if len(row.cells) != len(columns):
            problem = f"it has {len(row.cells)} cells, and the head has {len(columns)}"
            fix = "A cell that has a comma or a semicolon in it stands in quotes."
            raise table.fault(row.number, "", problem, fix)
        for column, cell in zip(columns, row.cells, strict=True):
            if not cell and column.name:
                fix = f"Write a value, or {UNSTATED} where nothing is stated."
                raise table.fault(row.number, column.head, "the cell is empty", fix)
    return table


def _column(file: str, row: int, number: int, head: str) -> TableColumn:
    """The column of a head. Raises DataError for one that names nothing."""
    if head.startswith(KEPT):
        return TableColumn(head, "")
    place = f"row {row}, column {number}"
    found = _HEAD.fullmatch(head)
    if found is None or not found["name"]:
        problem = f"the head “{shorten(head)}” is no name with its unit" if head else "it is empty"
        raise DataError(file, place, problem, _HEADS)
    name, unit = found["name"], found["unit"] or ""
    option = name.replace("-", "_").replace(" ", "_").lower()
    choices = {normal(group): group for group in library_system().variants}
    if option in lookups() and lookups()[option].metavar:
        made = TableColumn(head, option)
    elif name in choices.values():
        made = TableColumn(head, name)
    else:
        try:
            made = TableColumn(head, str(vocabulary().find(name).name), unit.strip(), True)
        except UnknownName as error:
            if normal(name) not in choices:
                error.hint = _HEADS
                raise DataError(file, place, one_line(str(error)).rstrip(".")) from None
            made = TableColumn(head, choices[normal(name)])
    if unit and not made.of_variable:
        raise DataError(file, place, f"{made.name} has no unit", f"Write {made.name}.")
    return made


def _refuse_two_of_a_name(file: str, row: int, columns: Iterable[TableColumn]) -> None:
    """Raise DataError for two columns of one head or one name."""
    seen: dict[str, str] = {}
    for column in columns:
        key = column.name or column.head
        if key in seen:
            problem = f"it is the second column of {key}, after “{shorten(seen[key])}”"
            raise DataError(
                file, f"row {row}, column “{shorten(column.head)}”", problem, "Keep one of them."
            )
        seen[key] = column.head
