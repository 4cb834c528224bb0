"""Stamps at the end of report files: the recorded answers for `--check`, and a digest."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from derive.rendering.formats.registry import Fence, fences

_WORDS = "made by derive, sha256 "
_FIRST = "what this report says:"


def stamped(data: bytes | str, fence: Fence, says: Sequence[str] = ()) -> bytes:
    """A file's bytes with its stamp as a comment of its format; `says` are lines without `--`."""
    content = data.encode("utf-8") if isinstance(data, str) else data
    content += b"" if content.endswith(b"\n") else b"\n"
    listed = "".join(f"{line}\n{fence.line}" for line in (_FIRST, *says)) if says else ""
    content += f"{fence.opening}{listed}".encode()
    return content + f"{_WORDS}{_digest(content)}{fence.closing}".encode()


def unchanged(data: bytes) -> bool | None:
    """Whether the stamp agrees with these bytes; None without a stamp."""
    closings = "|".join(sorted({re.escape(fence.closing.rstrip()) for fence in fences()}))
    found = re.search(rf"{_WORDS}([0-9a-f]{{16}})(?:{closings})\s*$".encode(), data[-200:])
    if found is None:
        return None
    return _digest(data[: data.rindex(_WORDS.encode())]) == found[1].decode()


def parted(data: bytes, fence: Fence) -> tuple[str, list[str]]:
    """The text of a file without its stamp, and the recorded lines; Unix line ends."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if _WORDS not in text[-200:]:
        return text, []
    text = text[: text.rindex(_WORDS)]
    content, found, says = text.rpartition(f"{fence.opening}{_FIRST}\n{fence.line}")
    if not found:
        return text.removesuffix(fence.opening), []
    lines = [line.removeprefix(fence.line) for line in says.splitlines() if line != fence.line]
    return content, lines


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
