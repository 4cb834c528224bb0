"""A sweep as a netCDF file: of format 3 at once, of format 4 in chunks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from derive.analysis.sweep.frames import axis_attributes, dataset, variables
from derive.errors import MissingExtra
from derive.rendering.formats.part_files import placed
from derive.results.sweep import Swept


def whole(found: Swept, path: Path) -> None:
    """Write a sweep as one file."""
    path.write_bytes(bytes(dataset(found).to_netcdf(engine="scipy")))


def begin(empty: Swept, size: tuple[int, ...], folder: Path) -> None:
    """Nothing is shared. Raises MissingExtra without h5netcdf or h5py, through which it writes."""
    for package in ("h5netcdf", "h5py"):
        if find_spec(package) is None:
            raise MissingExtra("A netCDF file in chunks", package, "netcdf")


def write(found: Swept, places: tuple[slice, ...], number: int, folder: Path) -> None:
    """Write the arrays of a chunk."""
    arrays: dict[str, Any] = {name: item[1] for name, item in variables(found).items()}
    with placed(_part(folder, number), folder) as fresh, fresh.open("wb") as file:
        np.savez(file, **arrays)


def finish(empty: Swept, chunks: Sequence[tuple[slice, ...]], folder: Path) -> Path:
    """Put the arrays of all chunks into one file."""
    h5netcdf: Any = import_module("h5netcdf")
    made = folder / "whole.nc"
    names = tuple(dimension.name for dimension in empty.dimensions)
    with h5netcdf.File(made, "w") as file:
        file.dimensions = {d.name: len(d.values) for d in empty.dimensions}
        file.attrs.update(empty.notes)
        for d in empty.dimensions:
            axis = file.create_variable(d.name, (d.name,), data=np.asarray(d.values))
            axis.attrs.update(axis_attributes(d))
        first = tuple(part.stop - part.start for part in chunks[0])
        for name, (_, values, attributes) in variables(empty).items():
            made_variable = file.create_variable(name, names, values.dtype, chunks=first)
            plain = {k: str(v) if isinstance(v, str) else v for k, v in attributes.items()}
            made_variable.attrs.update(plain)
        for number, places in enumerate(chunks):
            with np.load(_part(folder, number)) as arrays:
                for name in arrays.files:
                    file.variables[name][places] = arrays[name]
    return made


def _part(folder: Path, number: int) -> Path:
    return folder / f"{number:08d}.npz"
