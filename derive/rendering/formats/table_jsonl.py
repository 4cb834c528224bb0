"""A table as JSON lines: an object a row."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any


def content(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """The content of a file with these rows."""
    lines = (json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def read(path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """These columns of the rows in a file."""
    chosen = itemgetter(*columns)
    with path.open(encoding="utf-8", newline="\n") as file:
        yield from (chosen(json.loads(line)) for line in file)
