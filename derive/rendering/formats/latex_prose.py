"""Running text as LaTeX, with its citations, links and labels."""

from __future__ import annotations

import re
from urllib.parse import quote

from derive.rendering.document.document import Cite, Document, Inline
from derive.rendering.document.inline_writer import TextProse
from derive.rendering.expressions.latex import Latex
from derive.rendering.expressions.latex_text import escape
from derive.rendering.expressions.printer import Printer

_BREAKS = re.compile(
    r"(?<=[/._?=&:@-])"
)  # after these a long word, such as an address, may go on in the next line
_LONG = 30


class LatexProse(TextProse):
    """Running text that prints the numbers of its citations."""

    @property
    def printer(self) -> Printer[str]:
        """LaTeX mathematics."""
        return Latex()

    def text(self, text: str) -> str:
        """Words, long ones with places where they may be broken."""
        return " ".join(_breakable(word) for word in text.split(" "))

    def line_break(self) -> str:
        """The end of a line, which may be the first of its paragraph and empty."""
        return r"\leavevmode\newline{}"

    def strong(self, shown: str) -> str:
        """Bold words."""
        return rf"\textbf{{{shown}}}"

    def emphasis(self, shown: str) -> str:
        """Words in italics."""
        return rf"\emph{{{shown}}}"

    def code(self, text: str) -> str:
        """A name in typewriter type, which may be broken after its underscores."""
        return rf"\texttt{{{escape(text)}}}".replace(r"\_", r"\_\allowbreak{}")

    def formula(self, written: str) -> str:
        """Mathematics within the line."""
        return f"${written}$"

    def link(self, shown: str, address: str) -> str:
        """Words that lead to a web address."""
        return rf"\href{{{_address(address)}}}{{{shown}}}"

    def ref(self, text: str, place: str) -> str:
        """Words that lead to a labelled place."""
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
        return (
            rf"\cite{f'[{{{escape(part.where)}}}]' if part.where else ''}{{{cite_key(part.key)}}}"
        )


def cite_key(id: str) -> str:
    r"""A source's id as \cite and BibTeX take it.

    >>> cite_key("my source, 2nd")
    'my-source--2nd'
    """
    return re.sub(r"[^A-Za-z0-9_:.+-]", "-", id)


def label_of(document: Document, place: str) -> str:
    """The label of a line or section, eq:NAME-3 or sec:NAME-question; none in a document without a
    name, nor for anything else.
    """
    kind, _, rest = place.partition("-")
    prefix = {"line": "eq", "sec": "sec"}.get(kind)
    return (
        f"{prefix}:{cite_key(document.name)}-{cite_key(rest)}" if prefix and document.name else ""
    )


def _breakable(word: str) -> str:
    """A word as it is; a long one may be broken after its signs."""
    return (
        escape(word)
        if len(word) < _LONG
        else r"\allowbreak{}".join(escape(piece) for piece in _BREAKS.split(word))
    )


def _address(address: str) -> str:
    """An address for \\href: unsafe characters as %XX, those TeX reads masked."""
    safe = quote(address, safe=":/?#[]@!$&'()*+,;=%~-._")
    for character in "%#&_$":
        safe = safe.replace(character, f"\\{character}")
    return safe.replace("~", r"\~")
