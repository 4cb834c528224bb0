"""A sweep as a Zarr store, a chunk of the grid a chunk of the store."""

from __future__ import annotations

import json
import warnings
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from derive.analysis.sweep.frames import axis_attributes, dataset, variables
from derive.results.sweep import Swept

_STORE = "store"
_OPENING = Lock()  # how zarr writes is set for a whole process while a store is opened


def whole(found: Swept, path: Path) -> None:
    """Write a sweep as one store."""
    with _quiet():
        dataset(found).to_zarr(path)


def begin(empty: Swept, size: tuple[int, ...], folder: Path) -> None:
    """Make the store without its points, as xarray lays it out, whose import alone takes as long
    as the plan of a sweep.
    """
    zarr: Any = import_module("zarr")
    store = zarr.create_group(folder / _STORE, attributes=dict(empty.notes))
    for axis in empty.dimensions:
        made = _array(store, axis.name, (axis.name,), axis.values, axis_attributes(axis))
        made[...] = axis.values
    shape = tuple(len(axis.values) for axis in empty.dimensions)
    for name, (dims, values, attributes) in variables(empty).items():
        _array(store, name, dims, values, attributes, shape=shape, chunks=size)
    with _quiet():
        zarr.consolidate_metadata(store.store)
    _sort_members(folder / _STORE / "zarr.json")


def _sort_members(file: Path) -> None:
    """Put the consolidated arrays in the order of their names: older versions of zarr have them in
    that in which they were read.
    """
    stated = json.loads(file.read_text("utf-8"))
    members = stated["consolidated_metadata"]["metadata"]
    stated["consolidated_metadata"]["metadata"] = dict(sorted(members.items()))
    file.write_text(json.dumps(stated, indent=2), encoding="utf-8")


def _array(
    store: Any, name: str, dims: tuple[str, ...], values: Any, attributes: Any, **layout: Any
) -> Any:
    """An empty array of a store, of the type of the values."""
    plain = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in attributes.items()}
    blank: float = 0
    if values.dtype.kind == "f":
        blank = np.nan
        plain["_FillValue"] = b64encode(np.float64(blank).tobytes()).decode()
    layout = {"shape": values.shape, **layout}
    return store.create_array(
        name,
        dtype=values.dtype,
        fill_value=blank,
        attributes=plain,
        dimension_names=dims,
        **layout,
    )


def write(found: Swept, places: tuple[slice, ...], number: int, folder: Path) -> None:
    """Write the arrays of a chunk to its place; without xarray, which holds other threads up."""
    made = (folder / _STORE / "zarr.json").stat().st_mtime_ns
    arrays = _opened(folder / _STORE, made)
    for name, (_, values, _) in variables(found).items():
        if not _is_blank(values):
            arrays[name][places] = values


@lru_cache(maxsize=2)
def _opened(store: Path, _made: int) -> dict[str, Any]:
    """The arrays of a store that was made at that time: opening them takes as long as it takes to
    answer a hundred thousand points. What is handed to them they write, without a look for chunks
    that are blank, for which zarr has one thread.
    """
    zarr: Any = import_module("zarr")
    with _OPENING, zarr.config.set({"array.write_empty_chunks": True}):
        return dict(zarr.open_group(store, mode="r+").arrays())


def _is_blank(values: Any) -> bool:
    """Whether a chunk has nothing but the fill value, and so no file."""
    blank = np.isnan if values.dtype.kind == "f" else np.logical_not
    return bool(blank(values.flat[0]) and blank(values).all())


def finish(empty: Swept, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
    """Each chunk is in its place already; what zarr was writing when a process was killed goes."""
    for left in sorted((folder / _STORE).rglob("*.partial")):
        left.unlink()
    return folder / _STORE


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the warning that metadata are not yet consolidated by all readers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
