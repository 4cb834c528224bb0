"""LaTeX writer for pdflatex."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path, PurePosixPath

from derive.rendering.document.anchors import line_place
from derive.rendering.document.block_writer import TextWriter
from derive.rendering.document.columns import PER_LINE
from derive.rendering.document.document import (
    Boxed,
    Document,
    DocumentBlock,
    Equation,
    Figure,
    Heading,
    Items,
    Paragraph,
    Quote,
    Table,
)
from derive.rendering.document.inline_writer import plain_words
from derive.rendering.document.parts import Point, every_block, keeps_next, points_of
from derive.rendering.expressions.latex_text import escape, in_dollars
from derive.rendering.expressions.sanitise import verbatim
from derive.rendering.formats.latex_display import displayed
from derive.rendering.formats.latex_prose import CitingProse, LatexProse, label_of
from derive.rendering.formats.latex_table import ROOM, masked, room_for, tabular

_PREAMBLE = Path(__file__).with_name("templates") / "preamble.tex"
_INK, _TICK, _FRAME = "6B7280", "0F766E", "C2590F"
_COMPACT = r"""
\setlength{\textwidth}{178mm}
\setlength{\oddsidemargin}{\dimexpr 16mm-1in\relax}
\setlength{\textheight}{265mm}
\setlength{\topmargin}{\dimexpr 14mm-1in-\headheight-\headsep\relax}
\setlength{\parskip}{3pt plus 1pt}
\renewcommand{\arraystretch}{1.08}
\makeatletter
\AtBeginDocument{\small\let\small\footnotesize
  \def\@listi{\leftmargin\leftmargini\topsep 0pt\parsep 0pt\itemsep 1pt}\let\@listI\@listi\@listi}
\makeatother
"""

_KEPT = r"\csname @beginparpenalty\endcsname=10000 "  # no page ends before a table, list or box
# A reason with its rule at the right margin, on the same line where there is room.
REASONED = (
    r"\providecommand{\reasoned}[2]{\noindent"
    r" #1\unskip\nobreak\hfill\penalty50\hskip1em\null\nobreak\hfill"
    rf"\mbox{{\small\color[HTML]{{{_INK}}}#2}}}}"
)


def write(document: Document, folder: Path = Path()) -> str:
    """The document as a `.tex` file, with figures beside it."""
    title = rf"{{\LARGE {escape(document.title)}\par}}"
    below = rf"\medskip{{\color[HTML]{{{_INK}}} {escape(document.subtitle)}\par}}"
    subtitle = below if document.subtitle else ""
    line = LatexProse(document).phrase(document.imprint)
    imprint = rf"\medskip{{\small\color[HTML]{{{_INK}}} {line}\par}}" if line else ""
    pictured = any(isinstance(block, Figure) for block in every_block(document.blocks))
    graphics = "\\usepackage{graphicx}\n" if pictured else ""
    preamble = (
        _PREAMBLE.read_text(encoding="utf-8")
        .replace("% figures\n", graphics)
        .replace("TITLE", escape(document.title))
        + (_COMPACT if document.compact else "")
        + f"{ROOM}\n{REASONED}"
    )
    shown = (r"\begin{center}", title, subtitle, imprint, r"\end{center}")
    head = "\n".join(part for part in shown if part)
    return f"{preamble}\n\n\\begin{{document}}\n{head}\n\n{body(document)}\n\n\\end{{document}}\n"


def body(document: Document, included: bool = False) -> str:
    r"""The body of a document without preamble; a part to be `included` in another cites by \cite
    and leaves the numbers of lines and the level of sections to it.
    """
    writer = (
        _IncludedWriter(document, CitingProse(document))
        if included
        else _Writer(document, LatexProse(document))
    )
    return "\n\n".join(writer.placed(k) for k in range(len(document.blocks)))


def pasted(document: Document) -> str:
    """The blocks of a document for one that has amsmath and nothing else, sources cited by id."""
    writer = _PastedWriter(document, LatexProse(document))
    return in_dollars("\n\n".join(writer.block(block) for block in document.blocks))


class _Writer(TextWriter):
    per_line = PER_LINE  # characters of small type

    def placed(self, k: int) -> str:
        """A block, on the page of the words that lead on to it."""
        block, above = self.document.blocks[k], self.document.blocks[k - 1 : k]
        apart = isinstance(block, Heading) and not (above and isinstance(above[0], Heading))
        if apart or not (above and keeps_next(above[0])):
            return self.room(self.document.blocks[k:]) + self.block(block)
        kept = isinstance(above[0], Paragraph) and isinstance(block, Table | Items | Boxed)
        return f"{{{_KEPT}\n{self.block(block)}}}" if kept else self.block(block)

    def room(self, ahead: Sequence[DocumentBlock]) -> str:
        """The command that ends a page before a title or words that the table which they lead on to
        would not follow.
        """
        led = list(takewhile(keeps_next, ahead))
        below = ahead[len(led)] if led and len(led) < len(ahead) else None
        if not isinstance(below, Table):
            return ""
        said = (plain_words(self.document, b.words) for b in led if isinstance(b, Paragraph))
        between = sum(2 + len(words) // self.per_line for words in said)
        return room_for(self.document, below, self.per_line, between)

    def heading(self, level: int, line: str) -> str:
        section = self.section()
        plain = escape(section.text)  # for the bookmarks, which have no markup
        title = line if line == plain else rf"\texorpdfstring{{{line}}}{{{plain}}}"
        return rf"{self.sectioning(level)}{{{title}}}{self.label(section.place)}"

    def sectioning(self, level: int) -> str:
        """The command of a section of that level."""
        return rf"\{'sub' * (level - 1)}section"

    def label(self, place: str) -> str:
        """The label of a place, or nothing."""
        label = label_of(self.document, place)
        return rf"\label{{{label}}}" if label else ""

    def abstract(self, line: str) -> str:
        return f"\\begin{{abstract}}\n{line}\n\\end{{abstract}}"

    def contents(self) -> str:
        lines = []
        for section in self.sections:
            label = label_of(self.document, section.place)
            page = rf"\dotfill\pageref{{{label}}}" if label else ""
            if section.level == 1:
                lines.append(rf"\noindent {self.prose.ref(section.text, section.place)}{page}\par")
        return "\n".join(lines)

    def paragraph(self, line: str, tone: str) -> str:
        if tone == "lead":
            return f"{line}\n\\par\\nopagebreak"
        return line if tone == "plain" else rf"\emph{{{line}}}"

    def items(self, block: Items) -> str:
        points = [self.point(point) for point in points_of(block)]
        return _listed("enumerate" if block.numbered else "itemize", points, block.start)

    def point(self, point: Point) -> str:
        """The words of a point and the blocks below them."""
        words, below = point
        return "\n\n".join([masked(self.words(words)), *(self.block(block) for block in below)])

    def quote(self, block: Quote) -> str:
        lines = "\n\n".join(self.block(inner) for inner in block.blocks)
        return f"\\begin{{quote}}\n{lines}\n\\end{{quote}}"

    def code_block(self, lines: Sequence[str], language: str) -> str:
        rows = "\\\\\n".join(_code_line(verbatim(line)) for line in lines)
        return f"\\begin{{quote}}\\ttfamily\\small\\raggedright\n{rows}\n\\end{{quote}}"

    def thematic_break(self) -> str:
        return r"\begin{center}\rule{0.4\linewidth}{0.4pt}\end{center}"

    def references(self, lines: Sequence[str]) -> str:
        return r"{\renewcommand{\labelenumi}{[\theenumi]}" + f"\n{_listed('enumerate', lines)}}}"

    def equation(self, block: Equation) -> str:
        verified = f"verified: {block.verdict}" if block.verdict else ""
        rule = r" $\cdot$ ".join(escape(part) for part in (block.rule, verified) if part)
        words = self.words(block.reason)
        reason = rf"\reasoned{{{words}}}{{{rule}}}" if rule else words
        return "\n".join(part for part in (reason, self.display(block)) if part)

    def display(self, block: Equation) -> str:
        """The display of an equation, numbered as the document numbers it."""
        tag = ""
        if block.number is not None:
            tag = rf" \tag{{{block.number}}}{self.label(line_place(block.number))}"
        return f"\\begin{{equation*}}\n{displayed(block)}{tag}\n\\end{{equation*}}"

    def table(self, block: Table) -> str:
        return tabular(self.document, block, self.words, self.per_line)

    def boxed(self, block: Boxed) -> str:
        lines = r"\\[4pt] ".join(self.words(line) for line in block.lines)
        tick = rf"\hfill{{\small\color[HTML]{{{_TICK}}}{escape(block.check)}}}"
        check = tick if block.check else ""
        inner = rf"\parbox{{0.94\linewidth}}{{\strut {lines} {check}\strut}}"
        frame = rf"\fcolorbox[HTML]{{{_FRAME}}}{{FFFFFF}}{{{inner}}}"
        return f"\\begin{{center}}\\setlength{{\\fboxsep}}{{8pt}}\n{frame}\n\\end{{center}}"

    def figure(self, block: Figure) -> str:
        path = str(PurePosixPath(block.path).with_suffix(".pdf"))
        picture = rf"\includegraphics[width=0.8\linewidth]{{\detokenize{{{path}}}}}"
        start = [r"\begin{figure}[htb]", r"\centering"]
        caption = rf"\caption{{{self.words(block.caption)}}}"
        return "\n".join([*start, picture, caption, r"\end{figure}"])


class _IncludedWriter(_Writer):
    """The writer of a part: the document that includes it numbers its lines and sections, and its
    lines may be as short as those of an article.
    """

    per_line = 72

    def sectioning(self, level: int) -> str:
        return rf"\derive{'sub' * (level - 1)}section"

    def display(self, block: Equation) -> str:
        if block.number is None:
            return super().display(block)
        label = self.label(line_place(block.number))
        return f"\\begin{{equation}}{label}\n{displayed(block)}\n\\end{{equation}}"


class _PastedWriter(_Writer):
    """The writer of parts to paste into a document that has amsmath and nothing else."""

    def paragraph(self, line: str, tone: str) -> str:
        return super().paragraph(line, "plain" if tone == "lead" else tone)

    def equation(self, block: Equation) -> str:
        return "\n".join(part for part in (self.words(block.reason), self.display(block)) if part)

    def boxed(self, block: Boxed) -> str:
        return "\n\n".join(self.words(line) for line in block.lines)


def _listed(kind: str, items: Sequence[str], start: int = 1) -> str:
    counter = rf"\setcounter{{\csname @enumctr\endcsname}}{{{start - 1}}}" if start != 1 else ""
    points = (rf"\item {item}" for item in items)
    return "\n".join([rf"\begin{{{kind}}}{counter}", *points, rf"\end{{{kind}}}"])


def _code_line(line: str) -> str:
    """A line of code with its indentation, breakable at its other spaces."""
    code = line.lstrip(" ")
    margin = r"\mbox{}" + "~" * (len(line) - len(code))
    return margin + r"\ ".join(escape(word) for word in code.split(" "))
