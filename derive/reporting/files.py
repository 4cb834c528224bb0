"""Writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from derive.errors import OutputError


def write_atomically(path: Path, data: bytes | str) -> None:
    """Write to a temporary name beside `path`, then rename. Raises OutputError and leaves what was there untouched."""
    content = data.encode("utf-8") if isinstance(data, str) else data
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:60]}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutputError(str(path), f"cannot be written: {error.strerror or error}", "Choose another place with --out.") from error
