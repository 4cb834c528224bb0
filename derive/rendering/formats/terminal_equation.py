"""Displayed equations as lines of text: stacked fractions, aligned signs."""

from __future__ import annotations

from derive.rendering.document.document import Equation
from derive.rendering.document.worked_line import Line, chain
from derive.rendering.expressions import stacked as t
from derive.rendering.expressions.inline import OneLine
from derive.rendering.expressions.printer import ROOM
from derive.rendering.formats.styled_text import StyledText, joined, wrapped


def drawn(block: Equation, width: int) -> list[str]:
    """The lines of an equation with aligned signs; too wide a line is wrapped plain text."""
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
