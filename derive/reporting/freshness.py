"""Freshness of a report's files: comparison with a new report by answers and by lines."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from derive.errors import DeriveError, InternalError
from derive.rendering.formats.registry import FORMATS, FigureKind, named
from derive.reporting.answers import AnswerBook
from derive.reporting.live import live_file
from derive.reporting.snapshot import differences, read
from derive.reporting.source import find, reports
from derive.reporting.source import read as read_source
from derive.reporting.stamp import parted
from derive.reporting.write import ReportFile, report_files

_OTHER_PROGRAM = "another version of the program drew it"
_DRAWN_BY = re.compile(r"<dc:title>([^<]*)</dc:title>")


@dataclass(frozen=True, slots=True)
class Compared:
    """A report's files in these `formats`, with figures, compared with new ones: `changes` of
    answers, `diffs` of lines by file.

    `unmarked` if no file records its answers, so that `changes` is unknown; `fault` is the reason
    that the report cannot be made now; `not_compared` are files of it with the reason for each.
    """

    name: str
    files: tuple[Path, ...]
    formats: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    diffs: tuple[tuple[Path, tuple[str, ...]], ...] = ()
    unmarked: bool = False
    fault: str = ""
    not_compared: tuple[tuple[Path, str], ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether every file equals the new one."""
        return bool(self.files) and not (self.fault or self.changes or self.diffs)


def kept_in(name: str) -> Path:
    """The folder of a report's files: above the source for shipped reports, else `out`."""
    path = find(name)
    own = path.stem not in reports() or path.parent.name != "source"
    return Path("out") if own else Path(os.path.relpath(path.parent.parent))


def compare(name: str, folder: Path, formats: Sequence[str] = ()) -> Compared:
    """Make the report anew in memory and compare it with the files in `folder`: all that exist, or
    those of `formats`.

    Raises UnknownName, and DataError for a source that cannot be read.
    """
    return compare_book(AnswerBook(read_source(find(name))), folder, formats)


def compare_book(book: AnswerBook, folder: Path, formats: Sequence[str] = ()) -> Compared:
    """The same for a report whose answers may be there already."""
    report = book.source.name
    rows = [
        row
        for row in (named(formats) if formats else FORMATS.values())
        if row.compared and (formats or (folder / row.file_name(report)).is_file())
    ]
    left_out = () if formats else tuple(_set_by_programs(report, folder))
    kinds = tuple(row.name for row in rows)
    if not rows:
        return Compared(report, (), not_compared=left_out)
    try:
        made = [f for f in report_files(book, rows, _linked(book, folder)) if f.kind.compared]
    except InternalError:
        raise
    except DeriveError as error:
        paths = tuple(folder / row.file_name(report) for row in rows)
        return Compared(report, paths, kinds, fault=str(error), not_compared=left_out)
    redrawn = tuple(file for file in made if _redrawn(file, folder))
    made = [file for file in made if file not in redrawn]
    was, now = _recorded(made, folder)
    differing = ((folder / file.name, _lines(file, folder)) for file in made)
    return Compared(
        report,
        tuple(folder / file.name for file in made),
        kinds,
        tuple(differences(read(was), read(now))) if was else (),
        tuple((path, lines) for path, lines in differing if lines),
        not was,
        not_compared=(*((folder / file.name, _OTHER_PROGRAM) for file in redrawn), *left_out),
    )


def _set_by_programs(report: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """The files of a report whose bytes depend on the program that set them, with that reason."""
    for row in FORMATS.values():
        path = folder / row.file_name(report)
        if not row.compared and path.is_file():
            yield path, "its bytes depend on the program that set it"


def _redrawn(file: ReportFile, folder: Path) -> bool:
    """Whether the kept picture differs from the new one and another matplotlib drew it."""
    path = folder / file.name
    if not isinstance(file.kind, FigureKind) or not path.is_file():
        return False
    was, now = (parted(data, file.kind.fence)[0] for data in (path.read_bytes(), file.data))
    return was != now and _DRAWN_BY.findall(was) != _DRAWN_BY.findall(now)


def _linked(book: AnswerBook, folder: Path) -> list[str]:
    """The questions to whose pages beside it the HTML that is kept links."""
    path = folder / FORMATS["html"].file_name(book.source.name)
    kept = path.read_bytes() if path.is_file() else b""
    return [
        question
        for question in book.source.questions
        if f'href="{live_file(book, question)}"'.encode() in kept
    ]


def _recorded(made: Iterable[ReportFile], folder: Path) -> tuple[list[str], list[str]]:
    """The record in the first file that has one, and the new record."""
    for file in made:
        path, fence = folder / file.name, file.kind.fence
        if path.is_file() and (was := parted(path.read_bytes(), fence)[1]):
            return was, parted(file.data, fence)[1]
    return [], []


def _lines(file: ReportFile, folder: Path) -> tuple[str, ...]:
    """The lines that differ; one line for a picture."""
    path = folder / file.name
    now = parted(file.data, file.kind.fence)[0]
    if not path.is_file():
        return ("it is not there",)
    was = parted(path.read_bytes(), file.kind.fence)[0]
    if was == now:
        return ()
    if isinstance(file.kind, FigureKind):
        return ("the picture differs",)
    names = (str(path), "what the engine says now")
    old, new = was.splitlines(), now.splitlines()
    return tuple(difflib.unified_diff(old, new, *names, lineterm="", n=1))
