"""A document as LaTeX for pdflatex."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from derive.rendering.document.anchors import line_place
from derive.rendering.document.block_writer import TextWriter
from derive.rendering.document.columns import paragraph_shares
from derive.rendering.document.document import (
    Boxed,
    Cite,
    Document,
    Equation,
    Figure,
    Inline,
    Table,
)
from derive.rendering.document.inline_writer import Prose
from derive.rendering.expressions.latex import Latex
from derive.rendering.expressions.latex_text import cite_key, escape
from derive.rendering.expressions.printer import Printer
from derive.rendering.formats.latex_display import displayed

_PREAMBLE = Path(__file__).with_name("templates") / "preamble.tex"
_INK, _TICK, _FRAME = "6B7280", "0F766E", "C2590F"

# A reason with its rule at the right margin, on the same line where there is room.
REASONED = (
    r"\providecommand{\reasoned}[2]{\noindent"
    r" #1\unskip\nobreak\hfill\penalty50\hskip1em\null\nobreak\hfill"
    rf"\mbox{{\small\color[HTML]{{{_INK}}}#2}}}}"
)


def write(document: Document, folder: Path = Path()) -> str:
    """The document as a `.tex` file; TeX finds its figures beside it."""
    title = rf"{{\LARGE {escape(document.title)}\par}}"
    subtitle = (
        rf"\medskip{{\color[HTML]{{{_INK}}} {escape(document.subtitle)}\par}}"
        if document.subtitle
        else ""
    )
    graphics = (
        r"\usepackage{graphicx}" + "\n"
        if any(isinstance(block, Figure) for block in document.blocks)
        else ""
    )
    preamble = (
        _PREAMBLE.read_text(encoding="utf-8")
        .replace("% figures\n", graphics)
        .replace("TITLE", escape(document.title))
        + REASONED
    )
    head = "\n".join(part for part in (r"\begin{center}", title, subtitle, r"\end{center}") if part)
    return f"{preamble}\n\n\\begin{{document}}\n{head}\n\n{body(document)}\n\n\\end{{document}}\n"


def body(document: Document, citing: bool = False) -> str:
    r"""The blocks of a document, without what surrounds them; `citing` sources by \cite and their
    ids.
    """
    writer = _Writer(document, _CitingProse(document) if citing else _Prose(document))
    return "\n\n".join(writer.block(block) for block in document.blocks)


_BREAKS = re.compile(
    r"(?<=[/._?=&:@-])"
)  # after these a long word, such as an address, may go on in the next line
_LONG = 30
_ONE_PAGE = 12  # rows of a table that surely fit on a page; a longer one may break


class _Prose(Prose[str]):
    @property
    def printer(self) -> Printer[str]:
        return Latex()

    def text(self, text: str) -> str:
        return " ".join(_breakable(word) for word in text.split(" "))

    def strong(self, text: str) -> str:
        return rf"\textbf{{{escape(text)}}}"

    def emphasis(self, text: str) -> str:
        return rf"\emph{{{self.text(text)}}}"

    def code(self, text: str) -> str:
        return rf"\texttt{{{escape(text)}}}".replace(r"\_", r"\_\allowbreak{}")

    def formula(self, written: str) -> str:
        return f"${written}$"

    def link(self, text: str, address: str) -> str:
        return rf"\href{{{_address(address)}}}{{{self.text(text)}}}"

    def ref(self, text: str, place: str) -> str:
        label = _label(self.document, place)
        return rf"\hyperref[{label}]{{{self.text(text)}}}" if label else self.text(text)

    def cite(self, label: str, place: str) -> str:
        return f"[{escape(label + place)}]"


class _CitingProse(_Prose):
    def part(self, part: Inline) -> str:
        if not isinstance(part, Cite) or part.key not in self.document.numbers:
            return super().part(part)
        return (
            rf"\cite{f'[{{{escape(part.where)}}}]' if part.where else ''}{{{cite_key(part.key)}}}"
        )


def _breakable(word: str) -> str:
    """A word as it is; a long one may be broken after its signs."""
    return (
        escape(word)
        if len(word) < _LONG
        else r"\allowbreak{}".join(escape(piece) for piece in _BREAKS.split(word))
    )


def _label(document: Document, place: str) -> str:
    """The label of a line or section, eq:NAME-3 or sec:NAME-question; none in a document without a
    name, nor for anything else.
    """
    kind, _, rest = place.partition("-")
    prefix = {"line": "eq", "sec": "sec"}.get(kind)
    return (
        f"{prefix}:{cite_key(document.name)}-{cite_key(rest)}" if prefix and document.name else ""
    )


class _Writer(TextWriter):
    def heading(self, level: int, text: str) -> str:
        return rf"\{'sub' * (level - 1)}section{{{escape(text)}}}{self.label(self.section().place)}"

    def label(self, place: str) -> str:
        """The mark others refer to, or nothing."""
        label = _label(self.document, place)
        return rf"\label{{{label}}}" if label else ""

    def contents(self) -> str:
        lines = []
        for section in self.sections:
            label = _label(self.document, section.place)
            page = rf"\dotfill\pageref{{{label}}}" if label else ""
            if section.level == 1:
                lines.append(rf"\noindent {self.prose.ref(section.text, section.place)}{page}\par")
        return "\n".join(lines)

    def paragraph(self, line: str, tone: str) -> str:
        return line if tone == "plain" else rf"\emph{{{line}}}"

    def items(self, lines: Sequence[str], numbered: bool) -> str:
        return _listed("enumerate" if numbered else "itemize", lines)

    def references(self, lines: Sequence[str]) -> str:
        return r"{\renewcommand{\labelenumi}{[\theenumi]}" + f"\n{_listed('enumerate', lines)}}}"

    def equation(self, block: Equation) -> str:
        rule = r" $\cdot$ ".join(
            escape(part)
            for part in (block.rule, f"verified: {block.verdict}" if block.verdict else "")
            if part
        )
        words = self.words(block.reason)
        reason = rf"\reasoned{{{words}}}{{{rule}}}" if rule else words
        tag = (
            rf" \tag{{{block.number}}}{self.label(line_place(block.number))}"
            if block.number is not None
            else ""
        )
        display = f"\\begin{{equation*}}\n{displayed(block)}{tag}\n\\end{{equation*}}"
        return "\n".join(part for part in (reason, display) if part)

    def table(self, block: Table) -> str:
        shares = paragraph_shares(self.document, block)
        columns = "".join(
            side if share is None else f"p{{{share:.2f}\\linewidth}}"
            for side, share in zip(block.align, shares, strict=True)
        )
        head = " & ".join(escape(header) for header in block.headers)
        ragged = [r"\raggedright " if share is not None else "" for share in shares]
        rows = [
            " & ".join(start + self.words(cell) for start, cell in zip(ragged, row, strict=True))
            for row in block.rows
        ]
        body = [row + r" \tabularnewline" for row in rows]
        if len(block.rows) > _ONE_PAGE:
            top = [
                rf"\begin{{longtable}}{{{columns}}}",
                r"\toprule",
                head + r" \\",
                r"\midrule",
                r"\endhead",
            ]
            return "\n".join([r"{\small", *top, *body, r"\bottomrule", r"\end{longtable}}"])
        lines = [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            head + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
        return "\n".join([r"\begin{center}\small", *lines, r"\end{center}"])

    def boxed(self, block: Boxed) -> str:
        lines = r"\\[4pt] ".join(self.words(line) for line in block.lines)
        check = (
            rf"\hfill{{\small\color[HTML]{{{_TICK}}}{escape(block.check)}}}" if block.check else ""
        )
        inner = rf"\parbox{{0.94\linewidth}}{{\strut {lines} {check}\strut}}"
        return (
            "\\begin{center}\\setlength{\\fboxsep}{8pt}\n"
            + rf"\fcolorbox[HTML]{{{_FRAME}}}{{FFFFFF}}{{{inner}}}"
            + "\n\\end{center}"
        )

    def figure(self, block: Figure) -> str:
        path = str(PurePosixPath(block.path).with_suffix(".pdf"))
        picture = rf"\includegraphics[width=0.8\linewidth]{{\detokenize{{{path}}}}}"
        return "\n".join(
            [
                r"\begin{figure}[htbp]",
                r"\centering",
                picture,
                rf"\caption{{{self.words(block.caption)}}}",
                r"\end{figure}",
            ]
        )


def _listed(kind: str, items: Sequence[str]) -> str:
    return "\n".join(
        [rf"\begin{{{kind}}}", *(rf"\item {item}" for item in items), rf"\end{{{kind}}}"]
    )


def _address(address: str) -> str:
    """An address for \\href: unsafe characters as %XX, those TeX reads masked."""
    safe = quote(address, safe=":/?#[]@!$&'()*+,;=%~-._")
    for character in "%#&_$":
        safe = safe.replace(character, f"\\{character}")
    return safe.replace("~", r"\~")
