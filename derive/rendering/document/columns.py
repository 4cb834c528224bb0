"""Column widths of a table, in characters of plain text."""

from __future__ import annotations

from collections.abc import Sequence

from derive.rendering.document.document import Amount, Document, Inline, Table
from derive.rendering.document.inline_writer import plain_words

_LINE, _SHORT, _WHOLE = 74, 7, 30
_PER_LINE = 93  # characters of small type across the page


def natural_widths(document: Document, table: Table) -> list[int]:
    """The longest cell of each column, header included."""
    rows = [[plain_words(document, cell) for cell in row] for row in (table.headers, *table.rows)]
    return [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]


def part_widths(document: Document, table: Table, *kinds: type[Inline]) -> list[int]:
    """The longest part of these kinds in each column, a lower bound of its width; parts of more
    than 30 characters do not count.
    """
    parts = (
        [
            len(plain_words(document, (part,)))
            for row in table.rows
            for part in row[k]
            if isinstance(part, kinds)
        ]
        for k in range(len(table.headers))
    )
    return [max((length for length in lengths if length <= _WHOLE), default=0) for lengths in parts]


def fitted_widths(natural: list[int], room: int, least: Sequence[int] = ()) -> list[int]:
    """Column widths with a sum of at most `room`: the widest column shrinks first, down to a few
    letters or to its `least`.
    """
    widths = list(natural)
    floors = [max(_SHORT, floor) for floor in least] or [_SHORT] * len(widths)
    while sum(widths) > room:
        giving = [i for i, width in enumerate(widths) if width > floors[i]]
        if not giving:
            break
        widths[max(giving, key=lambda i: (widths[i], -i))] -= 1
    return widths


def paragraph_shares(document: Document, table: Table) -> list[float | None]:
    """The share of the line each column takes, None for its natural width."""
    natural = natural_widths(document, table)
    fitted = fitted_widths(natural, _LINE, part_widths(document, table, Amount))
    return [
        None if fit == own else round(fit / _PER_LINE, 2)
        for own, fit in zip(natural, fitted, strict=True)
    ]
