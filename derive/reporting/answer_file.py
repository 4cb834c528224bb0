"""Document files of answers and other results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from derive.errors import UnknownName
from derive.rendering.formats.registry import (
    Format,
    document_name,
    files_beside,
    of_suffix,
    suffixes,
)
from derive.rendering.layouts.answers import answers_document
from derive.rendering.presenter import sent_layout
from derive.reporting.files import write_files
from derive.reporting.snapshot import record, written
from derive.reporting.stamp import stamped
from derive.results.answer import Answer


def write(
    answers: Mapping[str, Answer], path: str | Path, *, title: str = "", force: bool = False
) -> Path:
    """Write the answers to named questions as one document, in the format of the suffix of `path`;
    one that ends in _fragment.tex is a fragment, with its BibTeX file beside it.

    Raises UnknownName for another suffix, OutputError for a file that may not be
    written, WriteError for one that cannot be.
    """
    place = Path(path)
    kind = _format_of(place)
    document = answers_document(answers, name=document_name(place, kind), title=title)
    files: dict[Path, bytes] = {}
    for file, own in files_beside(place, kind).items():
        entries = written(record(answers)) if own.recorded else ()
        files[file] = stamped(own.written(document), own.fence, entries)
    write_files(files, force=force)
    return place


def write_result(result: object, path: str | Path, *, force: bool = False) -> Path:
    """Write a result as a document, in the format of the suffix of `path`. Raises as `write`."""
    place = Path(path)
    kind = _format_of(place)
    document = sent_layout(result)
    if kind.ending:  # its labels begin with its name
        document = replace(document, name=document_name(place, kind))
    files = files_beside(place, kind).items()
    made = {file: stamped(own.written(document), own.fence) for file, own in files}
    write_files(made, force=force)
    return place


def _format_of(place: Path) -> Format:
    """The format of a file's suffix. Raises UnknownName."""
    kind = of_suffix(place)
    if kind is None:
        offered = suffixes()[::-1]  # the most finished first
        hint = f"There are: {', '.join(offered)}."
        raise UnknownName("format of a document", place.suffix or place.name, offered, hint)
    return kind
