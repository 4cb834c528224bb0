"""The registry of document formats: suffixes, writer, stamp, figures and comparison of each.

To add a format, write a module with a function `write(document, folder)` and add a row here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from derive.errors import UnknownName


class WriterModule(Protocol):
    """A module that writes documents in one format."""

    def write(self, document: Any, folder: Path) -> str | bytes:
        """The document as a file's contents; its figures lie in `folder`."""


@dataclass(frozen=True, slots=True)
class Fence:
    """The text before a comment in a file, before each of its lines but the first, and after it."""

    opening: str
    line: str
    closing: str


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure files, named as their suffix."""

    name: str
    fence: Fence
    compared: bool = True


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents.

    `writer` is the module of its writer, imported on first use. `suffixes` are those of its files;
    a format without any is chosen by name, and a report's file ends in `ending`. `figure_kind` is
    the kind of its figures, in its files if it `embeds` them; `recorded` files have the record of
    their answers; `compared` means that equal documents have equal bytes everywhere. `default` is
    its order among a report's usual files, 0 for a format made on request.
    """

    name: str
    title: str
    writer: str
    fence: Fence
    suffixes: tuple[str, ...] = ()
    ending: str = ""
    figure_kind: str = ""
    embeds: bool = False
    recorded: bool = True
    compared: bool = True
    default: int = 0

    def file_name(self, report: str) -> str:
        """The name of a report's file: NAME.tex, NAME_fragment.tex."""
        return f"{report}{self.ending or f'.{self.suffixes[0]}'}"

    def ready(self) -> None:
        """Nothing, or raise MissingExtra or OutputError where what sets the format is missing."""
        getattr(import_module(self.writer), "ready", bool)()

    def written(self, document: Any, folder: Path = Path()) -> bytes:
        """The document as the bytes of a file; its figures lie in `folder`.

        Raises MissingExtra when the format's package is not installed, OutputError when a program
        refuses the document.
        """
        made = cast(WriterModule, import_module(self.writer)).write(document, folder)
        return made.encode("utf-8") if isinstance(made, str) else made


_MARKUP, _TEX = Fence("<!-- ", "", " -->\n"), Fence("\n% ", "% ", "\n")
_MARKDOWN, _PDF = Fence("\n<!-- ", "", " -->\n"), Fence("% ", "% ", "\n")

FIGURE_KINDS = {
    kind.name: kind for kind in (FigureKind("svg", _MARKUP), FigureKind("pdf", _PDF, False))
}

_TYPST = Format(
    "pdf", "PDF", "derive.rendering.formats.pdf", _PDF, ("pdf",),
    figure_kind="svg", embeds=True, recorded=False, compared=False, default=4,
)  # fmt: skip
_FRAGMENT = Format(
    "fragment", "LaTeX fragment", "derive.rendering.formats.latex_fragment", _TEX,
    ending="_fragment.tex", figure_kind="pdf",
)  # fmt: skip
USUAL_ENGINE = "typst"
# The programs that set a PDF.
ENGINES = {
    USUAL_ENGINE: _TYPST,
    "pdflatex": replace(_TYPST, writer="derive.rendering.formats.pdflatex", figure_kind="pdf"),
}

# From the plainest to the most finished, then the parts for documents of one's own.
FORMATS = {
    row.name: row
    for row in (
        Format(
            "md", "Markdown", "derive.rendering.formats.markdown", _MARKDOWN, ("md",),
            figure_kind="svg", default=2,
        ),
        Format(
            "tex", "LaTeX", "derive.rendering.formats.latex", _TEX, ("tex",),
            figure_kind="pdf", default=1,
        ),
        Format(
            "html", "HTML", "derive.rendering.formats.html", _MARKUP, ("html", "htm"),
            figure_kind="svg", embeds=True, default=3,
        ),
        _TYPST,
        _FRAGMENT,
        Format(
            "bib", "BibTeX", "derive.rendering.formats.bibtex", _TEX,
            ending=".bib", recorded=False,
        ),
    )
}  # fmt: skip
INCLUDED = ("fragment", "bib")  # the body and the sources for a document of one's own


def format_names() -> tuple[str, ...]:
    """The names of all formats, those of the usual files first."""
    return tuple(sorted(FORMATS, key=lambda name: FORMATS[name].default or math.inf))


def usual_formats() -> tuple[str, ...]:
    """The formats of a report's usual files."""
    return tuple(name for name in format_names() if FORMATS[name].default)


def usual_titles() -> tuple[str, ...]:
    """The titles of these formats: LaTeX, Markdown, ..."""
    return tuple(FORMATS[name].title for name in usual_formats())


def suffixes() -> tuple[str, ...]:
    """One suffix of each format that has any: .md, .tex, ..."""
    return tuple(f".{row.suffixes[0]}" for row in FORMATS.values() if row.suffixes)


def figure_suffixes() -> tuple[str, ...]:
    """The suffixes of figure files: .svg, .pdf."""
    return tuple(f".{kind}" for kind in FIGURE_KINDS)


def of_suffix(path: Path) -> Format | None:
    """The format of a file's name: of its suffix, or a fragment (answer_fragment.tex)."""
    if path.name.lower().endswith(_FRAGMENT.ending):
        return _FRAGMENT
    suffix = path.suffix.lower().removeprefix(".")
    return next((row for row in FORMATS.values() if suffix in row.suffixes), None)


def files_beside(path: Path, kind: Format) -> dict[Path, Format]:
    """The file of a document, and beside a fragment that of the sources it cites."""
    if kind != _FRAGMENT:
        return {path: kind}
    bib = FORMATS["bib"]
    return {path: kind, path.with_name(bib.file_name(document_name(path, kind))): bib}


def document_name(path: Path, kind: Format) -> str:
    """The name of the document in a file, by which its labels begin."""
    return path.name[: -len(kind.ending)] if kind.ending else path.stem


def fence_of(path: Path) -> Fence | None:
    """The fence of the stamp in a file of this suffix; None for one that carries no stamp."""
    kind = of_suffix(path) or FIGURE_KINDS.get(path.suffix.lower().removeprefix("."))
    return kind.fence if kind is not None else None


def named(wanted: Iterable[str], engine: str = USUAL_ENGINE) -> tuple[Format, ...]:
    """The formats of these names, PDF by the given engine. Raises UnknownName."""
    chosen = tuple(wanted)
    for name in chosen:
        if name not in FORMATS:
            hint = f"There are: {', '.join(format_names())}."
            raise UnknownName("format", name, format_names(), hint)
    if engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES, f"There are: {', '.join(ENGINES)}.")
    return tuple(
        ENGINES[engine] if FORMATS[name] in ENGINES.values() else FORMATS[name] for name in chosen
    )


def fences() -> tuple[Fence, ...]:
    """The fences of all files that carry a stamp."""
    stamped: tuple[Format | FigureKind, ...] = (*FORMATS.values(), *FIGURE_KINDS.values())
    return tuple(dict.fromkeys(kind.fence for kind in stamped))
