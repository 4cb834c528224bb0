"""Column widths of a table, in characters of plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from derive.equations.layout import layout
from derive.rendering.document.document import (
    Amount,
    Code,
    Document,
    Inline,
    Link,
    Math,
    Phrase,
    Table,
    Words,
)
from derive.rendering.document.inline_writer import plain_words
from derive.rendering.document.parts import without_titles, words_of
from derive.rendering.document.ranges import folded_ranges
from derive.rendering.expressions.printer import breadth

PER_LINE = 93  # characters of small type across the page
_SHORT, _WHOLE = 7, 30
_GAP, _CLOSE_GAP = 3, 2  # characters between two columns, and in a crowded table
_SMALLER = 1.12  # how many more characters a line of a crowded table holds
_CROWDED, _NARROW = 2.5, 24  # lines of a text, and characters of its column, that crowd a table
_SLACK = 4  # for capitals, which are broader
_POWER, _TYPEWRITER = 4, 1.2  # characters that a power of ten adds; breadth of a letter of a name
_WIDE, _BREAKS = 84, 24  # a line that flows, and the characters from which a name may break
_LINE = 60  # characters beyond which a text asks for no wider column
_FEW_WORDS = 12  # characters of a column of texts on a narrow screen
_CELL, _WHOLE_LINES = 30, 12  # characters of a line of a cell, and lines that need no page break
_WORD = re.compile(r"[\s-]")


@dataclass(frozen=True, slots=True)
class ColumnWidth:
    """The width of a column where the others may flow: a share of what they leave, a number of
    characters, or with neither its natural width.
    """

    share: int = 0
    characters: int = 0


def _amount_widths(document: Document, table: Table) -> list[int]:
    """The longest quantity of each column, a lower bound of its width; those of more than 30
    characters do not count.
    """
    parts = (
        [
            len(plain_words(document, (part,)))
            for row in table.rows
            for part in row[k]
            if isinstance(part, Amount)
        ]
        for k in range(len(table.headers))
    )
    return [max((length for length in lengths if length <= _WHOLE), default=0) for lengths in parts]


def _fitted_widths(natural: list[int], room: int, least: Sequence[int]) -> list[int]:
    """Column widths with a sum of at most `room`: the widest column shrinks first, down to a few
    letters or to its `least`.
    """
    widths = list(natural)
    floors = [max(_SHORT, floor) for floor in least]
    while sum(widths) > room:
        giving = [i for i, width in enumerate(widths) if width > floors[i]]
        if not giving:
            break
        widths[max(giving, key=lambda i: (widths[i], -i))] -= 1
    return widths


@dataclass(frozen=True, slots=True)
class SetColumns:
    """The columns of a table as they are set on a page: the share of the line that each takes (None
    for its natural width), whether they stand closer in smaller type, and the lines of the head
    and the first two rows.
    """

    shares: tuple[float | None, ...]
    crowded: bool = False
    opening: int = 3


def set_columns(document: Document, table: Table, per_line: int = PER_LINE) -> SetColumns:
    """The columns of a table on a page of `per_line` characters of small type; one that breaks a
    text into many lines of a narrow column is set closer.
    """
    table = without_titles(table)
    natural = _set_widths(document, table)
    fitted = _fit(document, table, natural, per_line, _GAP)
    if crowded := _crowded(natural, fitted):
        folded = folded_ranges(document, table)
        asked = [fold or own for own, fold in zip(natural, folded, strict=True)]
        fitted = _fit(document, table, asked, per_line, _GAP)
        crowded = _crowded(asked, fitted)
    if crowded:
        per_line = round(_SMALLER * per_line)
        fitted = _fit(document, table, asked, per_line, _CLOSE_GAP)
    first = [[plain_words(document, words_of(cell)) for cell in row] for row in _lines(table)[:3]]
    opening = sum(
        max(1 + len(text) // width for text, width in zip(row, fitted, strict=True))
        for row in first
    )
    return SetColumns(_shares(natural, fitted, per_line), crowded, opening)


def paragraph_shares(document: Document, table: Table) -> tuple[float | None, ...]:
    """The share of the line that each column takes, None for its natural width."""
    table = without_titles(table)
    natural = _set_widths(document, table)
    return _shares(natural, _fit(document, table, natural, PER_LINE, _GAP), PER_LINE)


def text_weights(document: Document, table: Table) -> list[int]:
    """The texts of each column by the geometric mean of the longest and of all of them, a small one
    no less than half of the largest.
    """
    weights = [
        _weight([len(_linkless(document, row[k])) for row in table.rows])
        for k in range(len(table.align))
    ]
    return [max(weight, max(weights) // 2, 1) for weight in weights]


def _fit(
    document: Document, table: Table, natural: list[int], per_line: int, gap: int
) -> list[int]:
    """The widths of the columns on a line, so many characters apart."""
    room = per_line - gap * len(natural) - _SLACK
    return _fitted_widths(natural, room, _amount_widths(document, table))


def _crowded(natural: list[int], fitted: list[int]) -> bool:
    """Whether a text breaks into many lines of a narrow column."""
    return any(
        fit < _NARROW and own > _CROWDED * fit for own, fit in zip(natural, fitted, strict=True)
    )


def _shares(natural: list[int], fitted: list[int], per_line: int) -> tuple[float | None, ...]:
    return tuple(
        None if fit == own else round(fit / per_line, 3)
        for own, fit in zip(natural, fitted, strict=True)
    )


def _set_widths(document: Document, table: Table) -> list[int]:
    """The widths of the columns as they are set: names are in typewriter, powers of ten written
    out, formulas in symbols, the two sides of a fraction above each other.
    """

    def width(part: Inline) -> float:
        if isinstance(part, Link):
            return sum(map(width, words_of(part.text)))
        if isinstance(part, Math):
            return breadth(layout(part.expression), {})
        shown = plain_words(document, (part,))
        if isinstance(part, Amount):
            return len(shown) + _POWER * ("e" in shown and part.part != "unit")
        return len(shown) * (_TYPEWRITER if isinstance(part, Code) else 1)

    rows = [map(words_of, table.headers), *table.rows]
    cells = [[round(sum(map(width, cell))) for cell in row] for row in rows]
    return [max(column) for column in zip(*cells, strict=True)]


def shared_widths(document: Document, table: Table) -> list[ColumnWidth]:
    """The widths of columns that share the page: in a table too wide for it, columns of long texts
    share what the others leave, by the geometric mean of their longest text and of all of it, a
    small one no less than half of the largest; names take the room of those that stay whole.
    """
    columns = [
        [len(plain_words(document, row[k])) for row in table.rows] for k in range(len(table.align))
    ]
    if sum(max(lengths, default=0) for lengths in columns) <= _WIDE:
        return [ColumnWidth()] * len(columns)
    named = [
        all(
            isinstance(part, Code) and " " not in part.text for row in table.rows for part in row[k]
        )
        for k in range(len(columns))
    ]
    least = max(map(_weight, columns)) // 2
    widths = [_shared(*column, least) for column in zip(columns, named, strict=True)]
    whole = sum(max(c, default=0) for c, w in zip(columns, widths, strict=True) if not w.share)
    if _WIDE - whole - _GAP * len(columns) > _NARROW:
        return widths
    return [
        ColumnWidth(characters=fold) if fold else width
        for width, fold in zip(widths, folded_ranges(document, table), strict=True)
    ]


def least_width(document: Document, table: Table) -> int:
    """The characters across which no word of the table has to be broken and no number, columns of
    texts have room for a few words, and a gap between two columns.
    """
    rows = [[_linkless(document, words_of(cell)) for cell in row] for row in _lines(table)]
    columns = zip(zip(*rows, strict=True), table.align, strict=True)
    return sum(_least(cells, side == "r") for cells, side in columns) + len(table.headers)


def _least(cells: Sequence[str], numbers: bool) -> int:
    """The least width of a column with this head and cells."""
    words = max(map(len, _WORD.split(" ".join(cells))))
    longest = max(map(len, cells[1:]), default=0)
    if numbers and longest <= _WHOLE:
        return max(words, longest)
    return max(words, _FEW_WORDS) if longest > _WHOLE else words


def _linkless(document: Document, words: Words) -> str:
    """Words without the addresses that their links lead to."""
    shown = (words_of(part.text) if isinstance(part, Link) else (part,) for part in words)
    return plain_words(document, tuple(part for parts in shown for part in parts))


def _lines(table: Table) -> tuple[tuple[Phrase, ...], ...]:
    return table.headers, *table.rows


def is_long(document: Document, table: Table) -> bool:
    """Whether a table has so many lines that a page may end within it: kept whole, it could leave
    half a page empty.
    """
    rows = ([len(plain_words(document, cell)) for cell in row] for row in table.rows)
    return sum(1 + max(lengths, default=0) // _CELL for lengths in rows) > _WHOLE_LINES


def _weight(lengths: Sequence[int]) -> int:
    lines = [min(length, _LINE) for length in lengths]
    return isqrt(max(lines, default=0) * sum(lines))


def _shared(lengths: Sequence[int], names: bool, least: int) -> ColumnWidth:
    if max(lengths, default=0) <= _BREAKS:
        return ColumnWidth()
    if not names:
        return ColumnWidth(share=max(_weight(lengths), least))
    whole = [length for length in lengths if length < _BREAKS]
    return ColumnWidth(characters=max(whole, default=_BREAKS // 2))
