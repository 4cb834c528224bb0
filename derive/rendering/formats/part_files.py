"""Files of the chunks of a sweep, each in its place only when it is whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def placed(path: Path, folder: Path) -> Iterator[Path]:
    """A file to write, in the folder of a sweep under way, which is put in its place when it is
    whole. No other process writes it: one that outlives a killed run may be at the same chunk.
    """
    fresh = folder / f".{path.name}.{os.getpid()}"
    yield fresh
    fresh.replace(path)
