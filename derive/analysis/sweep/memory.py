"""Memory: whether a grid fits, and what to do where it does not."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path

from derive.errors import GivenError

_BYTES = 16  # of a point: value, status, codes of regime and cause, and what is counted of them
_SHARE = 0.8  # of the free memory
_MEMORY = Path("/proc/meminfo")


def free_memory() -> float:
    """The bytes of memory that are free; infinite where it is unknown."""
    try:
        lines = dict(line.split(":") for line in _MEMORY.read_text(encoding="ascii").splitlines())
        return 1024.0 * int(lines["MemAvailable"].split()[0])
    except (OSError, ValueError, KeyError):
        pass
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return math.inf


def check_fits(shape: Sequence[int], targets: int) -> None:
    """Raise GivenError for a grid whose answers do not fit into the memory that is free."""
    points = math.prod(shape)
    needed, free = points * targets * _BYTES, free_memory()
    if needed > _SHARE * free:
        problem = (
            f"{points:,} points need {needed / 1e9:,.0f} GB, and {free / 1e9:,.1f} GB of memory are"
            " free"
        )
        fix = (
            "Answer them in parts: --workers 2 -o grid.zarr on the command line, dask arrays as"
            " axes in Python."
        )
        raise GivenError("over", problem, fix)
