"""A document as the bytes of a file, in the format its suffix names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from derive.rendering.document.document import Document

SUFFIXES = ("pdf", "html", "tex", "md")
ENGINES = ("typst", "pdflatex")


def rendered(document: Document, kind: str, folder: Path = Path(), engine: str = "typst") -> bytes:
    """The document as pdf, html, tex, fragment or md; its figures lie in `folder`.

    Raises MissingExtra when the format's package is not installed, OutputError when a program
    refuses the document.
    """
    if kind == "pdf":
        return _pdf(document, folder, engine)
    text = _WRITERS[kind](document, folder)
    return text.encode("utf-8")


def format_of(path: Path) -> str:
    """The format a file's name asks for; nothing when it is none of a document's."""
    suffix = path.suffix.lower().removeprefix(".")
    kind = "html" if suffix == "htm" else suffix
    return kind if kind in SUFFIXES else ""


def _pdf(document: Document, folder: Path, engine: str) -> bytes:
    if engine == "pdflatex":
        from derive.reporting.pdflatex import compile_latex

        return compile_latex(_tex(document, folder), folder)
    from derive.rendering.formats.typst_document import pdf

    return pdf(document, folder)


def _tex(document: Document, _: Path) -> str:
    from derive.rendering.formats.latex_document import latex_document

    return latex_document(document)


def _fragment(document: Document, _: Path) -> str:
    from derive.rendering.formats.latex_document import latex_document

    return latex_document(document, fragment=True)


def _md(document: Document, _: Path) -> str:
    from derive.rendering.formats.markdown import markdown

    return markdown(document)


def _html(document: Document, folder: Path) -> str:
    from derive.rendering.formats.html import html

    return html(document, folder)


_WRITERS: dict[str, Callable[[Document, Path], str]] = {
    "tex": _tex,
    "fragment": _fragment,
    "md": _md,
    "html": _html,
}
