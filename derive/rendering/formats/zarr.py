"""A sweep as a Zarr store, a chunk of the grid a chunk of the store."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from derive.analysis.sweep.frames import dataset, variables
from derive.results.sweep import Swept

_STORE = "store"


def whole(found: Swept, path: Path) -> None:
    """Write a sweep as one store."""
    _written(dataset(found), path)


def begin(empty: Swept, size: tuple[int, ...], folder: Path) -> None:
    """Make the store without its points."""
    da: Any = import_module("dask.array")
    made, held = dataset(replace(empty, columns=())), variables(empty)
    shape = tuple(len(d.values) for d in empty.dimensions)
    for name, (dims, values, attributes) in held.items():
        blank = da.zeros(shape, dtype=values.dtype, chunks=size)
        made[name] = (dims, blank, attributes)
    encoding = {name: {"chunks": size} for name in held}
    _written(made, folder / _STORE, compute=False, encoding=encoding)


def write(found: Swept, places: tuple[slice, ...], number: int, folder: Path) -> None:
    """Write the arrays of a chunk to its place; without xarray, which holds other threads up."""
    store: Any = import_module("zarr").open_group(folder / _STORE, mode="r+")
    for name, (_, values, _) in variables(found).items():
        store[name][places] = values


def finish(empty: Swept, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
    """Each chunk is in its place already."""
    return folder / _STORE


def _written(made: Any, store: Path, **options: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that metadata are not yet consolidated by all readers
        made.to_zarr(store, **options)
