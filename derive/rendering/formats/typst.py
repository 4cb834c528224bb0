"""Typst writer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

from derive.rendering.document.anchors import line_place
from derive.rendering.document.block_writer import TextWriter
from derive.rendering.document.columns import ColumnWidth, is_long, shared_widths
from derive.rendering.document.decimals import missing_decimals
from derive.rendering.document.document import (
    Boxed,
    Document,
    DocumentBlock,
    Equation,
    Figure,
    Items,
    Quote,
    Table,
    Words,
)
from derive.rendering.document.inline_writer import TextProse
from derive.rendering.document.parts import Point, is_across, points_of, words_of
from derive.rendering.document.worked_line import Line, chain
from derive.rendering.expressions.printer import Printer
from derive.rendering.expressions.sanitise import as_set, in_pieces, sanitise, unbroken, verbatim
from derive.rendering.expressions.typst import SIGNS, Typst, literal, quoted

_PAGE = Path(__file__).with_name("templates") / "page.typ"
_COMPACT = """#let sides = if roomy { (x: 2.2cm, top: 1.8cm) } else { (x: 1.6cm, top: 1.2cm) }
#set page(margin: (..sides, bottom: if tight { 1.3cm } else { 1.5cm }))
#set text(size: if small { 7.4pt } else if tight { 7.9pt } else if roomy { 10pt } else { 8.3pt })
#set par(leading: 0.48em, spacing: if small { 0.55em } else { 0.65em })
#set list(spacing: 0.48em)
#show heading.where(level: 1): set block(above: 0.9em, below: 0.55em)
#set table(inset: if tight { (x: 4pt, y: 1.9pt) } else { (x: 5pt, y: 2.6pt) })
#show raw: set text(size: 1em)"""
_END = "#context [#metadata((here().page(), here().position().y.pt())) <end>]"
_SPECIAL = re.compile(r"([\\#$*_`<>@=\-+/~\"'\[\]])")
_LIGATURES = re.compile(r"(?<=[-'`])(?=\\[-'`])")  # doubled signs, which the font joins
_POINT = re.compile(r"^(\s*\d+)\.(?=\s|$)")  # else a numbered list
_LONG = 24
_UNIT, _BOXED = re.compile(r"(?<= )\\\[.+\\\]$"), r"#box[\g<0>]"  # of a column, on one line
_SIDES = {"l": "left", "r": "right", "c": "center"}


def write(document: Document, folder: Path = Path()) -> str:
    """The document as typst markup, with figures beside it."""
    writer = _Writer(document, _Prose(document))
    subtitle = f"[{escape(document.subtitle)}]" if document.subtitle else "none"
    imprint = f"[{writer.words(document.imprint)}]" if document.imprint else "none"
    gap = "0.75em" if document.compact else "1.25em"  # around an equation
    head = [
        f"#let gap = {gap}\n{_PAGE.read_text(encoding='utf-8').strip()}",
        *([_COMPACT] if document.compact else []),
        f"#set document(title: {quoted(document.title)})",
        f"#title([{escape(document.title)}], {subtitle}, {imprint})",
    ]
    return "\n\n".join([*head, *writer.blocks(document.blocks), _END]) + "\n"


def escape(text: str) -> str:
    """Escaped text."""
    flat = _SPECIAL.sub(r"\\\1", in_pieces(sanitise(text), "\u200b")).replace("...", r"\...")
    whole = unbroken(flat).replace("\u00a0", "~")
    return _POINT.sub(r"\1\\.", _LIGATURES.sub("\u200c", whole))


class _Prose(TextProse):
    @property
    def printer(self) -> Printer[str]:
        return Typst()

    def text(self, text: str) -> str:
        return escape(as_set(text))

    def line_break(self) -> str:
        return "#linebreak();"

    def strong(self, shown: str) -> str:
        return f"#strong[{shown}];"

    def emphasis(self, shown: str) -> str:
        return f"#emph[{shown}];"

    def code(self, text: str) -> str:
        return "#sym.zws;".join(f"#raw({quoted(piece)});" for piece in _pieces(text))

    def formula(self, written: str) -> str:
        return f"${written}$"

    def quantity(self, written: str) -> str:
        shown = self.formula(written)
        return f"#box[{shown}];" if " times " in written else shown

    def link(self, shown: str, address: str) -> str:
        return f"#link({quoted(address)})[{shown}];"

    def ref(self, text: str, place: str) -> str:
        return f"#link(label({quoted(place)}))[{escape(text)}];"

    def cite(self, label: str, place: str) -> str:
        return rf"\[{escape(label + place)}\]"


def _pieces(name: str) -> list[str]:
    """A name; a long one in pieces at its underscores, between which a line may end."""
    return [name] if len(name) < _LONG else re.findall(r"[^_]*_+|[^_]+$", name)


class _Writer(TextWriter):
    def heading(self, level: int, line: str) -> str:
        return f"{'=' * level} {line}\n#label({quoted(self.section().place)})"

    def abstract(self, line: str) -> str:
        return f"#abstract[{line}]"

    def contents(self) -> str:
        return "#outline(depth: 1)"

    def paragraph(self, line: str, tone: str) -> str:
        return line if tone == "plain" else f"#{tone}[{line}]"

    def boxed(self, block: Boxed) -> str:
        shown = ", ".join(f"[{self.words(line)}]" for line in block.lines)
        return f"#result(({shown},), {f'[{escape(block.check)}]' if block.check else 'none'})"

    def figure(self, block: Figure) -> str:
        image = f"image({quoted(block.path)}, width: 80%, alt: {quoted(block.alt)})"
        return f"#figure({image}, placement: auto, caption: [{self.words(block.caption)}])"

    def blocks(self, blocks: Sequence[DocumentBlock]) -> list[str]:
        """The blocks; the second of two adjacent lists stands in its own block, else they would
        merge.
        """
        return [
            f"#block[\n{self.block(block)}\n]" if _goes_on(above, block) else self.block(block)
            for above, block in zip((None, *blocks), blocks, strict=False)
        ]

    def items(self, block: Items) -> str:
        return "\n".join(
            self.point(f"{block.start + k}." if block.numbered else "-", point)
            for k, point in enumerate(points_of(block))
        )

    def point(self, mark: str, point: Point) -> str:
        """A point: its words, and the blocks below them, indented."""
        words, below = point
        text = "\n\n".join([self.words(words) or "#[]", *self.blocks(below)])
        return f"{mark} {indent(text, ' ' * (len(mark) + 1)).lstrip()}"

    def quote(self, block: Quote) -> str:
        return "#quote(block: true)[\n" + "\n\n".join(self.blocks(block.blocks)) + "\n]"

    def code_block(self, lines: Sequence[str], language: str) -> str:
        text = "\n".join(verbatim(line) for line in lines)
        kind = f", lang: {quoted(language)}" if language else ""
        return f"#raw({literal(text)}, block: true{kind})"

    def thematic_break(self) -> str:
        return "#line(length: 100%, stroke: 0.5pt + soft)"

    def references(self, lines: Sequence[str]) -> str:
        listed = "\n".join(f"  + {line}" for line in lines)
        return f'#[\n  #set text(size: 0.9em)\n  #set enum(numbering: "[1]")\n{listed}\n]'

    def equation(self, block: Equation) -> str:
        verdict = f"#box[{escape(f'✓ {block.verdict}')}]" if block.verdict else ""  # on one line
        rule = "#h(0.7em, weak: true)".join(filter(None, (escape(block.rule), verdict)))
        number = "none" if block.number is None else str(block.number)
        reason = f"[{self.words(block.reason)}]" if block.reason else "none"
        mark = "" if block.number is None else f" #label({quoted(line_place(block.number))})"
        return (
            f"#displayed({number}, {reason}, {f'[{rule}]' if rule else 'none'}, $"
            f" {displayed(block)} ${self.flat(block)}){mark}"
        )

    def flat(self, block: Equation) -> str:
        """The argument with the lines of an equation as one, in a document that is set small."""
        lines = chain(block)
        if not self.document.compact or len(lines) == 1:
            return ""
        return f", flat: $ {' '.join(_line(line, '') for line in lines)} $"

    def table(self, block: Table) -> str:
        sides = ", ".join(_SIDES[side] for side in block.align)
        widths = ", ".join(map(_width, shared_widths(self.document, block)))
        head = ", ".join(
            f"[{_UNIT.sub(_BOXED, self.words(words_of(header)))}]" for header in block.headers
        )
        rows = [
            self.row(row, gaps)
            for row, gaps in zip(block.rows, missing_decimals(self.document, block), strict=True)
        ]
        body = "".join(f"  ({row},),\n" for row in rows)
        long = "true" if is_long(self.document, block) else "false"
        return f"#ruled({long}, ({sides},), ({widths},), ({head},),\n{body})"

    def row(self, row: tuple[Words, ...], gaps: Sequence[str]) -> str:
        """The cells of a row; one cell across a title."""
        if is_across(row):
            return f"table.cell(colspan: {len(row)}, align: left)[{self.words(row[0])}]"
        return ", ".join(
            f"[{self.words(cell)}{f'#hide[{gap}]' if gap else ''}]"
            for cell, gap in zip(row, gaps, strict=True)
        )


def _width(column: ColumnWidth) -> str:
    """The width of a column: its own, a share of what is left, or that of characters."""
    if column.share:
        return f"{column.share}fr"
    return f"{0.43 * column.characters + 1:.1f}em" if column.characters else "auto"


def _goes_on(above: DocumentBlock | None, block: DocumentBlock) -> bool:
    """Whether a list would merge with the block above it."""
    return (
        isinstance(above, Items) and isinstance(block, Items) and above.numbered == block.numbered
    )


def displayed(block: Equation) -> str:
    """The lines of an equation, aligned at their signs when there are several."""
    lines = chain(block)
    if len(lines) == 1:
        return _line(lines[0], "")
    return " \\\n  ".join(_line(line, "&") for line in lines)


def _line(line: Line, mark: str) -> str:
    printer = Typst(line.values)
    sign = mark + SIGNS[line.sign] if line.sign else mark
    return " ".join(
        part for part in (printer.write(line.left), sign, printer.write(line.right)) if part
    )
