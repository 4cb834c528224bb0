"""Fingerprint of what an answer rests on beside its question: the files of derive and its data,
Python, and sympy.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec

from derive.version import __version__

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
_BESIDE = ("quantities",)  # of a checkout, beside the package
_CODE = (".py", ".json", ".txt", ".toml")


def fingerprint() -> str:
    """The digest; it changes with every file of the package and of its data that is written, with
    the version of Python, and with another sympy.
    """
    parts = [__version__, sys.version, sys.platform]
    parts += [os.path.join(os.path.dirname(_PACKAGE), name) for name in _BESIDE]  # noqa: PTH118, PTH120
    folders = [_PACKAGE, *parts[3:]]
    parts += sorted(line for each in folders for line in _files(each))
    spec = find_spec("sympy")
    if spec is not None and spec.origin is not None:
        parts.append(_line(spec.origin, os.stat(spec.origin)))  # noqa: PTH116
    return sha256("\n".join(parts).encode(errors="surrogateescape")).hexdigest()


def _files(folder: str) -> Iterator[str]:
    """A line for each file below a folder that answers may rest on: path, size and time."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        elif entry.name.endswith(_CODE):
            yield _line(entry.path, entry.stat())


def _line(path: str, status: os.stat_result) -> str:
    return f"{path} {status.st_size} {status.st_mtime_ns}"
