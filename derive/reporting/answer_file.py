"""Document files of answers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from derive.errors import UnknownName
from derive.rendering.formats.registry import of_suffix, suffixes
from derive.rendering.layouts.answers import answers_document
from derive.reporting.files import write_files
from derive.reporting.snapshot import record, written
from derive.reporting.stamp import stamped
from derive.results.answer import Answer


def write(
    answers: Mapping[str, Answer], path: str | Path, *, title: str = "", force: bool = False
) -> Path:
    """Write the answers to named questions as one document, in the format of the suffix of `path`.

    Raises UnknownName for another suffix, OutputError for a file that may not be
    written, WriteError for one that cannot be.
    """
    place = Path(path)
    kind = of_suffix(place)
    if kind is None:
        offered = suffixes()[::-1]  # the most finished first
        hint = f"There are: {', '.join(offered)}."
        raise UnknownName("format of a document", place.suffix or place.name, offered, hint)
    document = answers_document(answers, name=place.stem, title=title)
    entries = written(record(answers)) if kind.recorded else ()
    data = stamped(kind.written(document), kind.fence, entries)
    write_files({place: data}, force=force)
    return place
