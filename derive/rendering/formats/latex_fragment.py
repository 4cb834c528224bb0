"""A document's body as LaTeX, to be taken into a document of one's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from derive.rendering.document.document import Document, References
from derive.rendering.formats.latex import REASONED, body

_NEEDS = (
    "% A fragment: \\input it into a document with amsmath, mathtools, booktabs, longtable, xcolor,"
    " hyperref and graphicx, and cite from its .bib file."
)


def write(document: Document, folder: Path = Path()) -> str:
    """The body alone: it cites its sources by their ids and leaves their list to the document that
    takes it in.
    """
    unlisted = (
        replace(document, blocks=document.blocks[:-2])
        if isinstance(document.blocks[-1], References)
        else document
    )
    return f"{_NEEDS}\n{REASONED}\n\n{body(unlisted, citing=True)}\n"
