"""A report: source, answers and figures become files, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from derive.errors import OutputError, UnknownName
from derive.rendering.document.document import Document, Figure
from derive.rendering.document.parts import cited_keys, every_block
from derive.reporting.answers import AnswerBook
from derive.reporting.bibliography import bibliography
from derive.reporting.composing import report_document
from derive.reporting.figures.figure import draw
from derive.reporting.files import spare, write_all
from derive.reporting.rendered import ENGINES, rendered
from derive.reporting.snapshot import record, written
from derive.reporting.source import find, read
from derive.reporting.stamp import stamped

FORMATS = ("tex", "md", "html", "pdf", "fragment", "bib")
USUAL = FORMATS[:4]


def report(
    name: str,
    formats: Sequence[str] = USUAL,
    out: str | Path = "out",
    engine: str = "typst",
    force: bool = False,
) -> list[Path]:
    """Write the report `name` (or a source of one's own, by path) in the given formats; the paths
    written.

    All files are written or none, and a file that derive did not make, or that was changed since,
    is replaced only by `force`. Raises UnknownName for a report, format or engine nobody offers,
    DataError for a faulty source, OutputError for a file that may not or cannot be written,
    MissingExtra when a format's package is not installed.
    """
    check_formats(formats)
    if engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES, f"There are: {', '.join(ENGINES)}.")
    source = find(name)
    files = {
        Path(out) / file: data
        for file, data in report_files(AnswerBook(read(source)), formats, engine).items()
    }
    if any(path.resolve() == source.resolve() for path in files):
        raise OutputError(
            str(source),
            "is the source of the report, and would be replaced by it",
            "Choose another folder with --out.",
        )
    if not force:
        spare(files)
    write_all(files)
    return list(files)


def check_formats(formats: Sequence[str]) -> None:
    """Raise UnknownName for a format that is none."""
    for kind in formats:
        if kind not in FORMATS:
            raise UnknownName("format", kind, FORMATS, f"There are: {', '.join(FORMATS)}.")


def report_files(
    book: AnswerBook, formats: Sequence[str] = USUAL, engine: str = "typst"
) -> dict[str, bytes]:
    """The files of a report by their names, figures first, each with its stamp."""
    document = report_document(book)
    says = written(record(book.asked, book.verdicts))
    with TemporaryDirectory() as work:
        folder = Path(work)
        figures = _figures(book, document, formats, engine)
        for file, data in figures.items():
            (folder / file).write_bytes(data)
        files = {file: data for file, data in figures.items() if _stays(file, formats)}
        for kind in formats:
            file = file_name(book.source.name, kind)
            if kind == "bib":
                files[file] = stamped(bibliography(cited_keys(document.blocks)), kind)
            else:
                files[file] = stamped(
                    rendered(document, kind, folder, engine),
                    file.rpartition(".")[2],
                    says if kind != "pdf" else (),
                )
    return files


def file_name(report: str, kind: str) -> str:
    """The name of a report's file: NAME.tex, NAME_fragment.tex, ..."""
    return f"{report}_fragment.tex" if kind == "fragment" else f"{report}.{kind}"


def _stays(figure: str, formats: Sequence[str]) -> bool:
    """Whether a figure's file is needed beside the document: HTML and PDF hold theirs."""
    return "md" in formats if figure.endswith(".svg") else bool({"tex", "fragment"} & set(formats))


def _figures(
    book: AnswerBook, document: Document, formats: Sequence[str], engine: str
) -> dict[str, bytes]:
    """The figures the document shows: as SVG where one looks at them, as PDF where TeX takes them
    in.
    """
    tex = {"tex", "fragment"} & set(formats) or (engine == "pdflatex" and "pdf" in formats)
    kinds = (
        *(("svg",) if {"md", "html", "pdf"} & set(formats) else ()),
        *(("pdf",) if tex else ()),
    )
    files = {}
    for block in every_block(document.blocks):
        if isinstance(block, Figure) and kinds:
            name = block.path.removeprefix(f"{book.source.name}_").removesuffix(".svg")
            for kind, data in draw(book, name, kinds).items():
                files[f"{block.path.removesuffix('.svg')}.{kind}"] = stamped(data, kind)
    return files
