"""Expressions as several lines of Unicode text, fractions stacked: for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from derive.equations import notation as n
from derive.equations.tex_symbol import Glyph, flat
from derive.rendering.expressions import printer as p
from derive.rendering.expressions.inline import GLUE, oneline, superscript
from derive.rendering.expressions.printed_quantity import Measure


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of equal width; `axis` is the line at whose height neighbours stand."""

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


def pretty(expression: Any, values: p.Values | None = None, width: int | None = None) -> list[str]:
    """The lines of an expression; one plain line when the drawing would be wider than `width`."""
    drawn = Text2D(values).write(n.layout(expression))
    if width is not None and drawn.width > width:
        return [oneline(expression, values)]
    return [line.rstrip() for line in drawn.lines]


def beside(*blocks: Block) -> Block:
    """Blocks side by side, axes level."""
    above = max(block.axis for block in blocks)
    below = max(len(block.lines) - block.axis for block in blocks)
    padded = [_padded(block, above - block.axis, above + below) for block in blocks]
    return Block(tuple("".join(row) for row in zip(*padded, strict=True)), above)


def _padded(block: Block, above: int, height: int) -> list[str]:
    blank = " " * block.width
    return [blank] * above + list(block.lines) + [blank] * (height - above - len(block.lines))


def text(line: str) -> Block:
    """One line."""
    return Block((line,))


class Text2D(p.Printer[Block]):
    """Draws a notation tree."""

    def measure(self, measure: Measure) -> Block:
        """A number with its unit."""
        return text(measure.text)

    def glyph(self, glyph: Glyph) -> Block:
        """A variable's symbol."""
        return text(flat(glyph))

    def line(self, parts: Sequence[tuple[str, Block]]) -> Block:
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

    def stack(self, lines: Sequence[Block]) -> Block:
        """Lines below each other, centred; a blank line parts drawn fractions."""
        width = max(block.width for block in lines)
        rows: list[str] = []
        for index, block in enumerate(lines):
            if index and not (block.flat and lines[index - 1].flat):
                rows.append(" " * width)
            rows.extend(row.center(width) for row in block.lines)
        return Block(tuple(rows), len(rows) // 2)

    def over(self, above: Block, below: Block) -> Block:
        """A fraction: the bar is longer than any bar inside it."""
        width = max(above.width, below.width) + (0 if above.flat and below.flat else 2)
        rows = [
            *(row.center(width) for row in above.lines),
            "─" * width,
            *(row.center(width) for row in below.lines),
        ]
        return Block(tuple(rows), len(above.lines))

    def raised(self, base: Block, exponent: Block) -> Block:
        """A power: raised digits, or the exponent drawn above the base's right shoulder."""
        if exponent.flat and exponent.lines[0].isdigit():
            top = Block(
                (superscript(exponent.lines[0]),) + (" " * exponent.width,) * (len(base.lines) - 1),
                base.axis,
            )
            return beside(base, top)
        return beside(
            base, Block((*exponent.lines, " " * exponent.width), base.axis + len(exponent.lines))
        )

    def root(self, inner: Block) -> Block:
        """A square root."""
        return beside(text("√"), self.brackets(inner))

    def call(self, function: str, arguments: Block) -> Block:
        """A function of arguments."""
        if function == "abs":
            return _fenced(arguments, "│││", "│││")
        return beside(text(function), self.brackets(arguments))

    def cases(self, branches: Sequence[tuple[Block, Block | None]]) -> Block:
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
        return Block(
            tuple(f"{mark} {line}" for mark, line in zip(brace, lines, strict=True)), middle
        )

    def sides(self, left: Block, sign: str, right: Block) -> Block:
        """Two sides and the sign between them."""
        return beside(left, text(f" {sign} "), right)

    def brackets(self, inner: Block) -> Block:
        """Brackets as tall as what they hold."""
        if inner.flat:
            return beside(text("("), inner, text(")"))
        return _fenced(inner, "⎛⎜⎝", "⎞⎟⎠")


def _fenced(inner: Block, left: str, right: str) -> Block:
    """Something between fences, each given as top, middle and bottom."""
    return beside(_fence(left, inner), inner, _fence(right, inner))


def _fence(shape: str, inner: Block) -> Block:
    top, middle, bottom = tuple(shape)
    height = len(inner.lines)
    if height == 1:
        return Block((middle,))
    return Block((top, *(middle,) * (height - 2), bottom), inner.axis)
