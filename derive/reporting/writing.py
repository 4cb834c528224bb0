"""A report: source, answers and figures become files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from derive.errors import DataError, UnknownName
from derive.rendering.document import Cite, Document, Figure, Reference, cited, parts_of
from derive.reporting.answers import AnswerBook
from derive.reporting.body import blocks_of
from derive.reporting.figures import draw
from derive.reporting.files import write_atomically
from derive.reporting.filling import Filling
from derive.reporting.references import references
from derive.reporting.source import find, read, reports

FORMATS = ("tex", "md", "html", "pdf")
ENGINES = ("typst", "pdflatex")


def report(name: str, formats: Sequence[str] = FORMATS, out: str | Path = "out", engine: str = "typst") -> list[Path]:
    """Write the report `name` (or a source of one's own, by path) in the given formats; the paths written.

    Every file is written whole or not at all. Raises UnknownName for a report, format or engine nobody offers,
    DataError for a faulty source, MissingExtra when a format's package is not installed.
    """
    for kind in formats:
        if kind not in FORMATS:
            raise UnknownName("format", kind, FORMATS, f"There are: {', '.join(FORMATS)}.")
    if engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES, f"There are: {', '.join(ENGINES)}.")
    book = AnswerBook(read(find(name)))
    document = report_document(book)
    folder = Path(out)
    written = _figures(book, document, formats, folder, engine)
    for kind in formats:
        path = folder / f"{book.source.name}.{kind}"
        write_atomically(path, _rendered(document, kind, folder, engine))
        written.append(path)
    return written


def report_document(book: AnswerBook) -> Document:
    """The report as a document: prose with the engine's answers in their places, its sources listed at the end."""
    filling = Filling(book)
    blocks = blocks_of(book.source.body, book.source.name, filling.blocks, filling.words)
    made = Document(book.source.title, tuple(blocks), book.source.subtitle)
    keys = dict.fromkeys(part.key for block in blocks for part in parts_of(block) if isinstance(part, Cite))
    return cited(made, {key: _reference(book, key) for key in keys})


def _reference(book: AnswerBook, key: str) -> Reference:
    """A source the report cites. Raises DataError when nobody declared it."""
    found = references([key]).get(key)
    if found is None:
        raise DataError(book.source.name, f"cite {key}", "no source has this id", "Declare it in quantities/sources.toml.")
    return found


def _figures(book: AnswerBook, document: Document, formats: Sequence[str], folder: Path, engine: str) -> list[Path]:
    """The figures the document shows, as SVG, and as PDF where TeX needs them."""
    written = []
    kinds = ("svg", "pdf") if "tex" in formats or engine == "pdflatex" else ("svg",)
    for block in document.blocks:
        if isinstance(block, Figure):
            name = block.path.removeprefix(f"{book.source.name}_").removesuffix(".svg")
            for kind, data in draw(book, name, kinds).items():
                path = (folder / block.path).with_suffix(f".{kind}")
                write_atomically(path, data)
                written.append(path)
    return written


def _rendered(document: Document, kind: str, folder: Path, engine: str) -> bytes | str:
    if kind == "tex":
        from derive.rendering.latex_document import latex_document

        return latex_document(document)
    if kind == "md":
        from derive.rendering.markdown import markdown

        return markdown(document)
    if kind == "html":
        from derive.rendering.html import html

        return html(document, folder)
    if engine == "pdflatex":
        from derive.reporting.pdflatex import compile_latex

        return compile_latex(_rendered(document, "tex", folder, engine), folder)
    from derive.rendering.typst_document import pdf

    return pdf(document, folder)


__all__ = ["ENGINES", "FORMATS", "report", "report_document", "reports"]
