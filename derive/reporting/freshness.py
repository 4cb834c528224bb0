"""Whether the files of a report are what the engine says now: first by meaning, then line by
line.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from derive.errors import DeriveError, InternalError
from derive.rendering.formats.registry import FORMATS, FigureKind, named
from derive.reporting.answers import AnswerBook
from derive.reporting.snapshot import differences, read
from derive.reporting.source import find, reports
from derive.reporting.source import read as read_source
from derive.reporting.stamp import parted
from derive.reporting.write import ReportFile, report_files

_DRAWN_BY = re.compile(r"<dc:title>([^<]*)</dc:title>")


@dataclass(frozen=True, slots=True)
class Compared:
    """A report's files, in these `formats` and with figures, against what they would be now.
    `changes` are what it says otherwise, `diffs` the lines by file.

    `unmarked` says that no file carries the record of what it said, so that `changes` cannot be
    told; `fault` why the report cannot be made any more.
    """

    name: str
    files: tuple[Path, ...]
    formats: tuple[str, ...] = ()
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
    """Make the report anew in memory and compare it with the files in `folder`: those there are, or
    those of `formats`.

    Raises UnknownName, and DataError for a source that cannot be read.
    """
    book = AnswerBook(read_source(find(name)))
    report = book.source.name
    rows = [
        row
        for row in (named(formats) if formats else FORMATS.values())
        if row.compared and (formats or (folder / row.file_name(report)).is_file())
    ]
    kinds = tuple(row.name for row in rows)
    if not rows:
        return Compared(report, ())
    try:
        made = [file for file in report_files(book, rows) if file.kind.compared]
    except InternalError:
        raise
    except DeriveError as error:
        paths = tuple(folder / row.file_name(report) for row in rows)
        return Compared(report, paths, kinds, fault=str(error))
    was, now = _says(made, folder)
    differing = ((folder / file.name, _lines(file, folder)) for file in made)
    return Compared(
        report,
        tuple(folder / file.name for file in made),
        kinds,
        tuple(differences(read(was), read(now))) if was else (),
        tuple((path, lines) for path, lines in differing if lines),
        not was,
    )


def _says(made: Iterable[ReportFile], folder: Path) -> tuple[list[str], list[str]]:
    """The record in the first file that carries one, and what it would be now."""
    for file in made:
        path, fence = folder / file.name, file.kind.fence
        if path.is_file() and (was := parted(path.read_bytes(), fence)[1]):
            return was, parted(file.data, fence)[1]
    return [], []


def _lines(file: ReportFile, folder: Path) -> tuple[str, ...]:
    """The lines that differ; of a picture only that it does, and nothing when another matplotlib
    drew it.
    """
    path = folder / file.name
    now = parted(file.data, file.kind.fence)[0]
    if not path.is_file():
        return ("it is not there",)
    was = parted(path.read_bytes(), file.kind.fence)[0]
    if was == now:
        return ()
    if isinstance(file.kind, FigureKind):
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
