"""Paths of data files, report sources and guides, and the files that a command has read."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_OPENED = re.compile(r"/dev/(stdin|fd/\d+)|/proc/self/fd/\d+")
_inputs: ContextVar[set[Path] | None] = ContextVar("inputs", default=None)


def shipped(relative: str) -> Path:
    """Path of `quantities/...`, `reports/source/...` or `docs/guide`: the installed copy, else that
    of the checkout.
    """
    installed = _PACKAGE / relative
    return installed if installed.exists() else _PACKAGE.parent / relative


def installed() -> bool:
    """Whether the package is an installed copy, which holds its data files, and no checkout."""
    return (_PACKAGE / "quantities").exists()


@contextmanager
def command_inputs() -> Iterator[None]:
    """A command, from whose start on the files that it reads and writes are noted."""
    token = _inputs.set(set())
    try:
        yield
    finally:
        _inputs.reset(token)


def is_opened(path: str | Path) -> bool:
    """Whether a path names what a shell has opened: standard input, or a pipe by its number."""
    return _OPENED.fullmatch(str(path)) is not None


def note_input(path: str | Path) -> None:
    """Note a file that the command has read or written; nothing outside a command."""
    noted = _inputs.get()
    if noted is not None:
        noted.add(Path(os.path.realpath(path)))


def inputs_of_command() -> Collection[Path]:
    """The files that the command has read or written; none outside a command."""
    return _inputs.get() or ()
