"""A sweep as Parquet: a row a point, statuses and regimes as dictionaries of texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from derive.analysis.sweep.axes import along
from derive.analysis.sweep.rows import has_causes, in_unit
from derive.rendering.formats.part_files import placed
from derive.results.sweep import ABSENT, STATUSES, Coded, Swept

_FOLDER = "parts"


def whole(found: Swept, path: Path) -> None:
    """Write a sweep as one file."""
    _write(_table(found), path)


def begin(empty: Swept, size: tuple[int, ...], folder: Path) -> None:
    """Make the folder of the chunks."""
    (folder / _FOLDER).mkdir(exist_ok=True)


def write(found: Swept, places: tuple[slice, ...], number: int, folder: Path) -> None:
    """Write the rows of a chunk as a file of their own."""
    path = folder / _FOLDER / f"part-{number:08d}.parquet"
    with placed(path, folder) as fresh:
        _write(_table(found), fresh)


def finish(empty: Swept, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
    """Each chunk is a file already."""
    return folder / _FOLDER


def _write(table: Any, path: Path) -> None:
    import_module("pyarrow.parquet").write_table(table, path)


def _table(found: Swept) -> Any:
    """The points as a table of Arrow, with units and notes among its metadata."""
    arrow: Any = import_module("pyarrow")
    shown, units = in_unit(found, None)
    shape = tuple(len(d.values) for d in shown.dimensions)
    columns: dict[str, Any] = {}
    for k, d in enumerate(shown.dimensions):
        values = along(np.asarray(d.values), k, len(shape))
        columns[d.name] = arrow.array(np.broadcast_to(values, shape).ravel())
    columns |= {one.name: arrow.array(one.values, arrow.string()) for one in shown.beside}
    for column in shown.columns:
        head = f"{column.target.name}_" if len(shown.columns) > 1 else ""
        values = np.asarray(column.values).ravel()
        columns[column.target.name] = arrow.array(values, mask=np.isnan(values))
        status = np.asarray(column.status).ravel()
        names = [*STATUSES, ABSENT]
        places = np.where(status < 0, len(STATUSES), status).astype(np.int8)
        columns[f"{head}status"] = arrow.DictionaryArray.from_arrays(places, list(map(str, names)))
        columns[f"{head}regime"] = _texts(arrow, column.regime)
        if has_causes(column):
            columns[f"{head}cause"] = _texts(arrow, column.cause)
    facts = {"units": json.dumps(units), **shown.notes}
    return arrow.table(columns).replace_schema_metadata(facts)


def _texts(arrow: Any, found: Coded) -> Any:
    """Codes as a dictionary of texts, null for none."""
    codes = np.asarray(found.codes).ravel()
    present = sorted(found.texts)
    places = np.zeros(max(present, default=0) + 2, np.int16)  # the last place is that of -1
    for place, code in enumerate(present):
        places[code] = place
    none = ~np.isin(codes, present)
    texts = [found.texts[code] for code in present]
    indices = arrow.array(places[codes], mask=none)
    return arrow.DictionaryArray.from_arrays(indices, arrow.array(texts, arrow.string()))
