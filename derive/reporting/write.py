"""Writing of reports: all files or none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from derive.rendering.document.document import Document, Figure
from derive.rendering.document.parts import every_block
from derive.rendering.formats.registry import (
    FIGURE_KINDS,
    FORMATS,
    USUAL_ENGINE,
    FigureKind,
    Format,
    named,
    usual_formats,
)
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.figures.figure import draw
from derive.reporting.figures.style import matplotlib_for
from derive.reporting.files import write_files
from derive.reporting.live import PageMaker, live_file, pages, with_links
from derive.reporting.snapshot import record, written
from derive.reporting.source import find, read
from derive.reporting.stamp import stamped


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file of a report: its name, its stamped bytes, and its format or kind of figure."""

    name: str
    data: bytes
    kind: Format | FigureKind


def report(
    name: str,
    formats: Sequence[str] = usual_formats(),
    out: str | Path = "out",
    engine: str = USUAL_ENGINE,
    force: bool = False,
    live: PageMaker | None = None,
) -> list[Path]:
    """Write the report `name` (or a source of one's own, by path) in the given formats; returns the
    paths. With `live`, which makes the page of an answer, the HTML links to a page for each
    question whose values can be moved.

    All files are written or none, and a file that derive did not make, or that has changed since,
    is replaced only by `force`. Raises UnknownName for an unknown report, format or engine,
    DataError for a faulty source, OutputError for a file that may not be written, WriteError for
    one that cannot be, MissingExtra when a format's package is not installed.
    """
    chosen = named(formats, engine)
    source = find(name)
    book = AnswerBook(read(source))
    movable = {} if live is None else pages(AnswerBook(book.source), live)  # none is in its text
    made = report_files(book, chosen, movable)
    files = {Path(out) / file.name: file.data for file in made}
    fence = FORMATS["html"].fence
    for question, text in movable.items():
        files[Path(out) / live_file(book, question)] = stamped(text, fence)
    write_files(files, force=force, inputs=[source])
    return list(files)


def report_files(
    book: AnswerBook, formats: Sequence[Format], movable: Collection[str] = ()
) -> list[ReportFile]:
    """The files of a report, figures first, each with its stamp; HTML links to the pages of the
    `movable` questions beside it. What is not installed is named before anything is computed.
    """
    _ready(book, formats)
    document = report_document(book)
    linking = with_links(book, document, movable) if movable else document
    entries = written(record(book.shown, book.verdicts))
    with TemporaryDirectory() as work:
        folder = Path(work)
        figures = _figures(book, document, formats)
        for file in figures:
            (folder / file.name).write_bytes(file.data)
        return [
            *(file for file in figures if _beside(file.kind.name, formats)),
            *(
                _report_file(linking if row.name == "html" else document, row, folder, entries)
                for row in formats
            ),
        ]


def _ready(book: AnswerBook, formats: Sequence[Format]) -> None:
    """Nothing, or raise MissingExtra or OutputError for what the figures or formats lack."""
    for row in formats:
        row.ready()
    if book.source.figures and any(row.figure_kind for row in formats):
        matplotlib_for(f"the figure {next(iter(book.source.figures))}")


def _report_file(
    document: Document, row: Format, folder: Path, entries: Sequence[str]
) -> ReportFile:
    data = stamped(row.written(document, folder), row.fence, entries if row.recorded else ())
    return ReportFile(row.file_name(document.name), data, row)


def _beside(figure_kind: str, formats: Sequence[Format]) -> bool:
    """Whether a figure's file is needed beside the document: some formats embed figures."""
    return any(row.figure_kind == figure_kind and not row.embeds for row in formats)


def _figures(book: AnswerBook, document: Document, formats: Sequence[Format]) -> list[ReportFile]:
    """The figures of the document, each in the kinds that the formats need."""
    taken = {row.figure_kind for row in formats}
    kinds = tuple(kind for kind in FIGURE_KINDS if kind in taken)
    files = []
    for block in every_block(document.blocks):
        if isinstance(block, Figure) and kinds:
            stem = block.path.removesuffix(".svg")
            name = stem.removeprefix(f"{book.source.name}_")
            for kind, data in draw(book, name, kinds).items():
                row = FIGURE_KINDS[kind]
                files.append(ReportFile(f"{stem}.{kind}", stamped(data, row.fence), row))
    return files
