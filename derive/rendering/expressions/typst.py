"""Expressions as math markup of typst."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derive.equations.layout import layout
from derive.equations.tex_symbol import Accented, Glyph, Letters, Row, Scripted
from derive.rendering.expressions import printer as p
from derive.rendering.expressions.printed_quantity import PrintedQuantity, unit_pieces
from derive.rendering.expressions.sanitise import sanitise

_ACCENTS = {"bar": "macron", "ddot": "dot.double"}  # typst's names, where they differ
_GLUE = {
    p.NOTHING: "",
    p.THIN: " thin ",
    p.DOT: " dot.op ",
    p.PLUS: " + ",
    p.MINUS: " - ",
    p.NEGATIVE: "-",
    p.COMMA: '"," thin ',
    p.SLASH: '"/"',
}
SIGNS = {"=": "=", "≥": ">=", "≤": "<=", ">": ">", "<": "<", "≈": "approx"}
_CALLS = {"ceil": "ceil", "floor": "floor", "abs": "abs"}
_OPERATORS = {"max": "max", "min": "min", "log": "ln", "exp": "exp"}


def typst(expression: Any, values: p.Values | None = None) -> str:
    """An expression as typst math; variables found in `values` print as numbers with units."""
    return Typst(values).write(layout(expression))


class Typst(p.Printer[str]):
    """Writes a notation tree as typst math."""

    def measure(self, measure: PrintedQuantity) -> str:
        """A number, with its unit in upright letters."""
        return number(measure) + unit(measure)

    def glyph(self, glyph: Glyph) -> str:
        """A variable's symbol."""
        match glyph:
            case Letters(text, upright):
                return quoted(text) if upright or not _is_letter(text) else text
            case Row(parts):
                return _beside([self.glyph(part) for part in parts])
            case Accented(inner, accent):
                return f"{_ACCENTS.get(accent, accent)}({self.glyph(inner)})"
            case Scripted(base, below, above):
                lower = f"_({self.glyph(below)})" if below is not None else ""
                upper = f"^({self.glyph(above)})" if above is not None else ""
                return self.glyph(base) + lower + upper

    def line(self, parts: Sequence[tuple[str, str]]) -> str:
        """Parts side by side; adjacent ones with a space, since typst reads flr as one name."""
        return "".join(
            (" " if index and glue == p.NOTHING else _GLUE[glue]) + part
            for index, (glue, part) in enumerate(parts)
        )

    def stack(self, lines: Sequence[str]) -> str:
        """Lines below each other."""
        rows = "; ".join(f"display({line})" for line in lines)
        return f"mat(delim: #none, row-gap: #0.5em, {rows})"

    def over(self, above: str, below: str) -> str:
        """A fraction."""
        return f"frac({above}, {below})"

    def raised(self, base: str, exponent: str) -> str:
        """A power; a base with scripts of its own is kept together."""
        kept = f"attach({base}, t: #none)" if "_" in base or "^" in base else base
        return f"{kept}^({exponent})"

    def root(self, inner: str) -> str:
        """A square root."""
        return f"sqrt({inner})"

    def call(self, function: str, arguments: str) -> str:
        """A function of arguments; ceilings, floors and magnitudes have their own fences."""
        if function in _CALLS:
            return f"{_CALLS[function]}({arguments})"
        name = _OPERATORS.get(function, f"op({quoted(function)})")
        return f"{name} {self.brackets(arguments)}"

    def cases(self, branches: Sequence[tuple[str, str | None]]) -> str:
        """A case distinction behind a brace."""
        lines = (
            f'{value} & "if " {guard}' if guard else f'{value} & "otherwise"'
            for value, guard in branches
        )
        return f"cases({', '.join(lines)})"

    def sides(self, left: str, sign: str, right: str) -> str:
        """Two sides and the sign between them."""
        return f"{left} {SIGNS[sign]} {right}"

    def brackets(self, inner: str) -> str:
        """Brackets of the height of their content."""
        return f"lr(({inner}))"


def number(measure: PrintedQuantity) -> str:
    """A number without its unit."""
    mantissa = measure.mantissa
    if mantissa and not mantissa.replace(".", "").isdigit():
        mantissa = quoted(mantissa)
    return f"{mantissa} times 10^({measure.exponent})" if measure.exponent else mantissa


def unit(measure: PrintedQuantity) -> str:
    """The unit after a number, with a thin space but before a slash."""
    words = "".join(_unit_piece(kind, piece) for kind, piece in unit_pieces(measure.unit))
    return f"{' med ' if measure.gap else ''}{words}" if words else ""


def quoted(text: str) -> str:
    """Text as a string literal, escaped."""
    return literal(sanitise(text))


def literal(text: str) -> str:
    """A string literal of these characters, line breaks included."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _beside(parts: Sequence[str]) -> str:
    """Glyphs side by side; a space beside a string would show."""
    return "".join(
        part if not index or '"' in (part[0], parts[index - 1][-1]) else f" {part}"
        for index, part in enumerate(parts)
    )


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def _unit_piece(kind: str, piece: str) -> str:
    if kind == "power":
        return f"^({piece})"
    return " dot.op " if piece == "·" else quoted(piece)
