"""Standard streams that are closed when a command starts, which Python has as None."""

from __future__ import annotations

import errno
import io
import os
import sys


class _Closed(io.TextIOBase):
    """A stream that says so when it is written to."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")


def replace_closed() -> None:
    """Let a closed standard output tell so when it is written to, and a closed standard error take
    what is written.
    """
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")
