"""HTML writer: one self-contained page with MathML, inline style and figures, without scripts."""

from __future__ import annotations

import html as markup
import re
from collections.abc import Sequence
from pathlib import Path

from derive.equations.notation import Node
from derive.rendering.document.anchors import line_place
from derive.rendering.document.block_writer import TextWriter
from derive.rendering.document.decimals import missing_decimals
from derive.rendering.document.document import (
    Boxed,
    Document,
    Equation,
    Figure,
    Items,
    Phrase,
    Quote,
    Table,
    Words,
)
from derive.rendering.document.inline_writer import plain_words
from derive.rendering.document.parts import (
    Point,
    is_across,
    points_of,
    without_titles,
    words_of,
)
from derive.rendering.document.ranges import LONG_RANGE
from derive.rendering.document.worked_line import Line, chain
from derive.rendering.expressions import mathml as m
from derive.rendering.expressions.printed_quantity import PrintedQuantity
from derive.rendering.expressions.printer import breadth
from derive.rendering.expressions.sanitise import verbatim
from derive.rendering.formats.formula_font import font
from derive.rendering.formats.html_picture import picture, upright
from derive.rendering.formats.html_prose import HtmlProse, escape
from derive.rendering.formats.html_table import kept_whole, labels, widths

_NARROW = 30  # characters of an equation that fits on a narrow screen
_WHOLE = 20  # characters of a word in a table that no line breaks: CT-01a, Qwen3-235B-A22B
_UNIT = re.compile(r"(?<= )\[[^][]+\]$")
_BLANKS = str.maketrans("0.", "\u2007\u2008")  # spaces as wide as a digit and a point
_ENDS = ("left", "right")
_SIDES = {"l": "", "r": ' class="right"', "c": ' style="text-align: center"'}
_TEMPLATES = Path(__file__).with_name("templates")


def write(document: Document, folder: Path = Path()) -> str:
    """The page with figures from `folder`. Raises OutputError for an unusable figure."""
    writer = HtmlWriter(document, folder)
    subtitle = f'<p class="subtitle">{escape(document.subtitle)}</p>\n' if document.subtitle else ""
    imprint = (
        f'<p class="imprint">{writer.words(document.imprint)}</p>\n' if document.imprint else ""
    )
    page = (_TEMPLATES / "page.html").read_text(encoding="utf-8")
    parts = {
        "TITLE": escape(document.title),
        "STYLE": style(),
        "FONT": font(),
        "SUBTITLE": subtitle + imprint,
        "BODY": writer.body(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match.group(1)], page)


def style() -> str:
    """The style of pages, without the font of formulas."""
    return (_TEMPLATES / "page.css").read_text(encoding="utf-8").strip()


class HtmlWriter(TextWriter):
    """Writes blocks as HTML; `prose` writes the words within them."""

    def __init__(self, document: Document, folder: Path, prose: HtmlProse | None = None) -> None:
        super().__init__(document, prose or HtmlProse(document))
        self.folder = folder

    def body(self) -> str:
        """All blocks of the document."""
        return "\n".join(self.block(block) for block in self.document.blocks)

    def heading(self, level: int, line: str) -> str:
        """A section's title, with its link target."""
        return f'<h{level + 1} id="{escape(self.section().place)}">{line}</h{level + 1}>'

    def abstract(self, line: str) -> str:
        """The abstract of the document."""
        return f'<section class="abstract" aria-label="Abstract"><p>{line}</p></section>'

    def contents(self) -> str:
        """The list of sections."""
        lines = [
            f'<li><a href="#{escape(s.place)}">{escape(s.text)}</a></li>'
            for s in self.sections
            if s.level == 1
        ]
        return f'<nav aria-label="Contents">{_listed("ul", lines)}</nav>'

    def paragraph(self, line: str, tone: str) -> str:
        """Running text."""
        return f'<p class="{tone}">{line}</p>'

    def items(self, block: Items) -> str:
        """A list."""
        points = [f"<li>{self.point(point)}</li>" for point in points_of(block)]
        start = f' start="{block.start}"' if block.numbered and block.start != 1 else ""
        return _listed("ol" if block.numbered else "ul", points, start)

    def point(self, point: Point) -> str:
        """The words of a point and the blocks below them."""
        words, below = point
        return "\n".join([self.words(words), *(self.block(block) for block in below)])

    def quote(self, block: Quote) -> str:
        """A block quotation."""
        lines = ["<blockquote>", *(self.block(inner) for inner in block.blocks), "</blockquote>"]
        return "\n".join(lines)

    def code_block(self, lines: Sequence[str], language: str) -> str:
        """A code block."""
        kind = f' class="language-{escape(language)}"' if language else ""
        shown = "\n".join(markup.escape(verbatim(line)) for line in lines)
        return f'<div class="wide"><pre><code{kind}>{shown}</code></pre></div>'

    def thematic_break(self) -> str:
        """A horizontal rule."""
        return "<hr/>"

    def references(self, lines: Sequence[str]) -> str:
        """The numbered list of sources."""
        return _listed("ol", [f'<li id="ref-{i}">{line}</li>' for i, line in enumerate(lines, 1)])

    def equation(self, block: Equation) -> str:
        """A displayed equation with its reason."""
        badge = f'<span class="badge">{block.number}</span>' if block.number is not None else ""
        verdict = f' <span class="verdict">✓ {escape(block.verdict)}</span>'
        shown = escape(block.rule) + (verdict if block.verdict else "")
        rule = f'<span class="rule">{shown}</span>' if shown else ""
        reason = f'<p class="reason">{self.words(block.reason)}</p>' if block.reason else ""
        kind = 'class="display"'
        if block.number is not None:
            kind = f'class="step" id="{line_place(block.number)}"'
        broad = f' style="--breadth: {size}"' if (size := _breadth(block)) > _NARROW else ""
        equation = f'<div class="equation"{broad}>{displayed(block)}</div>'
        return f"<div {kind}>{badge}{reason}{rule}{equation}</div>"

    def table(self, block: Table) -> str:
        """Rows under headers."""
        measured = without_titles(block)
        sides = [
            ' class="whole"' if whole else _SIDES[side]
            for side, whole in zip(block.align, kept_whole(self.document, measured), strict=True)
        ]
        across = widths(self.document, measured)
        head = "".join(
            f'<th scope="col"{side}{width}>{self.header(header)}</th>' if header else "<td></td>"
            for side, width, header in zip(sides, across, block.headers, strict=True)
        )
        named = labels(self.document, measured)
        rows = [
            f'<td colspan="{len(row)}">{self.cell(row[0])}</td>'
            if is_across(row)
            else "".join(
                f"<td{self.side(side, cell)}{label}>{self.cell(cell)}{gap.translate(_BLANKS)}</td>"
                for side, label, cell, gap in zip(sides, named, row, gaps, strict=True)
            )
            for row, gaps in zip(block.rows, missing_decimals(self.document, block), strict=True)
        ]
        places = block.places or ("",) * len(rows)
        marks = [f' id="{escape(place)}"' if place else "" for place in places]
        body = "\n".join(f"<tr{mark}>{row}</tr>" for mark, row in zip(marks, rows, strict=True))
        size = "wide many" if any(named) else "wide"
        table = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>"
        return f'<div class="{size}"><table>\n{table}\n</table></div>'

    def header(self, header: Phrase) -> str:
        """The words of a column; its unit stays on one line."""
        return _UNIT.sub(r'<span class="whole">\g<0></span>', self.words(words_of(header)))

    def side(self, side: str, cell: Words) -> str:
        """The class of a cell; a long range may take two lines where numbers take one."""
        plain = plain_words(self.document, cell)
        spans = side == _SIDES["r"] and " to " in plain and len(plain) > LONG_RANGE
        return ' class="right range"' if spans else side

    def cell(self, cell: Words) -> str:
        """The words of a cell; a short word with a hyphen stays on one line."""
        plain = plain_words(self.document, cell)
        whole = "-" in plain and " " not in plain and len(plain) <= _WHOLE
        return f'<span class="whole">{self.words(cell)}</span>' if whole else self.words(cell)

    def boxed(self, block: Boxed) -> str:
        """The boxed result."""
        lines = "".join(f"<p>{self.words(line)}</p>" for line in block.lines)
        check = f'<p class="check">✓ {escape(block.check)}</p>' if block.check else ""
        return f'<div class="result"><div>{lines}</div>{check}</div>'

    def figure(self, block: Figure) -> str:
        """A figure within the page."""
        shown = picture(self.folder / block.path, block.alt)
        kind = ' class="upright"' if upright(shown) else ""
        caption = f"<figcaption>{self.words(block.caption)}</figcaption>"
        return f"<figure{kind}>{shown}{caption}</figure>"


def _breadth(block: Equation) -> int:
    """The characters of the sides of an equation, one beside the other."""
    lines = chain(block)
    left, right = ([_side(getattr(line, name), line) for line in lines] for name in _ENDS)
    return max(left) + 3 + max(right)


def _side(side: Node | PrintedQuantity, line: Line) -> int:
    return len(side.text) if isinstance(side, PrintedQuantity) else breadth(side, line.values)


def displayed(block: Equation) -> str:
    """The lines of an equation as a `<math>` block, several aligned at their signs."""
    lines = chain(block)
    if len(lines) == 1:
        return m.math_element(f"<mrow>{''.join(_cells(lines[0]))}</mrow>", display=True)
    table = m.table([_cells(line) for line in lines], ("right", "center", "left"))
    return m.math_element(table, display=True)


def _cells(line: Line) -> list[str]:
    printer = m.MathML(line.values)
    return [
        printer.write(line.left),
        m.relation(line.sign) if line.sign else "",
        printer.write(line.right),
    ]


def _listed(kind: str, items: list[str], start: str = "") -> str:
    return f"<{kind}{start}>\n" + "\n".join(items) + f"\n</{kind}>"
