"""Ranges in the columns of a table: long ones may take two lines, an end on each."""

from __future__ import annotations

import re

from derive.rendering.document.document import Document, Table
from derive.rendering.document.inline_writer import plain_words

LONG_RANGE = 13  # characters of a range in a table that stays on one line: 39.3 to 76.3
_RANGE = re.compile(r"(\S+ to) (\S+)")


def folded_ranges(document: Document, table: Table) -> list[int]:
    """The width in characters of each column of long ranges that take two lines; 0 for any other
    column, and where nothing is won.
    """
    columns = (
        [plain_words(document, row[k]) for row in table.rows] for k in range(len(table.align))
    )
    return [
        _folded(cells) if side == "r" else 0
        for side, cells in zip(table.align, columns, strict=True)
    ]


def _folded(cells: list[str]) -> int:
    ranges = [_RANGE.fullmatch(cell) for cell in cells]
    longest = max(map(len, cells), default=0)
    if not any(ranges) or longest <= LONG_RANGE:
        return 0
    ends = [
        end
        for found, cell in zip(ranges, cells, strict=True)
        for end in (found.groups() if found else (cell,))
    ]
    width = max(map(len, ends))
    return width if width < longest else 0
