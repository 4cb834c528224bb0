"""Atomic writing of files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from derive.errors import OutputError


def write_atomically(path: Path, data: bytes | str) -> None:
    """Write a file under a temporary name, then rename it. Raises OutputError, and an existing file
    stays unchanged.
    """
    write_all({path: data.encode("utf-8") if isinstance(data, str) else data})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write all files under temporary names, then rename them. Raises OutputError."""
    temporary: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in files.items():
            if path.is_dir():
                raise OutputError(str(path), "is a folder", "Name a file.")
            if path.exists() and not path.is_file():  # a device or a pipe
                fix = "Name a file, or leave --out away to print."
                raise OutputError(str(path), "is no regular file", fix)
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=f".{path.name[:60]}.", dir=path.parent)
            temporary[path] = Path(name)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).chmod(0o644)
        for path in files:
            temporary.pop(path).replace(path)
    except OSError as error:
        problem = f"cannot be written: {error.strerror or error}"
        raise OutputError(str(path), problem, "Choose another place with --out.") from error
    finally:
        for left in temporary.values():
            left.unlink(missing_ok=True)
