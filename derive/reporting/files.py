"""Writing files so that nothing is ever half-written, and nothing of the user's is lost."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from derive.errors import OutputError


def write_atomically(path: Path, data: bytes | str) -> None:
    """Write to a temporary name beside `path`, then rename. Raises OutputError and leaves what was
    there untouched.
    """
    write_all({path: data.encode("utf-8") if isinstance(data, str) else data})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write every file under a temporary name, and give them their names when the last is written.
    Raises OutputError.
    """
    temporary: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in files.items():
            if path.is_dir():
                raise OutputError(str(path), "is a folder", "Name a file.")
            if (
                path.exists() and not path.is_file()
            ):  # a device or a pipe would be replaced by a file
                raise OutputError(
                    str(path), "is no regular file", "Name a file, or leave --out away to print."
                )
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=f".{path.name[:60]}.", dir=path.parent)
            temporary[path] = Path(name)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).chmod(0o644)
        for path in files:
            temporary.pop(path).replace(path)
    except OSError as error:
        raise OutputError(
            str(path),
            f"cannot be written: {error.strerror or error}",
            "Choose another place with --out.",
        ) from error
    finally:
        for left in temporary.values():
            left.unlink(missing_ok=True)
