"""Expressions on one line of Unicode text, with symbols as documents show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derive.equations import notation as n
from derive.equations.layout import layout
from derive.equations.tex_symbol import Glyph, flat
from derive.rendering.expressions import printer as p
from derive.rendering.expressions.printed_quantity import PrintedQuantity
from derive.units.superscripts import raised

GLUE = {
    p.NOTHING: "",
    p.THIN: "·",
    p.DOT: " · ",
    p.PLUS: " + ",
    p.MINUS: " − ",
    p.NEGATIVE: "−",
    p.COMMA: ", ",
    p.SLASH: "/",
}


def inline(expression: Any, values: p.Values | None = None) -> str:
    """`t_c = m·g·B·N_a/(S·R·η_c)`; variables found in `values` print as numbers with units."""
    return OneLine(values).write(layout(expression))


class OneLine(p.Printer[str]):
    """Writes a notation tree on one line."""

    above_level, below_level, exponent_level = 2, 3, 4

    def __init__(self, values: p.Values | None = None) -> None:
        super().__init__(values, room=1_000_000)

    def inside(self, node: n.Node, level: int) -> str:
        """A factor whose unit holds a slash stands in brackets."""
        found = p.value_of(node, self.values)
        slashed = found is not None and "/" in found.unit and level >= 2
        return self.brackets(self.write(node)) if slashed else super().inside(node, level)

    def measure(self, measure: PrintedQuantity) -> str:
        """A number with its unit."""
        return measure.text

    def glyph(self, glyph: Glyph) -> str:
        """A variable's symbol."""
        return flat(glyph)

    def line(self, parts: Sequence[tuple[str, str]]) -> str:
        """Parts side by side."""
        return "".join(GLUE[glue] + part for glue, part in parts)

    def stack(self, lines: Sequence[str]) -> str:
        """Unused: the line is long enough for everything."""
        return "".join(lines)

    def over(self, above: str, below: str) -> str:
        """A quotient."""
        return f"{above}/{below}"

    def raised(self, base: str, exponent: str) -> str:
        """A power."""
        return base + raised(exponent) if exponent.isdigit() else f"{base}^{exponent}"

    def root(self, inner: str) -> str:
        """A square root."""
        return f"√({inner})"

    def call(self, function: str, arguments: str) -> str:
        """A function of arguments."""
        return f"{function}({arguments})"

    def cases(self, branches: Sequence[tuple[str, str | None]]) -> str:
        """A case distinction."""
        return "; ".join(
            f"{value} if {guard}" if guard else f"{value} otherwise" for value, guard in branches
        )

    def sides(self, left: str, sign: str, right: str) -> str:
        """Two sides and the sign between them."""
        return f"{left} {sign} {right}"

    def brackets(self, inner: str) -> str:
        """Round brackets, once."""
        return f"({inner})"
