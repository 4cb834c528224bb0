"""The formulas of a document with their places: Markdown, LaTeX, notebooks and plain text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from derive.checking.markdown import markdown_passages
from derive.checking.passage import Passage
from derive.checking.tex import tex_macros, tex_passages
from derive.errors import DataError

SUFFIXES = (".md", ".markdown", ".tex", ".ipynb", ".txt")
_LARGEST = 20_000_000


@dataclass(frozen=True, slots=True)
class Document:
    """What a document holds for checking: its formulas, its own macros, its text (for definitions), its front matter's bindings."""

    passages: tuple[Passage, ...]
    prose: str
    macros: Mapping[str, str] = field(default_factory=dict)
    front: str = ""


def read_document(path: Path) -> Document:
    """The document at a path. Raises DataError for what cannot be read."""
    try:
        if path.stat().st_size > _LARGEST:
            raise DataError(str(path), "", f"is larger than {_LARGEST // 1_000_000} MB", "Check it in parts.")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error
    return document_of(text, str(path))


def document_of(text: str, file: str) -> Document:
    """The document that a text makes, read as its file's suffix says; without one as Markdown. Raises DataError for a broken notebook."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    suffix = Path(file).suffix.lower()
    if suffix == ".tex":
        return Document(tuple(tex_passages(text, file)), text, tex_macros(text))
    if suffix == ".ipynb":
        return _notebook(text, file)
    front, body = _front_matter(text)
    return Document(tuple(markdown_passages(body, file, code=suffix != ".txt")), body, tex_macros(text), front)


def _front_matter(text: str) -> tuple[str, str]:
    """The front matter between `+++` lines, and the text with it blanked out, so that places stay what they are."""
    if not text.startswith("+++\n") or "\n+++\n" not in text[3:]:
        return "", text
    front, _, body = text[4:].partition("\n+++\n")
    return front, "\n" * (front.count("\n") + 3) + body


def _notebook(text: str, file: str) -> Document:
    """The Markdown cells of a notebook; a place is told as FILE#cellN, line and column in the cell."""
    try:
        cells = json.loads(text)["cells"]
        sources = [
            (number, "".join(cell["source"]) if isinstance(cell["source"], list) else str(cell["source"]))
            for number, cell in enumerate(cells, 1)
            if cell["cell_type"] == "markdown"
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DataError(file, "", f"is no notebook: {type(error).__name__}", "Give a file that Jupyter has saved.") from error
    prose = "\n".join(source for _, source in sources)
    passages = tuple(passage for number, source in sources for passage in markdown_passages(source, f"{file}#cell{number}"))
    return Document(passages, prose, tex_macros(prose))
