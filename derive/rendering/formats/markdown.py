"""Markdown writer, with GitHub's mathematics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from derive.rendering.document.anchors import sections
from derive.rendering.document.block_writer import TextWriter, rule_text
from derive.rendering.document.document import (
    Boxed,
    Document,
    DocumentBlock,
    Equation,
    Figure,
    Items,
    Quote,
    Table,
)
from derive.rendering.document.inline_writer import TextProse, plain_words
from derive.rendering.document.parts import Point, points_of, words_of
from derive.rendering.expressions.latex import Latex
from derive.rendering.expressions.printer import Printer
from derive.rendering.expressions.sanitise import sanitise, verbatim
from derive.rendering.formats.latex_display import displayed

_SPECIAL = re.compile(r"([\\`*_\[\]<>$|~#])")
_BULLET = re.compile(r"^( ?)([-+=])")
_RULES = {"l": ":---", "r": "---:", "c": ":---:"}
_POINT = re.compile(r"^( ?\d+)([.)])(?=\s|$)")


def write(document: Document, folder: Path = Path()) -> str:
    """The document as GitHub-flavoured Markdown, with figures beside it."""
    writer = _Writer(document, _Prose(document))
    subtitle = [f"*{escape(document.subtitle)}*"] if document.subtitle else []
    imprint = [writer.words(document.imprint)] if document.imprint else []
    head = [f"# {escape(document.title)}", *subtitle, *imprint]
    return "\n\n".join([*head, *writer.blocks(document.blocks)]) + "\n"


def escape(text: str) -> str:
    """Escaped text, within a line and at its start."""
    flat = _SPECIAL.sub(r"\\\1", sanitise(text).replace("&", "&amp;"))
    return _POINT.sub(r"\1\\\2", _BULLET.sub(r"\1\\\2", flat))


def github(tex: str) -> str:
    r"""LaTeX for GitHub's Markdown, which unescapes `\,` and `\\` and reads `<` as markup."""
    for written, safe in (
        (r"\\", r"\cr"),
        (r"\,", r"\thinspace "),
        (r"\mathrm{\%}", r"\mathrm{percent}"),
        (" < ", r" \lt "),
        (" > ", r" \gt "),
    ):
        tex = tex.replace(written, safe)
    return tex


class _Prose(TextProse):
    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._anchors = {section.place: section.anchor for section in sections(document)}

    @property
    def printer(self) -> Printer[str]:
        return Latex()

    def text(self, text: str) -> str:
        return escape(text)

    def join(self, parts: Iterable[str]) -> str:
        """Concatenated parts; an exclamation mark before a link would make it an image."""
        shown = [*parts, ""]
        return "".join(
            f"{part[:-1]}\\!" if part.endswith("!") and after.startswith("[") else part
            for part, after in pairwise(shown)
        )

    def line_break(self) -> str:
        return "\\\n"

    def strong(self, shown: str) -> str:
        return f"**{shown.strip()}**"

    def emphasis(self, shown: str) -> str:
        return f"*{shown.strip()}*"

    def code(self, text: str) -> str:
        line = " ".join(text.split())
        fence = _fence(line, 1) if line else ""
        pad = " " if line.startswith("`") or line.endswith("`") else ""
        return fence + pad + line + pad + fence

    def formula(self, written: str) -> str:
        return f"${github(written)}$"

    def link(self, shown: str, address: str) -> str:
        quoted = address.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20")
        return f"[{shown}](<{quoted}>)"

    def ref(self, text: str, place: str) -> str:
        anchor = self._anchors.get(place)
        return self.text(text) if anchor is None else f"[{escape(text)}](#{anchor})"

    def cite(self, label: str, place: str) -> str:
        return rf"\[{escape(label + place)}\]"


class _Writer(TextWriter):
    def heading(self, level: int, line: str) -> str:
        return f"{'#' * (level + 1)} {line}"

    def abstract(self, line: str) -> str:
        return f"**Abstract.** {line}"

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

    def blocks(self, blocks: Sequence[DocumentBlock]) -> list[str]:
        """The blocks; the second of two adjacent lists has other marks, else they would merge."""
        made: list[str] = []
        other = False
        for above, block in zip((None, *blocks), blocks, strict=False):
            if isinstance(block, Items):
                other = isinstance(above, Items) and above.numbered == block.numbered and not other
                made.append(self.listed(block, other))
            else:
                made.append(self.block(block))
        return made

    def items(self, block: Items) -> str:
        return self.listed(block, other=False)

    def listed(self, block: Items, other: bool) -> str:
        """The points of a list, with the usual marks or the other ones."""
        if block.numbered:
            marks = [f"{block.start + i}{')' if other else '.'}" for i in range(len(block.items))]
        else:
            marks = ["*" if other else "-"] * len(block.items)
        points = points_of(block)
        loose = any(not isinstance(inner, Items) for _, below in points for inner in below)
        made = [self.point(mark, point) for mark, point in zip(marks, points, strict=True)]
        return ("\n\n" if loose else "\n").join(made)

    def point(self, mark: str, point: Point) -> str:
        """A point: its words, and the blocks below them, indented."""
        words, below = point
        parts = [*([self.words(words)] if words else []), *self.blocks(below)]
        text = ("\n" if all(map(_may_follow, below)) else "\n\n").join(parts)
        return _prefixed(text, f"{mark} ", " " * (len(mark) + 1))

    def quote(self, block: Quote) -> str:
        return _prefixed("\n\n".join(self.blocks(block.blocks)), "> ", "> ")

    def code_block(self, lines: Sequence[str], language: str) -> str:
        text = "\n".join(verbatim(line) for line in lines)
        fence = _fence(text, 3)
        return f"{fence}{language}\n{text}\n{fence}"

    def thematic_break(self) -> str:
        return "___"

    def references(self, lines: Sequence[str]) -> str:
        return "\n".join(f"{i}. {line}" for i, line in enumerate(lines, 1))

    def equation(self, block: Equation) -> str:
        rule = rule_text(block)
        number = f"**({block.number})** " if block.number is not None else ""
        head = number + self.words(block.reason) + (f" *({escape(rule)})*" if rule else "")
        return "\n\n".join(
            part for part in (head.strip(), f"$$\n{github(displayed(block))}\n$$") if part
        )

    def table(self, block: Table) -> str:
        head, *rows = [
            [_cell(self.words(words_of(cell))) for cell in row]
            for row in (block.headers, *block.rows)
        ]
        rule = [_RULES[side] for side in block.align]
        return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def _may_follow(block: DocumentBlock) -> bool:
    """Whether a block is a list that can interrupt the paragraph above it."""
    return isinstance(block, Items) and block.start == 1 and bool(block.items[0])


def _fence(text: str, least: int) -> str:
    """A fence of backticks, longer than any run in the text."""
    return "`" * max([least, *(len(run) + 1 for run in re.findall("`+", text))])


def _prefixed(text: str, first: str, others: str) -> str:
    """A text with prefixes for its first line and for the others."""
    lines = text.split("\n")
    shown = [f"{others if k else first}{line}".rstrip() for k, line in enumerate(lines)]
    return "\n".join(shown)


def _cell(text: str) -> str:
    """A cell of a table, its bars escaped, also in code and formulas."""
    return re.sub(r"(?<!\\)((?:\\\\)*)\|", r"\1\\|", text)
