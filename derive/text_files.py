"""Text of a file or of standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from derive.data_files import is_opened, note_input
from derive.errors import DataError

_LARGEST = 20_000_000
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: Path) -> str:
    """The text of a file, with plain line ends. Raises DataError for an unreadable one."""
    return text_of(read_content(path), str(path))


def read_content(path: Path) -> bytes:
    """The content of a file. Raises DataError for one that cannot be read, or is too large."""
    try:
        if path.is_dir():
            fix = f"Name the files in it: {path}/*.md."
            raise DataError(str(path), "", "it is a directory", fix)
        if path.exists() and not (path.is_file() or is_opened(path)):
            fix = "Save the text in one, or give it on standard input."
            raise DataError(str(path), "", "it is not a regular file", fix)
        note_input(path)
        with path.open("rb") as file:
            return _content(file, str(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(str(path), "", f"cannot be read: {reason}") from error


def read_stdin() -> str:
    """The text on standard input, with plain line ends. Raises DataError for an unreadable one."""
    if sys.stdin is None:
        raise DataError("-", "", "standard input is closed", "Name a file, or pipe the text in.")
    return text_of(_content(sys.stdin.buffer, "-"), "-")


def _content(file: BinaryIO, name: str) -> bytes:
    data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise DataError(
            name, "", f"is larger than {_LARGEST // 1_000_000} MB", "Split it into several files."
        )
    return data


def text_of(data: bytes, name: str) -> str:
    """The text of a content, with plain line ends. Raises DataError where it is no UTF-8."""
    try:
        return with_plain_lines(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        found = "it is UTF-16" if data[:2] in _UTF_16 else f"byte {error.start + 1:,} is not UTF-8"
        raise DataError(name, "", f"cannot be read: {found}", "Save it as UTF-8.") from error


def with_plain_lines(text: str) -> str:
    """The text without a byte order mark, and with plain line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
