"""Styled lines of a document for a terminal of given width."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from derive.rendering.document.anchors import sections
from derive.rendering.document.block_writer import Writer
from derive.rendering.document.document import (
    Boxed,
    Document,
    DocumentBlock,
    Equation,
    Figure,
    Items,
    Quote,
    Reference,
    Table,
    Words,
)
from derive.rendering.document.parts import is_across, points_of, without_titles
from derive.rendering.expressions.sanitise import sanitise, verbatim
from derive.rendering.formats.styled_text import Spans, StyledText, padded, width_of, wrapped
from derive.rendering.formats.terminal_columns import GAP, MARGIN, TerminalColumns, terminal_columns
from derive.rendering.formats.terminal_equation import drawn
from derive.rendering.formats.terminal_prose import SOFT, SYMBOL, TerminalProse

TITLE, SECTION, MATHS = "bold", "bold", "bold"
BADGE, FRAME, TICK = "bold white on blue", "dark_orange", "green"
TONES = {"plain": "", "lead": "", "note": SOFT, "warning": "red"}
INDENT, BELOW = 5, 6


def lines_of(document: Document, width: int) -> list[Spans]:
    """Every line of the document."""
    writer = _Writer(document, width)
    lines = [*writer.folded((StyledText(sanitise(document.title), TITLE),))]
    if document.subtitle:
        lines += writer.folded((StyledText(sanitise(document.subtitle), SOFT),))
    for block in document.blocks:
        lines += [(), *writer.block(block)]
    return lines


class _Writer(Writer[Spans, list[Spans]]):
    def __init__(self, document: Document, width: int) -> None:
        self.document, self.width, self.prose = document, width, TerminalProse(document)

    def words(self, words: Words) -> Spans:
        return self.prose.phrase(words)

    def reference(self, entry: Reference) -> Spans:
        return self.prose.join(self.prose.reference(entry))

    def folded(self, line: Spans, indent: int = 0, first: Spans = ()) -> list[Spans]:
        """A wrapped line; `first` stands in the indent of its first line."""
        rows = wrapped(line, self.width - indent)
        return [(*padded(() if k else first, indent), *row) for k, row in enumerate(rows)]

    def heading(self, level: int, line: Spans) -> list[Spans]:
        return [tuple(StyledText(s.text, s.style or SECTION, s.whole) for s in line)]

    def abstract(self, line: Spans) -> list[Spans]:
        return self.folded(line)

    def contents(self) -> list[Spans]:
        return [
            row
            for s in sections(self.document)
            if s.level == 1
            for row in self.folded((StyledText(sanitise(s.text)),), 2)
        ]

    def paragraph(self, line: Spans, tone: str) -> list[Spans]:
        return self.folded(tuple(StyledText(s.text, s.style or TONES[tone], s.whole) for s in line))

    def figure(self, block: Figure) -> list[Spans]:
        path = StyledText(f" ({sanitise(block.path)})", SOFT)
        return self.folded((StyledText("Figure: "), *self.words(block.caption), path))

    def items(self, block: Items) -> list[Spans]:
        return [
            row
            for number, (words, below) in enumerate(points_of(block), block.start)
            for row in self.point(f"{number}." if block.numbered else "•", self.words(words), below)
        ]

    def references(self, lines: Sequence[Spans]) -> list[Spans]:
        return [row for i, line in enumerate(lines, 1) for row in self.point(f"[{i}]", line)]

    def point(self, mark: str, line: Spans, below: Sequence[DocumentBlock] = ()) -> list[Spans]:
        """The words beside the mark, and the blocks below them; a list follows without a gap."""
        indent = len(mark) + 3
        rows = self.folded(line, indent, (StyledText("  "), StyledText(mark, SOFT)))
        for block in below:
            gap: list[Spans] = [] if isinstance(block, Items) else [()]
            rows += [*gap, *self.within(block, StyledText(" " * indent))]
        return rows

    def within(self, block: DocumentBlock, margin: StyledText) -> list[Spans]:
        """The lines of a block, each after a margin."""
        inner = copy(self)
        inner.width -= len(margin.text)
        return [(margin, *row) for row in inner.block(block)]

    def quote(self, block: Quote) -> list[Spans]:
        bar = StyledText("  │ ", SOFT)
        rows: list[Spans] = []
        for inner in block.blocks:
            rows += [*([(bar,)] if rows else []), *self.within(inner, bar)]
        return rows

    def code_block(self, lines: Sequence[str], language: str) -> list[Spans]:
        return [(StyledText("    "), StyledText(verbatim(line), SYMBOL)) for line in lines]

    def thematic_break(self) -> list[Spans]:
        return [(StyledText("─" * self.width, SOFT),)]

    def equation(self, block: Equation) -> list[Spans]:
        """Badge, reason and rule on the first line, the mathematics below."""
        badge: Spans = (StyledText(f" {block.number} ", BADGE),) if block.number is not None else ()
        rule = (
            StyledText(sanitise(block.rule), SOFT),
            *((StyledText(f" ✓ {sanitise(block.verdict)}", TICK),) if block.verdict else ()),
        )
        beside = self.width - INDENT - width_of(rule) - 2
        fits = beside >= self.width // 2
        reason = wrapped(self.words(block.reason), beside if fits else self.width - INDENT)
        rows = [(*padded(() if k else badge, INDENT), *row) for k, row in enumerate(reason)]
        if fits:
            rows[0] = (*padded(rows[0], self.width - width_of(rule)), *rule)
        else:
            rows += [padded(row, self.width, "r") for row in wrapped(rule, self.width - INDENT)]
        margin, lines = StyledText(" " * INDENT), drawn(block, self.width - INDENT)
        return [*rows, *((margin, StyledText(line, MATHS)) for line in lines)]

    def table(self, block: Table) -> list[Spans]:
        """Columns three spaces apart under a rule; long cells wrap, and stand below the row where
        the others leave them no room.
        """
        columns = terminal_columns(self.document, without_titles(block), self.width)
        head = [self.prose.strong(self.prose.phrase(header)) for header in block.headers]
        breadth = sum(columns.widths) + GAP * (len(columns.widths) - 1) + MARGIN
        rule = (StyledText(" " + "─" * (breadth - 2), SOFT),)
        rows = [[self.words(cell) for cell in row] for row in block.rows]
        if len(columns.below) > 1:
            self.label(head, rows, columns.below)
        titles = [is_across(row) for row in block.rows]
        lines = [
            line
            for row, title in zip(rows, titles, strict=True)
            for line in (
                self.folded(row[0], 2) if title else self.table_row(row, columns, block.align)
            )
        ]
        return [*self.table_row(head, columns, block.align), rule, *lines]

    def label(self, head: list[Spans], rows: list[list[Spans]], below: Sequence[int]) -> None:
        """Put the names of columns that stand below each other before their values."""
        for k in below:
            name = tuple(StyledText(span.text, SOFT) for span in head[k])
            head[k] = ()
            for row in rows:
                row[k] = (*name, StyledText(": ", SOFT), *row[k]) if width_of(row[k]) else ()

    def table_row(self, row: list[Spans], columns: TerminalColumns, align: str) -> list[Spans]:
        """The lines of one row of a table."""
        sides = "".join(align[k] for k in columns.beside)
        lines = _row([row[k] for k in columns.beside], columns.widths, sides)
        below = [row[k] for k in columns.below if width_of(row[k])]
        return [*lines, *(line for cell in below for line in self.folded(cell, BELOW))]

    def boxed(self, block: Boxed) -> list[Spans]:
        """The result in a frame, its check on the same line where there is room."""
        check: Spans = (StyledText(f"✓ {sanitise(block.check)}", TICK),) if block.check else ()
        bold = [
            tuple(StyledText(s.text, "bold", s.whole) for s in self.words(line))
            for line in block.lines
        ]
        rows = [row for line in bold for row in wrapped(line, self.width - 4)]
        if check and len(rows) == 1 and width_of(rows[0]) + width_of(check) + 10 <= self.width:
            rows = [(*rows[0], StyledText(" " * 6), *check)]
        elif check:
            rows += wrapped(check, self.width - 4)
        inner = max(width_of(row) for row in rows)
        side = StyledText("│", FRAME)
        edge = "─" * (inner + 2)
        gap = StyledText(" ")
        middle = [(side, gap, *padded(row, inner), gap, side) for row in rows]
        return [(StyledText(f"╭{edge}╮", FRAME),), *middle, (StyledText(f"╰{edge}╯", FRAME),)]


def _row(cells: list[Spans], widths: Sequence[int], align: str) -> list[Spans]:
    """The lines of one row of a table; a name longer than its column has a line of its own."""
    columns = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    if len(columns) > 1 and width_of(columns[0][0]) > widths[0]:
        columns = [columns[0], *([(), *column] for column in columns[1:])]
    lines = []
    for index in range(max(len(column) for column in columns)):
        line: list[StyledText] = [StyledText("  ")]
        for column, width, side in zip(columns, widths, align, strict=True):
            cell = column[index] if index < len(column) else ()
            line += [*padded(cell, width, side), StyledText(" " * GAP)]
        lines.append(tuple(line))
    return lines
