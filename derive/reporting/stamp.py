"""The stamp at the end of every file of a report: what it says, for `--check`, and that derive
wrote it and nobody changed it since.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

# Around a stamp, by the file's suffix: what opens it, what starts each line, what closes it.
_FENCES = {
    "md": ("\n<!-- ", "", " -->\n"),
    "html": ("<!-- ", "", " -->\n"),
    "svg": ("<!-- ", "", " -->\n"),
    "tex": ("\n% ", "% ", "\n"),
    "bib": ("\n% ", "% ", "\n"),
    "pdf": ("% ", "% ", "\n"),
}
_WORDS = "made by derive, sha256 "
_MARK = re.compile(rb"made by derive, sha256 ([0-9a-f]{16})(?: -->)?\s*$")
_FIRST = "what this report says:"


def stamped(data: bytes | str, suffix: str, says: Sequence[str] = ()) -> bytes:
    """A file's bytes with its stamp; `says` are lines without line breaks and without `--`."""
    opening, each, closing = _FENCES[suffix]
    content = data.encode("utf-8") if isinstance(data, str) else data
    content += b"" if content.endswith(b"\n") else b"\n"
    listed = "".join(f"{line}\n{each}" for line in (_FIRST, *says)) if says else ""
    content += f"{opening}{listed}".encode()
    return content + f"{_WORDS}{_digest(content)}{closing}".encode()


def unchanged(data: bytes) -> bool | None:
    """Whether derive wrote these bytes as they are; None when it did not write them at all."""
    found = _MARK.search(data[-200:])
    if found is None:
        return None
    return _digest(data[: data.rindex(_WORDS.encode())]) == found[1].decode()


def parted(data: bytes, suffix: str) -> tuple[str, list[str]]:
    """The text of a file without its stamp, and the lines of what it says; line ends as on Unix."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if _WORDS not in text[-200:]:
        return text, []
    opening, each, _ = _FENCES[suffix]
    text = text[: text.rindex(_WORDS)]
    content, found, says = text.rpartition(f"{opening}{_FIRST}\n{each}")
    return (
        (content, [line.removeprefix(each) for line in says.splitlines() if line != each])
        if found
        else (text.removesuffix(opening), [])
    )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
