"""Documents: formulas with their places in Markdown, LaTeX, notebooks and plain text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any
from unicodedata import normalize

from derive.checking.extraction.dotted_units import with_unit_products
from derive.checking.extraction.html import html_passages, plain_text
from derive.checking.extraction.macros import tex_macros
from derive.checking.extraction.markdown import markdown_passages
from derive.checking.extraction.moduli import with_moduli
from derive.checking.extraction.passage import Passage
from derive.checking.extraction.tex_prose import tex_passages
from derive.checking.extraction.topics import with_topics
from derive.checking.extraction.typst import typst_passages
from derive.checking.extraction.unitless import without_units
from derive.errors import DataError
from derive.text_files import read_text, with_plain_lines

SUFFIXES = (
    ".md", ".markdown", ".mdx", ".qmd", ".rmd", ".rst", ".tex", ".ipynb", ".txt", ".typ", ".html",
    ".htm",
)  # fmt: skip
_FRONT_END = re.compile(r"^(?:\+\+\+|---|\.\.\.)[ \t]*$", re.MULTILINE)
_ALPHABETS = re.compile("[\U0001d400-\U0001d7ff]")
_YAML_KEY = re.compile(r"\s*(?:#.*|[\w\"'.-]+\s*:(?:\s.*)?)$")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Text before a document, whose first line is `line` of its file, or the `table` of bindings in
    a notebook's metadata.
    """

    file: str
    text: str = ""
    line: int = 2
    table: object = None


@dataclass(frozen=True, slots=True)
class ExtractedDocument:
    """The formulas of a document, its macros, its text (for definitions), its front matter, and
    what is no equation, with its reason.
    """

    passages: tuple[Passage, ...]
    prose: str
    macros: Mapping[str, str] = field(default_factory=dict)
    front: tuple[FrontMatter, ...] = ()
    skipped: tuple[Passage, ...] = ()
    typst: bool = False


def read_document(path: Path) -> ExtractedDocument:
    """The document at a path. Raises DataError for an unreadable one."""
    return document_of(read_text(path), str(path))


def document_of(text: str, file: str) -> ExtractedDocument:
    """The document of a text, read as its file's suffix says; without one as Markdown. Raises
    DataError for a broken notebook.
    """
    made = _document_of(text, file)
    lines = "" if Path(file).suffix.lower() == ".ipynb" else text  # of a cell are not its file's
    every = without_units(with_topics(with_moduli(made.passages, lines), lines))
    skipped = tuple(passage for passage in every if passage.skipped)
    passages = tuple(passage for passage in every if not passage.skipped)
    return replace(made, passages=passages, skipped=skipped)


def _document_of(text: str, file: str) -> ExtractedDocument:
    text = with_unit_products(_with_plain_letters(with_plain_lines(text)))
    suffix = Path(file).suffix.lower()
    if suffix == ".tex":
        return ExtractedDocument(tuple(tex_passages(text, file)), text, tex_macros(text))
    if suffix == ".ipynb":
        return _notebook(text, file)
    front, body = _front_matter(text, file)
    if suffix == ".typ":
        return ExtractedDocument(tuple(typst_passages(body, file)), body, {}, front, typst=True)
    if suffix in (".html", ".htm"):
        page = plain_text(body)
        return ExtractedDocument(tuple(html_passages(body, file)), page, tex_macros(page), front)
    passages = tuple(markdown_passages(body, file, code=suffix != ".txt", literal=suffix == ".rst"))
    return ExtractedDocument(passages, body, tex_macros(body), front)


def _with_plain_letters(text: str) -> str:
    """The text with letters of mathematical alphabets in plain type, each in its place: 𝑠 is s."""
    return _ALPHABETS.sub(lambda letter: normalize("NFKC", letter[0]), text)


def _front_matter(text: str, file: str) -> tuple[tuple[FrontMatter, ...], str]:
    """The front matter between `---` or `+++` lines, and the text with it blanked out, positions
    unchanged.
    """
    fence, _, rest = text.partition("\n")
    fence = fence.rstrip()
    end = _FRONT_END.search(rest) if fence in ("+++", "---") else None
    if end is None:
        return (), text
    front = rest[: end.start()]
    first = next((line for line in front.splitlines() if line.strip()), "#")
    if fence == "---" and not _YAML_KEY.match(first):
        return (), text  # a rule across the page
    blank = "\n" * (front.count("\n") + 1)
    return (FrontMatter(file, front),), blank + rest[end.end() :]


def _notebook(text: str, file: str) -> ExtractedDocument:
    """The Markdown cells of a notebook; places are FILE#cellN with line and column in the cell.

    Bindings come from its metadata, or from front matter in its first cell.
    """
    try:
        notebook = json.loads(text)
        sheets = [notebook] if "cells" in notebook else notebook["worksheets"]  # of format 3
        cells = [
            (f"{file}#cell{number}", str(cell["cell_type"]), _source(cell))
            for number, cell in enumerate(chain.from_iterable(s["cells"] for s in sheets), 1)
        ]
        front: tuple[FrontMatter, ...] = (
            FrontMatter(file, table=notebook.get("metadata", {}).get("bindings", {})),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        problem = f"is not a notebook: {type(error).__name__}"
        raise DataError(file, "", problem, "Give a file that Jupyter has saved.") from error
    if cells and cells[0][1] in ("raw", "markdown"):
        first, body = _front_matter(cells[0][2], cells[0][0])
        front += first
        cells[0] = (cells[0][0], cells[0][1], body)
    written = [(place, source) for place, kind, source in cells if kind == "markdown"]
    prose = "\n".join(source for _, source in written)
    passages = tuple(
        passage for place, source in written for passage in markdown_passages(source, place)
    )
    return ExtractedDocument(passages, prose, tex_macros(prose), front)


def _source(cell: Mapping[str, Any]) -> str:
    source = cell["source"] if "source" in cell else cell["input"]
    text = "".join(source) if isinstance(source, list) else str(source)
    return with_unit_products(_with_plain_letters(with_plain_lines(text)))
