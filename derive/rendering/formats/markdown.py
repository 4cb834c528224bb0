"""A document as Markdown with GitHub's mathematics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from derive.rendering.document.anchors import sections
from derive.rendering.document.block_writer import TextWriter
from derive.rendering.document.document import Boxed, Document, Equation, Figure, Table
from derive.rendering.document.inline_writer import Prose, plain_words
from derive.rendering.expressions.latex import Latex
from derive.rendering.expressions.printer import Printer
from derive.rendering.expressions.sanitise import sanitise
from derive.rendering.formats.latex_display import displayed

_SPECIAL = re.compile(r"([\\`*_\[\]<>$|~#])")
_BULLET = re.compile(r"^( ?)([-+=])")
_POINT = re.compile(r"^( ?\d+)([.)])")


def write(document: Document, folder: Path = Path()) -> str:
    """The document as GitHub-flavoured Markdown, its figures beside it; what comes from data is
    escaped.
    """
    writer = _Writer(document, _Prose(document))
    head = [f"# {escape(document.title)}"] + (
        [f"*{escape(document.subtitle)}*"] if document.subtitle else []
    )
    return "\n\n".join(head + [writer.block(block) for block in document.blocks]) + "\n"


def escape(text: str) -> str:
    """Text from data: nothing in it is markup, neither within a line nor at its start."""
    flat = _SPECIAL.sub(r"\\\1", sanitise(text).replace("&", "&amp;"))
    return _POINT.sub(r"\1\\\2", _BULLET.sub(r"\1\\\2", flat))


def github(tex: str) -> str:
    r"""LaTeX that survives Markdown, which takes the backslash off `\,` and `\\` and reads `<` as
    markup.
    """
    for written, safe in (
        (r"\\", r"\cr"),
        (r"\,", r"\thinspace "),
        (r"\mathrm{\%}", r"\mathrm{percent}"),
        (" < ", r" \lt "),
        (" > ", r" \gt "),
    ):
        tex = tex.replace(written, safe)
    return tex


class _Prose(Prose[str]):
    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._anchors = {section.place: section.anchor for section in sections(document)}

    @property
    def printer(self) -> Printer[str]:
        return Latex()

    def text(self, text: str) -> str:
        return escape(text)

    def strong(self, text: str) -> str:
        return f"**{escape(text.strip())}**"

    def emphasis(self, text: str) -> str:
        return f"*{escape(text.strip())}*"

    def code(self, text: str) -> str:
        fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
        pad = " " if text.startswith("`") or text.endswith("`") else ""
        return fence + pad + " ".join(text.split()) + pad + fence

    def formula(self, written: str) -> str:
        return f"${github(written)}$"

    def link(self, text: str, address: str) -> str:
        quoted = address.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20")
        return f"[{escape(text)}](<{quoted}>)"

    def ref(self, text: str, place: str) -> str:
        anchor = self._anchors.get(place)
        return self.text(text) if anchor is None else f"[{escape(text)}](#{anchor})"

    def cite(self, label: str, place: str) -> str:
        return rf"\[{escape(label + place)}\]"


class _Writer(TextWriter):
    def heading(self, level: int, text: str) -> str:
        return f"{'#' * (level + 1)} {escape(text)}"

    def contents(self) -> str:
        return "\n".join(
            f"- [{escape(s.text)}](#{s.anchor})" for s in self.sections if s.level == 1
        )

    def paragraph(self, line: str, tone: str) -> str:
        return ("> " if tone == "warning" else "") + line

    def boxed(self, block: Boxed) -> str:
        check = f"\n>\n> ✓ {escape(block.check)}" if block.check else ""
        return "\n>\n".join(f"> {self.words(line)}" for line in block.lines) + check

    def figure(self, block: Figure) -> str:
        caption = escape(plain_words(self.document, block.caption))
        return f"![{escape(block.alt)}](<{block.path}>)\n\n*{caption}*"

    def items(self, lines: Sequence[str], numbered: bool) -> str:
        return "\n".join(
            f"{f'{i}.' if numbered else '-'} {line}" for i, line in enumerate(lines, 1)
        )

    def references(self, lines: Sequence[str]) -> str:
        return self.items(lines, numbered=True)

    def equation(self, block: Equation) -> str:
        rule = " · ".join(
            part for part in (block.rule, f"✓ {block.verdict}" if block.verdict else "") if part
        )
        number = f"**({block.number})** " if block.number is not None else ""
        head = number + self.words(block.reason) + (f" *({escape(rule)})*" if rule else "")
        return "\n\n".join(
            part for part in (head.strip(), f"$$\n{github(displayed(block))}\n$$") if part
        )

    def table(self, block: Table) -> str:
        rule = ["---:" if side == "r" else ":---" for side in block.align]
        rows = [
            [escape(header) for header in block.headers],
            rule,
            *([self.words(cell) for cell in row] for row in block.rows),
        ]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)
