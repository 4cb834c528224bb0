"""PDF writer, by the typst package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from derive.errors import MissingExtra, OutputError
from derive.rendering.document.document import Document
from derive.rendering.formats import typst as markup


def ready() -> Any:
    """The package that sets the PDF. Raises MissingExtra where it is not installed."""
    try:
        import typst
    except ImportError:
        raise MissingExtra("a PDF", "typst", "pdf") from None
    return typst


def write(document: Document, folder: Path = Path()) -> bytes:
    """The document as a PDF, equal bytes for equal documents; figures are read from `folder`.

    Raises MissingExtra without the typst package, OutputError when it refuses the document.
    """
    compiled: Any = ready().compile  # its stubs require one type for source and root
    source = markup.write(document).encode()
    try:
        made: bytes = compiled(
            source, root=str(folder), format="pdf", timestamp=0, ignore_system_fonts=True
        )
    except RuntimeError as error:
        raise OutputError("PDF", f"typst refused the document: {error}") from error
    return made
