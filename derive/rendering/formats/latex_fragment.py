"""LaTeX fragment writer: the body of a document, to input into another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from derive.rendering.document.document import Document, References
from derive.rendering.formats.latex import REASONED, body
from derive.rendering.formats.latex_table import ROOM

_NEEDS = (
    "% A fragment: \\input it into a document with amsmath, mathtools, booktabs, longtable, xcolor,"
    " hyperref and graphicx, and cite from its .bib file.\n"
    "% Its lines and sections have the numbers of that document. Sections are \\section unless it"
    " says before\n"
    "% otherwise: \\newcommand{\\derivesection}{\\subsection}"
    "\\newcommand{\\derivesubsection}{\\subsubsection}"
)
_SECTIONS = (
    r"\providecommand{\derivesection}{\section}"
    r"\providecommand{\derivesubsection}{\subsection}"
    r"\providecommand{\derivesubsubsection}{\subsubsection}"
)


def write(document: Document, folder: Path = Path()) -> str:
    """The body alone, which cites sources by id; the including document lists them."""
    if isinstance(document.blocks[-1], References):
        document = replace(document, blocks=document.blocks[:-2])
    return f"{_NEEDS}\n{_SECTIONS}\n{ROOM}\n{REASONED}\n\n{body(document, included=True)}\n"
