"""A document as styled lines of a given width: stacked fractions, aligned columns, a box around the
result.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.rendering.document.anchors import sections
from derive.rendering.document.block_writer import Writer
from derive.rendering.document.columns import fitted_widths, natural_widths, part_widths
from derive.rendering.document.document import (
    Boxed,
    Code,
    Document,
    Equation,
    Figure,
    Math,
    Reference,
    Table,
    Words,
)
from derive.rendering.document.inline_writer import Prose
from derive.rendering.document.worked_line import Line, chain
from derive.rendering.expressions import stacked as t
from derive.rendering.expressions.inline import OneLine
from derive.rendering.expressions.printer import ROOM, Printer
from derive.rendering.expressions.sanitise import sanitise
from derive.rendering.formats.styled_text import (
    Spans,
    StyledText,
    joined,
    padded,
    width_of,
    wrapped,
)

TITLE, SECTION, BADGE, MATHS, SYMBOL, SOFT, FRAME, TICK = (
    "bold",
    "bold",
    "bold white on blue",
    "bold",
    "cyan",
    "dim",
    "dark_orange",
    "green",
)
TONES = {"plain": "", "note": SOFT, "warning": "red"}
INDENT = 5


def lines_of(document: Document, width: int) -> list[Spans]:
    """Every line of the document."""
    writer = _Writer(document, width)
    lines = [*writer.folded((StyledText(sanitise(document.title), TITLE),))]
    if document.subtitle:
        lines += writer.folded((StyledText(sanitise(document.subtitle), SOFT),))
    for block in document.blocks:
        lines += [(), *writer.block(block)]
    return lines


class _Prose(Prose[StyledText]):
    @property
    def printer(self) -> Printer[str]:
        return OneLine()

    def text(self, text: str) -> StyledText:
        return StyledText(sanitise(text))

    def strong(self, text: str) -> StyledText:
        return StyledText(sanitise(text), "bold")

    def emphasis(self, text: str) -> StyledText:
        return StyledText(sanitise(text), "italic")

    def code(self, text: str) -> StyledText:
        return StyledText(sanitise(text), SYMBOL, whole=True)

    def formula(self, written: str) -> StyledText:
        return StyledText(written, SYMBOL, whole=len(written) < 50)

    def link(self, text: str, address: str) -> StyledText:
        return StyledText(sanitise(text if text == address else f"{text} ({address})"))

    def cite(self, label: str, place: str) -> StyledText:
        return StyledText(f"[{sanitise(label + place)}]", SOFT, whole=True)


class _Writer(Writer[Spans, list[Spans]]):
    def __init__(self, document: Document, width: int) -> None:
        self.document, self.width, self.prose = document, width, _Prose(document)

    def words(self, words: Words) -> Spans:
        return tuple(self.prose.parts(words))

    def reference(self, entry: Reference) -> Spans:
        return tuple(self.prose.reference(entry))

    def folded(self, line: Spans, indent: int = 0, first: Spans = ()) -> list[Spans]:
        """A wrapped line; `first` stands in the indent of its first line."""
        rows = wrapped(line, self.width - indent)
        return [
            (*padded(first if index == 0 else (), indent), *row) for index, row in enumerate(rows)
        ]

    def heading(self, level: int, text: str) -> list[Spans]:
        return [(StyledText(sanitise(text), SECTION),)]

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
        return self.folded(
            (
                StyledText("Figure: "),
                *self.words(block.caption),
                StyledText(f" ({sanitise(block.path)})", SOFT),
            )
        )

    def items(self, lines: Sequence[Spans], numbered: bool) -> list[Spans]:
        return [
            row
            for i, line in enumerate(lines, 1)
            for row in self.point(f"{i}." if numbered else "•", line)
        ]

    def references(self, lines: Sequence[Spans]) -> list[Spans]:
        return [row for i, line in enumerate(lines, 1) for row in self.point(f"[{i}]", line)]

    def point(self, mark: str, line: Spans) -> list[Spans]:
        return self.folded(line, len(mark) + 3, (StyledText("  "), StyledText(mark, SOFT)))

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
        rows = [
            (*padded(badge if index == 0 else (), INDENT), *row) for index, row in enumerate(reason)
        ]
        if fits:
            rows[0] = (*padded(rows[0], self.width - width_of(rule)), *rule)
        else:
            rows += [
                padded(row, self.width, right=True) for row in wrapped(rule, self.width - INDENT)
            ]
        return [
            *rows,
            *(
                (StyledText(" " * INDENT), StyledText(row, MATHS))
                for row in drawn(block, self.width - INDENT)
            ),
        ]

    def table(self, block: Table) -> list[Spans]:
        """Columns three spaces apart under a rule; long cells wrap."""
        gaps = 3 * (len(block.headers) - 1) + 4
        widths = fitted_widths(
            natural_widths(self.document, block),
            self.width - gaps,
            part_widths(self.document, block, Code, Math),
        )
        head: list[Spans] = [(StyledText(sanitise(header), "bold"),) for header in block.headers]
        rows = [[self.words(cell) for cell in row] for row in block.rows]
        rule = (StyledText(" " + "─" * (sum(widths) + gaps - 2), SOFT),)
        return [
            *_row(head, widths, block.align),
            rule,
            *(line for row in rows for line in _row(row, widths, block.align)),
        ]

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
        middle = [
            (side, StyledText(" "), *padded(row, inner), StyledText(" "), side) for row in rows
        ]
        return [(StyledText(f"╭{edge}╮", FRAME),), *middle, (StyledText(f"╰{edge}╯", FRAME),)]


def drawn(block: Equation, width: int) -> list[str]:
    """The lines of an equation, signs below each other; what is too wide is written on one line and
    wrapped.
    """
    lines = chain(block)
    margin = max(t.Text2D(line.values).write(line.left).width for line in lines)
    rows: list[str] = []
    for line in lines:
        printer = t.Text2D(line.values, room=min(ROOM, width - margin - 6))
        left, sign = printer.write(line.left), f" {line.sign} " if line.sign else ""
        whole = t.beside(
            t.text(" " * (margin - left.width)), left, t.text(sign), printer.write(line.right)
        )
        rows += ["", *whole.lines] if len(whole.lines) > 1 and rows else whole.lines
        if whole.width > width:
            rows = [*rows[: -len(whole.lines)], *_flat(line, margin, width)]
    return [row.rstrip() for row in rows]


def _flat(line: Line, margin: int, width: int) -> list[str]:
    """A line of an equation as plain text, broken at spaces and dots."""
    printer = OneLine(line.values)
    left, right = printer.write(line.left), printer.write(line.right)
    start = f"{left.rjust(margin)} {line.sign} " if line.sign else left
    texts = [joined(piece) for piece in wrapped((StyledText(right),), max(width - len(start), 20))]
    return [start + texts[0], *(" " * len(start) + text for text in texts[1:])]


def _row(cells: list[Spans], widths: list[int], align: str) -> list[Spans]:
    """One row of a table, as many lines as its longest cell needs."""
    columns = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for index in range(max(len(column) for column in columns)):
        line: list[StyledText] = [StyledText("  ")]
        for column, width, side in zip(columns, widths, align, strict=True):
            line += [
                *padded(column[index] if index < len(column) else (), width, right=side == "r"),
                StyledText("   "),
            ]
        lines.append(tuple(line))
    return lines
