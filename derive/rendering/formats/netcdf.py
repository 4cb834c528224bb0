"""A sweep as a netCDF file."""

from __future__ import annotations

from importlib.util import find_spec

from derive.analysis.sweep.frames import dataset
from derive.errors import MissingExtra
from derive.results.sweep import Swept


def netcdf(found: Swept) -> bytes:
    """The bytes of a netCDF file. Raises MissingExtra without xarray and scipy."""
    absent = next((name for name in ("xarray", "scipy") if find_spec(name) is None), None)
    if absent is not None:
        raise MissingExtra("A netCDF file", absent, "sweep")
    return bytes(dataset(found).to_netcdf(engine="scipy"))
