"""The registry of data formats: the points of sweeps, and tables of plain rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from derive.errors import MissingExtra, UnknownName


@dataclass(frozen=True, slots=True)
class DataFormat:
    """A format of data, whose `writer` is a module that needs the `packages` of an `extra`."""

    name: str
    title: str
    writer: str
    packages: tuple[str, ...] = ()
    extra: str = "sweep"

    @property
    def suffix(self) -> str:
        """The suffix of its files."""
        return f".{self.name}"

    @property
    def absent(self) -> str:
        """The first of its packages that is not installed; empty if all are."""
        return next((name for name in self.packages if find_spec(name) is None), "")

    def imported(self) -> Any:
        """The module of the writer. Raises MissingExtra where a package is not installed."""
        if self.absent:
            raise MissingExtra(f"A file of the format {self.title}", self.absent, self.extra)
        return import_module(self.writer)


@dataclass(frozen=True, slots=True)
class GridFormat(DataFormat):
    """A format of the points of a sweep; a sweep in chunks makes a `folder` of some, a file of
    others.
    """

    folder: bool = False

    def module(self) -> GridWriter:
        """The writer. Raises MissingExtra where one of its packages is not installed."""
        return cast(GridWriter, self.imported())


class GridWriter(Protocol):
    """A module that writes the points of sweeps in one format."""

    def whole(self, found: Any, path: Path) -> None:
        """Write a sweep to a file or folder that is not there yet."""

    def begin(self, empty: Any, size: tuple[int, ...], folder: Path) -> None:
        """Make what all chunks of this size share, in a folder of their own."""

    def write(self, found: Any, places: tuple[slice, ...], number: int, folder: Path) -> None:
        """Write the chunk of that number, which covers these places of the grid."""

    def finish(self, empty: Any, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
        """Put the chunks together; returns the file or folder made, within the folder."""


@dataclass(frozen=True, slots=True)
class TableFormat(DataFormat):
    """A format of tables: named columns, and rows of texts and whole numbers."""

    def module(self) -> TableWriter:
        """The writer. Raises MissingExtra where one of its packages is not installed."""
        return cast(TableWriter, self.imported())


class TableWriter(Protocol):
    """A module that writes and reads tables in one format."""

    def content(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
        """The content of a file with these rows."""

    def read(self, path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """These columns of the rows in a file; numbers may be texts."""


# The points of sweeps, from the plainest on.
GRID_FORMATS = {
    row.name: row
    for row in (
        GridFormat("csv", "CSV", "derive.rendering.formats.csv"),
        GridFormat(
            "nc", "netCDF", "derive.rendering.formats.netcdf", ("xarray", "scipy"),
        ),
        GridFormat(
            "zarr", "Zarr", "derive.rendering.formats.zarr", ("xarray", "zarr"), "zarr", True
        ),
        GridFormat(
            "parquet", "Parquet", "derive.rendering.formats.parquet", ("pyarrow",), "parquet", True
        ),
    )
}  # fmt: skip
# Tables, from the most compact on.
TABLE_FORMATS = {
    row.name: row
    for row in (
        TableFormat(
            "parquet", "Parquet", "derive.rendering.formats.table_parquet", ("pyarrow",), "parquet"
        ),
        TableFormat("jsonl", "JSON lines", "derive.rendering.formats.table_jsonl"),
        TableFormat("csv", "CSV", "derive.rendering.formats.table_csv"),
    )
}


def grid_suffixes() -> tuple[str, ...]:
    """The suffixes of the points of sweeps: .csv, .nc, .zarr, .parquet."""
    return tuple(row.suffix for row in GRID_FORMATS.values())


def table_suffixes() -> tuple[str, ...]:
    """The suffixes of tables, the plainest first: .csv, .jsonl, .parquet."""
    return tuple(row.suffix for row in reversed(TABLE_FORMATS.values()))


def table_format(name: str = "") -> TableFormat:
    """The format of tables of that name; without one the first whose packages are installed.

    Raises UnknownName.
    """
    if not name:
        return next(row for row in TABLE_FORMATS.values() if not row.absent)
    if name not in TABLE_FORMATS:
        raise UnknownName("format", name, TABLE_FORMATS, f"There are: {', '.join(TABLE_FORMATS)}.")
    return TABLE_FORMATS[name]
