"""A table as comma-separated values, the names of its columns first."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any


def content(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """The content of a file with these rows."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return written.getvalue().encode("utf-8")


def read(path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """These columns of the rows in a file, as texts."""
    chosen = itemgetter(*columns)
    with path.open(encoding="utf-8", newline="") as file:
        yield from map(chosen, csv.DictReader(file))
