"""A sweep as a Zarr store, a chunk of the grid a chunk of the store."""

from __future__ import annotations

import warnings
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from derive.analysis.sweep.frames import axis_attributes, dataset, variables
from derive.results.sweep import Swept

_STORE = "store"


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
        arrays[name][places] = values


@lru_cache(maxsize=2)
def _opened(store: Path, _made: int) -> dict[str, Any]:
    """The arrays of a store that was made at that time: opening them takes as long as it takes to
    answer a hundred thousand points.
    """
    return dict(import_module("zarr").open_group(store, mode="r+").arrays())


def finish(empty: Swept, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
    """Each chunk is in its place already."""
    return folder / _STORE


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the warning that metadata are not yet consolidated by all readers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
