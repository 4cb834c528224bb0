"""A sweep as comma-separated values."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Sequence
from pathlib import Path

from derive.analysis.sweep.rows import header, in_unit, rows
from derive.results.sweep import Swept


def csv_text(found: Swept, *, headed: bool = True) -> str:
    """The rows as comma-separated values, units in the head: "batch_size [sequence]"."""
    shown, units = in_unit(found, None)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    for k, row in enumerate(rows(shown)):
        if k == 0 and headed:
            writer.writerow(header(name, units) for name in row)
        writer.writerow("" if value is None else value for value in row.values())
    return written.getvalue()


def whole(found: Swept, path: Path) -> None:
    """Write a sweep as one file."""
    path.write_text(csv_text(found), encoding="utf-8")


def begin(empty: Swept, size: tuple[int, ...], folder: Path) -> None:
    """Nothing is shared."""


def write(found: Swept, places: tuple[slice, ...], number: int, folder: Path) -> None:
    """Write the rows of a chunk; the first has the head."""
    _part(folder, number).write_text(csv_text(found, headed=number == 0), encoding="utf-8")


def finish(empty: Swept, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
    """Put the rows of all chunks one after the other."""
    made = folder / "whole.csv"
    with made.open("wb") as file:
        for number in range(len(chunks)):
            with _part(folder, number).open("rb") as part:
                shutil.copyfileobj(part, file)
    return made


def _part(folder: Path, number: int) -> Path:
    return folder / f"{number:08d}.csv"
