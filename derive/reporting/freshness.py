"""Whether the files of a report are what the engine says now: first by meaning, then line by
line.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from derive.errors import DeriveError, InternalError
from derive.reporting.answers import AnswerBook
from derive.reporting.snapshot import differences, read
from derive.reporting.source import find, reports
from derive.reporting.source import read as read_source
from derive.reporting.stamp import parted
from derive.reporting.write import file_name, report_files

COMPARED = ("md", "tex", "html", "fragment", "bib")  # a PDF's bytes are its maker's
_DRAWN_BY = re.compile(r"<dc:title>([^<]*)</dc:title>")


@dataclass(frozen=True, slots=True)
class Compared:
    """A report's files against what they would be now. `changes` are what it says otherwise,
    `diffs` the lines by file.

    `unmarked` says that no file carries the record of what it said, so that `changes` cannot be
    told; `fault` why the report cannot be made any more.
    """

    name: str
    files: tuple[Path, ...]
    changes: tuple[str, ...] = ()
    diffs: tuple[tuple[Path, tuple[str, ...]], ...] = ()
    unmarked: bool = False
    fault: str = ""

    @property
    def agrees(self) -> bool:
        """Whether every file there is is what it would be now."""
        return bool(self.files) and not (self.fault or self.changes or self.diffs)


def kept_in(name: str) -> Path:
    """Where the files of a report are kept: those that come with the package above their sources,
    others in `out`.
    """
    path = find(name)
    own = path.stem not in reports() or path.parent.name != "source"
    return Path("out") if own else Path(os.path.relpath(path.parent.parent))


def compare(name: str, folder: Path, formats: Sequence[str] = ()) -> Compared:
    """Make the report anew in memory and hold it against the files in `folder`: those there are, or
    those of `formats`.

    Raises UnknownName, and DataError for a source that cannot be read.
    """
    book = AnswerBook(read_source(find(name)))
    kinds = [
        kind
        for kind in formats or COMPARED
        if kind in COMPARED and (formats or (folder / file_name(book.source.name, kind)).is_file())
    ]
    if not kinds:
        return Compared(book.source.name, ())
    try:
        made = report_files(book, kinds)
    except InternalError:
        raise
    except DeriveError as error:
        return Compared(
            book.source.name,
            tuple(folder / file_name(book.source.name, kind) for kind in kinds),
            fault=str(error),
        )
    pairs = {folder / file: data for file, data in made.items() if not file.endswith(".pdf")}
    was, now = _says(pairs)
    diffs = tuple((path, lines) for path, data in pairs.items() if (lines := _lines(path, data)))
    return Compared(
        book.source.name,
        tuple(pairs),
        tuple(differences(read(was), read(now))) if was else (),
        diffs,
        not was,
    )


def _says(pairs: dict[Path, bytes]) -> tuple[list[str], list[str]]:
    """What the first file that carries a record said, and what it would say now."""
    for path, data in pairs.items():
        if path.is_file() and (was := parted(path.read_bytes(), path.suffix[1:])[1]):
            return was, parted(data, path.suffix[1:])[1]
    return [], []


def _lines(path: Path, data: bytes) -> tuple[str, ...]:
    """The lines that differ; of a picture only that it does, and nothing when another matplotlib
    drew it.
    """
    kind = path.suffix[1:]
    now = parted(data, kind)[0]
    if not path.is_file():
        return ("it is not there",)
    was = parted(path.read_bytes(), kind)[0]
    if was == now:
        return ()
    if kind == "svg":
        return ("the picture differs",) if _DRAWN_BY.findall(was) == _DRAWN_BY.findall(now) else ()
    return tuple(
        difflib.unified_diff(
            was.splitlines(),
            now.splitlines(),
            str(path),
            "what the engine says now",
            lineterm="",
            n=1,
        )
    )
