"""A table as Parquet."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

_MOST = 65_536  # rows that are read at a time


def content(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """The content of a file with these rows."""
    arrow: Any = import_module("pyarrow")
    values = zip(*rows, strict=True) if rows else ((),) * len(columns)
    table = arrow.table([list(column) for column in values], names=list(columns))
    written = io.BytesIO()
    import_module("pyarrow.parquet").write_table(table, written)
    return written.getvalue()


def read(path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """These columns of the rows in a file."""
    file: Any = import_module("pyarrow.parquet").ParquetFile(path)
    with file:
        for batch in file.iter_batches(_MOST, columns=list(columns)):
            yield from zip(*(batch[name].to_pylist() for name in columns), strict=True)
