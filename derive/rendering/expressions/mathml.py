"""Expressions as MathML presentation markup, which browsers draw without a script."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from itertools import zip_longest
from typing import Any

from derive.equations.layout import layout
from derive.equations.tex_symbol import ACCENTS, Accented, Glyph, Letters, Row, Scripted
from derive.rendering.expressions import printer as p
from derive.rendering.expressions.printed_quantity import PrintedQuantity, unit_pieces

SPACE = '<mspace width="0.17em"/>'
_GAP = '<mspace width="0.22em"/>'
_GLUE = {
    p.NOTHING: "",
    p.THIN: SPACE,
    p.DOT: "<mo>⋅</mo>",
    p.PLUS: "<mo>+</mo>",
    p.MINUS: "<mo>−</mo>",
    p.NEGATIVE: '<mo form="prefix">−</mo>',
    p.COMMA: '<mo separator="true">,</mo>',
    p.SLASH: '<mo lspace="0" rspace="0">/</mo>',
}
_SIGNS = frozenset({p.DOT, p.PLUS, p.MINUS, p.COMMA})
_FENCES = {"ceil": "⌈⌉", "floor": "⌊⌋", "abs": "||"}
_FUNCTIONS = {"log": "ln"}


def mathml(expression: Any, values: p.Values | None = None, display: bool = False) -> str:
    """A `<math>` element; variables found in `values` print as numbers with units."""
    return math_element(MathML(values).write(layout(expression)), display)


def math_element(inner: str, display: bool = False) -> str:
    """The `<math>` element around markup."""
    return f'<math display="block">{inner}</math>' if display else f"<math>{inner}</math>"


class MathML(p.Printer[str]):
    """Writes a notation tree as MathML."""

    beside = 12

    def measure(self, measure: PrintedQuantity) -> str:
        """A number, with its unit in upright letters."""
        if not (measure.unit or measure.exponent):
            return number(measure)
        return _row(number(measure) + unit(measure))

    def glyph(self, glyph: Glyph) -> str:
        """A variable's symbol."""
        match glyph:
            case Letters(text, upright):
                return _letters(text, upright)
            case Row(parts):
                return _row("".join(self.glyph(part) for part in parts))
            case Accented(inner, accent):
                sign = f"<mo>{ACCENTS[accent][0]}</mo>"
                return f'<mover accent="true">{self.glyph(inner)}{sign}</mover>'
            case Scripted(base, below, above):
                scripts = ("" if part is None else self.glyph(part) for part in (below, above))
                return _scripted(self.glyph(base), *scripts)

    def line(self, parts: Sequence[tuple[str, str]]) -> str:
        """Parts side by side; a narrow page may break the line at the signs between them."""
        if len(parts) == 1 and not parts[0][0]:
            return parts[0][1]
        line = "".join(_GLUE[glue] + part for glue, part in parts)
        return _row(line, _breaking({glue for glue, _ in parts[1:]}))

    def stack(self, lines: Sequence[str]) -> str:
        """Lines below each other, which begin at the same place."""
        return table([[line] for line in lines], ("left",))

    def over(self, above: str, below: str) -> str:
        """A fraction."""
        return f"<mfrac>{_row(above)}{_row(below)}</mfrac>"

    def raised(self, base: str, exponent: str) -> str:
        """A power."""
        return f"<msup>{_row(base)}{_row(exponent)}</msup>"

    def root(self, inner: str) -> str:
        """A square root."""
        return f"<msqrt>{inner}</msqrt>"

    def call(self, function: str, arguments: str) -> str:
        """A function of arguments; ceilings, floors and magnitudes have their own fences."""
        if function in _FENCES:
            return _fenced(arguments, *_FENCES[function])
        name = escape(_FUNCTIONS.get(function, function))
        return _row(f"<mi>{name}</mi><mo>&#x2061;</mo>{self.brackets(arguments)}")

    def cases(self, branches: Sequence[tuple[str, str | None]]) -> str:
        """A case distinction behind a brace."""
        rows = [
            [value, f"<mtext>if&#xa0;</mtext>{guard}" if guard else "<mtext>otherwise</mtext>"]
            for value, guard in branches
        ]
        return _row(f'<mo form="prefix" stretchy="true">{{</mo>{table(rows, ("left", "left"))}')

    def sides(self, left: str, sign: str, right: str) -> str:
        """Two sides and the sign between them."""
        return _row(left + relation(sign) + right)

    def brackets(self, inner: str) -> str:
        """Brackets of the height of their content."""
        return _fenced(inner, "(", ")")


def number(measure: PrintedQuantity) -> str:
    """A number without its unit."""
    mantissa = f"<mn>{escape(measure.mantissa)}</mn>" if measure.mantissa else ""
    if not measure.exponent:
        return mantissa
    exponent = measure.exponent.replace("-", "−")
    return f"{mantissa}<mo>×</mo><msup><mn>10</mn><mn>{exponent}</mn></msup>"


def unit(measure: PrintedQuantity) -> str:
    """The unit after a number, with a small space."""
    words: list[str] = []
    for kind, piece in unit_pieces(measure.unit):
        if kind == "power" and words:
            words.append(f"<msup>{words.pop()}<mn>{escape(piece.replace('-', '−'))}</mn></msup>")
        elif kind == "sign":
            sign = "⋅" if piece == "·" else piece
            words.append(f'<mo lspace="0" rspace="0" stretchy="false">{sign}</mo>')
        else:
            words.append(_letters(piece, upright=True))
    return (_GAP if measure.gap else "") + "".join(words)


def relation(sign: str) -> str:
    """The sign of an equation or inequality."""
    return f"<mo>{escape(sign)}</mo>"


def table(rows: Sequence[Sequence[str]], align: Sequence[str] = ()) -> str:
    """Rows of cells in display style; `align` is left, right or center for each column."""
    styles = [f' style="text-align:{side}"' for side in align]
    lines = [
        "".join(f"<mtd{s}>{cell}</mtd>" for s, cell in zip_longest(styles, row, fillvalue=""))
        for row in rows
    ]
    body = "".join(f"<mtr>{line}</mtr>" for line in lines)
    return f'<mtable displaystyle="true">{body}</mtable>'


def _row(inner: str, kind: str = "") -> str:
    return f'<mrow class="{kind}">{inner}</mrow>' if kind else f"<mrow>{inner}</mrow>"


def _breaking(signs: Collection[str]) -> str:
    """The class of a line that may be broken at these signs: all but products also in brackets."""
    if _SIGNS.issuperset(signs):
        return "breaks" if p.DOT in signs else "breaks terms"
    return ""


def _fenced(inner: str, left: str, right: str) -> str:
    opening = f'<mo form="prefix" stretchy="true">{left}</mo>'
    return _row(f'{opening}{inner}<mo form="postfix" stretchy="true">{right}</mo>')


def _scripted(base: str, below: str, above: str) -> str:
    if below and above:
        return f"<msubsup>{base}{below}{above}</msubsup>"
    return f"<msub>{base}{below}</msub>" if below else f"<msup>{base}{above}</msup>"


def _letters(text: str, upright: bool) -> str:
    """A letter in italics, a word upright, digits as a number, marks as unspaced text."""
    if text.isdigit():
        return f"<mn>{text}</mn>"
    if not any(c.isalpha() for c in text):
        return f"<mtext>{escape(text)}</mtext>"
    variant = ' mathvariant="normal"' if upright and len(text) == 1 else ""
    return f"<mi{variant}>{escape(text)}</mi>"
