"""LaTeX prose: running text with citations, links and labels."""

from __future__ import annotations

import re
from urllib.parse import quote

from derive.rendering.document.document import Cite, Document, Inline
from derive.rendering.document.inline_writer import TextProse
from derive.rendering.expressions.latex import Latex
from derive.rendering.expressions.latex_text import cite_key, escape
from derive.rendering.expressions.printer import Printer
from derive.rendering.expressions.sanitise import as_set, unbroken

_BREAKS = re.compile(r"(?<=[/._?=&:@-])")  # break points of a long word such as an address
_LONG = 30


class LatexProse(TextProse):
    """Running text with numbered citations."""

    @property
    def printer(self) -> Printer[str]:
        """LaTeX mathematics."""
        return Latex()

    def text(self, text: str) -> str:
        """Words, long ones with break points."""
        return " ".join(_breakable(word) for word in unbroken(as_set(text)).split(" "))

    def line_break(self) -> str:
        """The end of a line, possibly an empty first one."""
        return r"\leavevmode\newline{}"

    def strong(self, shown: str) -> str:
        """Bold words."""
        return rf"\textbf{{{shown}}}"

    def emphasis(self, shown: str) -> str:
        """Words in italics."""
        return rf"\emph{{{shown}}}"

    def code(self, text: str) -> str:
        """A name in typewriter type, breakable after underscores."""
        return rf"\texttt{{{escape(text)}}}".replace(r"\_", r"\_\allowbreak{}")

    def formula(self, written: str) -> str:
        """Mathematics within the line."""
        return f"${written}$"

    def quantity(self, written: str) -> str:
        """A quantity within the line; TeX breaks no line within a group."""
        return self.formula(f"{{{written}}}" if r"\times" in written else written)

    def link(self, shown: str, address: str) -> str:
        """A link to a web address."""
        return rf"\href{{{_address(address)}}}{{{shown}}}"

    def ref(self, text: str, place: str) -> str:
        """A link to a label."""
        label = label_of(self.document, place)
        return rf"\hyperref[{label}]{{{self.text(text)}}}" if label else self.text(text)

    def cite(self, label: str, place: str) -> str:
        """A citation in square brackets."""
        return f"[{escape(label + place)}]"


class CitingProse(LatexProse):
    r"""Running text that cites its sources by \cite."""

    def part(self, part: Inline) -> str:
        """One part of a line."""
        if not isinstance(part, Cite) or part.key not in self.document.numbers:
            return super().part(part)
        where = f"[{{{escape(part.where)}}}]" if part.where else ""
        return rf"\cite{where}{{{cite_key(part.key)}}}"

    def ref(self, text: str, place: str) -> str:
        """A link to a label; a line by the number that the including document gives it."""
        label = label_of(self.document, place)
        if not label.startswith("eq:"):
            return super().ref(text, place)
        words, space, _ = text.rpartition(" ")  # "line 4"
        return rf"{self.text(words)}{space and '~'}\ref{{{label}}}"


def label_of(document: Document, place: str) -> str:
    """The label of a line or section, eq:NAME-3 or sec:NAME-question; empty for other places and in
    documents without a name.
    """
    kind, _, rest = place.partition("-")
    prefix = {"line": "eq", "sec": "sec"}.get(kind)
    if not (prefix and document.name):
        return ""
    return f"{prefix}:{cite_key(document.name)}-{cite_key(rest)}"


def _breakable(word: str) -> str:
    """A word; a long one is breakable after its signs."""
    pieces = [word] if len(word) < _LONG else _BREAKS.split(word)
    return r"\allowbreak{}".join(map(escape, pieces))


def _address(address: str) -> str:
    """An address for \\href: unsafe characters as %XX, TeX's special ones escaped."""
    safe = quote(address, safe=":/?#[]@!$&'()*+,;=%~-._")
    for character in "%#&_$":
        safe = safe.replace(character, f"\\{character}")
    return safe.replace("~", r"\~")
