"""A sweep as comma-separated values."""

from __future__ import annotations

import csv
import io
import math
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from derive.analysis.sweep.rows import (
    column_names,
    header,
    in_unit,
    is_explained,
    reasons,
    row_text,
)
from derive.rendering.formats.part_files import placed
from derive.results.sweep import ABSENT, STATUSES, Column, Swept

_SPECIAL = re.compile(r'[",\r\n]')  # what a field has only in quotes


_PORTION = 1 << 16  # rows that are texts at a time


def csv_text(found: Swept, *, headed: bool = True) -> str:
    """The rows as comma-separated values, units in the head: "batch_size [sequence]"."""
    return "".join(csv_portions(found, headed=headed))


def csv_portions(found: Swept, *, headed: bool = True) -> Iterator[str]:
    """Portions of that text, whole rows each, put together from columns of texts."""
    shown, units = in_unit(found, None)
    shape = tuple(len(dimension.values) for dimension in shown.dimensions)
    count = math.prod(shape)
    if headed and count:
        yield ",".join(_quoted(header(name, units)) for name in column_names(shown)) + "\n"
    axes = [_texts([row_text(x) for x in dimension.values]) for dimension in shown.dimensions]
    beside = [_texts(one.values) for one in shown.beside]
    columns = [_Fields(column) for column in shown.columns]
    explained = is_explained(shown)
    for start in range(0, count, _PORTION):
        part = slice(start, min(start + _PORTION, count))
        places = np.unravel_index(np.arange(part.start, part.stop), shape)
        fields = [texts[k].tolist() for texts, k in zip(axes, places, strict=True)]
        fields += [texts[part].tolist() for texts in beside]
        for column in columns:
            fields += column.fields(part)
        if explained:
            fields.append([_quoted(text) for text in reasons(shown, part, places)])
        yield "\n".join(map(",".join, zip(*fields, strict=True))) + "\n"


class _Fields:
    """The fields of a target: value, status and regime of each point."""

    def __init__(self, column: Column) -> None:
        self.values = np.asarray(column.values).ravel()
        self.status = np.asarray(column.status).ravel()
        self.codes = np.asarray(column.regime.codes).ravel()
        self.names = _texts([*map(str, STATUSES), ABSENT])  # the last is that of -1
        texts = column.regime.texts
        self.regimes = _texts([texts.get(k, "") for k in range(max(texts, default=-1) + 1)] + [""])

    def fields(self, part: slice) -> list[list[str]]:
        """The texts of some points, by column."""
        values = ["" if x != x else repr(x) for x in self.values[part].tolist()]
        codes = self.codes[part]
        codes = np.where((codes < 0) | (codes >= len(self.regimes)), -1, codes)
        return [values, self.names[self.status[part]].tolist(), self.regimes[codes].tolist()]


def _texts(texts: Sequence[str]) -> np.ndarray[Any, Any]:
    """Texts as fields, to be taken by their places."""
    return np.array([_quoted(text) for text in texts], object)


def _quoted(text: str) -> str:
    """A field, in quotes where it needs them."""
    if not _SPECIAL.search(text):
        return text
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow([text])
    return written.getvalue()


def whole(found: Swept, path: Path) -> None:
    """Write a sweep as one file."""
    _write(path, csv_portions(found))


def begin(empty: Swept, size: tuple[int, ...], folder: Path) -> None:
    """Nothing is shared."""


def write(found: Swept, places: tuple[slice, ...], number: int, folder: Path) -> None:
    """Write the rows of a chunk; the first has the head."""
    _write(_part(folder, number), csv_portions(found, headed=number == 0))


def finish(empty: Swept, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
    """Put the rows of all chunks one after the other."""
    made = folder / "whole.csv"
    with made.open("wb") as file:
        for number in range(len(chunks)):
            with _part(folder, number).open("rb") as part:
                shutil.copyfileobj(part, file)
    return made


def _write(path: Path, portions: Iterator[str]) -> None:
    """Write a file that is in its place only when it is whole."""
    with placed(path, path.parent) as fresh, fresh.open("w", encoding="utf-8", newline="") as file:
        file.writelines(portions)


def _part(folder: Path, number: int) -> Path:
    return folder / f"{number:08d}.csv"
