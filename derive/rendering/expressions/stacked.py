"""Expressions as lines of Unicode text with stacked fractions, for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from derive.equations.layout import layout
from derive.equations.tex_symbol import Glyph, flat
from derive.rendering.expressions import printer as p
from derive.rendering.expressions.inline import GLUE, inline
from derive.rendering.expressions.printed_quantity import PrintedQuantity
from derive.units.superscripts import raised


@dataclass(frozen=True, slots=True)
class TextBox:
    """Lines of equal width; `axis` is the index of the line that aligns with neighbours."""

    lines: tuple[str, ...]
    axis: int = 0

    @property
    def width(self) -> int:
        """Characters in each line."""
        return len(self.lines[0])

    @property
    def flat(self) -> bool:
        """Whether it is one line."""
        return len(self.lines) == 1


def stacked(expression: Any, values: p.Values | None = None, width: int | None = None) -> list[str]:
    """The lines of an expression; one plain line if the drawing is wider than `width`."""
    drawn = Text2D(values).write(layout(expression))
    if width is not None and drawn.width > width:
        return [inline(expression, values)]
    return [line.rstrip() for line in drawn.lines]


def beside(*blocks: TextBox) -> TextBox:
    """Blocks side by side, axes aligned."""
    above = max(block.axis for block in blocks)
    below = max(len(block.lines) - block.axis for block in blocks)
    padded = [_padded(block, above - block.axis, above + below) for block in blocks]
    return TextBox(tuple("".join(row) for row in zip(*padded, strict=True)), above)


def _padded(block: TextBox, above: int, height: int) -> list[str]:
    blank = " " * block.width
    return [blank] * above + list(block.lines) + [blank] * (height - above - len(block.lines))


def text(line: str) -> TextBox:
    """One line."""
    return TextBox((line,))


class Text2D(p.Printer[TextBox]):
    """Draws a notation tree."""

    def measure(self, measure: PrintedQuantity) -> TextBox:
        """A number with its unit."""
        return text(measure.text)

    def glyph(self, glyph: Glyph) -> TextBox:
        """A variable's symbol."""
        return text(flat(glyph))

    def line(self, parts: Sequence[tuple[str, TextBox]]) -> TextBox:
        """Parts side by side."""
        signs = [
            GLUE[glue].lstrip() if index == 0 else GLUE[glue]
            for index, (glue, _) in enumerate(parts)
        ]
        return beside(
            *(
                block
                for sign, (_, part) in zip(signs, parts, strict=True)
                for block in (text(sign), part)
            )
        )

    def stack(self, lines: Sequence[TextBox]) -> TextBox:
        """Lines below each other, centred; a blank line parts drawn fractions."""
        width = max(block.width for block in lines)
        rows: list[str] = []
        for index, block in enumerate(lines):
            if index and not (block.flat and lines[index - 1].flat):
                rows.append(" " * width)
            rows.extend(row.center(width) for row in block.lines)
        return TextBox(tuple(rows), len(rows) // 2)

    def over(self, above: TextBox, below: TextBox) -> TextBox:
        """A fraction: the bar is longer than any bar inside it."""
        width = max(above.width, below.width) + (0 if above.flat and below.flat else 2)
        rows = [
            *(row.center(width) for row in above.lines),
            "─" * width,
            *(row.center(width) for row in below.lines),
        ]
        return TextBox(tuple(rows), len(above.lines))

    def raised(self, base: TextBox, exponent: TextBox) -> TextBox:
        """A power: raised digits, or the exponent drawn above the base's right shoulder."""
        if exponent.flat and exponent.lines[0].isdigit():
            below = (" " * exponent.width,) * (len(base.lines) - 1)
            return beside(base, TextBox((raised(exponent.lines[0]), *below), base.axis))
        lines = (*exponent.lines, " " * exponent.width)
        return beside(base, TextBox(lines, base.axis + len(exponent.lines)))

    def root(self, inner: TextBox) -> TextBox:
        """A square root."""
        return beside(text("√"), self.brackets(inner))

    def call(self, function: str, arguments: TextBox) -> TextBox:
        """A function of arguments."""
        if function == "abs":
            return _fenced(arguments, "│││", "│││")
        return beside(text(function), self.brackets(arguments))

    def cases(self, branches: Sequence[tuple[TextBox, TextBox | None]]) -> TextBox:
        """A case distinction behind a brace."""
        values = max(value.width for value, _ in branches)
        rows = [
            beside(
                value,
                text(" " * (values - value.width + 3)),
                *((text("if "), guard) if guard else (text("otherwise"),)),
            )
            for value, guard in branches
        ]
        width = max(row.width for row in rows)
        lines = [line.ljust(width) for row in rows for line in row.lines]
        lines = lines if len(lines) > 2 else [lines[0], " " * width, lines[-1]]
        middle = len(lines) // 2
        brace = [
            "⎨" if i == middle else "⎧" if i == 0 else "⎩" if i == len(lines) - 1 else "⎪"
            for i in range(len(lines))
        ]
        return TextBox(
            tuple(f"{mark} {line}" for mark, line in zip(brace, lines, strict=True)), middle
        )

    def sides(self, left: TextBox, sign: str, right: TextBox) -> TextBox:
        """Two sides and the sign between them."""
        return beside(left, text(f" {sign} "), right)

    def brackets(self, inner: TextBox) -> TextBox:
        """Brackets of the height of their content."""
        if inner.flat:
            return beside(text("("), inner, text(")"))
        return _fenced(inner, "⎛⎜⎝", "⎞⎟⎠")


def _fenced(inner: TextBox, left: str, right: str) -> TextBox:
    """Something between fences, each given as top, middle and bottom."""
    return beside(_fence(left, inner), inner, _fence(right, inner))


def _fence(shape: str, inner: TextBox) -> TextBox:
    top, middle, bottom = tuple(shape)
    height = len(inner.lines)
    if height == 1:
        return TextBox((middle,))
    return TextBox((top, *(middle,) * (height - 2), bottom), inner.axis)
